// SPDX-License-Identifier: Apache-2.0
// The lines from cycles to time, compared with simulated clocks whose true lines are known: the
// true time is within the stated uncertainty.
#include <QtTest>

#include <random>

#include "core/clocks/clock_map.h"
#include "core/clocks/clock_summary.h"
#include "tests/support/simulated_clock.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::SimulatedClock;

namespace {

constexpr int64_t kBigCycle = 1136998837487;   // of a real capture
constexpr int64_t kBigTime = 2464698988105050; // [ns], of the same capture

ClockPair pair(int64_t cycles, int64_t time) {
  return {Cycles(cycles), Nanoseconds(time)};
}

ClockFitOptions model() {
  ClockFitOptions options;
  options.base = TimeBase::Model;
  return options;
}

/// A device whose timer ticks every `tickNs`.
ClockFitOptions ticking(int64_t tickNs) {
  ClockFitOptions options;
  options.origin = Nanoseconds(kBigTime);
  options.timerTick = Nanoseconds(tickNs);
  return options;
}

SimulatedClock randomClock(std::mt19937_64 &random) {
  SimulatedClock clock;
  clock.picosecondsPerCycle = std::uniform_real_distribution<double>(400, 2000)(random);
  clock.firstCycle = kBigCycle + static_cast<int64_t>(random() % 1'000'000'000);
  clock.firstTimeNs = kBigTime + static_cast<int64_t>(random() % 1'000'000);
  clock.phasePs = static_cast<double>(random() % 1000);
  clock.tickNs = 1 << (random() % 6);
  return clock;
}

/// The clock pairs at the begins and ends of `count` CTAs of about `length` cycles, in sequence on
/// the SM.
std::vector<ClockPair> runCtas(const SimulatedClock &clock, int count, int64_t length,
                               std::mt19937_64 &random) {
  std::vector<ClockPair> pairs;
  int64_t at = clock.firstCycle;
  for (int i = 0; i < count; ++i) {
    pairs.push_back(clock.read(at, random));
    at += length + static_cast<int64_t>(random() % 200);
    pairs.push_back(clock.read(at, random));
    at += 300;
  }
  return pairs;
}

/// The clock as the probe kernel reads it: the kernel has no other work, so its two reads are
/// closer together.
SimulatedClock inProbe(SimulatedClock clock) {
  clock.gapCycles = 4;
  return clock;
}

/// Readings of the probe kernel some microseconds before and after the clock's first cycle.
std::vector<ClockPair> readAround(const SimulatedClock &sm, std::mt19937_64 &random) {
  const SimulatedClock clock = inProbe(sm);
  std::vector<ClockPair> readings;
  for (int64_t at : {-90'000, -76'000, -73'000, 81'000, 83'000, 97'000})
    readings.push_back(clock.read(clock.firstCycle + at, random));
  return readings;
}

/// The greatest deviation of a line from the true time over the cycles of `launch` [ps].
double greatestError(const ClockLine &line, const SimulatedClock &clock,
                     std::span<const ClockPair> launch) {
  double greatest = 0;
  for (const ClockPair &at : launch)
    greatest =
        std::max(greatest, std::abs(static_cast<double>(timeAt(line, at.cycles.value).value) -
                                    clock.truthFrom(Nanoseconds(kBigTime), at.cycles.value)));
  return greatest;
}

double rateErrorOf(const ClockFit &fit, const SimulatedClock &clock) {
  return std::abs(fit.line.picosecondsPerCycle / clock.picosecondsPerCycle - 1);
}

} // namespace

class ClockMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void modelPairsGiveTheirExactLine() {
    const std::vector<ClockPair> pairs{pair(0, 0), pair(1234, 1234), pair(99999, 99999)};
    const ClockFit fit = fitClockLine({pairs, {}}, model());
    QCOMPARE(fit.line, (ClockLine{Cycles(0), Picoseconds(0), 1000.0, 0.0, TimeBase::Model}));
    QCOMPARE(fit.rateSource, RateSource::Pairs);
    QCOMPARE(fit.rateError, 0.0);
    QCOMPARE(fit.points, size_t{3});
  }

