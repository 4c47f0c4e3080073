// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/kept_captures.h"

#include "collector/collector.h"
#include "core/capture/capture_file.h"

namespace pstudio {

void KeptCaptures::keep(const record::LaunchCapture &capture) {
  if (m_file.empty())
    return;
  const auto &bytes = m_buffers.emplace_back(capture.blocks.begin(), capture.blocks.end());
  m_captures.push_back(capture);
  m_captures.back().blocks = bytes;
}

Result<void> KeptCaptures::write(const TraceInfo &info, ProgressSink &progress) const {
  if (m_captures.empty())
    return {};
  PSTUDIO_TRY(record::writeCapture(m_file, m_captures, info));
  progress.log("kept the profile buffers in " + m_file.string());
  return {};
}

} // namespace pstudio
