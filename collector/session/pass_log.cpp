// SPDX-License-Identifier: Apache-2.0
#include "collector/session/pass_log.h"

namespace pstudio {

PassLog::PassLog(std::filesystem::path file, PassReport described)
    : m_file(std::move(file)), m_holdsAll(true), m_all(std::move(described)) {
  if (isWanted())
    m_all.id = newPassReportId();
}

Result<void> PassLog::add(const PassReportText &report) {
  if (!m_holdsAll) {
    PSTUDIO_TRY(writePassReport(report.json, m_file));
    m_all.id = report.id;
    return {};
  }
  PSTUDIO_TRY_ASSIGN(const PassReport more, passReportFromJson(report.json, m_file.string()));
  append(m_all, more);
  return {};
}

Result<void> PassLog::write() const {
  if (!m_holdsAll || !isWanted() || m_all.stages.empty())
    return {};
  return writePassReport(m_all, m_file);
}

} // namespace pstudio
