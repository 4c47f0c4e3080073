// SPDX-License-Identifier: Apache-2.0
// Most functions have the same parameters under another name. The others are adapted below, by
// functions that find HIP's in one table, because the driver's functions have no context argument.
#include "collector/attach/shim/hip_driver.h"

#include <array>
#include <atomic>
#include <cstring>
#include <string_view>

#include "collector/attach/shim/driver_library.h"

namespace pstudio::attach {

namespace {

// X(function of the table, function of HIP with the same parameters)
#define PSTUDIO_ATTACH_HIP_EQUALS(X)                                                               \
  X(cuGetErrorName, hipDrvGetErrorName)                                                            \
  X(cuDeviceGetName, hipDeviceGetName)                                                             \
  X(cuMemAlloc_v2, hipMalloc)                                                                      \
  X(cuMemFree_v2, hipFree)                                                                         \
  X(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)                                                      \
  X(cuMemsetD8Async, hipMemsetD8Async)                                                             \
  X(cuModuleUnload, hipModuleUnload)                                                               \
  X(cuModuleGetFunction, hipModuleGetFunction)                                                     \
  X(cuModuleLoadData, hipModuleLoadData)                                                           \
  X(cuModuleGetGlobal_v2, hipModuleGetGlobal)                                                      \
  X(cuStreamCreate, hipStreamCreateWithFlags)                                                      \
  X(cuStreamSynchronize, hipStreamSynchronize)                                                     \
  X(cuStreamWaitEvent, hipStreamWaitEvent)                                                         \
  X(cuStreamIsCapturing, hipStreamIsCapturing)                                                     \
  X(cuThreadExchangeStreamCaptureMode, hipThreadExchangeStreamCaptureMode)                         \
  X(cuEventCreate, hipEventCreateWithFlags)                                                        \
  X(cuEventDestroy_v2, hipEventDestroy)                                                            \
  X(cuEventRecord, hipEventRecord)                                                                 \
  X(cuEventQuery, hipEventQuery)                                                                   \
  X(cuDeviceGetCount, hipGetDeviceCount)                                                           \
  X(cuDeviceGet, hipDeviceGet)                                                                     \
  X(cuDeviceGetUuid_v2, hipDeviceGetUuid)                                                          \
  X(cuDriverGetVersion, hipRuntimeGetVersion)                                                      \
  X(cuCtxGetDevice, hipGetDevice)                                                                  \
  X(cuMemAllocAsync, hipMallocAsync)                                                               \
  X(cuMemFreeAsync, hipFreeAsync)                                                                  \
  X(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)                                                      \
  X(cuMemcpyDtoDAsync_v2, hipMemcpyDtoDAsync)                                                      \
  X(cuMemGetInfo_v2, hipMemGetInfo)                                                                \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, hipModuleOccupancyMaxActiveBlocksPerMultiprocessor)

/// Functions that the adapters below call.
struct HipCalls {
  std::atomic<CuResult (*)(int *)> getDevice;
  std::atomic<CuResult (*)(int)> setDevice;
  std::atomic<CuResult (*)(int *, int, int)> getAttribute;
  std::atomic<CuResult (*)(void *, int)> getProperties, getOldProperties;
  std::atomic<CuResult (*)(int *, CuFunctionAttribute, CuFunction)> getFunctionAttribute;
  std::atomic<const char *(*)(CuFunction)> nameOfKernel;
};
constinit HipCalls s_hip;

/// The devices that the thread's open CurrentContext objects have replaced.
struct ReplacedDevices {
  std::array<int, 8> devices{};
  size_t count = 0;
};
thread_local constinit ReplacedDevices t_replaced __attribute__((tls_model("initial-exec")));

CuContext contextOf(int device) {
  return reinterpret_cast<CuContext>(static_cast<uintptr_t>(device) + 1);
}

CuResult currentContext(CuContext *context) {
  int device = 0;
  const CuResult result = s_hip.getDevice.load()(&device);
  *context = result == CuResult::Success ? contextOf(device) : nullptr;
  return result;
}

CuResult contextNumber(CuContext context, uint64_t *number) {
  *number = reinterpret_cast<uintptr_t>(context);
  return CuResult::Success;
}

CuResult pushContext(CuContext context) {
  int before = 0;
  if (t_replaced.count == t_replaced.devices.size())
    return CuResult::NotPermitted;
  if (const CuResult result = s_hip.getDevice.load()(&before); result != CuResult::Success)
    return result;
  const auto device = static_cast<int>(reinterpret_cast<uintptr_t>(context) - 1);
  const CuResult result = s_hip.setDevice.load()(device);
  if (result == CuResult::Success)
    t_replaced.devices[t_replaced.count++] = before;
  return result;
}

CuResult popContext(CuContext *context) {
  if (t_replaced.count == 0)
    return CuResult::NotPermitted;
  currentContext(context);
  return s_hip.setDevice.load()(t_replaced.devices[--t_replaced.count]);
}

/// Numbers of hipDeviceAttribute_t (collector/runtime/hip has those that runs use).
constexpr int kHipClockRate = 5, kHipMultiprocessorCount = 63, kHipMaxSharedMemoryPerBlock = 74;

CuResult deviceAttribute(int *value, CuDeviceAttribute attribute, CuDevice device) {
  int number = -1;
  if (attribute == CuDeviceAttribute::ClockRate)
    number = kHipClockRate;
  else if (attribute == CuDeviceAttribute::MultiprocessorCount)
    number = kHipMultiprocessorCount;
  else if (attribute == CuDeviceAttribute::MaxSharedMemoryPerBlockOptin)
    number = kHipMaxSharedMemoryPerBlock;
  return number < 0 ? CuResult::InvalidValue : s_hip.getAttribute.load()(value, number, device);
}

/// The last number of hipFunction_attribute.
constexpr int kLastHipFunctionAttribute = 9;

/// HIP keeps the error of a number that it lacks, and the program's hipGetLastError() returns it.
CuResult hipFunctionAttribute(int *value, CuFunctionAttribute attribute, CuFunction function) {
  return static_cast<int>(attribute) > kLastHipFunctionAttribute
             ? CuResult::InvalidValue
             : s_hip.getFunctionAttribute.load()(value, attribute, function);
}

/// HIP allows a kernel all dynamic LDS of a launch, and has neither carve-outs nor clusters.
CuResult setFunctionAttribute(CuFunction, CuFunctionAttribute, int) {
  return CuResult::Success;
}

CuResult functionName(const char **name, CuFunction function) {
  *name = s_hip.nameOfKernel.load()(function);
  return *name ? CuResult::Success : CuResult::NotFound;
}

/// "gfx942" of "gfx942:sramecc+:xnack-", which both layouts of hipDeviceProp_t have.
std::string architectureOf(int device) {
  struct Layout {
    CuResult (*read)(void *, int);
    size_t architecture;
  };
  const Layout layouts[] = {{s_hip.getProperties.load(), 1160},
                            {s_hip.getOldProperties.load(), 396}};
  for (const Layout &layout : layouts) {
    alignas(16) std::array<char, 4096> properties{};
    if (!layout.read || layout.read(properties.data(), device) != CuResult::Success)
      continue;
    constexpr size_t kLongest = 256;
    const char *name = properties.data() + layout.architecture;
    const std::string_view whole(name, strnlen(name, kLongest));
    return std::string(whole.substr(0, whole.find(':')));
  }
  return {};
}

template <class Pointer>
void find(void *library, std::atomic<Pointer> &function, const char *name) {
  function.store(reinterpret_cast<Pointer>(realDlsym(library, name)));
}

void takeAdapted(void *library, DriverApi &api) {
  find(library, s_hip.getDevice, "hipGetDevice");
  find(library, s_hip.setDevice, "hipSetDevice");
  find(library, s_hip.getAttribute, "hipDeviceGetAttribute");
  find(library, s_hip.getProperties, "hipGetDevicePropertiesR0600");
  find(library, s_hip.getOldProperties, "hipGetDeviceProperties");
  find(library, s_hip.nameOfKernel, "hipKernelNameRef");
  find(library, s_hip.getFunctionAttribute, "hipFuncGetAttribute");
  if (s_hip.getDevice.load() && s_hip.setDevice.load()) {
    api.cuCtxGetCurrent.pointer = &currentContext;
    api.cuCtxGetId.pointer = &contextNumber;
    api.cuCtxPushCurrent_v2.pointer = &pushContext;
    api.cuCtxPopCurrent_v2.pointer = &popContext;
  }
  if (s_hip.getAttribute.load())
    api.cuDeviceGetAttribute.pointer = &deviceAttribute;
  if (s_hip.getFunctionAttribute.load())
    api.cuFuncGetAttribute.pointer = &hipFunctionAttribute;
  if (s_hip.nameOfKernel.load())
    api.cuFuncGetName.pointer = &functionName;
  api.cuFuncSetAttribute.pointer = &setFunctionAttribute;
  api.architectureOfHip = &architectureOf;
}

} // namespace

