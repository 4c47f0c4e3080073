// SPDX-License-Identifier: Apache-2.0
// Runs of the target hip with a tool that records their kernels: a common time axis, or a note with
// the reason why there is none.
#include "collector/session/targets/hip_target.h"
#include "collector/session/run/run_session.h"
#include "tests/support/trace_text.h"
#include "tests/collector/activity/stub_rocm/stub_rocm.h"
#include "tests/collector/fake_hip/twice_fixture.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// The tool's clock lags the device's timer by this time [ns].
constexpr int64_t kLagNs = kReferenceBeginNs - 5'000'000;
/// A kernel begins this time before its CTAs and ends this time after them [ns].
constexpr int64_t kAroundNs = 1000;

} // namespace

class HipSessionActivityTest : public TwiceFixture {
  Q_OBJECT

private:
  StubRocprofiler *m_sdk = nullptr;
  StubRoctracer *m_tracer = nullptr;
  uint64_t m_launches = 0;
  bool m_isEncoded = true; ///< the tool records the next kernels

  Result<RunOutcome> run(const ActivityKinds &kinds = {}) {
    RunSpec wanted = spec();
    wanted.warmup = 1;
    wanted.repeat = 2;
    return runSession(wanted,
                      *makeHipTarget(wanted, {{}, pathOf(FakeHipVariant::Whole), kinds},
                                     std::make_unique<ScriptedCompiler>(m_compiles)),
                      m_log, std::atomic<bool>(false), withoutCache());
  }

  /// Adds the records of a launch on the tool's own clock, and a copy by the runtime after it.
  void tell(int64_t beginNs, int64_t endNs) {
    ++m_launches;
    const int64_t begin = kReferenceBeginNs + beginNs - kAroundNs - kLagNs;
    const int64_t end = kReferenceBeginNs + endNs + kAroundNs - kLagNs;
    m_sdk->now = m_tracer->now = static_cast<uint64_t>(end);
    if (!m_isEncoded)
      return;
    m_sdk->records.emplace_back(kStubDispatch, dispatchRecord({begin, end, 10 + m_launches}, 1,
                                                              {256, 1, 1}, {kWaveThreads, 1, 1}));
    m_sdk->records.emplace_back(kStubDispatch,
                                dispatchRecord({end + 10, end + 20, 50 + m_launches}, 2));
    m_sdk->records.emplace_back(kStubCall,
                                rocmCallRecord({begin - 300, begin - 200, 10 + m_launches}, 1));
    m_tracer->records.push_back(tracerRecord(2, 0, {begin, end, 10 + m_launches}));
  }

private Q_SLOTS:
  void initTestCase() { writeKernel(); }
  void init() {
    reset();
    m_sdk = &freshStubRocprofiler();
    m_tracer = &freshStubRoctracer();
    qputenv("PSTUDIO_ROCPROFILER", pathOfStubRocprofiler().c_str());
    qputenv("PSTUDIO_ROCTRACER", pathOfStubRoctracer().c_str());
    m_launches = 0;
    m_isEncoded = true;
    m_fake->body = [this](const FakeHipLaunch &launch, FakeMemory &memory) {
      if (m_launches == 0 && m_sdk->loadKernel) {
        m_sdk->loadKernel(1, "twice.kd");
        m_sdk->loadKernel(2, "__amd_rocclr_fillBufferAligned.kd");
      }
      const int64_t begin = m_gpu.nowNs();
      m_gpu.run(launch, memory);
      tell(begin, begin + SimulatedAmdGpu::kCtaNs);
    };
  }

  void theToolIsThereBeforeTheRuntimeIsOpenedAndKernelsEncloseTheirRecords() {
    const auto outcome = run();
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, m_log.text.c_str());
    const std::string text = traceToText(outcome->trace);
    QVERIFY2(m_log.text.find("rocprofiler-sdk 1.0.0 activity: 6 kernels") != std::string::npos,
             m_log.text.c_str());
    // 1 us before and after the CTAs. The line through two clock readings adds less than 0.1 us.
    QVERIFY2(m_log.text.find("clocks matched within 1.0") != std::string::npos, m_log.text.c_str());
    QVERIFY2(text.find("tool=\"rocprofiler-sdk 1.0.0\"") != std::string::npos, text.c_str());
    QVERIFY(!hasNote(outcome->trace, "activity.outside"));
    QVERIFY(!hasNote(outcome->trace, "activity.off"));
    for (const char *part :
         {"\"hipModuleLaunchKernel\"", "__amd_rocclr_fillBufferAligned", "launch of the trace=0",
          "launch of the trace=1", "grid=\"2 x 1 x 1\"", "block=\"128 x 1 x 1\""})
      QVERIFY2(text.find(part) != std::string::npos, (part + ("\n" + text)).c_str());
    const std::string key = "clock.offsetNs=\"";
    const size_t at = text.find(key);
    QVERIFY2(at != std::string::npos, text.c_str());
    const int64_t offset = std::stoll(text.substr(at + key.size()));
    QVERIFY2(std::abs(offset - kLagNs) <= kAroundNs + kReferenceTickNs,
             std::to_string(offset - kLagNs).c_str());
  }

  void theOlderToolServesAsWellAndGetsItsNamesFromTheLaunches() {
    qputenv("PSTUDIO_ROCPROFILER", "/none/librocprofiler-sdk.so");
    const auto outcome = run();
    VERIFY_RESULT(outcome);
    const std::string text = traceToText(outcome->trace);
    QVERIFY2(m_log.text.find("roctracer 4.1 activity: 3 kernels") != std::string::npos,
             m_log.text.c_str());
    QVERIFY2(text.find("grid=\"2 x 1 x 1\"") != std::string::npos, text.c_str());
  }

  void withoutAToolTheRunGoesOnAndSaysSo() {
    qputenv("PSTUDIO_ROCPROFILER", "/none/librocprofiler-sdk.so");
    qputenv("PSTUDIO_ROCTRACER", "/none/libroctracer64.so");
    const auto outcome = run();
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(hasNote(outcome->trace, "activity.off"));
    QVERIFY2(m_log.text.find("no activity: rocprofiler-sdk is not installed") != std::string::npos,
             m_log.text.c_str());
  }

  void kernelsThatTheToolDidNotSeeLeaveTheRestWithoutAnAxisAndThatIsSaid() {
    m_isEncoded = false;
    const auto outcome = run();
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QVERIFY(outcome->trace.sliceCount() > 0);
    QVERIFY(hasNote(outcome->trace, "activity.unmatched"));
  }

  void nothingIsOpenedWhereNothingIsAskedFor() {
    const auto outcome = run(ActivityKinds::none());
    VERIFY_RESULT(outcome);
    QVERIFY(m_sdk->calls.empty());
    QVERIFY(m_tracer->calls.empty());
    QVERIFY(!hasNote(outcome->trace, "activity.off"));
  }
};

QTEST_GUILESS_MAIN(HipSessionActivityTest)
#include "hip_session_activity_test.moc"
