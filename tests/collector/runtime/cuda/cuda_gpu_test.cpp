// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime on a real GPU. Operations that make the context unusable run in separate
// processes.
#include <QElapsedTimer>
#include <QProcess>
#include <QtTest>

#include <cstring>

#include "collector/runtime/cuda/driver_error.h"
#include "core/base/number_text.h"
#include "tests/collector/runtime/cuda/cuda_gpu_kernels.h"
#include "tests/collector/runtime/cuda/cuda_gpu_runner.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::cuda;
using namespace pstudio::test;

namespace {

constexpr WaitLimits kAMinute{60.0, nullptr};

#define VERIFY_CONTAINS(text, part)                                                                \
  do {                                                                                             \
    const QString searched(text);                                                                  \
    QVERIFY2(searched.contains(QStringLiteral(part)), qPrintable(searched));                       \
  } while (false)

template <class T> QString messageOf(const Result<T> &result) {
  return result ? QStringLiteral("no error") : test::textOf(result.error());
}

/// A process of this program that runs one of the acts of cuda_gpu_runner.h.
class Act {
public:
  explicit Act(const QString &name) {
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(QCoreApplication::applicationFilePath(), {"--act", name});
  }
  /// Whether the line "key: ..." arrives within a minute.
  bool waitForLine(const QString &key) {
    QElapsedTimer timer;
    timer.start();
    while (!m_output.contains(key + ": ") && timer.elapsed() < 60'000 &&
           m_process.waitForReadyRead(1000))
      m_output += QString::fromUtf8(m_process.readAll());
    return m_output.contains(key + ": ");
  }
  /// The complete output up to the end of the process; waits at most a minute.
  QString finish() {
    if (!m_process.waitForFinished(60'000))
      m_output += "(did not end)";
    return m_output += QString::fromUtf8(m_process.readAll());
  }
  bool kill() {
    m_process.kill();
    return m_process.waitForFinished(60'000);
  }

private:
  QProcess m_process;
  QString m_output;
};

/// "value" of the line "key: value".
QString valueOf(const QString &output, const QString &key) {
  for (const QString &line : output.split('\n'))
    if (line.startsWith(key + ": "))
      return line.mid(key.size() + 2);
  return QString("no line %1 in: %2").arg(key, output);
}

} // namespace

class CudaGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_NEEDS_CUDA_DEVICE();
    auto context = openGpu();
    VERIFY_RESULT(context);
    m_context = std::make_unique<Context>(std::move(*context));
    const DeviceInfo &device = m_context->device();
    qInfo("%s, compute capability %u.%u, %u SMs, %s, driver for CUDA %s", device.name.c_str(),
          device.major, device.minor, device.smCount, sizeText(device.memoryBytes).c_str(),
          versionText(m_context->driver().version()).c_str());
  }

  // The operations of the separate processes do not affect the GPU in this process.
  void cleanup() {
    if (m_context)
      VERIFY_RESULT(runSaxpy(*m_context, 1000));
  }

  void theDeviceIsDescribed() {
    const DeviceInfo &device = m_context->device();
    QVERIFY(!device.name.empty());
    QVERIFY(device.major >= 5);
    QCOMPARE(device.lanesPerWarp, 32u);
    QVERIFY(device.smCount >= 1 && device.smCount < 1000);
    QVERIFY(device.maxSharedBytesPerCta >= 48 * 1024);
    QVERIFY(device.maxSharedBytesPerCta <= device.sharedBytesPerSm);
    QVERIFY(device.maxGrid[0] == 0x7fffffffu && device.maxGrid[1] == 65535);
    QVERIFY(device.major != 9 || device.canLaunchClusters);
    QVERIFY(device.major >= 9 || !device.canLaunchClusters);
    QVERIFY(device.registersPerSm >= 32768);
    QVERIFY(device.l2Bytes > 0 && device.memoryBytes > device.l2Bytes);
  }

  void saxpyIsRightForEverySize_data() {
    QTest::addColumn<uint32_t>("size");
    for (const uint32_t size : {1u, 255u, 256u, 257u, 1'000'003u, 20'000'000u})
      QTest::addRow("%u", size) << size;
  }
  void saxpyIsRightForEverySize() {
    QFETCH(uint32_t, size);
    VERIFY_RESULT(runSaxpy(*m_context, size));
  }

