// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/to_nvidia/compile_lifted.h"

#include <charconv>
#include <string>

#include "collector/codegen/to_nvidia/instrumented_text.h"
#include "collector/foreign/ptx/kernel_head.h"
#include "collector/foreign/ptx/lifted_module.h"
#include "collector/foreign/ptx/splice_entry.h"

namespace pstudio::nvidia {
namespace {

/// "sm_90a" in parts; PTX may name chips that LLVM does not know.
Architecture partsOf(std::string_view name) {
  Architecture architecture{std::string(name), 0, name.ends_with('a')};
  constexpr std::string_view kPrefix = "sm_";
  if (name.starts_with(kPrefix))
    std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(),
                    architecture.capability);
  return architecture;
}

} // namespace

Result<Architecture> architectureOfPtx(const foreign::LiftedModule &lifted,
                                       std::string_view wanted) {
  const std::string_view own = lifted.module().architecture;
  if (wanted.empty() || wanted == own)
    return partsOf(own);
  return fail(ErrorCode::InvalidInput,
              "the PTX module is for " + std::string(own) + ", not for " + std::string(wanted),
              lifted.name(), "omit the architecture, or compile the source of the module for it");
}

PtxKernel originalOf(const foreign::LiftedModule &lifted) {
  PtxKernel kernel;
  kernel.text = lifted.text();
  kernel.entry = lifted.entry().name;
  kernel.architecture = partsOf(lifted.module().architecture);
  kernel.staticSharedBytes = lifted.lifted().staticSharedBytes;
  return kernel;
}

Result<PtxKernel> compileLifted(KernelModule &module, const CompileOptions &options) {
  const foreign::LiftedModule &lifted = *module.lifted();
  PtxKernel result = originalOf(lifted);
  PSTUDIO_TRY_ASSIGN(const InstrumentedKernel instrumented, module.instrumented(result.entry));
  if (module.callbacks())
    return fail(ErrorCode::Unsupported, "callbacks cannot be linked into PTX", lifted.name(),
                "remove the callbacks of the mode, or compile the kernel to LLVM IR");
  if (instrumented.unitCount == 0)
    return result;
  CompileOptions own = options;
  PSTUDIO_TRY_ASSIGN(own.architecture, architectureNamed(lifted.lifted().chip));
  PSTUDIO_TRY_ASSIGN(const std::string emitted, instrumentedLifted(module, result.entry, own));
  PSTUDIO_TRY_ASSIGN(result.text,
                     foreign::spliceEntries(lifted.module(), {{result.entry, emitted}}));
  PSTUDIO_TRY_ASSIGN(const ptx::Module made, ptx::readModule(result.text, lifted.name()));
  PSTUDIO_TRY_ASSIGN(const ptx::Body body,
                     ptx::readBody(result.text, *made.entry(result.entry), lifted.name()));
  result.staticSharedBytes = foreign::staticSharedBytes(made, body);
  return result;
}

} // namespace pstudio::nvidia
