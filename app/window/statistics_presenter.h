// SPDX-License-Identifier: Apache-2.0
// The panel of statistics for the shown trace and its selected area.
#pragma once

#include <memory>

#include "app/settings/settings.h"
#include "app/window/trace_panel.h"

namespace pstudio {

class StatisticsPanel;

/// Connects the panel with the timeline, the search field and files. [thread: gui]
class StatisticsPresenter : public TracePanel {
  Q_OBJECT

public:
  /// The settings must outlive the presenter.
  StatisticsPresenter(Settings &settings, ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  StatisticsPanel &panel() { return m_panel; }
  bool isEmpty() const override;
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;
  void showTimesAgain() override;

  /// Writes the table as CSV and reports the result in the panel.
  void save(const QString &file);

private:
  void askAndSave();

  Settings &m_settings;
  StatisticsPanel &m_panel;
  std::shared_ptr<const Trace> m_trace; ///< that the panel shows
  bool m_isRecorded = true;             ///< times of m_trace are as recorded
  QString m_title;                      ///< of the trace
  TimelineView *m_timeline = nullptr;   ///< of the trace
};

} // namespace pstudio
