// SPDX-License-Identifier: Apache-2.0
// Which launches of a program the next work of a stream has to come after.
#pragma once

#include <cstdint>
#include <map>
#include <set>

namespace pstudio::program {

/// Streams and events as host code knows them, by their handles; launches by number. A null stream
/// is one like the others. [not thread-safe]
class StreamOrder {
public:
  using Launch = uint64_t;
  using Launches = std::set<Launch>;

  void launched(void *stream, Launch launch) { m_streams[stream].insert(launch); }
  /// The event stands for all that `stream` comes after so far.
  void record(void *event, void *stream) { m_events[event] = m_streams[stream]; }
  /// The stream's next work comes after all that the event stands for.
  void await(void *stream, void *event);
  /// The launch has ended: nothing has to wait for it any more.
  void ended(Launch launch);
  void forgetStream(void *stream) { m_streams.erase(stream); }
  void forgetEvent(void *event) { m_events.erase(event); }

  /// Launches of and before the stream that have not ended. O(log streams).
  Launches ofStream(void *stream) const { return find(m_streams, stream); }
  Launches ofEvent(void *event) const { return find(m_events, event); }

private:
  using ByHandle = std::map<void *, Launches>;
  static Launches find(const ByHandle &all, void *handle);

  ByHandle m_streams;
  ByHandle m_events;
};

} // namespace pstudio::program
