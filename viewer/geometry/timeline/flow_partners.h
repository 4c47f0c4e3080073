// SPDX-License-Identifier: Apache-2.0
// What the arrows of an event lead to.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// An event at the other end of an arrow.
struct FlowPartner {
  EventRef event;
  bool isBefore = false; ///< the arrow leads from it to the event; else from the event to it
  bool operator==(const FlowPartner &) const = default;
};

/// The partners of `event` among these arrows, those before it first, each group by time, each
/// partner once. An event that no arrow touches, such as a copy in flight between its issue and its
/// wait, has the first and second stations of the arrows as partners. O(flows log flows).
std::vector<FlowPartner> flowPartners(const Trace &trace, std::span<const Flow> flows,
                                      const EventRef &event);

/// The time of a slice; of an instant an empty range.
TimeRange eventTime(const Trace &trace, const EventRef &event);
TrackId eventTrack(const Trace &trace, const EventRef &event);
StringId eventName(const Trace &trace, const EventRef &event);

/// A frame draws no more arrows: beyond, none can be told from another.
inline constexpr size_t kMostDrawnArrows = 100;
/// `flows` of an event; of more than kMostDrawnArrows those whose other ends are the nearest in
/// time. O(flows).
std::vector<Flow> nearestFlows(const Trace &trace, std::vector<Flow> flows, const EventRef &event);

} // namespace pstudio
