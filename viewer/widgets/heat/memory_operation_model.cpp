// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/memory_operation_model.h"

#include <algorithm>
#include <array>

#include "viewer/geometry/heat/memory_operation_lines.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

/// Columns of the model are the figures, in their order.
MemoryOperationFigure figureOf(int column) {
  return static_cast<MemoryOperationFigure>(column);
}

QString count(uint64_t number) {
  return toQString(countText(number));
}

/// For each row the place of its word among all, sorted.
template <class Word>
std::vector<double> ranksOf(const std::vector<MemoryOperationRow> &rows, const Word &wordOf) {
  std::vector<std::string> words;
  for (const MemoryOperationRow &row : rows)
    words.push_back(row.*wordOf);
  std::ranges::sort(words);
  std::vector<double> ranks;
  for (const MemoryOperationRow &row : rows)
    ranks.push_back(
        static_cast<double>(std::ranges::lower_bound(words, row.*wordOf) - words.begin()));
  return ranks;
}

/// Exact values, and how they are counted.
QString tipOf(const MemoryOperationRow &row, int column) {
  const QString units = QLatin1String(unitOf(row, false));
  switch (column) {
  case MemoryOperationModel::Line:
  case MemoryOperationModel::Operation:
    return row.place ? MemoryOperationModel::tr("%1, %2\n%3")
                           .arg(toQString(row.operation), toQString(shortPlace(*row.place)),
                                toQString(row.source))
                           .trimmed()
                     : toQString(row.operation);
  case MemoryOperationModel::Accesses:
    return MemoryOperationModel::tr("%1 warp accesses").arg(count(row.accesses));
  case MemoryOperationModel::Moved:
    return MemoryOperationModel::tr("%1 %2 in %3 accesses")
        .arg(count(row.moved), units, count(row.accesses));
  case MemoryOperationModel::Ideal:
    return row.isShared() ? MemoryOperationModel::tr("Ideal: %1 wavefronts (no bank conflicts)")
                                .arg(count(row.ideal))
                          : MemoryOperationModel::tr("Ideal: %1 sectors (only the requested bytes)")
                                .arg(count(row.ideal));
  case MemoryOperationModel::Efficiency:
    return MemoryOperationModel::tr("%1 of %2 %3 are required")
        .arg(count(row.ideal), count(row.moved), units);
  case MemoryOperationModel::Excess:
    return MemoryOperationModel::tr("%1 %2 more than ideal, %3 bytes")
        .arg(count(row.moved - row.ideal), units, count(row.excessBytes));
  case MemoryOperationModel::Pattern:
    return MemoryOperationModel::tr("%1 of the accesses are %2")
        .arg(toQString(formatPercent(row.patternPart)), toQString(row.pattern));
  default:
    return row.isShared()
               ? MemoryOperationModel::tr("Up to %1 words of one bank requested concurrently")
                     .arg(row.worstDegree)
               : MemoryOperationModel::tr("Global memory has no banks");
  }
}

} // namespace

void MemoryOperationModel::setRows(std::vector<MemoryOperationRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  m_operationRanks = ranksOf(m_rows, &MemoryOperationRow::operation);
  m_patternRanks = ranksOf(m_rows, &MemoryOperationRow::pattern);
  m_mostExcess = 0;
  for (const MemoryOperationRow &row : m_rows)
    m_mostExcess = std::max(m_mostExcess, row.excessBytes);
  setItemCount(m_rows.size());
  endResetModel();
}

int MemoryOperationModel::lineOfSite(std::optional<uint16_t> site) const {
  const auto found =
      site ? std::ranges::find(m_rows, *site, &MemoryOperationRow::site) : m_rows.end();
  return found == m_rows.end() ? -1 : lineOf(static_cast<uint32_t>(found - m_rows.begin()));
}

int MemoryOperationModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant MemoryOperationModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  const MemoryOperationRow &row = rowAt(index.row());
  switch (role) {
  case Qt::DisplayRole:
    return toQString(memoryOperationText(row, figureOf(index.column())));
  case Qt::ToolTipRole:
    return tipOf(row, index.column());
  case Qt::TextAlignmentRole:
    return headerData(index.column(), Qt::Horizontal, role);
  case NumberTable::HeatOf:
    return memoryOperationHeat(row, figureOf(index.column()), m_mostExcess);
  case NumberTable::IsMono:
    return index.column() == Operation;
  default:
    return {};
  }
}

QVariant MemoryOperationModel::headerData(int section, Qt::Orientation orientation,
                                          int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isWord(figureOf(section)) ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  return QLatin1String(memoryOperationHeading(figureOf(section)));
}

QString MemoryOperationModel::csvHeading(int column) const {
  static constexpr std::array<const char *, ColumnCount> kNames = {
      "line",       "operation",    "accesses", "moved_per_access", "ideal_per_access",
      "efficiency", "excess_bytes", "pattern",  "worst_conflict"};
  return QLatin1String(kNames[static_cast<size_t>(column)]);
}

std::optional<double> MemoryOperationModel::csvNumber(uint32_t item, int column) const {
  return isWord(figureOf(column)) ? std::nullopt : std::optional(keyOf(item, column));
}

double MemoryOperationModel::keyOf(uint32_t item, int column) const {
  const MemoryOperationRow &row = m_rows[item];
  switch (column) {
  case Line:
    return row.line() > 0 ? row.line() : kUnknown;
  case Operation:
    return m_operationRanks[item];
  case Accesses:
    return static_cast<double>(row.accesses);
  case Moved:
    return row.movedEach();
  case Ideal:
    return row.idealEach();
  case Efficiency:
    return row.efficiency();
  case Excess:
    return static_cast<double>(row.excessBytes);
  case Pattern:
    return m_patternRanks[item];
  default:
    return row.isShared() ? row.worstDegree : kUnknown;
  }
}

} // namespace pstudio
