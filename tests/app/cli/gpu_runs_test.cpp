// SPDX-License-Identifier: Apache-2.0
// The real proton-collect on a real NVIDIA GPU: the examples, failures, and agreement of the times
// of different SMs.
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>

#include "core/clocks/clock_region.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/call_path.h"
#include "tests/app/cli/collect_process.h"
#include "tests/app/cli/drained_chunks.h"
#include "tests/support/clock_order.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

QString kernelSpec(const QString &name) {
  return testData("tests/collector/kernels/" + name + ".json");
}

/// Value of a launch's argument as text; empty if it has none of this name.
std::string factOf(const Trace &trace, const Launch &launch, std::string_view key) {
  for (const Arg &arg : trace.args(launch.args)) {
    if (trace.string(arg.key) != key)
      continue;
    return arg.type == ArgType::String ? std::string(trace.string(arg.stringValue))
                                       : std::to_string(arg.intValue);
  }
  return {};
}

/// Records that can be read while the kernel runs.
const char *const kInGlobalMemory = "--mode=default:buffer_type=global";

std::map<std::string, uint64_t> countSlices(const Trace &trace) {
  std::map<std::string, uint64_t> counts;
  for (const StringId name : trace.sliceNames())
    counts[std::string(trace.string(name))]++;
  return counts;
}

/// Number of slices by call path, name and parent.
std::map<std::string, uint64_t> countByCalls(const Trace &trace) {
  std::map<std::string, uint64_t> counts;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    std::string text;
    for (const Call &call : callPathOf(trace, slice.args))
      text += std::string(call.function) + "@" + std::string(call.location) + "/";
    text += trace.string(slice.name);
    if (slice.parent.isValid())
      text += " in " + std::string(trace.string(trace.slice(slice.parent).name));
    ++counts[text];
  }
  return counts;
}

} // namespace

class GpuRunsTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = collectProgram();
  std::unique_ptr<QTemporaryDir> m_folder;

  QString output() const { return m_folder->filePath("out.pftrace"); }
  QStringList arguments(const QString &spec, const QStringList &more = {},
                        const QString &target = "cuda") const {
    return QStringList{"run",          spec, "-o", output(), "--target", target, "--progress=json",
                       "--no-activity"} +
           more;
  }
  Finished run(const QString &spec, const QStringList &more = {}) const {
    return runToEnd(m_program, arguments(spec, more));
  }
  Finished runOn(const QString &target, const QString &spec) const {
    return runToEnd(m_program, arguments(spec, {}, target));
  }
  QStringList leftFiles() const {
    return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  }
  static QString codeOf(const Finished &done) {
    const QList<QJsonObject> lines = jsonLines(done.out);
    return lines.isEmpty() ? QString() : lines.last()["code"].toString();
  }
  static Trace read(const QString &file) {
    auto trace = readTraceFile(file.toStdString());
    if (!trace)
      qFatal("%s", trace.error().toString().c_str());
    return std::move(*trace);
  }
  void verifyFailure(const Finished &done, const QString &code, const QStringList &said) const {
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(codeOf(done) == code, qPrintable(codeOf(done) + ": " + done.err));
    for (const QString &text : said)
      QVERIFY2(done.err.contains(text), qPrintable(text + " is not in: " + done.err));
  }
  /// A failed run does not affect the device: a run of an example succeeds.
  void verifyNextRunWorks() const {
    const Finished done = run(testData("resources/kernels/vector_add.json"));
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
  }
  bool startAndReachLaunch(QProcess &process, const QString &spec, const QStringList &more) const {
    process.start(m_program, arguments(spec, more));
    QByteArray text;
    if (!waitForOutput(process, "\"name\":\"launch\"", text))
      return false;
    QTest::qWait(500); // nothing reports the start of the kernel on the device
    return true;
  }

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
  }

  void theDeviceIsListed() {
    const Finished done = runToEnd(m_program, {"targets"});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.out.contains(QRegularExpression("cuda +\\S.* SMs, sm_\\d+a?, driver \\d+\\.\\d")),
             qPrintable(done.out));
  }

  void calledFunctionsRecordTheSameCallPathsAsOnTheCpu() {
    const QString spec = testData("resources/kernels/layer_norm.json");
    const Finished onCpu = runOn("cpu", spec);
    QVERIFY2(onCpu.exitCode == 0, qPrintable(onCpu.err));
    const auto expected = countByCalls(read(output()));
    QCOMPARE(expected.size(), size_t{15});
    for (const char *mode : {"default:buffer_type=global", "default:buffer_type=shared"}) {
      const Finished done = run(spec, {"--mode", mode});
      QVERIFY2(done.exitCode == 0, qPrintable(done.err));
      const Trace trace = read(output());
      QCOMPARE(trace.launches()[0].recordsUnmatched, uint64_t{0});
      QVERIFY(countByCalls(trace) == expected);
    }
  }

  void exampleIsVerifiedAndMeasured_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("mode");
    const QDir folder(testData("resources/kernels"));
    const QStringList specs = folder.entryList({"*.json"}, QDir::Files);
    QVERIFY(!specs.isEmpty());
    for (const QString &spec : specs)
      for (const char *mode :
           {"default", "default:buffer_type=global", "default:buffer_type=shared", "none"})
        QTest::addRow("%s, %s", qPrintable(spec), mode) << folder.filePath(spec) << QString(mode);
  }
  void exampleIsVerifiedAndMeasured() {
    QFETCH(QString, spec);
    QFETCH(QString, mode);
    const Finished done = run(spec, {"--mode", mode});
    if (mode.contains("shared") && done.err.contains("bytes of shared memory"))
      QSKIP("the kernel leaves no shared memory for records");
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const QList<QJsonObject> lines = jsonLines(done.out);
    QVERIFY(!lines.last()["checks"].toArray().isEmpty());
    const Trace trace = read(output());
    QVERIFY(!trace.launches().empty());
    for (const Launch &launch : trace.launches()) {
      QVERIFY(launch.timeBase == TimeBase::Measured);
      qInfo("%s: %llu slices, %llu of %llu records dropped, GPU time %s ns, registers %s (plain "
            "%s), local bytes %s (plain %s)",
            QTest::currentDataTag(), static_cast<unsigned long long>(trace.sliceCount()),
            static_cast<unsigned long long>(launch.recordsDropped),
            static_cast<unsigned long long>(launch.recordsWritten),
            factOf(trace, launch, "launch.gpuTimeNs").c_str(),
            factOf(trace, launch, "kernel.registers").c_str(),
            factOf(trace, launch, "kernel.registersPlain").c_str(),
            factOf(trace, launch, "kernel.localBytes").c_str(),
            factOf(trace, launch, "kernel.localBytesPlain").c_str());
    }
    if (mode == "none") {
      QCOMPARE(trace.sliceCount(), size_t{0});
      return;
    }
    verifyClocks(trace);
    verifySlicesAreWithinTheLaunch(trace);
    const Launch &launch = trace.launches().front();
    QVERIFY2(launch.recordingCost.has_value(), qPrintable(done.out));
    // A record may add no time to a group of work that overlaps with it. For other work the cost is
    // higher.
    const RecordingCost &cost = *launch.recordingCost;
    const QString costs =
        QString("%1 in %2 to %3 cycles").arg(cost.record).arg(cost.recordLow).arg(cost.recordHigh);
    QVERIFY2(cost.recordLow >= 0 && cost.recordLow <= cost.record && cost.record <= cost.recordHigh,
             qPrintable(costs));
    QVERIFY2(cost.recordHigh > 1.0 && cost.record < 100.0, qPrintable(costs));
    if (launch.recordsDropped == 0)
      QCOMPARE(launch.recordsUnmatched, uint64_t{0});
    QCOMPARE(factOf(trace, launch, "kernel.localBytes"),
             factOf(trace, launch, "kernel.localBytesPlain"));
  }

  void wrongResultKeepsItsTrace() {
    const Finished done = run(kernelSpec("wrong_result"));
    verifyFailure(done, "wrong-result", {"C[77]", "1 element is wrong"});
    QCOMPARE(leftFiles(), QStringList{"out.wrong.pftrace"});
  }

  void illegalAddressIsToldAndTheNextRunWorks() {
    const Finished done = run(kernelSpec("illegal_address"));
    verifyFailure(done, "run-failed", {"illegal_address", "CUDA_ERROR_ILLEGAL_ADDRESS"});
    QCOMPARE(leftFiles(), QStringList());
    verifyNextRunWorks();
  }

  void endlessKernelMeetsItsLimitAndItsRecordsAreKept() {
    QElapsedTimer timer;
    timer.start();
    const Finished done = run(kernelSpec("endless"), {"--time-limit", "1", kInGlobalMemory});
    verifyFailure(done, "run-failed", {"endless", "1 s", "out.partial.pftrace"});
    QVERIFY2(timer.elapsed() < 15'000, "the worker hung");
    QCOMPARE(leftFiles(), QStringList{"out.partial.pftrace"});
    const Trace trace = read(m_folder->filePath("out.partial.pftrace"));
    const auto counts = countSlices(trace);
    for (const char *name : {"first", "second", "third"})
      QVERIFY2(counts.contains(name) && counts.at(name) == 2, name);
    QVERIFY(test::hasNote(trace, "run.failed"));
    verifyNextRunWorks();
  }

  void recordsInSharedMemoryAreLostWithAnEndlessKernelWhichIsSaid() {
    const Finished done =
        run(kernelSpec("endless"), {"--time-limit", "1", "--mode=default:buffer_type=shared"});
    verifyFailure(done, "run-failed", {"endless", "1 s", "buffer_type=global"});
    QCOMPARE(leftFiles(), QStringList());
  }

  void exampleIsStreamedAndLosesNothing_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("mode");
    const QDir folder(testData("resources/kernels"));
    for (const QString &spec : folder.entryList({"*.json"}, QDir::Files))
      for (const char *buffer : {"auto", "global"})
        QTest::addRow("%s, %s", qPrintable(spec), buffer)
            << folder.filePath(spec)
            << QString("default:strategy=stream:buffer_type=%1").arg(buffer);
  }
  void exampleIsStreamedAndLosesNothing() {
    QFETCH(QString, spec);
    QFETCH(QString, mode);
    const Finished done = run(spec, {"--mode", mode});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read(output());
    QVERIFY(!trace.launches().empty());
    verifyClocks(trace);
    for (const Launch &launch : trace.launches()) {
      QCOMPARE(launch.recordsDropped, uint64_t{0});
      QCOMPARE(launch.recordsUnmatched, uint64_t{0});
      qInfo("%s: %llu slices, GPU time %s ns, registers %s (plain %s), local bytes %s (plain %s)",
            QTest::currentDataTag(), static_cast<unsigned long long>(trace.sliceCount()),
            factOf(trace, launch, "launch.gpuTimeNs").c_str(),
            factOf(trace, launch, "kernel.registers").c_str(),
            factOf(trace, launch, "kernel.registersPlain").c_str(),
            factOf(trace, launch, "kernel.localBytes").c_str(),
            factOf(trace, launch, "kernel.localBytesPlain").c_str());
    }
  }

  void aStreamedKernelLosesNothingHoweverMuchItRecords_data() {
    QTest::addColumn<QString>("mode");
    // Each warp writes 10,000 slots through rings of 64 slots, or of the default size.
    for (const char *mode : {"slots=64", "slots=64:buffer_type=global", "buffer_type=shared"})
      QTest::newRow(mode) << QString("default:strategy=stream:%1").arg(mode);
  }
  void aStreamedKernelLosesNothingHoweverMuchItRecords() {
    QFETCH(QString, mode);
    const Finished done = run(kernelSpec("stream_steps"), {"--mode", mode});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read(output());
    const Launch &launch = trace.launches()[0];
    QCOMPARE(launch.recordsDropped, uint64_t{0});
    QCOMPARE(launch.recordsUnmatched, uint64_t{0});
    std::map<uint32_t, uint64_t> steps; // by track
    for (uint32_t i = 0; i < trace.sliceCount(); ++i)
      if (const Slice slice = trace.slice(SliceId(i)); trace.string(slice.name) == "step")
        ++steps[slice.track.value];
    QCOMPARE(steps.size(), size_t{64 * 4});
    for (const auto &[track, count] : steps)
      QCOMPARE(count, uint64_t{5000});
    qInfo("%s: GPU time %s ns, %llu handovers", QTest::currentDataTag(),
          factOf(trace, launch, "launch.gpuTimeNs").c_str(),
          static_cast<unsigned long long>(countSlices(trace)["profile stream"]));
  }

  void aStreamThatDoesNotWaitCountsWhatItDrops() {
    const Finished done = run(kernelSpec("stream_steps"),
                              {"--mode", "default:strategy=stream:slots=64:when_full=drop"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read(output());
    const Launch &launch = trace.launches()[0];
    const uint64_t steps = countSlices(trace)["step"];
    qInfo("%llu steps kept, %llu of %llu records dropped, GPU time %s ns",
          static_cast<unsigned long long>(steps),
          static_cast<unsigned long long>(launch.recordsDropped),
          static_cast<unsigned long long>(launch.recordsWritten),
          factOf(trace, launch, "launch.gpuTimeNs").c_str());
    constexpr uint64_t kSteps = 64 * 4 * 5000;
    QVERIFY(steps > 0 && steps <= kSteps);
    QVERIFY((launch.recordsDropped == 0) == (steps == kSteps));
  }

  void aStreamedEndlessKernelKeepsWhatArrived() {
    const Finished done = run(kernelSpec("stream_stalls"),
                              {"--mode", "default:strategy=stream:slots=16", "--time-limit", "1"});
    verifyFailure(done, "run-failed", {"stalls", "1 s", "out.partial.pftrace"});
    const Trace trace = read(m_folder->filePath("out.partial.pftrace"));
    QCOMPARE(countSlices(trace)["step"], uint64_t{200});
    QVERIFY(test::hasNote(trace, "run.failed"));
    verifyNextRunWorks();
  }

  void aStreamedKernelThatFaultsKeepsWhatArrived() {
    const Finished done =
        run(kernelSpec("stream_faults"), {"--mode", "default:strategy=stream:slots=16"});
    verifyFailure(done, "run-failed",
                  {"faults", "CUDA_ERROR_ILLEGAL_ADDRESS", "out.partial.pftrace"});
    const Trace trace = read(m_folder->filePath("out.partial.pftrace"));
    // The clock epoch before the loop takes a slot of the ring. The half that was not handed over
    // therefore contains two more steps.
    QCOMPARE(countSlices(trace)["step"], uint64_t{198});
    verifyNextRunWorks();
  }

  void aWorkerKilledWhileItDrainsLeavesWhatHadArrived() {
    QProcess process;
    process.start(m_program,
                  arguments(kernelSpec("stream_stalls"),
                            {"--mode", "default:strategy=stream:slots=16", "--time-limit", "60"}));
    // As in bad_kernels_test: the records of both warps fill 49 chunks.
    QVERIFY(waitForDrainedChunks(m_folder->path(), 2, 49));
    for (const pid_t worker : childrenOf(process.processId()))
      ::kill(worker, SIGKILL);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QCOMPARE(leftFiles(), QStringList{"out.partial.pftrace"});
    const Trace trace = read(m_folder->filePath("out.partial.pftrace"));
    QCOMPARE(countSlices(trace)["step"], uint64_t{200});
    QVERIFY(test::hasNote(trace, "run.worker-died"));
    verifyNextRunWorks();
  }

  void stoppedKernelsRecordsAreKept() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, kernelSpec("endless"),
                                {"--time-limit", "60", kInGlobalMemory}));
    QElapsedTimer timer;
    timer.start();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(timer.elapsed() < 4000, "the worker had to be killed");
    QCOMPARE(leftFiles(), QStringList{"out.partial.pftrace"});
    verifyNextRunWorks();
  }

  void workerKilledInMidRunLeavesNoFile() {
    QProcess process;
    QVERIFY(startAndReachLaunch(process, kernelSpec("endless"), {"--time-limit", "60"}));
    for (const pid_t worker : childrenOf(process.processId()))
      ::kill(worker, SIGKILL);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("SIGKILL"), qPrintable(done.err));
    QCOMPARE(leftFiles(), QStringList());
    verifyNextRunWorks();
  }

  void architecturesThatTheDeviceDoesNotRunAreRejected() {
    const QString spec = testData("resources/kernels/vector_add.json");
    verifyFailure(runOn("cuda:sm_100", spec), "unsupported", {"sm_100"});
    const Finished oldest = runOn("cuda:sm_80", spec);
    QVERIFY2(oldest.exitCode == 0, qPrintable(oldest.err));
    const auto driver = cuda::Driver::open();
    QVERIFY(driver);
    const cuda::DeviceInfo device = (*driver)->devices()->front();
    const Finished hopper = runOn("cuda:sm_90a", spec);
    if (device.major == 9 && device.minor == 0)
      QVERIFY2(hopper.exitCode == 0, qPrintable(hopper.err));
    else
      verifyFailure(hopper, "unsupported", {"sm_90a"});
  }

  void tooMuchSharedMemoryIsRejected() {
    const Finished done = run(kernelSpec("too_much_shared"));
    verifyFailure(done, "invalid-input", {"too_much_shared", "256 KiB", "shared memory"});
    QCOMPARE(leftFiles(), QStringList());
  }

  void profileBufferBeyondTheDevicesMemoryIsRejected() {
    // 1024 CTAs of 4 warps with 16 Mi slots of 8 bytes: 512 GiB.
    const QString spec = m_folder->filePath("large.json");
    std::ofstream(spec.toStdString())
        << QString(R"({"kernel": {"file": "%1", "function": "wrong_result"}, "grid": [1024],
                       "block": [128], "arguments": [
                         {"name": "A", "buffer": {"dtype": "f32", "shape": [256]}},
                         {"name": "B", "buffer": {"dtype": "f32", "shape": [256]}},
                         {"name": "C", "buffer": {"dtype": "f32", "shape": [256]}}]})")
               .arg(testData("tests/collector/kernels/wrong_result.mlir"))
               .toStdString();
    const Finished done = run(spec, {"--mode", "default:slots=16777216"});
    verifyFailure(done, "run-failed", {"the profile buffer", "CUDA_ERROR_OUT_OF_MEMORY"});
    verifyNextRunWorks();
  }

  void twoRunsAtOnceDoNotDisturbEachOther() {
    QTemporaryDir other;
    QProcess first;
    QProcess second;
    const QString spec = testData("resources/kernels/softmax.json");
    first.start(m_program, arguments(spec));
    second.start(m_program, {"run", spec, "-o", other.filePath("out.pftrace"), "--target", "cuda",
                             "--no-activity"});
    const Finished a = finish(first, 120'000);
    const Finished b = finish(second, 120'000);
    QVERIFY2(a.exitCode == 0, qPrintable(a.err));
    QVERIFY2(b.exitCode == 0, qPrintable(b.err));
    QCOMPARE(countSlices(read(output())), countSlices(read(other.filePath("out.pftrace"))));
  }

  void aProducerNeverAppearsAfterItsConsumer() {
    const Finished done = run(kernelSpec("token_ring"));
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read(output());
    std::map<int64_t, Picoseconds> consumed; // by CTA: end of "consume"
    std::map<int64_t, Picoseconds> produced; // by CTA: begin of "produce"
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      const Track &warp = trace.track(slice.track);
      const int64_t cta = trace.track(warp.parent).number;
      if (trace.string(slice.name) == "consume")
        consumed[cta] = slice.time.end;
      else if (trace.string(slice.name) == "produce")
        produced[cta] = slice.time.begin;
    }
    QCOMPARE(consumed.size(), size_t{96});
    QCOMPARE(produced.size(), size_t{96});
    int64_t closest = INT64_MAX;
    for (int64_t cta = 0; cta + 1 < 96; ++cta)
      closest = std::min(closest, consumed[cta + 1].value - produced[cta].value);
    qInfo("the token takes at least %lld ps from CTA to CTA", static_cast<long long>(closest));
    QVERIFY2(closest > 0, std::to_string(closest).c_str());
  }

  void scopesBeyondThe32BitClockHaveTheirLength_data() {
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("mode");
    for (const char *mode : {"default", "default:groups=off", "default:strategy=first",
                             "default:strategy=flush", "default:strategy=stream",
                             "default:granularity=thread", "default:buffer_type=global"})
      QTest::newRow(qPrintable(QString("together, ") + mode)) << "together" << QString(mode);
    for (const char *mode : {"default", "default:strategy=stream"})
      QTest::newRow(qPrintable(QString("apart, ") + mode)) << "apart" << QString(mode);
  }
  void scopesBeyondThe32BitClockHaveTheirLength() {
    QFETCH(const QString, function);
    QFETCH(const QString, mode);
    const Finished done = run(kernelSpec("long_scopes_" + function), {"--mode=" + mode});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read(output());
    constexpr int64_t kShort = 1000, kLong = 4'500'000'000, kMore = 50'000; // [cycles]
    const std::map<std::string, int64_t> least{
        {"before", kShort},  {"long", kLong},      {"between", kShort},
        {"steps", 2 * kLong}, {"outer", 3 * kLong}, {"after", 0}};
    std::map<std::string, int64_t> found;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      const std::string name(trace.string(slice.name));
      if (name == "step")
        QVERIFY((slice.flags & kSliceLengthUnknown) != 0);
      const auto expected = least.find(name);
      if (expected == least.end())
        continue;
      ++found[name];
      const int64_t cycles = slice.endCycles.value - slice.beginCycles.value;
      QVERIFY2(cycles >= expected->second && cycles < expected->second + kMore,
               (name + ": " + std::to_string(cycles)).c_str());
      QVERIFY2((slice.flags & kSliceLengthUnknown) == 0, name.c_str());
    }
    QCOMPARE(found.size(), function == "together" ? least.size() : size_t{2});
    QCOMPARE(hasNote(trace, "record.uncertain-clock"), function == "together");
  }

  void noWarpLeavesABarrierBeforeTheLastOneComes() {
    const Finished done = run(testData("resources/kernels/transpose_padded.json"));
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const Trace trace = read(output());
    std::map<TrackId, std::pair<int64_t, int64_t>> byCta; // last arrival, first departure [cycles]
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      if (trace.string(slice.name) != "barrier")
        continue;
      const TrackId cta = trace.track(slice.track).parent;
      auto &[last, first] = byCta.try_emplace(cta, INT64_MIN, INT64_MAX).first->second;
      last = std::max(last, slice.beginCycles.value);
      first = std::min(first, slice.endCycles.value);
    }
    QCOMPARE(byCta.size(), size_t{256});
    for (const auto &[cta, times] : byCta)
      QVERIFY2(times.first < times.second, std::to_string(times.second - times.first).c_str());
  }

