// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/source/code_lines_model.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/source/line_sums_text.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {
namespace {

constexpr qsizetype kTabWidth = 4; // [characters]
constexpr size_t kMaxReasons = 6;

/// Whether a larger value means a higher cost: true for times, excess and samples, not for counts.
bool isCost(LineColumn column) {
  return isTime(column) || column == LineColumn::ExcessSectors ||
         column == LineColumn::ExcessWavefronts || column == LineColumn::Samples;
}

QString withoutTabs(const QString &line) {
  if (!line.contains(QLatin1Char('\t')))
    return line;
  QString text;
  for (const QChar c : line)
    if (c == QLatin1Char('\t'))
      text += QString(kTabWidth - text.size() % kTabWidth, QLatin1Char(' '));
    else
      text += c;
  return text;
}

} // namespace

QString figureText(LineColumn column, int64_t value) {
  return toQString(isTime(column) ? formatShort(Picoseconds(value)) : formatCount(value));
}

void CodeLinesModel::setLines(std::shared_ptr<const void> owner, std::vector<CodeLine> lines,
                              std::optional<IrLanguage> language) {
  beginResetModel();
  m_lines = std::move(lines);
  m_owner = std::move(owner);
  m_language = language;
  m_linked.clear();
  m_places.clear();
  m_figures.reset();
  m_columns.clear();
  endResetModel();
}

void CodeLinesModel::setFigures(std::shared_ptr<const FileSums> figures,
                                std::vector<LineColumn> columns) {
  beginResetModel();
  m_figures = std::move(figures);
  m_columns = std::move(columns);
  m_most.fill(0);
  if (m_figures)
    for (const LineSums &line : m_figures->lines)
      for (size_t column = 0; column < kLineColumns; ++column)
        m_most[column] = std::max(m_most[column], line.values[column].value_or(0));
  endResetModel();
}

void CodeLinesModel::setPlaces(std::vector<QString> places) {
  beginResetModel();
  m_places = std::move(places);
  endResetModel();
}

void CodeLinesModel::setLinked(std::vector<int> rows) {
  if (m_linked == rows)
    return;
  m_linked = std::move(rows);
  if (!m_lines.empty())
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {IsLinked});
}

void CodeLinesModel::setTextHeading(const QString &heading) {
  m_textHeading = heading;
  Q_EMIT headerDataChanged(Qt::Horizontal, textColumn(), textColumn());
}

size_t CodeLinesModel::longestPlace() const {
  qsizetype longest = 0;
  for (const QString &place : m_places)
    longest = std::max(longest, place.size());
  return static_cast<size_t>(longest);
}

int CodeLinesModel::rowOf(uint32_t number) const {
  const auto found = std::ranges::lower_bound(m_lines, number, {}, &CodeLine::number);
  return found == m_lines.end() || found->number != number
             ? -1
             : static_cast<int>(found - m_lines.begin());
}

const LineSums *CodeLinesModel::figuresOf(int row) const {
  return m_figures ? m_figures->at(m_lines[static_cast<size_t>(row)].number) : nullptr;
}

std::vector<int> CodeLinesModel::hottestRows(LineColumn column) const {
  std::vector<std::pair<int64_t, int>> rows;
  if (m_figures)
    for (const LineSums &line : m_figures->lines)
      if (const int row = rowOf(line.line); row >= 0 && line[column].value_or(0) > 0)
        rows.emplace_back(-*line[column], row);
  std::ranges::sort(rows);
  std::vector<int> order;
  for (const auto &[value, row] : rows)
    order.push_back(row);
  return order;
}

QString CodeLinesModel::textOf(int row) const {
  const auto &text = m_lines[static_cast<size_t>(row)].text;
  return text ? withoutTabs(toQString(*text)) : toQString(kUnknownText);
}

int CodeLinesModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int CodeLinesModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : textColumn() + 1;
}

