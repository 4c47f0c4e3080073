// SPDX-License-Identifier: Apache-2.0
// Instrumented kernels in LLVM IR as text, for programs that compile and launch them themselves.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "collector/codegen/kernel_module.h"

namespace pstudio::amd {

/// LLVM IR of all kernels of `module`, which was read from LLVM IR and instrumented for CTAs of
/// `block` threads on `chip` (amdChipNamed()): for the compiler that made it, which may be newer
/// than the installed one and support chips that this one does not. Consumes the module.
/// Unsupported for a file of another vendor or with code objects before version 5.
Result<std::string> instrumentedIr(KernelModule &module, std::string_view chip,
                                   const std::array<uint32_t, 3> &block);

} // namespace pstudio::amd
