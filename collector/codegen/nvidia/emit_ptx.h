// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel in LLVM IR, of any front end, to PTX text.
#pragma once

#include <map>
#include <optional>
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

/// Workgroup buffers by the name that their global has in PTX.
using NamedBuffers = std::map<std::string, memory::Buffer>;

/// Lays out shared memory, adds the bodies of mathematical functions, and optimises and prints
/// `kernel`, an NVVM kernel of `module`, and its callees; all other functions of the module are
/// dropped. Unsupported, with the source location, for a function without a body; CompileFailed for
/// IR that the back end rejects. A module whose data layout has shared memory pointers of 32 bits
/// keeps them: its inline PTX was written for that. LLVM's passes are reported to `report` unless
/// it is null. With `buffers` the places of all workgroup buffers are fixed if there are any or the
/// module uses dynamic memory of the launch, which follows them; the result has those of `buffers`
/// that an instruction uses.
Result<PtxKernel> emitPtx(llvm::Module &module, std::string_view kernel,
                          const Architecture &architecture,
                          MathFunctions math = MathFunctions::Best,
                          PassReportBuilder *report = nullptr,
                          std::optional<NamedBuffers> buffers = std::nullopt);

/// As above for several kernels of one module; `entry` of the result is the first one's.
Result<PtxKernel> emitPtx(llvm::Module &module, const std::vector<std::string> &kernels,
                          const Architecture &architecture,
                          MathFunctions math = MathFunctions::Best,
                          PassReportBuilder *report = nullptr,
                          std::optional<NamedBuffers> buffers = std::nullopt);

} // namespace pstudio::nvidia
