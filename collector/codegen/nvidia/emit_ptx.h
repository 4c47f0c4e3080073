// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel in LLVM IR, of any front end, to PTX text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collector/codegen/nvidia/math_functions.h"
#include "collector/codegen/nvidia/ptx_kernel.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio {
class PassReportBuilder;
} // namespace pstudio

namespace pstudio::nvidia {

/// The data layout string of NVIDIA's GPUs: modules of front ends have this one.
Result<std::string> deviceDataLayout(const Architecture &architecture);

/// Lays out shared memory, adds the bodies of mathematical functions, and optimises and prints
/// `kernel`, an NVVM kernel of `module`, and its callees; all other functions of the module are
/// dropped. Unsupported, with the source location, for a function without a body; CompileFailed for
/// IR that the back end rejects. A module whose data layout has shared memory pointers of 32 bits
/// keeps them: its inline PTX was written for that. LLVM's passes are reported to `report` unless
/// it is null. `buffers` are workgroup buffers by the name of their global: each gets its place in
/// shared memory, unless it is unused.
Result<PtxKernel> emitPtx(llvm::Module &module, std::string_view kernel,
                          const Architecture &architecture,
                          MathFunctions math = MathFunctions::Best,
                          PassReportBuilder *report = nullptr,
                          std::map<std::string, memory::Buffer> buffers = {});

/// As above for several kernels of one module; `entry` of the result is the first one's.
Result<PtxKernel> emitPtx(llvm::Module &module, const std::vector<std::string> &kernels,
                          const Architecture &architecture,
                          MathFunctions math = MathFunctions::Best,
                          PassReportBuilder *report = nullptr,
                          std::map<std::string, memory::Buffer> buffers = {});

} // namespace pstudio::nvidia
