// SPDX-License-Identifier: Apache-2.0
// Where the window's panels are when its size changes.
#include <QDockWidget>
#include <QTest>

#include "tests/app/support/window_fixture.h"

using namespace pstudio;
using namespace pstudio::test;

class WindowLayoutTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
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