  void largeCopiesComeBackAsTheyWereSent() {
    constexpr size_t kBytes = size_t(256) << 20;
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    const auto buffer = DeviceBuffer::allocate(*m_context, kBytes, "data");
    VERIFY_RESULT(buffer);
    std::vector<uint32_t> sent(kBytes / 4);
    for (uint32_t i = 0; i < sent.size(); ++i)
      sent[i] = i * 2654435761u;
    std::vector<uint32_t> back(sent.size());
    QElapsedTimer timer;
    timer.start();
    VERIFY_RESULT(stream->copyToDevice(*buffer, 0, std::as_bytes(std::span(sent))));
    VERIFY_RESULT(stream->wait(kAMinute));
    const double there = double(timer.nsecsElapsed());
    timer.restart();
    VERIFY_RESULT(stream->copyToHost(std::as_writable_bytes(std::span(back)), *buffer, 0));
    qInfo("256 MiB to the GPU at %.1f GB/s, back at %.1f GB/s", kBytes / there,
          kBytes / double(timer.nsecsElapsed()));
    QVERIFY(sent == back);
  }

  void fillingSetsEveryByte() {
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    const auto buffer = DeviceBuffer::allocate(*m_context, 10'000'019, "data");
    VERIFY_RESULT(buffer);
    VERIFY_RESULT(stream->fill(*buffer, std::byte{0xff}));
    std::vector<std::byte> back(buffer->bytes());
    VERIFY_RESULT(stream->copyToHost(back, *buffer, 0));
    QVERIFY(back == std::vector<std::byte>(back.size(), std::byte{0xff}));
  }

  void theKernelsResourcesAndParametersAreTold() {
    const auto saxpy = loadGpuKernel(*m_context, ptxModule(kSaxpy), "saxpy");
    VERIFY_RESULT(saxpy);
    qInfo("compiler report: %s", saxpy->module.log().c_str());
    const KernelResources &resources = saxpy->kernel.resources();
    QVERIFY(resources.registersPerThread > 0 && resources.registersPerThread < 64);
    QCOMPARE(resources.localBytesPerThread, uint64_t(0));
    QCOMPARE(resources.staticSharedBytes, uint64_t(0));
    QCOMPARE(resources.maxThreadsPerCta, 1024u);
    if (m_context->driver().version() < 12040)
      QSKIP("only drivers for CUDA 12.4 and newer tell the parameters");
    QVERIFY((saxpy->kernel.parameterBytes() == std::vector<uint64_t>{8, 8, 4, 4}));
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    const auto launched = cuda::launch(*stream, saxpy->kernel, {}, std::array<uint64_t, 3>{});
    VERIFY_CONTAINS(messageOf(launched), "3 arguments, it takes 4");
  }

  void ptxThatDoesNotCompileIsRejectedWithTheCompilersLog() {
    const auto module =
        Module::load(*m_context, ptxModule(".visible .entry k() { mov.u32 %nothing, 1; ret; }"));
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::CompileFailed);
    VERIFY_CONTAINS(messageOf(module), "CUDA_ERROR_INVALID_PTX (218)");
    VERIFY_CONTAINS(messageOf(module), "%nothing");
  }

  void ptxOfAnotherArchitectureOrAnUnknownVersionIsRejected() {
    const std::string body = ".visible .entry k() { ret; }";
    const auto newer = Module::load(*m_context, ptxModule(body, "sm_80", "99.9"));
    QVERIFY(!newer);
    QCOMPARE(newer.error().code, ErrorCode::CompileFailed);
    qInfo().noquote() << "PTX 99.9:" << messageOf(newer);
    if (m_context->device().major == 10)
      QSKIP("sm_100a is this GPU's architecture");
    const auto other = Module::load(*m_context, ptxModule(body, "sm_100a", "8.6"));
    QVERIFY(!other);
    QCOMPARE(other.error().code, ErrorCode::CompileFailed);
    qInfo().noquote() << "sm_100a:" << messageOf(other);
    QVERIFY(!m_context->isLost());
  }

