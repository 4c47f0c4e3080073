// SPDX-License-Identifier: Apache-2.0
// A text that takes as many lines as the width needs and never widens what it stands in.
#pragma once

#include <QLabel>

namespace pstudio {

/// Plain text that can be selected and copied. Lines break between words; a word that alone is
/// wider than the label breaks within, so nothing is ever cut. Copying gives the text as it was
/// set. [thread: gui]
class WrappingLabel : public QLabel {
  Q_OBJECT

public:
  explicit WrappingLabel(const QString &text, QWidget *parent = nullptr);

  QString fullText() const { return m_fullText; }
  /// The width at which all of it is on one line.
  int oneLineWidth() const;

  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void resizeEvent(QResizeEvent *event) override;
  void changeEvent(QEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void contextMenuEvent(QContextMenuEvent *event) override;

private:
  void breakLines();
  void copySelection();

  QString m_fullText;
};

} // namespace pstudio
