// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of this machine, opened at run time, and the devices that it shows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/runtime/gpu/device_info.h"
#include "core/base/result.h"

namespace pstudio::cuda {

struct DriverApi; ///< the driver's functions (driver_api.h)

struct DeviceInfo : gpu::DeviceInfo {
  uint32_t major = 0; ///< compute capability
  uint32_t minor = 0;
  bool canLaunchClusters = false;
  bool canLaunchCooperatively = false;
  bool canUseTensorMaps = false;
  uint64_t reservedSharedBytesPerCta = 0; ///< taken by the system in every CTA [bytes]
  uint32_t registersPerSm = 0;
};

/// The driver library. Everything made from it keeps it alive. Once initialised, the library stays
/// loaded until the process ends: its threads run on. [thread: any]
class Driver {
public:
  /// Opens the library and initialises it. Unsupported, saying which library is missing, which
  /// function it lacks, or what cuInit answered. The first call of a process takes about 0.1 s.
  static Result<std::shared_ptr<const Driver>> open(const std::string &library = "libcuda.so.1");
  ~Driver();
  Driver(const Driver &) = delete;
  Driver &operator=(const Driver &) = delete;

  uint32_t version() const { return m_version; } ///< of the API: 13000 is 13.0
  /// All devices, in the driver's order. Unsupported if there is none.
  Result<std::vector<DeviceInfo>> devices() const;
  const DriverApi &api() const { return *m_api; }

private:
  Driver();
  std::unique_ptr<DriverApi> m_api;
  uint32_t m_version = 0;
};

} // namespace pstudio::cuda
