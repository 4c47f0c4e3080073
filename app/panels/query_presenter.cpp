// SPDX-License-Identifier: Apache-2.0
// SQL over the shown trace, and the kept queries.
#include <QMessageBox>

#include "app/dialogs/file_choice.h"
#include "app/panels/panel_list.h"
#include "app/settings/settings.h"
#include "viewer/widgets/query/query_panel.h"

namespace pstudio {
namespace {

class QueryPresenter : public TracePanelOf<QueryPanel> {
public:
  QueryPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf(
            {.panel = PanelId::Statistics,
             .views = {{.name = "query",
                        .title = tr("SQL"),
                        .key = "Ctrl+Shift+Q",
                        .tip =
                            tr("Query slices, waits, accesses and counters of the trace in SQL")}},
             .minHeight = 320,
             .minContent = 160},
            new QueryPanel, services, parent) {
    Settings &settings = services.settings;
    m_panel.setSavedQueries(settings.savedQueries());
    connect(&m_panel, &QueryPanel::savedQueriesChanged, this,
            [&settings](const QStringList &queries) { settings.setSavedQueries(queries); });
    connect(&m_panel, &Panel::saveRequested, this, [this, &settings] {
      const QString file =
          FileChoice(settings, &m_panel).csvToWrite(tr("Save the rows"), QStringLiteral("query"));
      if (!file.isEmpty())
        m_panel.writeCsv(file);
    });
    connect(&m_panel, &QueryPanel::csvWritten, this,
            [this, &settings](const QString &file, bool isWritten) {
              if (isWritten)
                return FileChoice(settings, &m_panel).remember(file);
              QMessageBox::warning(
                  &m_panel, tr("Save as CSV"),
                  tr("The rows cannot be written to %1. Choose another folder.").arg(file));
            });
  }

  bool isEmpty() const override { return !trace(); }

protected:
  void showTrace() override {
    m_panel.setTrace(trace(), shown().recorded.trace, selection());
    Q_EMIT contentChanged();
  }
};

} // namespace

TracePanel *makeQueryPanel(const TracePanelServices &services, QObject *parent) {
  return new QueryPresenter(services, parent);
}

} // namespace pstudio
