// SPDX-License-Identifier: Apache-2.0
// The timeline handles keys, wheel and pointer, and signals changes.
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>

#include "core/trace/cost_correction.h"
#include "core/trace/launch_samples.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/opening_range.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;

namespace {

constexpr int kTop = 76; // minimap and ruler
constexpr int kLabels = 184;

void wheel(QWidget &widget, QPoint at, int turn, Qt::KeyboardModifiers modifiers) {
  QWheelEvent event(at, widget.mapToGlobal(at), QPoint(), QPoint(0, turn), Qt::NoButton, modifiers,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&widget, &event);
}

void move(QWidget &widget, QPoint to, Qt::MouseButtons buttons = Qt::NoButton) {
  QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, buttons,
                    Qt::NoModifier);
  QApplication::sendEvent(&widget, &event);
}

void drag(QWidget &widget, QPoint from, QPoint to) {
  QTest::mousePress(&widget, Qt::LeftButton, Qt::NoModifier, from);
  move(widget, from + (to - from) / 2, Qt::LeftButton);
  move(widget, to, Qt::LeftButton);
  QTest::mouseRelease(&widget, Qt::LeftButton, Qt::NoModifier, to);
}

} // namespace

class TimelineViewTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { qRegisterMetaType<pstudio::TimeRange>(); }

  void init() {
    m_trace = test::makeGpuTrace();
    m_view = std::make_unique<TimelineView>();
    m_view->resize(1000, 600);
    m_view->setTrace(m_trace);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
  }
  void cleanup() { m_view.reset(); }

  void opensWithTheWholeTraceInSight() {
    const TimeRange range = m_view->visibleRange();
    QVERIFY(range.begin < m_trace->timeRange().begin);
    QVERIFY(range.end > m_trace->timeRange().end);
    QVERIFY(m_view->rangeReadout().contains(QStringLiteral("cycles")));
  }

  void whatIsOpenFollowsTheHeightUntilTheViewIsSeen() {
    TimelineView sizedLater;
    sizedLater.resize(1000, 200);
    sizedLater.setTrace(m_trace);
    sizedLater.resize(1000, 600);
    QCOMPARE(sizedLater.grab().toImage(), m_view->grab().toImage());
    sizedLater.resize(1000, 200);
    sizedLater.resize(1000, 600);
    QCOMPARE(sizedLater.grab().toImage(), m_view->grab().toImage());
  }

  void keysZoomAtThePointerAndPan() {
    const QPoint at(600, 300);
    move(*m_view, at);
    const Viewport before = m_view->visibleRangeModel()->viewport();
    const Picoseconds underPointer = before.timeAt(at.x() - kLabels);
    QTest::keyClick(m_view.get(), Qt::Key_W);
    const Viewport closer = m_view->visibleRangeModel()->viewport();
    QVERIFY(closer.psPerPixel() < before.psPerPixel());
    QVERIFY(std::fabs(closer.pixelOf(underPointer) - (at.x() - kLabels)) < 1.5);
    QTest::keyClick(m_view.get(), Qt::Key_D);
    QVERIFY(m_view->visibleRange().begin > closer.visible().begin);
    QTest::keyClick(m_view.get(), Qt::Key_A);
    QTest::keyClick(m_view.get(), Qt::Key_S);
    QVERIFY(std::llabs((m_view->visibleRange().begin - before.visible().begin).value) <= 2);
  }

  void arrowKeysPanAndScroll() {
    m_view->unfoldAll();
    m_view->setVisibleRange({Picoseconds(900'000), Picoseconds(1'000'000)});
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QCOMPARE(m_view->visibleRange().begin.value, int64_t{910'000});
    auto *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QCOMPARE(bar->value(), 48);
    QTest::keyClick(m_view.get(), Qt::Key_Up);
    QCOMPARE(bar->value(), 0);
  }

  void wheelScrollsWithControlZoomsWithShiftPans() {
    m_view->unfoldAll();
    auto *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    const TimeRange before = m_view->visibleRange();
    wheel(*m_view, {600, 300}, -120, Qt::NoModifier);
    QVERIFY(bar->value() > 0);
    QCOMPARE(m_view->visibleRange(), before);
    wheel(*m_view, {600, 300}, 240, Qt::ControlModifier);
    const TimeRange zoomed = m_view->visibleRange();
    QVERIFY(zoomed.length() < before.length());
    wheel(*m_view, {600, 300}, -120, Qt::ShiftModifier);
    QVERIFY(m_view->visibleRange().begin > zoomed.begin);
    QVERIFY(std::llabs((m_view->visibleRange().length() - zoomed.length()).value) <= 1);
  }

  void draggingPans() {
    m_view->setVisibleRange({Picoseconds(900'000), Picoseconds(1'000'000)});
    const Viewport before = m_view->visibleRangeModel()->viewport();
    drag(*m_view, {700, 300}, {500, 300});
    const double moved = before.pixelOf(m_view->visibleRange().begin);
    QVERIFY2(std::fabs(moved - 200) < 1.5, qPrintable(QString::number(moved)));
    QVERIFY(!m_view->selection()->selectedSlice().isValid());
  }

  void draggingInTheRulerZoomsIntoTheRange() {
    const Viewport before = m_view->visibleRangeModel()->viewport();
    drag(*m_view, {kLabels + 200, 60}, {kLabels + 400, 60});
    QVERIFY(std::fabs(before.pixelOf(m_view->visibleRange().begin) - 200) < 1.5);
    QVERIFY(std::fabs(before.pixelOf(m_view->visibleRange().end) - 400) < 1.5);
  }

  void minimapWindowCanBeDragged() {
    m_view->setVisibleRange({Picoseconds(1'000'000), Picoseconds(1'200'000)});
    const Viewport overview = Viewport::fit(m_trace->timeRange(), 1000);
    const auto x = static_cast<int>(overview.pixelOf(Picoseconds(1'100'000)));
    drag(*m_view, {x, 20}, {x + 100, 20});
    const double moved =
        overview.pixelOf(m_view->visibleRange().begin) - overview.pixelOf(Picoseconds(1'000'000));
    QVERIFY2(std::fabs(moved - 100) < 2, qPrintable(QString::number(moved)));
    QVERIFY(std::llabs(m_view->visibleRange().length().value - 200'000) <= 1);
  }

  void clickSelectsAndEscapeClears() {
    QSignalSpy selected(m_view->selection(), &SelectionModel::selectedSliceChanged);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, sliceAt());
    const SliceId slice = m_view->selection()->selectedSlice();
    QVERIFY(slice.isValid());
    QCOMPARE(m_trace->string(m_trace->slice(slice).name), std::string_view("produce"));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(!m_view->selection()->selectedSlice().isValid());
    QCOMPARE(selected.count(), 2);
  }

  void doubleClickZoomsToTheSliceAndActivatesIt() {
    QSignalSpy activated(m_view.get(), &TimelineView::sliceActivated);
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, sliceAt());
    QCOMPARE(activated.count(), 1);
    const TimeRange time = m_trace->sliceTime(m_view->selection()->selectedSlice());
    const TimeRange seen = m_view->visibleRange();
    QVERIFY(seen.begin <= time.begin && seen.end >= time.end);
    QVERIFY(seen.length().value < 2 * time.length().value);
  }

  void fFitsTheSelectionAndWithoutOneEverything() {
    const TimeRange whole = m_view->visibleRange();
    m_view->selection()->select(SliceId(5));
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QVERIFY(m_view->visibleRange().length() < whole.length());
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QCOMPARE(m_view->visibleRange(), whole);
  }

  void hoverShowsACardWithNameDurationAndPlace() {
    auto *card = m_view->findChild<HoverCard *>(QStringLiteral("hoverCard"));
    QVERIFY(!card->isVisible());
    move(*m_view, sliceAt());
    QVERIFY(card->isVisible());
    const SliceId slice = m_view->selection()->hoveredSlice();
    const std::vector<CardLine> lines = cardLines(*m_trace, slice);
    QCOMPARE(lines[0].label, std::string("start"));
    QCOMPARE(lines[2].value.substr(lines[2].value.size() - 6), std::string("cycles"));
    QCOMPARE(lines[3], (CardLine{"warp", "0 TMA"}));
    QCOMPARE(lines[5], (CardLine{"SM", "12"}));
    move(*m_view, {kLabels + 1, 590});
    QVERIFY(!card->isVisible());
  }

  void hoverOverACounterShowsACardAndTheInspectorListsItsValues() {
    TraceBuilder build;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = build.intern("warps 0-1");
    SliceInput slice;
    slice.track = build.addTrack(warp);
    slice.name = build.intern("step");
    slice.duration = Picoseconds(100'000);
    build.addSlice(slice);
    Track counter;
    counter.kind = TrackKind::Counter;
    counter.name = build.intern("left");
    counter.unit = build.intern("rows");
    counter.parent = slice.track;
    const TrackId id = build.addTrack(counter);
    build.addSample(id, {Picoseconds(0), 12.0});
    build.addSample(id, {Picoseconds(50'000), 3.0});
    const auto trace = std::make_shared<const Trace>(std::move(build).finish());
    m_view->setTrace(trace);
    m_view->unfoldAll();
    auto *card = m_view->findChild<HoverCard *>(QStringLiteral("hoverCard"));
    move(*m_view, {600, kTop + 24 + 18}); // below the warp's one row
    QVERIFY(card->isVisible());
    QVERIFY(!m_view->selection()->hoveredSlice().isValid());
    move(*m_view, {600, 590});
    QVERIFY(!card->isVisible());

    Inspector inspector;
    inspector.setTrace(trace, {});
    inspector.setSlice(SliceId(0));
    for (const char *line : {"warps\t0-1\n", "Recorded values\n", "left\t12 rows to 3 rows\n",
                             "2 values\t3 rows .. 12 rows\n"})
      QVERIFY2(inspector.text().contains(QLatin1String(line)), qPrintable(inspector.text()));
  }

  void theInspectorListsSamplesByLineAndCountersOfALaunch() {
    TraceBuilder builder;
    Launch launch;
    launch.kernel = builder.intern("softmax");
    const LaunchId id = builder.addLaunch(launch);
    addCounters(builder, id, {{"sm__cycles_elapsed.avg", 1234.5}});
    addPcSamples(builder, id,
                 {1024,
                  7,
                  {{"softmax", "/k/softmax.mlir:12", {{"long_scoreboard", 30}, {"wait", 6}}},
                   {"softmax", "", {{"selected", 4}}}}});
    Inspector inspector;
    inspector.setTrace(std::make_shared<const Trace>(std::move(builder).finish()), {});
    for (const char *line :
         {"Hardware counters\n", "sm__cycles_elapsed.avg\t1234.5\n", "PC samples\n",
          "samples\t40\n", "dropped\t7\n", "softmax.mlir:12\t90.0 %\n",
          "long_scoreboard 30, wait 6\n", "softmax, no line\t10.0 %\n"})
      QVERIFY2(inspector.text().contains(QLatin1String(line)), qPrintable(inspector.text()));
    QVERIFY(!inspector.text().contains(QStringLiteral("samples[0]")));
  }

  void aTraceOpensAtItsLaunchesWhateverItsWidth() {
    TraceBuilder builder;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.launch = builder.addLaunch({});
    SliceInput slice;
    slice.track = builder.addTrack(warp);
    slice.name = builder.intern("work");
    slice.begin = Picoseconds(1'000'000);
    slice.duration = Picoseconds(800'000);
    builder.addSlice(slice);
    Track host;
    host.kind = TrackKind::Thread;
    slice.track = builder.addTrack(host);
    slice.begin = Picoseconds(0);
    slice.duration = Picoseconds(90'000'000);
    builder.addSlice(slice);
    TimelineView view;
    view.setTrace(std::make_shared<const Trace>(std::move(builder).finish()));
    const TimeRange opening = openingRange(*view.trace());
    for (const int width : {500, 1400}) {
      view.resize(width, 400);
      QCoreApplication::sendPostedEvents();
      view.grab(); // a hidden widget is resized when it is drawn
      const TimeRange shown = view.visibleRange();
      QVERIFY(std::abs(shown.begin.value - opening.begin.value) < 20'000);
      QVERIFY(std::abs(shown.end.value - opening.end.value) < 20'000);
    }
    view.zoomToFit();
    QVERIFY(view.visibleRange().length() >= view.trace()->timeRange().length());
  }

  void cardStaysInsideTheView() {
    auto *card = m_view->findChild<HoverCard *>(QStringLiteral("hoverCard"));
    m_view->setVisibleRange(m_trace->sliceTime(SliceId(0)));
    move(*m_view, {980, sliceAt().y()});
    QVERIFY(card->isVisible());
    QVERIFY(m_view->rect().contains(card->geometry()));
    QVERIFY(!card->geometry().contains(980, sliceAt().y()));
  }

  void clickOnAHeadingFoldsItAndAgainUnfolds() {
    m_view->unfoldAll();
    auto *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    const int whole = bar->maximum();
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, QPoint(60, kTop + 30));
    QVERIFY(bar->maximum() < whole);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, QPoint(60, kTop + 30));
    QCOMPARE(bar->maximum(), whole);
  }

  void revealOpensScrollsAndMovesToTheSlice() {
    m_view->foldAll();
    const SliceId last(static_cast<uint32_t>(m_trace->sliceCount() - 1));
    m_view->setVisibleRange({Picoseconds(700'000), Picoseconds(720'000)});
    m_view->reveal(last);
    const TimeRange time = m_trace->sliceTime(last);
    QVERIFY(m_view->visibleRange().begin <= time.begin && m_view->visibleRange().end >= time.end);
    m_view->selection()->select(last);
    QVERIFY(m_view->grab().toImage().size().isValid());
  }

  void instantsAreHoveredSelectedAndDescribed() {
    TraceBuilder builder;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.number = 3;
    warp.name = builder.intern("warp 3");
    const TrackId track = builder.addTrack(warp);
    SliceInput slice;
    slice.track = track;
    slice.name = builder.intern("wait");
    slice.duration = Picoseconds(1'000'000);
    builder.addSlice(slice);
    for (const int64_t time : {200'000, 600'000}) {
      Instant instant;
      instant.track = track;
      instant.name = builder.intern("arrive");
      instant.time = Picoseconds(time);
      builder.addInstant(instant);
    }
    m_view->setTrace(std::make_shared<const Trace>(std::move(builder).finish()));
    m_view->setVisibleRange({Picoseconds(0), Picoseconds(1'000'000)});
    const auto at = [&](int64_t time, int y) {
      return QPoint(kLabels + static_cast<int>(m_view->visibleRangeModel()->viewport().pixelOf(
                                  Picoseconds(time))),
                    kTop + y);
    };
    constexpr int kMark = 18, kBar = 6; // the mark is at the lower edge of the bar
    SelectionModel &selection = *m_view->selection();
    move(*m_view, at(600'000, kMark));
    QCOMPARE(selection.hoveredInstant(), InstantId(1));
    const auto *card = m_view->findChild<HoverCard *>(QStringLiteral("hoverCard"));
    QVERIFY(card->isVisible());
    const auto lines = instantCardLines(*m_view->trace(), InstantId(1));
    QCOMPARE(lines.at(0).value, std::string("600 ns"));
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, at(600'000, kMark));
    QCOMPARE(selection.selectedInstant(), InstantId(1));
    QVERIFY(!selection.selectedSlice().isValid());
    Inspector inspector;
    inspector.setTrace(m_view->trace(), {});
    inspector.setInstant(selection.selectedInstant());
    QVERIFY2(inspector.text().startsWith(
                 QStringLiteral("arrive\tinstant, 2 of 2 on its track\ntime\t600 ns\nwarp\t3\n")),
             qPrintable(inspector.text()));
    // Next to the mark and above it is the slice.
    for (const QPoint &beside : {at(600'000, kBar), at(700'000, kMark)}) {
      QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, beside);
      QCOMPARE(selection.selectedSlice(), SliceId(0));
      QVERIFY(!selection.selectedInstant().isValid());
    }
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, at(200'000, kMark));
    QCOMPARE(selection.selectedInstant(), InstantId(0));
    const TimeRange seen = m_view->visibleRange();
    QVERIFY(seen.length().value < 500'000);
    QVERIFY(seen.begin.value < 200'000 && seen.end.value > 200'000);
  }

  void zoomingToASliceLeavesSpaceAroundItAndStaysWhereItIsLargeAlready() {
    const SliceId slice(static_cast<uint32_t>(m_trace->sliceCount() / 2));
    const TimeRange time = m_trace->sliceTime(slice);
    m_view->foldAll();
    m_view->zoomTo(slice);
    const TimeRange seen = m_view->visibleRange();
    QVERIFY(seen.begin < time.begin && seen.end > time.end);
    QVERIFY(time.length().value * 4 >= seen.length().value);
    m_view->setVisibleRange({time.begin - time.length(), time.end});
    const TimeRange large = m_view->visibleRange();
    m_view->zoomTo(slice);
    QCOMPARE(m_view->visibleRange(), large);
  }

  void aPointedTimeIsMarkedAndItsTrackUnfoldedUntilSomethingElseIsSelected() {
    const SliceId slice(static_cast<uint32_t>(m_trace->sliceCount() - 1));
    const TrackId track = m_trace->row(m_trace->rowOf(slice)).track;
    const TimeRange time = m_trace->sliceTime(slice);
    m_view->foldAll();
    m_view->setVisibleRange(
        {m_trace->timeRange().begin, m_trace->timeRange().begin + time.length()});
    const QImage before = m_view->grab().toImage();
    m_view->point(time, track);
    QVERIFY(m_view->pointed() == time);
    QVERIFY(m_view->visibleRange().begin <= time.begin && m_view->visibleRange().end >= time.end);
    const QColor mark = Theme::of(ThemeKind::Dark).color(ColorToken::Selection);
    const int x =
        kLabels + static_cast<int>(m_view->visibleRangeModel()->viewport().pixelOf(time.begin));
    const QImage shown = m_view->grab().toImage();
    int marked = 0;
    for (int y = kTop; y < shown.height(); ++y)
      marked += shown.pixelColor(x, y) == mark || shown.pixelColor(x + 1, y) == mark ? 1 : 0;
    QVERIFY2(marked > 300, qPrintable(QString::number(marked)));
    m_view->selection()->select(slice);
    QVERIFY(!m_view->pointed());
    m_view->point(time, TrackId());
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(!m_view->pointed());
  }

  void menuOffersToCopyTheSlice() {
    QContextMenuEvent event(QContextMenuEvent::Mouse, sliceAt(), m_view->mapToGlobal(sliceAt()));
    QApplication::sendEvent(m_view.get(), &event);
    auto *menu = m_view->findChild<QMenu *>(QStringLiteral("timelineMenu"));
    QVERIFY(menu != nullptr);
    QStringList texts;
    for (QAction *action : menu->actions()) {
      texts << action->text();
      if (action->text() == QStringLiteral("Copy name"))
        action->trigger();
    }
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("produce"));
    QVERIFY(texts.contains(QStringLiteral("Zoom to slice")));
    QVERIFY(texts.contains(QStringLiteral("Unfold all tracks")));
    menu->close();
  }

  void rangeAndTimesOfTheSelectionAreTold() {
    QSignalSpy ranges(m_view.get(), &TimelineView::visibleRangeChanged);
    QSignalSpy readouts(m_view.get(), &TimelineView::readoutChanged);
    m_view->setVisibleRange({Picoseconds(1'000'000), Picoseconds(1'202'000)});
    QCOMPARE(ranges.count(), 1);
    QCOMPARE(readouts.count(), 0); // nothing is selected
    QCOMPARE(m_view->rangeReadout(), QStringLiteral("1,000 .. 1,202 ns (202 ns, 400 cycles)"));
    const TrackId track = m_view->trace()->row(m_view->trace()->rowOf(SliceId(0))).track;
    m_view->area()->setArea(TraceArea{{Picoseconds(1'000'000), Picoseconds(1'202'000)}, {track}});
    QCOMPARE(readouts.last().first().toString(),
             QStringLiteral("1,000 .. 1,202 ns (202 ns, 400 cycles)"));
    m_view->area()->clear();
    m_view->selection()->select(SliceId(0));
    const TimeRange time = m_view->trace()->sliceTime(SliceId(0));
    QVERIFY(readouts.last().first().toString().startsWith(
        QString::fromStdString(formatRange(time, std::nullopt)).section(QLatin1Char(' '), 0, 2)));
    m_view->selection()->clear();
    QCOMPARE(readouts.last().first().toString(), QString());
  }

  void labelColumnCanBeWidened() {
    const double before = m_view->visibleRangeModel()->viewport().widthPx();
    drag(*m_view, {kLabels, 300}, {kLabels + 60, 300});
    QCOMPARE(m_view->visibleRangeModel()->viewport().widthPx(), before - 60);
  }

  void otherGroupingShowsTheSameSlices() {
    m_view->setGrouping(GroupingKind::WarpCta);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(sliceAt().x(), kTop + 32));
    QVERIFY(m_view->selection()->selectedSlice().isValid());
  }

  void withoutATraceNothingCanGoWrong() {
    m_view->setTrace(nullptr);
    QTest::keyClick(m_view.get(), Qt::Key_W);
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, QPoint(500, 300));
    wheel(*m_view, {500, 300}, 120, Qt::ControlModifier);
    m_view->reveal(SliceId(3));
    m_view->setVisibleRange({Picoseconds(0), Picoseconds(10)});
    m_view->foldAll();
    QCOMPARE(m_view->rangeReadout(), QString());
    QVERIFY(!m_view->grab().isNull());
  }

  void widgetsHaveNames() {
    QVERIFY(!m_view->objectName().isEmpty());
    QVERIFY(!m_view->accessibleName().isEmpty());
    for (const QWidget *child :
         m_view->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
      QVERIFY(!child->objectName().isEmpty());
      QVERIFY(!child->accessibleName().isEmpty());
    }
  }

  void otherTimesOfTheSameSlicesKeepWhatIsSeen() {
    test::GpuTraceOptions options;
    options.recordingCost = RecordingCost{12.6, 3, 35, 40};
    const auto recorded = test::makeGpuTrace(options);
    const auto corrected = std::make_shared<const Trace>(correctRecordingCost(*recorded));
    m_view->setTrace(recorded);
    const SliceId slice(30);
    m_view->selection()->select(slice);
    const Picoseconds begin = recorded->sliceTime(slice).begin;
    m_view->setVisibleRange({begin - Picoseconds(50'000), begin + Picoseconds(150'000)});
    const double pixel = m_view->visibleRangeModel()->viewport().pixelOf(begin);
    QScrollBar *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    bar->setValue(40);
    const int scroll = bar->value();

    m_view->setTimes(corrected);
    QCOMPARE(m_view->trace(), corrected);
    QCOMPARE(m_view->selection()->selectedSlice(), slice);
    QCOMPARE(bar->value(), scroll);
    const TimeRange range = m_view->visibleRange();
    QVERIFY(std::abs(range.length().value - 200'000) <= 2);
    const Picoseconds moved = corrected->sliceTime(slice).begin;
    QVERIFY(moved < begin);
    QVERIFY(std::abs(m_view->visibleRangeModel()->viewport().pixelOf(moved) - pixel) < 0.1);
    m_view->setTimes(recorded);
    QVERIFY(std::abs(m_view->visibleRangeModel()->viewport().pixelOf(begin) - pixel) < 0.1);
    QVERIFY(!m_view->grab().isNull());

    m_view->zoomToFit();
    m_view->setTimes(corrected);
    QVERIFY(m_view->visibleRangeModel()->viewport().showsEverything());
    QCOMPARE(m_view->visibleRangeModel()->viewport().bounds(), corrected->timeRange());
  }

  void qualityBarReportsAllBadgesToScreenReaders() {
    test::GpuTraceOptions options;
    options.timeBase = TimeBase::Model;
    options.dropped = 7;
    QualityBar bar;
    bar.setTrace(test::makeGpuTrace(options));
    QCOMPARE(bar.badges().size(), size_t{2});
    QVERIFY(bar.accessibleDescription().contains(QStringLiteral("MODEL TIME")));
    QVERIFY(bar.accessibleDescription().contains(QStringLiteral("7 of")));
    QVERIFY(bar.sizeHint().width() > 200);
    using Severity = QualityBadge::Severity;
    bar.setBadges(
        {{Severity::Good, "fine", ""}, {Severity::Neutral, "so", ""}, {Severity::Loss, "cut", ""}});
    QCOMPARE(bar.badges().front().text, std::string("cut")); // losses precede other badges
    bar.setTrace(nullptr);
    QVERIFY(bar.badges().empty());
  }

private:
  /// A pixel of the first bar: "produce" of warp 0.
  QPoint sliceAt() const {
    const SliceId first(0);
    const auto x = static_cast<int>(
        m_view->visibleRangeModel()->viewport().pixelOf(m_trace->sliceTime(first).begin));
    return {kLabels + std::max(x, 0) + 20, kTop + 60 + 12};
  }

  std::shared_ptr<const Trace> m_trace;
  std::unique_ptr<TimelineView> m_view;
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
