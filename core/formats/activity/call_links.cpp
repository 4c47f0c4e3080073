// SPDX-License-Identifier: Apache-2.0
#include "core/formats/activity/call_links.h"

#include <algorithm>
#include <tuple>

namespace pstudio::activity {

bool CallLinks::isBefore(const End &a, const End &b) {
  return std::tie(a.process, a.correlation, a.beginNs) <
         std::tie(b.process, b.correlation, b.beginNs);
}

uint64_t CallLinks::connect(TraceBuilder &trace) {
  if (m_calls.empty())
    return 0;
  std::ranges::stable_sort(m_calls, isBefore);
  uint64_t open = 0;
  const auto isOf = [](const End &call, const End &work) {
    return call.process == work.process && call.correlation == work.correlation;
  };
  for (const End &work : m_work) {
    const auto after = std::ranges::upper_bound(m_calls, work, isBefore);
    if (after != m_calls.begin() && isOf(*std::prev(after), work))
      trace.addFlow(work.correlation, std::prev(after)->slice, work.slice);
    else if (after != m_calls.end() && isOf(*after, work))
      trace.addFlow(work.correlation, after->slice, work.slice);
    else
      ++open;
  }
  return open;
}

} // namespace pstudio::activity
