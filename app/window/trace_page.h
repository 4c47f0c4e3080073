// SPDX-License-Identifier: Apache-2.0
// The page of one open trace: the timeline below the quality bar.
#pragma once

#include <QWidget>

#include "app/documents/cost_subtraction.h"
#include "app/documents/open_trace.h"
#include "viewer/paint/theme.h"

namespace pstudio {

class TimelineView;
class QualityBar;

/// Each open trace keeps its own page, and so its zoom, folding and selection. [thread: gui]
class TracePage : public QWidget {
  Q_OBJECT

public:
  TracePage(OpenTraceId openTrace, const LoadedTrace &data, ThemeKind theme,
            QWidget *parent = nullptr);

  OpenTraceId openTrace() const { return m_openTrace; }
  TimelineView *timeline() const { return m_timeline; }
  void setThemeKind(ThemeKind theme);
  /// Which times the page shows.
  CostSubtraction &cost() { return m_cost; }
  /// Selects and reveals the last slice of the warp in which the run failed, if its message names
  /// one.
  void showFault();

private:
  void showTimes();
  void showBadges();

  OpenTraceId m_openTrace;
  CostSubtraction m_cost;
  QualityBar *m_quality;
  TimelineView *m_timeline;
};

} // namespace pstudio
