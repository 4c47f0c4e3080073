// SPDX-License-Identifier: Apache-2.0
// A line of text that ends in dots where there is no room for all of it.
#pragma once

#include <QLabel>

namespace pstudio {

/// As wide as there is room; its tool tip is the whole text. [thread: gui]
class ElidedLabel : public QLabel {
  Q_OBJECT

public:
  explicit ElidedLabel(QWidget *parent = nullptr);
  void setFullText(const QString &text);

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  void elide();
  QString m_fullText;
};

} // namespace pstudio
