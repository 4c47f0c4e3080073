// SPDX-License-Identifier: Apache-2.0
// Complete runs of the target cuda with CUPTI activity and records, on fake driver and CUPTI
// libraries without a GPU.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

#include "collector/activity/cupti/activity_session.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/run/run_session.h"
#include "core/trace/launch_samples.h"
#include "tests/support/trace_text.h"
#include "tests/collector/activity/stub_cupti/stub_cupti.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/session/run_log.h"
#include "tests/collector/simulated_gpu.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

int64_t hostNow() {
  return static_cast<int64_t>(cupti::ActivitySession::now());
}

} // namespace

class CudaActivityTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  FakeCuda *m_fake = nullptr;
  StubCupti *m_stub = nullptr;
  SimulatedGpu m_gpu;
  RunLog m_log;
  std::vector<uint32_t> m_waiting; ///< numbers of launches that have not run yet
  uint32_t m_number = 100;
  int64_t m_hostLead = 0; ///< lead of the host clock, which CUPTI uses, over the device time [ns]

  RunSpec spec() const {
    RunSpec spec;
    spec.kernelFile = m_folder.filePath("twice.mlir").toStdString();
    spec.function = "twice";
    spec.target = "cuda";
    spec.grid = {kCtas, 1, 1};
    spec.block = {kThreads, 1, 1};
    spec.arguments.push_back({"A", BufferArgument{DType::F32, {128}, IotaInit{}}});
    spec.arguments.push_back({"C", BufferArgument{DType::F32, {128}, ZerosInit{}}});
    spec.mode.slotsPerUnit = kSlots;
    spec.timeLimitSeconds = 0.2;
    spec.warmup = 1;
    return spec;
  }

  Result<RunOutcome> run(const RunSpec &spec, const ActivityKinds &kinds = {}) {
    CudaOptions options;
    options.library = pathOf(FakeLibrary::Whole);
    options.activity = kinds;
    const std::atomic<bool> cancel = false;
    return runSession(spec, *makeCudaTarget(spec, options), m_log, cancel);
  }

  /// Adds the CUPTI record of a launch: the interval from its begin to its end on the device.
  void record(const FakeLaunch &launch, FakeMemory &memory) {
    m_gpu.advanceTo(hostNow() - m_hostLead);
    const int64_t begin = m_gpu.now() + m_hostLead;
    m_gpu.run(launch, memory);
    const int64_t end = m_gpu.now() + m_hostLead;
    const uint32_t number = m_waiting.front();
    m_waiting.erase(m_waiting.begin());
    const char *name = launch.kernel == "twice" ? "twice" : "pstudio_clock_probe";
    m_stub->records.push_back(kernelRecord({uint64_t(begin), uint64_t(end), number}, name));
  }

  static std::vector<Slice> slicesNamed(const Trace &trace, std::string_view name) {
    std::vector<Slice> found;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i)
      if (trace.string(trace.slice(SliceId(i)).name) == name)
        found.push_back(trace.slice(SliceId(i)));
    return found;
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("twice.mlir").toStdString()) << kTwiceKernel;
    qputenv("PSTUDIO_CUPTI", QByteArray::fromStdString(pathOfStubCupti()));
  }
  void init() {
    m_fake = &freshFakeCuda();
    m_stub = &freshStubCupti();
    m_gpu = SimulatedGpu();
    m_log = RunLog();
    m_waiting.clear();
    m_hostLead = hostNow();
    m_fake->kernels = kernelsOfSimulatedGpu();
    m_fake->moduleLoaded = [this] {
      m_stub->loadModule();
      // Without instrumentation the kernel has no parameter for the profile buffer.
      const bool isInstrumented = m_fake->ptx.find("twice_param_2") != std::string::npos;
      m_fake->kernels.back().parameterBytes.resize(isInstrumented ? 3 : 2, 8);
    };
    m_fake->accepted = [this](const FakeLaunch &) {
      m_waiting.push_back(++m_number);
      m_stub->launch(m_number);
    };
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) { record(launch, memory); };
  }

  void kernelsLieOnTheAxisOfTheRecordsThatWereMadeInThem() {
    RunSpec twice = spec();
    twice.repeat = 3;
    const auto outcome = run(twice);
    VERIFY_RESULT(outcome);
    const Trace &trace = outcome->trace;
    QVERIFY2(!test::findNote(trace, "activity.off"), traceToText(trace).c_str());
    const std::vector<Slice> kernels = slicesNamed(trace, "twice");
    const std::vector<Slice> scopes = slicesNamed(trace, "work");
    QCOMPARE(kernels.size(), size_t{3}); // not the launches of the warm-up and the calibration
    QCOMPARE(scopes.size(), size_t{3 * kCtas * kThreads / 32});
    for (const Slice &scope : scopes)
      QCOMPARE(std::ranges::count_if(kernels,
                                     [&](const Slice &kernel) {
                                       return kernel.time.begin <= scope.time.begin &&
                                              scope.time.end <= kernel.time.end;
                                     }),
               1);
    QVERIFY2(m_log.text.find("or more inside the kernels of 3 launches") != std::string::npos,
             m_log.text.c_str());
    QVERIFY(!test::findNote(trace, "activity.outside"));
    QCOMPARE(slicesNamed(trace, "pstudio_clock_probe").size(), size_t{6});
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void withoutActivityCuptiIsNotTouched() {
    const auto outcome = run(spec(), ActivityKinds::none());
    VERIFY_RESULT(outcome);
    QVERIFY(m_stub->calls.empty());
    QVERIFY(slicesNamed(outcome->trace, "twice").empty());
  }

  void whereCuptiIsTakenTheRunGoesOnAndSaysSo() {
    m_stub->failing["cuptiSubscribe"] = 39;
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    const Note *note = test::findNote(outcome->trace, "activity.off");
    QVERIFY(note);
    QVERIFY(note->severity == Note::Severity::Info);
    QVERIFY2(note->message.find("another tool") != std::string::npos, note->message.c_str());
    QCOMPARE(slicesNamed(outcome->trace, "work").size(), size_t{kCtas * kThreads / 32});
  }

  void whereCuptiIsMissingTheRunGoesOnAndSaysSo() {
    qputenv("PSTUDIO_CUPTI", "/none/libcupti.so.13");
    const auto outcome = run(spec());
    qputenv("PSTUDIO_CUPTI", QByteArray::fromStdString(pathOfStubCupti()));
    VERIFY_RESULT(outcome);
    const Note *note = test::findNote(outcome->trace, "activity.off");
    QVERIFY(note && note->message.find("/none/libcupti.so.13") != std::string::npos);
  }

  void pcSamplesStandWithTheLaunchByTheirSourceLines() {
    const std::string prefix = "smsp__pcsamp_warps_issue_stalled_";
    m_stub->pcs = {{0x10, {{prefix + "wait", 3}, {prefix + "selected", 4}}},
                   {0x20,
                    {{prefix + "long_scoreboard", 40},
                     {prefix + "long_scoreboard_not_issued", 30}}}, // included in the 40
                   {0x30, {{prefix + "wait", 2}}},
                   {0x40, {{prefix + "selected", 1}}}};
    m_stub->lines = {
        {0x10, {"twice.mlir", 4}}, {0x20, {"/x/twice.mlir", 8}}, {0x30, {"twice.mlir", 4}}};
    m_stub->droppedSamples = 5;
    RunSpec sampled = spec();
    sampled.activity.samples.pcPeriod = 2048;
    const size_t modules = m_fake->live["module"];
    const auto outcome = run(sampled);
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    const Trace &trace = outcome->trace;
    const auto table = pcSamplesOf(trace, trace.launches().back());
    QVERIFY2(table, traceToText(trace).c_str());
    const PcSampleTable expected{2048,
                                 5,
                                 {{"twice", "/x/twice.mlir:8", {{"long_scoreboard", 40}}},
                                  {"twice", "/src/twice.mlir:4", {{"wait", 5}, {"selected", 4}}},
                                  {"twice", "", {{"selected", 1}}}}};
    QVERIFY2(*table == expected, traceToText(trace).c_str());
    QVERIFY(test::findNote(trace, "samples.dropped"));
    // The separate launch for sampling has no instrumentation and no profile buffer.
    QCOMPARE(m_fake->launches.back().kernel, std::string("twice"));
    QVERIFY(m_stub->calls.back() == "cuptiUnsubscribe");
    QCOMPARE(m_fake->live["module"], int(modules));
  }

  void countersTakeAsManyLaunchesAsTheyNeed() {
    m_stub->counters = {{"sm__cycles_elapsed", 1234.5}, {"smsp__inst_executed", 640}};
    m_stub->passes = 3;
    RunSpec counted = spec();
    counted.activity.samples.counters = {"smsp__inst_executed.sum", "sm__cycles_elapsed.avg"};
    const auto outcome = run(counted);
    VERIFY_RESULT(outcome);
    const Trace &trace = outcome->trace;
    const std::vector<CounterValue> expected{{"smsp__inst_executed.sum", 640},
                                             {"sm__cycles_elapsed.avg", 1234.5}};
    QVERIFY2(countersOf(trace, trace.launches().back()) == expected, m_log.text.c_str());
    QCOMPARE(m_stub->passesSeen, size_t{3});
    QCOMPARE(std::ranges::count(m_fake->launches, "twice", &FakeLaunch::kernel), 2 + 3);
    QVERIFY2(m_log.text.find("counted in 3 launches") != std::string::npos, m_log.text.c_str());
  }

  void whatTheMachineForbidsIsANoteAndTheRunGoesOn_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("answer");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    QTest::newRow("samples") << "cuptiPCSamplingEnable" << 35 << "samples.off"
                             << "ERR_NVGPUCTRPERM";
    QTest::newRow("counters") << "cuptiRangeProfilerEnable" << 35 << "counters.off"
                              << "ERR_NVGPUCTRPERM";
    QTest::newRow("virtual") << "cuptiProfilerInitialize" << 33 << "counters.off"
                             << "virtual GPUs";
    QTest::newRow("late") << "cuptiRangeProfilerDecodeData" << 999 << "counters.off"
                          << "(999)";
    QTest::newRow("late samples") << "cuptiPCSamplingGetData" << 999 << "samples.off"
                                  << "(999)";
  }
  void whatTheMachineForbidsIsANoteAndTheRunGoesOn() {
    QFETCH(QString, call);
    QFETCH(int, answer);
    QFETCH(QString, code);
    QFETCH(QString, said);
    m_stub->failing[call.toStdString()] = answer;
    m_stub->counters = {{"sm__cycles_elapsed", 1}};
    RunSpec both = spec();
    both.activity.samples.pcPeriod = 0;
    both.activity.samples.counters = {"sm__cycles_elapsed.avg"};
    const auto outcome = run(both);
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    const Note *note = test::findNote(outcome->trace, code.toStdString());
    QVERIFY(note);
    QVERIFY2(QString::fromStdString(note->message).contains(said), note->message.c_str());
    QCOMPARE(slicesNamed(outcome->trace, "work").size(), size_t{kCtas * kThreads / 32});
  }

  void aCounterThatTheChipLacksIsNamedWithOneThatItHas() {
    m_stub->counters = {{"sm__cycles_elapsed", 1}};
    RunSpec counted = spec();
    counted.activity.samples.counters = {"sm__cycles_elapsd.avg"};
    const auto outcome = run(counted);
    VERIFY_RESULT(outcome);
    const Note *note = test::findNote(outcome->trace, "counters.off");
    QVERIFY(note);
    QVERIFY2(note->message.find("did you mean 'sm__cycles_elapsed'") != std::string::npos,
             note->message.c_str());
  }

  void aKernelThatFaultsLeavesCuptiAlone() {
    RunSpec twice = spec();
    twice.repeat = 2;
    size_t launches = 0;
    m_fake->accepted = [&](const FakeLaunch &launch) {
      m_waiting.push_back(++m_number);
      m_stub->launch(m_number);
      if (launch.kernel == "twice" && ++launches == 3) // the second recorded launch
        m_fake->nextLaunch = FakeOutcome::Faults;
    };
    const auto outcome = run(twice);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure);
    QVERIFY(test::findNote(outcome->trace, "activity.lost"));
    QVERIFY(std::ranges::find(m_stub->calls, "cuptiActivityFlushAll") == m_stub->calls.end());
    QVERIFY(std::ranges::find(m_stub->calls, "cuptiUnsubscribe") == m_stub->calls.end());
  }
};

QTEST_GUILESS_MAIN(CudaActivityTest)
#include "cuda_activity_test.moc"
