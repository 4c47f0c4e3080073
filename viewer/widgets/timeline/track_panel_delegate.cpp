// SPDX-License-Identifier: Apache-2.0
// Draws a line of the left panel: an optional swatch, a name, and muted words or a number at the
// right.
#include "viewer/widgets/timeline/track_panel_delegate.h"

#include <QApplication>
#include <QPainter>

#include "viewer/paint/distinct_elision.h"
#include "viewer/paint/shown_text.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {
constexpr int kTrackLineHeight = 24;
constexpr int kInset = 4;
constexpr int kSwatch = 10;
constexpr int kGap = 8;
constexpr int kMaxCompared = 200; // names: a list of more is searched, not read
} // namespace

QString TrackPanelDelegate::shownName(const QModelIndex &index, const QFontMetrics &metrics,
                                      int width) {
  const auto nameAt = [](const QModelIndex &at) {
    const QVariant shown = at.data(kShownNameRole);
    return shownText((shown.isValid() ? shown : at.data()).toString());
  };
  const QAbstractItemModel &names = *index.model();
  const int count = std::min(names.rowCount(), kMaxCompared);
  return elidedDistinctly(metrics, nameAt(index), width,
                          [&](const std::function<void(const QString &)> &visit) {
                            for (int row = 0; row < count; ++row)
                              visit(nameAt(names.index(row, 0)));
                          });
}

void TrackPanelDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool isCurrent = option.state & QStyle::State_Selected;
  constexpr auto kPointed = QStyle::State_MouseOver | QStyle::State_HasFocus;
  if (isCurrent || (option.state & kPointed)) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(option.palette.color(isCurrent ? QPalette::Midlight : QPalette::Button));
    painter->drawRoundedRect(option.rect, 4, 4);
  }
  QRect line = option.rect.adjusted(kInset, 0, -kInset, 0);
  if (const QVariant swatch = index.data(Qt::DecorationRole); swatch.canConvert<QColor>()) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(swatch.value<QColor>());
    painter->drawRoundedRect(line.left(), line.center().y() - kSwatch / 2 + 1, kSwatch, kSwatch, 2,
                             2);
    line.setLeft(line.left() + kSwatch + kGap);
  }
  const QString value = index.data(m_valueRole).toString();
  painter->setFont(windowFont(m_isMono ? FontRole::MonoSmall : FontRole::Small));
  painter->setPen(option.palette.color(QPalette::PlaceholderText));
  painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, value);
  line.setRight(line.right() - painter->fontMetrics().horizontalAdvance(value) - kGap);
  painter->setFont(windowFont(isCurrent ? FontRole::BodyBold : FontRole::Body));
  painter->setPen(option.palette.color(QPalette::Text));
  painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                    shownName(index, painter->fontMetrics(), line.width()));
  painter->restore();
}

QSize TrackPanelDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
  return {120, windowLength(kTrackLineHeight)};
}

} // namespace pstudio
