// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel in LLVM IR to a code object for an AMD GPU.
#pragma once

#include <string>
#include <string_view>

#include "collector/codegen/amd/amd_kernel.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio {
class PassReportBuilder;
} // namespace pstudio

namespace pstudio::amd {

/// The output of a compilation.
enum class Output : uint8_t {
  Assembly,   ///< text alone; needs no linker
  CodeObject, ///< text, and the code object
};

/// The data layout string of AMD's GPUs: modules of front ends have this one.
Result<std::string> deviceDataLayout(const Architecture &architecture);

/// Optimises, assembles and links `kernel`, an AMDGPU kernel of `module`, and its callees; all
/// other functions of the module are dropped. Unsupported, with the source location, for a function
/// without a body, and without a linker; CompileFailed for IR that the back end rejects, and for
/// more local memory than a CTA can have. LLVM's passes are reported to `report` unless it is null.
Result<AmdKernel> emitCode(llvm::Module &module, std::string_view kernel,
                           const Architecture &architecture, Output output,
                           PassReportBuilder *report = nullptr);

} // namespace pstudio::amd
