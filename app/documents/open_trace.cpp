// SPDX-License-Identifier: Apache-2.0
// One trace that is open in the window, and where it lives.
#include "app/documents/open_trace.h"

namespace pstudio {

LoadedTrace summarize(Trace trace) {
  auto shared = std::make_shared<const Trace>(std::move(trace));
  auto summary = std::make_shared<TraceSummary>();
  summary->scopes = scopeShares(*shared);
  summary->colors = ScopeColors(*shared);
  summary->busy = BusyCurve::ofTrace(*shared);
  summary->opening = openingOf(*shared);
  summary->overlap = std::make_shared<const OverlapData>(shared);
  summary->lines = summary::summaryOf(*shared, summary->overlap->launches());
  return {std::move(shared), std::move(summary), nullptr};
}

} // namespace pstudio
