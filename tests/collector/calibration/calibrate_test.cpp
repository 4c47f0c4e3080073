// SPDX-License-Identifier: Apache-2.0
// A whole calibration on a driver without a GPU, whose launches leave records of known costs.
#include <QtTest>

#include "collector/calibration/calibrate.h"
#include "collector/calibration/micro_kernels.h"
#include "collector/codegen/kernel_module.h"
#include "tests/collector/calibration/played_calibration.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calibration;
using namespace pstudio::test;

namespace {

/// The arguments of a micro-kernel with records.
enum Argument : size_t { Clocks, Sink, Iterations, Number, Records };

/// Stores `bytes` at a device address.
void store(FakeMemory &memory, uint64_t address, const std::vector<std::byte> &bytes) {
  std::vector<std::byte> &buffer = memory.at(address);
  if (bytes.size() == buffer.size())
    buffer = bytes;
}

/// The operations of the calibration kernel as the compiler numbers them.
record::OperationTable compiledTable() {
  const MicroKernel kernel = calibrationKernel();
  auto module = KernelModule::parse(kernel.text, "calibration.mlir");
  InstrumentOptions options;
  options.block = {32, 1, 1};
  return module->instrument(kernel.function, options)->operations;
}

/// A driver whose kernel "micro" leaves these records.
FakeCuda &driverWith(const PlayedCosts &costs) {
  FakeCuda &fake = freshFakeCuda();
  fake.kernels = {{emptyScopes(1).function, {{0, 1024}, {4, 40}}, {8, 8, 4, 4, 8}}};
  const record::OperationTable table = compiledTable();
  fake.body = [costs, table](const FakeLaunch &launch, FakeMemory &memory) {
    const uint32_t warps = launch.block[0] / 32;
    store(memory, launch.arguments[Records], blockOf(costs, warps, table));
    std::vector<std::byte> clocks(kOuterClockWords * 8);
    for (uint32_t warp = 0; warp < warps; ++warp)
      clocks[(2 * warp + 1) * 8] = std::byte{100}; // ends at 100, begins at 0
    store(memory, launch.arguments[Clocks], clocks);
  };
  return fake;
}

Result<RecordingCost> run(const char *modeText, uint32_t warps) {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode, InstrumentationMode::parse(modeText));
  return calibrate(openContext(), *nvidia::architectureNamed("sm_90a"), mode, warps);
}

} // namespace

class CalibrateTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void theCostIsThatOfTheDevicesRecords_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<uint32_t>("warps");
    // The number of slots is the calibration's own: two of these would hold too little.
    QTest::addRow("default, 1 warp") << "default" << 1u;
    QTest::addRow("shared, 16 warps") << "default:buffer_type=shared:slots=4" << 16u;
    QTest::addRow("global, 4 warps") << "default:buffer_type=global:slots=8" << 4u;
    QTest::addRow("none, 4 warps") << "none" << 4u;
  }
  void theCostIsThatOfTheDevicesRecords() {
    QFETCH(QString, mode);
    QFETCH(uint32_t, warps);
    FakeCuda &fake = driverWith({});
    const auto cost = run(qPrintable(mode), warps);
    VERIFY_RESULT(cost);
    QCOMPARE(cost->record, 8.0);
    QCOMPARE(cost->recordLow, 3.0);
    QCOMPARE(cost->recordHigh, 17.0);
    QCOMPARE(cost->emptyWait, 21.0);
    QVERIFY(fake.launches.size() <= 12);
    for (const FakeLaunch &launch : fake.launches)
      QCOMPARE(launch.block[0], 32 * warps);
    QCOMPARE(offencesOf(fake), std::string());
    QCOMPARE(liveObjectsOf(fake), std::string());
  }

  void aKernelThatDoesNothingIsNoMeasurement() {
    FakeCuda &fake = driverWith({});
    fake.body = {};
    const auto cost = run("default", 1);
    QVERIFY(!cost);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aFaultIsTheDriversError() {
    FakeCuda &fake = driverWith({});
    fake.nextLaunch = FakeOutcome::Faults;
    const auto cost = run("default", 1);
    QVERIFY(!cost);
    QCOMPARE(cost.error().code, ErrorCode::RunFailed);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void warpsBeyondACtaAreRejected() {
    freshFakeCuda();
    for (const uint32_t warps : {0u, 33u}) {
      const auto cost = run("default", warps);
      QVERIFY(!cost);
      QCOMPARE(cost.error().code, ErrorCode::InvalidInput);
    }
  }
};

QTEST_GUILESS_MAIN(CalibrateTest)
#include "calibrate_test.moc"
