// SPDX-License-Identifier: Apache-2.0
// SQL over the shown trace: an editor, examples and saved queries, and the result as a table.
#include "viewer/widgets/query/query_panel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QSaveFile>
#include <QSplitter>
#include <QToolButton>

#include "core/base/number_text.h"
#include "core/query/query_examples.h"
#include "core/query/result_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/query/query_result_model.h"
#include "viewer/widgets/query/sql_editor.h"

namespace pstudio {
namespace {

constexpr int kBarInset = 12, kBarGap = 8, kStatusWidth = 120, kListWidth = 150; // [pixels]
constexpr int kMinColumn = 56, kMaxColumn = 360, kColumnMargin = 28;
constexpr int kRowsForWidths = 200;
constexpr int kProgressInterval = 100; // [ms]
constexpr int kMaxTitle = 60;          // characters of a saved query's name
constexpr int kMaxQueries = 100;       // that are saved

/// The first line that says something: the name of a saved query.
QString titleOf(const QString &sql) {
  for (QString line : sql.split(QLatin1Char('\n'))) {
    line = line.trimmed();
    while (line.startsWith(QLatin1Char('-')))
      line.remove(0, 1);
    if (line = line.trimmed(); !line.isEmpty())
      return line.size() <= kMaxTitle ? line : line.left(kMaxTitle) + QStringLiteral("...");
  }
  return {};
}

QString secondsText(double seconds) {
  return seconds < 1 ? QueryPanel::tr("%1 ms").arg(seconds * 1000, 0, 'f', 1)
                     : QueryPanel::tr("%1 s").arg(seconds, 0, 'f', 1);
}

QString rowsText(uint64_t rows) {
  return toQString(countText(rows, "row", "rows"));
}

} // namespace

QueryPanel::QueryPanel(QWidget *parent)
    : Panel(QStringLiteral("query"), tr("Statistics: SQL"), parent) {
  QWidget *bar = makeBar();
  fill({bar, makeBody()});
  setFocusProxy(m_editor);
  m_progress.setInterval(kProgressInterval);
  connect(&m_progress, &QTimer::timeout, this, &QueryPanel::showProgress);
  connect(&m_runner, &QueryRunner::finished, this, &QueryPanel::showOutcome);
  connect(m_editor, &SqlEditor::runRequested, this, &QueryPanel::run);
  connect(m_editor, &SqlEditor::textChanged, this, &QueryPanel::updateControls);
  connect(m_table, &NumberTable::lineChosen, this,
          [this](int line) { choose(sliceAt(line), false); });
  connect(m_table, &QTableView::doubleClicked, this,
          [this](const QModelIndex &at) { choose(sliceAt(at.row()), true); });
  fillQueries();
  setTrace(nullptr, nullptr, nullptr);
}

QueryPanel::~QueryPanel() = default;

QWidget *QueryPanel::makeBar() {
  m_queries = makeCombo("queryExamples", tr("Examples, tables and saved queries"));
  m_queries->setPlaceholderText(tr("Examples and tables"));
  m_queries->setMaxVisibleItems(30);
  m_queries->setMinimumWidth(kListWidth);
  m_run = makeButton("queryRun", tr("Run"), tr("Run the query (Ctrl+Return)"));
  m_stop = makeButton("queryStop", tr("Stop"), tr("Stop the query and keep its rows"));
  m_save =
      makeButton("querySave", tr("Keep"), tr("Keep the query in the list, under its first line"));
  m_remove =
      makeButton("queryRemove", tr("Remove"), tr("Remove the query from the list of kept queries"));
  m_copy = makeButton("queryCopy", tr("Copy as CSV"), tr("Copy all rows as CSV"));
  m_export = makeButton("queryExport", tr("Save as CSV..."), tr("Save all rows as CSV"));
  m_status = makeStatusLine("queryStatus", tr("Rows and time of the query"), kStatusWidth);
  connect(m_queries, &QComboBox::activated, this, &QueryPanel::chooseQuery);
  connect(m_run, &QToolButton::clicked, this, &QueryPanel::run);
  connect(m_stop, &QToolButton::clicked, &m_runner, &QueryRunner::stop);
  connect(m_save, &QToolButton::clicked, this, &QueryPanel::saveQuery);
  connect(m_remove, &QToolButton::clicked, this, &QueryPanel::removeQuery);
  connect(m_copy, &QToolButton::clicked, this, &QueryPanel::copyCsv);
  connect(m_export, &QToolButton::clicked, this, &QueryPanel::saveRequested);
  auto *bar = new PanelBar({kBarInset, 4, kBarInset, 4}, kBarGap);
  bar->addGroup({m_run, m_stop, m_queries, m_save, m_remove})->addStretch(0);
  bar->addGroup({m_status, m_copy, m_export})->setStretchFactor(m_status, 1);
  return bar;
}

QWidget *QueryPanel::makeBody() {
  m_editor = new SqlEditor;
  m_model = new QueryResultModel(this);
  m_table = new NumberTable(QStringLiteral("queryResult"), tr("Rows of the query"), m_model);
  m_table->csv().setHandlers([this] { copyCsv(); }, [this] { Q_EMIT saveRequested(); });
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  return makeParts("queryParts", tr("Query, and result"),
                   {{m_editor, 800}, {makePages(m_table), 1200}});
}

void QueryPanel::setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> recorded,
                          SelectionModel *selection) {
  setModels(selection);
  m_progress.stop();
  m_runner.setTrace(std::move(trace), std::move(recorded));
  m_model->setResult(nullptr);
  showFirstMessage();
  updateControls();
}

