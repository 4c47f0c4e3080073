// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/stream_depth.h"

#include <algorithm>

namespace pstudio::analysis {
namespace {

void order(std::vector<int64_t> &times) {
  if (!std::ranges::is_sorted(times))
    std::ranges::sort(times);
}

} // namespace

void StreamDepth::add(const LaunchOverlap &launch, const AsyncStream &stream) {
  m_begins.clear();
  m_ends.clear();
  for (uint32_t i = 0; i < stream.operationCount; ++i) {
    const AsyncOperation &operation = launch.operations[stream.firstOperation + i];
    if (!hasKnownEnd(operation))
      continue;
    m_begins.push_back(operation.issueBegin.value);
    m_ends.push_back(operation.completeBefore.value);
    m_area += static_cast<double>((operation.completeBefore - operation.issueBegin).value);
  }
  if (m_begins.empty())
    return;
  order(m_begins);
  order(m_ends);
  m_time += static_cast<double>(m_ends.back() - m_begins.front());
  size_t ended = 0;
  for (size_t i = 0; i < m_begins.size(); ++i) {
    while (ended < i && m_ends[ended] <= m_begins[i]) // intervals are half-open
      ++ended;
    m_most = std::max(m_most, static_cast<uint32_t>(i + 1 - ended));
  }
}

} // namespace pstudio::analysis
