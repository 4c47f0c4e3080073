// SPDX-License-Identifier: Apache-2.0
// Launches in which the clock of an SM changes its rate.
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "core/record/launch_decoder.h"
#include "core/trace/trace_builder.h"
#include "tests/support/clock_order.h"
#include "tests/support/record_emitter.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;

namespace {

constexpr int64_t kTick = 32;
constexpr uint64_t kOrigin = 1'700'000'000'000'000'000u;
constexpr int64_t kFirstCycle = 1'000'000;
/// Length of each scope [cycles].
constexpr int64_t kTile = 100;

/// A clock that changes its rate at given cycles.
class SteppingClock {
public:
  explicit SteppingClock(double picosecondsPerCycle)
      : m_steps{{kFirstCycle, picosecondsPerCycle}} {}

  /// Adds a change. \pre `cycle` is after all earlier changes
  void changeAt(int64_t cycle, double picosecondsPerCycle) {
    m_steps.push_back({cycle, picosecondsPerCycle});
  }
  /// True time since the first cycle [ps].
  double truth(int64_t cycle) const {
    double time = 0;
    for (size_t i = 0; i < m_steps.size() && m_steps[i].cycle <= cycle; ++i) {
      const int64_t end = i + 1 < m_steps.size() ? std::min(m_steps[i + 1].cycle, cycle) : cycle;
      time += static_cast<double>(end - m_steps[i].cycle) * m_steps[i].rate;
    }
    return time;
  }
  /// The global timer at a cycle [ns].
  uint64_t timer(int64_t cycle) const {
    const auto nanoseconds = static_cast<int64_t>(truth(cycle) / 1000.0);
    return kOrigin + static_cast<uint64_t>(nanoseconds / kTick * kTick);
  }

private:
  struct Step {
    int64_t cycle;
    double rate;
  };
  std::vector<Step> m_steps;
};

/// CTAs of one warp on one SM, with scopes of kTile cycles.
class Sm {
public:
  explicit Sm(const SteppingClock &clock) : m_clock(clock) {}

  void addCta(int64_t begin, int64_t end, std::span<const int64_t> tiles) {
    BlockEmitter block(1, 64);
    block.program = {m_ctas++, 0, 0};
    block.hardwareId = 5;
    block.beginCycle = static_cast<uint64_t>(begin);
    block.beginTime = m_clock.timer(begin);
    block.endCycle = static_cast<uint64_t>(end);
    block.endTime = m_clock.timer(end) + lateNs;
    for (const int64_t tile : tiles) {
      block.units[0].scopeStart(0, static_cast<uint64_t>(tile));
      block.units[0].scopeEnd(0, static_cast<uint64_t>(tile + kTile));
    }
    block.appendTo(m_buffer);
  }

  Trace decode() const {
    LaunchCapture capture;
    capture.blocks = m_buffer;
    capture.operations.operations = {{OperationKind::Scope, "tile", OperationId(), "k.mlir:1:1"}};
    capture.kernel = "k";
    capture.target = "a GPU";
    capture.grid = {m_ctas, 1, 1};
    capture.block = {32, 1, 1};
    capture.timeBase = TimeBase::Measured;
    capture.timerTick = Nanoseconds(kTick);
    TraceBuilder builder;
    builder.info().origin = Nanoseconds(static_cast<int64_t>(kOrigin));
    if (!decodeLaunch(capture, builder))
      qFatal("the launch was not decoded");
    return std::move(builder).finish();
  }

  uint64_t lateNs = 0; ///< error of the timer at the end of a CTA

private:
  const SteppingClock &m_clock;
  std::vector<std::byte> m_buffer;
  uint32_t m_ctas = 0;
};

/// Fails the test if the time of a tile deviates from the true time by more than the uncertainty of
/// its clock.
void verifyTiles(const Trace &trace, const SteppingClock &clock, size_t count) {
  size_t tiles = 0;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const ClockLine *line = trace.clock(trace.track(slice.track).clock);
    QVERIFY(line != nullptr);
    const double error =
        static_cast<double>(slice.time.begin.value) - clock.truth(slice.beginCycles.value);
    QVERIFY2(std::abs(error) <= line->uncertaintyPs + 1,
             qPrintable(QString("off by %1 of %2 ps").arg(error).arg(line->uncertaintyPs)));
    ++tiles;
  }
  QCOMPARE(tiles, count);
}

} // namespace

class ChangingClockTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  /// A GPU at its power limit lowers its clock from CTA to CTA.
  void ctasHaveClocksOfTheirOwnWhereTheRateChangesInTheLaunch() {
    constexpr std::array<double, 3> kRates{505, 560, 640};
    constexpr int64_t kCycles = 80'000;
    SteppingClock clock(kRates[0]);
    clock.changeAt(kFirstCycle + kCycles, kRates[1]);
    clock.changeAt(kFirstCycle + 2 * kCycles, kRates[2]);
    Sm sm(clock);
    for (int64_t cta = 0; cta < 3; ++cta) {
      const int64_t begin = kFirstCycle + cta * kCycles;
      sm.addCta(begin, begin + kCycles, std::array{begin + kCycles / 2});
    }
    const Trace trace = sm.decode();
    QCOMPARE(test::countNoted(trace, "record.changing-clock"), uint64_t{1});
    QCOMPARE(test::countNoted(trace, "record.broken-clock"), uint64_t{0});
    // A single line for the SM would be too inaccurate.
    QCOMPARE(trace.clocks().size(), size_t{3});
    verifyTiles(trace, clock, 3);
    // Possible change between a CTA and its neighbours: a step of 55, 135 or 80 ps per cycle.
    constexpr std::array<double, 3> kChanges{55, 135, 80};
    for (size_t cta = 0; cta < 3; ++cta) {
      const ClockLine &line = trace.clocks()[cta];
      QVERIFY(std::abs(line.picosecondsPerCycle - kRates[cta]) < 1.0);
      QVERIFY(std::abs(line.uncertaintyPs - kChanges[cta] * kCycles / 4) < 64'000);
    }
    QCOMPARE(test::contradictionOfClocks(trace), std::string());
  }

  void timesAreNoMoreWrongThanTheirClocksSay() {
    for (uint32_t seed = 0; seed < 200; ++seed) {
      std::mt19937 random(seed);
      const auto pick = [&](int64_t from, int64_t to) {
        return std::uniform_int_distribution<int64_t>(from, to - 1)(random);
      };
      std::array<int64_t, 6> begins{kFirstCycle};
      for (size_t cta = 1; cta < begins.size(); ++cta)
        begins[cta] = begins[cta - 1] + pick(40'000, 120'000);
      SteppingClock clock(505);
      // Steps within the second and the fourth CTA.
      clock.changeAt(pick(begins[1], begins[2]), static_cast<double>(pick(500, 700)));
      clock.changeAt(pick(begins[3], begins[4]), static_cast<double>(pick(500, 700)));
      Sm sm(clock);
      for (size_t cta = 0; cta + 1 < begins.size(); ++cta) {
        std::array<int64_t, 8> tiles;
        for (int64_t &tile : tiles)
          tile = pick(begins[cta], begins[cta + 1] - kTile);
        std::ranges::sort(tiles);
        for (size_t i = 1; i < tiles.size(); ++i) // one after the other
          tiles[i] = std::max(tiles[i], tiles[i - 1] + kTile);
        sm.addCta(begins[cta], std::max(begins[cta + 1], tiles.back() + kTile), tiles);
      }
      const Trace trace = sm.decode();
      verifyTiles(trace, clock, 5 * 8);
      QVERIFY2(test::contradictionOfClocks(trace).empty(), qPrintable(QString::number(seed)));
    }
  }

  /// The readings of concurrent CTAs on an SM give more information about its clock.
  void ctasThatRunBesideOthersUseTheReadingsOfThese() {
    constexpr int64_t kCycles = 80'000, kStagger = 5'000;
    SteppingClock clock(505);
    clock.changeAt(kFirstCycle + 2 * kCycles, 640);
    Sm sm(clock);
    for (int64_t cta = 0; cta < 64; ++cta) {
      const int64_t begin = kFirstCycle + cta * kStagger;
      sm.addCta(begin, begin + kCycles, std::array{begin + kCycles / 2});
    }
    const Trace trace = sm.decode();
    QCOMPARE(test::countNoted(trace, "record.changing-clock"), uint64_t{1});
    verifyTiles(trace, clock, 64);
    // Away from the step, a line is valid for the whole CTA, within a tick and the gap between two
    // reads.
    double least = 1e9;
    for (const ClockLine &line : trace.clocks())
      least = std::min(least, line.uncertaintyPs);
    QVERIFY2(least < 64'000, qPrintable(QString::number(least)));
  }

  void aTimerThatGoesBackContradictsTheOrderOfCycles() {
    SteppingClock clock(505);
    Sm sm(clock);
    for (int64_t cta = 0; cta < 3; ++cta) {
      sm.lateNs = cta < 2 ? 9'984 : 0;
      const int64_t begin = kFirstCycle + cta * 81'000;
      sm.addCta(begin, begin + 80'000, std::array{begin + 100, begin + 79'000});
    }
    QVERIFY(!test::contradictionOfClocks(sm.decode()).empty());
  }
};

QTEST_GUILESS_MAIN(ChangingClockTest)
#include "changing_clock_test.moc"
