// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics that the installed LLVM does not know.
#pragma once

#include "collector/foreign/text/ll_reader.h"
#include "collector/foreign/text/original_calls.h"

namespace pstudio::foreign {

/// Replaces calls of intrinsics that only a newer LLVM supports: by the intrinsic of the installed
/// LLVM that does the same, or by inline PTX. A call for which there is neither stays as it is,
/// with a line in the module's changes. Returns the replaced calls. Unsupported if the address of
/// such an intrinsic is taken.
Result<OriginalCalls> replaceUnknownIntrinsics(LlModule &module);

/// For the compilation of a module: Unsupported, with the reason, the name and the place of a call,
/// if an intrinsic is left that the installed LLVM would emit as a call of an undefined function.
Result<void> checkIntrinsicsAreKnown(const LlModule &module);

} // namespace pstudio::foreign
