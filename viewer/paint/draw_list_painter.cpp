// SPDX-License-Identifier: Apache-2.0
// QPainter replay: plain fills for nearly everything, antialiasing only where a shape is not a
// rectangle.
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/bar_strips.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QStaticText>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>

namespace pstudio {
namespace {

constexpr size_t kFontCount = static_cast<size_t>(FontRole::Count);
// The cache is cleared after this number of different labels.
constexpr size_t kMaxCachedTexts = 20'000;
constexpr int kVectorPixels = 4; // to each side of a raster's cell

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

QRectF toQRect(const PixelRect &r) {
  return QRectF(r.x, r.y, r.width, r.height);
}

} // namespace

struct TextCache::Data {
  struct Face {
    QFont font;
    QFontMetricsF metrics;
    TextMap<float> widths;
    TextMap<QStaticText> texts;
    explicit Face(const QFont &of) : font(of), metrics(font) {}
  };
  std::vector<Face> faces;
  double windowScale = 0; ///< of the fonts; 0: those of pictures

  /// Clears the cache after a change of the window's text size.
  void follow() {
    if (windowScale == 0 || windowScale == windowTextScale())
      return;
    windowScale = windowTextScale();
    faces.clear();
    for (size_t i = 0; i < kFontCount; ++i)
      faces.emplace_back(windowFont(static_cast<FontRole>(i)));
  }

  Face &face(FontRole role) { return faces[static_cast<size_t>(role)]; }
  const QStaticText &staticText(FontRole role, std::string_view text) {
    Face &f = face(role);
    if (f.texts.size() > kMaxCachedTexts)
      f.texts.clear();
    const auto found = f.texts.find(text);
    if (found != f.texts.end())
      return found->second;
    QStaticText laidOut(toQString(text));
    laidOut.setTextFormat(Qt::PlainText);
    laidOut.setPerformanceHint(QStaticText::AggressiveCaching);
    laidOut.prepare(QTransform(), f.font);
    return f.texts.emplace(std::string(text), std::move(laidOut)).first->second;
  }
};

TextShaping shapingFor(const QPainter &painter) {
  const QPaintEngine *engine = painter.paintEngine();
  return engine != nullptr && engine->type() == QPaintEngine::Pdf ? TextShaping::None
                                                                  : TextShaping::Full;
}

QFont withShaping(QFont font, TextShaping shaping) {
  if (shaping == TextShaping::None)
    font.setStyleStrategy(
        static_cast<QFont::StyleStrategy>(font.styleStrategy() | QFont::PreferNoShaping));
  return font;
}

TextCache::TextCache() : m_data(std::make_unique<Data>()) {
  m_data->windowScale = -1; // not a valid scale: the first use makes the fonts
}

TextCache::TextCache(TextShaping shaping) : m_data(std::make_unique<Data>()) {
  for (size_t i = 0; i < kFontCount; ++i)
    m_data->faces.emplace_back(withShaping(fontFor(static_cast<FontRole>(i)), shaping));
}

TextCache::~TextCache() = default;

float TextCache::width(FontRole font, std::string_view text) const {
  m_data->follow();
  Data::Face &face = m_data->face(font);
  const auto found = face.widths.find(text);
  if (found != face.widths.end())
    return found->second;
  if (face.widths.size() > kMaxCachedTexts)
    face.widths.clear();
  const auto width = static_cast<float>(face.metrics.horizontalAdvance(toQString(text)));
  face.widths.emplace(std::string(text), width);
  return width;
}

/// Paints the layers of one list.
class DrawListPainter {
public:
  DrawListPainter(QPainter &painter, const DrawList &list, const Theme &theme, TextCache &texts)
      : m_painter(painter), m_list(list), m_theme(theme), m_texts(*texts.m_data),
        m_scale(painter.deviceTransform().m11()), m_strips(list.clip(), theme),
        m_hasStrips(hasWholePixels(painter)) {
    m_texts.follow();
  }

