// SPDX-License-Identifier: Apache-2.0
// Actions of a file until they are put in order, in few bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/formats/import/event_applier.h"

namespace pstudio {

/// A table that grows without moving, and frees its memory as its entries are taken. [not
/// thread-safe]
template <class T> class TakenTable {
public:
  size_t size() const { return m_size; }
  const T &operator[](size_t index) const { return m_parts[index / kPart].entries[index % kPart]; }
  void add(const T &entry) {
    if (m_size % kPart == 0)
      m_parts.push_back({std::make_unique_for_overwrite<T[]>(kPart), 0});
    m_parts.back().entries[m_size++ % kPart] = entry;
  }
  /// Each entry at most once, after the last add().
  T take(size_t index) {
    Part &part = m_parts[index / kPart];
    const T entry = part.entries[index % kPart];
    if (++part.taken == kPart)
      part.entries.reset();
    return entry;
  }

private:
  static constexpr size_t kPart = 16'384; // entries; large enough to go back to the system
  struct Part {
    std::unique_ptr<T[]> entries;
    size_t taken = 0;
  };
  std::vector<Part> m_parts;
  size_t m_size = 0;
};

/// Actions in the order of a file. 48 bytes each; 16 of ends that have neither name nor arguments.
/// Memory is freed as actions are taken. [not thread-safe]
class ActionQueue {
public:
  /// All but the track, which the stack stands for.
  void add(const TrackAction &action);
  size_t size() const { return m_actions.size(); }
  /// Begins and complete slices.
  size_t sliceCount() const { return m_sliceCount; }
  /// [ns, absolute]
  int64_t timeAt(size_t index) const { return m_actions[index].timestamp; }
  /// The numbers of all actions by rising time, equal times in the order of the file; empty if the
  /// file has that order. O(n log n).
  std::vector<uint32_t> orderByTime() const;
  /// An action without its track. Each at most once, after the last add().
  TrackAction take(size_t index);

private:
  static constexpr uint32_t kPlainEnd = 0xffffffffu;
  struct Action {
    int64_t timestamp;
    uint32_t stack;
    uint32_t detail; ///< index of the rest, or kPlainEnd
  };
  struct Detail {
    int64_t value; ///< of Complete the duration, of Sample the bits
    StringId name, category;
    ArgSetId args;
    uint32_t firstFlow;
    uint16_t flowCount, remainderPs;
    TrackAction::Kind kind;
    uint8_t flags;
  };

  TakenTable<Action> m_actions;
  TakenTable<Detail> m_details;
  size_t m_sliceCount = 0;
};

} // namespace pstudio
