// SPDX-License-Identifier: Apache-2.0
#include "collector/session/loaded_kernel.h"

namespace pstudio {
namespace {

std::string takes(const cuda::KernelResources &resources) {
  return std::to_string(resources.registersPerThread) + " registers, " +
         std::to_string(resources.localBytesPerThread) + " bytes of local memory, " +
         std::to_string(resources.staticSharedBytes) + " bytes of shared memory";
}

} // namespace

Result<LoadedKernel> LoadedKernel::load(const cuda::Context &context,
                                        const nvidia::PtxKernel &code) {
  PSTUDIO_TRY_ASSIGN(cuda::Module module, cuda::Module::load(context, code.text));
  PSTUDIO_TRY_ASSIGN(cuda::Kernel kernel, cuda::Kernel::find(module, code.entry));
  cuda::KernelResources resources = kernel.resources();
  resources.staticSharedBytes += code.launchSharedBytes;
  return LoadedKernel(std::move(module), std::move(kernel), resources);
}

std::string describeResources(const std::string &kernel, const cuda::KernelResources &resources,
                              const std::optional<cuda::KernelResources> &plain) {
  std::string text = kernel + " takes " + takes(resources);
  if (!plain)
    return text;
  text += "; without instrumentation " + takes(*plain);
  if (resources.localBytesPerThread > plain->localBytesPerThread)
    text += "; instrumentation added " +
            std::to_string(resources.localBytesPerThread - plain->localBytesPerThread) +
            " bytes of local memory: registers were spilled";
  return text;
}

void addResourceFacts(std::vector<record::LaunchFact> &facts,
                      const cuda::KernelResources &resources,
                      const std::optional<cuda::KernelResources> &plain) {
  const auto add = [&facts](const cuda::KernelResources &of, const std::string &suffix) {
    facts.push_back({"kernel.registers" + suffix, int64_t{of.registersPerThread}});
    facts.push_back({"kernel.localBytes" + suffix, static_cast<int64_t>(of.localBytesPerThread)});
    facts.push_back({"kernel.sharedBytes" + suffix, static_cast<int64_t>(of.staticSharedBytes)});
  };
  add(resources, "");
  if (plain)
    add(*plain, "Plain");
}

} // namespace pstudio
