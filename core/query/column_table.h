// SPDX-License-Identifier: Apache-2.0
// Tables of SQL that are made of declared columns.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/query/query_table.h"
#include "core/query/track_places.h"
#include "core/trace/trace.h"

namespace pstudio::query {

using table::Column;
using table::columnIndex;
using table::factsOf;

/// The sources of all tables. They must outlive the tables.
struct TableSources {
  const Trace &trace;
  const Trace &recorded; ///< the same trace with times as recorded
  const TrackPlaces &places;
};

/// A table, without a trace.
struct TableDeclaration {
  TableFacts facts;
  std::unique_ptr<QueryTable> (*make)(const TableSources &sources);
};

/// The cells of `Row`s. `facts` and `columns` are constants with the same columns.
template <class Row> class ColumnTable : public QueryTable {
public:
  ColumnTable(const TableFacts &facts, std::span<const Column<Row>> columns)
      : m_facts(facts), m_columns(columns) {}

  const TableFacts &facts() const final { return m_facts; }
  Cell cell(uint64_t row, int column, ReadHint &hint) final {
    return m_columns[static_cast<size_t>(column)].value(rowAt(row, hint));
  }

protected:
  virtual Row rowAt(uint64_t row, ReadHint &hint) = 0;

private:
  const TableFacts &m_facts;
  const std::span<const Column<Row>> m_columns;
};

/// The declaration of a table of class `Table`, which is made from the sources.
template <class Table> constexpr TableDeclaration declare(const TableFacts &facts) {
  return {facts, [](const TableSources &sources) -> std::unique_ptr<QueryTable> {
            return std::make_unique<Table>(sources);
          }};
}

/// The columns that every table with a track has, in this order. Rows have track(), and place() of
/// it.
template <class Row>
inline constexpr Column<Row> kPlaceColumns[5] = {
    {"track_id", "track, tracks.id", [](const Row &row) { return row.track(); }},
    {"launch_id", "launch, launches.id", [](const Row &row) { return row.place().launch; }},
    {"sm", "number of the SM (compute unit)",
     [](const Row &row) { return numberOrNull(row.place().sm); }},
    {"cta", "linear number of the CTA (workgroup)",
     [](const Row &row) { return numberOrNull(row.place().cta); }},
    {"warp", "number of the warp (wavefront) in its CTA",
     [](const Row &row) { return numberOrNull(row.place().warp); }},
};

/// All tables of a trace, in the order of queryTables() without its view.
std::vector<std::unique_ptr<QueryTable>> makeQueryTables(const TableSources &sources);
/// The statement that creates the view `events`. \param hasFile  each table has a column `file`
std::string eventViewText(bool hasFile);

/// Every table, each in a source of its name.
const TableDeclaration &sliceTable();
const TableDeclaration &scopeTable();
const TableDeclaration &trackTable();
const TableDeclaration &launchTable();
const TableDeclaration &instantTable();
const TableDeclaration &flowTable();
const TableDeclaration &counterTable();
const TableDeclaration &argumentTable();
const TableDeclaration &overlapTable();
const TableDeclaration &accessTable();
const TableDeclaration &rankTable();
const TableDeclaration &noteTable();

} // namespace pstudio::query
