// SPDX-License-Identifier: Apache-2.0
// Launches that exceed the limits of a device, driver or kernel: they are rejected in the user's
// terms, before a call of the driver.
#include <QtTest>

#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

Q_DECLARE_METATYPE(pstudio::cuda::LaunchShape)

namespace {

constexpr std::array<uint64_t, 3> kArguments{1, 2, 3};

/// The result of a launch of `saxpy` with the driver of `library` in its current state.
Result<void> outcome(const LaunchShape &shape, FakeLibrary library = FakeLibrary::Whole,
                     std::span<const uint64_t> arguments = kArguments) {
  const Context context = openContext(library);
  Stream stream = openStream(context);
  const LoadedKernel loaded = loadKernel(context);
  return cuda::launch(stream, loaded.kernel, shape, arguments);
}

LaunchShape shapeOf(std::array<uint32_t, 3> grid, std::array<uint32_t, 3> block,
                    std::array<uint32_t, 3> cluster = {1, 1, 1}, uint64_t sharedBytes = 0) {
  return {grid, block, cluster, sharedBytes};
}

} // namespace

class CudaLaunchTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aShapeBeyondALimitIsRejectedNamingIt_data() {
    QTest::addColumn<LaunchShape>("shape");
    QTest::addColumn<QString>("text");
    QTest::newRow("empty grid") << shapeOf({4, 0, 1}, {32, 1, 1}) << "grid 4 x 0 x 1 is empty in y";
    QTest::newRow("empty CTA") << shapeOf({1, 1, 1}, {32, 1, 0}) << "CTA 32 x 1 x 0 is empty in z";
    QTest::newRow("grid x") << shapeOf({0x80000000u, 1, 1}, {32, 1, 1})
                            << "is too large in x: this GPU takes 2147483647";
    QTest::newRow("grid y") << shapeOf({1, 65536, 1}, {32, 1, 1})
                            << "grid 1 x 65536 x 1 is too large in y: this GPU takes 65535";
    QTest::newRow("CTA z") << shapeOf({1, 1, 1}, {1, 1, 65})
                           << "CTA 1 x 1 x 65 is too large in z: this GPU takes 64";
    QTest::newRow("threads") << shapeOf({1, 1, 1}, {1024, 2, 1})
                             << "2048 threads per CTA, this GPU takes 1024";
    QTest::newRow("shared memory")
        << shapeOf({1, 1, 1}, {32, 1, 1}, {1, 1, 1}, 227 * 1024)
        << "it needs 227 KiB of dynamic and 256 bytes of static shared memory per CTA, this GPU "
           "has 227 KiB";
    QTest::newRow("enormous shared memory")
        << shapeOf({1, 1, 1}, {32, 1, 1}, {1, 1, 1}, UINT64_MAX)
        << "of static shared memory per CTA, this GPU has 227 KiB";
    QTest::newRow("empty cluster")
        << shapeOf({4, 1, 1}, {32, 1, 1}, {0, 1, 1}) << "cluster 0 x 1 x 1 is empty";
    QTest::newRow("large cluster") << shapeOf({32, 1, 1}, {32, 1, 1}, {32, 1, 1})
                                   << "cluster 32 x 1 x 1 has 32 CTAs, a cluster at most 16";
    QTest::newRow("cluster beside the grid")
        << shapeOf({4, 3, 1}, {32, 1, 1}, {2, 2, 1})
        << "cluster 2 x 2 x 1 does not divide the grid 4 x 3 x 1 in y";
  }
  void aShapeBeyondALimitIsRejectedNamingIt() {
    QFETCH(LaunchShape, shape);
    QFETCH(QString, text);
    FakeCuda &fake = freshFakeCuda();
    const auto launched = outcome(shape);
    QVERIFY(!launched);
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    QVERIFY2(messageOf(launched).startsWith("kernel saxpy cannot be launched: "),
             qPrintable(messageOf(launched)));
    QVERIFY2(messageOf(launched).contains(text), qPrintable(messageOf(launched)));
    QVERIFY(fake.launches.empty());
  }

  void theLargestShapesAreTaken() {
    FakeCuda &fake = freshFakeCuda();
    VERIFY_RESULT(outcome(shapeOf({0x7fffffffu, 65535, 65535}, {16, 1, 64})));
    VERIFY_RESULT(outcome(shapeOf({1, 1, 1}, {1024, 1, 1}, {1, 1, 1}, 227 * 1024 - 256)));
    VERIFY_RESULT(outcome(shapeOf({16, 1, 1}, {1024, 1, 1}, {16, 1, 1})));
    QCOMPARE(fake.launches.size(), size_t(3));
  }

  void moreThreadsThanTheKernelsRegistersAllowAreRejected() {
    FakeCuda &fake = freshFakeCuda();
    fake.kernels[0].attributes = {{0, 384}, {4, 168}};
    const auto launched = outcome(shapeOf({1, 1, 1}, {512, 1, 1}));
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(launched), "512 threads per CTA, the kernel was compiled for at most "
                                         "384 with its 168 registers per thread");
  }

  void theNumberOfArgumentsMustFit() {
    freshFakeCuda();
    const std::array<uint64_t, 2> two{};
    const auto launched = outcome({}, FakeLibrary::Whole, two);
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(launched), "2 arguments, it takes 3");
  }

  void aStructureAsParameterIsUnsupported() {
    freshFakeCuda().kernels[0].parameterBytes = {8, 64, 8};
    const auto launched = outcome({});
    QCOMPARE(launched.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(launched), "parameter 1 takes 64 bytes");
  }

  void clustersOnADeviceWithoutThemAreUnsupported() {
    freshFakeCuda().devices = {fakeA100()};
    const auto launched = outcome(shapeOf({4, 1, 1}, {32, 1, 1}, {2, 1, 1}));
    QCOMPARE(launched.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(launched),
                    "NVIDIA A100 (compute capability 8.0) has no clusters (clusters need compute");
    VERIFY_RESULT(outcome(shapeOf({4, 1, 1}, {32, 1, 1})));
  }

  void clustersOnAnOldDriverAreUnsupportedNamingTheVersionThatHasThem() {
    FakeCuda &fake = freshFakeCuda(FakeLibrary::Old);
    fake.version = 11020;
    const auto launched = outcome(shapeOf({4, 1, 1}, {32, 1, 1}, {2, 1, 1}), FakeLibrary::Old);
    QCOMPARE(launched.error().code, ErrorCode::Unsupported);
    VERIFY_CONTAINS(messageOf(launched), "the driver (CUDA 11.2) has no cuLaunchKernelEx");
    VERIFY_CONTAINS(messageOf(launched), "CUDA 11.7 or newer");
    VERIFY_RESULT(outcome(shapeOf({4, 1, 1}, {32, 1, 1}), FakeLibrary::Old));
  }

  void aClusterThatNoPartOfTheDeviceHoldsIsRejected() {
    FakeCuda &fake = freshFakeCuda();
    fake.activeClusters = 0;
    const auto launched = outcome(shapeOf({16, 1, 1}, {1024, 1, 1}, {16, 1, 1}, 200 * 1024));
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(launched),
                    "no part of this GPU has room for a cluster of 16 x 1 x 1 CTAs with 1024 "
                    "threads, 40 registers per thread");
    QVERIFY(fake.launches.empty());
  }

  void aKernelCompiledForClustersTakesNoOthers() {
    FakeCuda &fake = freshFakeCuda();
    fake.kernels[0].attributes[11] = 2;
    fake.kernels[0].attributes[12] = 1;
    fake.kernels[0].attributes[13] = 1;
    const auto launched = outcome(shapeOf({4, 1, 1}, {32, 1, 1}));
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(launched),
                    "compiled for clusters of 2 x 1 x 1 CTAs, the launch requests 1 x 1 x 1");
    VERIFY_RESULT(outcome(shapeOf({4, 1, 1}, {32, 1, 1}, {2, 1, 1})));
  }

  void aLaunchThatTheDriverRejectsLeavesTheContextFine() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    fake.failNext["cuLaunchKernel"] = 701;
    const auto launched = cuda::launch(stream, loaded.kernel, {}, kArguments);
    QCOMPARE(launched.error().code, ErrorCode::RunFailed);
    VERIFY_CONTAINS(messageOf(launched), "launching kernel saxpy: cuLaunchKernel failed with");
    QVERIFY(!context.isLost());
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
    VERIFY_RESULT(stream.wait({}));
  }
};

QTEST_GUILESS_MAIN(CudaLaunchTest)
#include "cuda_launch_test.moc"
