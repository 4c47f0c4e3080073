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

QVariant aligned(bool isWord) {
  return QVariant::fromValue((isWord ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

bool isWordOfShare(int column) {
  return column == PathShareModel::What || column == PathShareModel::Kind;
}

bool isWordOfPiece(int column) {
  return column != PathPieceModel::Begin && column != PathPieceModel::Length;
}

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

void PathShareModel::setPath(std::shared_ptr<const ShownPath> path) {
  beginResetModel();
  m_path = std::move(path);
  setItemCount(m_path ? m_path->shares.size() : 0);
  endResetModel();
}

int PathShareModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

double PathShareModel::keyOf(uint32_t item, int column) const {
  const PathShare &share = m_path->shares[item];
  switch (column) {
  case What:
    return share.name.isValid() ? share.name.value : kUnknown;
  case Kind:
    return static_cast<double>(share.kind);
  case Pieces:
    return static_cast<double>(share.pieces);
  default:
    return static_cast<double>(share.total.value);
  }
}

QString PathShareModel::csvHeading(int column) const {
  static constexpr std::array<const char *, ColumnCount> kNames = {"name", "spent_on", "pieces",
                                                                   "total_ns", "share"};
  return QLatin1String(kNames[static_cast<size_t>(column)]);
}

std::optional<double> PathShareModel::csvNumber(uint32_t item, int column) const {
  const PathShare &share = m_path->shares[item];
  if (isWordOfShare(column))
    return std::nullopt;
  return column == Pieces  ? static_cast<double>(share.pieces)
         : column == Total ? static_cast<double>(share.total.value) / 1000
                           : share.share;
}

QVariant PathShareModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  if (role == Qt::TextAlignmentRole)
    return aligned(isWordOfShare(index.column()));
  const PathShare &share = shareAt(index.row());
  if (role == Qt::ToolTipRole && index.column() == Total)
    return toQString(formatExact(share.total));
  if (role != Qt::DisplayRole)
    return {};
  switch (index.column()) {
  case What:
    return whatText(*m_path->trace, share.name);
  case Kind:
    return pathKindText(share.kind);
  case Pieces:
    return toQString(countText(share.pieces));
  case Total:
    return toQString(formatShort(share.total));
  default:
    return toQString(formatPercent(share.share));
  }
}

QVariant PathShareModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
    return aligned(isWordOfShare(section));
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  const QString names[] = {tr("Scope or operation"), tr("Spent on"), tr("Pieces"), tr("Total"),
                           tr("Share")};
  return names[section];
}

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

int PathPieceModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

double PathPieceModel::keyOf(uint32_t item, int column) const {
  const PathPiece &piece = m_path->path.pieces[m_pieces[item]];
  switch (column) {
  case Begin:
    return static_cast<double>(piece.time.begin.value);
  case Length:
    return static_cast<double>(piece.time.length().value);
  case Kind:
    return static_cast<double>(piece.kind);
  case What:
    return piece.slice.isValid() ? nameOfPiece(*m_path->trace, piece).value : kUnknown;
  default:
    return piece.track.value;
  }
}

QString PathPieceModel::csvHeading(int column) const {
  if (column == Begin || column == Length)
    return column == Begin ? QStringLiteral("begin_ns") : QStringLiteral("length_ns");
  return headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toLower();
}

std::optional<double> PathPieceModel::csvNumber(uint32_t item, int column) const {
  if (column != Begin && column != Length)
    return std::nullopt;
  return keyOf(item, column) / 1000;
}

QVariant PathPieceModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  if (role == Qt::TextAlignmentRole)
    return aligned(isWordOfPiece(index.column()));
  if (role != Qt::DisplayRole)
    return {};
  const PathPiece &piece = pieceAt(index.row());
  switch (index.column()) {
  case Begin:
    return toQString(formatExact(piece.time.begin));
  case Length:
    return toQString(formatExact(piece.time.length()));
  case Kind:
    return pathKindText(piece.kind);
  case What:
    return whatText(*m_path->trace, nameOfPiece(*m_path->trace, piece));
  default:
    return toQString(statistics::placeLabel(*m_path->trace, piece.track));
  }
}

QVariant PathPieceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
    return aligned(isWordOfPiece(section));
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  const QString names[] = {tr("Begin"), tr("Duration"), tr("Spent on"), tr("Scope or operation"),
                           tr("Track")};
  return names[section];
}

} // namespace pstudio
