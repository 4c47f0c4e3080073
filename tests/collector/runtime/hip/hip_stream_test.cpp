// SPDX-License-Identifier: Apache-2.0
// Memory, launches, waits and errors of the HIP runtime, with a stub that records calls.
#include <QtTest>

#include <array>
#include <atomic>
#include <cstring>

#include "collector/runtime/gpu/mapped_buffer.h"
#include "collector/runtime/gpu/staging.h"
#include "tests/collector/fake_hip/fake_hip_library.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr WaitLimits kASecond{1.0, nullptr};

std::vector<std::byte> pattern(size_t bytes) {
  std::vector<std::byte> made(bytes);
  for (size_t i = 0; i < bytes; ++i)
    made[i] = static_cast<std::byte>(i * 7);
  return made;
}

} // namespace

class HipStreamTest : public QObject {
  Q_OBJECT

private:
  FakeHip *m_fake = nullptr;

  hip::DeviceBuffer allocate(const hip::Device &device, uint64_t bytes) {
    auto buffer = hip::DeviceBuffer::allocate(device, bytes, "a test");
    Q_ASSERT(buffer);
    return std::move(*buffer);
  }
  void expectNothingLeft() {
    QCOMPARE(offencesOf(*m_fake), std::string());
    QCOMPARE(liveObjectsOf(*m_fake), std::string());
  }

private Q_SLOTS:
  void init() { m_fake = &freshFakeHip(); }

  void bytesGoThereAndBack() {
    {
      const hip::Device device = openFakeDevice();
      hip::Stream stream = openFakeStream(device);
      const hip::DeviceBuffer buffer = allocate(device, 1000);
      const std::vector<std::byte> sent = pattern(1000);
      VERIFY_RESULT(stream.copyToDevice(buffer, 0, sent));
      std::vector<std::byte> received(1000);
      VERIFY_RESULT(stream.copyToHost(received, buffer, 0));
      QVERIFY(received == sent);
      VERIFY_RESULT(stream.fill(buffer, std::byte{9}));
      VERIFY_RESULT(stream.copyToHost(received, buffer, 0));
      QVERIFY(std::ranges::count(received, std::byte{9}) == 1000);
      std::vector<std::byte> tooMuch(1001);
      QVERIFY(hipMessageOf(stream.copyToHost(tooMuch, buffer, 0))
                  .contains("bytes 0 to 1001 of a device buffer of 1000 bytes"));
    }
    expectNothingLeft();
  }

  void largeCopiesGoThroughPageLockedSlots() {
    {
      const hip::Device device = openFakeDevice();
      hip::Stream stream = openFakeStream(device);
      QCOMPARE(m_fake->live["pinned"], 1);
      const size_t bytes = 2 * gpu::Staging::kSlotBytes + 5;
      const hip::DeviceBuffer buffer = allocate(device, bytes);
      const std::vector<std::byte> sent = pattern(bytes);
      VERIFY_RESULT(stream.copyToDevice(buffer, 0, sent));
      std::vector<std::byte> received(bytes);
      VERIFY_RESULT(stream.copyToHost(received, buffer, 0));
      QVERIFY(received == sent);
      QCOMPARE(std::ranges::count(m_fake->calls, "hipMemcpyHtoDAsync"), 3);
      QCOMPARE(std::ranges::count(m_fake->calls, "hipMemcpyDtoHAsync"), 3);
      QCOMPARE(m_fake->unpinnedCopies, size_t(0));
    }
    expectNothingLeft();
  }

  void aMarkThatHasNotPassedIsReported() {
    const hip::Device device = openFakeDevice();
    hip::Stream stream = openFakeStream(device);
    VERIFY_RESULT(stream.mark());
    QVERIFY(hipMessageOf(stream.between(0, 0)).contains("a mark has not passed yet"));
    VERIFY_RESULT(stream.wait(kASecond));
    QCOMPARE(*stream.between(0, 0), Nanoseconds(0));
  }

