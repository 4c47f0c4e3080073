// SPDX-License-Identifier: Apache-2.0
// The shown trace and the other open ones, compared by their times as recorded.
#include "app/dialogs/file_choice.h"
#include "app/documents/open_traces.h"
#include "app/panels/panel_list.h"
#include "core/compare/comparison_html.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/compare/compare_panel.h"

namespace pstudio {
namespace {

/// The shown trace is the first candidate; the others are baselines and further candidates.
class ComparePresenter : public TracePanelOf<ComparePanel> {
public:
  ComparePresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf(
            {.panel = PanelId::Compare,
             .views = {{.name = "compare",
                        .key = "Ctrl+Shift+D",
                        .tip = tr("Compare the trace with other open ones, regressions first")}},
             .minHeight = 380,
             .minContent = 220},
            new ComparePanel, services, parent) {
    m_panel.addVariants();
    connect(&m_panel, &ComparePanel::reportRequested, this, [this] {
      const QString file = files().fileToWrite(
          tr("Write a report"), QStringLiteral("comparison.html"), tr("HTML (*.html)"));
      if (!file.isEmpty())
        save(file);
    });
    OpenTraceList &list = services.openTraces.list();
    connect(&list, &QAbstractItemModel::rowsInserted, this, &ComparePresenter::offerTraces);
    connect(&list, &QAbstractItemModel::rowsRemoved, this, &ComparePresenter::offerTraces);
    connect(&list, &QAbstractItemModel::dataChanged, this, &ComparePresenter::offerTraces);
  }

  bool isEmpty() const override { return !m_panel.hasOthers(); }

  /// Writes the comparisons that the panel shows as HTML.
  void save(const QString &file) override {
    if (!m_panel.comparisons())
      return;
    const auto written = files().write(file, compare::comparisonsHtml(*m_panel.comparisons()));
    m_panel.showStatus(written ? tr("Written: %1").arg(file)
                               : toQString(written.error().toString()));
  }

protected:
  void showTrace() override { offerTraces(); }

private:
  FileChoice files() const { return {services().settings, &m_panel}; }

  void offerTraces() {
    const std::shared_ptr<const Trace> candidate = shown().recorded.trace;
    QList<ComparableTrace> others;
    for (const OpenTrace &open : services().openTraces.list().traces())
      if (candidate && open.data.trace && open.data.trace != candidate)
        others << ComparableTrace{open.id, open.title, open.data.trace};
    const bool wasEmpty = isEmpty();
    m_panel.setTraces({0, shown().title, candidate}, std::move(others), selection());
    if (wasEmpty != isEmpty())
      Q_EMIT contentChanged();
  }
};

} // namespace

TracePanel *makeComparePanel(const TracePanelServices &services, QObject *parent) {
  return new ComparePresenter(services, parent);
}

} // namespace pstudio
