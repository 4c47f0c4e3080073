// SPDX-License-Identifier: Apache-2.0
// Offers the other open traces to the panel Compare, and writes its reports.
#include "app/window/compare_presenter.h"

#include "app/settings/text.h"
#include "app/dialogs/file_choice.h"
#include "app/documents/open_traces.h"
#include "core/base/output_file.h"
#include "core/compare/comparison_html.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kCompareHeight = 380, kCompareContent = 220; // [pixels]

} // namespace

ComparePresenter::ComparePresenter(const TracePanelServices &services, ThemeKind theme,
                                   QObject *parent)
    : TracePanel(parent), m_services(services), m_panel(*new ComparePanel) {
  m_panel.setThemeKind(theme);
  connect(&m_panel, &ComparePanel::sliceRevealed, this, [this](SliceId slice) {
    if (m_shown.timeline)
      m_shown.timeline->zoomTo(slice);
  });
  connect(&m_panel, &ComparePanel::reportWanted, this, &ComparePresenter::askForReport);
  OpenTraceList &list = m_services.openTraces.list();
  connect(&list, &QAbstractItemModel::rowsInserted, this, &ComparePresenter::offerTraces);
  connect(&list, &QAbstractItemModel::rowsRemoved, this, &ComparePresenter::offerTraces);
  connect(&list, &QAbstractItemModel::dataChanged, this, &ComparePresenter::offerTraces);
}

TracePanelFacts ComparePresenter::facts() const {
  return {"compare",
          tr("Compare"),
          tr("Compare traces"),
          "Ctrl+Shift+D",
          tr("Compare the trace with other open ones, regressions first"),
          kCompareHeight,
          kCompareContent};
}

QWidget *ComparePresenter::widget() {
  return &m_panel;
}

bool ComparePresenter::isEmpty() const {
  return !m_panel.hasOthers();
}

void ComparePresenter::showTimesAgain() {
  m_panel.showTimesAgain();
}

void ComparePresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

void ComparePresenter::showTrace(const ShownTrace &shown) {
  m_shown = shown;
  offerTraces();
}

void ComparePresenter::offerTraces() {
  const std::shared_ptr<const Trace> trace = m_shown.recorded.trace;
  ComparableTrace candidate{0, m_shown.title, trace};
  QList<ComparableTrace> others;
  for (const OpenTrace &open : m_services.openTraces.list().traces())
    if (trace && open.data.trace && open.data.trace != trace)
      others << ComparableTrace{open.id, open.title, open.data.trace};
  const bool wasEmpty = isEmpty();
  m_panel.setTraces(std::move(candidate), std::move(others),
                    m_shown.timeline ? m_shown.timeline->selection() : nullptr);
  if (wasEmpty != isEmpty())
    Q_EMIT contentChanged();
}

void ComparePresenter::askForReport() {
  const QString file = FileChoice(m_services.settings, &m_panel)
                           .fileToWrite(tr("Write a report"), QStringLiteral("comparison.html"),
                                        tr("HTML (*.html)"));
  if (!file.isEmpty())
    writeReport(file);
}

void ComparePresenter::writeReport(const QString &file) {
  if (!m_panel.comparisons())
    return;
  const auto written = FileChoice(m_services.settings, &m_panel)
                           .write(file, compare::comparisonsHtml(*m_panel.comparisons()));
  m_panel.showStatus(written ? tr("Written: %1").arg(file) : toQString(written.error().toString()));
}

} // namespace pstudio
