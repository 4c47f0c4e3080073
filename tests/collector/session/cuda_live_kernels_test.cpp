// SPDX-License-Identifier: Apache-2.0
// Live kernels on a driver without a GPU: loaded modules, reused buffers, and the errors after the
// device is lost.
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <cstring>
#include <fstream>
#include <set>

#include "collector/session/targets/cuda_device.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/live/live_kernels.h"
#include "tests/collector/session/live_kernels_checks.h"
#include "tests/collector/simulated_gpu.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

class Printed final : public ProgressSink {
public:
  std::string printed;
  void output(std::string_view text) override { printed += text; }
  void stage(std::string_view) override {}
  void fraction(double) override {}
  void log(std::string_view) override {}
};

} // namespace

class CudaLiveKernelsTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  FakeCuda *m_fake = nullptr;
  SimulatedGpu m_gpu;
  Printed m_sink;
  RunSpec m_spec;
  const std::atomic<bool> m_cancel{false};

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
    spec.timeLimitSeconds = 0.2;
    return spec;
  }

  Result<std::unique_ptr<LiveKernels>> open() {
    PSTUDIO_TRY_ASSIGN(const std::shared_ptr<CudaDevice> device,
                       openCudaDevice(pathOf(FakeLibrary::Whole)));
    const auto make = [&](const RunSpec &of) {
      return makeCudaTarget(of, {{}, pathOf(FakeLibrary::Whole)}, device);
    };
    CollectOptions options;
    options.cache = CacheSettings{{}, 0};
    return openLiveKernelsOn({m_spec}, make, m_sink, m_cancel, options);
  }

  /// Sets the parameters of the kernel that is loaded next: with or without a profile buffer.
  void expectProfileBuffer(bool isThere) {
    m_fake->kernels[1].parameterBytes.resize(isThere ? 3 : 2, 8);
  }
  size_t modulesLoaded() const {
    return size_t(std::ranges::count(m_fake->calls, "cuModuleLoadDataEx"));
  }

  std::set<uint64_t> buffersOf(const char *kernel) const {
    std::set<uint64_t> addresses;
    for (const FakeLaunch &launch : m_fake->launches)
      if (launch.kernel == kernel)
        addresses.insert(launch.arguments.begin(), launch.arguments.begin() + 2);
    return addresses;
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("twice.mlir").toStdString()) << kTwiceKernel;
  }
  void init() {
    m_fake = &freshFakeCuda();
    m_gpu = SimulatedGpu();
    m_spec = spec();
    m_fake->kernels = kernelsOfSimulatedGpu();
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
    };
  }

  void codeAndBuffersStayOnTheDevice() {
    {
      expectProfileBuffer(false);
      auto session = open();
      VERIFY_RESULT(session);
      expectProfileBuffer(true);
      VERIFY_RESULT((*session)->instrument("twice", "default:slots=16"));
      const size_t modules = modulesLoaded();
      launchInBothFormsByTurns(**session, kCtas * kThreads / 32);
      if (QTest::currentTestFailed())
        return;
      QCOMPARE(modulesLoaded(), modules);
      QCOMPARE(buffersOf("twice").size(), size_t{2});
    }
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void callbacksFindTheirBufferThroughTheModulesGlobal() {
    constexpr const char *kGlobal = "proton_callback_buffer";
    constexpr size_t kWarps = kCtas * kThreads / 32;
    m_fake->globalBytes[kGlobal] = 16;
    // Each launch adds 5 to the first value of the buffer at the address in the module's global.
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu.run(launch, memory);
      if (launch.kernel != "twice")
        return;
      for (const auto &[address, bytes] : FakeMemory(memory)) {
        std::array<uint64_t, 2> told{};
        if (bytes.size() == sizeof told)
          std::memcpy(told.data(), bytes.data(), sizeof told);
        if (told[1] != kWarps * 8 || !memory.contains(told[0]))
          continue;
        uint64_t count = 0;
        std::memcpy(&count, memory.at(told[0]).data(), sizeof count);
        count += 5;
        std::memcpy(memory.at(told[0]).data(), &count, sizeof count);
      }
    };
    expectProfileBuffer(false);
    m_spec.callbacks.file = PSTUDIO_SOURCE_DIR "/resources/callbacks/count_bytes.c";
    auto session = open();
    VERIFY_RESULT(session);
    expectProfileBuffer(true);
    VERIFY_RESULT((*session)->instrument("twice", "default:slots=16:callbacks=count_bytes@load"));
    for (int i = 0; i < 2; ++i) {
      m_sink.printed.clear();
      const auto outcome = (*session)->launch("twice");
      VERIFY_RESULT(outcome);
      QVERIFY2(m_sink.printed.starts_with("callbacks: i64[4], sum 5, 1 not 0, largest 5 at [0]"),
               m_sink.printed.c_str());
    }
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void aLostDeviceIsToldAndEverythingElseStillAnswers() {
    expectProfileBuffer(false);
    auto session = open();
    VERIFY_RESULT(session);
    m_fake->outcomes["twice"] = FakeOutcome::NeverEnds;
    const auto endless = (*session)->launch("twice");
    VERIFY_RESULT(endless);
    QVERIFY(endless->failure && endless->failure->code == ErrorCode::RunFailed);
    QVERIFY((*session)->isLost());
    const auto rejected = (*session)->launch("twice");
    QVERIFY(!rejected);
    QVERIFY2(textOf(rejected.error()).contains("lost"), qPrintable(textOf(rejected.error())));
    const auto changed = (*session)->instrument("twice", "default");
    QVERIFY(!changed);
    QCOMPARE((*session)->kernels().at(0).mode, std::string());
    QCOMPARE(offencesOf(*m_fake), std::string());
  }
};

QTEST_GUILESS_MAIN(CudaLiveKernelsTest)
#include "cuda_live_kernels_test.moc"
