// SPDX-License-Identifier: Apache-2.0
// Code objects on the device, and the kernels in them.
#include "collector/runtime/hip/device.h"
#include "collector/runtime/hip/device_state.h"
#include "collector/runtime/hip/hip_error.h"
#include "collector/runtime/hip/kernel_arguments.h"

namespace pstudio::hip {
namespace {

/// "gfx942" of "amdgcn-amd-amdhsa--gfx942:sramecc+" and of "gfx942:sramecc+:xnack-".
std::string_view chipOf(std::string_view target) {
  const size_t begin = target.find("gfx");
  if (begin == std::string_view::npos)
    return {};
  return target.substr(begin, target.find(':', begin) - begin);
}

/// HIP's own answer to code for another chip is that there is no binary for the GPU.
Result<void> checkChip(const DeviceInfo &device, const KernelLayout &layout) {
  const std::string_view wanted = chipOf(layout.target);
  if (wanted.empty() || wanted == chipOf(device.architecture))
    return {};
  return fail(ErrorCode::CompileFailed,
              "kernel " + layout.entry + " was compiled for " + std::string(wanted) + ", " +
                  device.name + " is " + device.architecture,
              "", "compile for hip:" + std::string(chipOf(device.architecture)));
}

} // namespace

Result<Kernel> Kernel::load(const Device &device, const std::string &codeObject,
                            const std::string &entry) {
  Kernel kernel;
  kernel.m_device = device.state();
  DeviceState &state = *kernel.m_device;
  const HipApi &api = state.api();
  const std::string doing = "loading kernel " + entry;
  PSTUDIO_TRY_ASSIGN(kernel.m_layout, layoutOf(codeObject, entry));
  PSTUDIO_TRY(checkChip(state.info(), kernel.m_layout));
  PSTUDIO_TRY(checkHiddenArguments(kernel.m_layout, state.library().version()));
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, state.enter(doing));
  HipModule module = nullptr;
  const HipResult result = api.hipModuleLoadData(&module, codeObject.data());
  if (result != HipResult::Success) {
    const bool isRunError = result == HipResult::OutOfMemory || endsDevice(result);
    return tl::unexpected<Error>(
        state.judge(result, api.hipModuleLoadData.name, doing,
                    isRunError ? ErrorCode::RunFailed : ErrorCode::CompileFailed));
  }
  kernel.m_module = {kernel.m_device, api.hipModuleUnload, module};
  PSTUDIO_TRY(
      state.call(doing, api.hipModuleGetFunction, &kernel.m_function, module, entry.c_str()));
  return kernel;
}

} // namespace pstudio::hip
