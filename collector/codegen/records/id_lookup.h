// SPDX-License-Identifier: Apache-2.0
// Finds an id in a set that is known when the kernel is compiled, in LLVM dialect.
#pragma once

#include "collector/codegen/records/llvm_writer.h"
#include "collector/passes/id_progression.h"

namespace pstudio {

/// An id and a set of ids.
struct IdLookup {
  mlir::Value isMember; ///< i1
  mlir::Value rank;     ///< i32: members below the id; 0 if it is none itself
};

/// Writes the search of `id` (i32): a few instructions for each progression, without branches.
/// There is at least one progression.
IdLookup lookUp(LlvmWriter &w, mlir::Value id, llvm::ArrayRef<IdProgression> progressions);

} // namespace pstudio
