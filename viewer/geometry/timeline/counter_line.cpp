// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/counter_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pstudio {
namespace {

constexpr float kLineWidth = 1;
constexpr float kOddHeight = 3;
/// Samples of one column that are read in addition to the last one: limits the work at any sampling
/// rate.
constexpr ptrdiff_t kMaxPerColumn = 16;

/// The values of one pixel column.
struct Column {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool isOdd = false; ///< a value is not finite

  void add(double value) {
    if (!std::isfinite(value)) {
      isOdd = true;
      return;
    }
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool hasNumber() const { return least <= most; }
  bool operator==(const Column &) const = default;
};

class CounterPainter {
public:
  CounterPainter(const CounterScale &scale, const CounterPlace &place, DrawList &out)
      : m_scale(scale), m_place(place), m_out(out) {}

  /// Equal neighbouring columns become one rectangle.
  void add(int x, const Column &column) {
    if (m_width > 0 && x == m_x + m_width && column == m_column) {
      ++m_width;
      return;
    }
    flush();
    m_x = x;
    m_width = 1;
    m_column = column;
  }

  void flush() {
    if (m_width > 0 && m_column.hasNumber())
      drawNumbers();
    if (m_width > 0 && m_column.isOdd)
      addRect(m_place.bottom - kOddHeight, m_place.bottom, ColorToken::Warning);
    m_width = 0;
  }

private:
  float yOf(double value) const {
    const double share = (value - m_scale.low) / (m_scale.high - m_scale.low);
    return std::round(m_place.bottom - static_cast<float>(std::clamp(share, 0.0, 1.0)) *
                                           (m_place.bottom - m_place.top));
  }

  void addRect(float top, float bottom, ColorToken fill) {
    m_out.addRect(DrawLayer::Data, {.rect = {static_cast<float>(m_x), top,
                                             static_cast<float>(m_width), bottom - top},
                                    .fill = fill,
                                    .tint = m_place.tint});
  }

  void drawNumbers() {
    const float top = yOf(m_column.most), bottom = yOf(m_column.least);
    const float ground = yOf(std::clamp(0.0, m_scale.low, m_scale.high));
    const float fillTop = std::min(top, ground), fillBottom = std::max(bottom, ground);
    if (fillTop < fillBottom)
      addRect(fillTop, fillBottom, ColorToken::CounterFill);
    // The line lies within the place also at its lower edge.
    const float line = std::min(top, m_place.bottom - kLineWidth);
    addRect(line, std::max(bottom, line + kLineWidth), ColorToken::CounterLine);
  }

  const CounterScale &m_scale;
  const CounterPlace &m_place;
  DrawList &m_out;
  int m_x = 0;
  int m_width = 0; // of the run that is not drawn yet
  Column m_column;
};

} // namespace

void drawCounterLine(const Trace &trace, TrackId counter, const CounterScale &scale,
                     const Viewport &viewport, const CounterPlace &place, DrawList &out) {
  const Track &track = trace.track(counter);
  const auto samples = trace.samples().subspan(track.firstSample, track.sampleCount);
  if (samples.empty())
    return;
  const double last = std::ceil(viewport.pixelOf(counterEnd(trace, counter)));
  const int columns = static_cast<int>(std::clamp(last, 0.0, std::ceil(viewport.widthPx())));
  CounterPainter painter(scale, place, out);
  std::optional<double> held;
  auto next = samples.begin();
  const auto endBefore = [&](Picoseconds until) {
    return std::partition_point(next, samples.end(),
                                [&](const Sample &s) { return s.time < until; });
  };
  if (const auto first = endBefore(viewport.timeAt(0)); first != next) {
    held = (first - 1)->value;
    next = first;
  }
  for (int x = 0; x < columns; ++x) {
    const auto end = endBefore(viewport.timeAt(x + 1));
    Column column;
    if (held)
      column.add(*held);
    for (auto sample = next; sample != end && sample - next < kMaxPerColumn; ++sample)
      column.add(sample->value);
    if (end != next)
      column.add(*(held = (end - 1)->value));
    next = end;
    if (held)
      painter.add(x, column);
  }
  painter.flush();
}

} // namespace pstudio
