// SPDX-License-Identifier: Apache-2.0
// Several comparisons with one baseline as lines of a table, with a group of columns for each.
#include "viewer/widgets/compare/candidates_model.h"

#include <algorithm>
#include <cmath>

#include "core/base/csv_text.h"
#include "core/compare/comparison_text.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/time_style.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

using compare::OverviewRow;
using compare::ScopeComparison;
using compare::ScopeSide;
using SideVerdict = compare::Verdict;

QString unknownText() {
  return toQString(kUnknownText);
}

/// The dash of this program for an unknown value of the reports.
QString shownOrDash(const std::string &text) {
  return text == "-" ? unknownText() : toQString(text);
}

QString verdictText(const ScopeComparison &row) {
  return toQString(signOf(row.verdict)) + QLatin1Char(' ') + toQString(nameOf(row.verdict));
}

QString medianText(const ScopeComparison &row, const std::optional<ScopeSide> &side) {
  if (!side)
    return unknownText();
  if (!row.isInCycles && hasFixedTimeUnit())
    return toQString(formatShort(Picoseconds(side->figures.median)));
  return toQString(compare::amountText(row, static_cast<double>(side->figures.median)) + " " +
                   std::string(compare::unitText(row)));
}

double medianKey(const std::optional<ScopeSide> &side) {
  return side ? static_cast<double>(side->figures.median) : SortedTableModel::kUnknown;
}

/// "+50 % slower"; of a scope that one trace has, where it is.
QString changeAndVerdict(const ScopeComparison &row) {
  if (!row.ratio && !row.interval)
    return verdictText(row);
  return toQString(compare::changeText(row)) + QLatin1Char(' ') + toQString(nameOf(row.verdict));
}

} // namespace

void CandidatesModel::setComparisons(std::shared_ptr<const Comparisons> comparisons) {
  beginResetModel();
  m_rows.clear();
  setItemCount(0);
  m_comparisons = std::move(comparisons);
  m_all = m_comparisons ? compare::overviewRows(*m_comparisons) : std::vector<OverviewRow>();
  rankNames();
  endResetModel();
  fill();
}

void CandidatesModel::rankNames() {
  m_ranks.assign(candidateCount() + 1, std::vector<double>(m_all.size(), kUnknown));
  for (size_t side = 0; side < m_ranks.size(); ++side) {
    std::vector<std::pair<std::string_view, size_t>> names;
    for (size_t i = 0; i < m_all.size(); ++i) {
      const ScopeComparison *row = side == 0 ? m_all[i].any : m_all[i].inEach[side - 1];
      if (row == nullptr)
        continue;
      if (const auto &named = side == 0 ? row->baseline : row->candidate)
        names.emplace_back(named->name, i);
    }
    std::ranges::sort(names);
    for (size_t rank = 0; rank < names.size(); ++rank)
      m_ranks[side][names[rank].second] = static_cast<double>(rank);
  }
}

void CandidatesModel::setFilter(const QString &text) {
  m_filter = text;
  fill();
}

bool CandidatesModel::matchesFilter(const OverviewRow &row) const {
  if (textOf(row, Scope).contains(m_filter, Qt::CaseInsensitive))
    return true;
  return std::ranges::any_of(row.inEach, [this](const ScopeComparison *cell) {
    return cell != nullptr &&
           (verdictText(*cell).contains(m_filter, Qt::CaseInsensitive) ||
            toQString(cell->anySide().name).contains(m_filter, Qt::CaseInsensitive));
  });
}

void CandidatesModel::fill() {
  beginResetModel();
  m_rows.clear();
  for (uint32_t i = 0; i < m_all.size(); ++i)
    if (m_filter.isEmpty() || matchesFilter(m_all[i]))
      m_rows.push_back(i);
  setItemCount(m_rows.size());
  endResetModel();
}

int CandidatesModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : FirstGroup + static_cast<int>(candidateCount()) * PartCount;
}

int CandidatesModel::columnOf(size_t candidate, Part part) const {
  const auto at = static_cast<int>(candidate);
  return FirstGroup +
         (part == Name ? static_cast<int>(candidateCount()) * Name + at : at * Name + part);
}