  void paint() {
    for (size_t i = 0; i < static_cast<size_t>(DrawLayer::Count); ++i) {
      const DrawList::Layer &layer = m_list.layer(static_cast<DrawLayer>(i));
      m_painter.setRenderHint(QPainter::Antialiasing, false);
      for (const DrawRaster &raster : layer.rasters)
        paintRaster(raster);
      paintRects(layer.rects);
      for (const DrawLine &line : layer.lines)
        paintLine(line);
      m_painter.setRenderHint(QPainter::Antialiasing, true);
      for (const DrawCurve &curve : layer.curves)
        paintCurve(curve);
      for (const DrawText &text : layer.texts)
        paintText(text);
    }
  }

private:
  /// Whether logical pixels are those of an image.
  static bool hasWholePixels(const QPainter &painter) {
    const QTransform transform = painter.deviceTransform();
    const QPaintEngine *engine = painter.paintEngine();
    return transform.type() <= QTransform::TxTranslate &&
           transform.dx() == std::floor(transform.dx()) &&
           transform.dy() == std::floor(transform.dy()) && engine != nullptr &&
           engine->type() == QPaintEngine::Raster;
  }

  void paintRects(std::span<const DrawRect> rects) {
    while (!rects.empty()) {
      const size_t strip = m_hasStrips ? m_strips.countOf(rects) : 0;
      if (strip > 0)
        m_strips.paint(m_painter, rects.first(strip));
      else
        paintRect(rects.front());
      rects = rects.subspan(std::max<size_t>(strip, 1));
    }
  }

  /// Clips a long slice: only the visible part is filled.
  QRectF visiblePart(const PixelRect &r) const {
    const PixelRect &clip = m_list.clip();
    const float left = std::max(r.x, clip.x - 8);
    const float right = std::min(r.right(), clip.right() + 8);
    return QRectF(left, r.y, right - left, r.height);
  }

  QColor fillOf(const DrawRect &rect) const {
    QColor color = m_theme.color(rect.fill);
    if (rect.tint != 255)
      color = m_theme.tinted(rect.fill, rect.tint);
    if (rect.opacity != 255)
      color.setAlpha(rect.opacity);
    return color;
  }

  void paintRaster(const DrawRaster &raster) {
    const std::span<const uint8_t> cells = m_list.cells(raster);
    if (cells.empty())
      return;
    QImage image(cells.data(), static_cast<int>(raster.columns), static_cast<int>(raster.rows),
                 static_cast<qsizetype>(raster.columns), QImage::Format_Indexed8);
    const auto &ramp = m_theme.ramp(raster.ramp);
    image.setColorTable(QList<QRgb>(ramp.begin(), ramp.end()));
    const QPaintEngine::Type engine = m_painter.paintEngine()->type();
    // Viewers of SVG and PDF smooth enlarged images, so cells get several pixels.
    if (engine == QPaintEngine::SVG || engine == QPaintEngine::Pdf)
      image =
          image.scaled(image.size() * kVectorPixels, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    m_painter.save();
    m_painter.setClipRect(toQRect(raster.clip), Qt::IntersectClip);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_painter.drawImage(toQRect(raster.rect), image);
    m_painter.restore();
  }

  void paintRect(const DrawRect &rect) {
    const QRectF r = visiblePart(rect.rect);
    if (r.width() <= 0)
      return;
    if (rect.hatched)
      m_painter.fillRect(r, QBrush(fillOf(rect), Qt::BDiagPattern));
    else if (rect.fill != ColorToken::None)
      fill(r, fillOf(rect), rect.corner);
    if (rect.outline != ColorToken::None)
      paintOutline(r, rect);
  }

  void fill(const QRectF &r, const QColor &color, Corner corner) {
    if (corner == Corner::Soft && m_scale == 1) {
      m_painter.fillRect(r.adjusted(1, 0, -1, 0), color);
      m_painter.fillRect(QRectF(r.left(), r.top() + 1, 1, r.height() - 2), color);
      m_painter.fillRect(QRectF(r.right() - 1, r.top() + 1, 1, r.height() - 2), color);
    } else if (corner != Corner::Square) {
      // At larger scales a missing pixel would be a notch.
      const double radius = corner == Corner::Soft ? 2 : r.height() / 2;
      m_painter.setRenderHint(QPainter::Antialiasing, true);
      m_painter.setPen(Qt::NoPen);
      m_painter.setBrush(color);
      m_painter.drawRoundedRect(r, radius, radius);
      m_painter.setRenderHint(QPainter::Antialiasing, false);
    } else {
      m_painter.fillRect(r, color);
    }
  }

  /// Four fills: a pen would blur or miss a pixel at fractional scales.
  void paintOutline(const QRectF &r, const DrawRect &rect) {
    const QColor color = m_theme.color(rect.outline);
    const auto w = static_cast<double>(rect.outlineWidth);
    if (rect.dashed) {
      paintDashes(r, rect, QPen(color, w));
      return;
    }
    m_painter.fillRect(QRectF(r.left(), r.top(), r.width(), w), color);
    m_painter.fillRect(QRectF(r.left(), r.bottom() - w, r.width(), w), color);
    m_painter.fillRect(QRectF(r.left(), r.top() + w, w, r.height() - 2 * w), color);
    m_painter.fillRect(QRectF(r.right() - w, r.top() + w, w, r.height() - 2 * w), color);
  }

  void paintDashes(const QRectF &r, const DrawRect &rect, QPen pen) {
    const double inset = pen.widthF() / 2;
    const QRectF middle = r.adjusted(inset, inset, -inset, -inset);
    const double radius = rect.corner == Corner::Round  ? middle.height() / 2
                          : rect.corner == Corner::Soft ? 2
                                                        : 0;
    pen.setDashPattern({2.5, 2});
    pen.setCapStyle(Qt::FlatCap);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(middle, radius, radius);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
  }

  void paintLine(const DrawLine &line) {
    if (!line.dashed && (line.x0 == line.x1 || line.y0 == line.y1)) {
      const bool isVertical = line.x0 == line.x1;
      const double x = std::floor(static_cast<double>(line.x0));
      const double y = std::floor(static_cast<double>(line.y0));
      m_painter.fillRect(isVertical ? QRectF(x, y, 1, static_cast<double>(line.y1) - y)
                                    : QRectF(x, y, static_cast<double>(line.x1) - x, 1),
                         m_theme.color(line.color));
      return;
    }
    QPen pen(m_theme.color(line.color), 1);
    pen.setCapStyle(Qt::FlatCap);
    if (line.dashed)
      pen.setDashPattern({3, 3});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(line.x0, line.y0), QPointF(line.x1, line.y1));
  }

