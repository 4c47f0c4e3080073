// SPDX-License-Identifier: Apache-2.0
// Hooks of kernels that HIP programs register at their start, and of hipGetProcAddress. The hooks
// of modules, launches and captures are beside those of CUDA, whose code they share.
#include <deque>
#include <mutex>
#include <string>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hip_kernels.h"
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

/// A kernel of the fat binary `modules`.
struct RegisteredKernel {
  const void *modules;
  const void *function; ///< the host's, which hipLaunchKernel takes
  std::string name;
};

constinit std::mutex s_mutex;
/// Kernels that were registered since the last launch of one. Guarded by s_mutex. Never deleted:
/// constructors of libraries add to it, and threads launch to the end.
constinit std::deque<RegisteredKernel> *s_registered = nullptr;

} // namespace

void takeRegisteredKernels(KernelTable &kernels) {
  // Held to the end: another thread that launches one of the kernels waits until it is added.
  const std::lock_guard lock(s_mutex);
  if (!s_registered)
    return;
  CodeImage image;
  image.kind = ImageKind::FatBinary;
  for (const RegisteredKernel &kernel : *s_registered) {
    if (!kernels.hasImage(kernel.modules))
      kernels.addImage(kernel.modules, image);
    kernels.addHandle(kernel.modules, kernel.function, kernel.name, false);
  }
  s_registered->clear();
}

void lockRegisteredKernels() {
  s_mutex.lock();
}

void unlockRegisteredKernels() {
  s_mutex.unlock();
}

extern "C" {

CuResult __hipRegisterFunction(void **modules, const void *function, char *symbol, const char *name,
                               int threads, void *thread, void *block, void *blockExtents,
                               void *gridExtents, int *warp) {
  const RealFunction<HookId::__hipRegisterFunction> real;
  const CuResult result = real(modules, function, symbol, name, threads, thread, block,
                               blockExtents, gridExtents, warp);
  if (isAttachWanted() && name) {
    const std::lock_guard lock(s_mutex);
    if (!s_registered)
      s_registered = new std::deque<RegisteredKernel>;
    s_registered->push_back({modules, function, name});
  }
  return result;
}

CuResult hipGetProcAddress(const char *name, void **function, int version, uint64_t flags,
                           int *status) {
  const RealFunction<HookId::hipGetProcAddress> real;
  const CuResult result = real(name, function, version, flags, status);
  if (result == CuResult::Success && function)
    *function = replaceHipAddress(name, *function);
  return result;
}
}

} // namespace pstudio::attach