CandidatesModel::Place CandidatesModel::placeOf(int column) const {
  const int at = column - FirstGroup;
  const int figures = static_cast<int>(candidateCount()) * Name;
  return at < figures ? Place{static_cast<size_t>(at / Name), static_cast<Part>(at % Name)}
                      : Place{static_cast<size_t>(at - figures), Name};
}

const ScopeComparison *CandidatesModel::cellOf(const OverviewRow &row, int column) const {
  return column < FirstGroup ? nullptr : row.inEach[placeOf(column).candidate];
}

/// The worst verdict, and of which candidate it is.
QString CandidatesModel::worstText(const OverviewRow &row) const {
  const auto at = std::ranges::find(row.inEach, row.worst) - row.inEach.begin();
  return verdictText(*row.worst) + QLatin1String(" (") +
         toQString(candidateLetter(static_cast<size_t>(at), candidateCount())) + QLatin1Char(')');
}

QString CandidatesModel::textOf(const OverviewRow &row, int column) const {
  if (column == Verdict)
    return worstText(row);
  if (column == Scope)
    return row.any->baseline ? toQString(row.any->baseline->name) : unknownText();
  if (column == MedianA)
    return medianText(*row.any, row.any->baseline);
  const ScopeComparison *cell = cellOf(row, column);
  if (cell == nullptr)
    return unknownText();
  switch (placeOf(column).part) {
  case Change:
    return changeAndVerdict(*cell);
  case Interval:
    return shownOrDash(compare::intervalText(*cell));
  case Median:
    return medianText(*cell, cell->candidate);
  default:
    return cell->candidate ? toQString(cell->candidate->name) : unknownText();
  }
}

double CandidatesModel::keyOf(uint32_t item, int column) const {
  const OverviewRow &shown = row(item);
  if (column == Verdict)
    return m_rows[item]; // regressions first
  if (column == Scope)
    return m_ranks[0][m_rows[item]];
  if (column == MedianA)
    return medianKey(shown.any->baseline);
  const ScopeComparison *cell = cellOf(shown, column);
  if (cell == nullptr)
    return kUnknown;
  switch (placeOf(column).part) {
  case Change:
    return cell->ratio.value_or(kUnknown);
  case Interval:
    return cell->interval ? cell->interval->low : kUnknown;
  case Median:
    return medianKey(cell->candidate);
  default:
    return m_ranks[placeOf(column).candidate + 1][m_rows[item]];
  }
}

bool CandidatesModel::isEditable(const OverviewRow &row, int column) const {
  const ScopeComparison *cell = cellOf(row, column);
  return cell != nullptr && placeOf(column).part == Name && cell->baseline &&
         !cell->baseline->path.empty(); // else a launch
}

QString CandidatesModel::toolTipOf(const OverviewRow &row, int column) const {
  const QString text = textOf(row, column);
  if (isEditable(row, column))
    return tr("%1\nDouble-click to choose another scope; an empty name removes the match")
        .arg(text);
  const ScopeComparison *cell = cellOf(row, column);
  return cell != nullptr && placeOf(column).part == Change && !cell->reason.empty()
             ? text + QLatin1String(": ") + toQString(cell->reason)
             : text;
}

QVariant CandidatesModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  const OverviewRow &shown = rowAt(index.row());
  const int column = index.column();
  const ScopeComparison *cell = cellOf(shown, column);
  switch (role) {
  case Qt::TextAlignmentRole:
    return headerData(column, Qt::Horizontal, role);
  case Qt::DisplayRole:
    return textOf(shown, column);
  case Qt::EditRole:
    return isEditable(shown, column) && cell->candidate ? toQString(cell->candidate->path)
                                                        : QString();
  case Qt::ToolTipRole:
    return toolTipOf(shown, column);
  case NumberTable::HeatOf:
    if (column == Verdict)
      return shown.worst->isRegression ? 1.0 : 0.0;
    return cell != nullptr && cell->isRegression && placeOf(column).part == Change ? 1.0 : 0.0;
  case NumberTable::IsMuted: // what deviates stands out
    return cell != nullptr && cell->verdict == SideVerdict::Same && placeOf(column).part == Change;
  default:
    return {};
  }
}

