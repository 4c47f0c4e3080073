// SPDX-License-Identifier: Apache-2.0
#include "core/record/cta_clocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace pstudio::record {
namespace {

/// Largest difference to the rates of the neighbours in time [ps per cycle].
double changeAround(std::span<const ClockFit> fits, std::span<const size_t> order, size_t at) {
  const double own = fits[order[at]].line.picosecondsPerCycle;
  double change = 0;
  for (const size_t neighbour : {at - 1, at + 1}) // at - 1 of the first one is past the end
    if (neighbour < order.size())
      change = std::max(change, std::abs(fits[order[neighbour]].line.picosecondsPerCycle - own));
  return change;
}

} // namespace

std::vector<ClockFit> fitCtaClocks(std::span<const CtaSpan> spans, const ClockFitOptions &options) {
  std::vector<ClockFit> fits;
  for (const CtaSpan &span : spans) {
    const std::array<ClockPair, 2> pairs{span.begin, span.end};
    fits.push_back(fitClockLine({pairs, {}}, options));
  }
  std::vector<size_t> order(spans.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return spans[i].begin.cycles.value; });
  for (size_t at = 0; at < order.size(); ++at) {
    const CtaSpan &span = spans[order[at]];
    const auto cycles = static_cast<double>(span.end.cycles.value - span.begin.cycles.value);
    fits[order[at]].line.uncertaintyPs += changeAround(fits, order, at) * cycles / 4;
  }
  return fits;
}

} // namespace pstudio::record
