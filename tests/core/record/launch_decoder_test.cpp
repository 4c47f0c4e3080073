// SPDX-License-Identifier: Apache-2.0
// From the bytes of a launch to the tracks, slices, counts and notes of a trace.
#include <QtTest>

#include <array>
#include <map>
#include <random>
#include <set>

#include "core/base/little_endian.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/record/launch_decoder.h"
#include "core/record/launch_writer.h"
#include "core/trace/call_path.h"
#include "core/trace/record_counts.h"
#include "tests/support/trace_text.h"
#include "tests/support/decoded_capture.h"
#include "tests/support/record_emitter.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;
using pstudio::test::SegmentEmitter;
using pstudio::test::SimulatedClock;

namespace {

constexpr uint16_t kTile = 0;
constexpr uint16_t kMultiply = 1;
constexpr uint16_t kCopy = 2;
constexpr uint16_t kRows = 3;

OperationTable gemmTable() {
  OperationTable table;
  table.operations = {
      {OperationKind::Scope, "tile", OperationId(), "gemm.mlir:10:5"},
      {OperationKind::Scope, "multiply", OperationId(kTile), "gemm.mlir:12:7"},
      {OperationKind::Event, "copy in flight", OperationId(), "gemm.mlir:11:7"},
      {OperationKind::Value, "rows left", OperationId(kTile), "", {}, ValueType::I32, "rows"}};
  return table;
}

/// A launch of `grid` CTAs of the model target over `buffer`.
LaunchCapture captureOf(const std::vector<std::byte> &buffer, std::array<uint32_t, 3> grid) {
  LaunchCapture capture;
  capture.blocks = buffer;
  capture.operations = gemmTable();
  capture.kernel = "gemm_tiled";
  capture.target = "CPU model";
  capture.timeBase = TimeBase::Model;
  capture.grid = grid;
  capture.block = {64, 1, 1};
  return capture;
}

/// Two scopes, one copy from the first to the second scope and one value.
void emitTile(SegmentEmitter &unit, uint64_t at, uint16_t instance) {
  unit.scopeStart(kTile, at);
  unit.eventStart(kCopy, instance, at);
  unit.value(kRows, at + 5, 42);
  unit.scopeStart(kMultiply, at + 10);
  unit.eventEnd(kCopy, instance, at + 20);
  unit.scopeEnd(kMultiply, at + 30);
  unit.scopeEnd(kTile, at + 30);
}

std::string decodeToText(const LaunchCapture &capture) {
  TraceBuilder trace;
  const Result<void> decoded = decodeLaunch(capture, trace);
  if (!decoded)
    return decoded.error().toString();
  return traceToText(std::move(trace).finish());
}

/// Two short CTAs on SM 5, one after the other, with pairs as a device reads them.
std::vector<std::byte> makeTimedLaunch(const SimulatedClock &clock, std::mt19937_64 &random) {
  std::vector<std::byte> buffer;
  for (uint32_t cta = 0; cta < 2; ++cta) {
    BlockEmitter block(1, 16);
    block.program = {cta, 0, 0};
    block.hardwareId = 5;
    const ClockPair begin = clock.read(clock.firstCycle + cta * 3000, random);
    const ClockPair end = clock.read(clock.firstCycle + cta * 3000 + 2400, random);
    block.beginCycle = static_cast<uint64_t>(begin.cycles.value);
    block.beginTime = static_cast<uint64_t>(begin.time.value);
    block.endCycle = static_cast<uint64_t>(end.cycles.value);
    block.endTime = static_cast<uint64_t>(end.time.value);
    emitTile(block.units[0], block.beginCycle + 10, 0);
    block.appendTo(buffer);
  }
  return buffer;
}

/// `ctas` CTAs of two warps with one tile each; the CTA's index is its SM.
std::vector<std::byte> makeLaunch(uint32_t ctas, uint32_t slots = 16) {
  std::vector<std::byte> buffer;
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    BlockEmitter block(2, slots);
    block.program = {cta, 0, 0};
    block.hardwareId = cta;
    block.setClocks(100, 200);
    for (SegmentEmitter &unit : block.units)
      emitTile(unit, 110, 0);
    block.appendTo(buffer);
  }
  return buffer;
}

