// SPDX-License-Identifier: Apache-2.0
// Connects the query panel with the shown trace, its timeline and the kept queries.
#pragma once

#include <memory>

#include "app/window/trace_panel.h"

namespace pstudio {

class QueryPanel;

/// A row of a slice selects it in the timeline. [thread: gui]
class QueryPresenter : public TracePanel {
  Q_OBJECT

public:
  /// The settings must outlive the presenter.
  QueryPresenter(Settings &settings, ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  QueryPanel &panel() { return m_panel; }
  bool isEmpty() const override { return !m_trace; }
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;

private:
  void askAndWriteCsv();

  Settings &m_settings;
  QueryPanel &m_panel;
  std::shared_ptr<const Trace> m_trace; ///< that the panel queries
  TimelineView *m_timeline = nullptr;   ///< of the trace
};

} // namespace pstudio
