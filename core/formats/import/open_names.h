// SPDX-License-Identifier: Apache-2.0
// A stack of open events, each of which may end before those in it.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/ids.h"

namespace pstudio {

/// Open events from the outermost to the innermost one, by numbers that stay theirs while they are
/// open; small numbers, as they may index a vector. Constant time, on average, for every operation.
/// [not thread-safe]
class OpenNames {
public:
  static constexpr uint32_t kNone = 0xffffffffu;

  bool empty() const { return m_innermost == kNone; }
  uint32_t innermost() const { return m_innermost; }
  uint32_t outermost() const { return m_outermost; }
  /// The event around another one; none for the outermost.
  uint32_t outer(uint32_t event) const { return m_nodes[event].outer; }
  /// The event in another one; none for the innermost.
  uint32_t inner(uint32_t event) const { return m_nodes[event].inner; }
  StringId nameOf(uint32_t event) const { return m_nodes[event].name; }

  /// Adds an innermost event that an end event may close.
  uint32_t push(StringId name);
  /// Adds an event that no end event closes around another one; none: an innermost one.
  uint32_t insertAround(uint32_t inner);
  void remove(uint32_t event);

  /// Events that an end event may close.
  size_t closableCount() const { return m_closableCount; }
  /// The innermost event that an end event may close; none if there is none.
  uint32_t innermostClosable() const { return m_innermostClosable; }
  /// The innermost of those with a name, which may be none.
  uint32_t find(StringId name) const;
  /// Whether one event that an end event may close lies within another one.
  bool isWithin(uint32_t event, uint32_t other) const {
    return m_nodes[event].order > m_nodes[other].order;
  }

private:
  struct Node {
    StringId name;
    uint32_t order = 0; ///< of those that may be closed; 0: it may not
    uint32_t outer = kNone, inner = kNone;
    uint32_t outerClosable = kNone, innerClosable = kNone;
    uint32_t outerOfName = kNone, innerOfName = kNone; ///< while there is an index
  };
  struct Index {
    std::unordered_map<uint32_t, uint32_t> innermost; ///< by name
  };
  uint32_t addNode(StringId name);
  void addToIndex(uint32_t event);
  void removeFromIndex(uint32_t event);
  void makeIndex();

  std::vector<Node> m_nodes;
  std::vector<uint32_t> m_free;
  uint32_t m_innermost = kNone, m_outermost = kNone, m_innermostClosable = kNone;
  uint32_t m_closableCount = 0;
  std::unique_ptr<Index> m_index; ///< of deep stacks; shallow ones are searched
};

} // namespace pstudio
