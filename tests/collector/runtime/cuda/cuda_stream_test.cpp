// SPDX-License-Identifier: Apache-2.0
// Buffers, copies, launches and time marks of the CUDA runtime, on a driver without a GPU.
#include <QtTest>

#include <numeric>
#include <random>

#include "collector/runtime/gpu/staging.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

namespace {

std::vector<std::byte> randomBytes(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte &byte : bytes)
    byte = static_cast<std::byte>(random());
  return bytes;
}

} // namespace

class CudaStreamTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void bytesOfAnySizeComeBackAsTheyWereSent_data() {
    QTest::addColumn<size_t>("size");
    for (const size_t size : {size_t(1), size_t(4096), gpu::Staging::kSlotBytes - 1,
                              gpu::Staging::kSlotBytes, gpu::Staging::kSlotBytes + 1,
                              2 * gpu::Staging::kSlotBytes, 5 * gpu::Staging::kSlotBytes + 17})
      QTest::addRow("%zu bytes", size) << size;
  }
  void bytesOfAnySizeComeBackAsTheyWereSent() {
    QFETCH(size_t, size);
    FakeCuda &fake = freshFakeCuda();
    {
      const Context context = openContext();
      Stream stream = openStream(context);
      const auto buffer = DeviceBuffer::allocate(context, size + 3, "data");
      VERIFY_RESULT(buffer);
      auto sent = randomBytes(size, 1);
      const auto original = sent;
      VERIFY_RESULT(stream.copyToDevice(*buffer, 3, sent));
      // The bytes may change as soon as the call has returned.
      std::fill(sent.begin(), sent.end(), std::byte{0});
      std::vector<std::byte> back(size);
      VERIFY_RESULT(stream.copyToHost(back, *buffer, 3));
      QVERIFY(back == original);
      // All of it went through page-locked memory.
      QCOMPARE(fake.unpinnedCopies, size_t(0));
    }
    QCOMPARE(offencesOf(fake), std::string());
    QCOMPARE(liveObjectsOf(fake), std::string());
  }

  void aRangeBeyondTheBufferIsRejected() {
    freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const auto buffer = DeviceBuffer::allocate(context, 16, "data");
    VERIFY_RESULT(buffer);
    std::vector<std::byte> bytes(8);
    VERIFY_CONTAINS(messageOf(stream.copyToDevice(*buffer, 9, bytes)),
                    "bytes 9 to 17 of a device buffer of 16 bytes");
    VERIFY_CONTAINS(messageOf(stream.copyToHost(bytes, *buffer, 17)), "of 16 bytes");
    VERIFY_CONTAINS(messageOf(stream.copyToHost(bytes, *buffer, UINT64_MAX)), "of 16 bytes");
  }

  void anEmptyBufferTakesNoMemory() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const auto buffer = DeviceBuffer::allocate(context, 0, "nothing");
    VERIFY_RESULT(buffer);
    QCOMPARE(buffer->bytes(), uint64_t(0));
    QCOMPARE(fake.live["memory"], 0);
    VERIFY_RESULT(stream.fill(*buffer, std::byte{1}));
    VERIFY_RESULT(stream.copyToHost({}, *buffer, 0));
  }

  void fillingSetsEveryByte() {
    freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const auto buffer = DeviceBuffer::allocate(context, 1000, "data");
    VERIFY_RESULT(buffer);
    VERIFY_RESULT(stream.fill(*buffer, std::byte{0xff}));
    std::vector<std::byte> back(1000);
    VERIFY_RESULT(stream.copyToHost(back, *buffer, 0));
    QVERIFY(back == std::vector<std::byte>(1000, std::byte{0xff}));
  }

  void tooLargeABufferSaysWhatItIsForAndWhatIsFree() {
    freshFakeCuda().devices[0].memoryBytes = uint64_t(1) << 30;
    const Context context = openContext();
    const auto small = DeviceBuffer::allocate(context, uint64_t(1) << 20, "argument A");
    VERIFY_RESULT(small);
    const auto buffer = DeviceBuffer::allocate(context, uint64_t(200) << 30, "argument B");
    QVERIFY(!buffer);
    QCOMPARE(buffer.error().code, ErrorCode::RunFailed);
    VERIFY_CONTAINS(messageOf(buffer),
                    "allocating 200 GiB for argument B: cuMemAlloc_v2 failed with "
                    "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory; 1,023 MiB of 1 GiB are free");
    QVERIFY(!context.isLost());
  }

  void movedBuffersAreFreedOnce() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    {
      auto first = DeviceBuffer::allocate(context, 16, "A");
      auto second = DeviceBuffer::allocate(context, 32, "B");
      VERIFY_RESULT(first);
      VERIFY_RESULT(second);
      DeviceBuffer moved(std::move(*first));
      QCOMPARE(moved.bytes(), uint64_t(16));
      moved = std::move(*second);
      QCOMPARE(moved.bytes(), uint64_t(32));
    }
    QCOMPARE(fake.live["memory"], 0);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aLaunchReachesTheDriverAsItWasGiven() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    LaunchShape shape;
    shape.grid = {7, 5, 3};
    shape.block = {64, 2, 1};
    shape.dynamicSharedBytes = 1000;
    const std::array<uint64_t, 3> arguments{0x1122334455667788, 42, 0xffffffff40000000};
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, shape, arguments));
    VERIFY_RESULT(stream.wait({}));
    QCOMPARE(fake.launches.size(), size_t(1));
    const FakeLaunch &launch = fake.launches.front();
    QCOMPARE(launch.kernel, std::string("saxpy"));
    QVERIFY((launch.grid == std::array<unsigned, 3>{7, 5, 3}));
    QVERIFY((launch.block == std::array<unsigned, 3>{64, 2, 1}));
    QVERIFY((launch.cluster == std::array<unsigned, 3>{1, 1, 1}));
    QCOMPARE(launch.dynamicSharedBytes, 1000u);
    // The third parameter has 4 bytes: the low ones.
    QVERIFY((launch.arguments == std::vector<uint64_t>{0x1122334455667788, 42, 0x40000000}));
    // 1256 bytes of shared memory need no opt-in.
    QCOMPARE(launch.attributes.count(8), size_t(0));
  }

  void largeSharedMemoryIsOptedInto() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    LaunchShape shape;
    shape.dynamicSharedBytes = 49152 - 255; // with 256 bytes of static memory one above 48 KiB
    const std::array<uint64_t, 3> arguments{};
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, shape, arguments));
    QCOMPARE(fake.launches.front().attributes.at(8), 49152 - 255);
    VERIFY_RESULT(stream.wait({}));
  }

  void clustersReachTheDriverAndLargeOnesAreOptedInto() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    const std::array<uint64_t, 3> arguments{};
    LaunchShape shape;
    shape.grid = {32, 2, 1};
    shape.cluster = {4, 2, 1};
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, shape, arguments));
    QVERIFY((fake.launches[0].cluster == std::array<unsigned, 3>{4, 2, 1}));
    QCOMPARE(fake.launches[0].attributes.count(14), size_t(0));
    shape.cluster = {8, 2, 1};
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, shape, arguments));
    QCOMPARE(fake.launches[1].attributes.at(14), 1);
    VERIFY_RESULT(stream.wait({}));
  }

  void marksMeasureTheTimeBetweenThem() {
    FakeCuda &fake = freshFakeCuda();
    fake.nanosecondsPerLaunch = 2500;
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    const std::array<uint64_t, 3> arguments{};
    QCOMPARE(*stream.mark(), size_t(0));
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, arguments));
    QCOMPARE(*stream.mark(), size_t(1));
    VERIFY_CONTAINS(messageOf(stream.between(0, 1)), "has not passed yet (wait for the stream");
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, arguments));
    QCOMPARE(*stream.mark(), size_t(2));
    VERIFY_RESULT(stream.wait({}));
    QCOMPARE(stream.between(0, 1)->value, int64_t(2500));
    QCOMPARE(stream.between(0, 2)->value, int64_t(5000));
    VERIFY_CONTAINS(messageOf(stream.between(0, 3)), "the stream has 3");
  }

  void forgottenMarksAreUsedAgain() {
    FakeCuda &fake = freshFakeCuda();
    {
      const Context context = openContext();
      Stream stream = openStream(context);
      const int before = fake.live["event"];
      for (int round = 0; round < 50; ++round) {
        QCOMPARE(*stream.mark(), size_t(0));
        QCOMPARE(*stream.mark(), size_t(1));
        VERIFY_RESULT(stream.wait({}));
        stream.forgetMarks();
      }
      QCOMPARE(fake.live["event"], before + 2);
    }
    QCOMPARE(liveObjectsOf(fake), std::string());
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aMovedStreamKeepsItsWork() {
    FakeCuda &fake = freshFakeCuda();
    {
      const Context context = openContext();
      Stream first = openStream(context);
      const auto buffer = DeviceBuffer::allocate(context, 4, "data");
      VERIFY_RESULT(buffer);
      VERIFY_RESULT(first.fill(*buffer, std::byte{7}));
      Stream second(std::move(first));
      Stream third = openStream(context);
      third = std::move(second);
      std::vector<std::byte> back(4);
      VERIFY_RESULT(third.copyToHost(back, *buffer, 0));
      QVERIFY(back == std::vector<std::byte>(4, std::byte{7}));
    }
    QCOMPARE(liveObjectsOf(fake), std::string());
    QCOMPARE(offencesOf(fake), std::string());
  }

  void destructionInAnyOrderLeavesNothing() {
    FakeCuda &fake = freshFakeCuda();
    {
      auto context = std::make_unique<Context>(openContext());
      auto stream = std::make_unique<Stream>(openStream(*context));
      auto loaded = std::make_unique<LoadedKernel>(loadKernel(*context));
      auto buffer = DeviceBuffer::allocate(*context, 64, "data");
      VERIFY_RESULT(buffer);
      const std::array<uint64_t, 3> arguments{};
      VERIFY_RESULT(cuda::launch(*stream, loaded->kernel, {}, arguments));
      context.reset(); // what was made from it keeps it alive
      loaded.reset();  // with the launch still queued
      stream.reset();
    }
    QCOMPARE(liveObjectsOf(fake), std::string());
    QCOMPARE(offencesOf(fake), std::string());
  }
};

QTEST_GUILESS_MAIN(CudaStreamTest)
#include "cuda_stream_test.moc"
