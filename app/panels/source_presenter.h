// SPDX-License-Identifier: Apache-2.0
// The panel of source lines for the shown trace, with its code and the folders of its files.
#pragma once

#include <memory>
#include <string>

#include "app/panels/trace_panel.h"
#include "core/run/pass_report.h"
#include "core/source/source_texts.h"
#include "viewer/models/job.h"
#include "viewer/widgets/source/source_panel.h"

namespace pstudio {

/// Connects the panel with the timeline, files and the pass report beside the trace. [thread: gui]
class SourcePresenter : public TracePanelOf<SourcePanel> {
  Q_OBJECT

public:
  SourcePresenter(const TracePanelServices &services, QObject *parent);

  bool isEmpty() const override;
  /// The source texts of the shown trace; never null.
  const std::shared_ptr<const SourceTexts> &texts() const { return m_texts; }
  /// Opens the panel at the line.
  void showPlace(const SourcePlace &place);
  /// Adds a folder in which missing source files are searched.
  void addFolder(const QString &folder);
  /// Shows a dialog for such a folder.
  void askFolder();

Q_SIGNALS:
  void textsChanged(); ///< of another trace, or a folder was added

protected:
  void showTrace() override;
  void leaveTimeline(TimelineView &view) override;
  void viewChanged() override;
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void loadCode();
  void showCode(const PassReport *report);
  void makeTexts();

  std::shared_ptr<const SourceTexts> m_texts = std::make_shared<const SourceTexts>(nullptr);
  std::string m_reportId; ///< of the passes of the trace's run; empty: not recorded
  bool m_isCodeLoaded = false;
  Job m_reading{this};
};

} // namespace pstudio
