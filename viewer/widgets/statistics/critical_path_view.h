// SPDX-License-Identifier: Apache-2.0
// The critical path of one CTA: its parts, its pieces, and which CTA.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/models/job.h"
#include "viewer/models/selection_model.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/statistics/path_models.h"

class QComboBox;
class QToolButton;

namespace pstudio {

class ElidedLabel;

/// Computes on another thread while it is active. It opens with the CTA of the selected slice.
/// [thread: gui]
class CriticalPathView : public QWidget {
  Q_OBJECT

public:
  explicit CriticalPathView(QWidget *parent = nullptr);
  ~CriticalPathView() override;

  /// The trace as recorded and its asynchronous operations; null: nothing is shown. The selection
  /// belongs to the trace's timeline and outlives its use here.
  void setData(std::shared_ptr<const OverlapData> data, SelectionModel *selection);
  /// An inactive view has no path in the timeline.
  void setActive(bool isActive);
  void setThemeKind(ThemeKind kind);
  /// After a change of timeStyle().
  void showTimesAgain();
  /// Null until it is computed.
  std::shared_ptr<const ShownPath> path() const { return m_path; }
  NumberTable &shares() { return *m_shares; }
  NumberTable &pieces() { return *m_pieces; }

Q_SIGNALS:
  void pathShown(const std::vector<pstudio::PathMark> &path); ///< to be drawn; empty: none
  void sliceRevealed(pstudio::SliceId slice);                 ///< selected here: to be scrolled to
  void sliceZoomed(pstudio::SliceId slice);                   ///< selected here: to be shown large

private:
  QWidget *makeBar();
  QWidget *makeTables();
  void fillCtas();
  void compute();
  void showPath(std::shared_ptr<const ShownPath> path);
  void showHeader();
  void reportPath();
  void chooseShare(int line);
  void choosePiece(int line, bool isZoomed);
  void listPieces(const std::optional<analysis::PathShare> &only);

  std::shared_ptr<const OverlapData> m_data;
  SelectionModel *m_selection = nullptr;
  std::vector<TrackId> m_ctaTracks; ///< by entry of m_ctas
  std::shared_ptr<const ShownPath> m_path;
  bool m_isActive = false;

  QComboBox *m_ctas;
  QToolButton *m_draw;
  QToolButton *m_all;
  ElidedLabel *m_header;
  PathShareModel *m_shareModel;
  PathPieceModel *m_pieceModel;
  NumberTable *m_shares;
  NumberTable *m_pieces;
  Job m_work{this}; ///< last: its job delivers to this
};

} // namespace pstudio
