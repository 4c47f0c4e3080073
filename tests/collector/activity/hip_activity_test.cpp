// SPDX-License-Identifier: Apache-2.0
// rocprofiler-sdk or else roctracer is found, rejected or used, and its records are read, on stubs
// that need no GPU.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "collector/activity/hip/activity_source.h"
#include "collector/activity/hip/rocprofiler_library.h"
#include "collector/activity/hip/roctracer_session.h"
#include "tests/collector/activity/stub_rocm/stub_rocm.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

Environment environmentOf(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char *name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

Environment withBoth() {
  return environmentOf({{"PSTUDIO_ROCPROFILER", pathOfStubRocprofiler()},
                        {"PSTUDIO_ROCTRACER", pathOfStubRoctracer()}});
}
Environment withTracer() {
  return environmentOf({{"PSTUDIO_ROCPROFILER", "/none/librocprofiler-sdk.so"},
                        {"PSTUDIO_ROCTRACER", pathOfStubRoctracer()}});
}

QString textOf(const Result<std::unique_ptr<roc::ActivitySource>> &result) {
  return result ? QStringLiteral("no error") : QString::fromStdString(result.error().toString());
}

size_t countOf(const std::vector<std::string> &calls, const std::string &call) {
  return static_cast<size_t>(std::ranges::count(calls, call));
}

} // namespace

class HipActivityTest : public QObject {
  Q_OBJECT

private:
  StubRocprofiler *m_sdk = nullptr;
  StubRoctracer *m_tracer = nullptr;

private Q_SLOTS:
  void init() {
    m_sdk = &freshStubRocprofiler();
    m_tracer = &freshStubRoctracer();
  }

  void theLibrariesAreLookedForWhereRocmAndItsWheelsHaveThem() {
    const QTemporaryDir home;
    const std::filesystem::path rocm = home.filePath("rocm").toStdString();
    const std::filesystem::path wheel =
        home.filePath(".local/lib/python3.11/site-packages/_rocm_sdk_core/lib").toStdString();
    for (const auto &file : {rocm / "lib/librocprofiler-sdk.so.1",
                             wheel / "librocprofiler-sdk.so.1", rocm / "lib/libroctracer64.so.4"}) {
      std::filesystem::create_directories(file.parent_path());
      std::ofstream(file) << "x";
    }
    const Environment environment =
        environmentOf({{"HOME", home.path().toStdString()}, {"ROCM_PATH", rocm.string()}});
    const auto sdk = roc::rocprofilerCandidates(environment);
    QCOMPARE(sdk.front(), std::string("librocprofiler-sdk.so.1")); // the loader's search
    for (const auto &file :
         {rocm / "lib/librocprofiler-sdk.so.1", wheel / "librocprofiler-sdk.so.1"})
      QVERIFY2(std::ranges::find(sdk, file.string()) != sdk.end(), file.c_str());
    const auto tracer = roc::roctracerCandidates(environment);
    QVERIFY(std::ranges::find(tracer, (rocm / "lib/libroctracer64.so.4").string()) != tracer.end());
    QCOMPARE(roc::rocprofilerCandidates(environmentOf({{"PSTUDIO_ROCPROFILER", "/a/b.so"}})),
             std::vector<std::string>{"/a/b.so"});
  }

  void withoutEitherTheMessageSaysWhatWasTriedAndWhereTheyComeFrom() {
    const auto source = roc::beginActivity(
        {}, environmentOf({{"PSTUDIO_ROCPROFILER", "/none/librocprofiler-sdk.so"},
                           {"PSTUDIO_ROCTRACER", "/none/libroctracer64.so"}}));
    const QString text = textOf(source);
    for (const char *part :
         {"rocprofiler-sdk is not installed (tried /none/librocprofiler-sdk.so)",
          "roctracer is not installed (tried /none/libroctracer64.so)", "install rocprofiler-sdk",
          "PSTUDIO_ROCPROFILER", "rocprofv3", "--rocprof"})
      QVERIFY2(text.contains(part), qPrintable(text));
  }

