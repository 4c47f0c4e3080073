// SPDX-License-Identifier: Apache-2.0
// Events at the other ends of arrows.
#include "viewer/geometry/timeline/flow_partners.h"

#include <algorithm>

namespace pstudio {
namespace {

void addPartner(const EventRef &event, bool isBefore, std::vector<FlowPartner> &out) {
  const FlowPartner partner{event, isBefore};
  if (std::find(out.begin(), out.end(), partner) == out.end())
    out.push_back(partner);
}

} // namespace

std::vector<FlowPartner> flowPartners(const Trace &trace, std::span<const Flow> flows,
                                      const EventRef &event) {
  std::vector<FlowPartner> partners;
  for (const Flow &flow : flows) {
    if (flow.to == event)
      addPartner(flow.from, true, partners);
    if (flow.from == event)
      addPartner(flow.to, false, partners);
  }
  if (partners.empty())
    for (const Flow &flow : flows) {
      const bool isFirst = std::none_of(flows.begin(), flows.end(),
                                        [&](const Flow &other) { return other.to == flow.from; });
      if (!isFirst)
        continue;
      addPartner(flow.from, true, partners);
      addPartner(flow.to, false, partners);
    }
  std::stable_sort(partners.begin(), partners.end(),
                   [&](const FlowPartner &a, const FlowPartner &b) {
                     if (a.isBefore != b.isBefore)
                       return a.isBefore;
                     return eventTime(trace, a.event).begin < eventTime(trace, b.event).begin;
                   });
  return partners;
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
