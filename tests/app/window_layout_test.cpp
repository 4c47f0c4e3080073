// SPDX-License-Identifier: Apache-2.0
// Where the window's panels are when its size changes.
#include <QAction>
#include <QDockWidget>
#include <QTest>

#include "app/application/text.h"
#include "app/window/window_actions.h"
#include "core/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/overlap_sample.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// What keeps a window from being narrow, for the message of a test that fails.
QByteArray demandsOf(const QMainWindow &window) {
  const auto sizeOf = [](const QWidget &widget) {
    return ' ' + QByteArray::number(widget.width()) + ", at least " +
           QByteArray::number(std::max(widget.minimumWidth(), widget.minimumSizeHint().width())) +
           '\n';
  };
  QByteArray text = "window" + sizeOf(window) + "centre" + sizeOf(*window.centralWidget());
  for (const QWidget *part : window.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
    if (!qobject_cast<const QDockWidget *>(part) && part->isVisible())
      text += part->metaObject()->className() + sizeOf(*part);
  for (const QDockWidget *dock : window.findChildren<QDockWidget *>()) {
    text += dock->objectName().toUtf8() + sizeOf(*dock);
    for (const QWidget *part : dock->findChildren<QWidget *>())
      if (part->isVisibleTo(dock) && part->minimumSizeHint().width() > 400)
        text += "  " + part->objectName().toUtf8() + ' ' + part->metaObject()->className() +
                sizeOf(*part);
  }
  return text;
}

} // namespace

class WindowLayoutTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theInspectorKeepsItsWidthWhicheverPanelIsBelowAndAfterwards() {
    WindowFixture fixture;
    QVERIFY(writePftrace(*makeTransposeTrace({TransposeKind::Padded}),
                         toPath(fixture.path(QStringLiteral("heat.pftrace")))));
    QVERIFY(writePftrace(*makeOverlapTrace({}),
                         toPath(fixture.path(QStringLiteral("overlap.pftrace")))));
    MainWindow &window = fixture.window();
    const auto *inspector = window.findChild<QDockWidget *>(QStringLiteral("inspectorPanel"));
    for (const char *file : {"heat.pftrace", "overlap.pftrace"}) {
      const auto sessions = window.sessions().list().sessions().size();
      window.sessions().open({fixture.path(QLatin1String(file))});
      QVERIFY(waitForSessions(window, static_cast<int>(sessions) + 1));
      for (QAction *panel :
           {window.actions().heat, window.actions().overlap, window.actions().passes}) {
        fixture.show({1024, 700});
        panel->trigger();
        QTest::qWait(50);
        QVERIFY2(window.width() == 1024 && inspector->width() >= 240, demandsOf(window));
        QVERIFY2(inspector->geometry().right() < window.width(), demandsOf(window));
        fixture.show({1600, 960});
        QTest::qWait(50);
        QVERIFY2(inspector->width() >= 240, demandsOf(window));
      }
    }
  }

  void aWindowThatBecomesSmallKeepsItsInspectorInside() {
    WindowFixture fixture;
    fixture.show({1920, 1080});
    QTest::qWait(50);
    fixture.show({1280, 800});
    QTest::qWait(50);
    const auto *inspector =
        fixture.window().findChild<QDockWidget *>(QStringLiteral("inspectorPanel"));
    QVERIFY(inspector && inspector->isVisible());
    QVERIFY(inspector->geometry().right() < fixture.window().width());
  }
};

QTEST_MAIN(WindowLayoutTest)
#include "window_layout_test.moc"
