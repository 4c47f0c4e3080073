// SPDX-License-Identifier: Apache-2.0
// Wavefronts of 64 lanes from record buffers to a trace: no mask is cut to 32 lanes.
#include <QtTest>

#include <map>

#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/support/trace_text.h"
#include "tests/support/decoded_capture.h"
#include "tests/support/record_emitter.h"
#include "tests/support/wave_trace.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

Trace decode(Granularity granularity) {
  const auto blocks = test::makeWaveBlocks(granularity);
  return test::decodedTrace(test::waveCapture(blocks));
}

std::map<std::string, uint32_t> tracksOf(const Trace &trace, TrackKind kind) {
  std::map<std::string, uint32_t> tracks;
  for (const Track &track : trace.tracks())
    if (track.kind == kind)
      ++tracks[std::string(trace.string(track.name))];
  return tracks;
}

} // namespace

class WaveTraceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aCtaOf256ThreadsHasFourWaves() {
    const Trace trace = decode(Granularity::Warp);
    const std::map<std::string, uint32_t> expected{
        {"warp 0", 3}, {"warp 1", 3}, {"warp 2", 3}, {"warp 3", 3}};
    QCOMPARE(tracksOf(trace, TrackKind::Warp), expected);
    QCOMPARE(trace.sliceCount(), size_t{2 * 3 * 4});
    QCOMPARE(trace.launches()[0].recordsDropped, uint64_t{0});
    QCOMPARE(trace.launches()[0].recordsUnmatched, uint64_t{0});
  }

  void masksOfLanesHaveSixtyFourBits() {
    const std::string text = traceToText(decode(Granularity::Warp));
    for (const uint64_t lanes : test::kWaveParts) {
      const QString mask =
          QString::asprintf("lanes=\"0x%08llx\"", static_cast<unsigned long long>(lanes));
      QVERIFY2(QString::fromStdString(text).count(mask) == 3,
               qPrintable(mask + "\n" + text.c_str()));
    }
  }

  void aLaneBeyondTheThirtySecondGivesItsValue() {
    const Trace trace = decode(Granularity::Warp);
    QCOMPARE(tracksOf(trace, TrackKind::Counter), (std::map<std::string, uint32_t>{{"sum", 12}}));
  }

  void everyLaneIsAThreadOfItsOwn() {
    const Trace trace = decode(Granularity::Thread);
    QCOMPARE(trace.sliceCount(), size_t{3 * 256});
    const auto threads = tracksOf(trace, TrackKind::Warp);
    QCOMPARE(threads.size(), size_t{256});
    for (uint32_t i = 0; i < 256; ++i)
      QVERIFY(threads.contains("thread " + std::to_string(i)));
  }

  /// Two stages of four loads to LDS each. A wait does not include the loads of the newer stage.
  void loadsOfAWaveAreFollowedUntilTheWaitForTheirCounter() {
    using analysis::AsyncQueue;
    using analysis::AsyncStep;
    test::BlockEmitter block(1, 64);
    block.setClocks(100, 1000);
    test::SegmentEmitter &wave = block.units[0];
    constexpr uint16_t kIssue = 0, kWait = 1;
    const auto step = [&](uint16_t operation, uint64_t begin, uint64_t end) {
      wave.eventStart(operation, 0, begin);
      wave.eventEnd(operation, 0, end);
    };
    step(kIssue, 110, 112);
    for (uint64_t at = 200; at < 500; at += 100) {
      step(kIssue, at, at + 2);
      step(kWait, at + 10, at + 50);
    }
    std::vector<std::byte> blocks;
    block.appendTo(blocks);
    LaunchCapture capture = test::waveCapture(blocks);
    capture.grid = {1, 1, 1};
    capture.block = {64, 1, 1};
    capture.operations.operations = {
        {OperationKind::Async, "load to LDS", OperationId(), "k.mlir:1:1"},
        {OperationKind::Async, "wait vmcnt", OperationId(), "k.mlir:2:1"}};
    capture.operations.operations[kIssue].async =
        analysis::AsyncSite{AsyncQueue::LoadCounter, AsyncStep::Issue, 0, 0, 4};
    capture.operations.operations[kWait].async =
        analysis::AsyncSite{AsyncQueue::LoadCounter, AsyncStep::Wait, 4};
    TraceBuilder builder;
    QVERIFY(decodeLaunch(capture, builder));
    const QString text = QString::fromStdString(traceToText(std::move(builder).finish()));
    // Each flight ends with the wait of the next step; the last flight has no wait.
    for (const char *flight : {"cycles [110, 250)", "cycles [200, 350)", "cycles [300, 450)"})
      QVERIFY2(text.contains(flight), qPrintable(text));
    QCOMPARE(text.count("pairing=\"wait not recorded\""), qsizetype(1));
    QVERIFY2(text.contains("queue=\"vmcnt\"") && text.contains("stage=1"), qPrintable(text));
    QVERIFY2(!text.contains("stage=2"), qPrintable(text));
  }

  void aFileKeepsThemAll() {
    const Trace trace = decode(Granularity::Warp);
    const auto saved = writePftraceToString(trace);
    QVERIFY(saved.has_value());
    const Result<Trace> again = readPftrace(std::as_bytes(std::span(*saved)), "");
    QVERIFY(again.has_value());
    QCOMPARE(QString::fromStdString(traceToText(*again)),
             QString::fromStdString(traceToText(trace)));
  }
};

QTEST_GUILESS_MAIN(WaveTraceTest)
#include "wave_trace_test.moc"