  void paintCurve(const DrawCurve &curve) {
    const auto &p = curve.points;
    if (curve.filled) {
      const std::array<QPointF, 3> corners = {QPointF(p[0], p[1]), QPointF(p[2], p[3]),
                                              QPointF(p[4], p[5])};
      m_painter.setPen(Qt::NoPen);
      m_painter.setBrush(m_theme.color(curve.color));
      m_painter.drawPolygon(corners.data(), 3);
      return;
    }
    QPainterPath path(QPointF(p[0], p[1]));
    path.cubicTo(QPointF(p[2], p[3]), QPointF(p[4], p[5]), QPointF(p[6], p[7]));
    m_painter.setPen(QPen(m_theme.color(curve.color), static_cast<double>(curve.width)));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(path);
  }

  void paintText(const DrawText &run) {
    TextCache::Data::Face &face = m_texts.face(run.font);
    const QStaticText &text = m_texts.staticText(run.font, m_list.text(run));
    const QRectF box = toQRect(run.box);
    double x = box.left();
    if (run.align != TextAlign::Left) {
      const double space = box.width() - text.size().width();
      x += run.align == TextAlign::Right ? space : space / 2;
    }
    // Centred on the height of capitals, which appears as the middle of the line.
    const double baseline = box.center().y() + face.metrics.capHeight() / 2;
    const double y = std::round(baseline - face.metrics.ascent());
    m_painter.setFont(face.font);
    m_painter.setPen(m_theme.color(run.color));
    m_painter.drawStaticText(QPointF(std::round(x), y), text);
  }

  QPainter &m_painter;
  const DrawList &m_list;
  const Theme &m_theme;
  TextCache::Data &m_texts;
  double m_scale; ///< device pixels per logical pixel
  BarStrips m_strips;
  bool m_hasStrips; ///< rows of bars are painted as images
};

void paintDrawList(QPainter &painter, const DrawList &list, const Theme &theme, TextCache &texts,
                   QPointF origin) {
  painter.save();
  painter.translate(origin);
  painter.setClipRect(toQRect(list.clip()), Qt::IntersectClip);
  DrawListPainter(painter, list, theme, texts).paint();
  painter.restore();
}

} // namespace pstudio
