// SPDX-License-Identifier: Apache-2.0
// Pairs the scope records of one unit and finds how the scopes nest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/operation_table.h"
#include "core/record/record.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// One instance of a scope.
struct MatchedScope {
  static constexpr uint32_t kNone = 0xffffffffu;
  int64_t begin = 0; ///< [cycles]
  int64_t end = 0;   ///< [cycles], >= begin
  uint32_t parent =
      kNone; ///< the instance that encloses it, an index into the same result; may be greater
  uint64_t laneMask = kAllLanes; ///< of the start, if flags has kSliceDivergent
  uint16_t operation = 0;
  uint8_t flags = 0; ///< SliceFlag bits
  bool operator==(const MatchedScope &) const = default;
};

/// Matches one unit after another; keeps its memory between them. [not thread-safe]
///
/// - An end closes the newest open start of the same operation with a lane in common, and every
///   other open start whose lanes are a subset of its own: diverged groups of lanes may enter apart
///   and leave together.
/// - The parent is the innermost open scope with a lane in common.
/// - A scope that ends after the scope it began in crosses it: no parent, kSliceCrossing.
/// - A step of an asynchronous queue that has an end is a scope, too. Its start and end have the
///   same key, and no records were dropped between them.
/// - A start without end is kept (kSliceNoEnd). It ends with the scope that statically encloses it,
///   at the next start of the same operation on the same lanes, or at the unit's last record.
/// - An end without start is kept (kSliceNoStart). If the ring dropped older records, it begins at
///   the unit's first record and encloses the scopes that ended before it; else it begins at the
///   preceding record.
/// Clocks that step back within the unit are raised to the latest preceding clock, so parents
/// contain children.
class ScopeMatcher {
public:
  /// `operations` must outlive the matcher.
  explicit ScopeMatcher(const OperationTable &operations);

  /// All scopes of a unit, in the order of their start records; a scope without start is at the
  /// position of its end record. `records` have their cycles; other kinds of record are ignored.
  /// `gaps`: positions of the records before which records were dropped, ascending. The result is
  /// valid until the next call. O(records).
  std::span<const MatchedScope> match(std::span<const Record> records, bool oldestDropped,
                                      std::span<const size_t> gaps = {});

  /// The record that made a scope of the last match: its start, else its end.
  uint32_t recordOf(size_t scope) const { return m_states[scope].record; }

  /// Records of the last match whose other half is missing.
  uint64_t unmatched() const { return m_unmatched; }

private:
  struct PerOperation {
    uint32_t newestOpen = MatchedScope::kNone;
    bool wasSeen = false;
  };
  struct PerScope {
    uint32_t nextOpen = MatchedScope::kNone; ///< older open scope of the same operation
    uint32_t openStaticChildren = 0;
    uint32_t record = 0; ///< position of the record that made it
    uint16_t key = 0;    ///< of a queue's step
    bool isStep = false; ///< of an asynchronous queue
    bool isOpen = true;
    bool isStaticChild =
        false; ///< its parent is that of the operation table, so the parent cannot end before it
  };

  void reset(std::span<const Record> records, bool oldestDropped);
  void passGap();
  bool isStep(const Record &record) const;
  void start(const Record &record);
  void end(const Record &record);
  void endWithoutStart(const Record &record);
  void closeAll();
  uint32_t add(const Record &record, int64_t begin, uint32_t parent);
  uint32_t innermostOpen(uint64_t laneMask);
  void forgetClosed();
  uint32_t findOpen(const Record &record) const;
  void close(uint32_t index);
  void closeLost(uint32_t index);
  void closeOne(uint32_t index);
  void closeLostDescendantsOf(uint32_t index);
  void addRoot(uint32_t index);
  bool isStaticParent(uint16_t operation, uint16_t parent) const;

  const OperationTable &m_operations;
  std::vector<PerOperation> m_perOperation;
  std::vector<MatchedScope> m_scopes;
  std::vector<PerScope> m_states;
  std::vector<uint32_t> m_open; // a stack; scopes that closed below its top leave later
  size_t m_openCount = 0;       // those in m_open that are open
  std::vector<uint32_t>
      m_roots;         // closed scopes without parent that a scope without start may still enclose
  int64_t m_first = 0; // clock of the first record
  int64_t m_previous = 0; // of the preceding record
  int64_t m_now = 0;      // of the current record
  uint32_t m_at = 0;      // position of the current record
  bool m_passedGap = false;
  uint64_t m_unmatched = 0;
  bool m_oldestDropped = false;
};

} // namespace pstudio::record
