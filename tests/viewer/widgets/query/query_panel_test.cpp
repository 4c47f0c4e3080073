// SPDX-License-Identifier: Apache-2.0
// The query panel: editor, completion, results, stopping, kept queries, CSV.
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>

#include "tests/support/gpu_trace.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/query/query_panel.h"
#include "viewer/widgets/query/query_result_model.h"
#include "viewer/widgets/query/sql_editor.h"

using namespace pstudio;

namespace {

constexpr const char *kEndless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

} // namespace

class QueryPanelTest : public QObject {
  Q_OBJECT

private:
  const std::shared_ptr<const Trace> m_trace = test::makeGpuTrace();
  SelectionModel m_selection;

  void show(QueryPanel &panel) {
    panel.setThemeKind(ThemeKind::Dark);
    panel.setTrace(m_trace, m_trace, &m_selection);
    panel.resize(1000, 320);
    panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&panel));
  }
  static void runText(QueryPanel &panel, const QString &sql) {
    QSignalSpy done(&panel.runner(), &QueryRunner::finished);
    panel.editor().setPlainText(sql);
    panel.editor().setFocus();
    QTest::keyClick(&panel.editor(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(done.count(), 1);
  }
  static QToolButton *button(QueryPanel &panel, const char *name) {
    return panel.findChild<QToolButton *>(QLatin1String(name));
  }
  static QString message(QueryPanel &panel, const char *name = "queryMessage") {
    return panel.findChild<QLabel *>(QLatin1String(name))->text();
  }
  static QString cell(QueryPanel &panel, int row, int column) {
    return panel.model().index(row, column).data().toString();
  }

private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void aQueryFillsTheTable() {
    QueryPanel panel;
    const QAbstractItemModelTester tester(&panel.model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    show(panel);
    QVERIFY(message(panel).contains("No query was run"));
    QVERIFY(!button(panel, "queryRun")->isEnabled() && !button(panel, "queryCopy")->isEnabled());
    runText(panel, "SELECT count(*) AS slices, NULL AS unknown, 'a\nb' AS text, 1.0 / 3 AS third "
                   "FROM slices");
    QCOMPARE(panel.model().rowCount(), 1);
    QCOMPARE(cell(panel, 0, 0), QString::number(m_trace->sliceCount()));
    QCOMPARE(cell(panel, 0, 1), QString("-"));
    QCOMPARE(cell(panel, 0, 2), QString("a\\x0Ab"));
    QCOMPARE(cell(panel, 0, 3), QString("0.3333333333"));
    QCOMPARE(panel.model().headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("unknown"));
    QVERIFY2(panel.statusText().startsWith("1 row in "), qPrintable(panel.statusText()));
    QVERIFY(panel.table().isVisible());
    runText(panel, "SELECT id FROM slices WHERE id < 0");
    QCOMPARE(panel.model().rowCount(), 0);
    QCOMPARE(message(panel), QString("The query has no rows."));
  }

  void anErrorIsMarkedInTheText() {
    QueryPanel panel;
    show(panel);
    runText(panel, "SELECT 'ä',\n  trak_id FROM slices");
    QCOMPARE(message(panel), QString("SQL:2:3: no such column: trak_id"));
    QCOMPARE(message(panel, "queryHint"), QString("did you mean 'track_id'?"));
    QCOMPARE(panel.editor().extraSelections().size(), 1);
    QCOMPARE(panel.editor().extraSelections()[0].cursor.selectedText(), QString("trak_id"));
    QCOMPARE(panel.editor().textCursor().blockNumber(), 1);
    QTest::keyClicks(&panel.editor(), " ");
    QVERIFY(panel.editor().extraSelections().isEmpty());
  }

  void aRowOfASliceSelectsIt() {
    QueryPanel panel;
    show(panel);
    QSignalSpy chosen(&panel, &QueryPanel::sliceRevealed);
    QSignalSpy activated(&panel, &QueryPanel::sliceZoomed);
    runText(panel, "SELECT name, id FROM slices WHERE id IN (7, 9) ORDER BY id");
    QCOMPARE(chosen.count(), 0);
    const QPoint second = panel.table().visualRect(panel.model().index(1, 0)).center();
    QTest::mouseClick(panel.table().viewport(), Qt::LeftButton, {}, second);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].value<SliceId>(), SliceId(9));
    QCOMPARE(m_selection.selectedSlice(), SliceId(9));
    QTest::mouseDClick(panel.table().viewport(), Qt::LeftButton, {}, second);
    QCOMPARE(activated.count(), 1);
    QTest::keyClick(&panel.table(), Qt::Key_Up);
    QCOMPARE(chosen.last()[0].value<SliceId>(), SliceId(7));
    chosen.clear();
    runText(panel, "SELECT id FROM tracks");
    QTest::mouseClick(panel.table().viewport(), Qt::LeftButton, {},
                      panel.table().visualRect(panel.model().index(1, 0)).center());
    QCOMPARE(chosen.count(), 0);
  }

  void aQueryThatNeverEndsIsStoppedByItsButton() {
    QueryPanel panel;
    show(panel);
    QVERIFY(!button(panel, "queryStop")->isEnabled());
    QSignalSpy done(&panel.runner(), &QueryRunner::finished);
    panel.editor().setPlainText(kEndless);
    QTest::mouseClick(button(panel, "queryRun"), Qt::LeftButton);
    QVERIFY(panel.runner().isRunning());
    QVERIFY2(panel.statusText().startsWith("Running for "), qPrintable(panel.statusText()));
    QTest::mouseClick(button(panel, "queryStop"), Qt::LeftButton);
    QTRY_COMPARE(done.count(), 1);
    QVERIFY2(panel.statusText().startsWith("Stopped after "), qPrintable(panel.statusText()));
    QVERIFY(!button(panel, "queryStop")->isEnabled());
    runText(panel, "SELECT 5");
    QCOMPARE(cell(panel, 0, 0), QString("5"));
  }

  void anotherQueryOrTraceReplacesOneThatRuns() {
    QueryPanel panel;
    show(panel);
    QSignalSpy done(&panel.runner(), &QueryRunner::finished);
    panel.editor().setPlainText(kEndless);
    panel.run();
    runText(panel, "SELECT 6");
    QCOMPARE(cell(panel, 0, 0), QString("6"));
    QCOMPARE(done.count(), 1);
    panel.editor().setPlainText(kEndless);
    panel.run();
    panel.setTrace(test::makeGpuTrace(), nullptr, nullptr);
    QVERIFY(!panel.runner().isRunning());
    QCOMPARE(panel.model().rowCount(), 0);
    panel.editor().setPlainText(kEndless);
    panel.run(); // and the panel goes while it runs
  }

  void aMillionRowsAreLinesOfTheTable() {
    QueryPanel panel;
    show(panel);
    runText(panel, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000500) "
                   "SELECT x FROM c");
    QCOMPARE(panel.model().rowCount(), 1'000'000);
    QVERIFY2(panel.statusText().endsWith("500 further rows are left out"),
             qPrintable(panel.statusText()));
    panel.table().scrollToBottom();
    QCOMPARE(cell(panel, 999'999, 0), QString("1000000"));
  }

  void wordsAreCompleted() {
    QueryPanel panel;
    show(panel);
    SqlEditor &editor = panel.editor();
    editor.setFocus();
    QTest::keyClicks(&editor, "SELECT id FROM sli");
    QAbstractItemView &list = *editor.completer().popup();
    QVERIFY(list.isVisible());
    QTest::keyClick(&list, Qt::Key_Down); // slice_count, slice_id, slices
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(editor.toPlainText(), QString("SELECT id FROM slices"));
    QVERIFY(!list.isVisible());
    QTest::keyClick(&editor, Qt::Key_Return);
    QTest::keyClicks(&editor, "WHERE ");
    QTest::keyClick(&editor, Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(list.isVisible());
    QTest::keyClick(&list, Qt::Key_Escape);
    QVERIFY(!list.isVisible());
    QCOMPARE(editor.toPlainText(), QString("SELECT id FROM slices\nWHERE "));
  }

  void keywordsTextsAndCommentsHaveColours() {
    QueryPanel panel;
    show(panel);
    panel.editor().setPlainText("select 'a -- b' /* x\ny */ from id -- z");
    const auto colorsOf = [&](int block) {
      QStringList parts;
      const QTextBlock line = panel.editor().document()->findBlockByNumber(block);
      for (const QTextLayout::FormatRange &range : line.layout()->formats())
        parts << line.text().mid(range.start, range.length) + '=' +
                     range.format.foreground().color().name();
      return parts;
    };
    const Theme &theme = Theme::of(ThemeKind::Dark);
    const auto as = [&](const char *text, ColorToken token) {
      return QLatin1String(text) + QString("=") + theme.color(token).name();
    };
    QTRY_COMPARE(colorsOf(0), (QStringList{as("select", ColorToken::CodeOperation),
                                           as("'a -- b'", ColorToken::CodeString),
                                           as("/* x", ColorToken::TextMuted)}));
    QCOMPARE(colorsOf(1),
             (QStringList{as("y */", ColorToken::TextMuted), as("from", ColorToken::CodeOperation),
                          as("-- z", ColorToken::TextMuted)}));
  }

  void anExampleIsRunWhenItIsChosen() {
    QueryPanel panel;
    show(panel);
    auto *list = panel.findChild<QComboBox *>("queryExamples");
    QSignalSpy done(&panel.runner(), &QueryRunner::finished);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down); // the first
    Q_EMIT list->activated(0);
    QTRY_VERIFY(done.count() >= 1);
    QVERIFY(panel.editor().toPlainText().startsWith("-- Time of each scope\nSELECT name"));
    QVERIFY(panel.model().rowCount() > 2);
    QVERIFY(list->findText("Table slices") > 0);
  }

  void queriesAreKeptUnderTheirFirstLine() {
    QueryPanel panel;
    show(panel);
    QSignalSpy changed(&panel, &QueryPanel::savedQueriesChanged);
    auto *list = panel.findChild<QComboBox *>("queryExamples");
    panel.editor().setPlainText("\n-- My waits\nSELECT 1");
    QTest::mouseClick(button(panel, "querySave"), Qt::LeftButton);
    QCOMPARE(list->itemText(0), QString("My waits"));
    QVERIFY(!button(panel, "querySave")->isEnabled());
    panel.editor().setPlainText("-- My waits\nSELECT 2"); // replaces the one of this name
    QTest::mouseClick(button(panel, "querySave"), Qt::LeftButton);
    QCOMPARE(panel.savedQueries(), QStringList{"-- My waits\nSELECT 2"});
    QCOMPARE(changed.count(), 2);
    QTest::mouseClick(button(panel, "queryRemove"), Qt::LeftButton);
    QCOMPARE(panel.savedQueries(), QStringList{});
    QVERIFY(!button(panel, "queryRemove")->isEnabled());
  }

  void rowsAreCopiedAndWrittenAsCsv() {
    QueryPanel panel;
    show(panel);
    runText(panel, "SELECT 1 AS a, 'x,y' AS b UNION ALL SELECT 0.1, NULL");
    QTest::mouseClick(button(panel, "queryCopy"), Qt::LeftButton);
    const QString csv = "a,b\n1,\"x,y\"\n0.1,\n";
    QTRY_COMPARE(QApplication::clipboard()->text(), csv);
    QTemporaryDir folder;
    QSignalSpy written(&panel, &QueryPanel::csvWritten);
    panel.writeCsv(folder.filePath("rows.csv"));
    QTRY_COMPARE(written.count(), 1);
    QVERIFY(written[0][1].toBool());
    QFile file(folder.filePath("rows.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), csv);
    panel.writeCsv(folder.filePath("none/rows.csv"));
    QTRY_COMPARE(written.count(), 2);
    QVERIFY(!written[1][1].toBool());
  }

  void everyControlHasAName() {
    QueryPanel panel;
    show(panel);
    for (const QWidget *widget : panel.findChildren<QWidget *>())
      if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
          !qobject_cast<const QLabel *>(widget) && !widget->objectName().startsWith("qt_"))
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
  }
};

QTEST_MAIN(QueryPanelTest)
#include "query_panel_test.moc"
