// SPDX-License-Identifier: Apache-2.0
// Evaluation of a calibration's records, for records with given costs.
#include <QtTest>

#include "collector/calibration/calibration_evaluation.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/calibration/sample_statistics.h"
#include "tests/collector/calibration/played_calibration.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calibration;
using namespace pstudio::test;

namespace {

Result<RecordingCost> evaluate(const std::vector<std::byte> &block) {
  PSTUDIO_TRY_ASSIGN(UnitRecords units, readBlock(block, {}));
  const std::vector<UnitRecords> launches{std::move(units)};
  // The lengths of the simulated records do not depend on the number of turns.
  return evaluateCalibration({8, launches}, {16, launches}, calibrationTable());
}

} // namespace

class CalibrationEvaluationTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aRecordCostsTheMiddleOfWhatItAddsToTheTwoKindsOfRegions() {
    const auto cost = evaluate(blockOf({}, 1));
    VERIFY_RESULT(cost);
    QCOMPARE(cost->record, 8.0); // the mean of 11 and 5
    QCOMPARE(cost->emptyWait, 21.0);
  }

  void theRangeReachesFromHiddenRecordsToThoseInALoop() {
    const auto cost = evaluate(blockOf({}, 1));
    VERIFY_RESULT(cost);
    QCOMPARE(cost->recordLow, 3.0);
    QCOMPARE(cost->recordHigh, 17.0);
  }

  void workThatAbsorbsItsRecordsCostsNothing() {
    PlayedCosts costs;
    costs.added = 0;
    const auto cost = evaluate(blockOf(costs, 1));
    VERIFY_RESULT(cost);
    QCOMPARE(cost->recordLow, 0.0);
  }

  void aRegionIsItsOwnMeasureOfATurn() {
    // A turn takes 40 cycles, but 41 in the third region. A chain adds 3 cycles once, a record adds
    // 11.
    const auto launch = [](double turns) {
      PlayedWarp warp;
      warp.scopes("empty", 32, 13);
      warp.scopes("empty wait", 16, 21);
      warp.scopes("few", 1, uint32_t(kFewChains * (turns * 40 + 3) + 11));
      warp.scopes("many", 1, uint32_t(kManyChains * (turns * 40 + 3) + 11));
      for (uint32_t i = 0; i < kRegions; ++i)
        warp.scopes("region", 1, uint32_t(turns * (i == 2 ? 41 : 40) + 3 + 11));
      warp.scopes("straight few", 1, 1000);
      warp.scopes("straight many", 1, 3000);
      warp.scopes("straight region", kRegions, 511);
      warp.scopes("empty in loop", 16, 17);
      warp.scopes("plain", 1, 1000);
      warp.scopes("work", 4, 100);
      warp.scopes("recorded", 1, 1100);
      return std::vector<UnitRecords>{*readBlock(blockOf({warp}), {})};
    };
    const auto few = launch(8);
    const auto more = launch(16);
    const auto cost = evaluateCalibration({8, few}, {16, more}, calibrationTable());
    VERIFY_RESULT(cost);
    QCOMPARE(cost->record, 11.0);
  }

  void aMissingPartIsAnErrorThatNamesIt() {
    PlayedWarp warp;
    warp.scopes("empty", 32, 13);
    warp.scopes("few", 1, 1000);
    warp.scopes("many", 1, 3000);
    warp.scopes("region", kRegions, 510);
    warp.scopes("straight few", 1, 1000);
    warp.scopes("straight many", 1, 3000);
    warp.scopes("straight region", kRegions, 500);
    const auto cost = evaluate(blockOf({warp}));
    QVERIFY(!cost);
    QVERIFY(cost.error().message.find("empty scopes in a loop") != std::string::npos);
  }

  void droppedRecordsAreRejected() {
    PlayedWarp warp;
    warp.scopes("empty", 200, 13);
    const auto units = readBlock(blockOf({warp}), {});
    QVERIFY(!units);
    QVERIFY(units.error().message.find("144 of 400 slots") != std::string::npos);
  }

  void aCtaThatNeverRanIsRejected() {
    QVERIFY(!readBlock(std::vector<std::byte>(4096), {}));
    QVERIFY(!readBlock({}, {}));
  }

  void theMeanGapIsOverAllRecordsOfAName() {
    PlayedWarp warp;
    warp.scopes("empty", 8, 11);
    const auto units = readBlock(blockOf({warp}), {});
    VERIFY_RESULT(units);
    QCOMPARE(meanGap(units->front(), calibrationTable(), "empty"), 11.0);
    QCOMPARE(meanGap(units->front(), calibrationTable(), "empty wait"), 0.0);
    QCOMPARE(gapsWithin(units->front(), calibrationTable(), "empty").size(), size_t{15});
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
