// SPDX-License-Identifier: Apache-2.0
// Two lines of pixels stand for a strip: corners are missing only in its first and last line.
#include "viewer/paint/bar_strips.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

constexpr float kHighestStrip = 64;
constexpr size_t kKnownColors = 256;

bool isWhole(float value) {
  return value == std::floor(value);
}

bool isPlain(const DrawRect &rect) {
  return rect.fill != ColorToken::None && rect.outline == ColorToken::None && rect.opacity == 255 &&
         !rect.hatched && rect.corner != Corner::Round && isWhole(rect.rect.x) &&
         isWhole(rect.rect.width);
}

} // namespace

BarStrips::BarStrips(const PixelRect &clip, const Theme &theme)
    : m_left(static_cast<int>(std::floor(clip.x))),
      m_right(static_cast<int>(std::ceil(clip.right()))), m_theme(theme), m_colors(kKnownColors) {}

size_t BarStrips::countOf(std::span<const DrawRect> rects) const {
  const PixelRect &first = rects.front().rect;
  if (!isWhole(first.y) || !isWhole(first.height) || first.height < 1 ||
      first.height > kHighestStrip)
    return 0;
  size_t count = 0;
  while (count < rects.size() && isPlain(rects[count]) && rects[count].rect.y == first.y &&
         rects[count].rect.height == first.height)
    ++count;
  return count < kLeastBars ? 0 : count;
}

QRgb BarStrips::colorOf(const DrawRect &rect) {
  const uint32_t key = static_cast<uint32_t>(rect.fill) * 256 + rect.tint;
  KnownColor &known = m_colors[(key ^ (key >> 8)) % kKnownColors];
  if (known.key != key) {
    const QColor color =
        rect.tint == 255 ? m_theme.color(rect.fill) : m_theme.tinted(rect.fill, rect.tint);
    known = {key, color.rgb()};
  }
  return known.color;
}

/// The same pixels as fills: a soft bar lacks one at each of its corners.
void BarStrips::fillLines(const DrawRect &rect, int left) {
  const double limit = 1e9; // a bar may be wider than an int can express
  const int begin = static_cast<int>(std::max<double>(-limit, static_cast<double>(rect.rect.x)));
  const int end = static_cast<int>(std::min<double>(limit, static_cast<double>(rect.rect.right())));
  const int from = std::clamp(begin, m_left, m_right);
  const int to = std::clamp(end, from, m_right);
  const QRgb color = colorOf(rect);
  std::fill(m_middleLine.begin() + (from - left), m_middleLine.begin() + (to - left), color);
  const bool isSoft = rect.corner == Corner::Soft;
  const int edgeFrom = isSoft && from == begin ? from + 1 : from;
  const int edgeTo = isSoft && to == end ? to - 1 : to;
  if (edgeFrom < edgeTo)
    std::fill(m_edgeLine.begin() + (edgeFrom - left), m_edgeLine.begin() + (edgeTo - left), color);
}

void BarStrips::paint(QPainter &painter, std::span<const DrawRect> rects) {
  int left = m_right, right = m_left;
  for (const DrawRect &rect : rects) {
    const auto begin = static_cast<double>(rect.rect.x),
               end = static_cast<double>(rect.rect.right());
    left = std::min(left, static_cast<int>(std::max<double>(begin, m_left)));
    right = std::max(right, static_cast<int>(std::min<double>(end, m_right)));
  }
  if (left >= right)
    return;
  const auto width = static_cast<size_t>(right - left);
  m_edgeLine.assign(width, 0);
  m_middleLine.assign(width, 0);
  for (const DrawRect &rect : rects)
    if (rect.rect.right() > static_cast<float>(left) && rect.rect.x < static_cast<float>(right))
      fillLines(rect, left);
  const auto height = static_cast<size_t>(rects.front().rect.height);
  m_pixels.resize(width * height);
  for (size_t line = 0; line < height; ++line) {
    const auto &from = line == 0 || line + 1 == height ? m_edgeLine : m_middleLine;
    std::copy(from.begin(), from.end(), m_pixels.begin() + static_cast<ptrdiff_t>(line * width));
  }
  const QImage image(reinterpret_cast<const uchar *>(m_pixels.data()), static_cast<int>(width),
                     static_cast<int>(height), static_cast<qsizetype>(width * sizeof(QRgb)),
                     QImage::Format_ARGB32_Premultiplied);
  painter.drawImage(QPointF(left, static_cast<double>(rects.front().rect.y)), image);
}

} // namespace pstudio