  void memoryThatHostAndKernelsSeeIsMapped() {
    {
      const hip::Device device = openFakeDevice();
      const auto buffer = gpu::MappedBuffer::allocate(device, 4096, "a test");
      VERIFY_RESULT(buffer);
      QCOMPARE(buffer->address(), reinterpret_cast<uintptr_t>(buffer->bytes().data()));
      QCOMPARE(buffer->bytes().size(), size_t(4096));
    }
    expectNothingLeft();
  }

  void aLaunchPassesShapeAndArgumentsInTheSegment() {
    {
      const hip::Device device = openFakeDevice();
      hip::Stream stream = openFakeStream(device);
      const hip::Kernel kernel = loadSaxpy(device);
      const hip::DeviceBuffer x = allocate(device, 64);
      m_fake->body = [&](const FakeHipLaunch &launch, FakeMemory &memory) {
        std::memset(memory.at(launch.word(0)).data(), 5, 64);
      };
      VERIFY_RESULT(hip::launch(stream, kernel, {{4, 2, 1}, {64, 1, 1}, 512},
                                std::array<uint64_t, 3>{x.address(), 2, 0x40000000}));
      VERIFY_RESULT(stream.wait(kASecond));
      QCOMPARE(m_fake->launches.size(), size_t(1));
      const FakeHipLaunch &launch = m_fake->launches[0];
      QCOMPARE(launch.kernel, std::string("saxpy"));
      QCOMPARE(launch.grid, (std::array<unsigned, 3>{4, 2, 1}));
      QCOMPARE(launch.block, (std::array<unsigned, 3>{64, 1, 1}));
      QCOMPARE(launch.dynamicLdsBytes, 512u);
      QCOMPARE(launch.segment.size(), size_t(20)); // only the explicit part; HIP adds the rest
      QCOMPARE(launch.word(0), x.address());
      QCOMPARE(launch.word(8), uint64_t(2));
      std::vector<std::byte> seen(64);
      VERIFY_RESULT(stream.copyToHost(seen, x, 0));
      QVERIFY(seen[63] == std::byte{5});
    }
    expectNothingLeft();
  }

  void theCallsOfALaunchComeInOrder() {
    const hip::Device device = openFakeDevice();
    hip::Stream stream = openFakeStream(device);
    const hip::Kernel kernel = loadSaxpy(device);
    const hip::DeviceBuffer x = allocate(device, 64);
    m_fake->calls.clear();
    VERIFY_RESULT(stream.copyToDevice(x, 0, pattern(64)));
    const size_t first = *stream.mark();
    VERIFY_RESULT(hip::launch(stream, kernel, {}, std::array<uint64_t, 3>{x.address(), 0, 0}));
    const size_t second = *stream.mark();
    VERIFY_RESULT(stream.wait(kASecond));
    QCOMPARE(*stream.between(first, second), Nanoseconds(1000));
    const std::vector<std::string> expected{"hipMemcpyHtoDAsync",      "hipEventRecord",
                                            "hipEventCreateWithFlags", "hipEventRecord",
                                            "hipModuleLaunchKernel",   "hipEventCreateWithFlags",
                                            "hipEventRecord",          "hipEventElapsedTime"};
    QVERIFY(m_fake->calls == expected);
    // Released marks are reused, so that launches do not create events without limit.
    stream.forgetMarks();
    VERIFY_RESULT(stream.mark());
    QCOMPARE(m_fake->live["event"], 4); // two of them belong to the slots for copies
  }

  void memoryThatIsNotThereSaysHowMuchIs() {
    const hip::Device device = openFakeDevice();
    const auto buffer = hip::DeviceBuffer::allocate(device, uint64_t(1) << 40, "argument A");
    QVERIFY(!buffer && buffer.error().code == ErrorCode::RunFailed);
    QVERIFY2(hipMessageOf(buffer).contains("allocating 1 TiB for argument A: hipMalloc failed "
                                           "with hipErrorOutOfMemory (2): out of memory; 192 GiB "
                                           "of 192 GiB are free"),
             qPrintable(hipMessageOf(buffer)));
    QVERIFY(!device.isLost());
  }

