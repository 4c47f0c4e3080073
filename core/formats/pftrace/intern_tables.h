// SPDX-License-Identifier: Apache-2.0
// The numbers that stand for names and argument sets in a file, fixed before any event is written,
// so that events can be written in any order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/formats/pftrace/perfetto_fields.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Interning ids of the texts of one interning table.
class InternTable {
public:
  /// `field`: the table's field of InternedData; ids count up from `firstIid`.
  InternTable(perfetto::Field field, uint32_t firstIid) : m_field(field), m_nextIid(firstIid) {}

  /// Gives the text an id unless it has one. None counts as the empty text.
  void add(StringId id);
  /// The id of a text that was added.
  uint64_t iidOf(StringId id) const { return m_iids[id.isValid() ? id.value : 0]; }
  /// Appends an InternedData entry for each text, in the order of their ids.
  void announce(const Trace &trace, std::string &internedData) const;
  /// Appends one entry.
  void announce(uint64_t iid, std::string_view text, std::string &internedData) const;

private:
  perfetto::Field m_field;
  uint32_t m_nextIid;
  std::vector<uint32_t> m_iids; // by StringId; 0 = none
  std::vector<StringId> m_order;
};

/// All tables of a trace. Numbers follow the order in which the trace's columns use things, so
/// equal traces give equal tables however they were built. [thread: any, once made]
class InternTables {
public:
  /// O(events and arguments).
  explicit InternTables(const Trace &trace);

  const InternTable &names() const { return m_names; }
  const InternTable &categories() const { return m_categories; }
  const InternTable &argNames() const { return m_argNames; }
  const InternTable &argStrings() const { return m_argStrings; }
  /// 1, 2, ... by first use: launches, tracks, slices, instants.
  uint32_t argSetNumber(ArgSetId args) const { return m_argSets[args.value]; }

  /// Appends all entries to an InternedData message.
  void announce(const Trace &trace, std::string &internedData) const;

private:
  void addArgSet(const Trace &trace, ArgSetId args);

  InternTable m_names, m_categories, m_argNames, m_argStrings;
  std::vector<uint32_t> m_argSets; // by ArgSetId; 0 = not used
  uint32_t m_nextArgSet = 1;
};

} // namespace pstudio
