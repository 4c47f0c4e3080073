// SPDX-License-Identifier: Apache-2.0
// The table `args`: arguments of slices, instants, tracks and launches.
#include "core/query/argument_cell.h"
#include "core/query/column_table.h"

namespace pstudio::query {
namespace {

std::string_view argTypeName(ArgType type) {
  constexpr std::string_view kNames[] = {"int", "uint", "double", "bool", "string", "pointer"};
  return kNames[static_cast<size_t>(type)];
}

struct ArgumentRow {
  const Trace &trace;
  uint64_t set;
  const Arg &arg;
};

constexpr Column<ArgumentRow> kArgumentColumns[] = {
    {"arg_set_id", "set; slices, instants, tracks and launches refer to one",
     [](const ArgumentRow &row) { return row.set; }},
    {"key", "name of the argument, such as source or queue",
     [](const ArgumentRow &row) { return row.trace.string(row.arg.key); }},
    {"type", "int, uint, double, bool, string or pointer",
     [](const ArgumentRow &row) { return argTypeName(row.arg.type); }},
    {"value", "number or text",
     [](const ArgumentRow &row) { return argumentCell(row.trace, row.arg); }},
};
constexpr auto kArgumentColumnFacts = factsOf(kArgumentColumns);
constexpr TableFacts kArgumentFacts{"args", "an argument", kArgumentColumnFacts};
constexpr int kArgumentSet = columnIndex(kArgumentColumns, "arg_set_id");

/// Indexed by the set.
class ArgumentTable : public ColumnTable<ArgumentRow> {
public:
  explicit ArgumentTable(const TableSources &sources)
      : ColumnTable(kArgumentFacts, kArgumentColumns), m_trace(sources.trace) {
    const auto sets = static_cast<uint32_t>(m_trace.argSetCount());
    if (sets == 0)
      return;
    // The sets are neighbours in one column, by rising number.
    const Arg *first = m_trace.args(ArgSetId(0)).data();
    const std::span<const Arg> last = m_trace.args(ArgSetId(sets - 1));
    m_all = {first, last.data() + last.size()};
  }

  uint64_t rowCount() override { return m_all.size(); }
  bool isIndexed(const Condition &condition) const override {
    return condition.column == kArgumentSet;
  }

  ScanEstimate estimate(std::span<const Condition> conditions) const override {
    const double all = static_cast<double>(m_all.size()) + 1;
    const double sets = static_cast<double>(m_trace.argSetCount()) + 1;
    const double rows = hasEqual(conditions, kArgumentSet) ? all / sets : all;
    return {rows, rows};
  }

  RowSelection select(std::span<const Bound> bounds) override {
    const RowRange sets = rowRange(bounds, kArgumentSet, m_trace.argSetCount());
    return {.ranges = {{beginOf(sets.begin), beginOf(sets.end)}}};
  }

private:
  uint64_t beginOf(uint64_t set) const {
    if (set >= m_trace.argSetCount())
      return m_all.size();
    return static_cast<uint64_t>(m_trace.args(ArgSetId(static_cast<uint32_t>(set))).data() -
                                 m_all.data());
  }

  ArgumentRow rowAt(uint64_t row, ReadHint &hint) override {
    if (row < beginOf(hint.part) || row >= beginOf(hint.part + 1)) {
      size_t low = 0, high = m_trace.argSetCount(); // the last set that begins at or before the row
      while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        (beginOf(middle) <= row ? low : high) = middle;
      }
      hint.part = low;
    }
    return {m_trace, hint.part, m_all[row]};
  }

  const Trace &m_trace;
  std::span<const Arg> m_all; ///< of all sets, one after the other
};

} // namespace

Cell argumentCell(const Trace &trace, const Arg &arg) {
  switch (arg.type) {
  case ArgType::Int:
    return arg.intValue;
  case ArgType::Double:
    return arg.doubleValue;
  case ArgType::String:
    return trace.string(arg.stringValue);
  default:
    break;
  }
  // SQL has no unsigned numbers: what does not fit becomes the nearest real one.
  return arg.uintValue <= INT64_MAX ? Cell(static_cast<int64_t>(arg.uintValue))
                                    : Cell(static_cast<double>(arg.uintValue));
}

const TableDeclaration &argumentTable() {
  static constexpr TableDeclaration kTable = declare<ArgumentTable>(kArgumentFacts);
  return kTable;
}

} // namespace pstudio::query
