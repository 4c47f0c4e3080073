// SPDX-License-Identifier: Apache-2.0
// Runs of the target cuda on a driver without a GPU, which executes the clock probe and a kernel of
// this test as functions of the host.
#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <cstring>
#include <fstream>

#include "collector/runtime/cuda/clock_probe.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/run/run_session.h"
#include "core/record/record_layout.h"
#include "tests/support/trace_text.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/session/run_log.h"
#include "tests/collector/simulated_gpu.h"
#include "tests/support/simulated_clock.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

class CudaSessionTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  FakeCuda *m_fake = nullptr;
  SimulatedGpu m_gpu;
  RunLog m_log;

  RunSpec spec() const {
    RunSpec spec;
    spec.kernelFile = m_folder.filePath("twice.mlir").toStdString();
    spec.function = "twice";
    spec.target = "cuda";
    spec.grid = {kCtas, 1, 1};
    spec.block = {kThreads, 1, 1};
    spec.arguments.push_back({"A", BufferArgument{DType::F32, {128}, IotaInit{}}});
    spec.arguments.push_back({"C", BufferArgument{DType::F32, {128}, ZerosInit{}}});
    spec.checks.push_back({"C", "add", {"A", "A"}, {}, 0.0});
    spec.mode.slotsPerUnit = kSlots;
    spec.timeLimitSeconds = 0.2;
    return spec;
  }
  Result<RunOutcome> run(const RunSpec &spec, const std::string &architecture = {},
                         const std::atomic<bool> &cancel = false) {
    return runSession(spec, *makeCudaTarget(spec, {architecture, pathOf(FakeLibrary::Whole)}),
                      m_log, cancel);
  }
  void expectFailure(const RunSpec &spec, ErrorCode code, const char *part,
                     const std::string &architecture = {}) {
    const auto outcome = run(spec, architecture);
    QVERIFY(!outcome);
    QVERIFY2(textOf(outcome.error()).contains(part), qPrintable(textOf(outcome.error())));
    QVERIFY(outcome.error().code == code);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }
  size_t launchesOf(const std::string &kernel) const {
    return size_t(std::ranges::count(m_fake->launches, kernel, &FakeLaunch::kernel));
  }
