// SPDX-License-Identifier: Apache-2.0
// The strip of badges, and their explanations.
#include "viewer/widgets/timeline/quality_bar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

namespace pstudio {
namespace {

constexpr float kBarHeight = 24;
constexpr float kBadgeGap = 8;
constexpr float kBarPadding = 8;

} // namespace

QualityBar::QualityBar(QWidget *parent) : QWidget(parent) {
  installPaintedItems();
  setObjectName(QStringLiteral("qualityBar"));
  setAccessibleName(tr("Data quality"));
}

int QualityBar::itemCount() const {
  return static_cast<int>(m_badges.size());
}

QString QualityBar::itemText(int index) const {
  const QualityBadge &badge = m_badges[static_cast<size_t>(index)];
  return QString::fromStdString(badge.text + ". " + badge.explanation);
}

/// Empty for those that "+ 3 more" stands for.
QRect QualityBar::itemRect(int index) const {
  const auto at = static_cast<size_t>(index);
  return at < m_boxes.size() ? pixelRect(m_boxes[at]) : QRect();
}

void QualityBar::setTrace(const std::shared_ptr<const Trace> &trace) {
  setBadges(trace ? qualityBadges(*trace) : std::vector<QualityBadge>());
}

void QualityBar::setBadges(std::vector<QualityBadge> badges) {
  m_badges = warningsFirst(std::move(badges)); // what has no room is what matters least
  QStringList all;
  for (int i = 0; i < itemCount(); ++i)
    all << itemText(i);
  setAccessibleDescription(all.join(QLatin1Char('\n')));
  updateGeometry();
  update();
}

void QualityBar::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  update();
}

QSize QualityBar::sizeHint() const {
  float width = kBarPadding;
  for (const QualityBadge &badge : m_badges)
    width += std::ceil(qualityBadgeWidth(badge, m_texts)) + kBadgeGap;
  return {static_cast<int>(width), static_cast<int>(kBarHeight)};
}

QSize QualityBar::minimumSizeHint() const {
  return {40, static_cast<int>(kBarHeight)};
}

void QualityBar::paintEvent(QPaintEvent *) {
  const auto width = static_cast<float>(this->width());
  const auto height = static_cast<float>(this->height());
  m_list.clear({0, 0, width, height});
  const float reserve = m_texts.width(FontRole::Small, "+ 99 more") + kBadgeGap;
  size_t shown =
      drawQualityBadges(m_badges, kBarPadding, width, 0, height, m_texts, m_list, m_boxes);
  if (shown < m_badges.size()) {
    // Say that there is more rather than hide it.
    m_list.clear({0, 0, width, height});
    shown = drawQualityBadges(m_badges, kBarPadding, width - reserve, 0, height, m_texts, m_list,
                              m_boxes);
    const std::string more = "+ " + std::to_string(m_badges.size() - shown) + " more";
    const float x = m_boxes.empty() ? kBarPadding : m_boxes.back().right() + kBadgeGap;
    m_list.addText(
        DrawLayer::Label,
        {.box = {x, 0, reserve, height}, .font = FontRole::Small, .color = ColorToken::TextMuted},
        more);
  }
  QPainter painter(this);
  paintDrawList(painter, m_list, Theme::of(m_theme), m_texts);
}

bool QualityBar::event(QEvent *event) {
  if (event->type() != QEvent::ToolTip)
    return QWidget::event(event);
  const auto *help = static_cast<QHelpEvent *>(event);
  const QPointF at = help->pos();
  QStringList lines;
  for (size_t i = 0; i < m_badges.size(); ++i) {
    const bool isHidden = i >= m_boxes.size();
    const bool isHit =
        !isHidden && m_boxes[i].contains(static_cast<float>(at.x()), static_cast<float>(at.y()));
    const bool isPastLast = m_boxes.empty() || at.x() > static_cast<double>(m_boxes.back().right());
    if (isHit || (isHidden && isPastLast))
      lines << QStringLiteral("<p><b>%1</b><br>%2</p>")
                   .arg(QString::fromStdString(m_badges[i].text).toHtmlEscaped(),
                        QString::fromStdString(m_badges[i].explanation).toHtmlEscaped());
  }
  QToolTip::showText(help->globalPos(), lines.join(QString()), this);
  return true;
}

} // namespace pstudio
