// SPDX-License-Identifier: Apache-2.0
// The list of the panels below the timeline.
#include "app/window/trace_panel.h"

#include "app/window/call_tree_presenter.h"
#include "app/window/compare_presenter.h"
#include "app/window/notes_presenter.h"
#include "app/window/query_presenter.h"
#include "app/window/search_presenter.h"
#include "app/window/source_presenter.h"
#include "app/window/statistics_presenter.h"

namespace pstudio {

std::vector<TracePanel *> makeTracePanels(const TracePanelServices &services, ThemeKind theme,
                                          QObject *parent) {
  return {
      new StatisticsPresenter(services.settings, theme, parent),
      new SourcePresenter(services.settings, theme, parent),
      new CallTreePresenter(services.settings, theme, parent),
      new SearchPresenter(theme, parent),
      new QueryPresenter(services.settings, theme, parent),
      new ComparePresenter(services, theme, parent),
      new NotesPresenter(services.settings, theme, parent),
  };
}

} // namespace pstudio
