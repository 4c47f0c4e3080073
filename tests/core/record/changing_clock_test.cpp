// SPDX-License-Identifier: Apache-2.0
// Launches in which the clock of an SM changes its rate.
#include <QtTest>

#include <array>
#include <cmath>

#include "core/record/launch_decoder.h"
#include "core/trace/trace_builder.h"
#include "tests/support/record_emitter.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;

namespace {} // namespace

class ChangingClockTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  /// A GPU that is short of power lowers its clock from CTA to CTA.
  void ctasHaveClocksOfTheirOwnWhereTheRateChangesInTheLaunch() {
    constexpr std::array<int64_t, 3> kPicosecondsPerCycle{505, 560, 640};
    constexpr int64_t kCycles = 80'000;
    constexpr uint64_t kTick = 32;
    std::vector<std::byte> buffer;
    int64_t cycle = 1'000'000, picoseconds = 0;
    for (uint32_t cta = 0; cta < 3; ++cta) {
      const auto timer = [&] {
        return 1'700'000'000'000'000'000u +
               static_cast<uint64_t>(picoseconds) / 1000 / kTick * kTick;
      };
      BlockEmitter block(1, 16);
      block.program = {cta, 0, 0};
      block.hardwareId = 5;
      block.beginCycle = static_cast<uint64_t>(cycle);
      block.beginTime = timer();
      block.units[0].scopeStart(0, block.beginCycle + kCycles / 2);
      block.units[0].scopeEnd(0, block.beginCycle + kCycles / 2 + 100);
      cycle += kCycles;
      picoseconds += kCycles * kPicosecondsPerCycle[cta];
      block.endCycle = static_cast<uint64_t>(cycle);
      block.endTime = timer();
      block.appendTo(buffer);
    }
    LaunchCapture capture;
    capture.blocks = buffer;
    capture.operations.operations = {{OperationKind::Scope, "tile", OperationId(), "k.mlir:1:1"}};
    capture.kernel = "k";
    capture.target = "a GPU";
    capture.grid = {3, 1, 1};
    capture.block = {32, 1, 1};
    capture.timeBase = TimeBase::Measured;
    capture.timerTick = Nanoseconds(kTick);
    TraceBuilder builder;
    builder.info().origin = Nanoseconds(1'700'000'000'000'000'000);
    QVERIFY(decodeLaunch(capture, builder));
    const Trace trace = std::move(builder).finish();
    QCOMPARE(test::countNoted(trace, "record.changing-clock"), uint64_t{1});
    QCOMPARE(test::countNoted(trace, "record.broken-clock"), uint64_t{0});
    int64_t begin = 0;
    size_t tiles = 0;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      if (trace.string(slice.name) != "tile")
        continue;
      const int64_t rate = kPicosecondsPerCycle[tiles++];
      const int64_t truth = begin + kCycles / 2 * rate;
      QVERIFY(std::abs(slice.time.begin.value - truth) < 64'000);
      begin += kCycles * rate;
      const ClockLine &clock = *trace.clock(trace.track(slice.track).clock);
      QVERIFY(std::abs(clock.picosecondsPerCycle - static_cast<double>(rate)) < 1.0);
      // A change of 55 or 80 ps a cycle somewhere in it, or in the one beside it.
      QVERIFY(clock.uncertaintyPs > 55.0 * kCycles / 4 - 32'000);
      QVERIFY(clock.uncertaintyPs < 80.0 * kCycles / 4 + 96'000);
    }
    QCOMPARE(tiles, size_t{3});
  }
};

QTEST_GUILESS_MAIN(ChangingClockTest)
#include "changing_clock_test.moc"
