// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/plain_kernel.h"

#include "collector/session/compile/instrument_options.h"

namespace pstudio {

Result<KernelModule> plainKernel(const KernelModule &module, const RunSpec &spec,
                                 const DeviceLimits &limits) {
  PSTUDIO_TRY_ASSIGN(KernelModule plain, module.asLoaded());
  RunSpec plainSpec = spec;
  plainSpec.mode.enabled = false;
  InstrumentOptions options = instrumentOptions(plainSpec, {}, limits);
  options.facts = module.facts();
  PSTUDIO_TRY(plain.instrument(spec.function, options));
  return plain;
}

} // namespace pstudio