bool CandidatesModel::setData(const QModelIndex &index, const QVariant &value, int role) {
  if (role != Qt::EditRole || !index.isValid() || !isEditable(rowAt(index.row()), index.column()))
    return false;
  const QString typed = value.toString().trimmed();
  if (typed == data(index, Qt::EditRole).toString())
    return false;
  Q_EMIT matchRequested(static_cast<int>(placeOf(index.column()).candidate),
                        toQString(cellOf(rowAt(index.row()), index.column())->baseline->path),
                        typed);
  return true;
}

Qt::ItemFlags CandidatesModel::flags(const QModelIndex &index) const {
  Qt::ItemFlags flags = SortedTableModel::flags(index);
  if (index.isValid() && isEditable(rowAt(index.row()), index.column()))
    flags |= Qt::ItemIsEditable;
  return flags;
}

QStringList CandidatesModel::freeNames(const QModelIndex &index) const {
  QStringList names;
  const OverviewRow &edited = rowAt(index.row());
  for (const ScopeComparison &row : (*m_comparisons)[placeOf(index.column()).candidate].scopes)
    if (row.verdict == SideVerdict::OnlyCandidate && row.kind == edited.any->kind)
      names << toQString(row.candidate->path);
  return names;
}

QVariant CandidatesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  const bool isOfCandidate = section >= FirstGroup;
  const Place place = isOfCandidate ? placeOf(section) : Place();
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
    const bool isNumber = section == MedianA || (isOfCandidate && place.part != Name);
    return QVariant::fromValue((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  if (orientation != Qt::Horizontal || section >= columnCount() ||
      (role != Qt::DisplayRole && role != Qt::ToolTipRole))
    return QAbstractTableModel::headerData(section, orientation, role);
  if (!isOfCandidate)
    return QStringList{tr("Worst verdict"), tr("Baseline (A)"), tr("Median A")}.value(section);
  const QString letter = toQString(candidateLetter(place.candidate, candidateCount()));
  const QStringList parts = {tr("Change %1"), tr("Median %1"), tr("95 % interval %1"),
                             tr("Scope in %1")};
  const QString text = parts.value(place.part).arg(letter);
  return role == Qt::DisplayRole
             ? text
             : tr("%1: %2").arg(text, toQString((*m_comparisons)[place.candidate].candidate.title));
}

std::string CandidatesModel::csvHead() const {
  std::string text = "scope,unit,median_a";
  for (size_t i = 0; i < candidateCount(); ++i)
    for (const char *part :
         {"verdict", "change", "median", "interval_low", "interval_high", "scope"})
      text += std::string(",") + part + "_b" + std::to_string(i + 1);
  return text + "\r\n";
}

std::string CandidatesModel::csvLines(int begin, int end) const {
  std::string text;
  for (int line = begin; line < end; ++line) {
    const OverviewRow &row = rowAt(line);
    const double unit = row.any->isInCycles ? 1 : 1000; // picoseconds
    const auto nameOf = [](const std::optional<ScopeSide> &side) {
      return csvField(side ? std::string_view(side->name) : std::string_view());
    };
    text += nameOf(row.any->baseline) + ',' + std::string(compare::unitText(*row.any)) + ',' +
            csvNumberText(medianKey(row.any->baseline) / unit);
    for (const ScopeComparison *cell : row.inEach) {
      if (cell == nullptr) {
        text += ",,,,,,";
        continue;
      }
      text += ',' + csvField(compare::nameOf(cell->verdict)) + ',' +
              csvNumberText(cell->ratio.value_or(kUnknown)) + ',' +
              csvNumberText(medianKey(cell->candidate) / unit) + ',' +
              csvNumberText(cell->interval ? cell->interval->low : kUnknown) + ',' +
              csvNumberText(cell->interval ? cell->interval->high : kUnknown) + ',' +
              nameOf(cell->candidate);
    }
    text += "\r\n";
  }
  return text;
}

} // namespace pstudio
