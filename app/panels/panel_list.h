// SPDX-License-Identifier: Apache-2.0
// The list of the contents of panels.
#pragma once

#include <vector>

#include "app/panels/trace_panel.h"

namespace pstudio {

using MakeTracePanel = TracePanel *(const TracePanelServices &services, QObject *parent);

MakeTracePanel makeTracksPanel, makeInspectorPanel, makeOverlapPanel, makeHeatPanel,
    makeStatisticsPanel, makeCallTreePanel, makeQueryPanel, makeSourcePanel, makePassPanel,
    makeComparePanel, makeNotesPanel, makeSearchPanel, makeLogPanel;

/// In the order of their panels and views. The source panel comes after those that show the texts
/// of its files: they take them from it for each trace.
inline constexpr MakeTracePanel *kTracePanels[] = {
    makeTracksPanel,   makeInspectorPanel, makeOverlapPanel, makeHeatPanel, makeStatisticsPanel,
    makeCallTreePanel, makeQueryPanel,     makeSourcePanel,  makePassPanel, makeComparePanel,
    makeNotesPanel,    makeSearchPanel,    makeLogPanel};

/// All of them, with `parent` as parent, connected with each other.
std::vector<TracePanel *> makeTracePanels(const TracePanelServices &services, QObject *parent);

/// The one whose widget has this class; null if there is none.
template <class Content> TracePanel *findPanel(const std::vector<TracePanel *> &panels) {
  for (TracePanel *panel : panels)
    if (qobject_cast<Content *>(panel->widget()))
      return panel;
  return nullptr;
}

} // namespace pstudio
