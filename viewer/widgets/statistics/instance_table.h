// SPDX-License-Identifier: Apache-2.0
// The instances of a column of a chart as a table.
#pragma once

#include "viewer/widgets/column_model.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/statistics/scope_figures.h"

namespace pstudio {

/// An instance of the figures.
struct InstanceItem {
  const ScopeFigures &figures;
  const statistics::ScopeInstance &instance;
};

/// An item is a position in a list of instances. [thread: gui]
class InstanceModel : public ColumnModel<InstanceItem> {
  Q_OBJECT

public:
  enum Column { Begin, Length, Place, Ordinal, ColumnCount };

  explicit InstanceModel(QObject *parent = nullptr);

  /// Null: no lines. \param positions  of the instances that are listed.
  void setInstances(std::shared_ptr<const ScopeFigures> figures, std::vector<uint32_t> positions);
  const statistics::ScopeInstance &instanceAt(int line) const {
    return itemOf(itemAt(line)).instance;
  }
  /// -1 if it is not listed. O(lines).
  int lineOfSlice(SliceId slice) const;

protected:
  InstanceItem itemOf(uint32_t item) const override {
    return {*m_figures, m_figures->instances[m_positions[item]]};
  }
  QVariant valueOf(const InstanceItem &item, int column, int role) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  std::shared_ptr<const ScopeFigures> m_figures;
  std::vector<uint32_t> m_positions;
};

/// One line is current. Sorted by begin until a heading is clicked. [thread: gui]
class InstanceTable : public NumberTable {
  Q_OBJECT

public:
  explicit InstanceTable(QWidget *parent = nullptr);

  void setInstances(std::shared_ptr<const ScopeFigures> figures, std::vector<uint32_t> positions);
  /// Makes the slice's line current, without a signal; none if it is not listed.
  void setCurrentSlice(SliceId slice);
  InstanceModel &instanceModel() { return *m_instances; }

Q_SIGNALS:
  void sliceChosen(pstudio::SliceId slice);    ///< by the user
  void sliceActivated(pstudio::SliceId slice); ///< by a double click or Return

protected:
  void resizeEvent(QResizeEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
  InstanceModel *m_instances;
};

} // namespace pstudio
