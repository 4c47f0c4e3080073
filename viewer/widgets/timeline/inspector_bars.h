// SPDX-License-Identifier: Apache-2.0
// The small picture of how long each instance of a scope took, in the order in which they ran.
#pragma once

#include <QColor>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace pstudio {

/// One bar per instance, from 0 to the longest; where there are more instances than pixels a bar
/// shows the longest of its instances. The selected one is drawn in the text colour. A click
/// chooses the longest instance of a bar, the arrow keys the instance before or after. [thread:
/// gui]
class InspectorBars : public QWidget {
  Q_OBJECT

public:
  explicit InspectorBars(QWidget *parent = nullptr);

  /// \param selected  index into `durations`.
  void setDurations(std::vector<int64_t> durations, size_t selected, const QColor &color);
  QSize sizeHint() const override;

Q_SIGNALS:
  void instanceChosen(size_t instance); ///< index into the durations

protected:
  void paintEvent(QPaintEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;

private:
  size_t barCount() const;
  int barStep() const; ///< [pixels] from bar to bar

  std::vector<int64_t> m_durations;
  size_t m_selected = 0;
  QColor m_color;
};

/// The longest instance of the bar; its first one of several that are as long. bar < bars.
size_t longestOfBar(const std::vector<int64_t> &durations, size_t bars, size_t bar);

/// The longest duration of each of `bars` equal groups of consecutive instances. bars >= 1.
std::vector<int64_t> longestOfGroups(const std::vector<int64_t> &durations, size_t bars);

} // namespace pstudio