  void exactModelLineIsFoundAtAnyRateFromLargeCounters() {
    for (uint64_t seed = 1; seed <= 500; ++seed) {
      std::mt19937_64 random(seed);
      const auto cyclesPerTick = static_cast<int64_t>(1 + random() % 60);
      const auto nsPerTick = static_cast<int64_t>(1 + random() % 60);
      std::vector<ClockPair> pairs;
      for (int i = 0; i < 20; ++i) {
        const auto tick = static_cast<int64_t>(random() % 1000000);
        pairs.push_back(pair(kBigCycle + tick * cyclesPerTick, kBigTime + tick * nsPerTick));
      }
      ClockFitOptions options = model();
      options.origin = Nanoseconds(kBigTime);
      const ClockFit fit = fitClockLine({pairs, {}}, options);
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.line.uncertaintyPs == 0.0, qPrintable(where));
      for (const ClockPair &p : pairs)
        QVERIFY2(timeAt(fit.line, p.cycles.value) == toPicoseconds(p.time - Nanoseconds(kBigTime)),
                 qPrintable(where));
    }
  }

  void modelPairsOffTheirLineAreReported() {
    const std::vector<ClockPair> pairs{pair(0, 0), pair(500, 530), pair(1000, 1000)};
    const ClockFit fit = fitClockLine({pairs, {}}, model());
    QCOMPARE(fit.line.uncertaintyPs, 30000.0);
    QVERIFY(!fit.isStraight);
  }

  void trueTimesLieWithinTheUncertainty() {
    for (uint64_t seed = 1; seed <= 2000; ++seed) {
      std::mt19937_64 random(seed);
      const SimulatedClock clock = randomClock(random);
      const int ctas = 1 + static_cast<int>(random() % 30);
      const auto launch =
          runCtas(clock, ctas, 2000 + static_cast<int64_t>(random() % 100'000), random);
      const auto readings = random() % 2 ? readAround(clock, random) : std::vector<ClockPair>();
      const ClockFit fit = fitClockLine({launch, readings}, ticking(clock.tickNs));
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.rateSource == RateSource::Pairs && fit.isStraight, qPrintable(where));
      QVERIFY2(fit.ignored == 0, qPrintable(where));
      QVERIFY2(greatestError(fit.line, clock, launch) <= fit.line.uncertaintyPs + 1,
               qPrintable(where));
      QVERIFY2(rateErrorOf(fit, clock) <= fit.rateError + 1e-9, qPrintable(where));
      QVERIFY2(fit.line.uncertaintyPs <=
                   (static_cast<double>(clock.tickNs) * 500.0 + 16 * clock.picosecondsPerCycle) *
                       1.6,
               qPrintable(where));
    }
  }

  void twoPairsOfAShortCtaSayThatTheyAreOffByPerCents() {
    std::mt19937_64 random(5);
    SimulatedClock clock;
    clock.firstTimeNs = kBigTime;
    const auto launch = runCtas(clock, 1, 2376, random); // 1.2 us at 1.98 GHz
    const ClockFit fit = fitClockLine({launch, {}}, ticking(32));
    QCOMPARE(fit.rateSource, RateSource::Pairs);
    QVERIFY(fit.rateError > 0.02);
    QVERIFY(fit.rateError < 0.05);
    QVERIFY(fit.line.uncertaintyPs >= 16'000);
    QVERIFY(rateErrorOf(fit, clock) <= fit.rateError);
  }

  void readingsAroundAShortCtaBringItsRateBelowAThousandth() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      SimulatedClock clock;
      clock.firstTimeNs = kBigTime;
      clock.phasePs = static_cast<double>(random() % 32'000);
      const auto launch = runCtas(clock, 1, 2376, random);
      const ClockFit fit = fitClockLine({launch, readAround(clock, random)}, ticking(clock.tickNs));
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.rateError < 0.001, qPrintable(where));
      QVERIFY2(rateErrorOf(fit, clock) <= fit.rateError + 1e-9, qPrintable(where));
      QVERIFY2(fit.line.uncertaintyPs <= 25'000, qPrintable(where));
    }
  }

  void readingsThatEncloseTicksPinAShortCtaToNanoseconds() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      SimulatedClock clock;
      clock.gapCycles = 16;
      clock.firstTimeNs = kBigTime;
      clock.phasePs = static_cast<double>(random() % 32'000);
      const auto launch = runCtas(clock, 1, 2376, random);
      // The probe polls about every 20 cycles. The readings are the last poll before each tick and
      // the first after it.
      SimulatedClock polled = clock;
      polled.gapCycles = 0;
      std::vector<ClockPair> readings;
      for (int64_t start : {clock.firstCycle - 20'000, clock.firstCycle + 12'000})
        for (int64_t at = start + 20; at < start + 700; at += 20) {
          const ClockPair before = polled.read(at - 20, random);
          const ClockPair after = polled.read(at, random);
          if (before.time == after.time)
            continue;
          readings.push_back(before);
          readings.push_back(after);
        }
      const ClockFit fit = fitClockLine({launch, readings}, ticking(32));
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(readings.size() >= 16, qPrintable(where));
      QVERIFY2(fit.ignored == 0 && fit.isStraight, qPrintable(where));
      QVERIFY2(fit.line.uncertaintyPs <= 8'000, qPrintable(where));
      QVERIFY2(greatestError(fit.line, clock, launch) <= fit.line.uncertaintyPs + 1,
               qPrintable(where));
      QVERIFY2(rateErrorOf(fit, clock) <= fit.rateError + 1e-9, qPrintable(where));
    }
  }

  void fitDoesNotDependOnTheOrderOfThePairs() {
    std::mt19937_64 random(11);
    SimulatedClock clock = randomClock(random);
    auto pairs = runCtas(clock, 25, 3000, random);
    const ClockFit before = fitClockLine({pairs, {}}, ticking(clock.tickNs));
    std::shuffle(pairs.begin() + 1, pairs.end(), random);
    const ClockFit after = fitClockLine({pairs, {}}, ticking(clock.tickNs));
    QVERIFY(std::abs(before.line.picosecondsPerCycle - after.line.picosecondsPerCycle) < 1e-6);
    QVERIFY(std::abs((before.line.origin - after.line.origin).value) <= 1);
    QVERIFY(std::abs(before.line.uncertaintyPs - after.line.uncertaintyPs) < 1);
  }

  void aThreadHeldUpBetweenItsReadsIsLeftOut() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      const SimulatedClock clock = randomClock(random);
      auto launch = runCtas(clock, 6, 12'000, random); // between the readings
      auto readings = readAround(clock, random);
      auto &spoiled = random() % 2 ? launch : readings;
      ClockPair &late = spoiled[random() % spoiled.size()];
      late = clock.read(late.cycles.value, random,
                        400'000 + 1e3 * static_cast<double>(random() % 9000));
      const ClockFit fit = fitClockLine({launch, readings}, ticking(clock.tickNs));
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.isStraight, qPrintable(where));
      QVERIFY2(fit.ignored >= 1, qPrintable(where));
      QVERIFY2(fit.ignored <= 3, qPrintable(where));
      QVERIFY2(greatestError(fit.line, clock, launch) <= fit.line.uncertaintyPs + 1,
               qPrintable(where));
    }
  }

  /// Without a later pair, a delayed thread cannot be distinguished from a slower clock.
  void theLastPairOfAllIsNotLeftOut() {
    std::mt19937_64 random(5);
    const SimulatedClock clock = randomClock(random);
    auto launch = runCtas(clock, 6, 12'000, random);
    launch.back() = clock.read(launch.back().cycles.value, random, 2e6);
    const ClockFit alone = fitClockLine({launch, {}}, ticking(clock.tickNs));
    QVERIFY(!alone.isStraight);
    QCOMPARE(alone.ignored, size_t{0});
    QVERIFY(alone.line.uncertaintyPs > 0.5e6);
    const ClockFit within =
        fitClockLine({launch, readAround(clock, random)}, ticking(clock.tickNs));
    QVERIFY(within.isStraight);
    QCOMPARE(within.ignored, size_t{1});
  }

  void pairsReadFurtherApartCostCertaintyButNoPairs() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      std::mt19937_64 random(seed);
      SimulatedClock clock = randomClock(random);
      clock.gapCycles = 60;
      const auto launch = runCtas(clock, 200, 2000, random);
      const ClockFit fit = fitClockLine({launch, {}}, ticking(clock.tickNs));
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.isStraight, qPrintable(where));
      QVERIFY2(fit.ignored * 4 <= launch.size(), qPrintable(where));
      QVERIFY2(greatestError(fit.line, clock, launch) <= fit.line.uncertaintyPs + 1,
               qPrintable(where));
    }
  }

  void readingsAtAnotherFrequencyGiveWayToTheLaunch() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      const SimulatedClock clock = randomClock(random);
      const auto launch = runCtas(clock, 4, 50'000, random);
      // The clock was slower by a tenth until shortly before the launch.
      SimulatedClock before = clock;
      before.picosecondsPerCycle *= 1.1;
      std::vector<ClockPair> readings;
      for (int64_t at : {-900'000, -800'000, -750'000, -700'000})
        readings.push_back(inProbe(before).read(clock.firstCycle + at, random));
      for (int64_t at : {300'000, 310'000})
        readings.push_back(inProbe(clock).read(clock.firstCycle + at, random));
      const ClockFit fit = fitClockLine({launch, readings}, ticking(clock.tickNs));
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fit.isStraight, qPrintable(where));
      QVERIFY2(fit.ignored >= 4, qPrintable(where));
      QVERIFY2(greatestError(fit.line, clock, launch) <= fit.line.uncertaintyPs + 1,
               qPrintable(where));
      QVERIFY2(rateErrorOf(fit, clock) <= fit.rateError + 1e-9, qPrintable(where));
    }
  }

  void aClockThatChangesItsRateDuringTheLaunchIsCalledCrooked() {
    std::mt19937_64 random(3);
    SimulatedClock clock;
    clock.firstTimeNs = kBigTime;
    auto launch = runCtas(clock, 10, 50'000, random);
    SimulatedClock slower = clock;
    slower.firstCycle = launch.back().cycles.value;
    slower.phasePs = clock.truth(static_cast<double>(slower.firstCycle));
    slower.picosecondsPerCycle = 700;
    const auto later = runCtas(slower, 10, 50'000, random);
    launch.insert(launch.end(), later.begin(), later.end());
    const ClockFit fit = fitClockLine({launch, {}}, ticking(32));
    QVERIFY(!fit.isStraight);
    QCOMPARE(fit.rateSource, RateSource::Pairs);
    double greatest = 0;
    for (const ClockPair &at : launch)
      greatest =
          std::max(greatest, std::abs(static_cast<double>(timeAt(fit.line, at.cycles.value).value) -
                                      static_cast<double>((at.time.value - kBigTime) * 1000)));
    QVERIFY(greatest <= fit.line.uncertaintyPs + 1);
    // The rate changes by 195 ps per cycle over half a million cycles. The error of any line is at
    // least a quarter of that.
    QVERIFY(fit.line.uncertaintyPs > 20e6);
    QVERIFY(fit.line.uncertaintyPs < 30e6);
  }

  void onePointUsesTheAssumedRateAndSaysSo() {
    ClockFitOptions options = ticking(20);
    options.assumedPicosecondsPerCycle = 570.0;
    const std::vector<ClockPair> pairs{pair(kBigCycle, kBigTime + 40)};
    const ClockFit fit = fitClockLine({pairs, {}}, options);
    QCOMPARE(fit.rateSource, RateSource::Assumed);
    QCOMPARE(fit.points, size_t{1});
    QCOMPARE(fit.line.base, TimeBase::Assumed);
    QCOMPARE(fit.line.picosecondsPerCycle, 570.0);
    QCOMPARE(timeAt(fit.line, kBigCycle), Picoseconds(50'000));
    QCOMPARE(fit.line.uncertaintyPs, 10'000.0);
  }

  void aModelWithoutTwoPairsHasTheRateThatItDefines() {
    ClockFitOptions options = model();
    options.assumedPicosecondsPerCycle = 570.0;
    const std::vector<ClockPair> pairs{pair(100, 57), pair(100, 57)};
    for (const ClockFit &fit : {fitClockLine({pairs, {}}, options), fitClockLine({}, options)}) {
      QCOMPARE(fit.rateSource, RateSource::Model);
      QCOMPARE(fit.line.base, TimeBase::Model);
      QCOMPARE(fit.line.picosecondsPerCycle, 570.0);
      QCOMPARE(fit.line.uncertaintyPs, 0.0);
    }
  }

  void pairsThatContradictAModelLeaveAnAssumedRate() {
    const std::vector<ClockPair> pairs{pair(0, 1000), pair(1000, 0)};
    const ClockFit fit = fitClockLine({pairs, {}}, model());
    QCOMPARE(fit.rateSource, RateSource::Assumed);
    QCOMPARE(fit.line.base, TimeBase::Assumed);
  }

  void onePairOfAModelHasTheRateThatTheModelDefines() {
    const std::vector<ClockPair> pairs{pair(1234, 1234)};
    const ClockFit fit = fitClockLine({pairs, {}}, model());
    QCOMPARE(fit.rateSource, RateSource::Model);
    QCOMPARE(fit.rateError, 0.0);
    QCOMPARE(fit.line.base, TimeBase::Model);
    QCOMPARE(fit.line.picosecondsPerCycle, 1000.0);
    QCOMPARE(timeAt(fit.line, 5000), Picoseconds(5'000'000));
  }

  void noPairsAndImpossibleRatesAreAssumed() {
    QCOMPARE(fitClockLine({}, ticking(1)).line.base, TimeBase::Assumed);
    const std::vector<ClockPair> backwards{pair(kBigCycle, kBigTime + 1000),
                                           pair(kBigCycle + 1000, kBigTime)};
    const std::vector<ClockPair> stopped{pair(kBigCycle, kBigTime),
                                         pair(kBigCycle + 1000, kBigTime)};
    const std::vector<ClockPair> slow{pair(kBigCycle, kBigTime),
                                      pair(kBigCycle + 2, kBigTime + 1'000'000)};
    for (const auto &pairs : {backwards, stopped, slow}) {
      const ClockFit fit = fitClockLine({pairs, {}}, ticking(1));
      QCOMPARE(fit.rateSource, RateSource::Assumed);
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
    ClockMap map(model());
    map.add(3, pair(100, kBigTime));
    map.add(3, pair(300, kBigTime + 100));
    map.add(9, pair(5000, kBigTime));
    map.add(9, pair(5100, kBigTime + 100));
    const auto fits = map.fit();
    QCOMPARE(fits.size(), size_t{2});
    QCOMPARE(fits.at(3).line.picosecondsPerCycle, 500.0);
    QCOMPARE(fits.at(9).line.picosecondsPerCycle, 1000.0);
  }

  void shortCtasOfManySmsLeaveOneRateTogether() {
    constexpr uint32_t kSms = 132;
    constexpr int64_t kTick = 1024;
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      const SimulatedClock device = randomClock(random);
      const int64_t cycles = static_cast<int64_t>(3'700'000.0 / device.picosecondsPerCycle);
      ClockMap map(ticking(kTick));
      std::vector<SimulatedClock> clocks;
      std::vector<std::vector<ClockPair>> launches;
      for (uint32_t sm = 0; sm < kSms; ++sm) {
        SimulatedClock clock = device; // one rate, separate counters
        clock.tickNs = kTick;
        clock.firstCycle += static_cast<int64_t>(random() % 1'000'000);
        clock.phasePs += static_cast<double>(random() % 1'000'000); // starts within 1 us
        launches.push_back(runCtas(clock, 1, cycles, random));
        clocks.push_back(clock);
        for (const ClockPair &p : launches.back())
          map.add(sm, p);
      }
      const QString where = QString("seed %1").arg(seed);
      // A single SM records three or four ticks: its rate is uncertain by a factor of at least 1.6.
      QVERIFY2(fitClockLine({launches[0], {}}, ticking(kTick)).rateSource == RateSource::Assumed,
               qPrintable(where));
      for (const auto &[sm, fit] : map.fit()) {
        QVERIFY2(fit.rateSource == RateSource::OtherSms, qPrintable(where));
        QVERIFY2(fit.rateError < 0.5, qPrintable(where));
        QVERIFY2(rateErrorOf(fit, clocks[sm]) <= fit.rateError + 1e-9, qPrintable(where));
        QVERIFY2(greatestError(fit.line, clocks[sm], launches[sm]) <= fit.line.uncertaintyPs + 1,
                 qPrintable(where));
        QVERIFY2(fit.line.uncertaintyPs < 600'000, qPrintable(where));
      }
    }
  }

  void smsWithoutOneRateStayAssumed() {
    std::mt19937_64 random(9);
    ClockMap map(ticking(1024));
    for (uint32_t sm = 0; sm < 8; ++sm) { // within one tick: any fast rate is possible
      const int64_t time = kBigTime - kBigTime % 1024;
      map.add(sm, pair(kBigCycle, time));
      map.add(sm, pair(kBigCycle + 400 + static_cast<int64_t>(random() % 100), time));
    }
    for (const auto &[sm, fit] : map.fit()) {
      QCOMPARE(fit.rateSource, RateSource::Assumed);
      QVERIFY(fit.line.uncertaintyPs >= 512'000);
    }
  }

  void anSmWithTooFewPairsTakesTheRateThatTheOthersAgreeOn() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      SimulatedClock clock = randomClock(random);
      clock.tickNs = 32;
      ClockMap map(ticking(32));
      std::vector<ClockPair> lonely{clock.read(clock.firstCycle + 1000, random)};
      map.add(0, lonely[0]);
      for (uint32_t sm = 1; sm < 12; ++sm)
        for (const ClockPair &p : runCtas(clock, 3, 60'000, random))
          map.add(sm, p);
      const auto fits = map.fit();
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(fits.at(0).rateSource == RateSource::OtherSms, qPrintable(where));
      QVERIFY2(fits.at(0).line.base == TimeBase::Measured, qPrintable(where));
      QVERIFY2(fits.at(0).rateError < 0.001, qPrintable(where));
      QVERIFY2(rateErrorOf(fits.at(0), clock) <= fits.at(0).rateError + 1e-9, qPrintable(where));
      QVERIFY2(greatestError(fits.at(0).line, clock, lonely) <= fits.at(0).line.uncertaintyPs + 1,
               qPrintable(where));
    }
  }

  void smsThatDoNotAgreeLendNoRate() {
    std::mt19937_64 random(17);
    ClockMap map(ticking(32));
    for (uint32_t sm = 1; sm < 5; ++sm) {
      SimulatedClock clock;
      clock.firstTimeNs = kBigTime;
      clock.picosecondsPerCycle = 400.0 + 100.0 * sm;
      for (const ClockPair &p : runCtas(clock, 3, 60'000, random))
        map.add(sm, p);
    }
    map.add(0, pair(kBigCycle, kBigTime));
    QCOMPARE(map.fit().at(0).rateSource, RateSource::Assumed);
  }

  void readingsOfSmsWithoutCtasMakeNoLineButHelpTheOthers() {
    std::mt19937_64 random(19);
    SimulatedClock clock;
    clock.firstTimeNs = kBigTime;
    ClockMap map(ticking(32));
    map.add(0, clock.read(10, random));
    for (const ClockPair &reading : readAround(clock, random))
      map.addReading(7, reading);
    const auto fits = map.fit();
    QCOMPARE(fits.size(), size_t{1});
    QCOMPARE(fits.at(0).rateSource, RateSource::OtherSms);
  }

  void doubtsAboutClocksAreNotedByTheirWeight() {
    ClockSummary summary(ticking(32));
    ClockFit fit;
    fit.line = {Cycles(0), Picoseconds(0), 505.0, 12'000, TimeBase::Measured};
    fit.rateSource = RateSource::OtherSms;
    fit.ignored = 3;
    summary.add(fit);
    fit.isStraight = false;
    fit.line.uncertaintyPs = 60'000;
    summary.add(fit);
    fit.line.uncertaintyPs = 2e6;
    summary.add(fit);
    fit.rateSource = RateSource::Assumed;
    fit.line.base = TimeBase::Assumed;
    fit.isStraight = true;
    summary.add(fit);
    ClockFit own;
    own.line = {Cycles(0), Picoseconds(0), 600.0, 90'000, TimeBase::Measured};
    own.rateSource = RateSource::Pairs;
    summary.addChanging(std::array{own, own});
    TraceBuilder trace;
    summary.addNotes(trace);
    std::map<std::string, std::pair<uint64_t, Note::Severity>> notes;
    const Trace noted = std::move(trace).finish();
    for (const Note &note : noted.notes())
      notes[note.code] = {note.count, note.severity};
    const std::map<std::string, std::pair<uint64_t, Note::Severity>> expected = {
        {"record.assumed-clock", {1, Note::Severity::DataLoss}},
        {"record.common-clock", {3, Note::Severity::Info}},
        {"record.changing-clock", {1, Note::Severity::Info}},
        {"record.crooked-clock", {1, Note::Severity::Info}},
        {"record.broken-clock", {1, Note::Severity::DataLoss}},
        {"record.ignored-clock-readings", {12, Note::Severity::Info}}};
    QVERIFY(notes == expected);
  }

  void aTokenNeverArrivesBeforeItIsSent() {
    // CTAs pass a token between eight SMs whose counters start at random values. The arrival is 40
    // ns of true global time after the departure.
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      constexpr uint32_t kSms = 8;
      std::vector<SimulatedClock> clocks;
      ClockMap map(ticking(32));
      for (uint32_t sm = 0; sm < kSms; ++sm) {
        clocks.push_back(randomClock(random));
        clocks[sm].picosecondsPerCycle = 505.3;
        clocks[sm].tickNs = 32;
        clocks[sm].firstTimeNs = kBigTime;
        for (const ClockPair &p : runCtas(clocks[sm], 2, 100'000, random))
          map.add(sm, p);
        for (const ClockPair &p : readAround(clocks[sm], random))
          map.addReading(sm, p);
      }
      const auto fits = map.fit();
      const auto cycleAt = [&](uint32_t sm, double timePs) {
        return clocks[sm].firstCycle +
               std::llround((timePs - clocks[sm].phasePs) / clocks[sm].picosecondsPerCycle);
      };
      double now = 1e6; // [ps]
      for (uint32_t step = 0; step < 200; ++step) {
        const uint32_t from = static_cast<uint32_t>(random() % kSms);
        const uint32_t to = (from + 1) % kSms;
        const Picoseconds sent = timeAt(fits.at(from).line, cycleAt(from, now));
        now += 40'000;
        const Picoseconds arrived = timeAt(fits.at(to).line, cycleAt(to, now));
        const double slack = fits.at(from).line.uncertaintyPs + fits.at(to).line.uncertaintyPs;
        const auto drawn = static_cast<double>((arrived - sent).value);
        const QString where = QString("seed %1 step %2").arg(seed).arg(step);
        QVERIFY2(std::abs(drawn - 40'000) <= slack + 1000, qPrintable(where));
        QVERIFY2(drawn > -slack, qPrintable(where));
        now += 200'000;
      }
    }
  }
};

QTEST_GUILESS_MAIN(ClockMapTest)
#include "clock_map_test.moc"
