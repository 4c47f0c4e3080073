// SPDX-License-Identifier: Apache-2.0
// One session as it is seen: the timeline below the bar that says how true it is.
#include "app/window/session_page.h"

#include <QVBoxLayout>

#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {

SessionPage::SessionPage(SessionId session, const LoadedTrace &data, ThemeKind theme,
                         QWidget *parent)
    : QWidget(parent), m_session(session), m_cost(data), m_quality(new QualityBar),
      m_timeline(new TimelineView) {
  setObjectName(QStringLiteral("sessionPage"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_quality);
  layout->addWidget(m_timeline, 1);
  m_timeline->setGrouping(GroupingKind::SmCtaWarp);
  m_timeline->setTrace(data.trace);
  m_timeline->setOverlap(data.summary->overlap);
  m_quality->setTrace(data.trace);
  setThemeKind(theme);
  setFocusProxy(m_timeline);
  connect(&m_cost, &CostSubtraction::changed, this, &SessionPage::showTimes);
}

void SessionPage::showTimes() {
  const auto &trace = m_cost.shown().trace;
  if (trace == m_timeline->trace())
    return;
  m_timeline->setTimes(trace);
  m_timeline->setOverlap(m_cost.shown().summary->overlap);
  m_quality->setTrace(trace);
}

void SessionPage::setThemeKind(ThemeKind theme) {
  m_quality->setThemeKind(theme);
  m_timeline->setThemeKind(theme);
}

} // namespace pstudio
