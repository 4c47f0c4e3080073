// SPDX-License-Identifier: Apache-2.0
// The rows of a comparison as lines of a table, with the matching editable.
#include "viewer/widgets/compare/comparison_model.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/base/csv_text.h"
#include "core/compare/comparison_text.h"
#include "core/compare/side_figures.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/time_style.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

using compare::MatchKind;
using compare::ScopeComparison;
using compare::ScopeSide;
using Verdicts = compare::Verdict;

bool isWordColumn(int column) {
  return column <= ComparisonModel::Match && column != ComparisonModel::Change;
}

QVariant comparisonAlignment(int column) {
  return QVariant::fromValue((isWordColumn(column) ? Qt::AlignLeft : Qt::AlignRight) |
                             Qt::AlignVCenter);
}

/// The figure of a column from MedianA on: medians first, then the others.
const compare::SideFigure &figureOf(int column) {
  const int index = (column - ComparisonModel::MedianA) / 2;
  return compare::kSideFigures[static_cast<size_t>(index < 2 ? 1 - index : index)];
}

/// The side that a column is of.
const std::optional<ScopeSide> &sideOf(const ScopeComparison &row, int column) {
  const bool isBaseline =
      column == ComparisonModel::Baseline ||
      (column >= ComparisonModel::MedianA && (column - ComparisonModel::MedianA) % 2 == 0);
  return isBaseline ? row.baseline : row.candidate;
}

/// The dash of this program for an unknown value of the reports.
QString dashed(const std::string &text) {
  return toQString(text == "-" ? kUnknownText : std::string_view(text));
}

QString figureText(const ScopeComparison &row, int column) {
  const std::optional<ScopeSide> &side = sideOf(row, column);
  const compare::SideFigure &figure = figureOf(column);
  if (!side || figure.isCount)
    return dashed(compare::sideText(row, side, figure));
  if (!row.isInCycles && hasFixedTimeUnit())
    return toQString(formatShort(Picoseconds(std::llround(figure.number(side->figures)))));
  return toQString(compare::sideText(row, side, figure) + " " +
                   std::string(compare::unitText(row)));
}

} // namespace

void ComparisonModel::setComparison(std::shared_ptr<const compare::TraceComparison> comparison) {
  beginResetModel();
  m_rows.clear();
  setItemCount(0);
  m_comparison = std::move(comparison);
  rankNames();
  endResetModel();
  fill();
}

/// Numbers to sort the names by.
void ComparisonModel::rankNames() {
  const size_t count = m_comparison ? m_comparison->scopes.size() : 0;
  for (const int column : {Baseline, Candidate}) {
    std::vector<std::pair<std::string_view, size_t>> names;
    std::vector<double> &ranks = m_ranks[column - Baseline];
    ranks.assign(count, kUnknown);
    for (size_t i = 0; i < count; ++i)
      if (const std::optional<ScopeSide> &side = sideOf(m_comparison->scopes[i], column))
        names.emplace_back(side->name, i);
    std::ranges::sort(names);
    for (size_t rank = 0; rank < names.size(); ++rank)
      ranks[names[rank].second] = static_cast<double>(rank);
  }
}

void ComparisonModel::setFilter(const QString &text) {
  m_filter = text;
  fill();
}

void ComparisonModel::fill() {
  beginResetModel();
  m_rows.clear();
  for (uint32_t i = 0; m_comparison && i < m_comparison->scopes.size(); ++i) {
    const ScopeComparison &row = m_comparison->scopes[i];
    const auto matches = [&](const QString &text) {
      return text.contains(m_filter, Qt::CaseInsensitive);
    };
    const bool isShown = m_filter.isEmpty() || matches(textOf(row, Verdict)) ||
                         (row.baseline && matches(textOf(row, Baseline))) ||
                         (row.candidate && matches(textOf(row, Candidate)));
    if (isShown)
      m_rows.push_back(i);
  }
  setItemCount(m_rows.size());
  endResetModel();
}

size_t ComparisonModel::filteredOut() const {
  return m_comparison ? m_comparison->scopes.size() - m_rows.size() : 0;
}

int ComparisonModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

int ComparisonModel::columnLength(int column) const {
  constexpr int kLengths[] = {168, 124, 216, 216, 76, 132, 96};
  static_assert(std::size(kLengths) == MedianA);
  if (column < MedianA)
    return kLengths[column];
  const compare::SideFigure &figure = figureOf(column);
  return figure.isCount ? 68 : figure.name == "total" ? 112 : 96; // sums are longer
}

QString ComparisonModel::textOf(const ScopeComparison &row, int column) const {
  switch (column) {
  case Verdict:
    return toQString(signOf(row.verdict)) + QLatin1Char(' ') + toQString(nameOf(row.verdict));
  case Baseline:
  case Candidate: {
    const std::optional<ScopeSide> &side = sideOf(row, column);
    return toQString(side ? std::string_view(side->name) : std::string_view(kUnknownText));
  }
  case Match:
    return dashed(std::string(compare::nameOf(row.match)));
  case Change:
    return dashed(compare::changeText(row));
  case Interval:
    return dashed(compare::intervalText(row));
  case Difference: {
    const std::optional<int64_t> difference = row.difference();
    if (difference && !row.isInCycles && hasFixedTimeUnit())
      return toQString((*difference > 0 ? "+" : "") + formatShort(Picoseconds(*difference)));
    return difference ? toQString(compare::differenceText(row, *difference) + " " +
                                  std::string(compare::unitText(row)))
                      : toQString(kUnknownText);
  }
  default:
    return figureText(row, column);
  }
}

