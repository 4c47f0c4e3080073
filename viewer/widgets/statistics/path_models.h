// SPDX-License-Identifier: Apache-2.0
// The critical path of a CTA as tables: its parts by kind and name, and its pieces in order.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/path/cta_path.h"
#include "viewer/widgets/column_model.h"

namespace pstudio {

/// A path with its shares. Immutable.
struct ShownPath {
  std::shared_ptr<const Trace> trace; ///< as recorded
  analysis::CtaPath path;
  std::vector<analysis::PathShare> shares;
};

struct PathShareItem {
  const Trace &trace;
  const analysis::PathShare &share;
};

/// An item is a share. [thread: gui]
class PathShareModel : public ColumnModel<PathShareItem> {
  Q_OBJECT

public:
  enum Column { What, Kind, Pieces, Total, Share, ColumnCount };

  explicit PathShareModel(QObject *parent = nullptr);

  void setPath(std::shared_ptr<const ShownPath> path); ///< null: no lines
  const analysis::PathShare &shareAt(int line) const { return m_path->shares[itemAt(line)]; }

protected:
  PathShareItem itemOf(uint32_t item) const override {
    return {*m_path->trace, m_path->shares[item]};
  }
  QVariant valueOf(const PathShareItem &item, int column, int role) const override;

private:
  std::shared_ptr<const ShownPath> m_path;
};

struct PathPieceItem {
  const Trace &trace;
  const analysis::PathPiece &piece;
};

/// An item is a piece, of all or of one share. [thread: gui]
class PathPieceModel : public ColumnModel<PathPieceItem> {
  Q_OBJECT

public:
  enum Column { Begin, Length, Kind, What, Place, ColumnCount };

  explicit PathPieceModel(QObject *parent = nullptr);

  /// \param only  whose pieces are listed; nothing: all.
  void setPath(std::shared_ptr<const ShownPath> path,
               const std::optional<analysis::PathShare> &only = std::nullopt);
  const analysis::PathPiece &pieceAt(int line) const { return itemOf(itemAt(line)).piece; }

protected:
  PathPieceItem itemOf(uint32_t item) const override {
    return {*m_path->trace, m_path->path.pieces[m_pieces[item]]};
  }

private:
  std::shared_ptr<const ShownPath> m_path;
  std::vector<uint32_t> m_pieces; ///< by item
};

/// "work", "copy": what a piece is spent on.
QString pathKindText(analysis::PathKind kind);

} // namespace pstudio
