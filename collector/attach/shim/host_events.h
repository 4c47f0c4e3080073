// SPDX-License-Identifier: Apache-2.0
// Texts, call paths and events of the host, kept in memory until the process has an event log.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/event_log.h"

namespace pstudio::attach {

/// Numbers of texts and nodes begin at 1. They are valid from the start of the process to its end,
/// and in forked children. Event files use the same numbers for nodes, but other numbers for texts.
/// [thread: any, one lock]
class HostEvents {
public:
  /// Limit of events before the first use of the driver.
  static constexpr size_t kMaxKept = 8192;
  static constexpr size_t kMaxNodes = size_t(1) << 20;
  static constexpr size_t kMaxTexts = size_t(1) << 20;

  /// Number of a text. 0 if it is empty, or if there are kMaxTexts.
  uint32_t text(std::string_view text);
  /// The child node of `parent` with this text and kind. If there are kMaxNodes nodes, the result
  /// is `parent`, and left() grows. If a log is written, the node is in it before this returns.
  uint32_t child(uint32_t parent, uint32_t text, PathNodeKind kind);

  /// The child of `parent` with text and kind of `node`.
  uint32_t childLike(uint32_t parent, uint32_t node);

  /// True if `node` or one above it is a scope with this text. O(depth).
  bool hasScope(uint32_t node, uint32_t text);

  /// Adds an event. Its texts are numbers of text().
  void add(EventKind kind, uint32_t thread, const ScopeEvent &event);
  void add(uint32_t thread, const MetricEvent &event);
  void add(uint32_t thread, const SessionEvent &event);
  void add(EventKind kind, const RangeEvent &event);

  /// Writes the stored events, and all later events, to the log, which must outlive this object.
  void writeTo(EventLog &log);
  /// Discards the stored events and stores no more of them, since the server does not request call
  /// paths.
  void stopKeeping();
  bool isWritingTo(const EventLog &log) const {
    return m_log.load(std::memory_order_acquire) == &log;
  }
  /// Number of events and nodes that were dropped because of kMaxKept and kMaxNodes.
  uint64_t left() const { return m_left.load(std::memory_order_relaxed); }

  void lock() { m_mutex.lock(); }
  void unlock() { m_mutex.unlock(); }
  /// Resets the object in the child of a fork, with the lock held: nothing is written, no event is
  /// stored.
  void beginAnew();

private:
  struct Node {
    uint32_t parent = 0;
    uint32_t text = 0;
    PathNodeKind kind = PathNodeKind::Scope;
    bool operator==(const Node &) const = default;
  };
  struct NodeHash {
    size_t operator()(const Node &node) const {
      const uint64_t pair = uint64_t(node.parent) << 32 | node.text;
      return std::hash<uint64_t>()((pair ^ uint64_t(node.kind)) * 0x9e3779b97f4a7c15u);
    }
  };
  struct Kept {
    EventKind kind = EventKind::None;
    uint32_t thread = 0;
    std::variant<ScopeEvent, MetricEvent, SessionEvent, RangeEvent> content;
  };

  void addOrKeep(EventKind kind, uint32_t thread, const auto &event);
  void write(EventLog &log, EventKind kind, uint32_t thread, const auto &event);
  void writeNodes(EventLog &log);
  uint32_t fileText(EventLog &log, uint32_t text);
  void leave() { m_left.fetch_add(1, std::memory_order_relaxed); }

  std::mutex m_mutex;
  std::map<std::string, uint32_t, std::less<>> m_numbers;
  std::vector<const std::string *> m_texts; ///< keys of m_numbers
  std::vector<uint32_t> m_fileTexts;        ///< of the log; 0: not written yet
  std::unordered_map<Node, uint32_t, NodeHash> m_children;
  std::vector<Node> m_nodes;
  size_t m_writtenNodes = 0;
  std::vector<Kept> m_kept;
  bool m_isKeeping = true;
  std::atomic<EventLog *> m_log = nullptr;
  std::atomic<uint64_t> m_left = 0;
};

} // namespace pstudio::attach
