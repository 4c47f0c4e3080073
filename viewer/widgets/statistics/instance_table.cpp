// SPDX-License-Identifier: Apache-2.0
// The instances of a column of a chart as a table.
#include "viewer/widgets/statistics/instance_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

#include "core/statistics/track_groups.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/statistics/length_text.h"

namespace pstudio {
namespace {

/// Picoseconds or cycles.
double lengthOf(const InstanceItem &item) {
  return static_cast<double>(
      statistics::lengthOf(*item.figures.trace, item.instance.slice, item.figures.inCycles()));
}

constexpr ItemColumn<InstanceItem> kInstanceColumns[] = {
    {QT_TR_NOOP("Begin"), 112,
     [](const InstanceItem &item) {
       return toQString(formatExact(item.figures.trace->sliceTime(item.instance.slice).begin));
     },
     [](const InstanceItem &item) {
       return static_cast<double>(item.figures.trace->sliceBegins()[item.instance.slice.value]);
     },
     "begin_ns", 1000},
    {QT_TR_NOOP("Duration"), 80,
     [](const InstanceItem &item) { return lengthText(lengthOf(item), item.figures.unit); },
     lengthOf, "duration_ns", 1000},
    {QT_TR_NOOP("Track"), 116,
     [](const InstanceItem &item) {
       return toQString(statistics::placeLabel(*item.figures.trace, item.instance.track));
     },
     [](const InstanceItem &item) { return static_cast<double>(item.instance.track.value); },
     "track"},
    {QT_TR_NOOP("No."), 48,
     [](const InstanceItem &item) { return toQString(countText(item.instance.ordinal)); },
     [](const InstanceItem &item) { return static_cast<double>(item.instance.ordinal); },
     "instance", 1,
     QT_TR_NOOP("Number of the instance on its track, from 0: the iteration of a loop")},
};
static_assert(std::size(kInstanceColumns) == InstanceModel::ColumnCount);

} // namespace

InstanceModel::InstanceModel(QObject *parent) : ColumnModel(kInstanceColumns, parent) {}

void InstanceModel::setInstances(std::shared_ptr<const ScopeFigures> figures,
                                 std::vector<uint32_t> positions) {
  beginResetModel();
  m_figures = std::move(figures);
  m_positions = m_figures ? std::move(positions) : std::vector<uint32_t>();
  setItemCount(m_positions.size());
  endResetModel();
}

int InstanceModel::lineOfSlice(SliceId slice) const {
  for (int line = 0; slice.isValid() && line < rowCount(); ++line)
    if (instanceAt(line).slice == slice)
      return line;
  return -1;
}

QVariant InstanceModel::valueOf(const InstanceItem &item, int column, int role) const {
  if (role != Qt::ToolTipRole)
    return {};
  return column == Length ? exactLengthText(lengthOf(item), item.figures.unit)
                          : kInstanceColumns[column].text(item);
}

QString InstanceModel::csvHeading(int column) const {
  return column == Length && m_figures && m_figures->inCycles() ? QStringLiteral("duration_cycles")
                                                                : ColumnModel::csvHeading(column);
}

std::optional<double> InstanceModel::csvNumber(uint32_t item, int column) const {
  return column == Length && m_figures->inCycles() ? keyOf(item, column)
                                                   : ColumnModel::csvNumber(item, column);
}

InstanceTable::InstanceTable(QWidget *parent)
    : NumberTable(QStringLiteral("instanceTable"), tr("Instances of the chosen column"),
                  new InstanceModel, parent),
      m_instances(static_cast<InstanceModel *>(model())) {
  m_instances->setParent(this);
  setTextElideMode(Qt::ElideMiddle); // CTA and warp of a track
  horizontalHeader()->setSortIndicator(InstanceModel::Begin, Qt::AscendingOrder);
  setSortingEnabled(true);
  connect(this, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT sliceChosen(m_instances->instanceAt(line).slice); });
}

void InstanceTable::setInstances(std::shared_ptr<const ScopeFigures> figures,
                                 std::vector<uint32_t> positions) {
  const Quiet quiet(*this);
  m_instances->setInstances(std::move(figures), std::move(positions));
  sortAgain();
}

void InstanceTable::setCurrentSlice(SliceId slice) {
  setCurrentLine(m_instances->lineOfSlice(slice));
}

/// Tracks get the width that is left, and never less than their names need.
void InstanceTable::resizeEvent(QResizeEvent *event) {
  NumberTable::resizeEvent(event);
  int left = viewport()->width();
  for (int column = 0; column < InstanceModel::ColumnCount; ++column)
    left -= column == InstanceModel::Place ? 0 : columnWidth(column);
  setColumnWidth(InstanceModel::Place,
                 std::max(left, windowLength(m_instances->columnLength(InstanceModel::Place))));
}

void InstanceTable::keyPressEvent(QKeyEvent *event) {
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid())
    Q_EMIT sliceActivated(m_instances->instanceAt(currentIndex().row()).slice);
  else
    NumberTable::keyPressEvent(event);
}

void InstanceTable::mouseDoubleClickEvent(QMouseEvent *event) {
  const QModelIndex index = indexAt(event->pos());
  if (index.isValid() && event->button() == Qt::LeftButton)
    Q_EMIT sliceActivated(m_instances->instanceAt(index.row()).slice);
}

} // namespace pstudio
