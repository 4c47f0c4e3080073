// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the visible time range.
#include "viewer/geometry/timeline/viewport.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

constexpr int64_t kEmptyTraceSpanPs = 1'000'000;

double lengthPs(TimeRange range) {
  return static_cast<double>(range.length().value);
}

TimeRange clamped(TimeRange range) {
  auto clamp = [](Picoseconds time) {
    return Picoseconds(std::clamp(time.value, -Viewport::kFarthestPs, Viewport::kFarthestPs));
  };
  return {clamp(range.begin), clamp(range.end)};
}

/// `offset`, limited to a little beyond the farthest time from `beginPs`.
double clampedOffset(int64_t beginPs, double offset) {
  constexpr double kFarthest = 1.1 * static_cast<double>(Viewport::kFarthestPs);
  const auto begin = static_cast<double>(beginPs);
  return std::clamp(offset, -kFarthest - begin, kFarthest - begin);
}

} // namespace

double Viewport::marginPs() const {
  return lengthPs(m_bounds) * kMargin;
}

double Viewport::largestPsPerPixel() const {
  return std::max(kSmallestPsPerPixel, lengthPs(m_bounds) * (1 + 2 * kMargin) / m_widthPx);
}

void Viewport::place(int64_t beginPs, double wantedOffset) {
  const double offset = clampedOffset(beginPs, wantedOffset);
  const double whole = std::floor(offset);
  m_beginPs = beginPs + static_cast<int64_t>(whole);
  m_fraction = offset - whole;
  // Distances from the left bound: doubles are exact enough for the edge of the allowed space.
  const double span = m_psPerPixel * m_widthPx;
  const double left = static_cast<double>(m_beginPs - m_bounds.begin.value) + m_fraction;
  const double least = -marginPs();
  const double most = std::max(least, lengthPs(m_bounds) + marginPs() - span);
  const double clamped = std::clamp(left, least, most);
  if (clamped != left) {
    const double floor = std::floor(clamped);
    m_beginPs = m_bounds.begin.value + static_cast<int64_t>(floor);
    m_fraction = clamped - floor;
  }
}

Viewport Viewport::fit(TimeRange bounds, double widthPx) {
  Viewport view;
  view.m_bounds = clamped(bounds);
  if (view.m_bounds.isEmpty())
    view.m_bounds.end = view.m_bounds.begin + Picoseconds(kEmptyTraceSpanPs);
  view.m_widthPx = std::max(1.0, widthPx);
  view.m_psPerPixel = view.largestPsPerPixel();
  view.place(view.m_bounds.begin.value, -view.marginPs());
  return view;
}

TimeRange Viewport::visible() const {
  const double end = std::ceil(m_fraction + m_psPerPixel * m_widthPx);
  return {Picoseconds(m_beginPs), Picoseconds(m_beginPs + static_cast<int64_t>(end))};
}

Picoseconds Viewport::timeAt(double pixel) const {
  const double offset = clampedOffset(m_beginPs, m_fraction + pixel * m_psPerPixel);
  return Picoseconds(m_beginPs + std::llround(offset));
}

Viewport Viewport::zoomed(double factor, double pixel) const {
  Viewport view = *this;
  view.m_psPerPixel = std::clamp(m_psPerPixel / factor, kSmallestPsPerPixel, largestPsPerPixel());
  view.place(m_beginPs, m_fraction + pixel * (m_psPerPixel - view.m_psPerPixel));
  return view;
}

Viewport Viewport::panned(double pixels) const {
  Viewport view = *this;
  view.place(m_beginPs, m_fraction + pixels * m_psPerPixel);
  return view;
}

Viewport Viewport::showing(TimeRange wantedRange) const {
  const TimeRange range = clamped(wantedRange);
  Viewport view = *this;
  const double wanted = lengthPs(range) / m_widthPx;
  view.m_psPerPixel = std::clamp(wanted, kSmallestPsPerPixel, largestPsPerPixel());
  const double extra = view.m_psPerPixel * m_widthPx - lengthPs(range);
  view.place(range.begin.value, -extra / 2);
  return view;
}

Viewport Viewport::revealing(TimeRange wantedRange) const {
  const TimeRange range = clamped(wantedRange);
  const double margin = 0.1 * m_widthPx;
  const double left = pixelOf(range.begin);
  const double right = pixelOf(range.end);
  if (right - left > m_widthPx - 2 * margin) {
    const auto space = Picoseconds(range.length().value / 8);
    return showing({range.begin - space, range.end + space});
  }
  if (left < margin)
    return panned(left - margin);
  if (right > m_widthPx - margin)
    return panned(right - (m_widthPx - margin));
  return *this;
}

Viewport Viewport::resized(double widthPx) const {
  if (showsEverything())
    return fit(m_bounds, widthPx);
  Viewport view = *this;
  view.m_widthPx = std::max(1.0, widthPx);
  view.m_psPerPixel = std::min(m_psPerPixel, view.largestPsPerPixel());
  view.place(m_beginPs, m_fraction);
  return view;
}

Viewport Viewport::shifted(Picoseconds by) const {
  const auto offset = Picoseconds(std::clamp(by.value, -kFarthestPs, kFarthestPs));
  Viewport view = *this;
  view.m_bounds = {m_bounds.begin + offset, m_bounds.end + offset};
  view.m_beginPs += offset.value;
  return view;
}

bool Viewport::showsEverything() const {
  return m_psPerPixel >= largestPsPerPixel() * 0.999;
}

} // namespace pstudio
