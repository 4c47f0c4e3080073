// SPDX-License-Identifier: Apache-2.0
// One call of the program that starts device work, as an event.
#pragma once

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/host_path.h"
#include "collector/attach/shim/process_facts.h"

namespace pstudio::attach {

/// Made before the call, in its thread.
class LaunchNote {
public:
  LaunchNote(Attachment &attachment, LaunchKind kind) : m_attachment(attachment) {
    event.id = attachment.launches.fetch_add(1, std::memory_order_relaxed) + 1;
    event.kind = kind;
    event.path = HostPath::current(attachment);
    event.operation = HostPath::operation();
    event.kernel = UINT32_MAX;
  }

  /// Calls the driver's function: the work that it starts belongs to this launch.
  template <class Call> auto during(const Call &call) {
    const bool isOn = m_attachment.activity.isOn();
    if (isOn)
      m_attachment.activity.enter(event.id);
    event.begin = nowNs();
    const auto result = call();
    event.end = nowNs();
    if (isOn)
      m_attachment.activity.leave();
    return result;
  }

  /// The call has started the work.
  void write() { m_attachment.events.add(EventKind::Launch, threadId(), event); }

  LaunchEvent event;

private:
  Attachment &m_attachment;
};

} // namespace pstudio::attach
