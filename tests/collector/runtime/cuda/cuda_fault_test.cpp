// SPDX-License-Identifier: Apache-2.0
// Kernels that fault or never end, and PTX that does not compile: the messages, the operations that
// still work, and the absence of endless waits.
#include <QtTest>

#include "collector/runtime/poll_pacer.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

namespace {

constexpr std::array<uint64_t, 3> kArguments{1, 2, 3};

} // namespace

class CudaFaultTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void ptxThatDoesNotCompileIsRejectedWithTheCompilersText() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    fake.compilerErrors = "ptxas application ptx input, line 3; fatal   : Unknown symbol 'r1'\n\n";
    const auto module = Module::load(context, ".version 8.0 nonsense");
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::CompileFailed);
    VERIFY_CONTAINS(messageOf(module), "compiling PTX for the GPU: cuModuleLoadDataEx failed with "
                                       "CUDA_ERROR_INVALID_PTX (218)");
    QVERIFY(module.error().message.ends_with("line 3; fatal   : Unknown symbol 'r1'"));
    QCOMPARE(fake.ptx, std::string(".version 8.0 nonsense"));
    QVERIFY(!context.isLost());
    QCOMPARE(fake.live["module"], 0);
  }

  void ptxNewerThanTheDriverSaysToUpdateIt() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    fake.failNext["cuModuleLoadDataEx"] = 222;
    const auto module = Module::load(context, ".version 99.0");
    QCOMPARE(module.error().code, ErrorCode::CompileFailed);
    VERIFY_CONTAINS(messageOf(module), "CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)");
    VERIFY_CONTAINS(messageOf(module), "update the NVIDIA driver");
  }

  void noMemoryForAModuleIsNoErrorOfItsText() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    fake.failNext["cuModuleLoadDataEx"] = 2;
    QCOMPARE(Module::load(context, "").error().code, ErrorCode::RunFailed);
  }

  void theCompilersReportAndTheKernelsResourcesAreKept() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    fake.compilerReport = "ptxas info    : Used 40 registers\n";
    const auto module = Module::load(context, ".version 8.0");
    VERIFY_RESULT(module);
    QCOMPARE(module->log(), std::string("ptxas info    : Used 40 registers"));
    // The options request a verbose report and line tables.
    QVERIFY(std::ranges::count(fake.compilerOptions, 12) == 1);
    QVERIFY(std::ranges::count(fake.compilerOptions, 13) == 1);
    const auto kernel = Kernel::find(*module, "saxpy");
    VERIFY_RESULT(kernel);
    QCOMPARE(kernel->resources().registersPerThread, 40u);
    QCOMPARE(kernel->resources().localBytesPerThread, uint64_t(16));
    QCOMPARE(kernel->resources().staticSharedBytes, uint64_t(256));
    QCOMPARE(kernel->resources().maxThreadsPerCta, 1024u);
    QVERIFY((kernel->parameterBytes() == std::vector<uint64_t>{8, 8, 4}));
  }

  void aKernelThatIsNotThereIsNamed() {
    freshFakeCuda();
    const Context context = openContext();
    const auto module = Module::load(context, ".version 8.0");
    VERIFY_RESULT(module);
    const auto kernel = Kernel::find(*module, "sxapy");
    QVERIFY(!kernel);
    QCOMPARE(kernel.error().code, ErrorCode::InvalidInput);
    QCOMPARE(kernel.error().message, std::string("the module has no kernel sxapy"));
  }

  void aFaultIsSaidWithTheKernelAndEndsTheContext() {
    FakeCuda &fake = freshFakeCuda();
    size_t calls = 0;
    {
      const Context context = openContext();
      Stream stream = openStream(context);
      const LoadedKernel loaded = loadKernel(context);
      const auto buffer = DeviceBuffer::allocate(context, 64, "data");
      VERIFY_RESULT(buffer);
      VERIFY_RESULT(stream.mark());
      fake.nextLaunch = FakeOutcome::Faults;
      VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
      const auto waited = stream.wait({});
      QVERIFY(!waited);
      QCOMPARE(waited.error().code, ErrorCode::RunFailed);
      VERIFY_CONTAINS(messageOf(waited),
                      "running kernel saxpy: cuStreamQuery failed with CUDA_ERROR_ILLEGAL_ADDRESS "
                      "(700): an illegal memory access was encountered");
      QVERIFY(context.isLost());

      // All later operations return the reason, without a call of the driver.
      calls = fake.calls.size();
      std::vector<std::byte> bytes(4);
      VERIFY_CONTAINS(messageOf(stream.copyToHost(bytes, *buffer, 0)),
                      "copying from the GPU: the GPU was given up earlier: running kernel saxpy: "
                      "cuStreamQuery failed with CUDA_ERROR_ILLEGAL_ADDRESS");
      QVERIFY(!cuda::launch(stream, loaded.kernel, {}, kArguments));
      QVERIFY(!stream.wait({}));
      QVERIFY(!stream.mark());
      QVERIFY(!DeviceBuffer::allocate(context, 1, "more"));
      QVERIFY(!Stream::open(context));
      QVERIFY(!Module::load(context, ""));
    }
    QCOMPARE(fake.calls.size(), calls); // the destructors make no calls either
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aFaultSeenByALaterCallNamesTheKernelBeforeIt() {
    FakeCuda &fake = freshFakeCuda();
    fake.fault = 716;
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    const auto buffer = DeviceBuffer::allocate(context, 64, "data");
    VERIFY_RESULT(buffer);
    fake.nextLaunch = FakeOutcome::Faults;
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
    std::vector<std::byte> bytes(4);
    const auto copied = stream.copyToHost(bytes, *buffer, 0);
    VERIFY_CONTAINS(messageOf(copied), "CUDA_ERROR_MISALIGNED_ADDRESS (716)");
    VERIFY_CONTAINS(messageOf(copied), ", after kernel saxpy");
    QVERIFY(context.isLost());
  }

  void aFaultThatNobodyWaitedForIsFoundBeforeMemoryIsFreed() {
    FakeCuda &fake = freshFakeCuda();
    {
      const Context context = openContext();
      Stream stream = openStream(context);
      const LoadedKernel loaded = loadKernel(context);
      const auto buffer = DeviceBuffer::allocate(context, 64, "data");
      VERIFY_RESULT(buffer);
      fake.nextLaunch = FakeOutcome::Faults;
      VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
    }
    QCOMPARE(std::ranges::count(fake.calls, "cuMemFree_v2"), 0);
    QCOMPARE(std::ranges::count(fake.calls, "cuCtxDestroy_v2"), 0);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aFaultInOneContextLeavesOthersAlone() {
    FakeCuda &fake = freshFakeCuda();
    const Context first = openContext();
    const Context second = openContext();
    Stream a = openStream(first);
    Stream b = openStream(second);
    const LoadedKernel inFirst = loadKernel(first);
    const LoadedKernel inSecond = loadKernel(second);
    fake.nextLaunch = FakeOutcome::Faults;
    VERIFY_RESULT(cuda::launch(a, inFirst.kernel, {}, kArguments));
    VERIFY_RESULT(cuda::launch(b, inSecond.kernel, {}, kArguments));
    QVERIFY(!a.wait({}));
    VERIFY_RESULT(b.wait({}));
    QVERIFY(first.isLost());
    QVERIFY(!second.isLost());
  }

  void anEndlessKernelIsLeftAtTheTimeLimitAndMemoryCanStillBeRead() {
    FakeCuda &fake = freshFakeCuda();
    size_t calls = 0;
    {
      const Context context = openContext();
      Stream stream = openStream(context);
      Stream reader = openStream(context);
      const LoadedKernel loaded = loadKernel(context);
      const auto buffer = DeviceBuffer::allocate(context, 64, "data");
      VERIFY_RESULT(buffer);
      VERIFY_RESULT(stream.fill(*buffer, std::byte{9}));
      fake.nextLaunch = FakeOutcome::NeverEnds;
      VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));

      const PollPacer time;
      const auto waited = stream.wait({0.05, nullptr});
      QVERIFY(time.elapsedSeconds() >= 0.05);
      QVERIFY2(time.elapsedSeconds() < 1.0, qPrintable(QString::number(time.elapsedSeconds())));
      QVERIFY(!waited);
      QCOMPARE(waited.error().code, ErrorCode::RunFailed);
      VERIFY_CONTAINS(messageOf(waited),
                      "running kernel saxpy: not done within the time limit of 0.05 s (raise the");
      QVERIFY(context.isLost());

      std::vector<std::byte> bytes(64);
      VERIFY_RESULT(reader.copyToHost(bytes, *buffer, 0));
      QVERIFY(bytes == std::vector<std::byte>(64, std::byte{9}));
      QCOMPARE(fake.unpinnedCopies, size_t(0));
      // A stream that is opened now has no page-locked memory, but it can read.
      Stream late = openStream(context);
      VERIFY_RESULT(late.copyToHost(bytes, *buffer, 0));
      QCOMPARE(fake.unpinnedCopies, size_t(1));
      // The blocked stream rejects requests, and all streams reject new work.
      VERIFY_CONTAINS(messageOf(stream.copyToHost(bytes, *buffer, 0)), "given up earlier");
      VERIFY_CONTAINS(messageOf(cuda::launch(reader, loaded.kernel, {}, kArguments)),
                      "given up earlier");
      QVERIFY(!stream.wait({0.01, nullptr}));
      calls = fake.calls.size();
    }
    QCOMPARE(fake.calls.size(), calls);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void theStopButtonEndsTheWait() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    fake.nextLaunch = FakeOutcome::NeverEnds;
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
    std::atomic<bool> cancel = true;
    const auto waited = stream.wait({0, &cancel});
    QVERIFY(!waited);
    QCOMPARE(waited.error().code, ErrorCode::Cancelled);
    QVERIFY(context.isLost());
    QCOMPARE(stream.mark().error().code, ErrorCode::Cancelled);
  }

  void theStopButtonIsSeenDuringALongWait() {
    FakeCuda &fake = freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const LoadedKernel loaded = loadKernel(context);
    fake.nextLaunch = FakeOutcome::NeverEnds;
    VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
    std::atomic<bool> cancel = false;
    const PollPacer time;
    std::thread button([&] {
      while (time.elapsedSeconds() < 0.1)
        std::this_thread::yield();
      cancel = true;
    });
    const auto waited = stream.wait({60, &cancel});
    const double seconds = time.elapsedSeconds();
    button.join();
    QCOMPARE(waited.error().code, ErrorCode::Cancelled);
    QVERIFY2(seconds >= 0.1 && seconds < 1.0, qPrintable(QString::number(seconds)));
  }

  void workThatIsDoneIsNotCancelled() {
    freshFakeCuda();
    const Context context = openContext();
    Stream stream = openStream(context);
    const std::atomic<bool> cancel = true;
    VERIFY_RESULT(stream.wait({0, &cancel}));
    QVERIFY(!context.isLost());
  }

  void anEndlessKernelThatNobodyWaitedForDoesNotBlockTheDestructors() {
    FakeCuda &fake = freshFakeCuda();
    const PollPacer time;
    {
      const Context context = openContext();
      Stream stream = openStream(context);
      const LoadedKernel loaded = loadKernel(context);
      const auto buffer = DeviceBuffer::allocate(context, 64, "data");
      VERIFY_RESULT(buffer);
      fake.nextLaunch = FakeOutcome::NeverEnds;
      VERIFY_RESULT(cuda::launch(stream, loaded.kernel, {}, kArguments));
    }
    QVERIFY2(time.elapsedSeconds() < 10, qPrintable(QString::number(time.elapsedSeconds())));
    QCOMPARE(std::ranges::count(fake.calls, "cuMemFree_v2"), 0);
    QCOMPARE(offencesOf(fake), std::string());
  }

  void aFailedCallLeavesNothingBehind_data() {
    QTest::addColumn<QString>("call");
    for (const char *call : {"cuStreamCreate", "cuEventCreate", "cuMemHostAlloc"})
      QTest::newRow(call) << call;
  }
  void aFailedCallLeavesNothingBehind() {
    QFETCH(QString, call);
    FakeCuda &fake = freshFakeCuda();
    {
      const Context context = openContext();
      fake.failNext[call.toStdString()] = 2;
      const auto stream = Stream::open(context);
      QVERIFY(!stream);
      QVERIFY2(messageOf(stream).contains(call + " failed with CUDA_ERROR_OUT_OF_MEMORY"),
               qPrintable(messageOf(stream)));
    }
    QCOMPARE(liveObjectsOf(fake), std::string());
    QCOMPARE(offencesOf(fake), std::string());
  }
};

QTEST_GUILESS_MAIN(CudaFaultTest)
#include "cuda_fault_test.moc"
