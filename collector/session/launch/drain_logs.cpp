// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/drain_logs.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/record/stream_log.h"

namespace pstudio {

namespace fs = std::filesystem;

Result<DrainLogs> DrainLogs::in(const fs::path &folder) {
  if (!folder.empty())
    return DrainLogs(folder, false);
  std::error_code error;
  std::string made = (fs::temp_directory_path(error) / "pstudio-records-XXXXXX").string();
  if (error || ::mkdtemp(made.data()) == nullptr)
    return fail(ErrorCode::Io,
                "cannot make a folder for streamed records: " +
                    (error ? error.message() : std::string(std::strerror(errno))),
                made, "set TMPDIR to a folder that you may write to");
  return DrainLogs(made, true);
}

DrainLogs::DrainLogs(DrainLogs &&other) noexcept
    : m_folder(std::exchange(other.m_folder, {})), m_isOurs(other.m_isOurs), m_next(other.m_next) {}

DrainLogs::~DrainLogs() {
  std::error_code ignored;
  clear();
  if (m_isOurs && !m_folder.empty())
    fs::remove(m_folder, ignored);
}

void DrainLogs::clear() {
  std::error_code ignored;
  if (m_folder.empty())
    return;
  for (uint32_t i = 0; i < m_next; ++i)
    fs::remove(m_folder / record::drainLogName(i), ignored);
  m_next = 0;
}

fs::path DrainLogs::of(uint32_t index) {
  m_next = std::max(m_next, index + 1);
  return m_folder / record::drainLogName(index);
}

} // namespace pstudio
