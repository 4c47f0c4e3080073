// SPDX-License-Identifier: Apache-2.0
// Searches the shown trace and shows its hits in the timeline.
#pragma once

#include <QPointer>

#include "app/window/trace_panel.h"
#include "viewer/models/search_model.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {

class SearchPanel;

/// The panel "Search", its model, and what both do in the timeline. One query for all open traces:
/// it searches the one that is shown. [thread: gui]
class SearchPresenter : public TracePanel {
  Q_OBJECT

public:
  SearchPresenter(ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  bool isEmpty() const override;
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;

  SearchModel &model() { return m_model; }

private:
  void followSelection();
  void showHit(size_t hit);
  void zoomToHit(size_t hit);

  SearchModel m_model;
  SearchPanel &m_panel;
  QPointer<TimelineView> m_timeline; ///< of the shown trace
  bool m_isSelecting = false;        ///< a hit, so the selection is not followed
};

} // namespace pstudio
