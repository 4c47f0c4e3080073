// SPDX-License-Identifier: Apache-2.0
// The passes of a compile as a tree: stages, and in each its passes with their times.
#pragma once

#include <QTreeView>

#include <memory>

#include "core/run/pass_report.h"

class QStandardItem;
class QStandardItemModel;

namespace pstudio {

/// Which pass of a report.
struct PassPlace {
  int stage = -1, pass = -1;
  bool isValid() const { return stage >= 0 && pass >= 0; }
  bool operator==(const PassPlace &) const = default;
};

/// One pass is current unless there is none. [thread: gui]
class PassList : public QTreeView {
  Q_OBJECT

public:
  explicit PassList(QWidget *parent = nullptr);

  /// Null: empty. The first pass that changed something becomes current.
  void setReport(std::shared_ptr<const PassReport> report);
  /// Leaves out passes that changed nothing and did not fail; the current one stays if it can.
  void setOnlyChanged(bool isOn);
  PassPlace current() const;
  void setCurrent(const PassPlace &place);
  int shownPasses() const { return m_shown; }
  int allPasses() const;

  enum Role { StageRole = Qt::UserRole + 1, PassRole, TimeRole, ShareRole, StateRole, DetailRole };

Q_SIGNALS:
  void passChosen(const pstudio::PassPlace &place);

private:
  void fill();
  QStandardItem *stageItem(int stage) const;
  QStandardItem *passItem(int stage, int pass, double longestNs) const;

  std::shared_ptr<const PassReport> m_report;
  QStandardItemModel *m_model;
  bool m_isOnlyChanged = true;
  int m_shown = 0;
};

} // namespace pstudio
