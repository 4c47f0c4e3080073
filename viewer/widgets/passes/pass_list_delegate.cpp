// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/passes/pass_list_delegate.h"

#include <QPainter>

#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/passes/pass_list.h"

namespace pstudio {
namespace {

constexpr int kLineHeight = 24;
constexpr int kInset = 4, kGap = 8;
constexpr int kPassSignWidth = 14;
constexpr int kTimeWidth = 60; // "1,234.5 ms" and the bar below it

/// The sign of a pass that changed the IR, failed, or neither; never shown by colour alone.
QString signOf(const QString &state) {
  if (state == QLatin1String("failed"))
    return QString(QChar(0x00D7));
  return state == QLatin1String("changed") ? QString(QChar(0x25CF)) : QString(QChar(0x25CB));
}

void paintTime(QPainter &painter, const QRect &box, const QModelIndex &index,
               const QPalette &palette) {
  const double share = index.data(PassList::ShareRole).toDouble();
  if (share > 0.0) {
    QColor bar = palette.color(QPalette::Highlight);
    bar.setAlpha(150);
    const int width = std::max(1, static_cast<int>(share * box.width()));
    painter.fillRect(QRect(box.right() - width + 1, box.bottom() - 2, width, 2), bar);
  }
  painter.setFont(windowFont(FontRole::MonoSmall));
  painter.setPen(palette.color(QPalette::PlaceholderText));
  painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                   index.data(PassList::TimeRole).toString());
}

} // namespace

void PassListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                             const QModelIndex &index) const {
  painter->save();
  const bool isStage = !index.data(PassList::PassRole).isValid();
  const bool isCurrent = option.state & QStyle::State_Selected;
  if (!isStage && (isCurrent || (option.state & QStyle::State_MouseOver)))
    painter->fillRect(option.rect,
                      option.palette.color(isCurrent ? QPalette::Midlight : QPalette::Button));
  QRect line = option.rect.adjusted(kInset, 0, -kInset, 0);
  QRect time = line;
  time.setLeft(line.right() - windowLength(kTimeWidth));
  paintTime(*painter, time.adjusted(0, 1, 0, -2), index, option.palette);
  line.setRight(time.left() - kGap);
  const QString state = index.data(PassList::StateRole).toString();
  const bool isQuiet = !isStage && state.isEmpty();
  const QColor ink = option.palette.color(isQuiet ? QPalette::PlaceholderText : QPalette::Text);
  painter->setPen(state == QLatin1String("failed") ? option.palette.color(QPalette::BrightText)
                                                   : ink);
  if (!isStage) {
    painter->setFont(windowFont(FontRole::Small));
    painter->drawText(QRect(line.left(), line.top(), kPassSignWidth, line.height()),
                      Qt::AlignCenter, signOf(state));
    line.setLeft(line.left() + kPassSignWidth + 2);
  }
  painter->setFont(windowFont(isStage || isCurrent ? FontRole::BodyBold : FontRole::Body));
  const QString name = painter->fontMetrics().elidedText(index.data(Qt::DisplayRole).toString(),
                                                         Qt::ElideRight, line.width());
  painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
  line.setLeft(line.left() + painter->fontMetrics().horizontalAdvance(name) + kGap);
  painter->setFont(windowFont(FontRole::Small));
  painter->setPen(option.palette.color(QPalette::PlaceholderText));
  if (line.width() > 24)
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data(PassList::DetailRole).toString(),
                                                        Qt::ElideRight, line.width()));
  painter->restore();
}

QSize PassListDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
  return {160, windowLength(kLineHeight)};
}

} // namespace pstudio
