// SPDX-License-Identifier: Apache-2.0
// A button that says in two lines what it does: the cards and lines of the start page.
#include "viewer/widgets/start_page_card.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace pstudio {
namespace {
constexpr int kPadding = 12;
constexpr int kIconSize = 16;
constexpr int kCardGap = 12;
constexpr int kLineGap = 4;
constexpr qreal kRadius = 6;
constexpr int kPreferredWidth = 360;
constexpr int kUnlimitedHeight = 4000; // a bound for the text layout only
} // namespace

StartPageCard::StartPageCard(Look look, const QString &title, const QString &detail,
                             const QIcon &icon, QWidget *parent)
    : QAbstractButton(parent), m_look(look), m_detail(detail) {
  setText(title);
  setIcon(icon);
  setAccessibleName(title);
  setAccessibleDescription(detail);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void StartPageCard::setRemark(const QString &remark) {
  m_remark = remark;
  setAccessibleName(remark.isEmpty() ? text() : QStringLiteral("%1, %2").arg(text(), remark));
  update();
}

QFont StartPageCard::titleFont() const {
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  return bold;
}

int StartPageCard::textLeft() const {
  return kPadding + kIconSize + kCardGap;
}

QRect StartPageCard::detailRect(int width) const {
  const int top = kPadding + QFontMetrics(titleFont()).height() + kLineGap;
  const QRect space(textLeft(), top, std::max(40, width - textLeft() - kPadding), kUnlimitedHeight);
  if (m_look == Look::Line) // a path stays on one line and is shortened in the middle
    return {space.left(), top, space.width(), m_detail.isEmpty() ? 0 : fontMetrics().height()};
  return fontMetrics().boundingRect(space, Qt::TextWordWrap, m_detail);
}

QSize StartPageCard::sizeHint() const {
  return {kPreferredWidth, heightForWidth(kPreferredWidth)};
}
QSize StartPageCard::minimumSizeHint() const {
  return {160, heightForWidth(kPreferredWidth)};
}

int StartPageCard::heightForWidth(int width) const {
  if (m_detail.isEmpty())
    return 2 * kPadding + QFontMetrics(titleFont()).height();
  return detailRect(width).bottom() + 1 + kPadding;
}

void StartPageCard::paintGround(QPainter &painter) const {
  const bool isHot = isEnabled() && (underMouse() || isDown());
  const QColor border = palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid);
  painter.setPen(m_look == Look::Card || hasFocus() ? QPen(border, 1) : QPen(Qt::NoPen));
  const QColor ground = palette().color(isHot ? QPalette::Midlight : QPalette::Button);
  painter.setBrush(m_look == Look::Card || isHot ? QBrush(ground) : QBrush(Qt::NoBrush));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

void StartPageCard::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintGround(painter);

  const QPalette::ColorGroup group = isEnabled() ? QPalette::Normal : QPalette::Disabled;
  const QFontMetrics titleMetrics(titleFont());
  icon().paint(&painter, kPadding, kPadding + (titleMetrics.height() - kIconSize) / 2, kIconSize,
               kIconSize, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
  const int textWidth = width() - textLeft() - kPadding;
  paintTitle(painter, QRect(textLeft(), kPadding, textWidth, titleMetrics.height()));
  painter.setFont(font());
  painter.setPen(palette().color(group, QPalette::PlaceholderText));
  const bool isLine = m_look == Look::Line;
  painter.drawText(detailRect(width()), isLine ? Qt::TextSingleLine : Qt::TextWordWrap,
                   isLine ? fontMetrics().elidedText(m_detail, Qt::ElideMiddle, textWidth)
                          : m_detail);
}

void StartPageCard::paintTitle(QPainter &painter, const QRect &line) const {
  const QPalette::ColorGroup group = isEnabled() ? QPalette::Normal : QPalette::Disabled;
  QRect left = line;
  if (!m_remark.isEmpty()) {
    const int wanted = fontMetrics().horizontalAdvance(m_remark) + 1; // widths are rounded
    const int title = QFontMetrics(titleFont()).horizontalAdvance(text());
    const int room = std::max(line.width() - title - kCardGap, line.width() / 2 - kCardGap);
    const int width = std::clamp(wanted, 0, std::max(room, 0));
    painter.setFont(font());
    painter.setPen(palette().color(group, QPalette::PlaceholderText));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_remark, Qt::ElideRight, width));
    left.setWidth(line.width() - width - kCardGap);
  }
  painter.setFont(titleFont());
  painter.setPen(palette().color(group, QPalette::WindowText));
  painter.drawText(left, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(titleFont()).elidedText(text(), Qt::ElideRight, left.width()));
}

void StartPageCard::keyPressEvent(QKeyEvent *event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    click();
  else
    QAbstractButton::keyPressEvent(event);
}

void StartPageCard::enterEvent(QEnterEvent *) {
  update();
}
void StartPageCard::leaveEvent(QEvent *) {
  update();
}

} // namespace pstudio
