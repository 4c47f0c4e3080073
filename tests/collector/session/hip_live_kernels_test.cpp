// SPDX-License-Identifier: Apache-2.0
// Live kernels on an AMD GPU's runtime without a GPU: loaded code objects, kept buffers, and the
// errors after the device is lost.
#include <set>

#include "collector/session/targets/hip_device.h"
#include "collector/session/targets/hip_target.h"
#include "collector/session/live/live_kernels.h"
#include "tests/collector/fake_hip/twice_fixture.h"
#include "tests/collector/session/live_kernels_checks.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

class HipLiveKernelsTest : public TwiceFixture {
  Q_OBJECT

private:
  const std::atomic<bool> m_cancel{false};

  Result<std::unique_ptr<LiveKernels>> open(RunSpec spec) {
    PSTUDIO_TRY_ASSIGN(const std::shared_ptr<HipDevice> device,
                       openHipDevice(pathOf(FakeHipVariant::Whole)));
    const auto make = [this, device](const RunSpec &of) {
      return makeHipTarget(of, {}, std::make_unique<ScriptedCompiler>(m_compiles), device);
    };
    return openLiveKernelsOn({std::move(spec)}, make, m_log, m_cancel, withoutCache());
  }

  size_t modulesLoaded() const {
    return size_t(std::ranges::count(m_fake->calls, "hipModuleLoadData"));
  }
  std::set<uint64_t> buffersOfLaunches() const {
    std::set<uint64_t> addresses;
    for (const FakeHipLaunch &launch : m_fake->launches)
      addresses.insert({launch.word(0), launch.word(8)});
    return addresses;
  }

private Q_SLOTS:
  void initTestCase() { writeKernel(); }
  void init() { reset(); }

  void codeAndBuffersStayOnTheDevice() {
    {
      auto session = open(spec());
      VERIFY_RESULT(session);
      VERIFY_RESULT((*session)->instrument("twice", "default:slots=16"));
      const size_t modules = modulesLoaded();
      launchInBothFormsByTurns(**session, kWaveCtas * kWaveThreads / 64);
      if (QTest::currentTestFailed())
        return;
      QCOMPARE(modulesLoaded(), modules);
      QCOMPARE(buffersOfLaunches().size(), size_t{2});
    }
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void whatIsNotBuiltIsRejectedAndTheCodeBeforeStays() {
    auto session = open(spec());
    VERIFY_RESULT(session);
    for (const auto &[mode, said] :
         {std::pair{"default:strategy=stream", "strategy stream is not built for AMD GPUs"},
          std::pair{"default:load=count", "callbacks"}}) {
      const auto changed = (*session)->instrument("twice", mode);
      QVERIFY2(!changed, mode);
      QVERIFY2(changed.error().toString().find(said) != std::string::npos,
               changed.error().toString().c_str());
    }
    const auto plain = (*session)->launch("twice");
    VERIFY_RESULT(plain);
    QVERIFY(!plain->failure && plain->launches[0].checks.at(0).passed());
  }

  void aFaultTakesTheDeviceFromTheSession() {
    auto session = open(spec());
    VERIFY_RESULT(session);
    m_fake->nextLaunch = FakeOutcome::Faults;
    const auto faulted = (*session)->launch("twice");
    const bool isEncoded = !faulted || faulted->failure.has_value();
    QVERIFY(isEncoded);
    QVERIFY((*session)->isLost());
    const auto next = (*session)->launch("twice");
    QVERIFY(!next || next->failure);
  }
};

QTEST_GUILESS_MAIN(HipLiveKernelsTest)
#include "hip_live_kernels_test.moc"