void QueryPanel::showFirstMessage() {
  m_statusText.clear();
  m_status->setFullText({});
  if (m_runner.trace())
    showMessage(tr("No query was run on this trace yet."),
                tr("Choose an example, or write a query and press Ctrl+Return. Ctrl+Space lists "
                   "tables and columns."));
  else
    showMessage(tr("No trace is shown."), tr("Open a trace to query it."));
}

void QueryPanel::setThemeKind(ThemeKind kind) {
  m_editor->setThemeKind(kind);
  m_table->setThemeKind(kind);
}

void QueryPanel::setSavedQueries(const QStringList &queries) {
  m_saved = queries;
  fillQueries();
  updateControls();
}

void QueryPanel::fillQueries() {
  const auto add = [this](const QString &title, const QString &sql, const QString &tip) {
    m_queries->addItem(title, sql);
    m_queries->setItemData(m_queries->count() - 1, tip, Qt::ToolTipRole);
  };
  m_queries->clear();
  for (const QString &sql : m_saved)
    add(titleOf(sql), sql, sql);
  if (!m_saved.isEmpty())
    m_queries->insertSeparator(m_queries->count());
  for (const query::QueryExample &example : query::queryExamples())
    add(toQString(example.title),
        QStringLiteral("-- ") + toQString(example.title) + QLatin1Char('\n') +
            toQString(example.sql),
        tr("Needs %1").arg(toQString(example.needs)));
  m_queries->insertSeparator(m_queries->count());
  for (const query::TableFacts &table : query::queryTables())
    add(tr("Table %1").arg(toQString(table.name)),
        QStringLiteral("SELECT * FROM %1 LIMIT 1000").arg(toQString(table.name)),
        tr("One row is %1").arg(toQString(table.meaning)));
  m_queries->setCurrentIndex(-1);
}

void QueryPanel::chooseQuery(int at) {
  const QString sql = m_queries->itemData(at).toString();
  if (sql.isEmpty())
    return;
  // As an edit, so that Ctrl+Z brings the former text back.
  QTextCursor all(m_editor->document());
  all.select(QTextCursor::Document);
  all.insertText(sql);
  m_editor->setFocus();
  run();
}

void QueryPanel::saveQuery() {
  const QString sql = m_editor->toPlainText().trimmed();
  if (sql.isEmpty() || m_saved.contains(sql))
    return;
  QStringList queries = m_saved;
  queries.removeIf([&](const QString &other) { return titleOf(other) == titleOf(sql); });
  queries.prepend(sql);
  while (queries.size() > kMaxQueries)
    queries.removeLast();
  setSavedQueries(queries);
  Q_EMIT savedQueriesChanged(m_saved);
}

void QueryPanel::removeQuery() {
  QStringList queries = m_saved;
  if (!queries.removeOne(m_editor->toPlainText().trimmed()))
    return;
  setSavedQueries(queries);
  Q_EMIT savedQueriesChanged(m_saved);
}

