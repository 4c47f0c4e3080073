// SPDX-License-Identifier: Apache-2.0
// Traces that no program should write: the window opens them, shows what there is, and names what
// it leaves out.
#include <QFile>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTest>

#include "app/window/message_list.h"
#include "core/base/number_text.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/bad_traces.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;
using namespace pstudio::test;

class WindowBadInputTest : public QObject {
  Q_OBJECT

private:
  /// A tenth of them where the sanitizers slow each down: the same code, the same shares.
  static uint32_t many(uint32_t number) {
    return qEnvironmentVariableIntValue("PSTUDIO_TEST_SANITIZED") == 1 ? number / 10 : number;
  }

  /// Opens the trace from a file of its own and shows the window; the timeline.
  static TimelineView *open(WindowFixture &fixture, const Trace &trace) {
    const QString file = fixture.path(QStringLiteral("bad.pftrace"));
    if (!writePftrace(trace, file.toStdString()))
      return nullptr;
    fixture.show();
    fixture.window().openFiles({file});
    return waitForOpenTraces(fixture.window(), 1, 60'000) ? fixture.window().timeline() : nullptr;
  }

  static QString messages(WindowFixture &fixture) {
    QString text;
    for (const QLabel *label : fixture.window().messages().findChildren<QLabel *>())
      text += label->text() + QLatin1Char('\n');
    return text;
  }

  static QString inspectorText(WindowFixture &fixture) {
    return fixture.window().findChild<Inspector *>()->text();
  }

  /// Zooms in and out, scrolls, hovers and clicks wherever there may be something.
  static void useEverything(TimelineView &view) {
    for (int i = 0; i < 3; ++i) {
      for (int y = 90; y < view.height(); y += 60) {
        const QPoint at(300 + 200 * i, y);
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &move);
        QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, at);
      }
      QTest::keyClick(&view, Qt::Key_W); // in
      QTest::keyClick(&view, Qt::Key_PageDown);
      QCoreApplication::processEvents();
    }
    view.foldAll();
    QCoreApplication::processEvents();
    view.unfoldAll();
    view.zoomToFit();
    QCoreApplication::processEvents();
  }

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void tracksWithoutEventsAreATraceAndAFileWithoutEventsIsAMessage() {
    WindowFixture fixture;
    TimelineView *view = open(fixture, emptyTracks());
    QVERIFY(view);
    useEverything(*view);
    QCOMPARE(view->trace()->sliceCount(), size_t{0});
    QCOMPARE(view->trace()->tracks().size(), size_t{2});
    const QString file = fixture.path(QStringLiteral("none.json"));
    writeBytes(file, "{\"traceEvents\":[]}");
    fixture.window().openFiles({file});
    QTRY_VERIFY(messages(fixture).contains(QStringLiteral("no trace events")));
  }

  void slicesWithoutAndWithNegativeLengthAreShownAndCounted() {
    WindowFixture fixture;
    fixture.show();
    const QString file = fixture.path(QStringLiteral("lengths.json"));
    writeBytes(file, R"({"traceEvents":[
      {"ph":"X","name":"zero","pid":1,"tid":1,"ts":10,"dur":0},
      {"ph":"X","name":"negative","pid":1,"tid":1,"ts":20,"dur":-5},
      {"ph":"X","name":"plain","pid":1,"tid":1,"ts":30,"dur":10}]})");
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    TimelineView *view = fixture.window().timeline();
    QCOMPARE(view->trace()->sliceCount(), size_t{3});
    for (const int64_t duration : view->trace()->sliceDurations())
      QVERIFY(duration >= 0);
    bool isNoted = false;
    for (const Note &note : view->trace()->notes())
      isNoted |= note.code == "import.back-in-time" && note.count == 1;
    QVERIFY(isNoted);
    const SliceId zero = firstSliceNamed(*view->trace(), "zero");
    view->reveal(zero);
    view->selection()->select(zero);
    QVERIFY(inspectorText(fixture).contains(QStringLiteral("zero")));
    useEverything(*view);
  }

  void picosecondsAreReachedFromADay() {
    WindowFixture fixture;
    TimelineView *view = open(fixture, dayBesidePicoseconds());
    QVERIFY(view);
    QVERIFY(view->visibleRange().length() <
            Picoseconds(10'000)); // one slice does not set the range
    view->zoomToFit();
    QVERIFY(view->visibleRange().length() >= Picoseconds(86'400'000'000'000'000));
    const SliceId tick = firstSliceNamed(*view->trace(), "tick");
    view->zoomTo(tick);
    const TimeRange range = view->visibleRange();
    QVERIFY2(range.length() < Picoseconds(10'000),
             qPrintable(QString::number(range.length().value)));
    QCOMPARE(view->makeScene().viewport.pixelOf(view->trace()->sliceTime(tick).end) -
                 view->makeScene().viewport.pixelOf(view->trace()->sliceTime(tick).begin),
             2 / view->makeScene().viewport.psPerPixel());
    useEverything(*view);
  }

  void hundredThousandTracksAreListedToTheLast() {
    WindowFixture fixture;
    const uint32_t threads = many(100'000);
    TimelineView *view = open(fixture, manyTracks(threads));
    QVERIFY(view);
    QCOMPARE(view->trace()->tracks().size(), size_t{threads} + 1);
    view->unfoldAll();
    QCOMPARE(view->makeScene().layout->items().size(), size_t{threads} + 1);
    view->reveal(TrackId(threads));
    const TimelineScene scene = view->makeScene();
    const LayoutItem &last = scene.layout->items().back();
    QVERIFY(scene.screenTop(last) >= 0 &&
            scene.screenTop(last) < static_cast<double>(scene.height));
    view->tracks()->setFilter(QStringLiteral("thread %1").arg(threads - 1));
    QCOMPARE(view->makeScene().layout->items().size(), size_t{2});
    view->tracks()->setFilter(QString());
    view->setGrouping(GroupingKind::WarpCta);
    useEverything(*view);
  }

  void aMillionArrowsOfOneSliceAreCountedAndTheNearestDrawn() {
    WindowFixture fixture;
    const uint32_t arrows = many(1'000'000);
    TimelineView *view = open(fixture, manyArrows(arrows));
    QVERIFY(view);
    QCOMPARE(view->trace()->flows().size(), size_t{arrows});
    const SliceId source = firstSliceNamed(*view->trace(), "source");
    view->selection()->select(source);
    QCOMPARE(view->makeScene().flows.size(), size_t{100});
    for (const Flow &flow : view->makeScene().flows)
      QVERIFY(view->trace()->sliceTime(SliceId(flow.to.index)).begin < Picoseconds(2'100'000));
    const QString text = inspectorText(fixture);
    const QString more = QStringLiteral("and %1 more").arg(toQString(countText(arrows - 16)));
    QVERIFY2(text.contains(more), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("draws the 100 nearest arrows")), qPrintable(text));
    useEverything(*view);
  }

  void namesOfAMegabyteAreShownInPart() {
    constexpr uint32_t kBytes = 1 << 20;
    WindowFixture fixture;
    TimelineView *view = open(fixture, longNames(kBytes));
    QVERIFY(view);
    const SliceId first(0);
    QVERIFY(view->trace()->string(view->trace()->slice(first).name).size() >= kBytes);
    view->selection()->select(first);
    const auto *inspector = fixture.window().findChild<Inspector *>();
    bool saysHowLong = false;
    for (const QLabel *label : inspector->findChildren<QLabel *>()) {
      QVERIFY2(label->text().size() < 1000, qPrintable(label->text().left(80)));
      saysHowLong |= label->text().contains(QStringLiteral("1048")) &&
                     label->text().contains(QStringLiteral("characters)"));
    }
    QVERIFY(saysHowLong);
    useEverything(*view);
  }

  void rightToLeftNamesStayWithTheirSlices() {
    WindowFixture fixture;
    TimelineView *view = open(fixture, rightToLeftNames());
    QVERIFY(view);
    const QString name =
        QString::fromUtf8(view->trace()->string(view->trace()->slice(SliceId(0)).name).data());
    view->selection()->select(SliceId(0));
    QVERIFY(inspectorText(fixture).contains(name));
    useEverything(*view);
  }

  void aFileThatShrinksWhileItIsOpenChangesNothing() {
    WindowFixture fixture;
    fixture.show();
    const QString path = openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    TimelineView *view = fixture.window().timeline();
    const size_t slices = view->trace()->sliceCount();
    QVERIFY(QFile::resize(path, 10));
    useEverything(*view);
    QCOMPARE(view->trace()->sliceCount(), slices);
    const QString copy = fixture.path(QStringLiteral("copy.pftrace"));
    QVERIFY(QFile::copy(path, copy));
    fixture.window().openFiles({copy}); // what is left of it
    QTRY_VERIFY(!messages(fixture).isEmpty());
  }
};

QTEST_MAIN(WindowBadInputTest)
#include "window_bad_input_test.moc"