  void whatCannotBeReadIsRejectedAndTheOlderToolIsTaken_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("said");
    QTest::newRow("0.4") << "0.4.0"
                         << "rocprofiler-sdk 0.4.0 is too old";
    QTest::newRow("0.5") << "0.5.0"
                         << "";
    QTest::newRow("1.0") << "1.0.0"
                         << "";
    QTest::newRow("1.2") << "1.2.3"
                         << "";
    QTest::newRow("2.0") << "2.0.0"
                         << "rocprofiler-sdk 2.0.0 is newer than this program";
  }
  void whatCannotBeReadIsRejectedAndTheOlderToolIsTaken() {
    QFETCH(QString, version);
    QFETCH(QString, said);
    const QStringList parts = version.split('.');
    for (size_t i = 0; i < 3; ++i)
      m_sdk->version[i] = parts[int(i)].toUInt();
    const auto library = roc::RocprofilerLibrary::open(withBoth());
    QCOMPARE(bool(library), said.isEmpty());
    if (!library)
      QVERIFY2(QString::fromStdString(library.error().message).contains(said),
               library.error().message.c_str());
    const auto source = roc::beginActivity({}, withBoth());
    VERIFY_RESULT(source);
    QCOMPARE((*source)->name(), said.isEmpty() ? "rocprofiler-sdk " + version.toStdString()
                                               : std::string("roctracer 4.1"));
  }

  void aLibraryThatLacksFunctionsOrKindsIsRejectedByName() {
    const auto incomplete = roc::RocprofilerLibrary::load(pathOfIncompleteRocprofiler());
    QVERIFY(!incomplete);
    QVERIFY2(incomplete.error().message.find("lacks rocprofiler_force_configure") !=
                 std::string::npos,
             incomplete.error().message.c_str());
    m_sdk->bufferKinds.back() = "SOMETHING_ELSE";
    const auto other = roc::RocprofilerLibrary::load(pathOfStubRocprofiler());
    QVERIFY(!other);
    QVERIFY(other.error().message.find("does not record kernels") != std::string::npos);
  }

  void itIsConfiguredOnceInOrderAndStoppedAtTheEnd() {
    {
      const auto source = roc::beginActivity({}, withBoth());
      VERIFY_RESULT(source);
      QVERIFY(m_sdk->isRecording);
      const std::vector<std::string> expected{
          "rocprofiler_force_configure",
          "rocprofiler_create_context",
          "rocprofiler_configure_callback_tracing_service CODE_OBJECT",
          "rocprofiler_create_buffer 7 below policy 2",
          "rocprofiler_configure_buffer_tracing_service KERNEL_DISPATCH",
          "rocprofiler_configure_buffer_tracing_service MEMORY_COPY",
          "rocprofiler_configure_buffer_tracing_service HIP_RUNTIME_API",
          "rocprofiler_start_context 7"};
      QCOMPARE(m_sdk->calls, expected);
      const auto second = roc::beginActivity({}, withBoth());
      QVERIFY2(textOf(second).contains("is configured already"), qPrintable(textOf(second)));
      QVERIFY(textOf(second).contains("--no-activity"));
      QVERIFY(m_tracer->calls.empty()); // no second tool if another tool is configured
    }
    QVERIFY(!m_sdk->isRecording);
    QCOMPARE(m_sdk->calls.back(), std::string("rocprofiler_stop_context 7"));
  }

  void onlyWhatIsAskedForIsSwitchedOn() {
    const auto source = roc::beginActivity({false, false, false}, withBoth());
    VERIFY_RESULT(source);
    QCOMPARE(countOf(m_sdk->calls, "rocprofiler_configure_buffer_tracing_service MEMORY_COPY"),
             size_t(0));
    QCOMPARE(countOf(m_sdk->calls, "rocprofiler_configure_buffer_tracing_service HIP_RUNTIME_API"),
             size_t(0));
  }

  void whatCannotBeSwitchedOnIsAComplaintAndWithoutKernelsARefusal() {
    m_sdk->failing["rocprofiler_configure_buffer_tracing_service MEMORY_COPY"] = 12;
    const auto source = roc::beginActivity({}, withBoth());
    VERIFY_RESULT(source);
    QCOMPARE((*source)->complaints().size(), size_t(1));
    QVERIFY2((*source)->complaints()[0].find("copies are not recorded") == 0 &&
                 (*source)->complaints()[0].find("conflict (12)") != std::string::npos,
             (*source)->complaints()[0].c_str());
    for (const char *call :
         {"rocprofiler_force_configure", "rocprofiler_create_context", "rocprofiler_create_buffer",
          "rocprofiler_configure_callback_tracing_service", "rocprofiler_start_context",
          "rocprofiler_configure_buffer_tracing_service KERNEL_DISPATCH"}) {
      m_sdk = &freshStubRocprofiler();
      m_sdk->failing[call] = 12;
      const auto none =
          roc::beginActivity({}, environmentOf({{"PSTUDIO_ROCPROFILER", pathOfStubRocprofiler()},
                                                {"PSTUDIO_ROCTRACER", "/none"}}));
      const QString name = QString(call).section(' ', 0, 0);
      QVERIFY2(textOf(none).contains(name + " failed with Context operation"),
               qPrintable(textOf(none)));
    }
  }

  void kernelsCopiesAndCallsAreRead_data() {
    QTest::addColumn<uint32_t>("major");
    QTest::newRow("without ancestors") << 0u;
    QTest::newRow("with ancestors") << 1u;
  }
  void kernelsCopiesAndCallsAreRead() {
    QFETCH(uint32_t, major);
    m_sdk->version = {major, major ? 0u : 6u, 0};
    const auto source = roc::beginActivity({}, withBoth());
    VERIFY_RESULT(source);
    m_sdk->loadKernel(42, "row_sum.kd");
    m_sdk->records = {{kStubDispatch, dispatchRecord({100, 200, 5}, 42, {512, 4, 1}, {256, 2, 1})},
                      {kStubCopy, rocmCopyRecord({10, 60, 4}, 4096, 2)},
                      {kStubCopy, rocmCopyRecord({210, 260, 6}, 64, 3)},
                      {kStubCall, rocmCallRecord({90, 95, 5}, 1, major > 0)},
                      {kStubCall, rocmCallRecord({96, 97, 7}, 2, major > 0)}}; // hipStreamQuery
    const activity::ActivityLog log = (*source)->collect(1);
    QCOMPARE(log.kernels.size(), size_t(1));
    const activity::KernelActivity &kernel = log.kernels[0];
    QCOMPARE(kernel.name, std::string("row_sum"));
    QVERIFY(kernel.time.beginNs == 100 && kernel.time.endNs == 200);
    QCOMPARE(kernel.correlation, 5u);
    QVERIFY(kernel.grid == (std::array<uint32_t, 3>{2, 2, 1}));
    QVERIFY(kernel.block == (std::array<uint32_t, 3>{256, 2, 1}));
    QCOMPARE(kernel.staticSharedBytes, uint64_t(2048));
    QCOMPARE(kernel.localBytesPerThread, uint64_t(16));
    QCOMPARE(log.copies.size(), size_t(2));
    QCOMPARE(log.copies[0].direction, std::string("host to device"));
    QCOMPARE(log.copies[0].bytes, uint64_t(4096));
    QCOMPARE(log.copies[1].direction, std::string("device to host"));
    // The device is that of the kernel, for both directions of a copy.
    QCOMPARE(log.copies[0].place.device, kernel.place.device);
    QCOMPARE(log.copies[1].place.device, kernel.place.device);
    QCOMPARE(log.calls.size(), size_t(1));
    QCOMPARE(log.calls[0].name, std::string("hipModuleLaunchKernel"));
    QVERIFY(log.calls[0].time.beginNs == 90 && log.calls[0].time.endNs == 95);
    QCOMPARE(log.calls[0].thread, 11u);
    QCOMPARE(log.calls[0].correlation, 5u);
    QVERIFY((*source)->collect(1).kernels.empty()); // only new records
  }

  void whatIsLostUnfinishedShortOrUnknownIsCounted() {
    const auto source = roc::beginActivity({}, withBoth());
    VERIFY_RESULT(source);
    RocmRecord cut = dispatchRecord({1, 2, 1}, 1);
    cut[0] = std::byte{120}; // its size field is less than the size that the reader requires
    m_sdk->records = {{kStubDispatch, dispatchRecord({0, 200, 5}, 42)},
                      {kStubDispatch, dispatchRecord({300, 200, 6}, 42)},
                      {kStubDispatch, cut},
                      {3, dispatchRecord({1, 2, 1}, 1)},
                      {kStubDispatch, dispatchRecord({1, 2, 1}, 43)}};
    m_sdk->dropped = 17;
    const activity::ActivityLog log = (*source)->collect(1);
    QCOMPARE(log.dropped, uint64_t(17));
    QCOMPARE(log.unfinished, uint64_t(2));
    QCOMPARE(log.damaged, uint64_t(1));
    QCOMPARE(log.unknownKinds, uint64_t(1));
    QCOMPARE(log.kernels.size(), size_t(1));
    QCOMPARE(log.kernels[0].name, std::string("kernel 43")); // its code object was not registered
  }

  void aKernelThatTheToolHearsOfLateIsWaitedForButNotForEver() {
    const auto source = roc::beginActivity({}, withBoth());
    VERIFY_RESULT(source);
    m_sdk->flushesBefore = 3;
    m_sdk->records = {{kStubDispatch, dispatchRecord({1, 2, 1}, 1)}};
    QCOMPARE((*source)->collect(1).kernels.size(), size_t(1));
    QCOMPARE(countOf(m_sdk->calls, "rocprofiler_flush_buffer 9"), size_t(4));
    QElapsedTimer timer;
    timer.start();
    QVERIFY((*source)->collect(2).kernels.empty());
    QVERIFY(timer.elapsed() >= 150 && timer.elapsed() < 5000);
  }

  void roctracerIsUsedInOrderAndClosedAtTheEnd() {
    {
      const auto source = roc::beginActivity({}, withTracer());
      VERIFY_RESULT(source);
      QCOMPARE((*source)->name(), std::string("roctracer 4.1"));
      const auto second = roc::beginActivity({}, withTracer());
      QVERIFY2(textOf(second).contains("already records"), qPrintable(textOf(second)));
    }
    const std::vector<std::string> expected{"roctracer_open_pool_expl",
                                            "roctracer_enable_domain_activity_expl 2",
                                            "roctracer_enable_domain_activity_expl 3",
                                            "roctracer_disable_domain_activity 2",
                                            "roctracer_disable_domain_activity 3",
                                            "roctracer_flush_activity_expl",
                                            "roctracer_close_pool_expl"};
    QCOMPARE(m_tracer->calls, expected);
    VERIFY_RESULT(roc::beginActivity({}, withTracer())); // and can be opened again
  }

  void roctracersRecordsAreRead() {
    const auto source = roc::beginActivity({}, withTracer());
    VERIFY_RESULT(source);
    m_tracer->records = {
        tracerRecord(2, 0, {100, 200, 5}),        tracerRecord(2, 0, {80, 90, 3}, 2),
        tracerRecord(2, 1, {10, 60, 4}, 1, 4096), tracerRecord(2, 2, {61, 62, 4}), // a barrier
        tracerRecord(3, 1, {95, 99, 5}),          tracerRecord(3, 2, {201, 202, 6}),
        tracerRecord(2, 0, {0, 10, 9}),           tracerRecord(6, 0, {1, 2, 9}),
        tracerRecord(2, 0, {300, 310, 7})};
    m_tracer->cutBytes = 8;
    const activity::ActivityLog log = (*source)->collect(1);
    QCOMPARE(log.kernels.size(), size_t(1));
    QVERIFY(log.kernels[0].time.beginNs == 100 && log.kernels[0].time.endNs == 200);
    QCOMPARE(log.kernels[0].correlation, 5u);
    QVERIFY(log.kernels[0].name.empty()); // the session takes the name from its launch
    QCOMPARE(log.memsets.size(), size_t(1));
    QCOMPARE(log.copies.size(), size_t(1));
    QCOMPARE(log.copies[0].direction, std::string("host to device"));
    QCOMPARE(log.copies[0].bytes, uint64_t(4096));
    QCOMPARE(log.calls.size(), size_t(1));
    QCOMPARE(log.calls[0].name, std::string("hipModuleLaunchKernel"));
    QCOMPARE(log.calls[0].thread, 11u);
    QCOMPARE(log.unfinished, uint64_t(1));
    QCOMPARE(log.unknownKinds, uint64_t(1));
    QCOMPARE(log.damaged, uint64_t(1));
  }

  void anotherRoctracerIsRejectedAndItsErrorsAreNamed() {
    m_tracer->major = 5;
    QVERIFY2(textOf(roc::beginActivity({}, withTracer())).contains("roctracer 5.1 has records"),
             "another version");
    m_tracer = &freshStubRoctracer();
    m_tracer->failing["roctracer_enable_domain_activity_expl 2"] = 4;
    const QString text = textOf(roc::beginActivity({}, withTracer()));
    QVERIFY2(
        text.contains("roctracer_enable_domain_activity_expl failed with the stub says so (4)"),
        qPrintable(text));
    m_tracer = &freshStubRoctracer();
    m_tracer->failing["roctracer_enable_domain_activity_expl 3"] = 4;
    const auto partly = roc::beginActivity({}, withTracer());
    VERIFY_RESULT(partly);
    QVERIFY((*partly)->complaints().at(0).find("calls of HIP are not recorded") == 0);
  }
};

QTEST_GUILESS_MAIN(HipActivityTest)
#include "hip_activity_test.moc"
