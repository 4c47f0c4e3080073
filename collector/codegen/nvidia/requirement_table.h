// SPDX-License-Identifier: Apache-2.0
// Tables that say which chips have what, by the begin of its name.
#pragma once

#include <cstdint>

#include "collector/codegen/nvidia/architecture.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pstudio::nvidia {

/// What has a name that begins so exists from `capability` on, or on that chip alone.
struct Requirement {
  llvm::StringLiteral prefix;
  uint32_t capability; ///< 90 for sm_90
  bool isSpecific;     ///< only on sm_90a
};

/// The first row of `table` that `name` falls under and `architecture` does not meet; null if none.
const Requirement *unmetRequirement(llvm::ArrayRef<Requirement> table,
                                    const Architecture &architecture, llvm::StringRef name);

} // namespace pstudio::nvidia
