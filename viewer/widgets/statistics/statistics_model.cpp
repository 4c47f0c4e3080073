// SPDX-License-Identifier: Apache-2.0
// Statistics as lines of a table.
#include "viewer/widgets/statistics/statistics_model.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/statistics/length_text.h"

namespace pstudio {

using statistics::FigureKind;
using statistics::GroupBy;
using statistics::kStatisticsColumns;
using statistics::LengthUnit;
using statistics::StatisticsColumn;
using statistics::StatisticsRow;

namespace {

const StatisticsColumn &columnAt(int column) {
  return kStatisticsColumns[static_cast<size_t>(column)];
}

/// None: unknown.
std::optional<double> numberOf(const table::Value &value) {
  if (const auto *whole = std::get_if<int64_t>(&value))
    return static_cast<double>(*whole);
  const auto *real = std::get_if<double>(&value);
  return real ? std::optional(*real) : std::nullopt;
}

bool isTextColumn(int column) {
  return columnAt(column).kind == FigureKind::Text;
}

} // namespace

void StatisticsModel::setTable(std::shared_ptr<const Trace> trace,
                               std::shared_ptr<const statistics::StatisticsTable> table) {
  beginResetModel();
  m_trace = std::move(trace);
  m_table = std::move(table);
  const size_t count = m_table ? m_table->rows.size() : 0;
  std::vector<uint32_t> byLabel(count);
  std::iota(byLabel.begin(), byLabel.end(), 0u);
  std::ranges::stable_sort(byLabel, {}, [this](uint32_t item) -> const std::string & {
    return m_table->rows[item].label;
  });
  std::vector<std::string_view> names;
  for (size_t item = 0; item < count; ++item)
    names.push_back(m_table->rows[item].label);
  m_names = ShortNames(names);
  m_labelRanks.assign(count, 0);
  for (uint32_t rank = 0; rank < count; ++rank)
    m_labelRanks[byLabel[rank]] = rank;
  setItemCount(count);
  endResetModel();
}

void StatisticsModel::setUnit(LengthUnit unit) {
  m_unit = unit;
  if (rowCount() > 0)
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int StatisticsModel::lineOfScope(const statistics::ScopeKey &scope) const {
  for (int line = 0; line < rowCount(); ++line)
    if (rowAt(line).scope == scope)
      return line;
  return -1;
}

statistics::StatisticsTable StatisticsModel::sortedTable() const {
  if (!m_table)
    return {};
  statistics::StatisticsTable sorted = *m_table;
  for (int line = 0; line < rowCount(); ++line)
    sorted.rows[static_cast<size_t>(line)] = rowAt(line);
  return sorted;
}

int StatisticsModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

table::Value StatisticsModel::valueOf(const StatisticsRow &row, int column) const {
  return columnAt(column).value({*m_trace, row, m_unit});
}

QString StatisticsModel::textOf(const StatisticsRow &row, int column) const {
  const bool isScope = row.content == statistics::RowContent::Scope;
  if (column == Kind) // the label of other rows is enough
    return isScope ? toQString(statistics::rowKindText(*m_trace, row)) : QString();
  if (column == Label)
    return toQString(m_names.of(row.label));
  const std::optional<double> number = numberOf(valueOf(row, column));
  const FigureKind kind = columnAt(column).kind;
  if (kind == FigureKind::Length)
    return lengthText(number, m_unit);
  if (!number || (kind == FigureKind::Count && !isScope)) // such time has no instances
    return toQString(kUnknownText);
  return toQString(kind == FigureKind::Share ? formatPercent(*number)
                                             : countText(static_cast<uint64_t>(*number)));
}

QString StatisticsModel::toolTipOf(const StatisticsRow &row, int column) const {
  if (column == Label)
    return toQString(row.label);
  if (isTextColumn(column))
    return textOf(row, column);
  return columnAt(column).kind == FigureKind::Length
             ? exactLengthText(numberOf(valueOf(row, column)), m_unit)
             : QString();
}

double StatisticsModel::keyOf(uint32_t item, int column) const {
  const StatisticsRow &row = m_table->rows[item];
  if (column == Label)
    return m_labelRanks[item];
  if (column == Kind)
    return row.scope.isAsync ? -1 : static_cast<double>(row.scope.category.value);
  return numberOf(valueOf(row, column)).value_or(kUnknown);
}

int StatisticsModel::columnLength(int column) const {
  switch (column) {
  case Label:
    return 120;
  case Median:
    return 74;
  case Total:
  case Self:
    return 68;
  case Kind:
    return 62;
  case Cut:
    return 50;
  case Open:
    return 56;
  default:
    return 66;
  }
}

QVariant StatisticsModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  const StatisticsRow &row = rowAt(index.row());
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isTextColumn(index.column()) ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role == Qt::ToolTipRole)
    return toolTipOf(row, index.column());
  return role == Qt::DisplayRole ? textOf(row, index.column()) : QVariant();
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
    return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isTextColumn(section) ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role == Qt::ToolTipRole)
    return toQString(columnAt(section).meaning);
  if (role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  if (section == Label && m_table && m_table->query.by != GroupBy::Scope)
    return m_table->query.by == GroupBy::Warp  ? tr("Warp")
           : m_table->query.by == GroupBy::Cta ? tr("CTA")
                                               : tr("SM");
  return toQString(columnAt(section).heading);
}

} // namespace pstudio
