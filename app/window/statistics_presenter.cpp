// SPDX-License-Identifier: Apache-2.0
// The panel of statistics for the shown trace and its selected area.
#include "app/window/statistics_presenter.h"

#include "app/settings/text.h"
#include "app/dialogs/file_choice.h"
#include "core/base/output_file.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/statistics/critical_path_view.h"
#include "viewer/widgets/statistics/statistics_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kStatisticsHeight = 340, kStatisticsContent = 240; // [pixels]

} // namespace

StatisticsPresenter::StatisticsPresenter(Settings &settings, ThemeKind theme, QObject *parent)
    : TracePanel(parent), m_settings(settings), m_panel(*new StatisticsPanel) {
  m_panel.setThemeKind(theme);
  connect(&m_panel, &StatisticsPanel::scopeHighlighted, this, &TracePanel::findWanted);
  connect(&m_panel, &StatisticsPanel::sliceRevealed, this, [this](SliceId slice) {
    if (m_timeline)
      m_timeline->reveal(slice);
  });
  connect(&m_panel, &StatisticsPanel::sliceZoomed, this, [this](SliceId slice) {
    if (m_timeline)
      m_timeline->zoomTo(slice);
  });
  connect(&m_panel.criticalPath(), &CriticalPathView::pathShown, this,
          [this](const std::vector<PathMark> &path) {
            // Corrected times move warps against each other: the path would not lie on them.
            if (m_timeline)
              m_timeline->setPath(m_isRecorded ? path : std::vector<PathMark>());
          });
  connect(&m_panel, &StatisticsPanel::saveWanted, this, &StatisticsPresenter::askAndSave);
}

TracePanelFacts StatisticsPresenter::facts() const {
  return {"statistics",
          tr("Statistics"),
          tr("Statistics"),
          "Ctrl+I",
          tr("Show durations of all scopes, of the whole trace or the selected area"),
          kStatisticsHeight,
          kStatisticsContent};
}

QWidget *StatisticsPresenter::widget() {
  return &m_panel;
}

bool StatisticsPresenter::isEmpty() const {
  return !m_trace || m_trace->sliceCount() == 0;
}

void StatisticsPresenter::showTimesAgain() {
  m_panel.showTimesAgain();
}

void StatisticsPresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

void StatisticsPresenter::showTrace(const ShownTrace &shown) {
  m_title = shown.title;
  if (shown.shown.trace == m_trace && m_trace) {
    m_timeline = shown.timeline;
    return; // another theme, for example
  }
  m_panel.criticalPath().setActive(false); // takes the path from the timeline until now
  m_timeline = shown.timeline;
  m_trace = shown.shown.trace;
  m_isRecorded = shown.shown.trace == shown.recorded.trace;
  m_panel.setOverlap(shown.shown.summary ? shown.shown.summary->overlap : nullptr);
  m_panel.setTrace(m_trace, m_timeline ? m_timeline->selection() : nullptr,
                   m_timeline ? m_timeline->area() : nullptr);
}

void StatisticsPresenter::askAndSave() {
  const QString file =
      FileChoice(m_settings, &m_panel)
          .csvToWrite(tr("Save the statistics"), m_title + QLatin1String("-statistics"));
  if (!file.isEmpty())
    save(file);
}

void StatisticsPresenter::save(const QString &file) {
  const Result<void> written = FileChoice(m_settings, &m_panel).write(file, m_panel.csv());
  m_panel.showStatus(written ? tr("Saved as %1").arg(file)
                             : tr("Not saved: %1").arg(toQString(written.error().toString())));
}

} // namespace pstudio
