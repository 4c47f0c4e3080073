// SPDX-License-Identifier: Apache-2.0
// Finds and opens CUPTI, which comes with the CUDA toolkit and is not needed to run.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/activity/cupti/cupti_api.h"
#include "collector/runtime/opened_library.h"
#include "core/base/result.h"

namespace pstudio::cupti {

using pstudio::Environment;
using pstudio::processEnvironment;

/// What to try, in this order. PSTUDIO_CUPTI (a file, or a folder that holds it) stands for all
/// else if it is set. Then the loader's own search, then below CUDA_HOME, CUDA_PATH,
/// /usr/local/cuda and /usr/local/cuda-*, newest first.
std::vector<std::string> libraryCandidates(const Environment &environment);

/// "13.0", "12.9 Update 1" of what cuptiGetVersion says; "of an unknown version (N)" otherwise.
std::string versionText(uint32_t version);
/// Why records of this version cannot be read; empty if they can: CUDA 12 and 13.
std::string versionProblem(uint32_t version);

/// The opened library. It stays loaded until the process ends: once used, its threads run on.
/// [thread: any]
class Library {
public:
  /// The first candidate that can be opened. Unsupported, saying what was tried, what is missing in
  /// it, or which version it is of.
  static Result<std::shared_ptr<const Library>>
  open(const Environment &environment = processEnvironment());

  const CuptiApi &api() const { return m_api; }
  uint32_t version() const { return m_version; } ///< as the library counts
  const std::string &path() const { return m_path; }
  /// Fills another table of the library's functions (sampling_api.h, profiler_api.h). Unsupported,
  /// naming those that it lacks.
  template <class Api> Result<void> resolveAll(Api &api) const {
    return pstudio::resolveAll(m_handle, m_path, api);
  }

  /// "DOING: CALL failed with CUPTI_ERROR_...", and what can be done about it.
  Error error(CuptiResult result, std::string_view call, std::string_view doing) const;
  /// That error, unless the call succeeded.
  Result<void> called(CuptiResult result, std::string_view call, std::string_view doing) const;

private:
  Library() = default;
  static Result<std::shared_ptr<const Library>> load(const std::string &path);

  CuptiApi m_api;
  void *m_handle = nullptr;
  uint32_t m_version = 0;
  std::string m_path;
};

} // namespace pstudio::cupti
