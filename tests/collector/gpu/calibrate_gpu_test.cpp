// SPDX-License-Identifier: Apache-2.0
// The cost of a record on a real GPU is one that a GPU can have, and regions become right by it.
#include "tests/collector/gpu/compiled_gpu_test.h"

#include <cmath>

#include "collector/bench.h"
#include "collector/calibration/calibrate.h"
#include "collector/calibration/empty_waits.h"
#include "collector/calibration/micro_kernels.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

/// The first device of the machine.
struct Gpu {
  std::shared_ptr<const cuda::Driver> driver;
  cuda::Context context;
  nvidia::Architecture architecture;
};

Result<Gpu> openGpu() {
  PSTUDIO_TRY_ASSIGN(std::shared_ptr<const cuda::Driver> driver, cuda::Driver::open());
  PSTUDIO_TRY_ASSIGN(cuda::Context context, cuda::Context::open(driver, 0));
  PSTUDIO_TRY_ASSIGN(nvidia::Architecture architecture,
                     nvidia::architectureForDevice(context.device().major, context.device().minor));
  return Gpu{std::move(driver), std::move(context), std::move(architecture)};
}

/// Rows of a place for the records and a number of warps.
void addModes(std::initializer_list<uint32_t> warpCounts) {
  QTest::addColumn<QString>("mode");
  QTest::addColumn<uint32_t>("warps");
  for (const char *mode : {"default:buffer_type=shared", "default:buffer_type=global"})
    for (const uint32_t warps : warpCounts)
      QTest::addRow("%s, %u warps", mode, warps) << mode << warps;
}

} // namespace

class CalibrateGpuTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void aRecordCostsWhatAGpuCanTake_data() { addModes({1u, 4u, 16u, 32u}); }
  void aRecordCostsWhatAGpuCanTake() {
    QFETCH(QString, mode);
    QFETCH(uint32_t, warps);
    const auto gpu = openGpu();
    VERIFY_RESULT(gpu);
    const auto parsed = InstrumentationMode::parse(mode.toStdString());
    VERIFY_RESULT(parsed);
    const auto cost = calibration::calibrate(gpu->context, gpu->architecture, *parsed, warps);
    VERIFY_RESULT(cost);
    qInfo("%g cycles (%g to %g), empty wait %g", cost->record, cost->recordLow, cost->recordHigh,
          cost->emptyWait);
    QVERIFY(cost->recordLow >= 0.0);
    QVERIFY(cost->recordLow <= cost->record);
    QVERIFY(cost->record <= cost->recordHigh);
    QVERIFY(cost->record < 500.0);
    QVERIFY(cost->recordHigh >= 2.0); // two clock reads cannot be the same instruction
    QVERIFY(cost->emptyWait > 0.0);
  }

  void anEmptyWaitOfEveryQueueIsShort_data() { addModes({1u, 12u, 32u}); }
  void anEmptyWaitOfEveryQueueIsShort() {
    QFETCH(QString, mode);
    QFETCH(uint32_t, warps);
    const auto gpu = openGpu();
    VERIFY_RESULT(gpu);
    const auto parsed = InstrumentationMode::parse(mode.toStdString());
    VERIFY_RESULT(parsed);
    const auto waits =
        calibration::measureEmptyWaits(gpu->context, gpu->architecture, *parsed, warps);
    VERIFY_RESULT(waits);
    QCOMPARE(waits->size(), calibration::queuesOf(gpu->architecture).size());
    for (const calibration::EmptyWait &wait : *waits) {
      qInfo("%s %g cycles", calibration::emptyWaitName(wait.queue).c_str(), wait.cycles);
      QVERIFY(wait.cycles > 0.0);
      QVERIFY(wait.cycles < 300.0); // less than a load from the L2 cache takes
    }
  }

  void everySectionMeasures() {
    bench::Request request;
    request.sections = {"floor", "residual", "launch", "clock"};
    request.iterations = 3;
    const auto report = bench::run(request, {[](const bench::Report &) {}, [](const auto &) {}});
    VERIFY_RESULT(report);
    for (const bench::Section &section : report->sections) {
      QVERIFY2(!section.failure, section.failure ? qPrintable(test::textOf(*section.failure)) : "");
      for (const bench::Table &table : section.tables)
        QVERIFY2(!table.rows.empty(), table.title.c_str());
    }
  }
};

int test::runCalibrateGpuTest(const QStringList &arguments) {
  CalibrateGpuTest tests;
  return QTest::qExec(&tests, arguments);
}

#include "calibrate_gpu_test.moc"
