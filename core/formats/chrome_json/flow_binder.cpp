// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/flow_binder.h"

#include <algorithm>
#include <optional>

namespace pstudio {
namespace {

/// The slices of one track, walked in order of time.
class TrackSweep {
public:
  explicit TrackSweep(std::span<const FlowTarget> targets) : m_targets(targets) {}

  /// The innermost slice around `time`. Times must not fall from call to call.
  std::optional<EventRef> around(int64_t time) {
    for (; m_next < m_targets.size() && m_targets[m_next].begin <= time; ++m_next)
      m_open.push_back(m_next);
    // Lazily: an ended slice below an open one waits until it is on top.
    while (!m_open.empty() && m_targets[m_open.back()].end < time)
      m_open.pop_back();
    return m_open.empty() ? std::nullopt : std::optional(m_targets[m_open.back()].slice);
  }

  /// The first slice that begins at or after `time`.
  std::optional<EventRef> after(int64_t time) const {
    const auto found = std::ranges::lower_bound(m_targets, time, {}, &FlowTarget::begin);
    return found == m_targets.end() ? std::nullopt : std::optional(found->slice);
  }

private:
  std::span<const FlowTarget> m_targets; // by begin, longest first
  size_t m_next = 0;
  std::vector<size_t> m_open;
};

struct BoundPoint {
  uint32_t flow;
  int64_t time;
  bool startsFlow;
  EventRef slice;
};

uint64_t addArrows(std::vector<BoundPoint> &bound, std::span<const uint64_t> ids,
                   TraceBuilder &builder) {
  std::ranges::stable_sort(bound, [](const BoundPoint &a, const BoundPoint &b) {
    return a.flow != b.flow ? a.flow < b.flow : a.time < b.time;
  });
  for (size_t i = 1; i < bound.size(); ++i) {
    const BoundPoint &from = bound[i - 1], &to = bound[i];
    if (from.flow == to.flow && !to.startsFlow)
      builder.addFlow(ids[to.flow], from.slice.kind, from.slice.index, to.slice.kind,
                      to.slice.index);
  }
  return bound.size();
}

} // namespace

uint64_t bindFlows(std::vector<FlowPoint> points, std::vector<FlowTarget> targets,
                   std::span<const uint64_t> ids, TraceBuilder &builder) {
  std::ranges::stable_sort(points, [](const FlowPoint &a, const FlowPoint &b) {
    return a.track != b.track ? a.track < b.track : a.time < b.time;
  });
  std::ranges::stable_sort(targets, [](const FlowTarget &a, const FlowTarget &b) {
    if (a.track != b.track)
      return a.track < b.track;
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<BoundPoint> bound;
  for (size_t i = 0; i < points.size();) {
    const TrackId track = points[i].track;
    const auto own = std::ranges::equal_range(targets, track, {}, &FlowTarget::track);
    TrackSweep sweep{std::span<const FlowTarget>(own.begin(), own.end())};
    for (; i < points.size() && points[i].track == track; ++i) {
      const FlowPoint &point = points[i];
      const auto slice = point.bindsToNext ? sweep.after(point.time) : sweep.around(point.time);
      if (slice)
        bound.push_back({point.flow, point.time, point.startsFlow, *slice});
    }
  }
  return points.size() - addArrows(bound, ids, builder);
}

} // namespace pstudio
