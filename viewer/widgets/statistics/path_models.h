// SPDX-License-Identifier: Apache-2.0
// The critical path of a CTA as tables: its parts by kind and name, and its pieces in order.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/path/cta_path.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// A path with its shares. Immutable.
struct ShownPath {
  std::shared_ptr<const Trace> trace; ///< as recorded
  analysis::CtaPath path;
  std::vector<analysis::PathShare> shares;
};

/// An item is a share. [thread: gui]
class PathShareModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column { What, Kind, Pieces, Total, Share, ColumnCount };

  using SortedTableModel::SortedTableModel;

  void setPath(std::shared_ptr<const ShownPath> path); ///< null: no lines
  const analysis::PathShare &shareAt(int line) const { return m_path->shares[itemAt(line)]; }

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  std::shared_ptr<const ShownPath> m_path;
};

/// An item is a piece, of all or of one share. [thread: gui]
class PathPieceModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column { Begin, Length, Kind, What, Place, ColumnCount };

  using SortedTableModel::SortedTableModel;

  /// \param only  whose pieces are listed; nothing: all.
  void setPath(std::shared_ptr<const ShownPath> path,
               const std::optional<analysis::PathShare> &only = std::nullopt);
  const analysis::PathPiece &pieceAt(int line) const {
    return m_path->path.pieces[m_pieces[itemAt(line)]];
  }

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  std::shared_ptr<const ShownPath> m_path;
  std::vector<uint32_t> m_pieces; ///< by item
};

/// "work", "copy": what a piece is spent on.
QString pathKindText(analysis::PathKind kind);

} // namespace pstudio
