// SPDX-License-Identifier: Apache-2.0
// rocprofiler-sdk of this machine, opened at run time, and the numbers of its kinds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/activity/hip/rocprofiler_api.h"
#include "collector/runtime/opened_library.h"
#include "core/base/result.h"

namespace pstudio::roc {

/// Numbers of the kinds of records, found by their names in the library; 0 for a missing kind.
struct RocprofilerKinds {
  uint32_t dispatch = 0;   ///< "KERNEL_DISPATCH"
  uint32_t copy = 0;       ///< "MEMORY_COPY"
  uint32_t call = 0;       ///< "HIP_RUNTIME_API"
  uint32_t codeObject = 0; ///< "CODE_OBJECT", of callbacks
};

/// Candidate paths in their order: the value of PSTUDIO_ROCPROFILER (a file, or a folder that
/// contains it) alone; otherwise the loader's own search, ROCm's installations, Python's wheels.
std::vector<std::string> rocprofilerCandidates(const Environment &environment);

/// Once opened, it stays loaded until the process ends: its threads continue to run. [thread: any]
class RocprofilerLibrary {
public:
  /// Unsupported if there is none (with the candidates), if functions or kinds are missing, and for
  /// an unsupported version: below 0.5 (ROCm 6.3), from 2.0 on.
  static Result<std::shared_ptr<const RocprofilerLibrary>> open(const Environment &environment);
  static Result<std::shared_ptr<const RocprofilerLibrary>> load(const std::string &path);

  const RocprofilerApi &api() const { return m_api; }
  const RocprofilerKinds &kinds() const { return m_kinds; }
  /// True if correlations of calls and callbacks have an ancestor.
  bool hasAncestors() const { return m_version >= 10'000; }
  std::string name() const; ///< "rocprofiler-sdk 1.0.0"
  /// "...: CALL failed with ...", for a status that is not Success.
  Result<void> called(RocprofilerStatus status, const char *call) const;

private:
  RocprofilerLibrary() = default;
  RocprofilerApi m_api;
  RocprofilerKinds m_kinds;
  uint32_t m_version = 0; ///< 10000 * major + 100 * minor + patch
};

} // namespace pstudio::roc
