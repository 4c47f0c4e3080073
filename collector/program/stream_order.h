// SPDX-License-Identifier: Apache-2.0
// Predecessors of the next work of a stream: launches of a program that must end first.
#pragma once

#include <cstdint>
#include <map>
#include <set>

namespace pstudio::program {

/// Streams and events are identified by their handles in host code, launches by number. The null
/// stream has no special meaning. [not thread-safe]
class StreamOrder {
public:
  using Launch = uint64_t;
  using Launches = std::set<Launch>;

  void launched(void *stream, Launch launch) { m_streams[stream].insert(launch); }
  /// The event represents the current predecessors of `stream`.
  void record(void *event, void *stream) { m_events[event] = m_streams[stream]; }
  /// Adds the launches that the event represents to the predecessors of the stream.
  void await(void *stream, void *event);
  /// Removes a launch that has ended from all predecessors.
  void ended(Launch launch);
  void forgetStream(void *stream) { m_streams.erase(stream); }
  void forgetEvent(void *event) { m_events.erase(event); }

  /// Launches of the stream and its other predecessors that have not ended. O(log streams).
  Launches ofStream(void *stream) const { return find(m_streams, stream); }
  Launches ofEvent(void *event) const { return find(m_events, event); }

private:
  using ByHandle = std::map<void *, Launches>;
  static Launches find(const ByHandle &all, void *handle);

  ByHandle m_streams;
  ByHandle m_events;
};

} // namespace pstudio::program
