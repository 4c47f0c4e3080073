// SPDX-License-Identifier: Apache-2.0
// The line of SMs without a cycle counter, whose records count the global timer.
#include <QtTest>

#include "core/clocks/clock_fit.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr int64_t kBigCycle = 1136998837487;
constexpr int64_t kBigTime = 2464698988105050; // [ns]

ClockPair pair(int64_t cycles, int64_t time) {
  return {Cycles(cycles), Nanoseconds(time)};
}

ClockFitOptions timerOptions() {
  ClockFitOptions options;
  options.origin = Nanoseconds(kBigTime);
  options.timerTick = Nanoseconds(10);
  options.cyclePeriod = Nanoseconds(10);
  return options;
}

} // namespace

class TimerClockTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aCounterOfTheTimerHasItsExactPeriodHoweverShortTheCta() {
    const ClockFitOptions options = timerOptions();
    const int64_t begin = kBigTime / 10;
    // The timer is read one and two steps after the counter.
    const std::vector<ClockPair> pairs{pair(begin, kBigTime + 10),
                                       pair(begin + 12, kBigTime + 140)};
    const ClockFit fit = fitClockLine({pairs, {}}, options);
    QVERIFY(fit.rateSource == RateSource::Timer);
    QVERIFY(fit.isStraight);
    QCOMPARE(fit.rateError, 0.0);
    QCOMPARE(fit.line.picosecondsPerCycle, 10'000.0);
    QCOMPARE(fit.line.uncertaintyPs, 10'000.0);
    QCOMPARE(timeAt(fit.line, begin).value, int64_t{0});
    QCOMPARE(timeAt(fit.line, begin + 12).value, int64_t{120'000});
    // One pair is enough.
    const ClockFit one = fitClockLine({std::span(pairs).first(1), {}}, options);
    QVERIFY(one.rateSource == RateSource::Timer);
    QCOMPARE(timeAt(one.line, begin + 128).value, int64_t{1'280'000});
  }

  void pairsThatAreNotOfTheTimerAreCalledCrooked() {
    const ClockFitOptions options = timerOptions();
    const std::vector<ClockPair> pairs{pair(kBigCycle, kBigTime)};
    QVERIFY(!fitClockLine({pairs, {}}, options).isStraight);
    const std::vector<ClockPair> damaged{pair((int64_t{1} << 62) - 1, kBigTime)};
    QVERIFY(!fitClockLine({damaged, {}}, options).isStraight);
  }
};

QTEST_GUILESS_MAIN(TimerClockTest)
#include "timer_clock_test.moc"
