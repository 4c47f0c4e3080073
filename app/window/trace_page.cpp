// SPDX-License-Identifier: Apache-2.0
// The page of one open trace: the timeline below the quality bar.
#include "app/window/trace_page.h"

#include <QVBoxLayout>

#include "core/trace/fault_place.h"
#include "viewer/models/selection_model.h"
#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {

TracePage::TracePage(OpenTraceId openTrace, const LoadedTrace &data, ThemeKind theme,
                     QWidget *parent)
    : QWidget(parent), m_openTrace(openTrace), m_cost(data), m_quality(new QualityBar),
      m_timeline(new TimelineView) {
  setObjectName(QStringLiteral("tracePage"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_quality);
  layout->addWidget(m_timeline, 1);
  m_timeline->setGrouping(data.summary->opening.grouping);
  m_timeline->setTrace(data.trace, data.summary->busy);
  m_timeline->setOverlap(data.summary->overlap);
  setThemeKind(theme);
  setFocusProxy(m_timeline);
  connect(&m_cost, &CostSubtraction::changed, this, &TracePage::showTimes);
}

void TracePage::showTimes() {
  const auto &trace = m_cost.shown().trace;
  if (trace == m_timeline->trace())
    return;
  m_timeline->setTimes(trace, m_cost.shown().summary->busy);
  m_timeline->setOverlap(m_cost.shown().summary->overlap);
  showBadges();
}

/// The badges contain times.
void TracePage::showBadges() {
  std::vector<QualityBadge> badges = qualityBadges(*m_timeline->trace());
  if (auto opening = openingBadge(m_cost.shown().summary->opening))
    badges.push_back(*std::move(opening));
  m_quality->setBadges(std::move(badges));
}

void TracePage::showFault() {
  const auto fault = m_timeline->trace() ? faultPlace(*m_timeline->trace()) : std::nullopt;
  if (!fault)
    return;
  m_timeline->selection()->select(fault->slice);
  m_timeline->reveal(fault->slice);
}

void TracePage::setThemeKind(ThemeKind theme) {
  m_quality->setThemeKind(theme);
  showBadges();
  m_timeline->setThemeKind(theme);
}

} // namespace pstudio
