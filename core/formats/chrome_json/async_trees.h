// SPDX-License-Identifier: Apache-2.0
// Which asynchronous events (b, n, e) of Chrome JSON nest in each other.
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/import/open_names.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Follows the open events of each id. Events of one id form a tree; its root decides the track. An
/// id that is not local to a process may join processes: an event belongs to the open tree of its
/// own process, else to one that another process opened. A begin with the name of that tree's root
/// starts a tree of its own, as in files of several processes that count their ids alike.
/// [not thread-safe]
class AsyncTrees {
public:
  struct Event {
    uint32_t id = 0;      ///< equal for equal ids; small numbers, as they index a vector
    uint32_t process = 0; ///< equal for events of one process
    StringId name;        ///< none ends the innermost event
  };
  /// The place of an event: a stack number, counted from 0, and the track of its tree, none if the
  /// event is its tree's root or outside of all trees.
  struct Place {
    uint32_t tree = 0;
    TrackId track;
  };

  /// Events come in order of time. O(processes of the id, at most 64).
  Place begin(const Event &event);
  /// Decides the track of a tree whose root has begun.
  void setTrack(const Event &root, TrackId track);
  Place end(const Event &event, const TraceBuilder &builder);
  Place at(const Event &event);

  uint32_t treeCount() const { return m_treeCount; }

private:
  struct Tree {
    uint32_t number = 0;
    uint32_t process = 0;
    TrackId track;
    OpenNames open;
  };
  Tree &ownTree(const Event &event);
  Tree *openTree(const Event &event);

  std::vector<std::vector<Tree>> m_trees; ///< by id
  uint32_t m_treeCount = 0;
};

} // namespace pstudio
