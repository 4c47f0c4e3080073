// SPDX-License-Identifier: Apache-2.0
// The list of the panels.
#pragma once

#include <vector>

#include "app/panels/trace_panel.h"

namespace pstudio {

using MakeTracePanel = TracePanel *(const TracePanelServices &services, QObject *parent);

MakeTracePanel makeTracksPanel, makeInspectorPanel, makeLogPanel, makeOverlapPanel, makeHeatPanel,
    makePassPanel, makeStatisticsPanel, makeSourcePanel, makeCallTreePanel, makeSearchPanel,
    makeQueryPanel, makeComparePanel, makeNotesPanel;

/// In the order of their buttons and menu entries. The source panel comes after those that show the
/// texts of its files: they take them from it for each trace.
inline constexpr MakeTracePanel *kTracePanels[] = {
    makeTracksPanel, makeInspectorPanel,  makeLogPanel,    makeOverlapPanel,  makeHeatPanel,
    makePassPanel,   makeStatisticsPanel, makeSourcePanel, makeCallTreePanel, makeSearchPanel,
    makeQueryPanel,  makeComparePanel,    makeNotesPanel};

/// All panels, with `parent` as parent, connected with each other.
std::vector<TracePanel *> makeTracePanels(const TracePanelServices &services, QObject *parent);

/// The panel whose content has this class; null if there is none.
template <class Content> TracePanel *findPanel(const std::vector<TracePanel *> &panels) {
  for (TracePanel *panel : panels)
    if (qobject_cast<Content *>(panel->widget()))
      return panel;
  return nullptr;
}

} // namespace pstudio