// Checked by hand against what makeLaunch(1) emits.
constexpr const char *kGolden =
    R"text(trace "" producer "" date "" origin 0 ns
clock 0 cycle 100 = 100000 ps, 1000 ps/cycle, +-0 ps, model
launch 0 "gemm_tiled" on "CPU model" grid 1x1x1 block 64x1x1 shared 0 written 14 dropped 0 unmatched 0 model buffer.slotsPerUnit=16 buffer.unitsPerCta=2 buffer.strategy="circular" buffer.bytes=384 buffer.slotsWritten=16 buffer.slotsDropped=0
kernel "gemm_tiled" number -1
  launch "launch 0" number 0 launch 0
    sm "SM 0" number 0 clock 0 launch 0
      cta "CTA 0 (0, 0, 0)" number 0 clock 0 launch 0
        warp "warp 0" number 0 clock 0 launch 0
          row 0 [110000, 140000) "tile" category "scope" cycles [110, 140) operation=0 source="gemm.mlir:10:5"
          row 1 [120000, 140000) "multiply" category "scope" cycles [120, 140) parent slice 0 operation=1 source="gemm.mlir:12:7"
          async "copy in flight" number 2 clock 0 launch 0
            row 0 [110000, 130000) "copy in flight" category "async" cycles [110, 130) flags 8 operation=2 source="gemm.mlir:11:7" instance=0
          counter "rows left" number 3 unit "rows" clock 0 launch 0 operation=3
            sample 115000 42
        warp "warp 1" number 1 clock 0 launch 0
          row 0 [110000, 140000) "tile" category "scope" cycles [110, 140) operation=0 source="gemm.mlir:10:5"
          row 1 [120000, 140000) "multiply" category "scope" cycles [120, 140) parent slice 2 operation=1 source="gemm.mlir:12:7"
          async "copy in flight" number 2 clock 0 launch 0
            row 0 [110000, 130000) "copy in flight" category "async" cycles [110, 130) flags 8 operation=2 source="gemm.mlir:11:7" instance=0
          counter "rows left" number 3 unit "rows" clock 0 launch 0 operation=3
            sample 115000 42
)text";

} // namespace

class LaunchDecoderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void oneCtaGivesTheTracksOfItsWarpsAndTheirSlices() {
    const auto buffer = makeLaunch(1);
    QCOMPARE(QString::fromStdString(decodeToText(captureOf(buffer, {1, 1, 1}))), QString(kGolden));
  }

  void aScopeThatTakesNoTimeIsNotDrawnInsideTheNext() {
    BlockEmitter block(1, 16);
    block.setClocks(100, 200);
    SegmentEmitter &unit = block.units[0];
    unit.scopeStart(kMultiply, 110);
    unit.scopeEnd(kMultiply, 110);
    unit.scopeStart(kTile, 110);
    unit.scopeEnd(kTile, 140);
    std::vector<std::byte> buffer;
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(trace.rows().size(), size_t{1});
    QCOMPARE(trace.string(trace.sliceNames()[0]), std::string_view("multiply"));
    QVERIFY(!trace.parentOf(SliceId(0)).isValid());
    QVERIFY(!trace.parentOf(SliceId(1)).isValid());
    const std::string saved = *writePftraceToString(trace);
    const Result<Trace> again = readPftrace(std::as_bytes(std::span(saved)), "");
    QVERIFY(again.has_value());
    QCOMPARE(QString::fromStdString(traceToText(*again)),
             QString::fromStdString(traceToText(trace)));
  }

  void theTraceDoesNotDependOnTheNumberOfThreads() {
    const auto buffer = makeLaunch(100, 1024); // large enough for threads
    const auto decode = [&](unsigned threads) {
      TraceBuilder trace;
      if (!decodeLaunch(captureOf(buffer, {100, 1, 1}), trace, threads))
        qFatal("rejected");
      return traceToText(std::move(trace).finish());
    };
    const std::string one = decode(1);
    for (const unsigned threads : {2u, 5u, 16u})
      QVERIFY(decode(threads) == one);
  }

  void slicesKeepTheirCyclesAndParents() {
    const auto buffer = makeLaunch(1);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(trace.sliceCount(), size_t{6});
    size_t nested = 0;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      QVERIFY(slice.hasCycles);
      QCOMPARE(slice.beginCycles.value * 1000, slice.time.begin.value);
      QCOMPARE(slice.endCycles.value * 1000, slice.time.end.value);
      if (trace.string(slice.name) == "multiply") {
        ++nested;
        QCOMPARE(trace.string(trace.slice(slice.parent).name), std::string_view("tile"));
      }
    }
    QCOMPARE(nested, size_t{2});
  }

  void equalArgumentsAreStoredOnce() {
    std::vector<std::byte> buffer;
    BlockEmitter block(2, 1024);
    block.setClocks(0, 100000);
    for (SegmentEmitter &unit : block.units)
      for (uint16_t i = 0; i < 100; ++i) {
        unit.scopeStart(kTile, 100u * i);
        unit.eventStart(kCopy, i % 2, 100u * i);
        unit.eventEnd(kCopy, i % 2, 100u * i + 50);
        unit.scopeEnd(kTile, 100u * i + 60);
      }
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(trace.sliceCount(), size_t{400});
    QCOMPARE(trace.argSetCount(), size_t{1 + 2 + 1}); // tile, two instances of the copy, the launch
  }

  void damagedBlocksCostThemselvesOnly() {
    const auto good = makeLaunch(8);
    const size_t stride = good.size() / 8;
    auto buffer = good;
    const auto at = [&](size_t cta) { return buffer.data() + cta * stride; };
    storeLittle<uint32_t>(at(0) + kMagic, 0);
    storeLittle<uint32_t>(at(1) + kMagic, 0x12345678);
    storeLittle<uint16_t>(at(2) + kVersion, 9);
    storeLittle<uint32_t>(at(3) + kSlotsPerUnit, 32);
    storeLittle<uint32_t>(at(4) + kFlags, makeFlags(static_cast<Strategy>(7), Granularity::Warp));
    storeLittle<uint32_t>(at(5) + kProgramX, 1);
    storeLittle<uint64_t>(at(6) + kEndCycle, 50); // before its begin
    const Trace trace = test::decodedTrace(captureOf(buffer, {8, 1, 1}));
    for (const char *code :
         {"record.cta-not-run", "record.bad-magic", "record.bad-version", "record.bad-size",
          "record.bad-strategy", "record.wrong-cta", "record.bad-clock"})
      QVERIFY2(test::countNoted(trace, code) == 1, code);
    QCOMPARE(trace.sliceCount(), size_t{6}); // of CTA 7
    QCOMPARE(trace.launches()[0].recordsWritten, uint64_t{14});
  }

  void unfinishedCtaIsDecodedFromItsBeginAndNoted() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 16);
    block.beginCycle = (uint64_t{7} << 32) + 100;
    block.beginTime = 100;
    block.units[0].isFinalized = false;
    emitTile(block.units[0], block.beginCycle + 50, 0);
    block.appendTo(buffer);
    for (const TimeBase base : {TimeBase::Measured, TimeBase::Model}) {
      LaunchCapture capture = captureOf(buffer, {1, 1, 1});
      capture.timeBase = base;
      const Trace trace = test::decodedTrace(capture);
      QCOMPARE(test::countNoted(trace, "record.cta-not-finalized"), uint64_t{1});
      QCOMPARE(test::countNoted(trace, "record.unit-not-finalized"), uint64_t{1});
      QCOMPARE(trace.sliceBeginCycles()[0], static_cast<int64_t>(block.beginCycle + 50));
      // A model's rate is its own, however few pairs there are.
      const bool isModel = base == TimeBase::Model;
      QCOMPARE(test::countNoted(trace, "record.assumed-clock"), uint64_t{isModel ? 0u : 1u});
      QCOMPARE(trace.clocks()[0].base, isModel ? TimeBase::Model : TimeBase::Assumed);
    }
  }

  void aCtaThatTookNoCyclesReachedItsEnd() {
    for (const bool isFinalized : {true, false}) {
      std::vector<std::byte> buffer;
      BlockEmitter block(2, 16);
      block.setClocks(0, 0);
      block.units[0].scopeStart(kTile, 0);
      block.units[0].scopeEnd(kTile, 0);
      block.units[1].isFinalized = isFinalized;
      block.appendTo(buffer);
      const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
      QCOMPARE(test::countNoted(trace, "record.cta-not-finalized"),
               uint64_t{isFinalized ? 0u : 1u});
      QCOMPARE(trace.notes().empty(), isFinalized);
      QCOMPARE(trace.sliceCount(), size_t{1});
    }
  }

  void smallRingReportsHowManyRecordsItDropped() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 8);
    block.setClocks(0, 2000);
    for (uint64_t i = 0; i < 50; ++i) {
      block.units[0].scopeStart(kTile, 20 * i);
      block.units[0].scopeEnd(kTile, 20 * i + 10);
    }
    block.units[0].scopeStart(kTile, 1990);
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    const Launch &launch = trace.launches()[0];
    QCOMPARE(launch.recordsWritten, uint64_t{101});
    QCOMPARE(launch.recordsDropped, uint64_t{93});
    QCOMPARE(launch.recordsUnmatched, uint64_t{2}); // the end at the seam and the start at the end
    QCOMPARE(trace.sliceCount(), size_t{5});
    QCOMPARE(test::countNoted(trace, "record.dropped"), uint64_t{93});
    // The oldest kept record is of cycle 930.
    QCOMPARE(coveredPart(trace, launch).value(), (2000.0 - 930.0) / 2000.0);
    QCOMPARE(coveredText(trace), std::string("records cover 53.5 % of the time"));
    QCOMPARE(test::countNoted(trace, "record.covered"), uint64_t{1});
  }

  void strategyFirstCoversTheTimeUpToItsLastRecord() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 8, Strategy::First);
    block.setClocks(0, 2000);
    for (uint64_t i = 0; i < 50; ++i) {
      block.units[0].scopeStart(kTile, 20 * i);
      block.units[0].scopeEnd(kTile, 20 * i + 10);
    }
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(coveredPart(trace, trace.launches()[0]).value(), 70.0 / 2000.0);
  }

  void completeRecordsHaveNoCoveredPart() {
    const Trace trace = test::decodedTrace(captureOf(makeLaunch(1), {1, 1, 1}));
    QVERIFY(!coveredPart(trace, trace.launches()[0]));
    QCOMPARE(coveredText(trace), std::string());
  }

  void launchesOfOneKernelShareItsTrack() {
    const auto buffer = makeLaunch(2);
    TraceBuilder builder;
    for (uint32_t i = 0; i < 4; ++i) {
      LaunchCapture capture = captureOf(buffer, {2, 1, 1});
      capture.kernel = i % 2 ? "other" : "gemm_tiled";
      capture.index = i / 2;
      QVERIFY(decodeLaunch(capture, builder));
    }
    const Trace trace = std::move(builder).finish();
    QCOMPARE(trace.children(TrackId()).size(), size_t{2});
    for (TrackId kernel : trace.children(TrackId()))
      QCOMPARE(trace.children(kernel).size(), size_t{2});
    QCOMPARE(trace.launches().size(), size_t{4});
  }

  void everySmHasOneClockFittedOverAllItsCtas() {
    std::vector<std::byte> buffer;
    for (uint32_t cta = 0; cta < 6; ++cta) {
      BlockEmitter block(1, 16);
      block.program = {cta, 0, 0};
      block.hardwareId = cta % 2;
      const uint64_t begin = 1000 + cta * 500;
      block.beginCycle = begin * (1 + cta % 2); // SM 1 ticks twice as fast
      block.beginTime = begin;
      block.endCycle = (begin + 400) * (1 + cta % 2);
      block.endTime = begin + 400;
      emitTile(block.units[0], block.beginCycle + 10, 0);
      block.appendTo(buffer);
    }
    const Trace trace = test::decodedTrace(captureOf(buffer, {6, 1, 1}));
    QCOMPARE(trace.clocks().size(), size_t{2});
    QCOMPARE(trace.clocks()[0].picosecondsPerCycle, 1000.0);
    QCOMPARE(trace.clocks()[1].picosecondsPerCycle, 500.0);
    QCOMPARE(trace.clocks()[1].uncertaintyPs, 0.0);
  }

  void aDeviceLaunchSaysWhatItsClocksAndRecordsAreWorth() {
    std::mt19937_64 random(1);
    SimulatedClock clock;
    clock.firstCycle = 7'000'000;
    clock.firstTimeNs = 1'000'000;
    const std::vector<std::byte> buffer = makeTimedLaunch(clock, random);
    LaunchCapture capture = captureOf(buffer, {2, 1, 1});
    capture.timeBase = TimeBase::Measured;
    capture.timerTick = Nanoseconds(32);
    capture.recordingCost = RecordingCost{12.6, 3, 35, 41};
    for (int64_t at : {-60'000, -50'000, 30'000, 40'000})
      capture.clockReadings.push_back({5, clock.read(clock.firstCycle + at, random)});
    capture.clockReadings.push_back({5, {Cycles(-1), Nanoseconds(0)}});
    const Trace trace = test::decodedTrace(capture);
    QCOMPARE(trace.clocks()[0].base, TimeBase::Measured);
    QVERIFY(std::abs(trace.clocks()[0].picosecondsPerCycle / 505.0 - 1) < 0.001);
    QVERIFY(trace.clocks()[0].uncertaintyPs > 0 && trace.clocks()[0].uncertaintyPs < 26'000);
    QCOMPARE(test::countNoted(trace, "record.bad-clock-reading"), uint64_t{1});
    const Launch &launch = trace.launches()[0];
    QCOMPARE(*launch.recordingCost, *capture.recordingCost);
    const auto value = [&](std::string_view key) {
      for (const Arg &arg : trace.args(launch.args))
        if (trace.string(arg.key) == key)
          return arg.type == ArgType::Int ? static_cast<double>(arg.intValue) : arg.doubleValue;
      return -1.0;
    };
    QVERIFY(std::abs(value("clock.smGHz") - 1.980) < 0.003);
    QCOMPARE(value("clock.lowestSmGHz"), value("clock.highestSmGHz"));
    QCOMPARE(value("clock.timerTickNs"), 32.0);
    QVERIFY(std::abs(value("clock.uncertaintyNs") - trace.clocks()[0].uncertaintyPs / 1000.0) <
            0.0001);
    QVERIFY(value("clock.rateErrorPercent") > 0 && value("clock.rateErrorPercent") < 0.1);
  }

  void divergentRecordsCarryTheirLanes() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 16);
    block.setClocks(0, 100);
    block.units[0].partialScopeStart(kTile, 10, 0xff);
    block.units[0].partialScopeEnd(kTile, 20, 0xff);
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(trace.slice(SliceId(0)).flags, uint8_t{kSliceDivergent});
    QVERIFY(traceToText(trace).find("lanes=\"0x000000ff\"") != std::string::npos);
  }

  void unitsAreNamedByTheirGranularity() {
    QCOMPARE(unitName(Granularity::Warp, 3), std::string("warp 3"));
    QCOMPARE(unitName(Granularity::Warp4, 1), std::string("warps 4-7"));
    QCOMPARE(unitName(Granularity::Thread, 40), std::string("thread 40"));
    QCOMPARE(unitName(Granularity::Cta, 0), std::string("whole CTA"));
  }

  void eventThatEndsOnAnotherWarpNamesIt() {
    std::vector<std::byte> buffer;
    BlockEmitter block(2, 16);
    block.setClocks(0, 100);
    block.units[0].eventStart(kCopy, 3, 10);
    block.units[1].eventEnd(kCopy, 3, 60);
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(trace.sliceCount(), size_t{1});
    const Slice slice = trace.slice(SliceId(0));
    QCOMPARE(trace.track(slice.track).kind, TrackKind::Async);
    QCOMPARE(trace.string(trace.track(trace.track(slice.track).parent).name),
             std::string_view("warp 0"));
    QVERIFY(traceToText(trace).find("instance=3 \"ended by unit\"=1") != std::string::npos ||
            traceToText(trace).find("instance=3 ended by unit=1") != std::string::npos);
  }

  void operationsThatTheKernelDoesNotHaveAreNamedByTheirNumber() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 16);
    block.setClocks(0, 100);
    block.units[0].scopeStart(77, 10);
    block.units[0].scopeEnd(77, 20);
    block.appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, {1, 1, 1}));
    QCOMPARE(trace.string(trace.slice(SliceId(0)).name), std::string_view("operation 77"));
    QCOMPARE(test::countNoted(trace, "record.unknown-operation"), uint64_t{1});
  }

  void slicesOfCalledFunctionsKeepTheCallsThatLedToThem() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 16);
    block.setClocks(0, 100);
    uint64_t step = 0;
    for (const uint16_t inner : {1, 2, 1}) {
      const uint64_t at = 10u * ++step;
      block.units[0].scopeStart(0, at);
      block.units[0].scopeStart(inner, at + 2);
      block.units[0].scopeEnd(inner, at + 4);
      block.units[0].scopeEnd(0, at + 6);
    }
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer, {1, 1, 1});
    const std::vector<CallSite> overRows{{"rows", "k.mlir:9:5"}, {"sum", "k.mlir:3:1"}};
    const std::vector<CallSite> overColumns{{"columns", ""}, {"sum", "k.mlir:6:1"}};
    capture.operations.operations = {
        {OperationKind::Scope, "step", OperationId(), "k.mlir:8:1"},
        {OperationKind::Scope, "sum", OperationId(0), "k.mlir:1:1", overRows},
        {OperationKind::Scope, "sum", OperationId(0), "", overColumns}};
    const Trace recorded = test::decodedTrace(capture);
    const std::string saved = *writePftraceToString(recorded);
    const Result<Trace> read = readPftrace(std::as_bytes(std::span(saved)), "");
    QVERIFY(read);
    QCOMPARE(traceToText(*read), traceToText(recorded));
    for (const Trace *trace : {&recorded, &*read}) {
      std::map<std::string, int> counts;
      std::set<uint32_t> sets;
      for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
        const ArgSetId args = trace->slice(SliceId(i)).args;
        std::string path;
        for (const Call &call : callPathOf(*trace, args))
          path += "/" + std::string(call.function) + "@" + std::string(call.location);
        ++counts[path];
        sets.insert(args.value);
      }
      const std::map<std::string, int> expected{
          {"", 3}, {"/rows@k.mlir:9:5/sum@k.mlir:3:1", 2}, {"/columns@/sum@k.mlir:6:1", 1}};
      QCOMPARE(counts, expected);
      QCOMPARE(sets.size(), size_t{3}); // one for each operation, shared by its slices
    }
  }

  void argumentsThatOnlyLookLikeCallPathsAreNone() {
    TraceBuilder builder;
    std::vector<Arg> args;
    for (const char *key : {"call path", "call path[", "call path[0]", "call path[x].function",
                            "call path[1].function", "call path[0].at", "my call path[0].function"})
      args.push_back(Arg::ofString(builder.intern(key), builder.intern("f")));
    args.push_back(Arg::ofUint(builder.intern("call path[0].function"), 3));
    const ArgSetId set = builder.addArgs(args);
    const Trace trace = std::move(builder).finish();
    QVERIFY(callPathOf(trace, set).empty());
    QVERIFY(callPathOf(trace, ArgSetId()).empty());
    QVERIFY(!isCallPathKey("call path[0]"));
    QVERIFY(isCallPathKey("call path[12].at"));
  }

  void bufferOfAnotherLaunchIsRejected() {
    const auto buffer = makeLaunch(2);
    TraceBuilder trace;
    QVERIFY(!decodeLaunch(captureOf(buffer, {5, 1, 1}), trace));
    QVERIFY(!decodeLaunch(captureOf(buffer, {0, 1, 1}), trace));
    QVERIFY(!decodeLaunch(captureOf(buffer, {0xffffffff, 0xffffffff, 0xffffffff}), trace));
    QVERIFY(!decodeLaunch(captureOf({}, {1, 1, 1}), trace));
    QCOMPARE(trace.trackCount(), size_t{0});
  }

  void everyTruncationIsRejectedOrCounted() {
    const auto whole = makeLaunch(2);
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::vector<std::byte> cut(whole.begin(),
                                       whole.begin() + static_cast<std::ptrdiff_t>(size));
      TraceBuilder builder;
      const Result<void> decoded = decodeLaunch(captureOf(cut, {2, 1, 1}), builder);
      if (!decoded) {
        QVERIFY(!decoded.error().message.empty());
        continue;
      }
      const Trace trace = std::move(builder).finish();
      QVERIFY2(!trace.notes().empty(), qPrintable(QString("%1 bytes").arg(size)));
    }
  }

  void damagedBytesNeverCrashAndEverySliceStaysSane() {
    for (uint64_t seed = 1; seed <= 400; ++seed) {
      std::mt19937_64 random(seed);
      auto buffer = makeLaunch(3);
      const size_t damaged = 1 + random() % 40;
      for (size_t i = 0; i < damaged; ++i)
        buffer[random() % buffer.size()] = static_cast<std::byte>(random());
      TraceBuilder builder;
      const Result<void> decoded = decodeLaunch(captureOf(buffer, {3, 1, 1}), builder);
      QVERIFY2(decoded, qPrintable(QString("seed %1").arg(seed)));
      const Trace trace = std::move(builder).finish();
      for (int64_t duration : trace.sliceDurations())
        QVERIFY2(duration >= 0, qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void millionRandomRecordsDecodeInLinearTime() {
    constexpr uint32_t kSlots = 1u << 20;
    std::mt19937_64 random(1);
    BlockEmitter block(1, kSlots);
    block.setClocks(0, uint64_t{kSlots} * 8);
    for (uint64_t i = 0; i < kSlots; ++i) { // all kinds, nothing fits together
      const auto kind = static_cast<Kind>(1 + random() % 8);
      block.units[0].raw(
          makeTag(kind, static_cast<uint32_t>(random()), static_cast<uint32_t>(random())),
          static_cast<uint32_t>(i * 8));
    }
    std::vector<std::byte> buffer;
    block.appendTo(buffer);
    QElapsedTimer timer;
    timer.start();
    TraceBuilder builder;
    QVERIFY(decodeLaunch(captureOf(buffer, {1, 1, 1}), builder));
    const Trace trace = std::move(builder).finish();
    QVERIFY(trace.launches()[0].recordsUnmatched > 0);
    qInfo("decode and finish %lld ms, %zu slices", static_cast<long long>(timer.elapsed()),
          trace.sliceCount());
    QVERIFY2(timer.elapsed() < 60000, qPrintable(QString("%1 ms").arg(timer.elapsed())));
  }

  void millionRecordsDecodeInLinearTime() {
    constexpr uint32_t kCtas = 32;
    constexpr uint32_t kSlots = 8192;
    std::vector<std::byte> buffer;
    for (uint32_t cta = 0; cta < kCtas; ++cta) {
      BlockEmitter block(4, kSlots);
      block.program = {cta, 0, 0};
      block.hardwareId = cta % 4;
      block.setClocks(1000, 1000 + 40 * kSlots);
      for (SegmentEmitter &unit : block.units)
        for (uint32_t i = 0; i + 8 <= kSlots; i += 8) {
          const uint64_t at = 1000 + uint64_t{i} * 10;
          emitTile(unit, at, static_cast<uint16_t>(i / 8));
        }
      block.appendTo(buffer);
    }
    QElapsedTimer timer;
    timer.start();
    TraceBuilder builder;
    QVERIFY(decodeLaunch(captureOf(buffer, {kCtas, 1, 1}), builder));
    const qint64 decodeMs = timer.restart();
    const Trace trace = std::move(builder).finish();
    qInfo("%zu slots: decode %lld ms, finish %lld ms, %zu slices", size_t{kCtas} * 4 * kSlots,
          static_cast<long long>(decodeMs), static_cast<long long>(timer.elapsed()),
          trace.sliceCount());
    QCOMPARE(trace.sliceCount(), size_t{kCtas} * 4 * (kSlots / 8) * 3);
    QCOMPARE(trace.launches()[0].recordsUnmatched, uint64_t{0});
    QVERIFY2(decodeMs < 20000, qPrintable(QString("%1 ms").arg(decodeMs)));
  }
};

QTEST_GUILESS_MAIN(LaunchDecoderTest)
#include "launch_decoder_test.moc"
