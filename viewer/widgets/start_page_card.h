// SPDX-License-Identifier: Apache-2.0
// A button with a title and a detail: the cards and lines of the start page.
#pragma once

#include <QAbstractButton>
#include <QIcon>
#include <QString>

namespace pstudio {

/// An icon, a title and a detail that wraps. Pressed by click, Space or Enter. [thread: gui]
class StartPageCard : public QAbstractButton {
  Q_OBJECT

public:
  enum class Look { Card, Line };

  StartPageCard(Look look, const QString &title, const QString &detail, const QIcon &icon,
                QWidget *parent = nullptr);

  /// Muted words at the right of the title. The title keeps its whole width as long as half of the
  /// line is enough for it.
  void setRemark(const QString &remark);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

protected:
  void paintEvent(QPaintEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void enterEvent(QEnterEvent *event) override;
  void leaveEvent(QEvent *event) override;

private:
  QFont titleFont() const;
  int textLeft() const;
  QRect detailRect(int width) const;
  void paintGround(QPainter &painter) const;
  void paintTitle(QPainter &painter, const QRect &line) const;

  Look m_look;
  QString m_detail;
  QString m_remark;
};

} // namespace pstudio
