// SPDX-License-Identifier: Apache-2.0
// The next slice or instant whose name was searched for.
#include "app/window/find_event.h"

#include <tuple>
#include <vector>

#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {
namespace {

int64_t beginOf(const Trace &trace, const EventRef &event) {
  return event.kind == EventRef::Kind::Slice ? trace.sliceBegins()[event.index]
                                             : trace.instants()[event.index].time.value;
}

/// Finds the earliest of what it is given, and the earliest after `from`.
class NextFinder {
public:
  NextFinder(const Trace &trace, std::optional<EventRef> from) : m_trace(trace), m_from(from) {}

  void take(const EventRef &event) {
    if (!m_earliest || comesBefore(event, *m_earliest))
      m_earliest = event;
    const bool isAfter = m_from && comesBefore(*m_from, event);
    if (isAfter && (!m_next || comesBefore(event, *m_next)))
      m_next = event;
  }
  std::optional<EventRef> found() const { return m_next ? m_next : m_earliest; }

private:
  bool comesBefore(const EventRef &a, const EventRef &b) const {
    return std::tuple(beginOf(m_trace, a), a.kind, a.index) <
           std::tuple(beginOf(m_trace, b), b.kind, b.index);
  }

  const Trace &m_trace;
  std::optional<EventRef> m_from, m_earliest, m_next;
};

} // namespace

std::optional<EventRef> findNextEvent(const Trace &trace, std::string_view text,
                                      std::optional<EventRef> from) {
  const std::vector<bool> wanted = namesContaining(trace, text);
  const auto isWanted = [&](StringId name) {
    return name.value < wanted.size() && wanted[name.value];
  };
  NextFinder finder(trace, from);
  const auto names = trace.sliceNames();
  for (uint32_t at = 0; at < names.size(); ++at)
    if (isWanted(names[at]))
      finder.take({EventRef::Kind::Slice, at});
  const auto instants = trace.instants();
  for (uint32_t at = 0; at < instants.size(); ++at)
    if (isWanted(instants[at].name))
      finder.take({EventRef::Kind::Instant, at});
  return finder.found();
}

} // namespace pstudio
