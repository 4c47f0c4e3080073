// SPDX-License-Identifier: Apache-2.0
// Selects the trees that a call-tree panel offers, and reads those that are compared.
#pragma once

#include <memory>

#include "app/settings/settings.h"
#include "app/window/trace_panel.h"
#include "core/trace/trace.h"

namespace pstudio {

class CallTreePanel;

/// Offers the scopes of the current trace, its other slices, and the call tree in the file beside
/// it. [thread: gui]
class CallTreePresenter : public TracePanel {
  Q_OBJECT

public:
  /// The settings must outlive the presenter.
  CallTreePresenter(Settings &settings, ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  CallTreePanel &panel() { return m_panel; }
  bool isEmpty() const override;
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;

  /// Shows the difference of the tree of the panel and that of a file.
  static void compare(CallTreePanel &panel, const QString &file);
  /// Shows a file dialog when the panel requests a comparison. The settings must outlive the panel.
  static void connectComparison(CallTreePanel &panel, Settings &settings);

private:
  CallTreePanel &m_panel;
  std::shared_ptr<const Trace> m_trace; ///< that the panel shows
  TimelineView *m_timeline = nullptr;   ///< of the trace
};

} // namespace pstudio