  void codeForAnotherChipIsRejectedBeforeHipIsAsked() {
    m_fake->devices = {fakeRadeon()};
    const hip::Device device = openFakeDevice();
    const auto kernel = hip::Kernel::load(device, codeObjectOf(layoutWith("saxpy", {8})), "saxpy");
    QVERIFY(!kernel && kernel.error().code == ErrorCode::CompileFailed);
    QVERIFY2(hipMessageOf(kernel).contains("was compiled for gfx942, AMD Radeon RX 7900 XTX is "
                                           "gfx1100 (compile for hip:gfx1100)"),
             qPrintable(hipMessageOf(kernel)));
    QCOMPARE(m_fake->live["module"], 0);
  }

  void codeThatHipRejectsIsACompileError() {
    const hip::Device device = openFakeDevice();
    m_fake->failNext = {{"hipModuleLoadData", 209}};
    const auto kernel = hip::Kernel::load(device, codeObjectOf(layoutWith("saxpy", {8})), "saxpy");
    QVERIFY(!kernel && kernel.error().code == ErrorCode::CompileFailed);
    QVERIFY(hipMessageOf(kernel).contains("hipErrorNoBinaryForGpu (209)"));
    QVERIFY(!device.isLost());
  }

  void aKernelThatTheLoadedCodeLacksLeavesNothingBehind() {
    {
      const hip::Device device = openFakeDevice();
      m_fake->kernels.clear();
      const auto kernel =
          hip::Kernel::load(device, codeObjectOf(layoutWith("saxpy", {8})), "saxpy");
      QVERIFY(hipMessageOf(kernel).contains("hipModuleGetFunction failed with hipErrorNotFound"));
    }
    expectNothingLeft();
  }

  void launchesThatDoNotFitAreRejectedInTheUsersTerms() {
    const hip::Device device = openFakeDevice();
    hip::Stream stream = openFakeStream(device);
    const hip::Kernel kernel = loadSaxpy(device);
    const std::array<uint64_t, 3> words{};
    const auto message = [&](const hip::LaunchShape &shape) {
      return hipMessageOf(hip::launch(stream, kernel, shape, words));
    };
    QVERIFY(message({{0, 1, 1}, {1, 1, 1}}).contains("grid 0 x 1 x 1 is empty in x"));
    QVERIFY(message({{1, 1, 1}, {2048, 1, 1}}).contains("too large in x: this GPU takes 1024"));
    QVERIFY(
        message({{1, 1, 1}, {64, 32, 1}}).contains("2048 threads per CTA, this GPU takes 1024"));
    QVERIFY(
        message({{4194304, 1, 1}, {1024, 1, 1}}).contains("2^32 threads or more along one axis"));
    QVERIFY(message({{1, 1, 1}, {64, 1, 1}, 65537}).contains("local data share"));
    QVERIFY(hipMessageOf(hip::launch(stream, kernel, {}, std::array<uint64_t, 2>{}))
                .contains("2 arguments, it takes 3"));
    QVERIFY(m_fake->launches.empty());
    VERIFY_RESULT(hip::launch(stream, kernel, {{4194303, 1, 1}, {1024, 1, 1}, 65536}, words));
  }