QString CodeLinesModel::figureText(const LineSums *line, LineColumn column) const {
  if (!line)
    return {};
  const auto value = (*line)[column];
  return value ? pstudio::figureText(column, *value) : toQString(kUnknownText);
}

QString CodeLinesModel::cellText(int row, int column) const {
  if (column < static_cast<int>(m_columns.size()))
    return figureText(figuresOf(row), m_columns[static_cast<size_t>(column)]);
  if (column == textColumn())
    return textOf(row);
  if (column == numberColumn())
    return QString::number(m_lines[static_cast<size_t>(row)].number);
  return m_places[static_cast<size_t>(row)];
}

double CodeLinesModel::heatOf(int row, LineColumn column) const {
  const int64_t most = isCost(column) ? m_most[static_cast<size_t>(column)] : 0;
  const LineSums *line = figuresOf(row);
  return line && most > 0
             ? static_cast<double>((*line)[column].value_or(0)) / static_cast<double>(most)
             : 0;
}

QString CodeLinesModel::figureTip(const LineSums &line, LineColumn column) const {
  const auto value = line[column];
  QString tip = toQString(headingOf(column)) + QLatin1String(": ");
  if (!value)
    return tip + tr("not recorded for this line");
  tip +=
      isTime(column) ? toQString(formatExact(Picoseconds(*value))) : toQString(formatCount(*value));
  if (const int64_t all = m_figures->totals[static_cast<size_t>(column)]; all > 0)
    tip +=
        tr(", %1 of the file")
            .arg(toQString(formatPercent(static_cast<double>(*value) / static_cast<double>(all))));
  if (column == LineColumn::Samples)
    for (size_t i = 0; i < std::min(line.stalls.size(), kMaxReasons); ++i)
      tip += QStringLiteral("\n%1 %2").arg(toQString(line.stalls[i].reason),
                                           toQString(countText(line.stalls[i].samples)));
  if (line.openSlices > 0 && (isTime(column) || column == LineColumn::Events))
    tip += QLatin1Char('\n') + tr("%1 without a recorded begin or end, so without a time")
                                   .arg(toQString(countText(line.openSlices, "slice", "slices")));
  return tip;
}

QVariant CodeLinesModel::tipOf(int row, int column) const {
  if (column >= static_cast<int>(m_columns.size()))
    return {};
  const LineSums *line = figuresOf(row);
  return line ? figureTip(*line, m_columns[static_cast<size_t>(column)]) : QVariant();
}

QVariant CodeLinesModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid())
    return {};
  const int row = index.row(), column = index.column();
  const bool isFigure = column < static_cast<int>(m_columns.size());
  switch (role) {
  case Qt::DisplayRole:
    return cellText(row, column);
  case Qt::ToolTipRole:
    return tipOf(row, column);
  case Qt::TextAlignmentRole:
    return static_cast<int>(Qt::AlignVCenter |
                            (column == textColumn() ? Qt::AlignLeft : Qt::AlignRight));
  case HeatOf:
    return isFigure ? heatOf(row, m_columns[static_cast<size_t>(column)]) : 0.0;
  case IsLinked:
    return std::ranges::binary_search(m_linked, row);
  case IsText:
    return column == textColumn();
  default:
    return {};
  }
}

QVariant CodeLinesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= columnCount())
    return {};
  const bool isFigure = section < static_cast<int>(m_columns.size());
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>(Qt::AlignVCenter |
                            (section == textColumn() ? Qt::AlignLeft : Qt::AlignRight));
  if (isFigure && role == Qt::ToolTipRole)
    return toQString(sentenceOf(m_columns[static_cast<size_t>(section)]));
  if (role != Qt::DisplayRole)
    return {};
  if (isFigure)
    return toQString(headingOf(m_columns[static_cast<size_t>(section)]));
  if (section == textColumn())
    return m_textHeading;
  return section == numberColumn() ? tr("Line") : tr("Source");
}

} // namespace pstudio
