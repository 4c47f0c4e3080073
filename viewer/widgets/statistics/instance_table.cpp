// SPDX-License-Identifier: Apache-2.0
// The instances of a column of a chart as a table.
#include "viewer/widgets/statistics/instance_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>

#include "core/statistics/track_groups.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/statistics/length_text.h"

namespace pstudio {
namespace {

constexpr std::array<int, InstanceModel::ColumnCount> kInstanceWidths = {112, 80, 116, 48};

} // namespace

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

int InstanceModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

double InstanceModel::keyOf(uint32_t item, int column) const {
  const statistics::ScopeInstance &instance = m_figures->instances[m_positions[item]];
  switch (column) {
  case Begin:
    return static_cast<double>(m_figures->trace->sliceBegins()[instance.slice.value]);
  case Length:
    return static_cast<double>(
        statistics::lengthOf(*m_figures->trace, instance.slice, m_figures->inCycles()));
  case Place:
    return instance.track.value;
  default:
    return instance.ordinal;
  }
}

QString InstanceModel::csvHeading(int column) const {
  switch (column) {
  case Begin:
    return QStringLiteral("begin_ns");
  case Length:
    return m_figures && m_figures->inCycles() ? QStringLiteral("duration_cycles")
                                              : QStringLiteral("duration_ns");
  case Place:
    return QStringLiteral("track");
  default:
    return QStringLiteral("instance");
  }
}

std::optional<double> InstanceModel::csvNumber(uint32_t item, int column) const {
  if (column == Place)
    return std::nullopt;
  const bool isTime = column == Begin || (column == Length && !m_figures->inCycles());
  return keyOf(item, column) / (isTime ? 1000 : 1);
}

QVariant InstanceModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  const bool isText = index.column() == Place;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
    return {};
  const statistics::ScopeInstance &instance = instanceAt(index.row());
  const double length = keyOf(itemAt(index.row()), Length);
  switch (index.column()) {
  case Begin:
    return toQString(formatExact(m_figures->trace->sliceTime(instance.slice).begin));
  case Length:
    return role == Qt::ToolTipRole ? exactLengthText(length, m_figures->unit)
                                   : lengthText(length, m_figures->unit);
  case Place:
    return toQString(statistics::placeLabel(*m_figures->trace, instance.track));
  default:
    return toQString(countText(instance.ordinal));
  }
}

QVariant InstanceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal)
    return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((section == Place ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == Ordinal)
    return tr("Number of the instance on its track, from 0: the iteration of a loop");
  if (role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  switch (section) {
  case Begin:
    return tr("Begin");
  case Length:
    return tr("Duration");
  case Place:
    return tr("Track");
  default:
    return tr("No.");
  }
}

InstanceTable::InstanceTable(QWidget *parent)
    : NumberTable(QStringLiteral("instanceTable"), tr("Instances of the chosen column"),
                  new InstanceModel, parent),
      m_instances(static_cast<InstanceModel *>(model())) {
  m_instances->setParent(this);
  for (int column = 0; column < InstanceModel::ColumnCount; ++column)
    setColumnLength(column, kInstanceWidths[static_cast<size_t>(column)]);
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
  setColumnWidth(InstanceModel::Place, std::max(left, windowLength(kInstanceWidths[InstanceModel::Place])));
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
