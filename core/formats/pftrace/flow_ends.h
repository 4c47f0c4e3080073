// SPDX-License-Identifier: Apache-2.0
// Where arrows start and end, so that each event finds its own without a search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// The ends of all arrows of a trace, by event. [thread: any]
class FlowEnds {
public:
  /// O(events + flows), or O(1) without flows.
  explicit FlowEnds(const Trace &trace);

  struct End {
    uint32_t flow; ///< index into Trace::flows()
    bool isSource; ///< the arrow starts here
  };
  /// Ends at the slice or instant with this index, in the order of the flows.
  std::span<const End> at(EventRef::Kind kind, uint32_t index) const;

private:
  struct Table {
    std::vector<uint32_t>
        offsets; // by event, one more than there are events; empty if no event has an end
    std::vector<End> ends;
  };
  static Table makeTable(const Trace &trace, EventRef::Kind kind, size_t eventCount);
  Table m_slices, m_instants;
};

} // namespace pstudio
