// SPDX-License-Identifier: Apache-2.0
// The tool's clock is brought to the device's timer by kernels that both have seen.
#include <QtTest>

#include <random>

#include "collector/activity/activity_clock.h"

using namespace pstudio;
using namespace pstudio::activity;

class ActivityClockTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void withoutKernelsNothingIsKnown() { QVERIFY(!ActivityClock::fit({}).isKnown()); }

  void oneKernelBoundsTheOffsetFromBothSides() {
    // It ran from 100 to 200; the device's timer, 1000 ahead, read 1110 first and 1180 last.
    const auto clock = ActivityClock::fit({{{100, 200}, Nanoseconds(1110), Nanoseconds(1180)}});
    // Between 1180 - 200 and 1110 + 1 - 100.
    QCOMPARE(clock.offsetNs(), 995);
    QCOMPARE(clock.uncertaintyNs(), 15.5);
    QCOMPARE(clock.toDevice(150).value, 1145);
    QCOMPARE(clock.anchorCount(), size_t{1});
  }

  void kernelsThatAgreeNarrowEachOther() {
    const auto clock = ActivityClock::fit({{{100, 200}, Nanoseconds(1105), Nanoseconds(1150)},
                                           {{300, 400}, Nanoseconds(1350), Nanoseconds(1398)}});
    // The first says at most 1006, the second at least 998.
    QCOMPARE(clock.offsetNs(), 1002);
    QCOMPARE(clock.uncertaintyNs(), 4.0);
  }

  void aDriftBetweenTheClocksIsFollowed() {
    const auto clock = ActivityClock::fit({{{1000, 1100}, Nanoseconds(2001), Nanoseconds(2099)},
                                           {{9000, 9100}, Nanoseconds(10201), Nanoseconds(10299)}});
    QCOMPARE(clock.toDevice(1050).value, 2050);
    QCOMPARE(clock.toDevice(9050).value, 10250);
    const int64_t between = clock.toDevice(5050).value - 5050;
    QVERIFY2(between > 1090 && between < 1110, qPrintable(QString::number(between)));
    QCOMPARE(clock.toDevice(0).value, 1000);
    QCOMPARE(clock.toDevice(20000).value, 21200);
  }

  void theTruthLiesWithinTheUncertaintyWhateverTheKernels() {
    const unsigned seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto below = [&random](int64_t most) { return int64_t(random() % uint64_t(most)); };
    for (int round = 0; round < 500; ++round) {
      const int64_t offset = below(2'000'000'000) - 1'000'000'000;
      std::vector<ClockAnchor> anchors;
      int64_t now = 10'000;
      for (int64_t i = below(6); i >= 0; --i) {
        const int64_t begin = now, first = begin + below(2000), last = first + below(3000),
                      end = last + below(2000) + 1;
        constexpr int64_t kTick = 32;
        const auto read = [](int64_t time) {
          return Nanoseconds(time - ((time % kTick) + kTick) % kTick);
        };
        anchors.push_back(
            {{begin, end}, read(first + offset), read(last + offset), Nanoseconds(kTick)});
        now = end + below(1'000'000);
      }
      const auto clock = ActivityClock::fit(anchors);
      const int64_t error = std::abs(clock.toDevice(now / 2).value - (now / 2 + offset));
      QVERIFY2(double(error) <= clock.uncertaintyNs() + 1.0, qPrintable(QString::number(error)));
    }
  }

  void aToolThatContradictsTheDeviceIsAllowedForInTheUncertainty() {
    // The readings span more than the tool's kernel: its times are 50 too short.
    const auto clock = ActivityClock::fit({{{100, 200}, Nanoseconds(1100), Nanoseconds(1250)}});
    QVERIFY(clock.uncertaintyNs() >= 24.0);
    QCOMPARE(clock.offsetNs(), 1025);
  }
};

QTEST_GUILESS_MAIN(ActivityClockTest)
#include "activity_clock_test.moc"
