// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/environment.h"

#include <fstream>
#include <thread>

#include "collector/runtime/cuda/driver_error.h"
#include "core/base/date.h"

namespace pstudio::bench {
namespace {

/// The model of the first processor on Linux; "unknown" elsewhere.
std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      if (const size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "unknown";
}

std::string buildKind() {
#ifdef NDEBUG
  return "release";
#else
  return "with checks";
#endif
}

} // namespace

Environment describeHost() {
  return {{"date", currentDate()},
          {"version", "Proton Studio " PSTUDIO_VERSION ", built " + buildKind()},
          {"host", processorName() + ", " + std::to_string(std::thread::hardware_concurrency()) +
                       " threads"}};
}

Environment describeDevice(const cuda::Driver &driver, const cuda::DeviceInfo &device,
                           const nvidia::Architecture &architecture) {
  return {{"chip", device.name},
          {"compute capability", std::to_string(device.major) + "." + std::to_string(device.minor)},
          {"SMs", std::to_string(device.smCount)},
          {"driver API", cuda::versionText(driver.version())},
          {"architecture", architecture.name}};
}

} // namespace pstudio::bench
