// SPDX-License-Identifier: Apache-2.0
// Call trees in the window: of files, of traces, and of files beside traces.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QTest>
#include <QToolButton>

#include "app/panels/call_tree_presenter.h"
#include "app/settings/text.h"
#include "app/window/message_list.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/calltree/call_tree_table.h"
#include "viewer/widgets/calltree/flame_view.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

const QString kTree = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/hatchet/training.hatchet");

} // namespace

class WindowCallTreeTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void aHatchetFileOpensAsAPageWithoutATimeline() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    window.openFiles({kTree});
    QVERIFY(waitForOpenTraces(window, 1));
    QVERIFY(!window.timeline());
    QTRY_VERIFY(window.callTree().isVisible() && window.callTree().shownTree());
    QCOMPARE(window.callTree().shownTree()->tree.nodes().size(), size_t{23});
    QVERIFY(window.windowTitle().startsWith(QLatin1String("training")));
    QVERIFY(!window.actions().save->isEnabled() && window.actions().close->isEnabled());
    window.setTheme(ThemeKind::Light);
    window.findChild<QAction *>(QStringLiteral("callTree"))->trigger();
    window.actions().close->trigger();
    QVERIFY(window.openTraces().list().traces().isEmpty());
  }

  void jsonThatIsACallTreeIsRecognised() {
    WindowFixture fixture;
    fixture.show();
    const QString file = fixture.path(QStringLiteral("tree.json"));
    QVERIFY(QFile::copy(kTree, file));
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QTRY_VERIFY(fixture.window().callTree().shownTree());
  }

  void aDamagedHatchetFileIsAMessage() {
    WindowFixture fixture;
    fixture.show();
    writeBytes(fixture.path(QStringLiteral("bad.hatchet")), "[{\"frame\":");
    fixture.window().openFiles({fixture.path(QStringLiteral("bad.hatchet"))});
    QTRY_VERIFY(fixture.window().messages().newestText().contains(QLatin1String("bad.hatchet")));
    QVERIFY(fixture.window().openTraces().list().traces().isEmpty());
  }

  void theScopesOfATraceAreSelectedInTreeAndTimeline() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.findChild<QAction *>(QStringLiteral("callTree"))->trigger();
    QTRY_VERIFY(window.callTree().isVisible() && window.callTree().shownTree());
    const TreeData &data = *window.callTree().shownTree();
    SelectionModel &selection = *window.timeline()->selection();
    selection.select(SliceId(0));
    const calltree::NodeId node = data.nodeOf(SliceId(0));
    QVERIFY(node != calltree::kNoNode);
    QCOMPARE(window.callTree().flame().currentNode(), node);
    const QModelIndex line = window.callTree().table().treeModel().indexOf(node);
    QVERIFY(line.isValid());
    selection.clear();
    QTest::mouseClick(window.callTree().table().viewport(), Qt::LeftButton, {},
                      window.callTree().table().visualRect(line).center());
    QCOMPARE(data.nodeOf(selection.selectedSlice()), node);
    QVERIFY(window.callTree().table().isVisible() && !window.callTree().flame().isVisible());
    QTest::mouseClick(window.findChild<QToolButton *>(QStringLiteral("flameGraphView")),
                      Qt::LeftButton);
    QVERIFY(!window.callTree().table().isVisible() && window.callTree().flame().isVisible());
    QCOMPARE(window.callTree().flame().currentNode(), node);
    QVERIFY(window.callTree().flame().hasFocus());
    window.setTheme(ThemeKind::Light); // the tree is not made again
    QCOMPARE(window.callTree().shownTree().get(), &data);
  }

  void aCallTreeBesideATraceIsOffered() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    QVERIFY(QFile::copy(kTree, fixture.path(QStringLiteral("train.12.hatchet"))));
    openSmall(fixture, QStringLiteral("train.12.pftrace"));
    QVERIFY(waitForOpenTraces(window, 1));
    window.findChild<QAction *>(QStringLiteral("callTree"))->trigger();
    auto *sources = window.callTree().findChild<QComboBox *>(QStringLiteral("callTreeSource"));
    const int beside = sources->findText(QStringLiteral("train.12.hatchet"));
    QVERIFY(beside > 0);
    sources->setCurrentIndex(beside);
    Q_EMIT sources->activated(beside);
    QTRY_VERIFY(window.callTree().shownTree() &&
                window.callTree().shownTree()->tree.nodes().size() == 23);
  }

  void theTreeBesideATraceWithoutKernelRecordsIsShownFirst() {
    TraceBuilder builder;
    Track thread;
    thread.kind = TrackKind::Thread;
    SliceInput slice;
    slice.track = builder.addTrack(thread);
    slice.name = builder.intern("launch");
    slice.duration = Picoseconds(1000);
    builder.addSlice(slice);
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    const QString file = fixture.path(QStringLiteral("train.12.pftrace"));
    QVERIFY(QFile::copy(kTree, fixture.path(QStringLiteral("train.12.hatchet"))));
    QVERIFY(writePftrace(std::move(builder).finish(), toPath(file)));
    window.openTraces().open({file});
    QVERIFY(waitForOpenTraces(window, 1));
    window.findChild<QAction *>(QStringLiteral("callTree"))->trigger();
    const auto *sources =
        window.callTree().findChild<QComboBox *>(QStringLiteral("callTreeSource"));
    QCOMPARE(sources->currentText(), QStringLiteral("train.12.hatchet"));
    QCOMPARE(sources->count(), 2);
  }

  void aTreeIsComparedWithAFile() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    window.openFiles({kTree});
    QVERIFY(waitForOpenTraces(window, 1));
    QTRY_VERIFY(window.callTree().shownTree());
    compareCallTree(
        window.callTree(),
        QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/hatchet/training-before.hatchet"));
    QTRY_VERIFY(window.callTree().shownTree() && window.callTree().shownTree()->isDifference);
  }
};

QTEST_MAIN(WindowCallTreeTest)
#include "window_call_tree_test.moc"
