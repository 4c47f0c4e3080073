// SPDX-License-Identifier: Apache-2.0
// From an instrumented kernel of LLVM IR to LLVM IR again.
#pragma once

#include <array>

#include "collector/codegen/kernel_module.h"
#include "collector/foreign/foreign_module.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// LLVM IR of all kernels of `module`, which was read from LLVM IR: its own instructions as they
/// were, records as inline PTX. The module is consumed. Errors as compileKernel().
Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, const std::array<uint32_t, 3> &block, RecordLanes lanes);

/// Tells a kernel of LLVM IR what its launches are known to pass: alignment as an attribute, a
/// multiple as an assumption, one as the constant. A fact that does not fit its parameter is left
/// out.
void applyFacts(llvm::Module &module, std::string_view kernel, const ArgumentFacts &facts);

} // namespace pstudio::nvidia
