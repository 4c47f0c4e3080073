// SPDX-License-Identifier: Apache-2.0
// A launch without any reading of the clocks beside it, as of an attached program: the lines of the
// SMs come from the begin and end of the blocks, and the trace states how far they may be off.
#include <cmath>
#include <random>

#include <QtTest>

#include "core/record/launch_decoder.h"
#include "tests/support/trace_text.h"
#include "tests/support/decoded_capture.h"
#include "tests/support/record_emitter.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;
using pstudio::test::SimulatedClock;

class BlockClocksTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void blocksAloneGiveTheClocksAndTheTraceStatesTheirUncertainty_data() {
    QTest::addColumn<int>("ctas");
    QTest::addColumn<int>("cyclesOfCta");
    QTest::addColumn<int>("tickNs");
    QTest::addColumn<bool>("isKnown"); // the rate
    QTest::newRow("one CTA of 10 us") << 1 << 20'000 << 32 << true;
    QTest::newRow("one CTA of 10 us, slow timer") << 1 << 20'000 << 1024 << true;
    QTest::newRow("one CTA within a tick") << 1 << 400 << 1024 << false;
    QTest::newRow("one wave of 3 us") << 132 << 6'000 << 32 << true;
    QTest::newRow("one wave of 4 us, slow timer") << 132 << 8'000 << 1024 << true;
  }
  void blocksAloneGiveTheClocksAndTheTraceStatesTheirUncertainty() {
    QFETCH(int, ctas);
    QFETCH(int, cyclesOfCta);
    QFETCH(int, tickNs);
    QFETCH(bool, isKnown);
    std::mt19937_64 random(7);
    std::vector<SimulatedClock> clocks;
    std::vector<std::byte> buffer;
    for (int cta = 0; cta < ctas; ++cta) {
      SimulatedClock &clock = clocks.emplace_back();
      clock.tickNs = tickNs;
      clock.firstCycle = 7'000'000 + static_cast<int64_t>(random() % 1'000'000);
      clock.firstTimeNs = 1'024'000;
      clock.phasePs = static_cast<double>(random() % 2'000'000);
      BlockEmitter block(1, 16);
      block.program = {static_cast<uint32_t>(cta), 0, 0};
      block.hardwareId = static_cast<uint32_t>(cta);
      const ClockPair begin = clock.read(clock.firstCycle, random);
      const ClockPair end = clock.read(clock.firstCycle + cyclesOfCta, random);
      block.setClocks(static_cast<uint64_t>(begin.cycles.value),
                      static_cast<uint64_t>(end.cycles.value));
      block.beginTime = static_cast<uint64_t>(begin.time.value);
      block.endTime = static_cast<uint64_t>(end.time.value);
      block.units[0].scopeStart(0, block.beginCycle + 10);
      block.units[0].scopeEnd(0, block.beginCycle + 50);
      block.appendTo(buffer);
    }
    LaunchCapture capture;
    capture.blocks = buffer;
    capture.operations.operations = {{OperationKind::Scope, "tile", OperationId(), "k.py:10:5"}};
    capture.kernel = "k";
    capture.grid = {static_cast<uint32_t>(ctas), 1, 1};
    capture.block = {32, 1, 1};
    capture.timeBase = TimeBase::Measured;
    capture.timerTick = Nanoseconds(tickNs);
    const Trace trace = test::decodedTrace(capture);
    QCOMPARE(trace.clocks().size(), static_cast<size_t>(ctas));
    QCOMPARE(test::countNoted(trace, "record.assumed-clock"), uint64_t{isKnown ? 0u : 1u});
    for (const ClockLine &line : trace.clocks()) {
      QCOMPARE(line.base, isKnown ? TimeBase::Measured : TimeBase::Assumed);
      QVERIFY(line.uncertaintyPs >= tickNs * 100.0 && line.uncertaintyPs < tickNs * 2000.0);
    }
    QCOMPARE(trace.sliceCount(), static_cast<size_t>(ctas));
    for (size_t cta = 0; cta < trace.sliceCount(); ++cta) { // one slice each, in their order
      const int64_t cycles = trace.sliceBeginCycles()[cta];
      const double seen =
          static_cast<double>(trace.slice(SliceId(static_cast<uint32_t>(cta))).time.begin.value);
      const double truth = clocks[cta].truthFrom(trace.info().origin, cycles);
      QVERIFY2(std::abs(seen - truth) <= trace.clocks()[cta].uncertaintyPs + 1,
               qPrintable(QStringLiteral("%1 and %2 ps").arg(seen).arg(truth)));
    }
    const std::string text = traceToText(trace);
    QCOMPARE(text.find("clock.uncertaintyNs") != std::string::npos, isKnown);
    QCOMPARE(text.find("clock.rateErrorPercent") != std::string::npos, isKnown);
  }
};

QTEST_GUILESS_MAIN(BlockClocksTest)
#include "block_clocks_test.moc"
