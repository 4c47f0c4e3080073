// SPDX-License-Identifier: Apache-2.0
// Scroll area of a panel, which can be lower than its content.
#pragma once

#include <QScrollArea>

#include <functional>

namespace pstudio {

/// The content is as wide as the room, and as high or `leastHeight`, whichever is more; it is
/// scrolled where the room is lower. So no panel keeps a window from being small. [thread: gui]
class PanelRoom : public QScrollArea {
  Q_OBJECT

public:
  /// \param leastHeight  returns the least readable height of the content [pixels]; called at each
  /// resize.
  PanelRoom(QWidget *content, std::function<int()> leastHeight, QWidget *parent = nullptr);

  QSize minimumSizeHint() const override;
  QSize sizeHint() const override { return minimumSizeHint(); }

protected:
  void resizeEvent(QResizeEvent *event) override;
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void fit();

  std::function<int()> m_leastHeight;
};

} // namespace pstudio
