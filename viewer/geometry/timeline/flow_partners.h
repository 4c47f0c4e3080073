// SPDX-License-Identifier: Apache-2.0
// The events at the other ends of an event's arrows.
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
/// partner once. An event without an arrow of its own, such as a copy in flight between its issue
/// and its wait, has both ends of the first arrow of each path as partners. O(flows log flows).
std::vector<FlowPartner> flowPartners(const Trace &trace, std::span<const Flow> flows,
                                      const EventRef &event);

/// The time of a slice; of an instant an empty range.
TimeRange eventTime(const Trace &trace, const EventRef &event);
TrackId eventTrack(const Trace &trace, const EventRef &event);
StringId eventName(const Trace &trace, const EventRef &event);

/// Maximum number of arrows in a frame. More arrows cannot be distinguished.
inline constexpr size_t kMaxDrawnArrows = 100;
/// `flows` of an event; of more than kMaxDrawnArrows those whose other ends are the nearest in
/// time. O(flows).
std::vector<Flow> nearestFlows(const Trace &trace, std::vector<Flow> flows, const EventRef &event);

} // namespace pstudio
