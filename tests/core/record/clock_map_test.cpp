// SPDX-License-Identifier: Apache-2.0
// The line from cycles to time: exact where the pairs are, a least-squares fit with its residual
// where they are not.
#include <QtTest>

#include <random>

#include "core/record/clock_map.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr int64_t kBigCycle = 1136998837487;   // of a real capture
constexpr int64_t kBigTime = 2464698988105050; // [ns], of the same

ClockPair pair(int64_t cycles, int64_t time) {
  return {Cycles(cycles), Nanoseconds(time)};
}

ClockFitOptions measured() {
  ClockFitOptions options;
  options.origin = Nanoseconds(kBigTime);
  return options;
}

} // namespace

class ClockMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void modelPairsGiveTheirExactLine() {
    ClockFitOptions options;
    options.base = TimeBase::Model;
    const std::vector<ClockPair> pairs{pair(0, 0), pair(1234, 1234), pair(99999, 99999)};
    const ClockFit fit = fitClockLine(pairs, options);
    QCOMPARE(fit.line, (ClockLine{Cycles(0), Picoseconds(0), 1000.0, 0.0, TimeBase::Model}));
    QVERIFY(fit.isFitted);
    QCOMPARE(fit.points, size_t{3});
  }

  void exactLineIsFoundAtAnyRateFromLargeCounters() {
    for (uint64_t seed = 1; seed <= 500; ++seed) {
      std::mt19937_64 random(seed);
      const auto cyclesPerTick = static_cast<int64_t>(1 + random() % 60);
      const auto nsPerTick = static_cast<int64_t>(1 + random() % 60);
      std::vector<ClockPair> pairs;
      for (int i = 0; i < 20; ++i) {
        const auto tick = static_cast<int64_t>(random() % 1000000);
        pairs.push_back(pair(kBigCycle + tick * cyclesPerTick, kBigTime + tick * nsPerTick));
      }
      const ClockFit fit = fitClockLine(pairs, measured());
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.line.uncertaintyPs == 0.0, qPrintable(where));
      for (const ClockPair &p : pairs)
        QVERIFY2(timeAt(fit.line, p.cycles.value) == toPicoseconds(p.time - Nanoseconds(kBigTime)),
                 qPrintable(where));
    }
  }

  void noisyTimerIsFittedAndItsLargestResidualReported() {
    std::mt19937_64 random(7);
    // 1.755 GHz, a timer that ticks every 32 ns, as measured on an H200.
    std::vector<ClockPair> pairs;
    for (int i = 0; i < 400; ++i) {
      const auto cycles = static_cast<int64_t>(random() % 10000000);
      const auto time = static_cast<int64_t>(static_cast<double>(cycles) / 1.755) / 32 * 32;
      pairs.push_back(pair(kBigCycle + cycles, kBigTime + time));
    }
    const ClockFit fit = fitClockLine(pairs, measured());
    QVERIFY(std::abs(fit.line.picosecondsPerCycle - 1000.0 / 1.755) < 0.01);
    QVERIFY(fit.line.uncertaintyPs > 8000.0);
    QVERIFY(fit.line.uncertaintyPs < 32000.0);
    double largest = 0;
    for (const ClockPair &p : pairs)
      largest = std::max(
          largest, std::abs(static_cast<double>((timeAt(fit.line, p.cycles.value) -
                                                 toPicoseconds(p.time - Nanoseconds(kBigTime)))
                                                    .value)));
    QVERIFY(std::abs(largest - fit.line.uncertaintyPs) <= 1.0);
  }

  void fitDoesNotDependOnTheOrderOfThePairs() {
    std::mt19937_64 random(11);
    std::vector<ClockPair> pairs;
    for (int i = 0; i < 50; ++i)
      pairs.push_back(
          pair(kBigCycle + i * 1000, kBigTime + i * 570 + static_cast<int64_t>(random() % 32)));
    const ClockFit before = fitClockLine(pairs, measured());
    std::shuffle(pairs.begin() + 1, pairs.end(), random);
    const ClockFit after = fitClockLine(pairs, measured());
    QVERIFY(std::abs(before.line.picosecondsPerCycle - after.line.picosecondsPerCycle) < 1e-9);
    QVERIFY(std::abs((before.line.origin - after.line.origin).value) <= 1);
  }

  void twoPointsGiveTheLineThroughBothAndSayThatTheyAreTwo() {
    const std::vector<ClockPair> pairs{pair(kBigCycle, kBigTime),
                                       pair(kBigCycle + 2000, kBigTime + 1000)};
    const ClockFit fit = fitClockLine(pairs, measured());
    QCOMPARE(fit.points, size_t{2});
    QVERIFY(fit.isFitted);
    QCOMPARE(fit.line.picosecondsPerCycle, 500.0);
    QCOMPARE(fit.line.base, TimeBase::Measured);
  }

  void onePointUsesTheAssumedRateAndSaysSo() {
    ClockFitOptions options = measured();
    options.assumedPicosecondsPerCycle = 570.0;
    const std::vector<ClockPair> pairs{pair(kBigCycle, kBigTime + 40),
                                       pair(kBigCycle, kBigTime + 60)};
    const ClockFit fit = fitClockLine(pairs, options);
    QVERIFY(!fit.isFitted);
    QCOMPARE(fit.points, size_t{1});
    QCOMPARE(fit.line.base, TimeBase::Assumed);
    QCOMPARE(fit.line.picosecondsPerCycle, 570.0);
    QCOMPARE(timeAt(fit.line, kBigCycle), Picoseconds(50000));
    QCOMPARE(fit.line.uncertaintyPs, 10000.0);
  }

  void noPairsAndImpossibleRatesAreAssumed() {
    QCOMPARE(fitClockLine({}, measured()).line.base, TimeBase::Assumed);
    const std::vector<ClockPair> backwards{pair(kBigCycle, kBigTime + 1000),
                                           pair(kBigCycle + 1000, kBigTime)};
    const std::vector<ClockPair> stopped{pair(kBigCycle, kBigTime),
                                         pair(kBigCycle + 1000, kBigTime)};
    const std::vector<ClockPair> slow{pair(kBigCycle, kBigTime),
                                      pair(kBigCycle + 2, kBigTime + 1000000)};
    for (const auto &pairs : {backwards, stopped, slow}) {
      const ClockFit fit = fitClockLine(pairs, measured());
      QVERIFY(!fit.isFitted);
      QCOMPARE(fit.line.base, TimeBase::Assumed);
      QVERIFY(fit.line.uncertaintyPs > 0.0);
    }
  }

  void timesOfDamagedClocksStayNumbers() {
    const ClockLine line{Cycles(0), Picoseconds(0), 1000.0, 0.0, TimeBase::Measured};
    QCOMPARE(timeAt(line, int64_t{1} << 62), Picoseconds(1000000000000000000));
    QCOMPARE(timeAt(line, -(int64_t{1} << 61)), Picoseconds(-1000000000000000000));
  }

  void everySmGetsItsOwnLine() {
    ClockMap map(measured());
    map.add(3, pair(100, kBigTime));
    map.add(3, pair(300, kBigTime + 100));
    map.add(9, pair(5000, kBigTime));
    map.add(9, pair(5100, kBigTime + 100));
    const auto fits = map.fit();
    QCOMPARE(fits.size(), size_t{2});
    QCOMPARE(fits.at(3).line.picosecondsPerCycle, 500.0);
    QCOMPARE(fits.at(9).line.picosecondsPerCycle, 1000.0);
  }
};

QTEST_GUILESS_MAIN(ClockMapTest)
#include "clock_map_test.moc"
