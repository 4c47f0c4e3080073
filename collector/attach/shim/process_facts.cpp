// SPDX-License-Identifier: Apache-2.0
// Reads /proc, the environment and the driver.
#include "collector/attach/shim/process_facts.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>

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

std::string rankOfProcess() {
  for (const char *name :
       {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", "LOCAL_RANK"})
    if (const char *value = std::getenv(name); value && *value)
      return std::string(value).substr(0, 32);
  return {};
}

std::string architectureOfDevice(const DriverApi &driver) {
  CuDevice device = 0;
  int major = 0, minor = 0;
  const CaptureGuard guard(driver);
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
