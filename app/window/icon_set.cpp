// SPDX-License-Identifier: Apache-2.0
// The application's line icons in the colours of the theme.
#include "app/window/icon_set.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

/// The icons are in a static library, whose resources are linked only if they are referenced. Qt's
/// macro must be used outside of any namespace.
static void initIconResources() {
  Q_INIT_RESOURCE(icons);
}

namespace pstudio {
namespace {

QByteArray recoloured(const QString &name, const QColor &color) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly))
    return {};
  return file.readAll().replace("#000000", color.name().toLatin1());
}

/// Draws the icon's SVG with its black replaced. Pixmaps are kept in Qt's cache, by name, size and
/// colour.
class LineIconEngine : public QIconEngine {
public:
  LineIconEngine(QString name, ColorToken color, std::shared_ptr<ThemeKind> theme)
      : m_name(std::move(name)), m_color(color), m_theme(std::move(theme)) {}

  void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override {
    QSvgRenderer renderer(recoloured(m_name, colorFor(mode)));
    const int side = std::min(rect.width(), rect.height());
    QRect square(0, 0, side, side);
    square.moveCenter(rect.center());
    if (renderer.isValid())
      renderer.render(painter, square);
  }

  QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override {
    const QString key = QStringLiteral("pstudio:%1:%2x%3:%4")
                            .arg(m_name)
                            .arg(size.width())
                            .arg(size.height())
                            .arg(colorFor(mode).name());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
      return pixmap;
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }

  QIconEngine *clone() const override { return new LineIconEngine(m_name, m_color, m_theme); }

private:
  QColor colorFor(QIcon::Mode mode) const {
    return Theme::of(*m_theme).color(mode == QIcon::Disabled ? ColorToken::TextMuted : m_color);
  }

  QString m_name;
  ColorToken m_color;
  std::shared_ptr<ThemeKind> m_theme;
};

} // namespace

IconSet::IconSet(ThemeKind theme) : m_theme(std::make_shared<ThemeKind>(theme)) {
  initIconResources();
}

QIcon IconSet::icon(const QString &name, ColorToken color) const {
  return QIcon(new LineIconEngine(name, color, m_theme));
}

QPixmap IconSet::statusPixmap(const QString &name, qreal devicePixelRatio) const {
  constexpr int kSize = 16;
  const ColorToken color = name == QLatin1String("error")     ? ColorToken::Warning
                           : name == QLatin1String("warning") ? ColorToken::Caution
                                                              : ColorToken::Accent;
  QPixmap pixmap(QSize(kSize, kSize) * devicePixelRatio);
  pixmap.setDevicePixelRatio(devicePixelRatio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  LineIconEngine(name, color, m_theme)
      .paint(&painter, QRect(0, 0, kSize, kSize), QIcon::Normal, QIcon::Off);
  return pixmap;
}

} // namespace pstudio
