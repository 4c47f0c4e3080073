// SPDX-License-Identifier: Apache-2.0
// Tables of the chips that support an operation, by the prefix of its name.
#pragma once

#include <cstdint>

#include "collector/codegen/nvidia/architecture.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pstudio::nvidia {

/// Operations whose name starts with `prefix` exist from `capability` on, or only in code for
/// exactly one of the chips from `capability` to `last`.
struct Requirement {
  llvm::StringLiteral prefix;
  uint32_t capability; ///< 90 for sm_90
  bool isSpecific;     ///< only on sm_90a
  uint32_t last = 0;   ///< if isSpecific: the newest such chip; 0: `capability` is
};

/// The first row of `table` that matches `name` and that `architecture` does not meet; null if
/// none.
const Requirement *unmetRequirement(llvm::ArrayRef<Requirement> table,
                                    const Architecture &architecture, llvm::StringRef name);

} // namespace pstudio::nvidia
