// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics that the installed LLVM does not know.
#pragma once

#include "collector/foreign/ll_reader.h"

namespace pstudio::foreign {

/// Replaces calls of intrinsics that only a newer LLVM knows: by the intrinsic that does the same,
/// or by inline PTX. LLVM would emit a call of a function of that name, which nobody defines.
/// Unsupported, with the intrinsic's name and the call's position, for one that there is no PTX
/// for.
Result<void> replaceUnknownIntrinsics(LlModule &module);

} // namespace pstudio::foreign
