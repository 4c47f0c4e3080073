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

using statistics::DurationFigures;
using statistics::GroupBy;
using statistics::LengthUnit;
using statistics::StatisticsRow;

namespace {

constexpr const char *kHeadings[] = {QT_TR_NOOP("Scope"), QT_TR_NOOP("Kind"),   QT_TR_NOOP("Count"),
                                     QT_TR_NOOP("Total"), QT_TR_NOOP("Self"),   QT_TR_NOOP("Share"),
                                     QT_TR_NOOP("Mean"),  QT_TR_NOOP("Median"), QT_TR_NOOP("p95"),
                                     QT_TR_NOOP("p99"),   QT_TR_NOOP("Min"),    QT_TR_NOOP("Max"),
                                     QT_TR_NOOP("Cut"),   QT_TR_NOOP("Open")};

constexpr const char *kMeanings[] = {
    QT_TR_NOOP("Name of the scope, or warp, CTA or SM"),
    QT_TR_NOOP(
        "Issue of an operation, the operation in flight, or a wait for it; empty for a scope"),
    QT_TR_NOOP("Whole instances"),
    QT_TR_NOOP("Sum of the durations. Of an instance that an edge of the area cuts: the part "
               "inside"),
    QT_TR_NOOP("Total without the time in scopes inside"),
    QT_TR_NOOP("Total, of the time of all warps; by warp, CTA or SM: of its time. Nested scopes "
               "count in each of their parents. Time outside of scopes has a row of its own: the "
               "shares of all self times and of it add up to 100 %"),
    QT_TR_NOOP("Mean duration of whole instances"),
    QT_TR_NOOP("Half of the whole instances take no longer"),
    QT_TR_NOOP("95 % of the whole instances take no longer"),
    QT_TR_NOOP("99 % of the whole instances take no longer"),
    QT_TR_NOOP("Shortest whole instance"),
    QT_TR_NOOP("Longest whole instance; a double click shows it"),
    QT_TR_NOOP("Instances that an edge of the area cuts"),
    QT_TR_NOOP("Instances whose begin or end was not recorded: only counted")};

/// Time without a scope has no instances.
QString countOf(const StatisticsRow &row, uint64_t count) {
  return toQString(row.content == statistics::RowContent::Scope ? countText(count)
                                                                : std::string(kUnknownText));
}

bool isTextColumn(int column) {
  return column == StatisticsModel::Label || column == StatisticsModel::Kind;
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

std::optional<double> StatisticsModel::lengthOf(const StatisticsRow &row, int column) const {
  const bool inCycles = m_unit == LengthUnit::Cycles;
  if (column == Total || column == Self) {
    const std::optional<int64_t> sum = column == Total
                                           ? (inCycles ? row.totalCycles : std::optional(row.total))
                                           : (inCycles ? row.selfCycles : row.self);
    return sum && row.hasLengths() ? std::optional(static_cast<double>(*sum)) : std::nullopt;
  }
  if (row.time.count == 0 || (inCycles && !row.cycles))
    return std::nullopt;
  const DurationFigures &figures = inCycles ? *row.cycles : row.time;
  switch (column) {
  case Mean:
    return figures.mean();
  case Median:
    return static_cast<double>(figures.median);
  case P95:
    return static_cast<double>(figures.high95);
  case P99:
    return static_cast<double>(figures.high99);
  case Minimum:
    return static_cast<double>(figures.least);
  default:
    return static_cast<double>(figures.most);
  }
}

QString StatisticsModel::textOf(const StatisticsRow &row, int column) const {
  switch (column) {
  case Label:
    return toQString(row.label);
  case Kind:
    return row.content == statistics::RowContent::Scope // else its label is enough
               ? toQString(statistics::rowKindText(*m_trace, row))
               : QString();
  case Count:
    return countOf(row, row.time.count);
  case Cut:
    return countOf(row, row.cutCount);
  case Open:
    return countOf(row, row.openCount);
  case Share:
    return toQString(row.share ? formatPercent(*row.share) : std::string(kUnknownText));
  default:
    return lengthText(lengthOf(row, column), m_unit);
  }
}

QString StatisticsModel::toolTipOf(const StatisticsRow &row, int column) const {
  if (isTextColumn(column))
    return textOf(row, column);
  if (column == Count || column == Cut || column == Open || column == Share)
    return {};
  return exactLengthText(lengthOf(row, column), m_unit);
}

double StatisticsModel::keyOf(uint32_t item, int column) const {
  const StatisticsRow &row = m_table->rows[item];
  switch (column) {
  case Label:
    return m_labelRanks[item];
  case Kind:
    return row.scope.isAsync ? -1 : static_cast<double>(row.scope.category.value);
  case Count:
    return static_cast<double>(row.time.count);
  case Cut:
    return static_cast<double>(row.cutCount);
  case Open:
    return static_cast<double>(row.openCount);
  case Share:
    return row.share.value_or(kUnknown);
  default:
    return lengthOf(row, column).value_or(kUnknown);
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
    return tr(kMeanings[section]);
  if (role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  if (section == Label && m_table && m_table->query.by != GroupBy::Scope)
    return m_table->query.by == GroupBy::Warp  ? tr("Warp")
           : m_table->query.by == GroupBy::Cta ? tr("CTA")
                                               : tr("SM");
  return tr(kHeadings[section]);
}

} // namespace pstudio
