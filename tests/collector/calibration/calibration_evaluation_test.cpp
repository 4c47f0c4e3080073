// SPDX-License-Identifier: Apache-2.0
// What the records of a calibration say, on records whose costs are known.
#include <QtTest>

#include "collector/calibration/calibration_evaluation.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/calibration/sample_statistics.h"
#include "tests/support/record_emitter.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calibration;

namespace {

/// What the warp of the test does; the numbers are cycles.
struct Costs {
  uint64_t empty = 13;
  uint64_t inLoop = 17;
  uint64_t wait = 21;
  uint64_t chain = 500;
  uint64_t region = 511; ///< of one chain, with what the record adds
  uint64_t around = 30;  ///< of a scope around several chains
  uint64_t plain = 800;
  uint64_t added = 3; ///< by each record in the loop
};

enum Operation : uint16_t { Empty, InLoop, Wait, Few, Many, Region, Plain, Recorded, Work };

record::OperationTable table() {
  record::OperationTable operations;
  for (const char *name : {"empty", "empty in loop", "empty wait", "few", "many", "region", "plain",
                           "recorded", "work"})
    operations.operations.push_back({record::OperationKind::Scope, name, {}, {}});
  return operations;
}

/// Plays the calibration kernel with records of one warp.
class Warp {
public:
  void scopes(Operation operation, int count, uint64_t gap) {
    for (int i = 0; i < count; ++i) {
      m_segment.scopeStart(operation, m_now);
      m_segment.scopeEnd(operation, m_now + gap);
      m_now += 2 * gap;
    }
  }

  /// A loop of four scopes of work, with and without them.
  void work(uint64_t cycles, uint64_t added) {
    scopes(Plain, 1, cycles);
    m_segment.scopeStart(Recorded, m_now);
    const uint64_t end = m_now + cycles + 2 * 4 * added;
    scopes(Work, 4, cycles / 8);
    m_now = end;
    m_segment.scopeEnd(Recorded, m_now);
    m_now += 100;
  }

  std::vector<std::byte> block() {
    test::BlockEmitter emitter(1, 256);
    emitter.setClocks(1000, m_now + 100);
    emitter.units[0] = m_segment;
    std::vector<std::byte> bytes;
    emitter.appendTo(bytes);
    return bytes;
  }

private:
  test::SegmentEmitter m_segment{256};
  uint64_t m_now = 5000;
};

std::vector<std::byte> blockOf(const Costs &costs) {
  Warp warp;
  warp.scopes(Empty, 32, costs.empty);
  warp.scopes(Wait, 16, costs.wait);
  warp.scopes(Few, 1, costs.around + kFewChains * costs.chain);
  warp.scopes(Many, 1, costs.around + kManyChains * costs.chain);
  warp.scopes(Region, kRegions, costs.region);
  warp.scopes(InLoop, 16, costs.inLoop);
  warp.work(costs.plain, costs.added);
  return warp.block();
}

Result<RecordingCost> evaluate(const std::vector<std::byte> &block) {
  PSTUDIO_TRY_ASSIGN(UnitRecords units, readBlock(block));
  return evaluateCalibration(std::vector<UnitRecords>{std::move(units)}, table());
}

} // namespace

class CalibrationEvaluationTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theMedianIsWhatARecordAddsToARegion() {
    const auto cost = evaluate(blockOf({}));
    VERIFY_RESULT(cost);
    QCOMPARE(cost->record, 11.0);
    QCOMPARE(cost->emptyWait, 21.0);
  }

  void theRangeReachesFromHiddenRecordsToThoseInALoop() {
    const auto cost = evaluate(blockOf({}));
    VERIFY_RESULT(cost);
    QCOMPARE(cost->recordLow, 3.0);
    QCOMPARE(cost->recordHigh, 17.0);
  }

  void workThatAbsorbsItsRecordsCostsNothing() {
    Costs costs;
    costs.added = 0;
    const auto cost = evaluate(blockOf(costs));
    VERIFY_RESULT(cost);
    QCOMPARE(cost->recordLow, 0.0);
  }

  void aMissingPartIsAnErrorThatNamesIt() {
    Warp warp;
    warp.scopes(Empty, 32, 13);
    warp.scopes(Few, 1, 1000);
    warp.scopes(Many, 1, 3000);
    warp.scopes(Region, kRegions, 510);
    const auto cost = evaluate(warp.block());
    QVERIFY(!cost);
    QVERIFY(cost.error().message.find("empty scopes in a loop") != std::string::npos);
  }

  void droppedRecordsAreRefused() {
    Warp warp;
    warp.scopes(Empty, 200, 13);
    const auto units = readBlock(warp.block());
    QVERIFY(!units);
    QVERIFY(units.error().message.find("144 of 400 slots") != std::string::npos);
  }

  void aCtaThatNeverRanIsRefused() {
    QVERIFY(!readBlock(std::vector<std::byte>(4096)));
    QVERIFY(!readBlock({}));
  }

  void theMeanGapIsOverAllRecordsOfAName() {
    Warp warp;
    warp.scopes(Empty, 8, 11);
    const auto units = readBlock(warp.block());
    VERIFY_RESULT(units);
    QCOMPARE(meanGap(units->front(), table(), "empty"), 11.0);
    QCOMPARE(meanGap(units->front(), table(), "empty wait"), 0.0);
    QCOMPARE(gapsWithin(units->front(), table(), "empty").size(), size_t{15});
  }

  void percentilesInterpolate() {
    const Spread spread = spreadOf({5, 1, 4, 2, 3});
    QCOMPARE(spread.median, 3.0);
    QCOMPARE(spread.low, 1.4);
    QCOMPARE(spread.high, 4.6);
    QCOMPARE(spread.least, 1.0);
    QCOMPARE(spread.most, 5.0);
    QCOMPARE(spread.count, size_t{5});
    QCOMPARE(spreadOf({}).count, size_t{0});
    QCOMPARE(percentileOf({10, 20}, 0.25), 12.5);
    QCOMPARE(percentileOf({}, 0.5), 0.0);
  }
};

QTEST_GUILESS_MAIN(CalibrationEvaluationTest)
#include "calibration_evaluation_test.moc"
