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
    return m_open.empty() ? std::nullopt : std::optional(m_targets[chosen(time)].slice);
  }

  /// The first slice that begins at or after `time`.
  std::optional<EventRef> after(int64_t time) const {
    const auto found = std::ranges::lower_bound(m_targets, time, {}, &FlowTarget::begin);
    return found == m_targets.end() ? std::nullopt : std::optional(found->slice);
  }

private:
  /// The innermost open slice; below a slice without a length, one that goes on.
  size_t chosen(int64_t time) const {
    constexpr size_t kMostWithoutLength = 64; // a bound on the time
    const size_t lowest = m_open.size() - std::min(m_open.size(), kMostWithoutLength);
    for (size_t i = m_open.size(); i-- > lowest;) {
      const FlowTarget &target = m_targets[m_open[i]];
      if (target.end > time)
        return m_open[i];
      if (target.end > target.begin)
        break;
    }
    return m_open.back();
  }

  std::span<const FlowTarget> m_targets; // by begin, longest first
  size_t m_next = 0;
  std::vector<size_t> m_open;
};

struct BoundPoint {
  uint32_t flow;
  int64_t time;
  uint32_t order;
  bool startsFlow;
  bool endsFlow;
  bool hasArrow;
  uint32_t process;
  EventRef slice;
};

/// Adds the arrows of one flow, whose points come in order of time.
class ArrowJoiner {
public:
  ArrowJoiner(uint64_t id, TraceBuilder &builder) : m_id(id), m_builder(builder) {}

  void add(BoundPoint &point) {
    if (point.startsFlow) {
      std::erase_if(m_open, [&](const Open &open) { return open.process == point.process; });
      if (m_open.size() == kMostOpen)
        m_open.erase(m_open.begin());
      m_open.push_back({point.process, &point});
      return;
    }
    if (m_open.empty()) {
      if (point.endsFlow)
        m_early.push_back(&point);
      return;
    }
    auto open = std::ranges::find(m_open, point.process, &Open::process);
    if (open == m_open.end())
      open = m_open.end() - 1;
    addArrow(*open->latest, point);
    if (point.endsFlow)
      m_open.erase(open);
    else
      open->latest = &point;
  }

  /// Joins ends that lie before their starts.
  void finish() {
    auto early = m_early.begin();
    for (const Open &open : m_open)
      if (open.latest->startsFlow && early != m_early.end() && (*early)->time <= open.latest->time)
        addArrow(*open.latest, **early++);
  }

private:
  static constexpr size_t kMostOpen = 64; // a bound on the time
  struct Open {
    uint32_t process;
    BoundPoint *latest;
  };
  void addArrow(BoundPoint &from, BoundPoint &to) {
    from.hasArrow = to.hasArrow = true;
    m_builder.addFlow(m_id, from.slice.kind, from.slice.index, to.slice.kind, to.slice.index);
  }

  uint64_t m_id;
  TraceBuilder &m_builder;
  std::vector<Open> m_open; // in order of time
  std::vector<BoundPoint *> m_early;
};

/// Returns the number of points without an arrow.
uint64_t addArrows(std::vector<BoundPoint> &bound, std::span<const uint64_t> ids,
                   TraceBuilder &builder) {
  std::ranges::stable_sort(bound, [](const BoundPoint &a, const BoundPoint &b) {
    if (a.flow != b.flow)
      return a.flow < b.flow;
    return a.time != b.time ? a.time < b.time : a.order < b.order;
  });
  for (size_t i = 0; i < bound.size();) {
    const uint32_t flow = bound[i].flow;
    ArrowJoiner joiner(ids[flow], builder);
    for (; i < bound.size() && bound[i].flow == flow; ++i)
      joiner.add(bound[i]);
    joiner.finish();
  }
  return static_cast<uint64_t>(
      std::ranges::count_if(bound, [](const BoundPoint &point) { return !point.hasArrow; }));
}

} // namespace

FlowLosses bindFlows(std::vector<FlowPoint> points, std::vector<FlowTarget> targets,
                     std::span<const uint64_t> ids, TraceBuilder &builder) {
  for (uint32_t i = 0; i < points.size(); ++i)
    points[i].order = i;
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
        bound.push_back({point.flow, point.time, point.order, point.startsFlow, point.endsFlow,
                         false, point.process, *slice});
    }
  }
  FlowLosses losses;
  losses.unbound = points.size() - bound.size();
  losses.open = addArrows(bound, ids, builder);
  return losses;
}

} // namespace pstudio