DriverApi loadHipDriver(void *library) {
  DriverApi api;
  const auto take = [library](auto &function, const char *name) {
    using Pointer = typename std::remove_reference_t<decltype(function)>::Pointer;
    function.pointer = reinterpret_cast<Pointer>(realDlsym(library, name));
  };
#define PSTUDIO_ATTACH_TAKE(driver, hip) take(api.driver, #hip);
  PSTUDIO_ATTACH_HIP_EQUALS(PSTUDIO_ATTACH_TAKE)
#undef PSTUDIO_ATTACH_TAKE
  takeAdapted(library, api);
  api.canRecord = true;
  forEachFunction(api, [&api](const auto &function) {
    api.canRecord = api.canRecord && (!function.isRequired || function.pointer);
  });
  return api;
}

const char *hipNameOf(const char *driverName) {
  // Messages name some functions without the suffix of their version.
#define PSTUDIO_ATTACH_NAME(driver, hip)                                                           \
  if (std::string_view(#driver).starts_with(driverName) &&                                         \
      std::string_view(#driver).size() <= std::strlen(driverName) + 3)                             \
    return #hip;
  PSTUDIO_ATTACH_HIP_EQUALS(PSTUDIO_ATTACH_NAME)
  PSTUDIO_ATTACH_NAME(cuFuncGetAttribute, hipFuncGetAttribute)
#undef PSTUDIO_ATTACH_NAME
  return driverName;
}

} // namespace pstudio::attach
