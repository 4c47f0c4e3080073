// SPDX-License-Identifier: Apache-2.0
// Starts of kernels in the ranks of a merged trace: a line about the ranks, and the table.
#pragma once

#include <QWidget>

#include <memory>

#include "viewer/models/job.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/statistics/rank_model.h"

namespace pstudio {

class ElidedLabel;

/// Computes on another thread while it is active. [thread: gui]
class RankView : public QWidget {
  Q_OBJECT

public:
  explicit RankView(QWidget *parent = nullptr);
  ~RankView() override;

  /// True for the trace of several processes. O(tracks).
  static bool hasRanks(const Trace &trace);

  void setTrace(std::shared_ptr<const Trace> trace); ///< null: nothing is shown
  void setActive(bool isActive);
  void setThemeKind(ThemeKind kind);
  /// After a change of timeStyle().
  void showTimesAgain();
  void showStatus(const QString &text);
  NumberTable &table() { return *m_table; }
  std::string csv() const { return m_model->csv(); }

Q_SIGNALS:
  void ranksShown();                                       ///< the table is complete
  void sliceChosen(pstudio::SliceId slice, bool isZoomed); ///< the kernel of a line

private:
  void showRanks(std::shared_ptr<const ShownRanks> ranks);
  void showHeader();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const ShownRanks> m_shown; ///< null until it is computed

  ElidedLabel *m_header;
  RankModel *m_model;
  NumberTable *m_table;
  Job m_work{this}; ///< last: its job delivers to this
};

} // namespace pstudio
