// SPDX-License-Identifier: Apache-2.0
// States and operations below the scopes of a thread.
#include "collector/attach/shim/thread_path.h"

namespace pstudio::attach {

const ThreadPath::Entry *ThreadPath::find(uint64_t scope) const {
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
    if (entry->scope == scope)
      return &*entry;
  return nullptr;
}

void ThreadPath::leave(const Entry &entry, HostEvents &events, bool movesInner) {
  const auto at = static_cast<size_t>(&entry - entries.data());
  uint32_t outer = entries[at].node; // of the scope that is entered next, as it was
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
  uint32_t parent = at == 0 ? base : entries[at - 1].node;
  for (size_t i = at; movesInner && i < entries.size(); ++i) {
    const bool isSame = entries[i].node == outer; // an autotuner's
    outer = entries[i].node;
    entries[i].node = parent = isSame ? parent : events.childLike(parent, outer);
  }
}

uint32_t ThreadPath::child(HostEvents &events, Known &known, uint32_t parent, uint32_t text,
                           PathNodeKind kind) {
  if (known.node == 0 || known.parent != parent || known.text != text)
    known = {parent, text, events.child(parent, text, kind)};
  return known.node;
}

bool ThreadPath::isInScope(HostEvents &events, uint32_t name) {
  const uint32_t path = scopes();
  if (m_asked.parent != path || m_asked.text != name)
    m_asked = {path, name, events.hasScope(path, name) ? 1u : 0u};
  return m_asked.node != 0;
}

uint32_t ThreadPath::withState(HostEvents &events, uint32_t path) {
  if (!state)
    return path;
  path = child(events, m_state, path, state, PathNodeKind::State);
  return statePart ? child(events, m_part, path, statePart, PathNodeKind::Scope) : path;
}

uint32_t ThreadPath::withOperation(HostEvents &events) {
  const uint32_t path =
      operationState ? child(events, m_outerState, scopes(), operationState, PathNodeKind::State)
                     : scopes();
  return child(events, m_operation, path, operationName, PathNodeKind::Scope);
}

} // namespace pstudio::attach
