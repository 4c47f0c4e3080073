// SPDX-License-Identifier: Apache-2.0
// Cooperative, programmatic and cluster launches on a real GPU, and launches that exceed its
// limits.
#include <QtTest>

#include "tests/collector/runtime/cuda/cuda_gpu_kernels.h"
#include "tests/collector/runtime/cuda/cuda_gpu_runner.h"
#include "tests/collector/runtime/cuda/tensor_map_gpu_kernels.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

namespace {

constexpr WaitLimits kTenSeconds{10.0, nullptr};
constexpr uint64_t kSpinNs = 300'000;

} // namespace

class LaunchKindsGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    auto context = openGpu();
    VERIFY_RESULT(context);
    m_context.emplace(std::move(*context));
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    m_stream.emplace(std::move(*stream));
  }
  void cleanupTestCase() {
    m_stream.reset();
    m_context.reset();
  }

  void ctasOfACooperativeLaunchMeet_data() {
    QTest::addColumn<uint32_t>("cluster");
    QTest::newRow("alone") << 1u;
    QTest::newRow("in clusters") << 2u;
  }
  void ctasOfACooperativeLaunchMeet() {
    QFETCH(uint32_t, cluster);
    if (cluster > 1 && !m_context->device().canLaunchClusters)
      QSKIP("this GPU has no clusters");
    const uint32_t ctas = 2 * m_context->device().smCount;
    const auto meet = loadGpuKernel(*m_context, ptxModule(kMeet), "meet");
    VERIFY_RESULT(meet);
    const auto memory = DeviceBuffer::allocate(*m_context, 4 * (ctas + 1), "the counter");
    VERIFY_RESULT(memory);
    VERIFY_RESULT(m_stream->fill(*memory, std::byte{0}));
    LaunchShape shape = cooperative(ctas);
    shape.cluster = {cluster, 1, 1};
    VERIFY_RESULT(cuda::launch(*m_stream, meet->kernel, shape,
                               std::array{memory->address(), memory->address() + 4}));
    VERIFY_RESULT(m_stream->wait(kTenSeconds));
    std::vector<uint32_t> words(ctas + 1);
    VERIFY_RESULT(m_stream->copyToHost(std::as_writable_bytes(std::span(words)), *memory, 0));
    for (const uint32_t word : words)
      QCOMPARE(word, ctas);
  }

  void aCooperativeGridThatDoesNotFitIsRejected() {
    const auto meet = loadGpuKernel(*m_context, ptxModule(kMeet), "meet");
    VERIFY_RESULT(meet);
    // No SM can hold more than 64 CTAs.
    const auto launched =
        cuda::launch(*m_stream, meet->kernel, cooperative(65 * m_context->device().smCount),
                     std::array{uint64_t{0}, uint64_t{0}});
    QVERIFY(!launched);
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    qInfo("%s", qPrintable(textOf(launched.error())));
    QVERIFY(textOf(launched.error()).contains("CTAs is too large: the "));
    QVERIFY(!m_context->isLost());
  }

  void theDriverAgreesAboutTheLargestCooperativeGrid() {
    // Searches for the largest grid that the runtime accepts: the driver must run all its CTAs at
    // once.
    const auto meet = loadGpuKernel(*m_context, ptxModule(kMeet), "meet");
    VERIFY_RESULT(meet);
    const auto memory = DeviceBuffer::allocate(*m_context, 1 << 20, "the counter");
    VERIFY_RESULT(memory);
    const auto words = std::array{memory->address(), memory->address() + 4};
    uint32_t fits = m_context->device().smCount;
    uint32_t tooMany = 65 * m_context->device().smCount;
    while (tooMany - fits > 1) {
      const uint32_t middle = (fits + tooMany) / 2;
      VERIFY_RESULT(m_stream->fill(*memory, std::byte{0}));
      const bool isTaken =
          cuda::launch(*m_stream, meet->kernel, cooperative(middle), words).has_value();
      VERIFY_RESULT(m_stream->wait(kTenSeconds)); // all its CTAs met
      (isTaken ? fits : tooMany) = middle;
    }
    qInfo("%u CTAs at the same time", fits);
    QCOMPARE(fits % m_context->device().smCount, 0u);
  }

  void aProgrammaticLaunchBeginsBeforeItsPredecessorEnds_data() {
    QTest::addColumn<bool>("isProgrammatic");
    QTest::newRow("plain") << false;
    QTest::newRow("programmatic") << true;
  }
  void aProgrammaticLaunchBeginsBeforeItsPredecessorEnds() {
    QFETCH(bool, isProgrammatic);
    if (m_context->device().major < 9)
      QSKIP("this GPU has no programmatic launches");
    const auto first = loadGpuKernel(*m_context, ptxModule(kDependent, "sm_90", "8.0"), "first");
    const auto second = loadGpuKernel(*m_context, ptxModule(kDependent, "sm_90", "8.0"), "second");
    VERIFY_RESULT(first);
    VERIFY_RESULT(second);
    const auto memory = DeviceBuffer::allocate(*m_context, 40, "the times");
    VERIFY_RESULT(memory);
    LaunchShape shape;
    shape.isProgrammatic = isProgrammatic;
    std::array<uint64_t, 5> words{};
    for (int round = 0; round < 3; ++round) { // the first one loads code
      VERIFY_RESULT(m_stream->fill(*memory, std::byte{0}));
      VERIFY_RESULT(
          cuda::launch(*m_stream, first->kernel, {}, std::array{memory->address(), kSpinNs}));
      VERIFY_RESULT(cuda::launch(*m_stream, second->kernel, shape, std::array{memory->address()}));
      VERIFY_RESULT(m_stream->wait(kTenSeconds));
      VERIFY_RESULT(m_stream->copyToHost(std::as_writable_bytes(std::span(words)), *memory, 0));
      QCOMPARE(words[3], uint64_t{42}); // the data of the first kernel is visible after the wait
    }
    qInfo("the second began %lld ns after the first ended, and waited until %lld ns after",
          (long long)(words[2] - words[1]), (long long)(words[4] - words[1]));
    QCOMPARE(words[2] < words[1], isProgrammatic);
  }

  void aProgrammaticCooperativeLaunchIsTakenOrRejectedByName() {
    if (m_context->device().major < 9)
      QSKIP("this GPU has no programmatic launches");
    const auto meet = loadGpuKernel(*m_context, ptxModule(kMeet), "meet");
    VERIFY_RESULT(meet);
    const auto memory = DeviceBuffer::allocate(*m_context, 1 << 12, "the counter");
    VERIFY_RESULT(memory);
    VERIFY_RESULT(m_stream->fill(*memory, std::byte{0}));
    LaunchShape shape = cooperative(8);
    shape.isProgrammatic = true;
    const auto launched = cuda::launch(*m_stream, meet->kernel, shape,
                                       std::array{memory->address(), memory->address() + 4});
    qInfo("cooperative and programmatic: %s",
          launched ? "taken" : qPrintable(textOf(launched.error())));
    VERIFY_RESULT(m_stream->wait(kTenSeconds));
    QVERIFY(launched || textOf(launched.error()).contains("cuLaunchKernelEx"));
    QVERIFY(!m_context->isLost());
  }

  void clustersBeyondTheDeviceAreRejected() {
    if (!m_context->device().canLaunchClusters)
      QSKIP("this GPU has no clusters");
    const auto ranks = loadGpuKernel(*m_context, ptxModule(kRanks, "sm_90"), "ranks");
    VERIFY_RESULT(ranks);
    LaunchShape shape;
    shape.block = {32, 1, 1};
    for (const auto &[grid, cluster, text] :
         {std::tuple{32u, 32u, "a cluster at most 16"}, {30u, 4u, "does not divide the grid"}}) {
      shape.grid = {grid, 1, 1};
      shape.cluster = {cluster, 1, 1};
      const auto launched = cuda::launch(*m_stream, ranks->kernel, shape, std::array{uint64_t{0}});
      QVERIFY(!launched);
      QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
      QVERIFY2(textOf(launched.error()).contains(text), qPrintable(textOf(launched.error())));
    }
  }

private:
  static LaunchShape cooperative(uint32_t ctas) {
    LaunchShape shape;
    shape.grid = {ctas, 1, 1};
    shape.block = {32, 1, 1};
    shape.isCooperative = true;
    return shape;
  }

  std::optional<Context> m_context;
  std::optional<Stream> m_stream;
};

QTEST_GUILESS_MAIN(LaunchKindsGpuTest)
#include "launch_kinds_gpu_test.moc"
