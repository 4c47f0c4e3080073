// SPDX-License-Identifier: Apache-2.0
// The panel of notes and named views for the shown trace.
#include "app/window/notes_presenter.h"

#include <QListWidget>

#include "app/settings/text.h"
#include "app/dialogs/file_choice.h"
#include "core/base/output_file.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/models/review_model.h"
#include "viewer/widgets/review/notes_panel.h"
#include "viewer/widgets/timeline/timeline_notes.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kNotesHeight = 260, kNotesContent = 140; // [pixels]

} // namespace

NotesPresenter::NotesPresenter(Settings &settings, ThemeKind theme, QObject *parent)
    : TracePanel(parent), m_settings(settings), m_panel(*new NotesPanel) {
  m_panel.setThemeKind(theme);
  connect(&m_panel, &NotesPanel::noteWanted, this, [this] {
    if (m_timeline)
      m_timeline->notes()->add();
  });
  connect(&m_panel, &NotesPanel::noteChosen, this, &NotesPresenter::showNote);
  connect(&m_panel, &NotesPanel::viewSaveWanted, this, &NotesPresenter::keepView);
  connect(&m_panel, &NotesPanel::viewChosen, this, &NotesPresenter::restoreView);
  connect(&m_panel, &NotesPanel::viewUpdateWanted, this, &NotesPresenter::replaceView);
  connect(&m_panel, &NotesPanel::csvWanted, this, &NotesPresenter::askAndSave);
}

TracePanelFacts NotesPresenter::facts() const {
  return {"notesAndViews",
          tr("Notes"),
          tr("Notes and views"),
          "Ctrl+B",
          tr("List notes, bookmarks and kept views of the trace"),
          kNotesHeight,
          kNotesContent};
}

QWidget *NotesPresenter::widget() {
  return &m_panel;
}

bool NotesPresenter::isEmpty() const {
  return !m_review;
}

void NotesPresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

void NotesPresenter::showTrace(const ShownTrace &shown) {
  m_title = shown.title;
  follow(shown.timeline);
  if (shown.review == m_review && m_review)
    return; // another theme, for example
  m_review = shown.review;
  m_panel.setModel(m_review);
  Q_EMIT contentChanged();
}

void NotesPresenter::follow(TimelineView *timeline) {
  if (timeline == m_timeline)
    return;
  if (m_timeline)
    disconnect(m_timeline->notes(), nullptr, this, nullptr);
  m_timeline = timeline;
  if (!m_timeline)
    return;
  connect(m_timeline->notes(), &TimelineNotes::added, this, &NotesPresenter::edit);
  connect(m_timeline->notes(), &TimelineNotes::activated, this, &NotesPresenter::edit);
}

void NotesPresenter::edit(size_t note) {
  Q_EMIT openWanted();
  m_panel.editNote(note);
}

void NotesPresenter::showNote(size_t note) {
  if (!m_timeline || !m_review)
    return;
  const bool isShown = m_timeline->notes()->show(note);
  const bool wantsCorrected =
      note < m_review->review().notes.size() && m_review->review().notes[note].isCorrected;
  m_panel.showStatus(isShown          ? QString()
                     : wantsCorrected ? tr("The note is on times with the recording cost "
                                           "subtracted. Press C in the timeline to show them.")
                                      : tr("The note is on the times as recorded. Press C in the "
                                           "timeline to show them."));
}

void NotesPresenter::keepView() {
  if (!m_timeline || !m_review || m_review->review().views.size() >= review::kMostViews)
    return;
  review::View view = m_timeline->savedView();
  view.name = toUtf8(tr("View"));
  const auto row = static_cast<int>(m_review->addView(view));
  m_panel.views().setCurrentRow(row);
  m_panel.views().setFocus();
  m_panel.views().editItem(m_panel.views().item(row));
}

void NotesPresenter::restoreView(size_t index) {
  if (!m_timeline || !m_timeline->trace() || !m_review || index >= m_review->review().views.size())
    return;
  const review::View view = m_review->review().views[index];
  m_timeline->showSavedView(view);
  const bool isSameAxis = view.isCorrected == hasCorrectedTimes(*m_timeline->trace());
  m_panel.showStatus(isSameAxis ? tr("Restored: %1").arg(toQString(view.name))
                                : tr("%1 was kept with other times. Press C in the timeline, then "
                                     "restore it again.")
                                      .arg(toQString(view.name)));
}

void NotesPresenter::replaceView(size_t index) {
  if (!m_timeline || !m_review || index >= m_review->review().views.size())
    return;
  m_review->replaceView(index, m_timeline->savedView());
  m_panel.showStatus(tr("Replaced: %1").arg(toQString(m_review->review().views[index].name)));
}

void NotesPresenter::askAndSave() {
  const QString file = FileChoice(m_settings, &m_panel)
                           .csvToWrite(tr("Save the notes"), m_title + QLatin1String("-notes"));
  if (!file.isEmpty())
    save(file);
}

void NotesPresenter::save(const QString &file) {
  const Result<void> written = FileChoice(m_settings, &m_panel).write(file, m_panel.csv());
  m_panel.showStatus(written ? tr("Saved as %1").arg(file)
                             : tr("Not saved: %1").arg(toQString(written.error().toString())));
}

} // namespace pstudio
