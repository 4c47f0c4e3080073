// SPDX-License-Identifier: Apache-2.0
// Instrumented kernels as text, for programs that compile and launch them themselves.
#pragma once

#include <string>
#include <vector>

#include "collector/codegen/to_nvidia/compile_kernel.h"

namespace pstudio::nvidia {

/// LLVM IR of `kernel`, or of all kernels of a module that was read from LLVM IR. Consumes the
/// module. Errors as compileKernel().
Result<std::string> instrumentedIr(KernelModule &module, std::string_view kernel,
                                   const CompileOptions &options);

/// PTX of `kernels`, at least one and only one of a module that was read from MLIR. Consumes the
/// module. Errors as compileKernel().
Result<std::string> instrumentedPtx(KernelModule &module, const std::vector<std::string> &kernels,
                                    const CompileOptions &options);

/// PTX of `kernel` of a module that was lifted from PTX (foreign/ptx/lift_entry.h), for
/// foreign::spliceEntries(). Consumes the module. Errors as compileKernel().
Result<std::string> instrumentedLifted(KernelModule &module, std::string_view kernel,
                                       const CompileOptions &options);

} // namespace pstudio::nvidia
