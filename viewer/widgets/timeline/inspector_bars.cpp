// SPDX-License-Identifier: Apache-2.0
// The small picture of how long each instance of a scope took, in the order in which they ran.
#include "viewer/widgets/timeline/inspector_bars.h"

#include <QPainter>

#include <algorithm>

namespace pstudio {
namespace {
constexpr int kHeight = 48;
constexpr int kWidestBar = 8;
} // namespace

std::vector<int64_t> longestOfGroups(const std::vector<int64_t> &durations, size_t bars) {
  const size_t groups = std::min(bars, durations.size());
  std::vector<int64_t> longest(groups, 0);
  for (size_t at = 0; at < durations.size(); ++at) {
    int64_t &group = longest[at * groups / durations.size()];
    group = std::max(group, durations[at]);
  }
  return longest;
}

InspectorBars::InspectorBars(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("inspectorBars"));
  setAccessibleName(tr("Durations of all instances of this scope on its track"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void InspectorBars::setDurations(std::vector<int64_t> durations, size_t selected,
                                 const QColor &color) {
  m_durations = std::move(durations);
  m_selected = selected;
  m_color = color;
  update();
}

QSize InspectorBars::sizeHint() const {
  return {200, kHeight};
}

void InspectorBars::paintEvent(QPaintEvent *) {
  if (m_durations.empty() || width() < 2)
    return;
  QPainter painter(this);
  const auto bars = longestOfGroups(m_durations, static_cast<size_t>(width() / 2));
  const int64_t longest = std::max<int64_t>(1, *std::max_element(bars.begin(), bars.end()));
  const int step = std::clamp(width() / static_cast<int>(bars.size()), 2, kWidestBar);
  const size_t selectedBar = m_selected * bars.size() / m_durations.size();
  for (size_t at = 0; at < bars.size(); ++at) {
    const double share = static_cast<double>(bars[at]) / static_cast<double>(longest);
    const int barHeight = std::max(1, static_cast<int>(share * (height() - 1)));
    painter.fillRect(static_cast<int>(at) * step, height() - 1 - barHeight, step - 1, barHeight,
                     at == selectedBar ? palette().color(QPalette::WindowText) : m_color);
  }
  painter.fillRect(0, height() - 1, step * static_cast<int>(bars.size()), 1,
                   palette().color(QPalette::Mid));
}

} // namespace pstudio
