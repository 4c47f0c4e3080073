// SPDX-License-Identifier: Apache-2.0
// The HIP runtime of this machine, opened at run time, and the devices that it reports.
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

/// Oldest and newest supported major version. Their structure layouts are in hip_types.h.
inline constexpr uint32_t kOldestMajor = 5;
inline constexpr uint32_t kNewestMajor = 7;

/// If the driver has no name for the device, `name` is the architecture.
struct DeviceInfo : gpu::DeviceInfo {
  std::string architecture;       ///< "gfx942:sramecc+:xnack-"
  uint32_t referenceClockKhz = 0; ///< rate of the clock of s_memrealtime; 0 if HIP has no value
};

/// Candidate paths of the library, in the order of the attempts. If PSTUDIO_HIP (a file, or a
/// folder that contains it) is set, it replaces all others. Else first the loader's search path,
/// newest version first; then folders below ROCM_PATH, HIP_PATH, /opt/rocm and /opt/rocm-*; then
/// the wheels of Python environments (VIRTUAL_ENV, CONDA_PREFIX, HOME/.local and /usr/local):
/// ROCm's own and PyTorch's.
std::vector<std::string> libraryCandidates(const Environment &environment);

/// Reason why a library of this version (versionText) cannot be used; empty if it can.
std::string versionProblem(uint32_t version);

/// The opened library. It stays loaded until the process ends, since it runs threads of its own.
/// [thread: any]
class Library {
public:
  /// Opens the first usable candidate. Unsupported, with the paths that were tried, the missing
  /// functions, or the version that is not supported. The first call of a process takes
  /// about 0.1 s.
  static Result<std::shared_ptr<const Library>>
  open(const Environment &environment = processEnvironment());
  /// As open(), with the file `path` as the only candidate.
  static Result<std::shared_ptr<const Library>> load(const std::string &path);
  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  uint32_t version() const { return m_version; } ///< as versionText() takes it
  const std::string &path() const { return m_path; }
  /// Initialises HIP and returns all devices, in HIP's order. Unsupported if there is none, with
  /// the reasons (device_access.h), and if a device's property structure has an unknown layout.
  Result<std::vector<DeviceInfo>> devices() const;
  const HipApi &api() const { return *m_api; }

private:
  Library();
  std::unique_ptr<HipApi> m_api;
  std::string m_path;
  uint32_t m_version = 0;
};

} // namespace pstudio::hip
