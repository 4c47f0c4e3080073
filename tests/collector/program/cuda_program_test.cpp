// SPDX-License-Identifier: Apache-2.0
// A whole program of the target cuda on a driver without a GPU, which executes the program's
// kernels as functions of the host.
#include <QtTest>

#include <cstring>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "collector/program/program_session.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/fake_cuda/simulated_probe.h"
#include "tests/collector/program/program_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A descriptor of a memref of rank 1 among the words of a launch: allocated, aligned, offset,
/// size, stride.
constexpr size_t kDescriptorWords = 5;

using Names = std::vector<std::string>;

float *elements(const FakeLaunch &launch, size_t memref) {
  return reinterpret_cast<float *>(launch.arguments[memref * kDescriptorWords + 1]);
}

/// The file that standard output goes to.
ino_t standardOutput() {
  struct stat status {};
  ::fstat(STDOUT_FILENO, &status);
  return status.st_ino;
}

/// The kernels of programs/streams.mlir.
void runKernel(const FakeLaunch &launch) {
  for (unsigned i = 0; i < launch.block[0]; ++i) {
    float *a = elements(launch, 0) + i;
    *a += launch.kernel == "join" ? elements(launch, 1)[i] : *a;
  }
}

} // namespace

class CudaProgramTest : public QObject {
  Q_OBJECT

private:
  FakeCuda *m_fake = nullptr;
  int64_t m_nowNs = 1'000'000;
  double m_timeLimitSeconds = 10.0;
  std::set<std::string> m_begun; ///< kernels of programs/concurrent.mlir
  ProgramLog m_log;

  Result<RunOutcome> run(const std::string &mode, const std::string &program = "streams") {
    ProgramSpec spec = programNamed(program, mode);
    spec.target = "cuda:sm_90";
    spec.timeLimitSeconds = m_timeLimitSeconds;
    const std::atomic<bool> cancel{false};
    const auto device = program::makeCudaProgramDevice({"sm_90", pathOf(FakeLibrary::Whole)});
    return program::runProgram(spec, *device, m_log, cancel, {});
  }

  Names launched() const {
    Names names;
    for (const FakeLaunch &launch : m_fake->launches)
      if (launch.kernel != "pstudio_clock_probe")
        names.push_back(launch.kernel + " with " + std::to_string(launch.arguments.size()));
    return names;
  }

  void setKernels(size_t profileWords) {
    const std::map<int, int> attributes{{0, 1024}, {1, 0}, {3, 0}, {4, 24}};
    m_fake->kernels = {
        {"pstudio_clock_probe", {{0, 1024}, {4, 18}}, {8, 8}},
        {"double", attributes, std::vector<size_t>(kDescriptorWords + profileWords, 8)},
        {"join", attributes, std::vector<size_t>(2 * kDescriptorWords + profileWords, 8)}};
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      if (launch.kernel == "pstudio_clock_probe")
        runSimulatedProbe(launch, memory, m_nowNs);
      else
        runKernel(launch);
      m_nowNs += 10'000;
    };
  }

