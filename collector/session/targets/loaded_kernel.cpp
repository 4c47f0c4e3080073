// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/loaded_kernel.h"

namespace pstudio {

Result<LoadedKernel> LoadedKernel::load(const cuda::Context &context,
                                        const nvidia::PtxKernel &code) {
  PSTUDIO_TRY_ASSIGN(cuda::Module module, cuda::Module::load(context, code.text));
  PSTUDIO_TRY_ASSIGN(cuda::Kernel kernel, cuda::Kernel::find(module, code.entry));
  const cuda::KernelResources &own = kernel.resources();
  const CodeResources resources{own.registersPerThread, own.localBytesPerThread,
                                own.staticSharedBytes + code.launchSharedBytes};
  return LoadedKernel(std::move(module), std::move(kernel), resources);
}

} // namespace pstudio
