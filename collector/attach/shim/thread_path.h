// SPDX-License-Identifier: Apache-2.0
// The scopes of one thread, and what its next launches are called.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/host_events.h"
#include "collector/attach/shim/python_frames.h"

namespace pstudio::attach {

/// [thread: its own]
class ThreadPath {
public:
  struct Entry {
    uint64_t scope = 0; ///< 0: of an autotuner
    uint32_t node = 0;
    uint32_t entered = 0; ///< `node` when the scope was entered: the path of its events
  };

  /// A range of NVTX that the thread has pushed.
  struct Range {
    uint64_t scope = 0;
    uint64_t domain = 0;
  };

  explicit ThreadPath(uint32_t number) : thread(number) {}

  uint32_t thread;   ///< the kernel's id
  uint32_t base = 0; ///< path of the main thread below which the thread's own scopes are
  uint32_t baseEpoch = 0;
  std::vector<Entry> entries;
  std::vector<Range> ranges;
  int autotuning = 0;

  uint32_t state = 0;     ///< text; 0: none
  uint32_t statePart = 0; ///< text of a second node below it; 0: none
  uint32_t operationName = 0;
  uint32_t operationState = 0; ///< the state in which it was entered
  uint64_t operation = 0;      ///< 0: none
  KnownFrames frames;

  uint32_t scopes() const { return entries.empty() ? base : entries.back().node; }
  const Entry *find(uint64_t scope) const;
  /// Removes a scope that was entered. Where `movesInner`, scopes that were entered in it are from
  /// then on in its own; else they keep their path.
  void leave(const Entry &entry, HostEvents &events, bool movesInner);
  bool isInAutotuner() const { return !entries.empty() && entries.back().scope == 0; }
  /// True if a scope of this name is part of the path. A lock if scopes() has changed.
  bool isInScope(HostEvents &events, uint32_t name);
  /// Below `path`: the state.
  uint32_t withState(HostEvents &events, uint32_t path);
  /// The path below which metrics of the operation are; its last node is the operation's name.
  uint32_t withOperation(HostEvents &events);

private:
  // The last child of each kind, which is mostly the next one.
  struct Known {
    uint32_t parent = 0, text = 0, node = 0;
  };
  static uint32_t child(HostEvents &events, Known &known, uint32_t parent, uint32_t text,
                        PathNodeKind kind);
  Known m_state, m_part, m_outerState, m_operation;
  Known m_asked; ///< isInScope(): node is 1 if the path `parent` has a scope `text`
};

} // namespace pstudio::attach
