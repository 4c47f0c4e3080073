// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/statistics/rank_model.h"

#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {

using statistics::kRankColumns;

namespace {

constexpr int kKernelColumn = table::columnIndex(kRankColumns, "kernel");
/// Sort key of process 0 without a rank: after every rank, and small enough for exact sums.
constexpr double kPlaceOfProcesses = 1e12;

const table::Column<statistics::RankStart> &rankColumn(int column) {
  return kRankColumns[static_cast<size_t>(column)];
}

bool isRankWord(int column) {
  return rankColumn(column).type == "TEXT";
}

/// None: the cell is a text, or unknown.
std::optional<double> rankNumber(const table::Value &value) {
  if (const auto *whole = std::get_if<int64_t>(&value))
    return static_cast<double>(*whole);
  const auto *real = std::get_if<double>(&value);
  return real ? std::optional(*real) : std::nullopt;
}

Picoseconds timeOfNanoseconds(double nanoseconds) {
  return Picoseconds(static_cast<int64_t>(std::llround(nanoseconds * 1000)));
}

/// "Late by" of "late_by".
QString headingOfColumn(std::string_view name) {
  QString heading = toQString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
  heading[0] = heading[0].toUpper();
  return heading;
}

QString rankCellText(const table::Value &value, bool isExact) {
  if (const auto *time = std::get_if<double>(&value))
    return toQString(isExact ? formatExact(timeOfNanoseconds(*time))
                             : formatShort(timeOfNanoseconds(*time)));
  if (const auto *whole = std::get_if<int64_t>(&value))
    return QString::number(*whole);
  if (const auto *text = std::get_if<std::string_view>(&value))
    return toQString(*text);
  return toQString(kUnknownText);
}

} // namespace

void RankModel::setRanks(std::shared_ptr<const ShownRanks> ranks) {
  beginResetModel();
  m_ranks = std::move(ranks);
  const size_t count = m_ranks ? m_ranks->rows.size() : 0;
  m_kernelPlaces.assign(count, 0); // the rows are ordered by kernel
  for (size_t i = 1; i < count; ++i)
    m_kernelPlaces[i] =
        m_kernelPlaces[i - 1] + (m_ranks->rows[i].kernel != m_ranks->rows[i - 1].kernel ? 1u : 0u);
  setItemCount(count);
  endResetModel();
}

void RankModel::showTimesAgain() {
  if (rowCount() > 0)
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

table::Value RankModel::valueAt(uint32_t item, int column) const {
  return rankColumn(column).value(m_ranks->rows[item]);
}

int RankModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : kColumns;
}

int RankModel::columnLength(int column) const {
  if (column == kKernelColumn)
    return 260;
  return rankColumn(column).type == "REAL" ? 96 : 104;
}

QVariant RankModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isRankWord(index.column()) ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
    return {};
  return rankCellText(valueAt(itemAt(index.row()), index.column()), role == Qt::ToolTipRole);
}

QVariant RankModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
    return SortedTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isRankWord(section) ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role == Qt::ToolTipRole)
    return toQString(rankColumn(section).meaning);
  return role == Qt::DisplayRole ? headingOfColumn(rankColumn(section).name)
                                 : SortedTableModel::headerData(section, orientation, role);
}

double RankModel::keyOf(uint32_t item, int column) const {
  if (column == kKernelColumn)
    return m_kernelPlaces[item];
  const table::Value value = valueAt(item, column);
  if (const auto *text = std::get_if<std::string_view>(&value)) {
    const auto [isProcess, number] = statistics::placeOfRank(*text);
    return static_cast<double>(number) + (isProcess ? kPlaceOfProcesses : 0);
  }
  return rankNumber(value).value_or(kUnknown);
}

QString RankModel::csvHeading(int column) const {
  return toQString(rankColumn(column).name);
}

std::optional<double> RankModel::csvNumber(uint32_t item, int column) const {
  if (isRankWord(column))
    return std::nullopt;
  return rankNumber(valueAt(item, column)).value_or(kUnknown);
}

} // namespace pstudio
