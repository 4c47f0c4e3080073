// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/strand_plan.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <set>

namespace pstudio {
namespace {

/// Slices without a length that begin where their parents end, in any depth: they come before all
/// others of that time, so that their parents are still open.
std::vector<bool> findLast(const Trace &trace, SliceRange slices) {
  std::vector<bool> isLast(slices.size());
  for (uint32_t i = 0; i < slices.size(); ++i) {
    const SliceId slice(slices.begin + i), parent = trace.parentOf(slice);
    const TimeRange time = trace.sliceTime(slice);
    if (!parent.isValid() || time.begin != time.end)
      continue;
    const TimeRange outer = trace.sliceTime(parent);
    isLast[i] =
        isLast[parent.value - slices.begin] || (outer.begin < time.begin && outer.end == time.end);
  }
  return isLast;
}

/// The slices of a track by begin, and by row where they begin together.
std::vector<uint32_t> orderOf(const Trace &trace, SliceRange slices) {
  const std::vector<bool> isLast = findLast(trace, slices);
  std::vector<uint32_t> order(slices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    const int64_t beginA = trace.sliceBegins()[slices.begin + a];
    const int64_t beginB = trace.sliceBegins()[slices.begin + b];
    if (beginA != beginB)
      return beginA < beginB;
    return isLast[a] != isLast[b] ? bool(isLast[a]) : a < b;
  });
  return order;
}

} // namespace

/// Fills a plan.
class StrandMaker {
public:
  StrandMaker(const Trace &trace, StrandPlan &plan) : m_trace(trace), m_plan(plan) {}

  void run() {
    const SliceRange &slices = m_plan.m_slices;
    std::vector<uint32_t> numbers(slices.size()); // of the begins
    uint32_t number = 0;
    for (const uint32_t i : orderOf(m_trace, slices)) {
      const SliceId slice(slices.begin + i), parent = m_trace.parentOf(slice);
      const uint32_t strand = choose(slice);
      numbers[i] = number++;
      m_plan.m_strands[i] = strand;
      if (parent.isValid() && m_plan.strandOf(parent) != strand)
        m_plan.m_distances[i] = numbers[i] - numbers[parent.value - slices.begin];
      m_plan.m_steps.push_back(i);
      m_open[strand].push_back(slice);
    }
    for (std::vector<SliceId> &open : m_open)
      while (!open.empty())
        endInnermost(open);
    m_plan.m_strandCount = static_cast<uint32_t>(m_open.size());
  }

private:
  using Strand = std::vector<SliceId>; // the open slices, outermost first

  uint32_t choose(SliceId slice) {
    const TimeRange time = m_trace.sliceTime(slice);
    const SliceId parent = m_trace.parentOf(slice);
    if (!parent.isValid())
      return takeFree(time);
    const uint32_t strand = m_plan.strandOf(parent);
    Strand &open = m_open[strand];
    while (!open.empty() && open.back() != parent &&
           m_trace.sliceTime(open.back()).end <= time.begin)
      endInnermost(open);
    const bool nests = !open.empty() && open.back() == parent &&
                       time.begin >= m_trace.sliceTime(parent).begin &&
                       time.end <= m_trace.sliceTime(parent).end;
    return nests ? strand : takeFree(time);
  }

  /// The first strand without an open slice, taken for a slice of this time.
  uint32_t takeFree(TimeRange time) {
    for (; !m_busy.empty() && m_busy.top().first <= time.begin.value; m_busy.pop()) {
      Strand &open = m_open[m_busy.top().second];
      while (!open.empty())
        endInnermost(open);
      m_free.insert(m_busy.top().second);
    }
    uint32_t strand = static_cast<uint32_t>(m_open.size());
    if (m_free.empty())
      m_open.emplace_back();
    else
      strand = m_free.extract(m_free.begin()).value();
    m_busy.emplace(time.end.value, strand);
    return strand;
  }

  void endInnermost(Strand &open) {
    m_plan.m_steps.push_back((open.back().value - m_plan.m_slices.begin) | StrandPlan::kEnd);
    open.pop_back();
  }

  using Busy = std::pair<int64_t, uint32_t>; // end, strand
  const Trace &m_trace;
  StrandPlan &m_plan;
  std::vector<Strand> m_open;
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> m_busy;
  std::set<uint32_t> m_free;
};

StrandPlan::StrandPlan(const Trace &trace, TrackId track)
    : m_slices(slicesOf(trace, track)), m_strands(m_slices.size()), m_distances(m_slices.size()) {
  m_steps.reserve(2 * size_t{m_slices.size()});
  StrandMaker(trace, *this).run();
}

} // namespace pstudio
