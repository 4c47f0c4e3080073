// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics that the installed LLVM does not support.
#pragma once

#include "collector/foreign/text/ll_reader.h"
#include "collector/foreign/text/original_calls.h"

namespace pstudio::foreign {

/// Replaces calls of intrinsics that only a newer LLVM supports: by the intrinsic of the installed
/// LLVM that does the same, or by inline PTX. A call without either stays unchanged, with a line in
/// the module's changes. Returns the replaced calls. Unsupported if the address of such an
/// intrinsic is taken.
Result<OriginalCalls> replaceUnknownIntrinsics(LlModule &module);

/// For the compilation of a module: Unsupported, with the reason, the name and the place of a call,
/// if there is still an intrinsic that the installed LLVM would emit as a call of an undefined
/// function.
Result<void> checkIntrinsicsAreKnown(const LlModule &module);

} // namespace pstudio::foreign
