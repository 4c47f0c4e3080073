// SPDX-License-Identifier: Apache-2.0
// Events at the other ends of arrows.
#include "viewer/geometry/timeline/flow_partners.h"

#include <algorithm>
#include <tuple>

namespace pstudio {
namespace {

/// Sorts by side, time and place in the trace, and removes what occurs twice.
void arrangePartners(const Trace &trace, std::vector<FlowPartner> &partners) {
  const auto keyOf = [&](const FlowPartner &partner) {
    return std::tuple(!partner.isBefore, eventTime(trace, partner.event).begin, partner.event.kind,
                      partner.event.index);
  };
  std::sort(partners.begin(), partners.end(),
            [&](const FlowPartner &a, const FlowPartner &b) { return keyOf(a) < keyOf(b); });
  partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
}

} // namespace

std::vector<FlowPartner> flowPartners(const Trace &trace, std::span<const Flow> flows,
                                      const EventRef &event) {
  std::vector<FlowPartner> partners;
  for (const Flow &flow : flows) {
    if (flow.to == event)
      partners.push_back({flow.from, true});
    if (flow.from == event)
      partners.push_back({flow.to, false});
  }
  if (partners.empty())
    for (const Flow &flow : flows) {
      const bool isFirst = std::none_of(flows.begin(), flows.end(),
                                        [&](const Flow &other) { return other.to == flow.from; });
      if (!isFirst)
        continue;
      partners.push_back({flow.from, true});
      partners.push_back({flow.to, false});
    }
  arrangePartners(trace, partners);
  return partners;
}

std::vector<Flow> nearestFlows(const Trace &trace, std::vector<Flow> flows, const EventRef &event) {
  if (flows.size() <= kMaxDrawnArrows)
    return flows;
  const Picoseconds begin = eventTime(trace, event).begin;
  const auto distance = [&](const Flow &flow) {
    const EventRef &other = flow.from == event ? flow.to : flow.from;
    const Picoseconds time = eventTime(trace, other).begin;
    return std::max(time, begin) - std::min(time, begin);
  };
  const auto last = flows.begin() + kMaxDrawnArrows;
  std::nth_element(flows.begin(), last, flows.end(),
                   [&](const Flow &a, const Flow &b) { return distance(a) < distance(b); });
  flows.erase(last, flows.end());
  return flows;
}

TimeRange eventTime(const Trace &trace, const EventRef &event) {
  if (event.kind == EventRef::Kind::Slice)
    return trace.sliceTime(SliceId(event.index));
  const Picoseconds time = trace.instants()[event.index].time;
  return {time, time};
}

TrackId eventTrack(const Trace &trace, const EventRef &event) {
  if (event.kind == EventRef::Kind::Slice)
    return trace.row(trace.rowOf(SliceId(event.index))).track;
  return trace.instants()[event.index].track;
}

StringId eventName(const Trace &trace, const EventRef &event) {
  return event.kind == EventRef::Kind::Slice ? trace.sliceNames()[event.index]
                                             : trace.instants()[event.index].name;
}

} // namespace pstudio
