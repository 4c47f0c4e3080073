// SPDX-License-Identifier: Apache-2.0
// The panel of source lines for the shown trace, with its code and the folders of its files.
#pragma once

#include <memory>
#include <string>

#include "app/documents/pass_report_loader.h"
#include "app/window/trace_panel.h"
#include "core/source/source_texts.h"

namespace pstudio {

class SourcePanel;

/// Connects the panel with the timeline, files and the pass report beside the trace. [thread: gui]
class SourcePresenter : public TracePanel {
  Q_OBJECT

public:
  /// The settings must outlive the presenter.
  SourcePresenter(Settings &settings, ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  SourcePanel &panel() { return m_panel; }
  bool isEmpty() const override;
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;
  void showTimesAgain() override;

  /// The source texts of the shown trace; never null.
  const std::shared_ptr<const SourceTexts> &texts() const { return m_texts; }
  /// Opens the panel at the line.
  void showPlace(const SourcePlace &place);
  /// Adds a folder in which missing source files are searched.
  void addFolder(const QString &folder);
  /// Shows a dialog for such a folder.
  void askFolder();
  /// Writes the figures as CSV and reports the result in the panel.
  void save(const QString &file);

Q_SIGNALS:
  void textsChanged(); ///< of the same trace: a folder was added

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void askAndSave();
  void loadCode();
  void showCode(const PassReport *report);
  std::shared_ptr<const SourceTexts> makeTexts() const;

  Settings &m_settings;
  SourcePanel &m_panel;
  PassReportLoader m_loader;
  std::shared_ptr<const Trace> m_trace; ///< that the panel shows
  std::shared_ptr<const SourceTexts> m_texts;
  QString m_title, m_file; ///< of the trace
  std::string m_reportId;  ///< of the passes of its run; empty: not recorded
  bool m_isCodeLoaded = false;
  TimelineView *m_timeline = nullptr; ///< of the trace
};

} // namespace pstudio
