// SPDX-License-Identifier: Apache-2.0
#include "collector/program/gpu_handles.h"

namespace pstudio::program {
namespace {

tl::unexpected<Error> noSuch(const char *what) {
  return fail(ErrorCode::RunFailed,
              std::string("the program uses ") + what + " that does not exist, or no longer does");
}

} // namespace

void *GpuHandles::create(Tokens &tokens) {
  auto token = std::make_unique<char>();
  void *handle = token.get();
  tokens.try_emplace(handle, std::move(token));
  return handle;
}

Result<void *> GpuHandles::loadModule(std::string_view name) {
  const auto known = m_moduleNames.find(name);
  if (known == m_moduleNames.end())
    return fail(ErrorCode::RunFailed, "the program loads code that is not one of its gpu.modules",
                {},
                "compiled code cannot be instrumented; give the gpu.module that it was made from");
  auto module = std::make_unique<std::string>(name);
  void *handle = module.get();
  m_modules.try_emplace(handle, std::move(module));
  return handle;
}

Result<void> GpuHandles::unloadModule(void *module) {
  if (m_modules.erase(module) == 0)
    return noSuch("a module");
  return {};
}

Result<void *> GpuHandles::findKernel(void *module, std::string_view kernel) {
  const auto loaded = m_modules.find(module);
  if (loaded == m_modules.end())
    return noSuch("a module");
  const std::string &name = *loaded->second;
  auto &handle = m_kernels[{name, std::string(kernel)}];
  if (!handle) {
    handle = std::make_unique<KernelHandle>(KernelHandle{name, std::string(kernel)});
    m_kernelsByHandle[handle.get()] = handle.get();
  }
  return handle.get();
}

Result<const KernelHandle *> GpuHandles::kernel(void *handle) const {
  const auto found = m_kernelsByHandle.find(handle);
  if (found == m_kernelsByHandle.end())
    return noSuch("a kernel");
  return found->second;
}

Result<void> GpuHandles::checkStream(void *stream) const {
  if (stream && !m_streams.contains(stream))
    return noSuch("a stream");
  return {};
}

Result<void> GpuHandles::destroyStream(void *stream) {
  if (m_streams.erase(stream) == 0)
    return noSuch("a stream");
  return {};
}

Result<void> GpuHandles::checkEvent(void *event) const {
  if (!m_events.contains(event))
    return noSuch("an event");
  return {};
}

Result<void> GpuHandles::destroyEvent(void *event) {
  if (m_events.erase(event) == 0)
    return noSuch("an event");
  return {};
}

} // namespace pstudio::program
