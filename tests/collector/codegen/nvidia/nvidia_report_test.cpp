// SPDX-License-Identifier: Apache-2.0
// The reports of ptxas and of the driver's compiler, and how ptxas is run.
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "core/process/run_program.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::nvidia;
using test::textOf;

class NvidiaReportTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void theReportOfTheAskedKernelIsRead() {
    const char *log = R"(ptxas info    : 24 bytes gmem
ptxas info    : Compiling entry function 'other' for 'sm_90'
ptxas info    : Function properties for other
    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 4 bytes smem
ptxas info    : Compiling entry function 'k' for 'sm_90'
ptxas info    : Function properties for k
    80 bytes stack frame, 72 bytes spill stores, 68 bytes spill loads
ptxas info    : Used 42 registers, used 1 barriers, 80 bytes cumulative stack size, 8192 bytes smem, 376 bytes cmem[0]
ptxas info    : Compile time = 12.345 ms
)";
    const auto report = parseCompilerReport(log, "k");
    VERIFY_RESULT(report);
    QCOMPARE(*report, (ResourceReport{42, 80, 72, 68, 8192}));
  }

  void whatTheCompilerDoesInASlowWayIsKept() {
    const char *log =
        R"(ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to the presence of calls in the function 'k'
ptxas info    : (C7515) Potential Performance Loss: something else in the function 'kk'
ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored
ptxas info    : Compiling entry function 'k' for 'sm_90a'
ptxas info    : Used 42 registers
)";
    const auto report = parseCompilerReport(log, "k");
    VERIFY_RESULT(report);
    QCOMPARE(report->performanceLosses.size(), size_t{2});
    QCOMPARE(
        report->performanceLosses.front(),
        std::string("wgmma.mma_async instructions are serialized due to the presence of calls"));
    QCOMPARE(report->performanceLosses.back(), std::string("'setmaxnreg' ignored"));
  }

  void theDriversLogWithoutALastLineEndIsRead() {
    const auto report = parseCompilerReport(
        "info    : Compiling entry function 'k' for 'sm_90a'\ninfo    : Function properties for "
        "'k'\ninfo    : used 1 barriers\ninfo    : Used 8 registers, 1 stack",
        "k");
    VERIFY_RESULT(report);
    QCOMPARE(*report, (ResourceReport{8, 0, 0, 0, 0}));
  }

  void aLogWithoutTheKernelIsRejected() {
    for (const char *log :
         {"", "\n\n", "ptxas info    : Used 42 registers",
          "ptxas info    : Compiling entry function 'kk' for 'sm_90'\nUsed 42 registers",
          "Compiling entry function 'k' for 'sm_90'\nUsed many registers",
          "Compiling entry function 'k", "Function properties for "}) {
      const auto report = parseCompilerReport(log, "k");
      QVERIFY2(!report, log);
      QCOMPARE(report.error().code, ErrorCode::InvalidFormat);
      QVERIFY(textOf(report.error()).contains("\"k\""));
    }
  }

  void whatPtxasSaysIsTheErrorsText() {
    const auto ptxas = findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here");
    PtxKernel kernel;
    kernel.text =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { nonsense; }";
    kernel.entry = "k";
    kernel.architecture = *architectureNamed("sm_90");
    const auto report = assemble(*ptxas, kernel);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::CompileFailed);
    QVERIFY(textOf(report.error()).contains("line 4"));
  }

  void aProgramsOutputAndExitCodeAreKept() {
    const auto outcome =
        runProgram("/bin/sh", {"-c", "echo out; echo err >&2; exit 3"}, /*timeLimitSeconds=*/30);
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->exitCode, 3);
    QCOMPARE(outcome->output, std::string("out\nerr\n"));
  }

  void aProgramThatIsNotThereIsAnError() {
    const auto outcome = runProgram("/no/such/program", {}, 30);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Io);
    QVERIFY(textOf(outcome.error()).contains("/no/such/program"));
  }

  void aProgramThatTakesTooLongIsEnded() {
    QElapsedTimer timer;
    timer.start();
    const auto outcome = runProgram("/bin/sleep", {"100"}, 0.2);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::RunFailed);
    QVERIFY(timer.elapsed() < 30000);
  }
};

QTEST_GUILESS_MAIN(NvidiaReportTest)
#include "nvidia_report_test.moc"
