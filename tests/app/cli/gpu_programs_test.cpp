// SPDX-License-Identifier: Apache-2.0
// Whole programs by the real proton-collect on a real NVIDIA GPU: they print the same with and
// without instrumentation.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/trace_file/trace_file.h"
#include "tests/app/cli/collect_process.h"
#include "tests/collector/program/printed_text.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// Compute capability 9.0: wgmma is of that chip alone.
bool isHopper() {
  const auto driver = cuda::Driver::open();
  const auto devices = driver ? (*driver)->devices() : tl::unexpected(driver.error());
  return devices && devices->front().major == 9 && devices->front().minor == 0;
}

} // namespace

class GpuProgramsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void printsTheSameWithAndWithoutInstrumentation_data() {
    QTest::addColumn<QString>("program");
    for (const char *name :
         {"all_reduce", "async_execute", "clusters", "concurrent", "mbarrier", "printf", "shuffle",
          "streams", "subgroup_reduce", "transform_script", "two_modules"})
      QTest::addRow("%s", name) << name;
    for (const char *name : {"tma_load", "wgmma"})
      if (isHopper())
        QTest::addRow("%s", name) << name;
  }
  void printsTheSameWithAndWithoutInstrumentation() {
    QFETCH(const QString, program);
    const QString base = testData("tests/collector/program/programs/" + program);
    QFile file(base + ".expected");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string expected = file.readAll().toStdString();
    const QTemporaryDir folder;
    const QString output = folder.filePath("out.pftrace");
    for (const char *mode : {"none", "default", "default:strategy=stream"}) {
      const Finished run =
          runToEnd(collectProgram(), {"run", base + ".mlir", "-o", output, "--target", "cuda",
                                      "--mode", mode, "--no-activity", "--progress", "none"});
      QVERIFY2(run.exitCode == 0, qPrintable(run.err));
      // The last line says where the trace is.
      std::string printed = run.out.toStdString();
      printed.erase(printed.rfind("wrote "));
      QCOMPARE(withoutAddresses(printed), expected);
      const auto trace = readTraceFile(output.toStdString());
      QVERIFY(trace);
      QCOMPARE(trace->sliceCount() > 0, std::string_view(mode) != "none");
    }
  }

  void anAssertionThatDoesNotHoldEndsTheProgramWithItsText() {
    const QString program = testData("tests/collector/program/programs/assertion.mlir");
    const QTemporaryDir folder;
    for (const char *mode : {"none", "default"}) {
      const Finished run =
          runToEnd(collectProgram(), {"run", program, "-o", folder.filePath("out.pftrace"),
                                      "--target", "cuda", "--mode", mode, "--progress", "none"});
      QCOMPARE(run.exitCode, 1);
      QVERIFY2(run.err.contains("a thread is too far") && run.err.contains("assertion.mlir:11"),
               qPrintable(run.err));
    }
  }
};

QTEST_GUILESS_MAIN(GpuProgramsTest)
#include "gpu_programs_test.moc"
