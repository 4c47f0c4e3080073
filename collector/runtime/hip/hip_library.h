// SPDX-License-Identifier: Apache-2.0
// The HIP runtime of this machine, opened at run time, and the devices that it shows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/runtime/gpu/device_info.h"
#include "collector/runtime/opened_library.h"
#include "core/base/result.h"

namespace pstudio::hip {

struct HipApi; ///< the library's functions (hip_api.h)

/// Oldest and newest major version whose structures are known here.
inline constexpr uint32_t kOldestMajor = 5;
inline constexpr uint32_t kNewestMajor = 7;

/// The name is the architecture where the driver has no name.
struct DeviceInfo : gpu::DeviceInfo {
  std::string architecture;       ///< "gfx942:sramecc+:xnack-"
  uint32_t referenceClockKhz = 0; ///< rate of the clock of s_memrealtime; 0 if HIP has no value
};

/// What to try, in this order. PSTUDIO_HIP (a file, or a folder that holds it) stands for all else
/// if it is set. Then the loader's own search, newest version first; then below ROCM_PATH,
/// HIP_PATH, /opt/rocm and /opt/rocm-*; then the wheels of Python environments (VIRTUAL_ENV,
/// CONDA_PREFIX, HOME/.local and /usr/local): ROCm's own and PyTorch's.
std::vector<std::string> libraryCandidates(const Environment &environment);

/// Why a library of this version (versionText) cannot be used; empty if it can.
std::string versionProblem(uint32_t version);

/// The opened library. Once initialised it stays loaded until the process ends: its threads run on.
/// [thread: any]
class Library {
public:
  /// The first candidate that can be used, initialised. Unsupported, saying what was tried, which
  /// function is missing, what the version is, or what hipInit answered and why there is no device.
  /// The first call of a process takes about 0.1 s.
  static Result<std::shared_ptr<const Library>>
  open(const Environment &environment = processEnvironment());
  /// The same with one file.
  static Result<std::shared_ptr<const Library>> load(const std::string &path);
  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  uint32_t version() const { return m_version; } ///< as versionText() takes it
  const std::string &path() const { return m_path; }
  /// All devices, in HIP's order. Unsupported if there is none, with what hides them
  /// (device_access.h), and if a device describes itself in a way that is not known here.
  Result<std::vector<DeviceInfo>> devices() const;
  const HipApi &api() const { return *m_api; }

private:
  Library();
  std::unique_ptr<HipApi> m_api;
  std::string m_path;
  uint32_t m_version = 0;
};

} // namespace pstudio::hip
