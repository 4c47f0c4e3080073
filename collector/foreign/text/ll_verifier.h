// SPDX-License-Identifier: Apache-2.0
// LLVM's verifier, with the position in the text of a rejected construct.
#pragma once

#include "core/base/result.h"

namespace pstudio::foreign {

struct LlModule;

/// CompileFailed with the first error of LLVM's verifier: `where` is the position of the
/// instruction that it names, else of the line that it prints, else of the function, else the file
/// alone. Debug information that does not verify is no error: upgrading drops it. Call for a module
/// as it was parsed. O(module) for a valid one.
Result<void> verifyLl(const LlModule &module);

} // namespace pstudio::foreign
