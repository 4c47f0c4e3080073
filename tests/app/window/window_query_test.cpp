// SPDX-License-Identifier: Apache-2.0
// SQL in the window: the panel, its key, the selection in the timeline, kept queries.
#include <QAction>
#include <QTest>
#include <QToolButton>

#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/query/query_panel.h"
#include "viewer/widgets/query/query_result_model.h"
#include "viewer/widgets/query/sql_editor.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

class WindowQueryTest : public QObject {
  Q_OBJECT

private:
  static QueryPanel &panelOf(MainWindow &window) {
    return *window.findChild<QueryPanel *>(QStringLiteral("queryPanel"));
  }
  static void runText(QueryPanel &panel, const QString &sql) {
    panel.editor().setPlainText(sql);
    QTest::keyClick(&panel.editor(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(!panel.runner().isRunning());
  }

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void aRowSelectsItsSliceInTheTimeline() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    QueryPanel &panel = panelOf(window);
    QVERIFY(!panel.isVisible());
    QTest::keyClick(&window, Qt::Key_Q, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(panel.isVisible());
    runText(panel, QStringLiteral("SELECT name, id FROM slices ORDER BY dur DESC LIMIT 5"));
    QTRY_VERIFY(panel.model().rowCount() > 0);
    const int last = panel.model().rowCount() - 1;
    const SliceId slice(panel.model().index(last, 1).data().toUInt());
    panel.table().scrollToBottom();
    QTest::mouseClick(panel.table().viewport(), Qt::LeftButton, {},
                      panel.table().visualRect(panel.model().index(last, 0)).center());
    QCOMPARE(window.timeline()->selection()->selectedSlice(), slice);
    const TimeRange range = window.timeline()->visibleRange();
    QTest::mouseDClick(panel.table().viewport(), Qt::LeftButton, {},
                       panel.table().visualRect(panel.model().index(last, 0)).center());
    QVERIFY(window.timeline()->visibleRange().length() <= range.length());
    window.setTheme(ThemeKind::Light); // keeps the rows
    QCOMPARE(panel.model().rowCount(), last + 1);
    window.actions().close->trigger();
    QVERIFY(!panel.runner().trace());
    QCOMPARE(panel.model().rowCount(), 0);
  }

  void keptQueriesAreThereAtTheNextStart() {
    WindowFixture fixture;
    fixture.show();
    QueryPanel &panel = panelOf(fixture.window());
    panel.editor().setPlainText(QStringLiteral("-- mine\nSELECT 1"));
    panel.findChild<QToolButton *>(QStringLiteral("querySave"))->click();
    fixture.restart();
    QCOMPARE(panelOf(fixture.window()).savedQueries(), QStringList{"-- mine\nSELECT 1"});
  }
};

QTEST_MAIN(WindowQueryTest)
#include "window_query_test.moc"