  void aFaultNamesTheKernelAndEndsTheDevice() {
    {
      const hip::Device device = openFakeDevice();
      hip::Stream stream = openFakeStream(device);
      const hip::Kernel kernel = loadSaxpy(device);
      const hip::DeviceBuffer x = allocate(device, 64);
      m_fake->nextLaunch = FakeOutcome::Faults;
      VERIFY_RESULT(hip::launch(stream, kernel, {}, std::array<uint64_t, 3>{x.address(), 0, 0}));
      const auto waited = stream.wait(kASecond);
      QVERIFY(!waited && waited.error().code == ErrorCode::RunFailed);
      QVERIFY2(hipMessageOf(waited).contains("running kernel saxpy: hipStreamQuery failed with "
                                             "hipErrorIllegalAddress (700)"),
               qPrintable(hipMessageOf(waited)));
      QVERIFY(device.isLost());
      std::vector<std::byte> bytes(64);
      QVERIFY(
          hipMessageOf(stream.copyToHost(bytes, x, 0)).contains("the GPU was given up earlier"));
    }
    // Memory on a lost device stays allocated, and the destructors do not try to free it.
    QCOMPARE(m_fake->live["memory"], 1);
    QCOMPARE(std::ranges::count(m_fake->calls, "hipFree"), 0);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void afterATimeLimitTheRecordsCanStillBeReadThroughAnotherStream() {
    {
      const hip::Device device = openFakeDevice();
      hip::Stream stream = openFakeStream(device);
      hip::Stream drain = openFakeStream(device);
      const hip::Kernel kernel = loadSaxpy(device);
      const hip::DeviceBuffer x = allocate(device, 64);
      m_fake->nextLaunch = FakeOutcome::NeverEnds;
      m_fake->body = [&](const FakeHipLaunch &, FakeMemory &) {};
      VERIFY_RESULT(hip::launch(stream, kernel, {}, std::array<uint64_t, 3>{x.address(), 0, 0}));
      const auto waited = stream.wait({0.05, nullptr});
      QVERIFY2(hipMessageOf(waited).contains("not done within the time limit of 0.05 s"),
               qPrintable(hipMessageOf(waited)));
      QVERIFY(device.isLost());
      std::vector<std::byte> bytes(64);
      VERIFY_RESULT(drain.copyToHost(bytes, x, 0));
      QVERIFY(!stream.copyToHost(bytes, x, 0));
      QVERIFY(!drain.copyToDevice(x, 0, bytes));
    }
    QCOMPARE(std::ranges::count(m_fake->calls, "hipFree"), 0);
    QCOMPARE(offencesOf(*m_fake), std::string());
  }

  void theStopButtonEndsTheWaiting() {
    const hip::Device device = openFakeDevice();
    hip::Stream stream = openFakeStream(device);
    const hip::Kernel kernel = loadSaxpy(device);
    m_fake->nextLaunch = FakeOutcome::NeverEnds;
    std::atomic<bool> cancel = false;
    // The stream executes the kernel when it is queried.
    m_fake->body = [&](const FakeHipLaunch &, FakeMemory &) { cancel = true; };
    VERIFY_RESULT(hip::launch(stream, kernel, {}, std::array<uint64_t, 3>{}));
    QVERIFY(!cancel);
    const auto waited = stream.wait({0.0, &cancel});
    QVERIFY(!waited && waited.error().code == ErrorCode::Cancelled);
  }

  void destructorsWaitForWorkThatNobodyWaitedFor() {
    {
      const hip::Device device = openFakeDevice();
      hip::Stream stream = openFakeStream(device);
      const hip::Kernel kernel = loadSaxpy(device);
      VERIFY_RESULT(hip::launch(stream, kernel, {}, std::array<uint64_t, 3>{}));
    }
    expectNothingLeft();
  }

  void everyCallThatFailsIsTold() {
    const hip::Device device = openFakeDevice();
    hip::Stream stream = openFakeStream(device);
    const hip::Kernel kernel = loadSaxpy(device);
    const hip::DeviceBuffer x = allocate(device, 64);
    std::vector<std::byte> bytes(64);
    const std::map<std::string, std::function<Result<void>()>> steps{
        {"hipMemcpyHtoDAsync", [&] { return stream.copyToDevice(x, 0, bytes); }},
        {"hipMemcpyDtoHAsync", [&] { return stream.copyToHost(bytes, x, 0); }},
        {"hipMemsetD8Async", [&] { return stream.fill(x, std::byte{0}); }},
        {"hipModuleLaunchKernel",
         [&] { return hip::launch(stream, kernel, {}, std::array<uint64_t, 3>{}); }},
        {"hipEventRecord", [&]() -> Result<void> {
           PSTUDIO_TRY(stream.mark());
           return {};
         }}};
    for (const auto &[call, step] : steps) {
      m_fake->failNext = {{call, 1}};
      const auto result = step();
      QVERIFY2(hipMessageOf(result).contains(QString::fromStdString(
                   call + " failed with hipErrorInvalidValue (1): invalid argument")),
               qPrintable(hipMessageOf(result)));
      QVERIFY(!device.isLost());
    }
  }
};

QTEST_GUILESS_MAIN(HipStreamTest)
#include "hip_stream_test.moc"
