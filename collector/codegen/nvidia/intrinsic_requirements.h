// SPDX-License-Identifier: Apache-2.0
// Intrinsics that not every chip has, for code of any front end.
#pragma once

#include "collector/codegen/nvidia/architecture.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Unsupported, with the intrinsic, the source location of a call and the architecture that has it,
/// if the module calls one that does not exist on `architecture`: LLVM would end the process.
Result<void> checkChipHasIntrinsics(const llvm::Module &module, const Architecture &architecture);

} // namespace pstudio::nvidia
