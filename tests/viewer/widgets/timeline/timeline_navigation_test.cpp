// SPDX-License-Identifier: Apache-2.0
// Measuring with the pointer and moving by key: areas, arrows, the history of views, typed times.
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "tests/support/gpu_trace.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/time_input.h"
#include "viewer/widgets/timeline/timeline_accessible.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;

namespace {

constexpr int kPaneTop = 76; // minimap and ruler
constexpr int kPaneLeft = 184;

void moveTo(QWidget &widget, QPoint to, Qt::KeyboardModifiers modifiers) {
  QMouseEvent event(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                    modifiers);
  QApplication::sendEvent(&widget, &event);
}

/// Presses and moves; the button stays down.
void beginDrag(QWidget &widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
  QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
  moveTo(widget, from + (to - from) / 2, modifiers);
  moveTo(widget, to, modifiers);
}

void drag(QWidget &widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
  beginDrag(widget, from, to, modifiers);
  QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
}

} // namespace

class TimelineNavigationTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { qRegisterMetaType<pstudio::EventRef>(); }

  void init() {
    m_trace = test::makeGpuTrace();
    m_view = std::make_unique<TimelineView>();
    m_view->setGrouping(GroupingKind::SmCtaWarp);
    m_view->resize(1000, 700);
    m_view->setTrace(m_trace);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    m_view->grab(); // what is open follows the height until the first frame
    m_view->unfoldAll();
  }
  void cleanup() { m_view.reset(); }

  // Areas.

  void draggingWithShiftSelectsTimeAndLinesAtEdgesOfSlices() {
    const SliceId load = sliceNamed("tma issue", 0);
    const TimeRange time = m_trace->sliceTime(load);
    m_view->setVisibleRange({time.begin - Picoseconds(20'000), time.end + Picoseconds(80'000)});
    const Viewport before = m_view->visibleRangeModel()->viewport();
    const QPoint from = placeOf(load) - QPoint(3, 0);
    const QPoint to(pixelOf(time.end) + 4, from.y());
    drag(*m_view, from, to, Qt::ShiftModifier);
    const auto &area = m_view->area()->area();
    QVERIFY(area);
    QCOMPARE(area->range, time);
    QCOMPARE(area->tracks, std::vector{trackOf(load)});
    QCOMPARE(m_view->visibleRangeModel()->viewport(), before); // did not pan
    QVERIFY(!m_view->selection()->selectedSlice().isValid());
    // With Alt no edge attracts.
    drag(*m_view, from, to, Qt::ShiftModifier | Qt::AltModifier);
    QVERIFY(m_view->area()->area()->range.begin < time.begin);
    QVERIFY(m_view->area()->area()->range.end > time.end);
  }

  void theAreaIsDrawnWhileItIsDraggedAndAfter() {
    const QImage plain = paneImage();
    beginDrag(*m_view, {400, 200}, {600, 300}, Qt::ShiftModifier);
    QVERIFY(!m_view->area()->area()); // set when the button is released
    const QImage dragged = paneImage();
    QVERIFY(dragged != plain);
    QVERIFY(m_view->makeScene().area);
    QVERIFY(m_view->makeScene().area->tracks.size() > 1);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, Qt::ShiftModifier, {600, 300});
    QVERIFY(m_view->area()->area());
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(!m_view->area()->area());
  }

  void aClickInTheAreaKeepsItAndOneElsewhereClearsIt() {
    const SliceId load = sliceNamed("tma issue", 0);
    m_view->selection()->select(load);
    QTest::keyClick(m_view.get(), Qt::Key_M);
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, placeOf(load) + QPoint(20, 0));
    QVERIFY(m_view->area()->area());
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, placeOf(load) - QPoint(20, 0));
    QVERIFY(!m_view->area()->area());
  }

  void draggingWithShiftInTheRulerCoversAllLines() {
    drag(*m_view, {400, 60}, {600, 62}, Qt::ShiftModifier);
    const auto &area = m_view->area()->area();
    QVERIFY(area);
    for (const Row &row : m_trace->rows())
      QVERIFY(std::binary_search(area->tracks.begin(), area->tracks.end(), row.track));
  }

  void aRangeInTheRulerIsAttractedByEdgesAndShowsItsLength() {
    const SliceId load = sliceNamed("tma issue", 1);
    const TimeRange time = m_trace->sliceTime(load);
    m_view->setVisibleRange({time.begin - Picoseconds(5'000), time.end + Picoseconds(5'000)});
    const QPoint from(pixelOf(time.begin) - 2, 60);
    const QPoint to(pixelOf(time.end) + 2, 60);
    beginDrag(*m_view, from, to, Qt::NoModifier);
    QCOMPARE(m_view->makeScene().marked, std::optional(time));
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, Qt::NoModifier, to);
    QVERIFY(!m_view->makeScene().marked);
    const TimeRange seen = m_view->visibleRange();
    QVERIFY(std::llabs((seen.begin - time.begin).value) <= 1);
    QVERIFY(std::llabs((seen.end - time.end).value) <= 1);
  }

  void mMarksTheSelectedSliceAndFZoomsToWhatChangedLast() {
    const SliceId load = sliceNamed("tma issue", 0);
    const SliceId other = sliceNamed("tma issue", 5);
    QTest::keyClick(m_view.get(), Qt::Key_M);
    QVERIFY(!m_view->area()->area()); // nothing is selected
    m_view->selection()->select(load);
    QTest::keyClick(m_view.get(), Qt::Key_M);
    QCOMPARE(m_view->area()->area()->range, m_trace->sliceTime(load));
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QVERIFY(m_view->visibleRange().begin < m_trace->sliceTime(load).begin);
    QVERIFY(m_view->visibleRange().length().value < 2 * m_trace->sliceTime(load).length().value);
    m_view->selection()->select(other);
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QVERIFY(m_view->visibleRange().begin > m_trace->sliceTime(load).end);
  }

  void shiftWithArrowsExtendsTheAreaEdgeByEdgeAndLineByLine() {
    const SliceId first = sliceNamed("tma issue", 0);
    const SliceId second = sliceNamed("tma issue", 1);
    m_view->selection()->select(first);
    QTest::keyClick(m_view.get(), Qt::Key_F);
    const auto range = [this] { return m_view->area()->area()->range; };
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier); // to the next wait's begin
    QCOMPARE(range().begin, m_trace->sliceTime(first).begin);
    QVERIFY(range().end > m_trace->sliceTime(first).end);
    while (range().end < m_trace->sliceTime(second).begin)
      QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(range().end, m_trace->sliceTime(second).begin);
    while (range().end > m_trace->sliceTime(first).end)
      QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(range(), m_trace->sliceTime(first));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_view->area()->area()->tracks.size(), size_t{2});
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(m_view->area()->area()->tracks, std::vector{trackOf(first)});
  }

  void anAreaIsExtendedInAnotherGroupingThanTheOneItWasMadeIn() {
    const SliceId first = sliceNamed("tma issue", 0);
    m_view->selection()->select(first);
    QTest::keyClick(m_view.get(), Qt::Key_M);
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    m_view->setGrouping(GroupingKind::WarpCta);
    m_view->unfoldAll();
    const size_t before = m_view->area()->area()->tracks.size();
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(m_view->area()->area()->tracks.size() > before);
    QCOMPARE(m_view->area()->area()->range, m_trace->sliceTime(first));
  }

  void draggingBeyondThePaneScrolls() {
    m_view->resize(1000, 300);
    auto *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    QVERIFY(bar->maximum() > 0);
    beginDrag(*m_view, {400, 200}, {600, 330}, Qt::ShiftModifier);
    QVERIFY(bar->value() > 0);
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, Qt::ShiftModifier, {600, 330});
    QVERIFY(m_view->area()->area());
  }

  void aDoubleClickZoomsToItsSliceWhateverTheArea() {
    const SliceId first = sliceNamed("tma issue", 0);
    m_view->selection()->select(sliceNamed("produce", 0));
    QTest::keyClick(m_view.get(), Qt::Key_M);
    m_view->setVisibleRange({m_trace->sliceTime(first).begin - Picoseconds(20'000),
                             m_trace->sliceTime(first).end + Picoseconds(80'000)});
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, Qt::NoModifier, placeOf(first) + QPoint(8, 0));
    QCOMPARE(m_view->selection()->selectedSlice(), first);
    QVERIFY(m_view->visibleRange().length().value < 2 * m_trace->sliceTime(first).length().value);
  }

  void shiftWithArrowsPansWhereThereIsNothingToExtend() {
    m_view->setVisibleRange({Picoseconds(900'000), Picoseconds(1'000'000)});
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(m_view->visibleRange().begin > Picoseconds(900'000));
    QVERIFY(!m_view->area()->area());
  }

  // Moving.

  void keysWalkOverRowsInstancesAndDepths() {
    const auto selected = [this] { return m_view->selection()->selectedSlice(); };
    QTest::keyClick(m_view.get(), Qt::Key_Period); // nothing is selected: begins on screen
    QVERIFY(selected().isValid());
    const SliceId issue = sliceNamed("tma issue", 2);
    m_view->selection()->select(issue);
    QTest::keyClick(m_view.get(), Qt::Key_Period);
    QCOMPARE(nameOf(selected()), std::string_view("wait empty"));
    QTest::keyClick(m_view.get(), Qt::Key_Comma);
    QCOMPARE(selected(), issue);
    QTest::keyClick(m_view.get(), Qt::Key_Greater, Qt::ShiftModifier);
    QCOMPARE(selected(), sliceNamed("tma issue", 3));
    QTest::keyClick(m_view.get(), Qt::Key_Less);
    QCOMPARE(selected(), issue);
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(nameOf(selected()), std::string_view("produce"));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(nameOf(selected()), std::string_view("wait empty"));
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(nameOf(selected()), std::string_view("produce"));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(nameOf(selected()), std::string_view("tma copy"));
  }

  void whatAKeySelectsIsBroughtIntoView() {
    const SliceId issue = sliceNamed("tma issue", 0);
    m_view->setVisibleRange(m_trace->sliceTime(issue));
    m_view->selection()->select(issue);
    QTest::keyClick(m_view.get(), Qt::Key_Greater);
    const TimeRange time = m_trace->sliceTime(m_view->selection()->selectedSlice());
    QVERIFY(m_view->visibleRange().begin <= time.begin && m_view->visibleRange().end >= time.end);
  }

  void bracketsFollowArrowsAndTheInspectorListsTheirEnds() {
    const Flow flow = m_trace->flows()[0];
    Inspector inspector;
    inspector.setTrace(m_trace, {});
    inspector.setPartnersOf([this](const EventRef &) { return m_view->navigator()->partners(); });
    connect(m_view->selection(), &SelectionModel::selectedSliceChanged, &inspector,
            &Inspector::setSlice);
    connect(&inspector, &Inspector::eventRequested, m_view.get(),
            [this](const EventRef &event) { m_view->navigator()->show(event); });
    m_view->selection()->select(SliceId(flow.from.index));
    const auto links = inspector.findChildren<LinkLabel *>(QStringLiteral("partner"));
    QVERIFY(links.size() >= 1);
    QVERIFY(links[0]->fullText().startsWith(QStringLiteral("to ")));
    QVERIFY(inspector.text().contains(QStringLiteral("Arrows\nto ")));
    QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
    const SliceId target = m_view->selection()->selectedSlice();
    QVERIFY(target != SliceId(flow.from.index));
    QTest::keyClick(m_view.get(), Qt::Key_BracketLeft);
    QCOMPARE(m_view->selection()->selectedSlice(), SliceId(flow.from.index));
    // The same by a link of the Inspector.
    inspector.show();
    auto *link = inspector.findChildren<LinkLabel *>(QStringLiteral("partner"))[0];
    QTest::keyClick(link, Qt::Key_Return);
    QTRY_COMPARE(m_view->selection()->selectedSlice(), target);
    QVERIFY(inspector.text().contains(QStringLiteral("from tma copy")));
  }

  // Views.

  void backspaceReturnsToTheViewBeforeAndShiftBackspaceForward() {
    const TimeRange whole = m_view->visibleRange();
    for (int i = 0; i < 6; ++i)
      QTest::keyClick(m_view.get(), Qt::Key_W); // one step
    const TimeRange closer = m_view->visibleRange();
    // The next change is another step only after this pause.
    QTest::qWait(static_cast<int>(ViewHistory::kPause.count()) + 1);
    auto *bar = m_view->findChild<QScrollBar *>(QStringLiteral("timelineScroll"));
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QCOMPARE(bar->value(), 48);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace);
    QCOMPARE(bar->value(), 0);
    QCOMPARE(m_view->visibleRange(), closer);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace);
    QCOMPARE(m_view->visibleRange(), whole);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace); // nothing before
    QCOMPARE(m_view->visibleRange(), whole);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace, Qt::ShiftModifier);
    QCOMPARE(m_view->visibleRange(), closer);
    QCOMPARE(bar->value(), 48);
  }

  void anotherWidthIsNoStepOfTheHistory() {
    const TimeRange range{Picoseconds(900'000), Picoseconds(1'000'000)};
    m_view->setVisibleRange(range);
    m_view->resize(1200, 700);
    m_view->resize(900, 700);
    QTest::keyClick(m_view.get(), Qt::Key_Backspace);
    QVERIFY(m_view->visibleRangeModel()->viewport().showsEverything());
    QTest::keyClick(m_view.get(), Qt::Key_Backspace, Qt::ShiftModifier);
    QCOMPARE(m_view->visibleRange().begin, range.begin);
  }

  // Times.

  void aTypedTimeIsMarkedInTheMiddleOfTheView() {
    m_view->setVisibleRange({Picoseconds(900'000), Picoseconds(1'000'000)});
    m_view->navigator()->askTime();
    auto *text = m_view->findChild<QLineEdit *>(QStringLiteral("timeInputText"));
    QVERIFY(text->isVisible());
    QTest::keyClicks(text, QStringLiteral("1.3 us"));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!text->isVisible());
    const TimeRange there{Picoseconds(1'300'000), Picoseconds(1'300'000)};
    QCOMPARE(m_view->pointed(), std::optional(there));
    const TimeRange seen = m_view->visibleRange();
    QVERIFY(std::llabs(((seen.begin + seen.end) - there.begin - there.end).value) <= 4);
    QVERIFY(std::llabs(seen.length().value - 100'000) <= 2);
    // Relative to what is marked.
    m_view->navigator()->askTime();
    text->setText(QStringLiteral("+100 ns"));
    QTest::keyClick(text, Qt::Key_Return);
    QCOMPARE(m_view->pointed()->begin, Picoseconds(1'400'000));
  }

  void typedCyclesAreThoseOfTheRuler() {
    const ClockLine clock = *m_view->makeScene().clock;
    const Picoseconds time(1'000'000); // a mark of the ruler
    m_view->navigator()->askTime();
    auto *text = m_view->findChild<QLineEdit *>(QStringLiteral("timeInputText"));
    QVERIFY(text->placeholderText().contains(QStringLiteral("2,500 cyc")));
    const int64_t cycles = clock.toCycles(time).value;
    QVERIFY(cycles > 0 && cycles < 10'000);
    text->setText(QStringLiteral("%1 cyc").arg(cycles));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!text->isVisible());
    QVERIFY(std::llabs((m_view->pointed()->begin - time).value) <= clock.picosecondsPerCycle);
  }

  void aWrongTimeIsExplainedAndEscapeLeaves() {
    const TimeRange before = m_view->visibleRange();
    m_view->navigator()->askTime();
    auto *input = m_view->findChild<TimeInput *>();
    auto *text = input->findChild<QLineEdit *>();
    const auto *problem = input->findChild<QLabel *>(QStringLiteral("timeInputProblem"));
    QVERIFY(!problem->isVisible());
    text->setText(QStringLiteral("12 parsec"));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().startsWith(QStringLiteral("Unknown unit \"parsec\"")));
    QVERIFY(input->geometry().bottom() < m_view->height());
    QTest::keyClicks(text, QStringLiteral("1"));
    QVERIFY(!problem->isVisible());
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!input->isVisible());
    QCOMPARE(m_view->visibleRange(), before);
  }

  // Pointer and screen reader.

  void pinchingZoomsAtTheFingers() {
    const QPointF at(600, 300);
    const Viewport before = m_view->visibleRangeModel()->viewport();
    const Picoseconds below = before.timeAt(at.x() - kPaneLeft);
    QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2,
                              at, at, m_view->mapToGlobal(at), 0.5, QPointF());
    QApplication::sendEvent(m_view.get(), &pinch);
    const Viewport after = m_view->visibleRangeModel()->viewport();
    QVERIFY(std::fabs(before.psPerPixel() / after.psPerPixel() - 1.5) < 1e-9);
    QVERIFY(std::fabs(after.pixelOf(below) - (at.x() - kPaneLeft)) < 1.5);
  }

  void screenReadersGetTheVisibleRangeAndTheSelectedSlice() {
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(accessible);
    QCOMPARE(accessible->text(QAccessible::Name), QStringLiteral("Timeline"));
    QCOMPARE(accessible->text(QAccessible::Value), m_view->rangeReadout());
    QCOMPARE(accessible->text(QAccessible::Description), QStringLiteral("nothing is selected"));
    m_view->selection()->select(sliceNamed("tma issue", 0));
    const QString description = accessible->text(QAccessible::Description);
    QVERIFY2(description.startsWith(QStringLiteral("selected: tma issue, ")) &&
                 description.contains(QStringLiteral("SM 12")),
             qPrintable(description));
    QVERIFY(accessible->valueInterface());
    m_view->setVisibleRange({Picoseconds(900'000), Picoseconds(1'000'000)});
    QVERIFY(std::fabs(accessible->valueInterface()->currentValue().toDouble() - 950) < 0.01);
    accessible->valueInterface()->setCurrentValue(1'000.0);
    QVERIFY(std::llabs(m_view->visibleRange().begin.value - 950'000) <= 2);
  }

  // Keys and frames.

  void everyKeyOfTheTableHasAMeaning() {
    const QList<TimelineKeyHelp> help = timelineKeyHelp();
    const auto hasLine = [&](const char *keys) {
      return std::any_of(help.begin(), help.end(), [&](const TimelineKeyHelp &line) {
        return line.keys == QLatin1String(keys) && !line.meaning.isEmpty();
      });
    };
    QVERIFY(hasLine("Backspace, Shift+Backspace"));
    QVERIFY(hasLine("Ctrl+Up, Ctrl+Down"));
    QVERIFY(hasLine("<, >"));
    QVERIFY(hasLine(",  ."));
    QVERIFY(hasLine("M"));
    QCOMPARE(timelineCommandOf(Qt::Key_Left, Qt::ShiftModifier),
             std::optional(TimelineCommand::ExtendLeft));
    QCOMPARE(timelineCommandOf(Qt::Key_Plus, Qt::ShiftModifier),
             std::optional(TimelineCommand::ZoomIn));
    QCOMPARE(timelineCommandOf(Qt::Key_Up, Qt::ControlModifier | Qt::KeypadModifier),
             std::optional(TimelineCommand::RowAbove));
    QVERIFY(!timelineCommandOf(Qt::Key_W, Qt::ControlModifier));
  }

  void f12ShowsTheTimeOfFrames() {
    const QImage plain = paneImage();
    QTest::keyClick(m_view.get(), Qt::Key_F12);
    QVERIFY(paneImage() != plain);
    QTest::keyClick(m_view.get(), Qt::Key_F12);
    QCOMPARE(paneImage(), plain);
    FrameOverlay overlay;
    overlay.add(4.125);
    QCOMPARE(QString::fromStdString(overlay.text()),
             QStringLiteral("4.1 ms a frame, p99 of 1: 4.1 ms"));
  }

  void theCardOfAMergedColumnSaysHowManySlicesAreThere() {
    HoverCard card(m_view.get());
    const TimelineScene scene = m_view->makeScene();
    card.showSlice(*m_trace, *scene.colors, SliceId(0), {300, 300}, 1);
    const int height = card.height();
    card.showSlice(*m_trace, *scene.colors, SliceId(0), {300, 300}, 12);
    QVERIFY(card.height() > height);
  }

private:
  std::string_view nameOf(SliceId slice) const {
    return m_trace->string(m_trace->sliceNames()[slice.value]);
  }
  /// The n-th slice of that name, on the first track that has one.
  SliceId sliceNamed(std::string_view name, size_t n) const {
    for (uint32_t i = 0; i < m_trace->sliceCount(); ++i)
      if (nameOf(SliceId(i)) == name && n-- == 0)
        return SliceId(i);
    return SliceId();
  }
  TrackId trackOf(SliceId slice) const { return m_trace->row(m_trace->rowOf(slice)).track; }
  int pixelOf(Picoseconds time) const {
    return kPaneLeft +
           static_cast<int>(std::lround(m_view->visibleRangeModel()->viewport().pixelOf(time)));
  }
  /// The begin of a slice at the middle of its bar.
  QPoint placeOf(SliceId slice) {
    const TimelineScene scene = m_view->makeScene();
    const Row &row = m_trace->row(m_trace->rowOf(slice));
    const size_t index = scene.layout->itemOf(*scene.tree, scene.tree->nodeOf(row.track));
    const LayoutItem &item = scene.layout->items()[index];
    const double y = item.y + static_cast<double>(scene.layout->rowTop(item, row.index)) +
                     static_cast<double>(scene.layout->rowHeight(item)) / 2 - scene.scrollY;
    return {pixelOf(m_trace->sliceTime(slice).begin), kPaneTop + static_cast<int>(y)};
  }
  QImage paneImage() { return m_view->grab().toImage(); }

  std::shared_ptr<const Trace> m_trace;
  std::unique_ptr<TimelineView> m_view;
};

QTEST_MAIN(TimelineNavigationTest)
#include "timeline_navigation_test.moc"