private:
  /// Additional uncertainty of a clock that changed its rate within the launch, which a large
  /// matrix product on the tensor cores causes; 0 if the rate is constant [ps]. The rate between
  /// two readings, at the begin and the end of a CTA, is unknown. A step from the highest observed
  /// rate to the lowest one displaces a time by at most a quarter of the interval between the
  /// readings, times the relative difference of the rates.
  static double mostByChanges(const Trace &trace) {
    if (!test::hasNote(trace, "record.changing-clock"))
      return 0;
    record::Interval rates{1e9, 0};
    for (const ClockLine &line : trace.clocks())
      rates = {std::min(rates.low, line.picosecondsPerCycle),
               std::max(rates.high, line.picosecondsPerCycle)};
    const double spanPs = static_cast<double>(trace.timeRange().length().value);
    return spanPs * (rates.high / rates.low - 1) / 4;
  }

  /// The clock of every SM has its own fit over its own clock pairs, and a rate that a GPU can
  /// have.
  static void verifyClocks(const Trace &trace) {
    QVERIFY(!trace.clocks().empty());
    double worst = 0.0;
    for (const ClockLine &line : trace.clocks()) {
      QVERIFY(line.base == TimeBase::Measured);
      QVERIFY2(line.picosecondsPerCycle > 300 && line.picosecondsPerCycle < 3000,
               std::to_string(line.picosecondsPerCycle).c_str());
      worst = std::max(worst, line.uncertaintyPs);
    }
    qInfo("%zu clocks, %.4f ps per cycle, at most %.1f ns uncertain", trace.clocks().size(),
          trace.clocks()[0].picosecondsPerCycle, worst / 1000.0);
    QVERIFY2(worst < 100'000 + mostByChanges(trace),
             qPrintable(QString("a clock is uncertain by %1 ps").arg(worst)));
    const std::string contradiction = test::contradictionOfClocks(trace);
    QVERIFY2(contradiction.empty(), contradiction.c_str());
    QVERIFY(!test::hasNote(trace, "record.assumed-clock"));
    QVERIFY(!test::hasNote(trace, "record.bad-clock"));
  }

  /// All records of a launch are within a span that is not longer than the GPU time (plus the
  /// resolution of the time marks and the launch itself).
  static void verifySlicesAreWithinTheLaunch(const Trace &trace) {
    QVERIFY(trace.sliceCount() > 0);
    if (trace.launches().size() != 1)
      return;
    const std::string gpuTime = factOf(trace, trace.launches()[0], "launch.gpuTimeNs");
    QVERIFY(!gpuTime.empty());
    const int64_t spanNs = trace.timeRange().length().value / 1000;
    QVERIFY2(spanNs > 0 && spanNs < std::stoll(gpuTime) + 10'000,
             (std::to_string(spanNs) + " ns of " + gpuTime).c_str());
  }
};

QTEST_GUILESS_MAIN(GpuRunsTest)
#include "gpu_runs_test.moc"