double ComparisonModel::keyOf(uint32_t item, int column) const {
  const ScopeComparison &shown = row(item);
  switch (column) {
  case Verdict: // the order of the comparison: regressions first
    return m_rows[item];
  case Baseline:
  case Candidate:
    return m_ranks[column - Baseline][m_rows[item]];
  case Match:
    return static_cast<double>(shown.match);
  case Change:
    return shown.ratio.value_or(kUnknown);
  case Interval:
    return shown.interval ? shown.interval->low : kUnknown;
  case Difference:
    return shown.difference() ? static_cast<double>(*shown.difference()) : kUnknown;
  default: {
    const std::optional<ScopeSide> &side = sideOf(shown, column);
    return side ? figureOf(column).number(side->figures) : kUnknown;
  }
  }
}

bool ComparisonModel::isEditable(const ScopeComparison &row, int column) const {
  if (row.anySide().path.empty())
    return false; // a launch
  return column == Candidate ? row.baseline.has_value() : column == Baseline && !row.baseline;
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  const ScopeComparison &shown = rowAt(index.row());
  switch (role) {
  case Qt::TextAlignmentRole:
    return comparisonAlignment(index.column());
  case Qt::DisplayRole:
    return textOf(shown, index.column());
  case Qt::EditRole: {
    const std::optional<ScopeSide> &side = sideOf(shown, index.column());
    return isEditable(shown, index.column()) && side ? toQString(side->path) : QString();
  }
  case Qt::ToolTipRole:
    if (index.column() == Verdict && !shown.reason.empty())
      return toQString(shown.reason);
    if (shown.isByMean && (index.column() == Verdict || index.column() == Change ||
                           index.column() == Interval || index.column() == Difference))
      return tr("%1: most waits take no time, so the median has no meaning and the mean decides")
          .arg(textOf(shown, index.column()));
    return isEditable(shown, index.column())
               ? tr("%1\nDouble-click to choose another scope; an empty name removes the match")
                     .arg(textOf(shown, index.column()))
               : textOf(shown, index.column());
  case NumberTable::HeatOf:
    return index.column() == Verdict && shown.isRegression ? 1.0 : 0.0;
  default:
    return {};
  }
}

bool ComparisonModel::setData(const QModelIndex &index, const QVariant &value, int role) {
  if (role != Qt::EditRole || !index.isValid() || !isEditable(rowAt(index.row()), index.column()))
    return false;
  const ScopeComparison &shown = rowAt(index.row());
  const QString typed = value.toString().trimmed();
  if (typed == data(index, Qt::EditRole).toString())
    return false;
  const QString own = toQString(shown.anySide().path);
  if (index.column() == Candidate)
    Q_EMIT matchRequested(toQString(shown.baseline->path), typed);
  else
    Q_EMIT matchRequested(typed, own);
  return true;
}

Qt::ItemFlags ComparisonModel::flags(const QModelIndex &index) const {
  Qt::ItemFlags flags = SortedTableModel::flags(index);
  if (index.isValid() && isEditable(rowAt(index.row()), index.column()))
    flags |= Qt::ItemIsEditable;
  return flags;
}

QStringList ComparisonModel::freeNames(const QModelIndex &index) const {
  QStringList names;
  const Verdicts wanted =
      index.column() == Candidate ? Verdicts::OnlyCandidate : Verdicts::OnlyBaseline;
  const compare::ScopeKind kind = rowAt(index.row()).kind;
  for (const ScopeComparison &row : m_comparison->scopes)
    if (row.verdict == wanted && row.kind == kind)
      names << toQString(row.anySide().path);
  return names;
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
    return comparisonAlignment(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  if (section >= MedianA)
    return toQString(figureOf(section).heading) +
           ((section - MedianA) % 2 == 0 ? QLatin1String(" A") : QLatin1String(" B"));
  const QStringList names = {tr("Verdict"),       tr("Change"), tr("Baseline (A)"),
                             tr("Candidate (B)"), tr("Match"),  tr("95 % interval"),
                             tr("B - A")};
  return names.value(section);
}

std::string ComparisonModel::csvHead() const {
  std::string head = "verdict,change,baseline,candidate,match,interval_low,interval_high,unit,"
                     "difference";
  for (int column = MedianA; column < ColumnCount; ++column)
    head += "," + std::string(figureOf(column).name) + ((column - MedianA) % 2 == 0 ? "_a" : "_b");
  return head + "\r\n";
}

std::string ComparisonModel::csvLines(int begin, int end) const {
  std::string text;
  for (int line = begin; line < end; ++line) {
    const ScopeComparison &row = this->row(itemAt(line));
    const double unit = row.isInCycles ? 1 : 1000; // picoseconds
    const auto nameOn = [&row](int column) {
      const auto &side = sideOf(row, column);
      return csvField(side ? std::string_view(side->name) : std::string_view());
    };
    text +=
        csvField(nameOf(row.verdict)) + ',' + csvNumberText(row.ratio.value_or(kUnknown)) + ',' +
        nameOn(Baseline) + ',' + nameOn(Candidate) + ',' +
        std::string(row.match == MatchKind::None ? "" : compare::nameOf(row.match)) + ',' +
        csvNumberText(row.interval ? row.interval->low : kUnknown) + ',' +
        csvNumberText(row.interval ? row.interval->high : kUnknown) + ',' +
        std::string(compare::unitText(row)) + ',' +
        csvNumberText(row.difference() ? static_cast<double>(*row.difference()) / unit : kUnknown);
    for (int column = MedianA; column < ColumnCount; ++column) {
      const auto &side = sideOf(row, column);
      const compare::SideFigure &figure = figureOf(column);
      text += ',' + csvNumberText(side ? figure.number(side->figures) / (figure.isCount ? 1 : unit)
                                       : kUnknown);
    }
    text += "\r\n";
  }
  return text;
}

} // namespace pstudio