private Q_SLOTS:
  void init() {
    m_fake = &freshFakeCuda();
    m_log.printed.clear();
  }

  void memoryCopiesFillsAndLaunchesGoThroughTheDriver() {
    setKernels(0);
    const auto outcome = run("none");
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY2(m_log.printed.find("[14,  16,  18,  20,  22]") != std::string::npos,
             m_log.printed.c_str());
    QCOMPARE(launched(), (Names{"double with 5", "double with 5", "join with 10"}));
    QCOMPARE(outcome->trace.launches().size(), size_t{3});
    QCOMPARE(outcome->trace.string(outcome->trace.launches()[0].target),
             std::string_view("NVIDIA H200"));
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void instrumentedKernelsGetTheProfileBufferBehindTheirOwnArguments() {
    setKernels(1);
    const auto outcome = run("default:slots=16");
    VERIFY_RESULT(outcome);
    QVERIFY2(m_log.printed.find("[14,  16,  18,  20,  22]") != std::string::npos,
             m_log.printed.c_str());
    QCOMPARE(launched(), (Names{"double with 6", "double with 6", "join with 11"}));
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void aLaunchWithClustersPassesItsArguments() {
    const std::map<int, int> attributes{{0, 1024}, {1, 0}, {3, 0}, {4, 24}};
    setKernels(0);
    m_fake->kernels.push_back({"clusters", attributes, {8, 8, 8, 8, 8, 4}});
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_nowNs += 10'000;
      if (launch.kernel == "pstudio_clock_probe")
        return runSimulatedProbe(launch, memory, m_nowNs);
      QCOMPARE(launch.cluster, (std::array<unsigned, 3>{2, 1, 1}));
      auto *out = reinterpret_cast<int32_t *>(launch.arguments[1]);
      for (unsigned i = 0; i < launch.grid[0]; ++i)
        out[i] = static_cast<int32_t>(i / launch.cluster[0] + launch.arguments[5]);
    };
    const auto outcome = run("none", "clusters");
    VERIFY_RESULT(outcome);
    QVERIFY2(m_log.printed.find("[16,  16,  17,  17,  18,  18,  19,  19]") != std::string::npos,
             m_log.printed.c_str());
    QCOMPARE(launched(), (Names{"clusters with 6"}));
    // The code was made for what the launch passes: argument 1 is 16.
    const Trace &trace = outcome->trace;
    std::string facts;
    for (const Arg &arg : trace.args(trace.launches()[0].args))
      if (trace.string(arg.key) == "compile.facts")
        facts = trace.string(arg.stringValue);
    QCOMPARE(facts, std::string("1:div16"));
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void whatAKernelPrintsComesWithTheRunsOutput() {
    setKernels(0);
    m_fake->kernels.push_back({"greet", {{0, 1024}, {1, 0}, {3, 0}, {4, 24}}, {4, 8}});
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_nowNs += 10'000;
      if (launch.kernel == "pstudio_clock_probe")
        return runSimulatedProbe(launch, memory, m_nowNs);
      for (unsigned i = 0; i < launch.block[0]; ++i)
        m_fake->printed += "lane " + std::to_string(i) + "\n";
    };
    const auto outcome = run("none", "printf");
    VERIFY_RESULT(outcome);
    QCOMPARE(m_log.printed, std::string("lane 0\nlane 1\nlane 2\n"));
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void aKernelThatPrintsAndFaultsGivesStandardOutputBack() {
    setKernels(0);
    m_fake->kernels.push_back({"greet", {{0, 1024}, {1, 0}, {3, 0}, {4, 24}}, {4, 8}});
    m_fake->outcomes["greet"] = FakeOutcome::Faults;
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      if (launch.kernel == "pstudio_clock_probe")
        runSimulatedProbe(launch, memory, m_nowNs);
      m_nowNs += 10'000;
    };
    const ino_t before = standardOutput();
    const auto outcome = run("none", "printf");
    QVERIFY(!outcome || outcome->failure);
    QCOMPARE(standardOutput(), before);
  }

  /// The kernels of programs/concurrent.mlir, which end when both have begun.
  void setWaitingKernels(size_t profileWords) {
    setKernels(0);
    const std::map<int, int> attributes{{0, 1024}, {1, 0}, {3, 0}, {4, 24}};
    for (const char *name : {"first", "second"})
      m_fake->kernels.push_back(
          {name, attributes, std::vector<size_t>(kDescriptorWords + profileWords, 8)});
    m_begun.clear();
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_nowNs += 10'000;
      if (launch.kernel == "pstudio_clock_probe")
        return runSimulatedProbe(launch, memory, m_nowNs);
      m_begun.insert(launch.kernel);
      auto *flags = reinterpret_cast<int32_t *>(launch.arguments[1]);
      const bool isFirst = launch.kernel == "first";
      flags[isFirst ? 0 : 1] = 1;
      flags[isFirst ? 2 : 3] = isFirst ? 10 : 20;
    };
    m_fake->canEnd = [this](const FakeLaunch &launch) {
      return launch.kernel == "pstudio_clock_probe" || m_begun.size() == 2;
    };
  }

  void kernelsThatWaitForEachOtherRunTogether_data() {
    QTest::addColumn<QString>("mode");
    QTest::newRow("plain") << "none";
    QTest::newRow("instrumented") << "default:slots=16";
  }
  void kernelsThatWaitForEachOtherRunTogether() {
    QFETCH(const QString, mode);
    setWaitingKernels(mode == "none" ? 0 : 1);
    const auto outcome = run(mode.toStdString(), "concurrent");
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY2(m_log.printed.find("[1,  1,  10,  20]") != std::string::npos, m_log.printed.c_str());
    const Trace &trace = outcome->trace;
    QCOMPARE(trace.launches().size(), size_t{2});
    std::vector<int64_t> streams;
    for (const Launch &launch : trace.launches())
      for (const Arg &arg : trace.args(launch.args))
        if (trace.string(arg.key) == "launch.stream")
          streams.push_back(arg.intValue);
    QCOMPARE(streams, (std::vector<int64_t>{0, 1}));
    // The clocks are read before the first and after the last of them.
    Names order;
    for (const FakeLaunch &launch : m_fake->launches)
      order.push_back(launch.kernel);
    QCOMPARE(order, (Names{"pstudio_clock_probe", "first", "second", "pstudio_clock_probe"}));
    if (mode != "none") // their records lie apart
      QVERIFY(m_fake->launches[1].arguments.back() != m_fake->launches[2].arguments.back());
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void aKernelThatWaitsForOneThatNeverComesMeetsTheTimeLimit() {
    setWaitingKernels(0);
    m_fake->canEnd = [](const FakeLaunch &launch) {
      return launch.kernel == "pstudio_clock_probe";
    };
    m_timeLimitSeconds = 0.2;
    const auto outcome = run("none", "concurrent");
    m_timeLimitSeconds = 10.0;
    const Error error = outcome ? *outcome->failure : outcome.error();
    QVERIFY2(textOf(error).contains("running kernel first: not done within the time limit") &&
                 textOf(error).contains("concurrent.mlir:60:"),
             qPrintable(textOf(error)));
  }

  void anAssertionOfAKernelIsToldWithTheDriversText() {
    setKernels(0);
    m_fake->kernels.push_back({"main_kernel", {{0, 1024}, {1, 0}, {3, 0}, {4, 24}}, {}});
    m_fake->outcomes["main_kernel"] = FakeOutcome::Faults;
    m_fake->fault = 710;
    m_fake->printedAtFault = "assertion.mlir:11: main_kernel: block: [0,0,0], thread: [4,0,0] "
                             "Assertion `a thread is too far` failed.\n";
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      if (launch.kernel == "pstudio_clock_probe")
        return runSimulatedProbe(launch, memory, m_nowNs);
      m_fake->printed = "what it printed before\n";
    };
    const auto outcome = run("none", "assertion");
    const Error error = outcome ? *outcome->failure : outcome.error();
    QVERIFY2(textOf(error).contains("thread: [4,0,0] Assertion `a thread is too far` failed.") &&
                 textOf(error).contains("assertion.mlir:6:5"),
             qPrintable(textOf(error)));
    QCOMPARE(m_log.printed, std::string("what it printed before\n"));
  }

  void aKernelThatFaultsEndsTheProgramAtItsLaunch() {
    setKernels(0);
    m_fake->outcomes["join"] = FakeOutcome::Faults;
    const auto outcome = run("none");
    const Error error = outcome ? *outcome->failure : outcome.error();
    QVERIFY2(textOf(error).contains("streams.mlir:49:11"), qPrintable(textOf(error)));
    QCOMPARE(m_log.printed, std::string());
    QCOMPARE(offencesOf(*m_fake), std::string());
  }
};

QTEST_GUILESS_MAIN(CudaProgramTest)
#include "cuda_program_test.moc"
