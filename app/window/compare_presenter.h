// SPDX-License-Identifier: Apache-2.0
// Offers the other open traces to the panel Compare, and writes its reports.
#pragma once

#include "app/window/trace_panel.h"

namespace pstudio {

class ComparePanel;

/// The shown trace is the first candidate; times are compared as recorded. [thread: gui]
class ComparePresenter : public TracePanel {
  Q_OBJECT

public:
  ComparePresenter(const TracePanelServices &services, ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  ComparePanel &panel() { return m_panel; }
  bool isEmpty() const override;
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;
  void showTimesAgain() override;

  /// Writes the comparisons that the panel shows as HTML; the panel's status line has the result.
  void writeReport(const QString &file);

private:
  void offerTraces();
  void askForReport();

  TracePanelServices m_services;
  ComparePanel &m_panel;
  ShownTrace m_shown;
};

} // namespace pstudio
