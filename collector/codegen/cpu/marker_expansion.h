// SPDX-License-Identifier: Apache-2.0
// Expansion of each intrinsic and marker.
#pragma once

#include "core/base/result.h"

namespace llvm {
class CallInst;
class Value;
} // namespace llvm

namespace pstudio::cpu {

/// Replaces a call of an intrinsic or marker by loads from and stores to `thread` (a ThreadContext
/// *) or by a call of the runtime. Unsupported, naming it, for one that does not exist.
Result<void> expandMarker(llvm::CallInst &call, llvm::Value &thread);

} // namespace pstudio::cpu
