// SPDX-License-Identifier: Apache-2.0
#include "core/clocks/cta_clocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pstudio::record {
namespace {

/// Largest difference of the rates of a CTA and its neighbours in time [ps per cycle].
double changeAround(std::span<const ClockFit> fits, std::span<const size_t> order, size_t at) {
  const double own = fits[order[at]].line.picosecondsPerCycle;
  Interval rates{own, own};
  for (const size_t neighbour : {at - 1, at + 1}) { // at - 1 of the first one is past the end
    if (neighbour >= order.size())
      continue;
    const double rate = fits[order[neighbour]].line.picosecondsPerCycle;
    rates = {std::min(rates.low, rate), std::max(rates.high, rate)};
  }
  return rates.high - rates.low;
}

/// The most cycles between neighbours of `pairs`, which are sorted.
int64_t longestGap(std::span<const ClockPair> pairs) {
  int64_t longest = 0;
  for (size_t i = 1; i < pairs.size(); ++i)
    longest = std::max(longest, pairs[i].cycles.value - pairs[i - 1].cycles.value);
  return longest;
}

/// The pairs of all CTAs of an SM, by cycles.
class SmPairs {
public:
  explicit SmPairs(std::span<const CtaSpan> spans) {
    for (const CtaSpan &span : spans) {
      m_pairs.push_back(span.begin);
      m_pairs.push_back(span.end);
    }
    std::ranges::sort(m_pairs, {}, cyclesOf);
  }

  /// The pairs that were read while a CTA ran, including its own.
  std::span<const ClockPair> during(const CtaSpan &span) const {
    const auto [first, last] = std::minmax({cyclesOf(span.begin), cyclesOf(span.end)});
    const auto begin = std::ranges::lower_bound(m_pairs, first, {}, cyclesOf);
    const auto end = std::ranges::upper_bound(m_pairs, last, {}, cyclesOf);
    return {begin, end};
  }

private:
  static int64_t cyclesOf(const ClockPair &pair) { return pair.cycles.value; }

  std::vector<ClockPair> m_pairs;
};

} // namespace

std::vector<ClockFit> fitCtaClocks(std::span<const CtaSpan> spans, const ClockFitOptions &options) {
  const SmPairs pairs(spans);
  std::vector<ClockFit> fits;
  for (const CtaSpan &span : spans)
    fits.push_back(fitClockLine({pairs.during(span), {}}, options));
  std::vector<size_t> order(spans.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return spans[i].begin.cycles.value; });
  for (size_t at = 0; at < order.size(); ++at) {
    const auto gap = static_cast<double>(longestGap(pairs.during(spans[order[at]])));
    fits[order[at]].line.uncertaintyPs += changeAround(fits, order, at) * gap / 4;
  }
  return fits;
}

} // namespace pstudio::record
