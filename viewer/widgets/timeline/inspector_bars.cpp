// SPDX-License-Identifier: Apache-2.0
// The small picture of how long each instance of a scope took, in the order in which they ran.
#include "viewer/widgets/timeline/inspector_bars.h"

#include <QKeyEvent>
#include <QMouseEvent>
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

size_t longestOfBar(const std::vector<int64_t> &durations, size_t bars, size_t bar) {
  // Instance i belongs to bar i * bars / n, as in longestOfGroups().
  const size_t n = durations.size();
  const size_t first = (bar * n + bars - 1) / bars;
  const size_t end = ((bar + 1) * n + bars - 1) / bars;
  const auto begin = durations.begin();
  return static_cast<size_t>(std::max_element(begin + static_cast<std::ptrdiff_t>(first),
                                              begin + static_cast<std::ptrdiff_t>(end)) -
                             begin);
}

InspectorBars::InspectorBars(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("inspectorBars"));
  setAccessibleName(tr("Durations of all instances of this scope on its track"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
  setToolTip(tr("Click a bar, or press an arrow key, to select an instance"));
}

size_t InspectorBars::barCount() const {
  return std::min(m_durations.size(), static_cast<size_t>(std::max(width() / 2, 1)));
}

int InspectorBars::barStep() const {
  return std::clamp(width() / static_cast<int>(barCount()), 2, kWidestBar);
}

void InspectorBars::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton || m_durations.empty())
    return QWidget::mousePressEvent(event);
  const auto bar = static_cast<size_t>(std::max(event->position().toPoint().x(), 0) / barStep());
  if (bar < barCount())
    Q_EMIT instanceChosen(longestOfBar(m_durations, barCount(), bar));
}

void InspectorBars::keyPressEvent(QKeyEvent *event) {
  const bool isNext = event->key() == Qt::Key_Right;
  if ((!isNext && event->key() != Qt::Key_Left) || m_durations.empty())
    return QWidget::keyPressEvent(event);
  if (isNext ? m_selected + 1 < m_durations.size() : m_selected > 0)
    Q_EMIT instanceChosen(isNext ? m_selected + 1 : m_selected - 1);
}

void InspectorBars::setDurations(std::vector<int64_t> durations, size_t selected,
                                 const QColor &color) {
  m_durations = std::move(durations);
  m_selected = selected;
  m_color = color;
  setAccessibleDescription(tr("%1 of %2 is selected").arg(m_selected + 1).arg(m_durations.size()));
  update();
}

QSize InspectorBars::sizeHint() const {
  return {200, kHeight};
}

void InspectorBars::paintEvent(QPaintEvent *) {
  if (m_durations.empty() || width() < 2)
    return;
  QPainter painter(this);
  const auto bars = longestOfGroups(m_durations, barCount());
  const int64_t longest = std::max<int64_t>(1, *std::max_element(bars.begin(), bars.end()));
  const int step = barStep();
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