void QueryPanel::run() {
  const QString sql = m_editor->toPlainText();
  if (!m_runner.trace() || sql.trimmed().isEmpty())
    return;
  m_editor->markError(std::nullopt);
  m_runner.run(sql.toStdString());
  m_progress.start();
  showProgress();
  updateControls();
}

void QueryPanel::showProgress() {
  m_statusText = tr("Running for %1: %2")
                     .arg(secondsText(m_runner.secondsSoFar()), rowsText(m_runner.rowsSoFar()));
  m_status->setFullText(m_statusText);
}

void QueryPanel::showOutcome(const QueryOutcome &outcome) {
  m_progress.stop();
  const QString time = secondsText(outcome.seconds);
  m_model->setResult(outcome.rows);
  if (outcome.error) {
    const Error &error = outcome.error->error;
    m_editor->markError(outcome.error->offset);
    m_statusText = tr("Failed after %1").arg(time);
    showMessage(toQString(error.where.empty() ? error.message : error.where + ": " + error.message),
                toQString(error.hint));
  } else {
    m_statusText = tr("%1 in %2").arg(rowsText(outcome.end.rows), time);
    if (outcome.end.isStopped)
      m_statusText =
          tr("Stopped after %1: %2, more may follow").arg(time, rowsText(outcome.end.rows));
    if (const std::string rest = leftOutText(outcome.end); !rest.empty())
      m_statusText += QStringLiteral("; ") + toQString(rest);
    fitColumns();
    if (outcome.rows->rowCount() > 0)
      showContent();
    else
      showMessage(tr("The query has no rows."),
                  outcome.end.isStopped ? tr("It was stopped after %1.").arg(time) : QString());
  }
  m_status->setFullText(m_statusText);
  updateControls();
}

QString QueryPanel::statusText() const {
  return m_statusText;
}

/// As wide as the heading and the first rows need: all of a million would take too long.
void QueryPanel::fitColumns() {
  const QFontMetrics cells(windowFont(FontRole::MonoSmall));
  const QFontMetrics headings(m_table->horizontalHeader()->font());
  for (int column = 0; column < m_model->columnCount(); ++column) {
    const QString heading = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    int width = headings.horizontalAdvance(heading);
    for (int row = 0; row < std::min(m_model->rowCount(), kRowsForWidths); ++row)
      width = std::max(width, cells.horizontalAdvance(
                                  m_model->index(row, column).data(Qt::DisplayRole).toString()));
    m_table->setColumnWidth(column, std::clamp(width + kColumnMargin, kMinColumn, kMaxColumn));
  }
}

void QueryPanel::updateControls() {
  const bool hasRows = m_model->rowCount() > 0;
  const QString sql = m_editor->toPlainText().trimmed();
  m_run->setEnabled(m_runner.trace() && !sql.isEmpty());
  m_stop->setEnabled(m_runner.isRunning());
  m_save->setEnabled(!sql.isEmpty() && !m_saved.contains(sql));
  m_remove->setEnabled(m_saved.contains(sql));
  m_copy->setEnabled(hasRows);
  m_export->setEnabled(hasRows);
}

SliceId QueryPanel::sliceAt(int line) const {
  if (!m_model->result() || !m_runner.trace() || line < 0 || line >= m_model->rowCount())
    return {};
  return m_model->result()->sliceOf(m_model->itemAt(line), m_runner.trace()->sliceCount());
}

void QueryPanel::copyCsv() {
  if (m_model->result())
    m_csv.start([result = m_model->result()](
                    const std::stop_token &) { return toQString(query::csvText(*result)); },
                [](const QString &csv) { QApplication::clipboard()->setText(csv); });
}

void QueryPanel::writeCsv(const QString &file) {
  if (!m_model->result())
    return;
  m_csv.start(
      [file, result = m_model->result()](const std::stop_token &) {
        QSaveFile out(file);
        return out.open(QIODevice::WriteOnly) &&
               out.write(toQString(query::csvText(*result)).toUtf8()) >= 0 && out.commit();
      },
      [this, file](bool isWritten) { Q_EMIT csvWritten(file, isWritten); });
}

} // namespace pstudio
