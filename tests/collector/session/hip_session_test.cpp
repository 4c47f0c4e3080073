// SPDX-License-Identifier: Apache-2.0
// Runs of the target hip on a runtime without a GPU, which executes a kernel of this test as a
// function of the host.
#include <cstring>

#include "collector/session/targets/hip_device.h"
#include "collector/session/targets/hip_target.h"
#include "collector/session/run/run_session.h"
#include "tests/support/trace_text.h"
#include "tests/collector/fake_hip/twice_fixture.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

class HipSessionTest : public TwiceFixture {
  Q_OBJECT

private:
  Result<RunOutcome> run(const RunSpec &spec, const std::string &architecture = {},
                         const std::atomic<bool> &cancel = false,
                         const CollectOptions &options = withoutCache()) {
    return runSession(spec,
                      *makeHipTarget(spec, {architecture, pathOf(FakeHipVariant::Whole)},
                                     std::make_unique<ScriptedCompiler>(m_compiles)),
                      m_log, cancel, options);
  }
  void expectFailure(const RunSpec &spec, ErrorCode code, const char *part,
                     const std::string &architecture = {}) {
    const auto outcome = run(spec, architecture);
    QVERIFY(!outcome);
    QVERIFY2(textOf(outcome.error()).contains(part), qPrintable(textOf(outcome.error())));
    QVERIFY(outcome.error().code == code);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

private Q_SLOTS:
  void initTestCase() { writeKernel(); }
  void init() { reset(); }

  void aRunGivesMeasuredTimesOfWavesOf64Lanes() {
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, m_log.text.c_str());
    QVERIFY(outcome->checks.at(0).passed());
    const Trace &trace = outcome->trace;
    QCOMPARE(trace.sliceCount(), size_t{kWaveCtas * kWaveThreads / 64});
    QVERIFY(trace.launches()[0].timeBase == TimeBase::Measured);
    QCOMPARE(trace.string(trace.launches()[0].target), std::string_view("AMD Instinct MI300X"));
    // 1000 cycles of 476 ps, on a line through two readings that are 47.6 us apart and good to 10
    // ns.
    for (size_t i = 0; i < trace.sliceCount(); ++i) {
      QCOMPARE(trace.sliceCycleDurations()[i], int64_t{1000});
      QVERIFY2(std::abs(trace.sliceDurations()[i] - 476'000) < 500,
               std::to_string(trace.sliceDurations()[i]).c_str());
    }
    // The second wave of each CTA recorded with its upper 32 lanes alone.
    QCOMPARE(std::ranges::count(trace.sliceFlags(), uint8_t{kSliceDivergent}), kWaveCtas);
    QVERIFY(traceToText(trace).find("0xffffffff00000000") != std::string::npos);
    QVERIFY(trace.timeRange().begin.value >= 0);
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void codeOfTheRealCodeGeneratorIsLaunchedByItsOwnMetadata() {
    const RunSpec plain = spec();
    const auto outcome = runSession(
        plain, *makeHipTarget(plain, {"gfx942", pathOf(FakeHipVariant::Whole)}, makeHipCompiler()),
        m_log, std::atomic<bool>(false), withoutCache());
    if (!outcome && textOf(outcome.error()).contains("there is no ld.lld"))
      QSKIP(qPrintable(textOf(outcome.error())));
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, m_log.text.c_str());
    QVERIFY(outcome->checks.at(0).passed());
    QCOMPARE(outcome->trace.sliceCount(), size_t{kWaveCtas * kWaveThreads / 64});
    QVERIFY(m_fake->codeObject.starts_with("\x7f"
                                           "ELF"));
    const FakeHipLaunch &launch = m_fake->launches.at(0);
    QCOMPARE(launch.segment.size(), size_t{24}); // two buffers and the profile buffer
    const std::string text = traceToText(outcome->trace);
    QVERIFY2(text.find("kernel.registersPlain=") != std::string::npos, text.c_str());
    QVERIFY2(text.find("kernel.registers=0") == std::string::npos, text.c_str());
  }

  void aLaunchKnowsItsGpuTimeItsRegistersAndItsDevice() {
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    const std::string text = traceToText(outcome->trace);
    for (const char *fact :
         {"launch.gpuTimeNs=1000", "kernel.registers=24", "kernel.registersPlain=12",
          "kernel.scalarRegisters=32", "device.timerTickNs=10", "device.hip=\"7.0\"",
          "code.architecture=\"gfx942\"", "device.architecture=\"gfx942:sramecc+:xnack-\"",
          "device.cus=304"})
      QVERIFY2(text.find(fact) != std::string::npos, (fact + ("\n" + text)).c_str());
    QVERIFY2(m_log.text.find("twice takes 24 registers") != std::string::npos, m_log.text.c_str());
  }

  void theCallsOfARunComeInOrder() {
    VERIFY_RESULT(run(spec()));
    std::vector<std::string> calls;
    for (const std::string &call : m_fake->calls)
      if (call.find("Device") == std::string::npos && call != "hipRuntimeGetVersion")
        calls.push_back(call);
    const std::vector<std::string> expected{
        "hipInit",
        // Two streams, each with its slots for copies.
        "hipStreamCreateWithFlags", "hipEventCreateWithFlags", "hipEventCreateWithFlags",
        "hipHostMalloc", "hipStreamCreateWithFlags", "hipEventCreateWithFlags",
        "hipEventCreateWithFlags", "hipHostMalloc",
        // The kernel and its memory.
        "hipModuleLoadData", "hipModuleGetFunction", "hipMalloc", "hipMalloc", "hipMalloc",
        // The buffers, then the profile buffer is zeroed.
        "hipMemcpyHtoDAsync", "hipEventRecord", "hipMemcpyHtoDAsync", "hipEventRecord",
        "hipMemsetD8Async",
        // Mark, kernel, mark.
        "hipEventCreateWithFlags", "hipEventRecord", "hipModuleLaunchKernel",
        "hipEventCreateWithFlags", "hipEventRecord", "hipEventElapsedTime",
        // Records, then the results.
        "hipMemcpyDtoHAsync", "hipEventRecord", "hipMemcpyDtoHAsync", "hipEventRecord",
        "hipMemcpyDtoHAsync", "hipEventRecord"};
    QVERIFY(calls.size() > expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
      QCOMPARE(calls[i], expected[i]);
  }

  void theRateOfTheReferenceClockIsTheDevicesWhereItTells() {
    constexpr int kWallClockRate = 10017;
    struct Case {
      int khz;
      const char *tick;
    };
    for (const Case &told :
         {Case{0, "device.timerTickNs=10"}, Case{25'000, "device.timerTickNs=40"},
          Case{100'000, "device.timerTickNs=10"}, Case{48'000, "device.timerTickNs=21"}}) {
      init();
      if (told.khz != 0)
        m_fake->devices[0].attributes[kWallClockRate] = told.khz;
      const auto outcome = run(spec());
      VERIFY_RESULT(outcome);
      const std::string text = traceToText(outcome->trace);
      QVERIFY2(text.find(told.tick) != std::string::npos, text.c_str());
      QCOMPARE(text.find("device.referenceClockKhz=" + std::to_string(told.khz)) !=
                   std::string::npos,
               told.khz != 0);
      QCOMPARE(m_log.text.find("is taken as steps of 21 ns") != std::string::npos,
               told.khz == 48'000);
    }
  }

  void theRealCodeGeneratorCountsInTheStepsThatItIsTold() {
    const std::unique_ptr<HipCompiler> compiler = makeHipCompiler();
    std::map<uint32_t, std::string> code;
    for (const uint32_t step : {0u, 10u, 40u}) {
      RunSpec wanted = spec();
      auto module = KernelModule::load(wanted.kernelFile);
      VERIFY_RESULT(module);
      InstrumentOptions options;
      options.block = {kWaveThreads, 1, 1};
      options.lanesPerWarp = 64;
      options.counterBytesPerUnit = compiler->counterBytesPerWave();
      VERIFY_RESULT(module->instrument(wanted.function, options));
      const auto made = compiler->compile(*module, wanted, {"gfx942", step});
      if (!made && textOf(made.error()).contains("there is no ld.lld"))
        QSKIP(qPrintable(textOf(made.error())));
      VERIFY_RESULT(made);
      code[step] = made->codeObject;
      QCOMPARE(compiler->timerTick({"gfx942", step}).value, int64_t{step == 40 ? 40 : 10});
    }
    QVERIFY(code[0] == code[10]); // what the family has
    QVERIFY(code[10] != code[40]);
    QVERIFY(*compiler->identity({"gfx942", 10}) != *compiler->identity({"gfx942", 40}));
  }

  void samplesAreANoteThatNamesTheToolThatTakesThem() {
    RunSpec sampled = spec();
    sampled.activity.samples.counters = {"SQ_WAVES"};
    const auto outcome = run(sampled);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(hasNote(outcome->trace, "samples.off"));
    QVERIFY(traceToText(outcome->trace).find("rocprofv3") != std::string::npos);
  }

  void warmUpsAreLaunchedAndNotDecoded() {
    RunSpec several = spec();
    several.warmup = 1;
    several.repeat = 2;
    const auto outcome = run(several);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QCOMPARE(m_fake->launches.size(), size_t{3});
    QCOMPARE(outcome->trace.launches().size(), size_t{2});
    for (const FakeHipLaunch &launch : m_fake->launches)
      QCOMPARE(launch.segment.size(), size_t{24});
  }

  void codeFromTheCacheRunsLikeCompiledCode() {
    const QTemporaryDir cache;
    CollectOptions options;
    options.cache = CacheSettings{cache.path().toStdString(), 1 << 24};
    for (const char *state : {"compile.cache=\"miss\"", "compile.cache=\"hit\""}) {
      const auto outcome = run(spec(), {}, std::atomic<bool>(false), options);
      VERIFY_RESULT(outcome);
      QVERIFY(outcome->checks.at(0).passed());
      const std::string text = traceToText(outcome->trace);
      QVERIFY2(text.find(state) != std::string::npos, text.c_str());
      QVERIFY(text.find("kernel.registersPlain=12") != std::string::npos);
    }
    QCOMPARE(m_compiles, size_t{2});
  }

  void uninstrumentedRunHasNoProfileBufferAndIsVerified() {
    RunSpec plain = spec();
    plain.mode.enabled = false;
    const auto outcome = run(plain);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(outcome->checks.at(0).passed());
    QCOMPARE(m_fake->launches[0].segment.size(), size_t{16});
    QVERIFY(hasNote(outcome->trace, "run.no-records"));
  }

  void wrongResultKeepsTheTrace() {
    m_gpu.isCorrect = false;
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::WrongResult);
    QCOMPARE(outcome->trace.sliceCount(), size_t{4});
  }

  void endlessKernelMeetsItsLimitAndItsRecordsAreKept() {
    m_gpu.isFinished = false;
    m_fake->nextLaunch = FakeOutcome::NeverEnds;
    m_fake->body = [this](const FakeHipLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
    };
    const auto outcome = run(spec());
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::RunFailed);
    QVERIFY2(textOf(*outcome->failure).contains("twice"), qPrintable(textOf(*outcome->failure)));
    QVERIFY(hasNote(outcome->trace, "run.failed"));
    QCOMPARE(outcome->trace.sliceCount(), size_t{4});
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void faultNamesTheKernelAndLeavesNothingToRead() {
    m_fake->nextLaunch = FakeOutcome::Faults;
    expectFailure(spec(), ErrorCode::RunFailed, "hipErrorIllegalAddress");
    QCOMPARE(std::ranges::count(m_fake->calls, "hipFree"), 0);
  }

  void aFaultInALaterLaunchKeepsTheLaunchesBefore() {
    RunSpec several = spec();
    several.repeat = 2;
    m_fake->body = [this](const FakeHipLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
      m_fake->nextLaunch = FakeOutcome::Faults;
    };
    const auto outcome = run(several);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::RunFailed);
    QCOMPARE(outcome->trace.launches().size(), size_t{1});
    QCOMPARE(outcome->trace.sliceCount(), size_t{4});
  }

  void everyCallThatFailsEndsTheRunWithItsName() {
    for (const char *call :
         {"hipStreamCreateWithFlags", "hipModuleLoadData", "hipModuleGetFunction", "hipMalloc",
          "hipMemcpyHtoDAsync", "hipMemsetD8Async", "hipEventCreateWithFlags", "hipEventRecord",
          "hipModuleLaunchKernel", "hipEventElapsedTime", "hipMemcpyDtoHAsync"}) {
      init();
      m_fake->failNext = {{call, 1}};
      const auto outcome = run(spec());
      const Error *error = !outcome           ? &outcome.error()
                           : outcome->failure ? &*outcome->failure
                                              : nullptr;
      QVERIFY2(error, call);
      QVERIFY2(error->message.find(std::string(call) + " failed with hipErrorInvalidValue") !=
                   std::string::npos,
               qPrintable(textOf(*error)));
      QCOMPARE(offencesOf(*m_fake), std::string());
      QCOMPARE(liveObjectsOf(*m_fake), std::string());
    }
  }

  void anArchitectureIsRejectedByNameBeforeADeviceAndIfTheDeviceIsAnother() {
    expectFailure(spec(), ErrorCode::Unsupported, "no code can be made for gfx9999", "gfx9999");
    QVERIFY(m_fake->calls.empty());
    expectFailure(spec(), ErrorCode::Unsupported,
                  "code for gfx90a does not run on AMD Instinct MI300X, which is gfx942", "gfx90a");
    QCOMPARE(m_compiles, size_t{0});
    VERIFY_RESULT(run(spec(), "gfx942"));
  }

  void whatAmdGpusDoNotHaveIsRejectedAtItsFieldWithWhatToDoInstead() {
    RunSpec clustered = spec();
    clustered.cluster = {2, 1, 1};
    expectFailure(clustered, ErrorCode::Unsupported, "AMD GPUs have no clusters");
    RunSpec cooperative = spec();
    cooperative.launch.cooperative = true;
    expectFailure(cooperative, ErrorCode::Unsupported, "cooperative launches are not built");
    RunSpec streamed = spec();
    streamed.mode.strategy = InstrumentationMode::Strategy::Stream;
    expectFailure(streamed, ErrorCode::Unsupported, "the strategy stream is not built");
    expectFailure(streamed, ErrorCode::Unsupported, "choose flush, or circular");
    RunSpec programmatic = spec();
    programmatic.launch.programmatic = true;
    expectFailure(programmatic, ErrorCode::Unsupported, "no programmatic launches");
    RunSpec calling = spec();
    calling.mode.callbacks.push_back({"count", InstrumentationMode::Point::Load});
    expectFailure(calling, ErrorCode::Unsupported, "callbacks are not built");
    expectFailure(calling, ErrorCode::Unsupported, "proton.value");
    QVERIFY(m_fake->calls.empty());
  }

  void aMachineWithoutADeviceSaysWhy() {
    m_fake->devices.clear();
    expectFailure(spec(), ErrorCode::Unsupported, "HIP shows no GPU (hipErrorNoDevice (100)");
    const TargetInfo target = describeHipTarget(pathOf(FakeHipVariant::Whole));
    QVERIFY(!target.available);
    QVERIFY2(target.reason.starts_with("no usable AMD GPU was found") &&
                 target.reason.find("Detail: HIP shows no GPU") != std::string::npos,
             target.reason.c_str());
    const TargetInfo none = describeHipTarget("libno-such-hip.so");
    QVERIFY(none.reason.find("libno-such-hip.so") != std::string::npos);
  }

  void theTargetIsDescribedByItsDevice() {
    const TargetInfo target = describeHipTarget(pathOf(FakeHipVariant::Whole));
    QVERIFY(target.available);
    QCOMPARE(target.name, std::string("hip"));
    QCOMPARE(target.description, std::string("AMD Instinct MI300X, 304 compute units, "
                                             "gfx942:sramecc+:xnack-, HIP 7.0"));
  }
};

QTEST_GUILESS_MAIN(HipSessionTest)
#include "hip_session_test.moc"
