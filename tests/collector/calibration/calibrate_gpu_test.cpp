// SPDX-License-Identifier: Apache-2.0
// The cost of a record on a real GPU is one that a GPU can have, and regions become right by it.
#include <QtTest>

#include <cmath>

#include "collector/bench.h"
#include "collector/calibration/calibrate.h"
#include "collector/calibration/empty_waits.h"
#include "collector/calibration/micro_kernels.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

class CalibrateGpuTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void aRecordCostsWhatAGpuCanTake_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<uint32_t>("warps");
    for (const char *mode : {"default:buffer_type=shared", "default:buffer_type=global"})
      for (const uint32_t warps : {1u, 4u, 16u, 32u})
        QTest::addRow("%s, %u warps", mode, warps) << mode << warps;
  }
  void aRecordCostsWhatAGpuCanTake() {
    QFETCH(QString, mode);
    QFETCH(uint32_t, warps);
    const auto driver = cuda::Driver::open();
    VERIFY_RESULT(driver);
    const auto context = cuda::Context::open(*driver, 0);
    VERIFY_RESULT(context);
    const auto architecture =
        nvidia::architectureForDevice(context->device().major, context->device().minor);
    VERIFY_RESULT(architecture);
    const auto parsed = InstrumentationMode::parse(mode.toStdString());
    VERIFY_RESULT(parsed);
    const auto cost = calibration::calibrate(*context, *architecture, *parsed, warps);
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

  void anEmptyWaitOfEveryQueueIsShort_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<uint32_t>("warps");
    for (const char *mode : {"default:buffer_type=shared", "default:buffer_type=global"})
      for (const uint32_t warps : {1u, 12u, 32u})
        QTest::addRow("%s, %u warps", mode, warps) << mode << warps;
  }
  void anEmptyWaitOfEveryQueueIsShort() {
    QFETCH(QString, mode);
    QFETCH(uint32_t, warps);
    const auto driver = cuda::Driver::open();
    VERIFY_RESULT(driver);
    const auto context = cuda::Context::open(*driver, 0);
    VERIFY_RESULT(context);
    const auto architecture =
        nvidia::architectureForDevice(context->device().major, context->device().minor);
    VERIFY_RESULT(architecture);
    const auto parsed = InstrumentationMode::parse(mode.toStdString());
    VERIFY_RESULT(parsed);
    const auto waits = calibration::measureEmptyWaits(*context, *architecture, *parsed, warps);
    VERIFY_RESULT(waits);
    QCOMPARE(waits->size(), calibration::queuesOf(*architecture).size());
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

QTEST_GUILESS_MAIN(CalibrateGpuTest)
#include "calibrate_gpu_test.moc"
