// SPDX-License-Identifier: Apache-2.0
// The panel of notes and named views for the shown trace.
#pragma once

#include <QPointer>

#include "app/settings/settings.h"
#include "app/window/trace_panel.h"

namespace pstudio {

class NotesPanel;
class ReviewModel;

/// Connects the panel with the timeline and files. [thread: gui]
class NotesPresenter : public TracePanel {
  Q_OBJECT

public:
  /// The settings must outlive the presenter.
  NotesPresenter(Settings &settings, ThemeKind theme, QObject *parent = nullptr);

  TracePanelFacts facts() const override;
  QWidget *widget() override;
  NotesPanel &panel() { return m_panel; }
  bool isEmpty() const override;
  void showTrace(const ShownTrace &shown) override;
  void setThemeKind(ThemeKind theme) override;

  /// Writes the notes as CSV and reports the result in the panel.
  void save(const QString &file);

private:
  void follow(TimelineView *timeline);
  void edit(size_t note);
  void showNote(size_t note);
  void keepView();
  void restoreView(size_t view);
  void replaceView(size_t view);
  void askAndSave();

  Settings &m_settings;
  NotesPanel &m_panel;
  QPointer<ReviewModel> m_review;
  QPointer<TimelineView> m_timeline;
  QString m_title; ///< of the trace
};

} // namespace pstudio
