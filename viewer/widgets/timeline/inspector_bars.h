// SPDX-License-Identifier: Apache-2.0
// The small picture of how long each instance of a scope took, in the order in which they ran.
#pragma once

#include <QColor>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace pstudio {

/// One bar per instance, from 0 to the longest; where there are more instances than pixels a bar
/// shows the longest of its instances. The selected one is drawn in the text colour. [thread: gui]
class InspectorBars : public QWidget {
  Q_OBJECT

public:
  explicit InspectorBars(QWidget *parent = nullptr);

  /// \param selected  index into `durations`.
  void setDurations(std::vector<int64_t> durations, size_t selected, const QColor &color);
  QSize sizeHint() const override;

protected:
  void paintEvent(QPaintEvent *event) override;

private:
  std::vector<int64_t> m_durations;
  size_t m_selected = 0;
  QColor m_color;
};

/// The longest duration of each of `bars` equal groups of consecutive instances. bars >= 1.
std::vector<int64_t> longestOfGroups(const std::vector<int64_t> &durations, size_t bars);

} // namespace pstudio
