// SPDX-License-Identifier: Apache-2.0
// Two lines of pixels stand for a strip: corners are missing only in its first and last line. The
// columns of a density strip are filled one by one.
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

bool hasWholeLines(const PixelRect &rect) {
  return isWhole(rect.y) && isWhole(rect.height) && rect.height >= 1 &&
         rect.height <= kHighestStrip;
}

/// The number of leading rectangles with the same top and height.
size_t equalBars(std::span<const DrawRect> rects) {
  const PixelRect &first = rects.front().rect;
  if (!hasWholeLines(first))
    return 0;
  size_t count = 0;
  while (count < rects.size() && isPlain(rects[count]) && rects[count].rect.y == first.y &&
         rects[count].rect.height == first.height)
    ++count;
  return count;
}

/// The number of leading rectangles with the same bottom, of any height.
size_t columnsOnOneLine(std::span<const DrawRect> rects) {
  const float bottom = rects.front().rect.bottom();
  size_t count = 0;
  while (count < rects.size() && isPlain(rects[count]) && rects[count].corner == Corner::Square &&
         hasWholeLines(rects[count].rect) && rects[count].rect.bottom() == bottom)
    ++count;
  return count;
}

bool areEqualBars(std::span<const DrawRect> rects) {
  return equalBars(rects) == rects.size();
}

} // namespace

BarStrips::BarStrips(const PixelRect &clip, const Theme &theme)
    : m_left(static_cast<int>(std::floor(clip.x))),
      m_right(static_cast<int>(std::ceil(clip.right()))), m_theme(theme), m_colors(kKnownColors) {}

size_t BarStrips::countOf(std::span<const DrawRect> rects) const {
  const size_t count = std::max(equalBars(rects), columnsOnOneLine(rects));
  return count < kMinBars ? 0 : count;
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

/// Sets the same pixels as single fills: a soft bar has no pixel at its corners.
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

/// The first column, and the one after the last, that shows a part of the rectangles.
std::pair<int, int> BarStrips::visibleColumns(std::span<const DrawRect> rects) const {
  int left = m_right, right = m_left;
  for (const DrawRect &rect : rects) {
    const auto begin = static_cast<double>(rect.rect.x),
               end = static_cast<double>(rect.rect.right());
    left = std::min(left, static_cast<int>(std::max<double>(begin, m_left)));
    right = std::max(right, static_cast<int>(std::min<double>(end, m_right)));
  }
  return {left, right};
}

void BarStrips::fillStrip(std::span<const DrawRect> rects, int left, size_t width) {
  m_edgeLine.assign(width, 0);
  m_middleLine.assign(width, 0);
  const auto right = static_cast<float>(left) + static_cast<float>(width);
  for (const DrawRect &rect : rects)
    if (rect.rect.right() > static_cast<float>(left) && rect.rect.x < right)
      fillLines(rect, left);
  const auto height = static_cast<size_t>(rects.front().rect.height);
  m_pixels.resize(width * height);
  for (size_t line = 0; line < height; ++line) {
    const auto &from = line == 0 || line + 1 == height ? m_edgeLine : m_middleLine;
    std::copy(from.begin(), from.end(), m_pixels.begin() + static_cast<ptrdiff_t>(line * width));
  }
}

void BarStrips::fillColumns(std::span<const DrawRect> rects, int left, size_t width, int top) {
  const auto height = static_cast<size_t>(static_cast<int>(rects.front().rect.bottom()) - top);
  m_pixels.assign(width * height, 0);
  const auto last = static_cast<double>(left) + static_cast<double>(width);
  for (const DrawRect &rect : rects) {
    const auto from = static_cast<size_t>(
        std::clamp(static_cast<double>(rect.rect.x), static_cast<double>(left), last) - left);
    const auto to = static_cast<size_t>(
        std::clamp(static_cast<double>(rect.rect.right()), static_cast<double>(left), last) - left);
    const QRgb color = colorOf(rect);
    for (auto line = static_cast<size_t>(static_cast<int>(rect.rect.y) - top); line < height;
         ++line)
      std::fill(m_pixels.begin() + static_cast<ptrdiff_t>(line * width + from),
                m_pixels.begin() + static_cast<ptrdiff_t>(line * width + to), color);
  }
}

void BarStrips::paint(QPainter &painter, std::span<const DrawRect> rects) {
  const auto [left, right] = visibleColumns(rects);
  if (left >= right)
    return;
  const auto width = static_cast<size_t>(right - left);
  float top = rects.front().rect.y;
  for (const DrawRect &rect : rects)
    top = std::min(top, rect.rect.y);
  if (areEqualBars(rects))
    fillStrip(rects, left, width);
  else
    fillColumns(rects, left, width, static_cast<int>(top));
  const QImage image(reinterpret_cast<const uchar *>(m_pixels.data()), static_cast<int>(width),
                     static_cast<int>(m_pixels.size() / width),
                     static_cast<qsizetype>(width * sizeof(QRgb)),
                     QImage::Format_ARGB32_Premultiplied);
  painter.drawImage(QPointF(left, static_cast<double>(top)), image);
}

} // namespace pstudio
