// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/compile_file_to_amd.h"

#include "collector/session/compile/instrument_options.h"
#include "collector/session/target_name.h"
#include "collector/session/targets/amd_support.h"
#include "collector/session/targets/compile_to_amd.h"

namespace pstudio {

Result<AmdFileKernel> compileFileToAmd(const RunSpec &spec, KernelModule &module,
                                       uint32_t mostSlots) {
  amd::CompileOptions compile;
  PSTUDIO_TRY_ASSIGN(compile.architecture,
                     amd::architectureNamed(splitTarget(spec.target).architecture));
  compile.block = spec.block;
  compile.output = amd::Output::CodeObject;
  PSTUDIO_TRY(checkAmdSpec(spec));
  PSTUDIO_TRY(amd::checkPortable(module, spec.function, compile.architecture));
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
  InstrumentOptions options = instrumentOptions(spec, signature, amdLimits(compile.architecture));
  options.automaticSharedSlots = 0;
  options.mostAutomaticSlots = mostSlots;
  AmdFileKernel made;
  PSTUDIO_TRY_ASSIGN(made.records, module.instrument(spec.function, options));
  PSTUDIO_TRY_ASSIGN(made.code, amd::compileKernel(module, spec.function, compile));
  return made;
}

} // namespace pstudio
