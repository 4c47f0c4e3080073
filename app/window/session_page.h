// SPDX-License-Identifier: Apache-2.0
// One session as it is seen: the timeline below the bar that says how true it is.
#pragma once

#include <QWidget>

#include "app/documents/cost_subtraction.h"
#include "app/documents/session.h"
#include "viewer/paint/theme.h"

namespace pstudio {

class TimelineView;
class QualityBar;

/// Each session keeps its own page, and so its zoom, folding and selection. [thread: gui]
class SessionPage : public QWidget {
  Q_OBJECT

public:
  SessionPage(SessionId session, const LoadedTrace &data, ThemeKind theme,
              QWidget *parent = nullptr);

  SessionId session() const { return m_session; }
  TimelineView *timeline() const { return m_timeline; }
  void setThemeKind(ThemeKind theme);
  /// Which times the page shows.
  CostSubtraction &cost() { return m_cost; }

private:
  void showTimes();

  SessionId m_session;
  CostSubtraction m_cost;
  QualityBar *m_quality;
  TimelineView *m_timeline;
};

} // namespace pstudio
