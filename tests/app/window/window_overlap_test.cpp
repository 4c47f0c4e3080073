// SPDX-License-Identifier: Apache-2.0
// The overlap panel in the window: one selection with timeline and inspector, pictures, settings.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <set>

#include "app/dialogs/export_dialog.h"
#include "app/settings/text.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/overlap/iteration_view.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A window with the sample open and the panel in front.
class OverlapWindow {
public:
  explicit OverlapWindow(const OverlapSampleOptions &options = {}) {
    const QString file = fixture.path(QStringLiteral("gemm.pftrace"));
    isReady = writePftrace(*makeOverlapTrace(options), toPath(file)).has_value();
    fixture.show();
    window().openTraces().open({file});
    isReady = isReady && waitForOpenTraces(window(), 1);
    window().actions().panel("overlap")->trigger();
    QApplication::processEvents();
  }
  MainWindow &window() { return fixture.window(); }
  OverlapPanel &panel() { return window().panel<OverlapPanel>(); }
  SelectionModel &selection() { return *window().timeline()->selection(); }
  const OverlapData &data() { return *panel().model().data(); }

  WindowFixture fixture;
  bool isReady = false;
};

} // namespace

class WindowOverlapTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void anIterationIsFoundWithinTheFilterAndShiftWithArrowsGoesToItsNeighbours() {
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    TimelineView &view = *opened.window().timeline();
    view.tracks()->setFilter(QStringLiteral("warp 1"));
    auto *field = opened.window().findChild<QLineEdit *>(QStringLiteral("search"));
    opened.window().actions().find->trigger();
    QTest::keyClicks(field, QStringLiteral("iteration=7"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(view.iteration().has_value());
    QCOMPARE(view.iteration()->instance, uint64_t{7});
    QCOMPARE(view.tracks()->filter(), QStringLiteral("warp 1"));
    const Trace &trace = *view.trace();
    const auto warp = [&] {
      const SliceId slice = opened.selection().selectedSlice();
      return trace.track(trace.row(trace.rowOf(slice)).track).number;
    };
    QCOMPARE(warp(), 1);
    const auto &inspector = *opened.window().findChild<Inspector *>();
    QVERIFY2(inspector.text().contains(QLatin1String("iteration 7, warp 1, CTA 0")),
             qPrintable(inspector.text()));
    QVERIFY(inspector.text().contains(QLatin1String("number in its warp\t8 of 24")));
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view.iteration()->instance, uint64_t{8});
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(&view, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(view.iteration()->instance, uint64_t{6});
    QCOMPARE(warp(), 1);
    QVERIFY(!view.area()->area());
    // With an area the same keys extend it.
    QTest::keyClick(&view, Qt::Key_M);
    QVERIFY(view.area()->area());
    const TimeRange range = view.area()->area()->range;
    QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(view.area()->area()->range.end > range.end);
    QCOMPARE(view.iteration()->instance, uint64_t{6});
    QVERIFY(view.makeScene().iteration.has_value());
  }

  void anOperationIsSelectedInEveryViewWhereverItIsChosen() {
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    QVERIFY(opened.panel().isVisible());
    QCOMPARE(opened.panel().iterations().rows().size(), size_t(24));
    QTest::keyClick(&opened.panel().iterations(), Qt::Key_Down);
    const SliceId chosen = opened.selection().selectedSlice();
    QVERIFY(chosen.isValid());
    // The timeline has zoomed there, with some space around, and the inspector describes it.
    const TimeRange seen = opened.window().timeline()->visibleRange();
    const TimeRange time = opened.window().timeline()->trace()->sliceTime(chosen);
    QVERIFY(seen.begin < time.begin && time.end < seen.end);
    const TimeRange whole = opened.window().timeline()->trace()->timeRange();
    QVERIFY(seen.length().value < whole.length().value / 2);
    const auto *inspector = opened.window().findChild<Inspector *>();
    QVERIFY(inspector->text().contains(QLatin1String("tma load")));
    // And back: what the timeline selects is current in the panel.
    const auto operation = opened.data().launches()[0].operations[10];
    opened.selection().select(operation.issue);
    const auto row = opened.panel().iterations().currentRow();
    QVERIFY(row);
    QCOMPARE(uint64_t(opened.panel().iterations().rows()[*row].instance), operation.instance);
    QTest::keyClick(opened.window().timeline(), Qt::Key_Escape);
    QVERIFY(!opened.panel().iterations().currentRow());
  }

  void theInspectorLinksTheEndsOfArrowsAndATypedTimeIsReached() {
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    TimelineView *view = opened.window().timeline();
    const auto operation = opened.data().launches()[0].operations[10];
    opened.selection().select(operation.issue);
    const auto *inspector = opened.window().findChild<Inspector *>();
    const auto links = inspector->findChildren<LinkLabel *>(QStringLiteral("partner"));
    QVERIFY(!links.isEmpty());
    QVERIFY(links[0]->fullText().startsWith(QStringLiteral("to ")));
    QTest::mouseClick(links[0], Qt::LeftButton);
    QTRY_VERIFY(opened.selection().selectedSlice() != operation.issue);
    QVERIFY(inspector->text().contains(QStringLiteral("Arrows\nfrom ")));
    QTest::keyClick(view, Qt::Key_BracketLeft);
    QCOMPARE(opened.selection().selectedSlice(), operation.issue);

    QVERIFY(opened.window().actions().goToTime->isEnabled());
    opened.window().actions().goToTime->trigger();
    auto *text = view->findChild<QLineEdit *>(QStringLiteral("timeInputText"));
    const TimeRange whole = view->trace()->timeRange();
    const auto there = Picoseconds(whole.begin.value + whole.length().value / 2);
    text->setText(QStringLiteral("=%1 ps").arg(there.value));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(view->pointed());
    QCOMPARE(view->pointed()->begin, there);
  }

  void aTraceWithoutAsynchronousOperationsSaysHowToRecordThem() {
    WindowFixture fixture;
    fixture.show();
    fixture.window().actions().panel("overlap")->trigger();
    const auto *message = fixture.window().panel<OverlapPanel>().findChild<QLabel *>(
        QStringLiteral("overlapMessage"));
    QCOMPARE(message->text(), QStringLiteral("No trace is open."));
    openSmall(fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QCOMPARE(message->text(), QStringLiteral("This trace has no asynchronous operations."));
  }

  void eachTraceHasItsOwnSelectionInThePanel() {
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    const OpenTraceId first = opened.window().openTraces().list().current();
    opened.panel().iterations().setFocus();
    QTest::keyClick(&opened.panel().iterations(), Qt::Key_Down);
    openSmall(opened.fixture, QStringLiteral("one.pftrace"));
    QVERIFY(waitForOpenTraces(opened.window(), 2));
    opened.window().openTraces().list().setCurrent(
        opened.window().openTraces().list().traces().last().id);
    QVERIFY(!opened.panel().model().hasOperations());
    opened.window().openTraces().list().setCurrent(first);
    QCOMPARE(opened.panel().iterations().currentRow(), std::optional<uint32_t>(0));
  }

  void findingsThatAreSwitchedOffStayOff() {
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    opened.panel().findingList().setFindings(makeOverlapData()->launches()[0].findings,
                                             [](SliceId) { return std::string("k=0"); });
    opened.panel().findingList().setFocus();
    QTest::keyClick(&opened.panel().findingList(), Qt::Key_Delete);
    QCOMPARE(opened.fixture.settings().findingsOff(),
             QStringList{QStringLiteral("overlap.exposed-stage")});
    QVERIFY(opened.fixture.restart());
    QCOMPARE(opened.panel().findingList().off(), std::set<std::string>{"overlap.exposed-stage"});
  }

  void subtractingTheRecordingCostLeavesOverlapAsRecordedAndABadgeSaysSo() {
    OverlapSampleOptions options;
    options.recordingCost = RecordingCost{12, 3, 35, 40};
    OverlapWindow opened(options);
    QVERIFY(opened.isReady);
    const auto *badges = opened.panel().findChild<QualityBar *>(QStringLiteral("overlapBadges"));
    const auto saysSo = [badges] {
      return badges->accessibleDescription().contains(QLatin1String("times as recorded"));
    };
    const auto figures = [&opened] {
      return overlapTiles(opened.panel().model().launch(), opened.panel().model().choice().channel);
    };
    const auto before = figures();
    const auto rows = opened.panel().model().table().rows;
    const auto findings = opened.panel().findingList().findings();
    TimelineView *view = opened.window().timeline();
    const auto recorded = view->trace();
    QVERIFY(!saysSo());
    opened.window().actions().subtractCost->trigger();
    QVERIFY(QTest::qWaitFor([&] { return view->trace() != recorded; }, kLoadMs));
    QVERIFY(figures() == before);
    QVERIFY(opened.panel().model().table().rows == rows);
    QVERIFY(opened.panel().findingList().findings().size() == findings.size());
    QVERIFY(saysSo());
    opened.window().actions().subtractCost->trigger();
    QCOMPARE(view->trace(), recorded);
    QVERIFY(!saysSo());
  }

  void thePictureOfThePanelIsOfferedAndWritten() {
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    const QString file = opened.fixture.path(QStringLiteral("overlap.png"));
    bool wasProposed = false;
    QTimer::singleShot(0, &opened.window(), [&] {
      auto *dialog = opened.window().findChild<ExportDialog *>();
      wasProposed = dialog->view() == ExportDialog::View::Overlap;
      dialog->findChild<QLineEdit *>(QStringLiteral("pictureFile"))->setText(file);
      dialog->findChild<QPushButton *>(QStringLiteral("exportButton"))->click();
    });
    opened.window().actions().exportPicture->trigger();
    QVERIFY(wasProposed);
    QCOMPARE(QImage(file).size(), QSize(3200, 1920));
  }

  void bothThemesAreShownWithoutAWarning() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin)")));
    OverlapWindow opened;
    QVERIFY(opened.isReady);
    QCOMPARE(opened.window().theme(), ThemeKind::Dark);
    opened.window().grab();
    opened.window().setTheme(ThemeKind::Light);
    opened.window().grab();
  }
};

QTEST_MAIN(WindowOverlapTest)
#include "window_overlap_test.moc"
