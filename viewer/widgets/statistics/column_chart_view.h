// SPDX-License-Identifier: Apache-2.0
// A chart whose columns can be chosen by mouse and keyboard.
#pragma once

#include <QStringList>
#include <QtCharts/QChartView>

#include "viewer/charts/chart_look.h"

namespace pstudio {

/// One column is current (a band below it), one is marked (a triangle above it). Left and Right,
/// Home and End choose another column, Esc none. [thread: gui]
class ColumnChartView : public QChartView {
  Q_OBJECT

public:
  explicit ColumnChartView(QWidget *parent = nullptr);

  /// Takes the chart, whose first series has its columns at 0, 1, ... \param toolTips  one for each
  /// column. Clears the current and the marked column.
  void setColumns(ChartPtr chart, QStringList toolTips, const Theme &theme);
  void setCurrentColumn(int column); ///< without a signal; -1: none
  int currentColumn() const { return m_current; }
  void setMarkedColumn(int column); ///< -1: none
  int markedColumn() const { return m_marked; }
  /// The middle of a column in the viewport.
  QPointF columnCentre(int column) const;

Q_SIGNALS:
  void columnChosen(int column); ///< by the user; -1: none

protected:
  void mousePressEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  bool viewportEvent(QEvent *event) override;
  void drawForeground(QPainter *painter, const QRectF &area) override;

private:
  int columnAt(QPoint position) const;
  QRectF columnRect(int column) const;
  void choose(int column);

  QStringList m_toolTips;
  int m_current = -1;
  int m_marked = -1;
  ThemeKind m_theme = ThemeKind::Dark;
};

} // namespace pstudio
