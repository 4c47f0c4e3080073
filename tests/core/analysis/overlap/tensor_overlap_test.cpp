// SPDX-License-Identifier: Apache-2.0
// Matrix operations that an mbarrier completes, and accesses to tensor memory, from record to
// figures.
#include <QtTest>

#include <algorithm>
#include <vector>

#include "core/analysis/overlap/launch_figures.h"
#include "core/analysis/overlap/overlap.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/support/decoded_capture.h"
#include "tests/support/record_emitter.h"
#include "tests/support/trace_text.h"
#include "tests/support/wave_trace.h"

using namespace pstudio;
using namespace pstudio::analysis;

namespace {

enum : uint16_t { kProduct, kCopy, kWait, kLoad, kLoadWait };

/// Two products and a copy on one mbarrier each phase; then two loads from tensor memory.
Trace recordedTrace() {
  test::BlockEmitter block(1, 64);
  block.setClocks(100, 5000);
  test::SegmentEmitter &warp = block.units[0];
  const auto step = [&](uint16_t operation, uint16_t key, uint64_t begin, uint64_t end) {
    warp.eventStart(operation, key, begin);
    warp.eventEnd(operation, key, end);
  };
  constexpr uint16_t kFirst = 2 * 2, kSecond = 4 * 2; // keys of two mbarriers, parity 0
  step(kProduct, kFirst, 110, 130);
  step(kWait, kFirst, 140, 340);
  step(kCopy, kSecond, 400, 410);
  step(kWait, kSecond, 420, 620);
  step(kLoad, 0, 700, 702);
  step(kLoad, 0, 704, 706);
  step(kLoadWait, 0, 710, 760);
  std::vector<std::byte> blocks;
  block.appendTo(blocks);
  record::LaunchCapture capture = test::waveCapture(blocks);
  capture.grid = {1, 1, 1};
  capture.block = {64, 1, 1};
  const auto add = [&](const char *name, const AsyncSite &site) {
    capture.operations.operations.push_back(
        {record::OperationKind::Async, name, OperationId(), std::string(name) + ":1:1"});
    capture.operations.operations.back().async = site;
  };
  capture.operations.operations.clear();
  add("tcgen05.mma", {AsyncQueue::Mbarrier, AsyncStep::Issue, 0, 0, 1, true});
  add("bulk copy", {AsyncQueue::Mbarrier, AsyncStep::Issue});
  add("wait mbarrier", {AsyncQueue::Mbarrier, AsyncStep::Wait});
  add("tcgen05.ld", {AsyncQueue::TensorLoad, AsyncStep::Issue});
  add("wait tcgen05.ld", {AsyncQueue::TensorLoad, AsyncStep::Wait});
  return test::decodedTrace(capture);
}

const Channel *channelNamed(const LaunchOverlap &launch, std::string_view name) {
  const auto found = std::ranges::find(launch.channels, name, &Channel::name);
  return found == launch.channels.end() ? nullptr : &*found;
}

} // namespace

class TensorOverlapTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aWaitForTheProductsOfAnMbarrierIsForMatrixOperations() {
    const Trace trace = recordedTrace();
    const LaunchOverlap launch = analyzeOverlap(trace).at(0);
    const Channel *products = channelNamed(launch, "tcgen05.mma");
    const Channel *copies = channelNamed(launch, "bulk copy");
    QVERIFY(products && copies);
    QVERIFY(products->isMatrix && !copies->isMatrix);
    QCOMPARE(products->queue, std::optional(AsyncQueue::Mbarrier));
    QCOMPARE(launch.waits.size(), size_t{3});
    QVERIFY(launch.waits[0].target == WaitTarget::Matrix);
    QVERIFY(launch.waits[1].target == WaitTarget::Copies);
    QCOMPARE(matrixInFlight(launch), 1u);
    QCOMPARE(launch.matrix.visits, uint64_t{1});
  }

  void aWaitForTensorMemoryIsForAllLoads() {
    const Trace trace = recordedTrace();
    const LaunchOverlap launch = analyzeOverlap(trace).at(0);
    const Channel *loads = channelNamed(launch, "tcgen05.ld");
    QVERIFY(loads);
    QCOMPARE(loads->operationCount, 2u);
    QCOMPARE(loads->figures.visits, uint64_t{2});
    QVERIFY(launch.waits[2].target == WaitTarget::Copies);
  }

  void aFileKeepsTheQueuesAndTheKindOfTheOperations() {
    const Trace trace = recordedTrace();
    const QString text = QString::fromStdString(traceToText(trace));
    QVERIFY2(text.contains("queue=\"tcgen05.ld\"") && text.contains("operations=\"matrix\""),
             qPrintable(text));
    const auto saved = writePftraceToString(trace);
    QVERIFY(saved.has_value());
    const Result<Trace> again = readPftrace(std::as_bytes(std::span(*saved)), "");
    QVERIFY(again.has_value());
    QCOMPARE(QString::fromStdString(traceToText(*again)), text);
  }
};

QTEST_GUILESS_MAIN(TensorOverlapTest)
#include "tensor_overlap_test.moc"
