// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/tile_strip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kMinTile = 112; // a panel is low: rather narrow tiles than two lines

} // namespace

TileStrip::TileStrip(QWidget *parent) : QWidget(parent) {
  installPaintedItems();
  setObjectName(QStringLiteral("tileStrip"));
  setAccessibleName(tr("Key figures"));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

int TileStrip::itemCount() const {
  return static_cast<int>(m_tiles.size());
}

QString TileStrip::itemText(int index) const {
  const FigureTile &tile = m_tiles[static_cast<size_t>(index)];
  return QString::fromStdString(tile.label + ": " + tile.value +
                                (tile.detail.empty() ? "" : ", " + tile.detail) + ". " +
                                tile.explanation);
}

QRect TileStrip::itemRect(int index) const {
  const auto at = static_cast<size_t>(index);
  return at < m_boxes.size() ? pixelRect(m_boxes[at]) : QRect();
}

void TileStrip::setTiles(std::vector<FigureTile> tiles) {
  m_tiles = std::move(tiles);
  QStringList lines;
  for (int i = 0; i < itemCount(); ++i)
    lines << itemText(i);
  setAccessibleDescription(lines.join(QLatin1Char('\n')));
  setMinimumHeight(heightForWidth(width()));
  updateGeometry();
  update();
}

void TileStrip::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  update();
}

int TileStrip::heightForWidth(int width) const {
  DrawList list;
  std::vector<PixelRect> boxes;
  return static_cast<int>(
      std::ceil(drawTiles(m_tiles, static_cast<float>(width),
                          static_cast<float>(windowLength(kMinTile)), m_texts, list, boxes)));
}

/// A low panel scrolls before it cuts a line of tiles.
void TileStrip::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  setMinimumHeight(heightForWidth(width()));
}

void TileStrip::paintEvent(QPaintEvent *) {
  m_list.clear({0, 0, static_cast<float>(width()), static_cast<float>(height())});
  drawTiles(m_tiles, static_cast<float>(width()), static_cast<float>(windowLength(kMinTile)),
            m_texts, m_list, m_boxes);
  QPainter painter(this);
  paintDrawList(painter, m_list, Theme::of(m_theme), m_texts);
}

bool TileStrip::event(QEvent *event) {
  if (event->type() != QEvent::ToolTip)
    return QWidget::event(event);
  const auto *help = static_cast<QHelpEvent *>(event);
  for (size_t i = 0; i < m_boxes.size(); ++i)
    if (m_boxes[i].contains(static_cast<float>(help->x()), static_cast<float>(help->y())))
      QToolTip::showText(help->globalPos(),
                         QStringLiteral("<p><b>%1</b><br>%2</p>")
                             .arg(QString::fromStdString(m_tiles[i].label).toHtmlEscaped(),
                                  QString::fromStdString(m_tiles[i].explanation).toHtmlEscaped()),
                         this);
  return true;
}

} // namespace pstudio
