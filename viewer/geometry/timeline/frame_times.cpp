// SPDX-License-Identifier: Apache-2.0
// A ring of frame times.
#include "viewer/geometry/timeline/frame_times.h"

#include <algorithm>

namespace pstudio {

void FrameTimes::add(double milliseconds) {
  m_times[m_next] = milliseconds;
  m_next = (m_next + 1) % kKept;
  m_count = std::min(m_count + 1, kKept);
}

std::optional<double> FrameTimes::newest() const {
  if (m_count == 0)
    return std::nullopt;
  return m_times[(m_next + kKept - 1) % kKept];
}

std::optional<double> FrameTimes::percentile99() const {
  if (m_count == 0)
    return std::nullopt;
  std::array<double, kKept> sorted = m_times;
  const size_t rank = (m_count * 99 + 99) / 100; // rounded up; the first has rank 1
  const auto at = sorted.begin() + static_cast<ptrdiff_t>(rank - 1);
  std::nth_element(sorted.begin(), at, sorted.begin() + static_cast<ptrdiff_t>(m_count));
  return *at;
}

} // namespace pstudio
