// SPDX-License-Identifier: Apache-2.0
// Notes and named views of the shown trace.
#include <QListWidget>

#include "app/panels/panel_list.h"
#include "app/settings/text.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/models/review_model.h"
#include "viewer/widgets/review/notes_panel.h"
#include "viewer/widgets/timeline/timeline_notes.h"

namespace pstudio {
namespace {

class NotesPresenter : public TracePanelOf<NotesPanel> {
public:
  NotesPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Notes,
                      .views = {{.name = "notesAndViews",
                                 .key = "Ctrl+B",
                                 .tip = tr("List notes, bookmarks and kept views of the trace")}},
                      .minHeight = 260,
                      .minContent = 140},
                     new NotesPanel, services, parent) {
    connect(&m_panel, &NotesPanel::noteRequested, this, [this] {
      if (timeline())
        timeline()->notes()->add();
    });
    connect(&m_panel, &NotesPanel::noteChosen, this, &NotesPresenter::showNote);
    connect(&m_panel, &NotesPanel::viewSaveRequested, this, &NotesPresenter::keepView);
    connect(&m_panel, &NotesPanel::viewChosen, this, &NotesPresenter::restoreView);
    connect(&m_panel, &NotesPanel::viewUpdateRequested, this, &NotesPresenter::replaceView);
    offerCsv(tr("Save the notes"), QStringLiteral("notes"));
  }

  bool isEmpty() const override { return !m_review; }

protected:
  void showTrace() override {
    if (shown().review == m_review && m_review)
      return; // other times of the same trace
    m_review = shown().review;
    m_panel.setModel(m_review);
    Q_EMIT contentChanged();
  }

  void followTimeline(TimelineView &view, const QObject *context) override {
    const auto edit = [this](size_t note) {
      Q_EMIT openRequested();
      m_panel.editNote(note);
    };
    connect(view.notes(), &TimelineNotes::added, context, edit);
    connect(view.notes(), &TimelineNotes::activated, context, edit);
  }

private:
  void showNote(size_t note) {
    if (!timeline() || !m_review)
      return;
    const bool isShown = timeline()->notes()->show(note);
    const bool wantsCorrected =
        note < m_review->review().notes.size() && m_review->review().notes[note].isCorrected;
    m_panel.showStatus(isShown          ? QString()
                       : wantsCorrected ? tr("The note is on times with the recording cost "
                                             "subtracted. Press C in the timeline to show them.")
                                        : tr("The note is on the times as recorded. Press C in the "
                                             "timeline to show them."));
  }

  void keepView() {
    if (!timeline() || !m_review || m_review->review().views.size() >= review::kMaxViews)
      return;
    review::View view = timeline()->savedView();
    view.name = toUtf8(tr("View"));
    const auto row = static_cast<int>(m_review->addView(view));
    m_panel.views().setCurrentRow(row);
    m_panel.views().setFocus();
    m_panel.views().editItem(m_panel.views().item(row));
  }

  void restoreView(size_t index) {
    if (!trace() || !m_review || index >= m_review->review().views.size())
      return;
    const review::View view = m_review->review().views[index];
    timeline()->showSavedView(view);
    const bool isSameAxis = view.isCorrected == hasCorrectedTimes(*timeline()->trace());
    m_panel.showStatus(isSameAxis ? tr("Restored: %1").arg(toQString(view.name))
                                  : tr("%1 was kept with other times. Press C in the timeline, "
                                       "then restore it again.")
                                        .arg(toQString(view.name)));
  }

  void replaceView(size_t index) {
    if (!timeline() || !m_review || index >= m_review->review().views.size())
      return;
    m_review->replaceView(index, timeline()->savedView());
    m_panel.showStatus(tr("Replaced: %1").arg(toQString(m_review->review().views[index].name)));
  }

  QPointer<ReviewModel> m_review;
};

} // namespace

TracePanel *makeNotesPanel(const TracePanelServices &services, QObject *parent) {
  return new NotesPresenter(services, parent);
}

} // namespace pstudio
