// SPDX-License-Identifier: Apache-2.0
// Connects the query panel with the shown trace, its timeline and the kept queries.
#include "app/window/query_presenter.h"

#include <QMessageBox>

#include "app/settings/settings.h"
#include "app/dialogs/file_choice.h"
#include "viewer/widgets/query/query_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kQueryHeight = 320, kQueryContent = 160; // [pixels]

} // namespace

QueryPresenter::QueryPresenter(Settings &settings, ThemeKind theme, QObject *parent)
    : TracePanel(parent), m_settings(settings), m_panel(*new QueryPanel) {
  m_panel.setThemeKind(theme);
  m_panel.setSavedQueries(settings.savedQueries());
  connect(&m_panel, &QueryPanel::savedQueriesChanged, this,
          [this](const QStringList &queries) { m_settings.setSavedQueries(queries); });
  connect(&m_panel, &QueryPanel::sliceChosen, this, [this](SliceId slice) {
    if (!m_timeline)
      return;
    m_timeline->selection()->select(slice);
    m_timeline->reveal(slice);
  });
  connect(&m_panel, &QueryPanel::sliceActivated, this, [this](SliceId slice) {
    if (m_timeline)
      m_timeline->zoomTo(slice);
  });
  connect(&m_panel, &QueryPanel::csvWanted, this, &QueryPresenter::askAndWriteCsv);
  connect(&m_panel, &QueryPanel::csvWritten, this, [this](const QString &file, bool isWritten) {
    if (isWritten)
      FileChoice(m_settings, &m_panel).remember(file);
    else
      QMessageBox::warning(
          &m_panel, tr("Save as CSV"),
          tr("The rows cannot be written to %1. Choose another folder.").arg(file));
  });
}

TracePanelFacts QueryPresenter::facts() const {
  return {"query",
          tr("Query"),
          tr("SQL query"),
          "Ctrl+Shift+Q",
          tr("Query slices, waits, accesses and counters of the trace in SQL"),
          kQueryHeight,
          kQueryContent};
}

QWidget *QueryPresenter::widget() {
  return &m_panel;
}

void QueryPresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

void QueryPresenter::showTrace(const ShownTrace &shown) {
  m_timeline = shown.timeline;
  if (shown.shown.trace == m_trace)
    return; // another theme, for example
  m_trace = shown.shown.trace;
  m_panel.setTrace(m_trace, shown.recorded.trace);
  Q_EMIT contentChanged();
}

void QueryPresenter::askAndWriteCsv() {
  const QString file =
      FileChoice(m_settings, &m_panel).csvToWrite(tr("Save the rows"), QStringLiteral("query"));
  if (!file.isEmpty())
    m_panel.writeCsv(file);
}

} // namespace pstudio
