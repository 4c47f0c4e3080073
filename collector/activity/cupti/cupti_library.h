// SPDX-License-Identifier: Apache-2.0
// Finds and opens CUPTI, which is part of the CUDA toolkit and optional.
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

/// Candidate paths in their order. If PSTUDIO_CUPTI (a file, or a folder that contains it) is set,
/// it is the only candidate. Otherwise: the loader's own search, then below CUDA_HOME, CUDA_PATH,
/// /usr/local/cuda and /usr/local/cuda-*, newest first.
std::vector<std::string> libraryCandidates(const Environment &environment);

/// "13.0", "12.9 Update 1" for a value of cuptiGetVersion; otherwise "of an unknown version (N)".
std::string versionText(uint32_t version);
/// The reason why records of this version cannot be read; empty for supported versions: CUDA 12 and
/// 13.
std::string versionProblem(uint32_t version);

/// The opened library. It stays loaded until the process ends, because its threads continue to run.
/// [thread: any]
class Library {
public:
  /// The first candidate that can be opened. Unsupported, with the candidates, the missing
  /// functions, or the version of the library.
  static Result<std::shared_ptr<const Library>>
  open(const Environment &environment = processEnvironment());

  const CuptiApi &api() const { return m_api; }
  uint32_t version() const { return m_version; } ///< as the library numbers it
  const std::string &path() const { return m_path; }
  /// Fills another table of the library's functions (sampling_api.h, profiler_api.h). Unsupported,
  /// with the names of missing functions.
  template <class Api> Result<void> resolveAll(Api &api) const {
    return pstudio::resolveAll(m_handle, m_path, api);
  }

  /// "DOING: CALL failed with CUPTI_ERROR_...", with a possible remedy.
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
