// SPDX-License-Identifier: Apache-2.0
// The fake driver's cuGetProcAddress: base names, versions and the thread's default stream.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include <dlfcn.h>

#include "tests/collector/attach/shim/fake_driver/fake_state.h"

using namespace pstudio::test;

namespace {

/// The exported name of a base name in a version.
std::string symbolOf(const std::string &name, int version, uint64_t flags) {
  const bool isPerThread = flags & kCuProcAddressPerThreadStream;
  const std::string suffix = isPerThread ? "_ptsz" : "";
  if (name == "cuGetProcAddress")
    return version >= 12000 ? "cuGetProcAddress_v2" : name;
  if (name == "cuLaunchKernel" && version >= 14000)
    return "fakeLaterLaunch";
  if (name == "cuStreamBeginCapture")
    return "cuStreamBeginCapture_v2" + suffix;
  if (name == "cuLaunchKernel" || name == "cuLaunchKernelEx" || name == "cuStreamEndCapture" ||
      name == "cuGraphLaunch")
    return name + suffix;
  if (name == "cuGraphInstantiate")
    return version >= 12000 ? "cuGraphInstantiateWithFlags" : "cuGraphInstantiate_v2";
  if (name == "cuMemcpyHtoDAsync")
    return "cuMemcpyHtoDAsync_v2" + suffix;
  for (const char *second :
       {"cuCtxCreate", "cuCtxDestroy", "cuMemAlloc", "cuMemFree", "cuMemcpyHtoD", "cuMemsetD2D16"})
    if (name == second)
      return name + "_v2";
  return name;
}

/// No call may come while a driver takes itself down: this one takes some time for it.
void end() {
  FakeDriver &driver = fakeDriver();
  std::unique_lock lock(driver.mutex);
  driver.isOver = true;
  if (driver.events.empty())
    return;
  lock.unlock();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  lock.lock();
  if (driver.lateQueries > 0)
    std::printf("a query while the driver ended\n");
}

} // namespace

FAKE_EXPORT CuResult cuGetProcAddress_v2(const char *name, void **function, int version,
                                         uint64_t flags, int *status) {
  static void *s_self = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  *function = dlsym(s_self, symbolOf(name, version, flags).c_str());
  if (status)
    *status = *function ? 0 : 1;
  return *function ? kCuSuccess : kCuNotFound;
}

FAKE_EXPORT CuResult cuDeviceGetCount(int *count) {
  *count = 1;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuDeviceGetUuid_v2(pstudio::CuUuid *uuid, int) {
  for (size_t i = 0; i < uuid->bytes.size(); ++i)
    uuid->bytes[i] = static_cast<unsigned char>(0x0f + 16 * i);
  return kCuSuccess;
}

// Some drivers look up their own functions as programs do; they must find their own.
FAKE_EXPORT CuResult cuInit(unsigned) {
  void *self = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  void *found = dlsym(self, "cuLaunchKernel");
  Dl_info info{};
  const std::lock_guard lock(fakeDriver().mutex);
  if (!dladdr(found, &info) || !std::strstr(info.dli_fname, "libcuda.so"))
    fakeDriver().offences.push_back("the driver found another library's function");
  std::atexit(end);
  return kCuSuccess;
}

FAKE_EXPORT CuResult cuGetProcAddress(const char *name, void **function, int version,
                                      uint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}
