// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/driver.h"

#include <algorithm>

#include "collector/runtime/cuda/driver_api.h"
#include "collector/runtime/cuda/driver_error.h"
#include "collector/runtime/opened_library.h"

namespace pstudio::cuda {

namespace {

Result<OpenedLibrary> openDriver(const std::string &path) {
  Result<OpenedLibrary> library = openLibrary(path);
  if (!library)
    return fail(ErrorCode::Unsupported, "cannot load the CUDA driver: " + library.error().message,
                "", "libcuda.so.1 comes with the NVIDIA driver; no CUDA toolkit is needed");
  return library;
}

std::string newerDriver(unsigned version) {
  return "a driver for CUDA " + versionText(version) + " or newer has it";
}

/// Reads attributes of one device; the first error stays.
class AttributeReader {
public:
  AttributeReader(const DriverApi &api, CuDevice device) : m_api(api), m_device(device) {}

  uint32_t operator()(CuDeviceAttribute attribute) {
    int value = 0;
    const CuResult result = m_api.cuDeviceGetAttribute(&value, attribute, m_device);
    if (result != CuResult::Success && m_result == CuResult::Success)
      m_result = result;
    return value > 0 ? static_cast<uint32_t>(value) : 0;
  }
  /// 0 if the driver is too old to know the attribute.
  uint32_t orZero(CuDeviceAttribute attribute) {
    int value = 0;
    const CuResult result = m_api.cuDeviceGetAttribute(&value, attribute, m_device);
    return result == CuResult::Success && value > 0 ? static_cast<uint32_t>(value) : 0;
  }
  CuResult result() const { return m_result; }

private:
  const DriverApi &m_api;
  CuDevice m_device;
  CuResult m_result = CuResult::Success;
};

CuResult readAttributes(const DriverApi &api, CuDevice device, DeviceInfo &info) {
  using A = CuDeviceAttribute;
  AttributeReader read(api, device);
  info.major = read(A::ComputeCapabilityMajor);
  info.minor = read(A::ComputeCapabilityMinor);
  info.smCount = read(A::MultiprocessorCount);
  info.lanesPerWarp = read(A::WarpSize);
  info.maxThreadsPerCta = read(A::MaxThreadsPerBlock);
  info.maxCtaExtent = {read(A::MaxBlockDimX), read(A::MaxBlockDimY), read(A::MaxBlockDimZ)};
  info.maxGrid = {read(A::MaxGridDimX), read(A::MaxGridDimY), read(A::MaxGridDimZ)};
  info.maxSharedBytesPerCta = read(A::MaxSharedMemoryPerBlockOptin);
  info.sharedBytesPerSm = read(A::MaxSharedMemoryPerMultiprocessor);
  info.registersPerSm = read(A::MaxRegistersPerMultiprocessor);
  info.maxThreadsPerSm = read(A::MaxThreadsPerMultiprocessor);
  info.l2Bytes = read(A::L2CacheSize);
  info.reservedSharedBytesPerCta = read.orZero(A::ReservedSharedMemoryPerBlock);
  info.canLaunchClusters = read.orZero(A::ClusterLaunch) != 0;
  info.canLaunchCooperatively = read.orZero(A::CooperativeLaunch) != 0;
  info.canUseTensorMaps = read.orZero(A::TensorMapAccessSupported) != 0;
  return read.result();
}

Result<DeviceInfo> describeDevice(const DriverApi &api, int index) {
  const std::string doing = "asking about device " + std::to_string(index);
  const auto failed = [&](const char *call, CuResult result) {
    return tl::unexpected<Error>(driverError(api, result, call, doing));
  };
  DeviceInfo info;
  info.index = static_cast<uint32_t>(index);
  CuDevice device = 0;
  if (const CuResult r = api.cuDeviceGet(&device, index); r != CuResult::Success)
    return failed(api.cuDeviceGet.name, r);
  char name[256] = {};
  if (const CuResult r = api.cuDeviceGetName(name, sizeof name - 1, device); r != CuResult::Success)
    return failed(api.cuDeviceGetName.name, r);
  info.name = name;
  size_t memory = 0;
  if (const CuResult r = api.cuDeviceTotalMem_v2(&memory, device); r != CuResult::Success)
    return failed(api.cuDeviceTotalMem_v2.name, r);
  info.memoryBytes = memory;
  if (const CuResult r = readAttributes(api, device, info); r != CuResult::Success)
    return failed(api.cuDeviceGetAttribute.name, r);
  return info;
}

} // namespace

Driver::Driver() : m_api(std::make_unique<DriverApi>()) {}
Driver::~Driver() = default;

Result<std::shared_ptr<const Driver>> Driver::open(const std::string &path) {
  PSTUDIO_TRY_ASSIGN(OpenedLibrary library, openDriver(path));
  std::shared_ptr<Driver> driver(new Driver);
  const DriverApi &api = *driver->m_api;
  PSTUDIO_TRY(resolveAll(library.get(), path, *driver->m_api, newerDriver));

  const auto failed = [&](const char *call, CuResult result) {
    return tl::unexpected<Error>(
        driverError(api, result, call, "starting the CUDA driver", ErrorCode::Unsupported));
  };
  if (const CuResult r = api.cuInit(0); r != CuResult::Success)
    return failed(api.cuInit.name, r);
  // From here on threads of the library may run: its code must not be unmapped any more.
  static_cast<void>(library.release());
  int version = 0;
  if (const CuResult r = api.cuDriverGetVersion(&version); r != CuResult::Success)
    return failed(api.cuDriverGetVersion.name, r);
  driver->m_version = static_cast<uint32_t>(version);
  return std::shared_ptr<const Driver>(std::move(driver));
}

Result<std::vector<DeviceInfo>> Driver::devices() const {
  int count = 0;
  if (const CuResult r = m_api->cuDeviceGetCount(&count); r != CuResult::Success)
    return tl::unexpected<Error>(driverError(*m_api, r, m_api->cuDeviceGetCount.name,
                                             "counting the GPUs", ErrorCode::Unsupported));
  if (count <= 0)
    return fail(ErrorCode::Unsupported, "the CUDA driver shows no GPU", "",
                std::string(hintFor(CuResult::NoDevice)));
  std::vector<DeviceInfo> devices;
  for (int index = 0; index < count; ++index) {
    PSTUDIO_TRY_ASSIGN(DeviceInfo info, describeDevice(*m_api, index));
    devices.push_back(std::move(info));
  }
  return devices;
}

} // namespace pstudio::cuda
