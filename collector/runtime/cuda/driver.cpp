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

Result<DeviceInfo> describeDevice(const DriverApi &api, int index) {
  using A = CuDeviceAttribute;
  const std::string doing = "asking about device " + std::to_string(index);
  DeviceInfo info;
  info.index = static_cast<uint32_t>(index);
  CuDevice device = 0;
  if (const CuResult r = api.cuDeviceGet(&device, index); r != CuResult::Success)
    return tl::unexpected<Error>(driverError(api, r, api.cuDeviceGet.name, doing));
  gpu::DeviceReader read(api.cuDeviceGetAttribute, device);
  read.describe(api.cuDeviceGetName, api.cuDeviceTotalMem_v2, info);
  info.major = read(A::ComputeCapabilityMajor);
  info.minor = read(A::ComputeCapabilityMinor);
  info.maxSharedBytesPerCta = read(A::MaxSharedMemoryPerBlockOptin);
  info.registersPerSm = read(A::MaxRegistersPerMultiprocessor);
  info.reservedSharedBytesPerCta = read.orZero(A::ReservedSharedMemoryPerBlock);
  info.canLaunchClusters = read.orZero(A::ClusterLaunch) != 0;
  info.canLaunchCooperatively = read.orZero(A::CooperativeLaunch) != 0;
  info.canUseTensorMaps = read.orZero(A::TensorMapAccessSupported) != 0;
  if (read.failedCall())
    return tl::unexpected<Error>(driverError(api, read.result(), read.failedCall(), doing));
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
