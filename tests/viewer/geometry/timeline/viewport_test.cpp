// SPDX-License-Identifier: Apache-2.0
// The map between time and pixels is exact, and zoom and pan keep what they promise.
#include <QtTest>
#include <cmath>
#include <random>

#include "viewer/geometry/timeline/ruler.h"
#include "viewer/geometry/timeline/viewport.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261121;

TimeRange range(int64_t begin, int64_t end) {
  return {Picoseconds(begin), Picoseconds(end)};
}

/// A viewport that many random zooms and pans led to.
Viewport wander(std::mt19937_64 &random, TimeRange bounds, double width) {
  Viewport view = Viewport::fit(bounds, width);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 12; ++i) {
    view = view.zoomed(std::exp((unit(random) - 0.3) * 6), unit(random) * width);
    view = view.panned((unit(random) - 0.5) * width);
  }
  return view;
}

} // namespace

class ViewportTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void fitShowsTheBoundsWithOneHundredthAtEachSide() {
    const Viewport view = Viewport::fit(range(1'000'000, 3'000'000), 1020);
    QCOMPARE(view.psPerPixel(), 2000.0);
    QCOMPARE(view.pixelOf(Picoseconds(1'000'000)), 10.0);
    QCOMPARE(view.pixelOf(Picoseconds(3'000'000)), 1010.0);
    QVERIFY(view.showsEverything());
  }

  void emptyTraceStillHasAScale() {
    const Viewport view = Viewport::fit(range(5, 5), 100);
    QVERIFY(view.visible().length().value > 0);
    QVERIFY(std::isfinite(view.pixelOf(Picoseconds(5))));
  }

  void zoomKeepsTheTimeUnderThePointer() {
    const Viewport view = Viewport::fit(range(0, 1'000'000'000), 1600);
    const Picoseconds before = view.timeAt(400);
    const Viewport closer = view.zoomed(8, 400);
    QCOMPARE(closer.psPerPixel(), view.psPerPixel() / 8);
    QVERIFY(std::fabs(closer.pixelOf(before) - 400) <= 1.0);
  }

  void zoomStopsAtHalfAPicosecondPerPixel() {
    const Viewport view = Viewport::fit(range(0, 1'000'000'000), 1600).zoomed(1e12, 800);
    QCOMPARE(view.psPerPixel(), Viewport::kSmallestPsPerPixel);
    QCOMPARE(view.pixelOf(view.visible().begin + Picoseconds(1)) -
                 view.pixelOf(view.visible().begin),
             2.0);
  }

  void singlePicosecondsSurviveFarFromTheOrigin() {
    const int64_t day = 86'400'000'000'000'000;
    const Viewport view = Viewport::fit(range(40 * day, 40 * day + 2'000), 1600).zoomed(1e9, 800);
    const Picoseconds time = view.timeAt(777);
    QVERIFY(std::fabs(view.pixelOf(time) - 777) <= 1.0);
    QCOMPARE(view.pixelOf(time + Picoseconds(1)) - view.pixelOf(time), 2.0);
  }

  void timesAtTheEndsOfTheNumberRangeDoNotOverflow() {
    const Viewport view = Viewport::fit(range(INT64_MIN, INT64_MAX), 1000);
    QVERIFY(view.pixelOf(Picoseconds(INT64_MIN)) >= 0);
    QVERIFY(view.pixelOf(Picoseconds(INT64_MAX)) <= 1000);
    const Viewport closer = view.zoomed(1e30, 999).panned(1e30).zoomed(2, 1e9);
    QVERIFY(closer.visible().begin < closer.visible().end);
    QVERIFY(!rulerTicks(view, nullptr).empty());
    QVERIFY(!view.showing(range(INT64_MIN, INT64_MAX)).visible().isEmpty());
    QVERIFY(view.revealing(range(INT64_MAX - 1, INT64_MAX)).visible().end.value > 0);
  }

  void panStopsAtTheMargins() {
    const Viewport view = Viewport::fit(range(0, 1'000'000), 1000).zoomed(10, 500);
    const Viewport left = view.panned(-1e9);
    const Viewport right = view.panned(1e9);
    QCOMPARE(left.visible().begin.value, int64_t{-10'000});
    QVERIFY(std::llabs(right.visible().end.value - 1'010'000) <= 1);
    QCOMPARE(left.psPerPixel(), view.psPerPixel());
  }

  void zoomOutStopsAtTheWholeTrace() {
    const Viewport whole = Viewport::fit(range(0, 1'000'000), 1000);
    QCOMPARE(whole.zoomed(50, 10).zoomed(1e-9, 900), whole);
  }

  void showingARangeShowsExactlyThat() {
    const Viewport view =
        Viewport::fit(range(0, 1'000'000'000), 1000).showing(range(4'000'000, 5'000'000));
    QCOMPARE(view.visible(), range(4'000'000, 5'000'000));
  }

  void revealingMovesNoFurtherThanNeeded() {
    const Viewport view =
        Viewport::fit(range(0, 1'000'000'000), 1000).showing(range(4'000'000, 5'000'000));
    QCOMPARE(view.revealing(range(4'400'000, 4'500'000)), view);
    const Viewport moved = view.revealing(range(5'200'000, 5'300'000));
    QCOMPARE(moved.psPerPixel(), view.psPerPixel());
    QVERIFY(std::fabs(moved.pixelOf(Picoseconds(5'300'000)) - 900) <= 1e-6);
    QVERIFY(view.revealing(range(0, 900'000'000)).psPerPixel() > view.psPerPixel());
  }

  void resizingKeepsTheLeftEdgeAndScale() {
    const Viewport view =
        Viewport::fit(range(0, 1'000'000'000), 1000).showing(range(4'000'000, 5'000'000));
    const Viewport wider = view.resized(1500);
    QCOMPARE(wider.visible().begin, view.visible().begin);
    QCOMPARE(wider.psPerPixel(), view.psPerPixel());
    QVERIFY(Viewport::fit(range(0, 1'000), 1000).resized(400).showsEverything());
  }

  void pixelOfTimeAtIsThePixelItself() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < 2'000; ++i) {
      const auto begin = static_cast<int64_t>(random() % 7'800'000'000'000'000'000u) -
                         int64_t{3'900'000'000'000'000'000};
      const auto length = static_cast<int64_t>(std::exp(unit(random) * 38)) + 1;
      const double width = 100 + unit(random) * 4000;
      const Viewport view = wander(random, range(begin, begin + length), width);
      const double pixel = std::floor(unit(random) * width);
      QVERIFY2(std::fabs(view.pixelOf(view.timeAt(pixel)) - pixel) <= 1.0,
               qPrintable(QString::number(i)));
    }
  }

  void wanderingNeverLeavesTheMargins() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    for (int i = 0; i < 500; ++i) {
      const Viewport view = wander(random, range(1'000, 10'001'000), 800);
      QVERIFY(view.visible().begin.value >= 1'000 - 100'000 - 1);
      QVERIFY(view.visible().end.value <= 10'001'000 + 100'000 + 1);
    }
  }

  void rulerStepsAreOneTwoFive() {
    QCOMPARE(rulerStepPs(1, 100), int64_t{100});
    QCOMPARE(rulerStepPs(1.01, 100), int64_t{200});
    QCOMPARE(rulerStepPs(3, 100), int64_t{500});
    QCOMPARE(rulerStepPs(9e12, 100), int64_t{1'000'000'000'000'000});
  }

  void rulerLabelsAreExactAndHaveOneUnit() {
    const Viewport nano =
        Viewport::fit(range(0, 4'000'000), 1000).showing(range(1'200'000, 1'900'000));
    std::vector<std::string> labels;
    for (const RulerTick &tick : rulerTicks(nano, nullptr, 100))
      labels.push_back(tick.label);
    QCOMPARE(labels, (std::vector<std::string>{"1,200 ns", "1,300 ns", "1,400 ns", "1,500 ns",
                                               "1,600 ns", "1,700 ns", "1,800 ns"}));
    const Viewport pico =
        Viewport::fit(range(0, 4'000'000), 1000).showing(range(1'200'000, 1'200'700));
    QCOMPARE(rulerTicks(pico, nullptr, 100)[1].label, std::string("1,200.1 ns"));
    const Viewport micro = Viewport::fit(range(0, 40'000'000'000), 1000);
    QCOMPARE(rulerTicks(micro, nullptr, 100)[2].label, std::string("5 ms"));
  }

  void rulerSaysCyclesOfTheClock() {
    ClockLine clock;
    clock.cycleOrigin = Cycles(1'000);
    clock.picosecondsPerCycle = 500;
    const Viewport view =
        Viewport::fit(range(0, 4'000'000), 1000).showing(range(1'200'000, 1'900'000));
    QCOMPARE(rulerTicks(view, &clock, 100)[1].cycles, std::string("3,600 cyc"));
  }
};

QTEST_GUILESS_MAIN(ViewportTest)
#include "viewport_test.moc"
