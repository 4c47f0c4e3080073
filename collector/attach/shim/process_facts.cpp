// SPDX-License-Identifier: Apache-2.0
// Reads /proc, the environment and the driver.
#include "collector/attach/shim/process_facts.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pstudio::attach {

std::string commandLine() {
  std::string words(8192, '\0');
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? 0 : read(file, words.data(), words.size());
  if (file >= 0)
    close(file);
  words.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  while (!words.empty() && words.back() == '\0')
    words.pop_back();
  std::replace(words.begin(), words.end(), '\0', ' ');
  return words;
}

namespace {

constexpr size_t kMaxRankBytes = 32;
/// Devices of a process. More have no UUID in the trace.
constexpr int kMaxDevices = 64;

std::string shortVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? std::string(value).substr(0, kMaxRankBytes) : std::string();
}

/// As nvidia-smi prints it.
std::string uuidText(const CuUuid &uuid) {
  constexpr const char *kDigits = "0123456789abcdef";
  std::string text = "GPU";
  for (size_t i = 0; i < uuid.bytes.size(); ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    text += kDigits[uuid.bytes[i] >> 4];
    text += kDigits[uuid.bytes[i] & 15];
  }
  return text;
}

} // namespace

ProcessRank rankOfProcess() {
  // The number of ranks is that of the launcher which gave the rank: Slurm's, for example, counts
  // the agents of torchrun.
  constexpr std::pair<const char *, const char *> kLaunchers[] = {
      {"RANK", "WORLD_SIZE"},
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"},
      {"SLURM_PROCID", "SLURM_NTASKS"},
      {"LOCAL_RANK", "LOCAL_WORLD_SIZE"}};
  for (const auto &[rank, worldSize] : kLaunchers)
    if (std::string value = shortVariable(rank); !value.empty())
      return {std::move(value), shortVariable(worldSize)};
  return {};
}

std::vector<DeviceSeen> visibleDevices(const DriverApi &driver) {
  std::vector<DeviceSeen> devices;
  int count = 0;
  if (!driver.cuDeviceGetCount || !driver.cuDeviceGet || !driver.cuDeviceGetUuid_v2 ||
      driver.cuDeviceGetCount(&count) != CuResult::Success)
    return devices;
  for (int i = 0; i < std::min(count, kMaxDevices); ++i) {
    CuDevice device = 0;
    CuUuid uuid{};
    char name[128] = {};
    if (driver.cuDeviceGet(&device, i) != CuResult::Success ||
        driver.cuDeviceGetUuid_v2(&uuid, device) != CuResult::Success)
      continue;
    driver.cuDeviceGetName(name, sizeof name - 1, device);
    devices.push_back({static_cast<uint32_t>(i), uuidText(uuid), name});
  }
  return devices;
}

std::string architectureOfDevice(const DriverApi &driver) {
  CuDevice device = 0;
  int major = 0, minor = 0;
  const CaptureGuard guard(driver);
  if (driver.isHip())
    return driver.cuCtxGetDevice(&device) == CuResult::Success ? driver.architectureOfHip(device)
                                                               : std::string();
  if (!driver.cuCtxGetDevice || !driver.cuDeviceGetAttribute ||
      driver.cuCtxGetDevice(&device) != CuResult::Success ||
      driver.cuDeviceGetAttribute(&major, CuDeviceAttribute::ComputeCapabilityMajor, device) !=
          CuResult::Success ||
      driver.cuDeviceGetAttribute(&minor, CuDeviceAttribute::ComputeCapabilityMinor, device) !=
          CuResult::Success)
    return {};
  return "sm_" + std::to_string(10 * major + minor);
}

namespace {

thread_local constinit uint32_t t_thread __attribute__((tls_model("initial-exec"))) = 0;

} // namespace

uint32_t threadId() {
  if (t_thread == 0)
    t_thread = static_cast<uint32_t>(syscall(SYS_gettid));
  return t_thread;
}

void forgetThreadId() {
  t_thread = 0;
}

uint64_t nowNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

} // namespace pstudio::attach
