// SPDX-License-Identifier: Apache-2.0
#include "collector/session/stages.h"

#include "collector/collector.h"

namespace pstudio {

Result<void> Stages::begin(std::string_view name) {
  if (m_cancel.load(std::memory_order_relaxed))
    return fail(ErrorCode::Cancelled,
                "the run was stopped before stage \"" + std::string(name) + "\"");
  m_progress.stage(name);
  m_latest = name;
  return {};
}

} // namespace pstudio
