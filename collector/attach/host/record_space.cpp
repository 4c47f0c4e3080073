// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/record_space.h"

#include <algorithm>

namespace pstudio::attach {
namespace {

/// Of --max-memory, for all files with larger segments.
constexpr uint64_t kMaxFiles = 4;
/// Part of the free disk that one file may take.
constexpr uint64_t kPartOfDisk = 4;

bool choosesOneLaunch(const AttachRequest &request) {
  if (request.rules.size() != 1)
    return false;
  const AttachRule &rule = request.rules.front();
  return rule.kernel.find_first_of("*?[") == std::string::npos && rule.launches.size() == 1 &&
         rule.launches.front().first == rule.launches.front().last;
}

} // namespace

RecordSpaces::RecordSpaces(const AttachRequest &request, std::filesystem::path raw)
    : m_limit(request.settings.mostRecordBytes), m_isOnlyLaunch(choosesOneLaunch(request)),
      m_raw(std::move(raw)) {}

RecordSpace RecordSpaces::of(uint64_t free) const {
  RecordSpace space{m_limit, std::min(free, m_limit)};
  if (!m_isOnlyLaunch)
    space.free /= 2;
  const uint64_t most = kMaxFiles * m_limit;
  space.free = std::min(space.free, most - std::min(m_taken, most));
  std::error_code error;
  if (const auto disk = std::filesystem::space(m_raw, error); !error)
    space.free = std::min<uint64_t>(space.free, disk.available / kPartOfDisk);
  return space;
}

} // namespace pstudio::attach
