// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/site_model.h"

#include <algorithm>

#include "viewer/geometry/heat/site_lines.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

/// Columns of the model are the figures, in their order.
SiteFigure figureOf(int column) {
  return static_cast<SiteFigure>(column);
}

QString count(uint64_t number) {
  return toQString(formatCount(static_cast<int64_t>(number)));
}

/// For each row the place of its word among all, sorted.
template <class Word>
std::vector<double> ranksOf(const std::vector<SiteRow> &rows, const Word &wordOf) {
  std::vector<std::string> words;
  for (const SiteRow &row : rows)
    words.push_back(row.*wordOf);
  std::ranges::sort(words);
  std::vector<double> ranks;
  for (const SiteRow &row : rows)
    ranks.push_back(
        static_cast<double>(std::ranges::lower_bound(words, row.*wordOf) - words.begin()));
  return ranks;
}

/// Exact values, and how they are counted.
QString tipOf(const SiteRow &row, int column) {
  const QString units = QLatin1String(unitOf(row, false));
  switch (column) {
  case SiteModel::Line:
  case SiteModel::Operation:
    return row.place ? SiteModel::tr("%1, %2\n%3")
                           .arg(toQString(row.operation), toQString(shortPlace(*row.place)),
                                toQString(row.source))
                           .trimmed()
                     : toQString(row.operation);
  case SiteModel::Accesses:
    return SiteModel::tr("%1 accesses of warps").arg(count(row.accesses));
  case SiteModel::Moved:
    return SiteModel::tr("%1 %2 in %3 accesses").arg(count(row.moved), units, count(row.accesses));
  case SiteModel::Ideal:
    return row.isShared()
               ? SiteModel::tr("%1 turns would do if no two lanes needed one bank for different "
                               "words")
                     .arg(count(row.ideal))
               : SiteModel::tr("%1 sectors would hold all the bytes that the lanes touch")
                     .arg(count(row.ideal));
  case SiteModel::Efficiency:
    return SiteModel::tr("%1 of %2 %3 are needed").arg(count(row.ideal), count(row.moved), units);
  case SiteModel::Excess:
    return SiteModel::tr("%1 %2 beyond the ideal, %3 bytes")
        .arg(count(row.moved - row.ideal), units, count(row.excessBytes));
  case SiteModel::Pattern:
    return SiteModel::tr("%1 of the accesses are %2")
        .arg(toQString(formatPercent(row.patternPart)), toQString(row.pattern));
  default:
    return row.isShared() ? SiteModel::tr("At most %1 words of one bank are needed at once")
                                .arg(row.worstDegree)
                          : SiteModel::tr("Global memory has no banks");
  }
}

} // namespace

void SiteModel::setRows(std::vector<SiteRow> rows) {
  beginResetModel();
  m_rows = std::move(rows);
  m_operationRanks = ranksOf(m_rows, &SiteRow::operation);
  m_patternRanks = ranksOf(m_rows, &SiteRow::pattern);
  m_mostExcess = 0;
  for (const SiteRow &row : m_rows)
    m_mostExcess = std::max(m_mostExcess, row.excessBytes);
  setItemCount(m_rows.size());
  endResetModel();
}

int SiteModel::lineOfSite(std::optional<uint16_t> site) const {
  const auto found = site ? std::ranges::find(m_rows, *site, &SiteRow::site) : m_rows.end();
  return found == m_rows.end() ? -1 : lineOf(static_cast<uint32_t>(found - m_rows.begin()));
}

int SiteModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant SiteModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  const SiteRow &row = rowAt(index.row());
  switch (role) {
  case Qt::DisplayRole:
    return toQString(siteText(row, figureOf(index.column())));
  case Qt::ToolTipRole:
    return tipOf(row, index.column());
  case Qt::TextAlignmentRole:
    return headerData(index.column(), Qt::Horizontal, role);
  case NumberTable::HeatOf:
    return siteHeat(row, figureOf(index.column()), m_mostExcess);
  case NumberTable::IsMono:
    return index.column() == Operation;
  default:
    return {};
  }
}

QVariant SiteModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isWord(figureOf(section)) ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  return QLatin1String(siteHeading(figureOf(section)));
}

double SiteModel::keyOf(uint32_t item, int column) const {
  const SiteRow &row = m_rows[item];
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
