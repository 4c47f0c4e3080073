// SPDX-License-Identifier: Apache-2.0
// Streamed runs of the target cuda on a driver without a GPU: a simulated kernel fills the rings
// while the session drains them.
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <fstream>
#include <thread>

#include "collector/instrument.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/run/run_session.h"
#include "collector/streaming/stream_drainer.h"
#include "core/base/little_endian.h"
#include "core/record/stream_ring.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/fake_cuda/simulated_probe.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;
using namespace pstudio::test;

namespace {

constexpr uint32_t kThreads = 64, kWarps = 2, kCtas = 3;
/// Sixteen slots in shared memory, halves of eight, in rings of two chunks.
constexpr const char *kMode = "default:strategy=stream:slots=16:buffer_type=shared";
constexpr StreamShape kShape{kWarps, 8, 2, 0};
constexpr uint32_t kChunksPerWarp = 500;
constexpr uint32_t kSlicesPerWarp = kChunksPerWarp * 4;

const char *const kKernel = R"(gpu.module @kernels {
  gpu.func @streamed(%C: memref<64xf32>) kernel {
    proton.record start "work"
    gpu.barrier
    proton.record end "work"
    gpu.return
  }
}
)";

/// The simulated warps of the kernel: they record a scope of five cycles every ten cycles.
class StreamingGpu {
public:
  explicit StreamingGpu(FakeCuda &fake) : m_fake(fake) {}

  void run(const FakeLaunch &launch, FakeMemory &memory) {
    if (launch.kernel == "pstudio_clock_probe")
      return runSimulatedProbe(launch, memory, m_nowNs);
    const size_t calls = m_fake.calls.size();
    auto *blocks = reinterpret_cast<std::byte *>(launch.arguments.at(1));
    for (uint32_t cta = 0; cta < kCtas; ++cta)
      runCta(blocks + cta * streamBlockBytes(kShape), cta);
    m_callsWhileRunning += m_fake.calls.size() - calls;
    m_nowNs += 50'000;
  }

  bool isFinished = true; ///< the kernel's warps reach their end
  size_t callsWhileRunning() const { return m_callsWhileRunning; }

private:
  void runCta(std::byte *block, uint32_t cta) const {
    const int64_t begin = cycleNow();
    storeLittle(block + kVersion, kLayoutVersion);
    storeLittle(block + kHeaderSize, static_cast<uint16_t>(kHeaderBytes));
    for (const auto &[offset, word] : {std::pair<uint32_t, uint32_t>{kProgramX, cta},
                                       {kHardwareId, cta},
                                       {kUnitCount, kWarps},
                                       {kSlotsPerUnit, kShape.chunks * kShape.flushedSlots},
                                       {kFlags, makeFlags(Strategy::Stream, Granularity::Warp)},
                                       {kFlushedSlots, kShape.flushedSlots},
                                       {kStreamChunks, kShape.chunks},
                                       {kMagic, kBlockMagic}})
      storeLittle(block + offset, word);
    storePair(block, kBeginCycle, kBeginTime, begin);
    for (uint32_t warp = 0; warp < kWarps; ++warp)
      runWarp(block, warp, begin);
    if (isFinished)
      storePair(block, kEndCycle, kEndTime, begin + 10 * kSlicesPerWarp + 100);
  }

  void runWarp(std::byte *block, uint32_t warp, int64_t begin) const {
    StreamProducer producer(block + streamEntryOffset(kWarps, warp),
                            block + streamRingOffset(kShape, warp), kShape.flushedSlots,
                            kShape.chunks);
    std::vector<std::byte> slots(kShape.flushedSlots * kSlotBytes);
    uint32_t written = 0;
    for (uint32_t chunk = 0; chunk < kChunksPerWarp; ++chunk) {
      for (size_t at = 0; at < slots.size(); at += kSlotBytes, ++written) {
        const Kind kind = written % 2 == 0 ? Kind::ScopeStart : Kind::ScopeEnd;
        storeLittle(slots.data() + at, makeTag(kind, 0, 0));
        storeLittle(slots.data() + at + 4, static_cast<uint32_t>(begin + 5 * written + 10));
      }
      while (!producer.hasRoom())
        std::this_thread::yield();
      producer.publish(written - kShape.flushedSlots, slots);
    }
    if (!isFinished)
      return;
    storeLittle(block + unitEntryOffset(warp) + kUnitWritten, written);
    storeLittle(block + unitEntryOffset(warp) + kUnitState, kUnitFinalized);
  }

  int64_t cycleNow() const {
    return static_cast<int64_t>(double(m_nowNs) * 1000.0 / kProbePicosecondsPerCycle);
  }
  static void storePair(std::byte *block, uint32_t cycle, uint32_t time, int64_t now) {
    const auto ns = static_cast<int64_t>(double(now) * kProbePicosecondsPerCycle / 1000.0);
    storeLittle(block + cycle, static_cast<uint64_t>(now));
    storeLittle(block + time,
                static_cast<uint64_t>(kProbeBootTimeNs + ns / kProbeTickNs * kProbeTickNs));
  }

  FakeCuda &m_fake;
  int64_t m_nowNs = 1'000'000;
  size_t m_callsWhileRunning = 0;
};

} // namespace

class CudaStreamingTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  FakeCuda *m_fake = nullptr;
  std::unique_ptr<StreamingGpu> m_gpu;

  RunSpec spec() const {
    RunSpec spec;
    spec.kernelFile = m_folder.filePath("streamed.mlir").toStdString();
    spec.function = "streamed";
    spec.target = "cuda";
    spec.grid = {kCtas, 1, 1};
    spec.block = {kThreads, 1, 1};
    spec.arguments.push_back({"C", BufferArgument{DType::F32, {64}, ZerosInit{}}});
    spec.mode = InstrumentationMode::parse(kMode).value();
    spec.timeLimitSeconds = 60.0;
    return spec;
  }
  static Result<RunOutcome> run(const RunSpec &spec, const CollectOptions &options = {}) {
    RunLog progress;
    return runSession(spec, *makeCudaTarget(spec, {{}, pathOf(FakeLibrary::Whole)}), progress,
                      std::atomic<bool>(false), options);
  }
  /// Verifies that the outcome of a launch that did not end has all its records.
  void verifyKept(const Result<RunOutcome> &outcome) const {
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure && outcome->failure->code == ErrorCode::RunFailed);
    QVERIFY(test::hasNote(outcome->trace, "run.failed"));
    QVERIFY(test::hasNote(outcome->trace, "record.cta-not-finalized"));
    QCOMPARE(outcome->trace.sliceCount(), size_t{kCtas * kWarps * kSlicesPerWarp});
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(m_folder.filePath("streamed.mlir").toStdString()) << kKernel;
  }
  void init() {
    m_fake = &freshFakeCuda();
    m_gpu = std::make_unique<StreamingGpu>(*m_fake);
    m_fake->kernels = {{"pstudio_clock_probe", {{0, 1024}, {4, 18}}, {8, 8}},
                       {"streamed", {{0, 1024}, {1, 0}, {3, 0}, {4, 24}}, {8, 8}}};
    m_fake->body = [this](const FakeLaunch &launch, FakeMemory &memory) {
      m_gpu->run(launch, memory);
    };
  }

  void aKernelOfAnyLengthLosesNothingAndNoDriverIsCalledWhileItRuns() {
    RunSpec twice = spec();
    twice.warmup = 1;
    twice.repeat = 2;
    const auto outcome = run(twice);
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->failure);
    QCOMPARE(outcome->trace.launches().size(), size_t{2});
    QCOMPARE(outcome->trace.sliceCount(), size_t{2 * kCtas * kWarps * kSlicesPerWarp});
    for (const Launch &launch : outcome->trace.launches()) {
      QCOMPARE(launch.recordsDropped, uint64_t{0});
      QCOMPARE(launch.recordsUnmatched, uint64_t{0});
      QVERIFY(launch.timeBase == TimeBase::Measured);
    }
    for (const int64_t cycles : outcome->trace.sliceCycleDurations())
      QCOMPARE(cycles, int64_t{5});
    QCOMPARE(m_gpu->callsWhileRunning(), size_t{0});
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void ofAnEndlessKernelAllThatArrivedIsKept() {
    m_gpu->isFinished = false;
    m_fake->outcomes["streamed"] = FakeOutcome::NeverEnds;
    RunSpec impatient = spec();
    impatient.timeLimitSeconds = 0.2;
    verifyKept(run(impatient));
  }

  void ofAKernelThatFaultsAllThatArrivedIsKept() {
    m_gpu->isFinished = false;
    m_fake->outcomes["streamed"] = FakeOutcome::Faults;
    verifyKept(run(spec()));
  }

  void aKernelThatGoesOnForEverDoesNotHoldTheDrainer() {
    std::vector<std::byte> block(streamBlockBytes(kShape));
    StreamDrainer drainer(block, kShape, std::nullopt);
    std::atomic<bool> isOver{false};
    std::thread kernel([&] {
      StreamProducer producer(block.data() + streamEntryOffset(kWarps, 0),
                              block.data() + streamRingOffset(kShape, 0), kShape.flushedSlots,
                              kShape.chunks);
      const std::vector<std::byte> slots(kShape.flushedSlots * kSlotBytes);
      while (!isOver.load())
        if (producer.hasRoom())
          producer.publish(0, slots);
    });
    const bool isDraining = QTest::qWaitFor([&] { return drainer.slotsDrained() > 1000; }, 30'000);
    const Result<void> finished = drainer.finish();
    isOver = true;
    kernel.join();
    QVERIFY(isDraining);
    VERIFY_RESULT(finished);
  }

  void memoryThatCannotBeMappedIsRejectedWithItsPurpose() {
    m_fake->failNext["cuMemHostGetDevicePointer_v2"] = 2;
    const auto outcome = run(spec());
    QVERIFY(!outcome);
    VERIFY_CONTAINS(messageOf(outcome), "for the profile buffer");
    VERIFY_CONTAINS(messageOf(outcome), "cuMemHostGetDevicePointer_v2");
    VERIFY_CONTAINS(messageOf(outcome), "use fewer slots, or sample CTAs");
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

  void aStreamCannotBeKeptAsACapture() {
    CollectOptions options;
    options.keepCapture = m_folder.filePath("capture").toStdString();
    const auto outcome = run(spec(), options);
    QVERIFY(!outcome);
    QVERIFY(outcome.error().code == ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(outcome), "streamed records cannot be kept as a capture");
  }

  void aFileThatOthersLaunchHasNoStream() {
    InstrumentRequest request;
    request.input = m_folder.filePath("streamed.mlir").toStdString();
    request.mode = InstrumentationMode::parse(kMode).value();
    request.block = {kThreads, 1, 1};
    const auto file = instrumentFile(request);
    QVERIFY(!file);
    QVERIFY(file.error().code == ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(file), "needs a host that drains the records");
    request.mode = InstrumentationMode::parse("default").value();
    VERIFY_RESULT(instrumentFile(request));
  }
};

QTEST_GUILESS_MAIN(CudaStreamingTest)
#include "cuda_streaming_test.moc"
