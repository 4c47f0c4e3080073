// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics that the installed LLVM does not know.
#pragma once

#include "collector/foreign/ll_reader.h"

namespace pstudio::foreign {

/// Replaces calls of intrinsics that only a newer LLVM knows: by the intrinsic that does the same,
/// or by inline PTX. A call of `llvm.nvvm.*` for which there is neither stays as it is: a newer
/// LLVM compiles it. Unsupported, with the intrinsic's name and the call's position, for other
/// unknown intrinsics.
Result<void> replaceUnknownIntrinsics(LlModule &module);

/// For whoever makes code of a module: Unsupported, with the reason, the name and the place of a
/// call, if an intrinsic is left that the installed LLVM would emit as a call of a function, which
/// nobody defines.
Result<void> checkIntrinsicsAreKnown(const LlModule &module);

} // namespace pstudio::foreign