  void allSharedMemoryCanBeUsedAndNotAByteMore() {
    const auto shared = loadGpuKernel(*m_context, ptxModule(kShared), "shared");
    VERIFY_RESULT(shared);
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    const auto buffer = DeviceBuffer::allocate(*m_context, 4, "data");
    VERIFY_RESULT(buffer);
    const uint64_t most = m_context->device().maxSharedBytesPerCta;
    LaunchShape shape;
    shape.dynamicSharedBytes = most;
    const std::array<uint64_t, 2> arguments{buffer->address(), most};
    VERIFY_RESULT(cuda::launch(*stream, shared->kernel, shape, arguments));
    VERIFY_RESULT(stream->wait(kAMinute));
    uint32_t offset = 0;
    VERIFY_RESULT(stream->copyToHost(std::as_writable_bytes(std::span(&offset, 1)), *buffer, 0));
    QCOMPARE(uint64_t(offset), most - 4);

    shape.dynamicSharedBytes = most + 1;
    const auto launched = cuda::launch(*stream, shared->kernel, shape, arguments);
    QCOMPARE(launched.error().code, ErrorCode::InvalidInput);
    VERIFY_CONTAINS(messageOf(launched), "of dynamic and 0 bytes of static shared memory per CTA");

    const auto greedy = Module::load(*m_context, ptxModule(kGreedy));
    QVERIFY(!greedy);
    QCOMPARE(greedy.error().code, ErrorCode::CompileFailed);
    VERIFY_CONTAINS(messageOf(greedy), "too much shared data");
  }

  void moreMemoryThanThereIsIsRejectedWithWhatIsFree() {
    const uint64_t bytes = 2 * m_context->device().memoryBytes;
    const auto buffer = DeviceBuffer::allocate(*m_context, bytes, "the profile buffer");
    QVERIFY(!buffer);
    QCOMPARE(buffer.error().code, ErrorCode::RunFailed);
    VERIFY_CONTAINS(messageOf(buffer), "for the profile buffer: cuMemAlloc_v2 failed with "
                                       "CUDA_ERROR_OUT_OF_MEMORY (2)");
    VERIFY_CONTAINS(messageOf(buffer), "are free");
    QVERIFY(!m_context->isLost());
  }

  void clustersRunTogether_data() {
    QTest::addColumn<uint32_t>("ctas");
    for (const uint32_t ctas : {2u, 8u, 16u})
      QTest::addRow("%u CTAs", ctas) << ctas;
  }
  void clustersRunTogether() {
    QFETCH(uint32_t, ctas);
    if (!m_context->device().canLaunchClusters)
      QSKIP("this GPU has no clusters");
    const auto ranks = loadGpuKernel(*m_context, ptxModule(kRanks, "sm_90"), "ranks");
    VERIFY_RESULT(ranks);
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    const auto buffer = DeviceBuffer::allocate(*m_context, 48 * 8, "data");
    VERIFY_RESULT(buffer);
    LaunchShape shape;
    shape.grid = {48, 1, 1};
    shape.block = {32, 1, 1};
    shape.cluster = {ctas, 1, 1};
    VERIFY_RESULT(cuda::launch(*stream, ranks->kernel, shape, std::array{buffer->address()}));
    VERIFY_RESULT(stream->wait(kAMinute));
    std::vector<uint32_t> words(48 * 2);
    VERIFY_RESULT(stream->copyToHost(std::as_writable_bytes(std::span(words)), *buffer, 0));
    for (uint32_t cta = 0; cta < 48; ++cta) {
      QCOMPARE(words[2 * cta], cta % ctas);
      QCOMPARE(words[2 * cta + 1], ctas);
    }
  }

