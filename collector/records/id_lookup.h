// SPDX-License-Identifier: Apache-2.0
// Sets of ids that are known when the kernel is compiled, and LLVM dialect that finds an id in one:
// is it in the set, and how many are before it?
#pragma once

#include <cstdint>
#include <vector>

#include "collector/records/llvm_writer.h"
#include "core/base/id_ranges.h"
#include "llvm/ADT/ArrayRef.h"

namespace pstudio {

/// The ids first, first + 2^shift, ..., last. `first` is number `rank` of the whole set.
struct IdProgression {
  uint32_t first = 0;
  uint32_t last = 0;
  uint32_t shift = 0;
  uint32_t rank = 0;
};

/// The ids, which ascend and are not negative, as few progressions. O(ids).
std::vector<IdProgression> progressionsOf(llvm::ArrayRef<int32_t> ids);
/// One for each range.
std::vector<IdProgression> progressionsOf(const IdRanges &ids);

/// An id and a set of ids.
struct IdLookup {
  mlir::Value isMember; ///< i1
  mlir::Value rank;     ///< i32: members below the id; 0 if it is none itself
};

/// Writes the search of `id` (i32): a few instructions for each progression, without branches.
/// There is at least one progression.
IdLookup lookUp(LlvmWriter &w, mlir::Value id, llvm::ArrayRef<IdProgression> progressions);

} // namespace pstudio