private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("twice.mlir").toStdString()) << kTwiceKernel;
  }
  void init() {
    m_fake = &freshFakeCuda();
    m_gpu = SimulatedGpu();
    m_log = RunLog();
    m_fake->kernels = kernelsOfSimulatedGpu();
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
    };
  }

  void codeFromTheCacheRunsLikeCompiledCode() {
    const QTemporaryDir cache;
    CollectOptions options;
    options.cache = CacheSettings{cache.path().toStdString(), 1 << 24};
    for (const char *state : {"compile.cache=\"miss\"", "compile.cache=\"hit\""}) {
      const auto outcome =
          runSession(spec(), *makeCudaTarget(spec(), {{}, pathOf(FakeLibrary::Whole)}), m_log,
                     std::atomic<bool>(false), options);
      VERIFY_RESULT(outcome);
      QVERIFY(outcome->checks.at(0).passed());
      QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kThreads / 32});
      const std::string text = traceToText(outcome->trace);
      QVERIFY(text.find(state) != std::string::npos);
      QVERIFY(text.find("compile.facts=\"0:align16,1:align16\"") != std::string::npos);
      QVERIFY(text.find("kernel.registersPlain") != std::string::npos);
    }
  }

  void withoutAGpuTheErrorBeginsWithWhatToDo() {
    RunSpec onBoth = spec();
    RunSpec onGpuOnly = spec();
    onGpuOnly.cluster = {2, 1, 1};
    const std::string onCpu = "run it on the CPU model (target \"cpu\") or on another machine";
    const std::string elsewhere = "the CPU model does not support this kernel: run it on another";
    for (const auto &[asked, advice] :
         {std::pair(onBoth, onCpu), std::pair(onGpuOnly, elsewhere)}) {
      const auto outcome =
          runSession(asked, *makeCudaTarget(asked, {{}, "libcuda-that-nobody-has.so.1"}), m_log,
                     std::atomic<bool>(false));
      QVERIFY(!outcome);
      const Error &error = outcome.error();
      QVERIFY(error.code == ErrorCode::Unsupported);
      QCOMPARE(error.message, std::string("the run needs an NVIDIA GPU, and none can be used on "
                                          "this machine"));
      QVERIFY2(error.hint.starts_with(advice), error.hint.c_str());
      QVERIFY2(error.hint.find("cannot load the CUDA driver: libcuda-that-nobody-has.so.1") !=
                   std::string::npos,
               error.hint.c_str());
    }
  }

  void aRunGivesMeasuredTimesOnTheClockOfItsSms() {
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, m_log.text.c_str());
    QVERIFY(outcome->checks.at(0).passed());
    const Trace &trace = outcome->trace;
    QCOMPARE(trace.sliceCount(), size_t{kCtas * kThreads / 32});
    QVERIFY(trace.launches()[0].timeBase == TimeBase::Measured);
    QCOMPARE(trace.string(trace.launches()[0].target), std::string_view("NVIDIA H200"));
    // 1000 cycles of 505 ps; the clock is fitted over 50 us of readings that are good to 10 cycles.
    for (size_t i = 0; i < trace.sliceCount(); ++i) {
      QCOMPARE(trace.sliceCycleDurations()[i], int64_t{1000});
      QVERIFY2(std::abs(trace.sliceDurations()[i] - 505'000) < 500,
               std::to_string(trace.sliceDurations()[i]).c_str());
    }
    for (const ClockLine &line : trace.clocks())
      QVERIFY2(line.uncertaintyPs < 16'000, std::to_string(line.uncertaintyPs).c_str());
    QVERIFY(trace.timeRange().begin.value >= 0);
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void aLaunchKnowsItsGpuTimeItsRegistersAndItsDevice() {
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    const std::string text = traceToText(outcome->trace);
    for (const char *fact :
         {"launch.gpuTimeNs=1000", "kernel.registers=24", "kernel.registersPlain=24",
          "kernel.localBytesPlain=0", "device.timerTickNs=32", "device.driver=\"13.0\"",
          "code.architecture=\"sm_90a\"", "device.computeCapability=\"9.0\"", "device.sms=132"})
      QVERIFY2(text.find(fact) != std::string::npos, (fact + ("\n" + text)).c_str());
    // The kernels of the calibration do not exist here; the run does without their figure.
    QVERIFY2(m_log.text.find("what a record costs was not measured") != std::string::npos,
             m_log.text.c_str());
    QVERIFY(!outcome->trace.launches()[0].recordingCost);
    QVERIFY2(m_log.text.find("twice takes 24 registers, 0 bytes of local memory") !=
                 std::string::npos,
             m_log.text.c_str());
  }

  void everyLaunchIsBetweenTwoReadingsOfAllClocks() {
    RunSpec twoOfThree = spec();
    twoOfThree.warmup = 1;
    twoOfThree.repeat = 2;
    const auto outcome = run(twoOfThree);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QCOMPARE(outcome->trace.launches().size(), size_t{2});
    std::vector<std::string> order;
    for (const FakeLaunch &launch : m_fake->launches)
      order.push_back(launch.kernel);
    const std::vector<std::string> one{"pstudio_clock_probe", "twice", "pstudio_clock_probe"};
    QCOMPARE(order.size(), size_t{9});
    for (size_t i = 0; i < order.size(); ++i)
      QCOMPARE(order[i], one[i % 3]);
    // So that there is one CTA of the probe on each SM.
    QCOMPARE(m_fake->launches[0].grid[0], 132u);
    QCOMPARE(m_fake->launches[0].dynamicSharedBytes, 232448u);
  }

  void uninstrumentedRunHasNoProfileBufferAndIsVerified() {
    RunSpec plain = spec();
    plain.mode.enabled = false;
    m_fake->kernels[1].parameterBytes = {8, 8};
    const auto outcome = run(plain);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(outcome->checks.at(0).passed());
    QCOMPARE(outcome->trace.sliceCount(), size_t{0});
    QVERIFY(test::hasNote(outcome->trace, "run.no-records"));
    const std::string text = traceToText(outcome->trace);
    QVERIFY2(text.find("launch.gpuTimeNs=1000") != std::string::npos, text.c_str());
  }

  void wrongResultKeepsTheTrace() {
    m_gpu.isCorrect = false;
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::WrongResult);
    QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kThreads / 32});
  }

  void endlessKernelMeetsItsLimitAndItsRecordsAreKept() {
    m_gpu.isFinished = false;
    m_fake->outcomes["twice"] = FakeOutcome::NeverEnds;
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::RunFailed);
    QVERIFY2(textOf(*outcome->failure).contains("twice"), qPrintable(textOf(*outcome->failure)));
    QVERIFY(test::hasNote(outcome->trace, "run.failed"));
    QVERIFY(test::hasNote(outcome->trace, "record.cta-not-finalized"));
    QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kThreads / 32});
    // Nothing waited for the kernel, not even what tidies up.
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void endlessKernelWithNothingInGlobalMemorySaysWhatWouldHelp() {
    m_gpu.isFinished = false;
    m_gpu.writesRecords = false;
    m_fake->outcomes["twice"] = FakeOutcome::NeverEnds;
    expectFailure(spec(), ErrorCode::RunFailed, "buffer_type=global");
    RunSpec global = spec();
    global.mode.bufferType = InstrumentationMode::BufferType::Global;
    m_fake->outcomes["twice"] = FakeOutcome::NeverEnds;
    const auto outcome = run(global);
    QVERIFY(!outcome);
    QVERIFY(!textOf(outcome.error()).contains("buffer_type"));
  }

  void stoppedKernelsRecordsAreKept() {
    m_gpu.isFinished = false;
    m_fake->outcomes["twice"] = FakeOutcome::NeverEnds;
    std::atomic<bool> cancel{false};
    m_fake->body = [&](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
      cancel = launch.kernel == "twice";
    };
    RunSpec patient = spec();
    patient.timeLimitSeconds = 60.0;
    const auto outcome = run(patient, {}, cancel);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::Cancelled);
    QVERIFY(test::hasNote(outcome->trace, "run.stopped"));
    QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kThreads / 32});
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void faultNamesTheKernelAndLeavesNothingToRead() {
    m_fake->outcomes["twice"] = FakeOutcome::Faults;
    expectFailure(spec(), ErrorCode::RunFailed, "CUDA_ERROR_ILLEGAL_ADDRESS");
    QVERIFY(launchesOf("twice") == 1);
  }

  void faultInALaterLaunchKeepsTheLaunchesBefore() {
    RunSpec twice = spec();
    twice.repeat = 2;
    m_fake->body = [&](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
      if (launch.kernel == "twice")
        m_fake->outcomes["twice"] = FakeOutcome::Faults;
    };
    const auto outcome = run(twice);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::RunFailed);
    QVERIFY2(textOf(*outcome->failure).contains("twice"), qPrintable(textOf(*outcome->failure)));
    QCOMPARE(outcome->trace.launches().size(), size_t{1});
    QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kThreads / 32});
    QVERIFY(test::hasNote(outcome->trace, "run.failed"));
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void rejectedCodeShowsWhatTheDriversCompilerSaid() {
    m_fake->compilerErrors = "ptxas application ptx input, line 7; error : Unknown symbol";
    expectFailure(spec(), ErrorCode::CompileFailed, "line 7; error : Unknown symbol");
  }

  void profileBufferBeyondTheDevicesMemoryIsRejectedWithItsPurpose() {
    m_fake->devices[0].memoryBytes = 1 << 20;
    RunSpec large = spec();
    large.mode.slotsPerUnit = 1 << 16;
    expectFailure(large, ErrorCode::RunFailed, "the profile buffer");
  }

  void architectureThatTheDeviceDoesNotRunIsRejectedBeforeAnythingIsCompiled() {
    m_fake->devices = {fakeA100()};
    expectFailure(spec(), ErrorCode::Unsupported, "sm_90a", "sm_90a");
    expectFailure(spec(), ErrorCode::Unsupported, "sm_90", "sm_90");
    QVERIFY(m_fake->ptx.empty());
    VERIFY_RESULT(run(spec(), "sm_80"));
    QVERIFY(m_fake->ptx.find(".target sm_80") != std::string::npos);
  }

  void machineWithoutDeviceSaysSo() {
    m_fake->devices.clear();
    const auto outcome = run(spec());
    QVERIFY(!outcome);
    QVERIFY(outcome.error().code == ErrorCode::Unsupported);
    const TargetInfo target = describeCudaTarget(pathOf(FakeLibrary::Whole));
    QVERIFY(!target.available);
    QVERIFY(!target.reason.empty());
  }

  void targetIsDescribedByItsDevice() {
    qputenv("PSTUDIO_CUPTI", "/none");
    const TargetInfo target = describeCudaTarget(pathOf(FakeLibrary::Whole));
    qunsetenv("PSTUDIO_CUPTI");
    QVERIFY(target.available);
    QCOMPARE(target.name, std::string("cuda"));
    QCOMPARE(target.description, std::string("NVIDIA H200, 132 SMs, sm_90a, driver 13.0"));
    QCOMPARE(target.offers, std::vector<std::string>{"no CUPTI"});
    const TargetInfo none = describeCudaTarget("libno-such-driver.so");
    QVERIFY(!none.available);
    QVERIFY2(none.reason.starts_with("no usable NVIDIA GPU was found on this machine; use the CPU "
                                     "model (target cpu) or another machine. Detail: "),
             none.reason.c_str());
    QVERIFY2(none.reason.find("libno-such-driver.so") != std::string::npos, none.reason.c_str());
  }

  void clustersReachTheDriverAndOlderDevicesRejectThem() {
    RunSpec clustered = spec();
    clustered.cluster = {2, 1, 1};
    const auto outcome = run(clustered);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    const auto launch = std::ranges::find(m_fake->launches, "twice", &FakeLaunch::kernel);
    QCOMPARE(launch->cluster[0], 2u);
    QVERIFY(traceToText(outcome->trace).find("launch.cluster=\"2 x 1 x 1\"") != std::string::npos);
    m_fake->devices = {fakeA100()};
    expectFailure(clustered, ErrorCode::Unsupported, "cluster");
  }

  void tooMuchSharedMemoryIsRejectedWithTheDevicesLimit() {
    RunSpec greedy = spec();
    greedy.dynamicSharedBytes = 256 * 1024;
    expectFailure(greedy, ErrorCode::InvalidInput, "this GPU has 227 KiB");
  }

  void deviceWhoseTimerStandsStillCannotBeMeasured() {
    m_gpu.isTicking = false;
    expectFailure(spec(), ErrorCode::RunFailed, "the global timer of the GPU does not tick");
  }
};

QTEST_GUILESS_MAIN(CudaSessionTest)
#include "cuda_session_test.moc"