  void marksMeasureAKernelOfKnownLength() {
    const auto spin = loadGpuKernel(*m_context, ptxModule(kSpin), "spin");
    VERIFY_RESULT(spin);
    auto stream = Stream::open(*m_context);
    VERIFY_RESULT(stream);
    const auto buffer = DeviceBuffer::allocate(*m_context, 8, "data");
    VERIFY_RESULT(buffer);
    for (const uint64_t ns : {uint64_t(0), uint64_t(100'000), uint64_t(5'000'000)}) {
      stream->forgetMarks();
      VERIFY_RESULT(stream->mark());
      VERIFY_RESULT(cuda::launch(*stream, spin->kernel, {}, std::array{buffer->address(), ns}));
      VERIFY_RESULT(stream->mark());
      VERIFY_RESULT(stream->wait(kAMinute));
      uint64_t spun = 0;
      VERIFY_RESULT(stream->copyToHost(std::as_writable_bytes(std::span(&spun, 1)), *buffer, 0));
      const auto measured = stream->between(0, 1);
      VERIFY_RESULT(measured);
      qInfo("spinning for %llu ns: %llu ns in the kernel, %lld ns between marks",
            (unsigned long long)ns, (unsigned long long)spun, (long long)measured->value);
      QVERIFY(spun >= ns);
      // The marks enclose the kernel. Their clock has a resolution of about a microsecond.
      QVERIFY(measured->value >= int64_t(spun) - 2'000);
      QVERIFY(measured->value < int64_t(spun) + 10'000'000);
    }
  }

  void twoContextsOnOneGpuWorkSideBySide() {
    const auto second = openGpu();
    VERIFY_RESULT(second);
    for (int round = 0; round < 5; ++round) {
      VERIFY_RESULT(runSaxpy(*m_context, 50'000));
      VERIFY_RESULT(runSaxpy(*second, 50'000));
    }
  }

  void twoProcessesWorkSideBySide() {
    Act first("saxpy");
    Act second("saxpy");
    VERIFY_RESULT(runSaxpy(*m_context, 1'000'000));
    QCOMPARE(valueOf(first.finish(), "saxpy"), QString("ok"));
    QCOMPARE(valueOf(second.finish(), "saxpy"), QString("ok"));
  }

  void aFaultingKernelIsNamedAndEndsItsContext_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("error");
    QTest::newRow("illegal") << "store"
                             << "CUDA_ERROR_ILLEGAL_ADDRESS (700)";
    QTest::newRow("misaligned") << "store"
                                << "CUDA_ERROR_MISALIGNED_ADDRESS (716)";
    QTest::newRow("trap") << "trapped"
                          << "CUDA_ERROR_";
  }
  void aFaultingKernelIsNamedAndEndsItsContext() {
    QFETCH(QString, kernel);
    QFETCH(QString, error);
    const QString output = Act(QTest::currentDataTag()).finish();
    qInfo().noquote() << output;
    QVERIFY(valueOf(output, "wait").startsWith("run-failed: running kernel " + kernel + ": "));
    QVERIFY(valueOf(output, "wait").contains(error));
    QCOMPARE(valueOf(output, "lost"), QString("yes"));
    QVERIFY(valueOf(output, "then").contains("the GPU was given up earlier"));
    QCOMPARE(valueOf(output, "done"), QString("ok"));
  }

  void anEndlessKernelIsGivenUpInTimeAndItsMemoryRead_data() {
    QTest::addColumn<QString>("error");
    QTest::addColumn<double>("seconds");
    QTest::newRow("limit")
        << "run-failed: running kernel endless: not done within the time limit of 1 s" << 1.0;
    QTest::newRow("cancel") << "cancelled: running kernel endless: stopped by the user" << 2.0;
  }
  void anEndlessKernelIsGivenUpInTimeAndItsMemoryRead() {
    QFETCH(QString, error);
    QFETCH(double, seconds);
    const QString output = Act(QTest::currentDataTag()).finish();
    qInfo().noquote() << output;
    QVERIFY(valueOf(output, "wait").startsWith(error));
    const double waited = valueOf(output, "seconds").toDouble();
    QVERIFY2(waited < seconds + 0.5, qPrintable(output));
    QCOMPARE(valueOf(output, "lost"), QString("yes"));
    QCOMPARE(valueOf(output, "read"), QString("42"));
    QCOMPARE(valueOf(output, "read late"), QString("42"));
    QCOMPARE(valueOf(output, "done"), QString("ok"));
  }

  void aProcessKilledInMidRunLeavesTheGpuToOthers() {
    Act endless("endless");
    QVERIFY(endless.waitForLine("launched"));
    VERIFY_RESULT(runSaxpy(*m_context, 100'000)); // concurrently with the endless kernel
    QVERIFY(endless.kill());
    VERIFY_RESULT(runSaxpy(*m_context, 100'000));
  }

private:
  std::unique_ptr<Context> m_context;
};

int main(int argc, char **argv) {
  if (argc == 3 && std::strcmp(argv[1], "--act") == 0)
    actOnGpu(argv[2]);
  const QCoreApplication app(argc, argv);
  CudaGpuTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "cuda_gpu_test.moc"
