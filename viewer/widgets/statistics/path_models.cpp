// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/statistics/path_models.h"

#include <algorithm>
#include <numeric>

#include "core/statistics/track_groups.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {

using analysis::PathKind;
using analysis::PathPiece;
using analysis::PathShare;

namespace {

StringId nameOfPiece(const Trace &trace, const PathPiece &piece) {
  return piece.slice.isValid() ? trace.sliceNames()[piece.slice.value] : StringId();
}

QString whatText(const Trace &trace, StringId name) {
  return name.isValid() ? toQString(trace.string(name)) : PathShareModel::tr("(no scope)");
}

constexpr ItemColumn<PathShareItem> kPathShareColumns[] = {
    {QT_TR_NOOP("Scope or operation"), 152,
     [](const PathShareItem &item) { return whatText(item.trace, item.share.name); },
     [](const PathShareItem &item) {
       return item.share.name.isValid() ? double(item.share.name.value)
                                        : SortedTableModel::kUnknown;
     },
     "name"},
    {QT_TR_NOOP("Spent on"), 164,
     [](const PathShareItem &item) { return pathKindText(item.share.kind); },
     [](const PathShareItem &item) { return static_cast<double>(item.share.kind); }, "spent_on"},
    {QT_TR_NOOP("Pieces"), 64,
     [](const PathShareItem &item) { return toQString(countText(item.share.pieces)); },
     [](const PathShareItem &item) { return static_cast<double>(item.share.pieces); }, "pieces", 1},
    {QT_TR_NOOP("Total"), 84,
     [](const PathShareItem &item) { return toQString(formatShort(item.share.total)); },
     [](const PathShareItem &item) { return static_cast<double>(item.share.total.value); },
     "total_ns", 1000},
    {QT_TR_NOOP("Share"), 72,
     [](const PathShareItem &item) { return toQString(formatPercent(item.share.share)); },
     [](const PathShareItem &item) { return item.share.share; }, "share", 1},
};
static_assert(std::size(kPathShareColumns) == PathShareModel::ColumnCount);

constexpr ItemColumn<PathPieceItem> kPathPieceColumns[] = {
    {QT_TR_NOOP("Begin"), 108,
     [](const PathPieceItem &item) { return toQString(formatExact(item.piece.time.begin)); },
     [](const PathPieceItem &item) { return static_cast<double>(item.piece.time.begin.value); },
     "begin_ns", 1000},
    {QT_TR_NOOP("Duration"), 92,
     [](const PathPieceItem &item) { return toQString(formatExact(item.piece.time.length())); },
     [](const PathPieceItem &item) { return static_cast<double>(item.piece.time.length().value); },
     "length_ns", 1000},
    {QT_TR_NOOP("Spent on"), 150,
     [](const PathPieceItem &item) { return pathKindText(item.piece.kind); },
     [](const PathPieceItem &item) { return static_cast<double>(item.piece.kind); }, "spent on"},
    {QT_TR_NOOP("Scope or operation"), 110,
     [](const PathPieceItem &item) {
       return whatText(item.trace, nameOfPiece(item.trace, item.piece));
     },
     [](const PathPieceItem &item) {
       return item.piece.slice.isValid() ? double(nameOfPiece(item.trace, item.piece).value)
                                         : SortedTableModel::kUnknown;
     },
     "scope or operation"},
    {QT_TR_NOOP("Track"), 80,
     [](const PathPieceItem &item) {
       return toQString(statistics::placeLabel(item.trace, item.piece.track));
     },
     [](const PathPieceItem &item) { return static_cast<double>(item.piece.track.value); },
     "track"},
};
static_assert(std::size(kPathPieceColumns) == PathPieceModel::ColumnCount);

} // namespace

QString pathKindText(PathKind kind) {
  switch (kind) {
  case PathKind::Compute:
    return PathShareModel::tr("work");
  case PathKind::Issue:
    return PathShareModel::tr("issue");
  case PathKind::Copy:
    return PathShareModel::tr("wait for a copy");
  case PathKind::Matrix:
    return PathShareModel::tr("wait for a matrix operation");
  case PathKind::Synchronization:
    return PathShareModel::tr("synchronization");
  case PathKind::Wait:
    break;
  }
  return PathShareModel::tr("wait, release unknown");
}

PathShareModel::PathShareModel(QObject *parent) : ColumnModel(kPathShareColumns, parent) {}

void PathShareModel::setPath(std::shared_ptr<const ShownPath> path) {
  beginResetModel();
  m_path = std::move(path);
  setItemCount(m_path ? m_path->shares.size() : 0);
  endResetModel();
}

QVariant PathShareModel::valueOf(const PathShareItem &item, int column, int role) const {
  return role == Qt::ToolTipRole && column == Total ? toQString(formatExact(item.share.total))
                                                    : QVariant();
}

PathPieceModel::PathPieceModel(QObject *parent) : ColumnModel(kPathPieceColumns, parent) {}

void PathPieceModel::setPath(std::shared_ptr<const ShownPath> path,
                             const std::optional<PathShare> &only) {
  beginResetModel();
  m_path = std::move(path);
  m_pieces.clear();
  for (uint32_t i = 0; m_path && i < m_path->path.pieces.size(); ++i) {
    const PathPiece &piece = m_path->path.pieces[i];
    if (!only || (only->kind == piece.kind && only->name == nameOfPiece(*m_path->trace, piece)))
      m_pieces.push_back(i);
  }
  setItemCount(m_pieces.size());
  endResetModel();
}

} // namespace pstudio
