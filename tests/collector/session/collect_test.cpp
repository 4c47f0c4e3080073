// SPDX-License-Identifier: Apache-2.0
// collect(): the examples run, verify and give the traces that their source promises; bad
// specifications are rejected.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include <QTemporaryDir>
#include <QtTest>

#include "collector/collector.h"
#include "core/base/file_bytes.h"
#include "core/capture/capture_file.h"
#include "core/run/pass_report.h"
#include "core/trace/call_path.h"
#include "tests/support/trace_text.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::textOf;

namespace {

class Log : public ProgressSink {
public:
  std::vector<std::string> stages;
  double lastFraction = 0;
  std::function<void()> atLaunch; ///< called once, when a launch is seen to go on
  void stage(std::string_view name) override { stages.emplace_back(name); }
  void fraction(double done) override {
    lastFraction = done;
    if (atLaunch)
      std::exchange(atLaunch, nullptr)();
  }
  void log(std::string_view) override {}
};

RunSpec loadExample(const std::string &name) {
  const std::string path = std::string(PSTUDIO_SOURCE_DIR) + "/resources/kernels/" + name + ".json";
  auto spec = loadRunSpec(path);
  if (!spec)
    qFatal("%s", qPrintable(textOf(spec.error())));
  return *spec;
}

Result<RunOutcome> runSpec(const RunSpec &spec) {
  Log log;
  const std::atomic<bool> cancel{false};
  return collect(spec, log, cancel);
}

/// Runs each example as it is once for all functions.
class ExampleRuns {
public:
  const Result<RunOutcome> &of(const std::string &name) {
    auto run = m_runs.find(name);
    if (run == m_runs.end())
      run = m_runs.emplace(name, runSpec(loadExample(name))).first;
    return run->second;
  }

private:
  std::map<std::string, Result<RunOutcome>> m_runs;
};

/// Slices by name, over all tracks.
std::map<std::string, uint64_t> countSlices(const Trace &trace) {
  std::map<std::string, uint64_t> counts;
  for (StringId name : trace.sliceNames())
    counts[std::string(trace.string(name))]++;
  return counts;
}

uint64_t warpsOf(const RunSpec &spec) {
  return (uint64_t{spec.block[0]} * spec.block[1] * spec.block[2] + 31) / 32;
}
uint64_t ctasOf(const RunSpec &spec) {
  return uint64_t{spec.grid[0]} * spec.grid[1] * spec.grid[2];
}

/// Everything of a trace but its date.
std::string timelessText(const Trace &trace) {
  std::string text = traceToText(trace);
  return text.substr(text.find('\n'));
}

} // namespace

class CollectTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void exampleVerifiesItsResultAndNests_data() {
    QTest::addColumn<QString>("example");
    for (const char *name :
         {"vector_add", "transpose_naive", "transpose_padded", "transpose_swizzled", "softmax",
          "reduction", "layer_norm", "gemm_tiled", "stencil", "gather"})
      QTest::newRow(name) << name;
  }
  void exampleVerifiesItsResultAndNests() {
    QFETCH(QString, example);
    const auto &outcome = m_examples.of(example.toStdString());
    VERIFY_RESULT(outcome);
    QVERIFY(!outcome->checks.empty());
    for (const CheckOutcome &check : outcome->checks)
      QVERIFY(check.passed());
    verifyNesting(outcome->trace);
  }

  void gemmHasTheEventsThatItsSourcePromises() {
    const RunSpec spec = loadExample("gemm_tiled");
    const auto &outcome = m_examples.of("gemm_tiled");
    VERIFY_RESULT(outcome);
    const uint64_t warps = ctasOf(spec) * warpsOf(spec);
    const auto &a = std::get<BufferArgument>(spec.arguments[0].value);
    constexpr uint64_t kDepth = 16; // %depth of gemm_tiled.mlir
    const uint64_t steps = uint64_t(a.shape[1]) / kDepth;
    const std::map<std::string, uint64_t> expected = {
        {"prologue", warps},
        {"k loop", warps},
        {"epilogue", warps},
        {"issue copy", warps * steps},
        {"wait copy", warps * steps},
        {"barrier", warps * steps},
        {"mma", warps * steps},
        {"release stage", warps * steps},
        {"copy in flight", warps * steps},
    };
    QCOMPARE(countSlices(outcome->trace), expected);
    QCOMPARE(outcome->trace.launches().size(), size_t{1});
    QCOMPARE(outcome->trace.launches()[0].recordsDropped, uint64_t{0});
    QCOMPARE(outcome->trace.launches()[0].recordsUnmatched, uint64_t{0});
    QVERIFY(outcome->trace.launches()[0].timeBase == TimeBase::Model);
  }

  void layerNormShowsOverWhichCallsEachScopeWasReached() {
    const RunSpec spec = loadExample("layer_norm");
    const auto &outcome = m_examples.of("layer_norm");
    VERIFY_RESULT(outcome);
    const Trace &trace = outcome->trace;
    std::map<std::string, uint64_t> counts;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      std::string text;
      for (const Call &call : callPathOf(trace, slice.args)) {
        QVERIFY(call.location.find("layer_norm.mlir:") != std::string_view::npos);
        text += std::string(call.function) + "/";
      }
      // The scope around the call is the slice's parent.
      const std::string_view parent =
          slice.parent.isValid() ? trace.string(trace.slice(slice.parent).name) : "";
      ++counts[text + std::string(trace.string(slice.name)) + " in " + std::string(parent)];
    }
    const uint64_t warps = ctasOf(spec) * warpsOf(spec);
    std::map<std::string, uint64_t> expected{{"load in ", warps},
                                             {"moments in ", warps},
                                             {"normalise in ", warps},
                                             {"moments/mean in moments", warps},
                                             {"moments/variance in moments", warps}};
    for (const std::string moment : {"mean", "variance"})
      for (const std::string step : {"within warps", "wait for the other warps", "across warps"})
        expected["moments/row_sum/" + step + " in " + moment] = warps;
    for (const std::string step : {"within warps", "across warps"})
      expected["moments/row_sum/warp_sum/shuffles in " + step] = 2 * warps;
    QCOMPARE(counts, expected);
  }

  void gemmHidesMostOfItsCopiesBehindMultiplications() {
    const auto &outcome = m_examples.of("gemm_tiled");
    VERIFY_RESULT(outcome);
    const Trace &trace = outcome->trace;
    int64_t inFlight = 0;
    int64_t waited = 0;
    for (size_t i = 0; i < trace.sliceCount(); ++i) {
      const std::string_view name = trace.string(trace.sliceNames()[i]);
      inFlight += name == "copy in flight" ? trace.sliceDurations()[i] : 0;
      waited += name == "wait copy" ? trace.sliceDurations()[i] : 0;
    }
    QVERIFY(waited > 0);
    QVERIFY2(waited * 4 < inFlight, "double buffering hides nothing");
  }

  void aRunIsRepeatableToThePicosecond() {
    RunSpec spec = loadExample("gemm_tiled");
    spec.repeat = 2;
    const auto first = runSpec(spec);
    const auto second = runSpec(spec);
    VERIFY_RESULT(first);
    VERIFY_RESULT(second);
    QCOMPARE(first->trace.launches().size(), size_t{2});
    QVERIFY(timelessText(first->trace) == timelessText(second->trace));
  }

  void warmUpLaunchesLeaveNoSlices() {
    RunSpec spec = loadExample("vector_add");
    spec.warmup = 3;
    spec.repeat = 2;
    const auto outcome = runSpec(spec);
    VERIFY_RESULT(outcome);
    QCOMPARE(countSlices(outcome->trace)["add"], 2 * ctasOf(spec) * warpsOf(spec));
    QCOMPARE(outcome->trace.timeRange().begin.value >= 0, true);
  }

  void uninstrumentedRunVerifiesAndSaysThatNothingWasRecorded() {
    RunSpec spec = loadExample("softmax");
    spec.mode.enabled = false;
    const auto outcome = runSpec(spec);
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->trace.sliceCount(), size_t{0});
    QCOMPARE(outcome->trace.launches().size(), size_t{1});
    QCOMPARE(outcome->trace.notes().size(), size_t{1});
  }

  void launchKnowsHowItWasInstrumented() {
    RunSpec spec = loadExample("vector_add");
    spec.mode.slotsPerUnit = 64;
    const auto outcome = runSpec(spec);
    VERIFY_RESULT(outcome);
    const std::string text = traceToText(outcome->trace);
    QVERIFY2(text.find("mode=\"default:slots=64\"") != std::string::npos,
             text.substr(0, 2000).c_str());
    QVERIFY(text.find("model.virtualSms") != std::string::npos);
  }

  void stagesAreAnnouncedInOrderAndProgressReachesOne() {
    Log log;
    const std::atomic<bool> cancel{false};
    VERIFY_RESULT(collect(loadExample("vector_add"), log, cancel));
    QCOMPARE(log.stages, (std::vector<std::string>{"parse", "open", "instrument", "lower",
                                                   "compile", "launch", "decode", "check"}));
    QCOMPARE(log.lastFraction, 1.0);
  }

  void cancelledRunSaysSo() {
    Log log;
    const std::atomic<bool> cancel{true};
    const auto outcome = collect(loadExample("vector_add"), log, cancel);
    QVERIFY(!outcome);
    QVERIFY(outcome.error().code == ErrorCode::Cancelled);
  }

  void unknownFunctionListsTheOnesThereAre() {
    RunSpec spec = loadExample("gemm_tiled");
    spec.function = "gem";
    verifyRejected(spec, ErrorCode::InvalidInput, "there is no kernel \"gem\"");
    verifyRejected(spec, ErrorCode::InvalidInput, "the file has: gemm_tiled");
  }

  void unknownTargetListsTheOnesThereAre() {
    RunSpec spec = loadExample("gemm_tiled");
    spec.target = "vulkan";
    verifyRejected(spec, ErrorCode::Unsupported, "there is no target \"vulkan\"");
    verifyRejected(spec, ErrorCode::Unsupported, "cpu, cuda, hip");
    spec.target = "cpu:sm_90";
    verifyRejected(spec, ErrorCode::Unsupported, "there is no target \"cpu:sm_90\"");
  }

  void unknownArchitectureIsRejectedByNameWithoutADevice() {
    RunSpec spec = loadExample("gemm_tiled");
    spec.target = "cuda:sm_999";
    verifyRejected(spec, ErrorCode::Unsupported, "sm_999");
    verifyRejected(spec, ErrorCode::Unsupported, "sm_90a");
  }

  void bufferThatIsTooSmallIsRejectedWithBothSizes() {
    RunSpec spec = loadExample("vector_add");
    std::get<BufferArgument>(spec.arguments[0].value).shape = {2048};
    spec.checks.clear();
    verifyRejected(
        spec, ErrorCode::InvalidInput,
        "buffer A too small: kernel needs memref<131072xf32> = 524,288 bytes, specification "
        "gives f32[2048] = "
        "8,192 bytes");
    verifyRejected(spec, ErrorCode::InvalidInput, "arguments[0]");
  }

  void bufferOfTheWrongTypeOrShapeIsRejected() {
    RunSpec spec = loadExample("vector_add");
    spec.checks.clear();
    auto &buffer = std::get<BufferArgument>(spec.arguments[1].value);
    buffer.dtype = DType::I32;
    verifyRejected(spec, ErrorCode::InvalidInput, "buffer B has the wrong element type");
    buffer.dtype = DType::F32;
    buffer.shape = {512, 256};
    verifyRejected(spec, ErrorCode::InvalidInput, "buffer B has the wrong shape");
  }

  void argumentsOfTheWrongNumberOrKindAreRejected() {
    RunSpec spec = loadExample("vector_add");
    spec.checks.clear();
    spec.arguments[2].value = ScalarArgument{};
    verifyRejected(spec, ErrorCode::InvalidInput,
                   "C is a scalar of type i32, but the kernel takes a memref<131072xf32>");
    spec.arguments.pop_back();
    verifyRejected(spec, ErrorCode::InvalidInput, "takes 3 arguments, specification gives 2");
  }

  void wrongResultNamesIndexExpectedAndGot() {
    RunSpec spec = loadExample("vector_add");
    spec.checks[0].inputs = {"A", "A"};
    const auto outcome = runSpec(spec);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure.has_value());
    QVERIFY(outcome->failure->code == ErrorCode::WrongResult);
    QVERIFY(textOf(*outcome->failure).contains("wrong result: C[0] is "));
    QVERIFY(textOf(*outcome->failure).contains("expected "));
    QCOMPARE(outcome->checks.size(), size_t{1});
    QVERIFY(!outcome->checks[0].passed());
  }

  void wrongResultKeepsTheWholeTraceWithANote() {
    RunSpec spec = loadExample("vector_add");
    const auto &good = m_examples.of("vector_add");
    spec.checks[0].inputs = {"A", "A"};
    const auto wrong = runSpec(spec);
    VERIFY_RESULT(good);
    VERIFY_RESULT(wrong);
    QVERIFY(!good->failure);
    QCOMPARE(wrong->trace.sliceCount(), good->trace.sliceCount());
    QVERIFY(test::hasNote(wrong->trace, "run.wrong-result"));
    QVERIFY(!test::hasNote(good->trace, "run.wrong-result"));
  }

  void launchThatMeetsItsTimeLimitKeepsTheRecordsSoFar() {
    const auto outcome = runSpec(endlessSpec(0.3));
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure.has_value());
    QVERIFY(outcome->failure->code == ErrorCode::RunFailed);
    QVERIFY(textOf(*outcome->failure).contains("time limit"));
    QCOMPARE(outcome->failedStage, std::string("launch"));
    QVERIFY(test::hasNote(outcome->trace, "run.failed"));
    // In the first warp at least; the scope around the loop never ends.
    for (const char *name : {"first", "second", "third"})
      QVERIFY(countSlices(outcome->trace)[name] >= 1);
    QCOMPARE(outcome->trace.launches().size(), size_t{1});
  }

  void stoppedLaunchKeepsTheRecordsSoFar() {
    const RunSpec spec = endlessSpec(60.0);
    std::atomic<bool> cancel{false};
    Log log;
    log.atLaunch = [&cancel] { cancel = true; };
    const auto outcome = collect(spec, log, cancel);
    VERIFY_RESULT(outcome);
    QVERIFY(outcome->failure.has_value());
    QVERIFY(outcome->failure->code == ErrorCode::Cancelled);
    QVERIFY(test::hasNote(outcome->trace, "run.stopped"));
    QVERIFY(countSlices(outcome->trace)["third"] >= 1);
  }

  void clustersAreRejectedByTheCpuTarget() {
    RunSpec spec = loadExample("vector_add");
    spec.cluster = {2, 1, 1};
    verifyRejected(spec, ErrorCode::Unsupported, "the CPU target has no clusters");
  }

  void kernelFileThatDoesNotParseShowsFileLineAndColumn() {
    QTemporaryDir folder;
    RunSpec spec = loadExample("vector_add");
    spec.kernelFile = folder.filePath("bad.mlir").toStdString();
    std::ofstream(spec.kernelFile)
        << "gpu.module @kernels {\n  gpu.func @vector_add() kernel {\n    oops\n";
    verifyRejected(spec, ErrorCode::CompileFailed, "bad.mlir:3:5: ");
    spec.kernelFile = folder.filePath("missing.mlir").toStdString();
    verifyRejected(spec, ErrorCode::Io, "missing.mlir");
  }

  void scopeThatIsNeverClosedShowsItsLocation() {
    QTemporaryDir folder;
    RunSpec spec = loadExample("vector_add");
    std::ifstream file(spec.kernelFile);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string end = "proton.record end \"add\"";
    text.replace(text.find(end), end.size(), "");
    spec.kernelFile = folder.filePath("open.mlir").toStdString();
    std::ofstream(spec.kernelFile) << text;
    verifyRejected(spec, ErrorCode::CompileFailed, "add");
    verifyRejected(spec, ErrorCode::CompileFailed, "open.mlir:");
  }

  void randomKernelFilesAreRejectedAndNeverCrash() {
    constexpr uint32_t kSeed = 99;
    qInfo("seed %u", kSeed);
    std::ifstream file(std::string(PSTUDIO_SOURCE_DIR) + "/resources/kernels/gemm_tiled.mlir");
    const std::string original{std::istreambuf_iterator<char>(file), {}};
    QVERIFY(!original.empty());
    QTemporaryDir folder;
    RunSpec spec = loadExample("gemm_tiled");
    spec.kernelFile = folder.filePath("damaged.mlir").toStdString();
    uint32_t state = kSeed;
    const auto next = [&] { return state = state * 1664525u + 1013904223u; };
    for (int round = 0; round < 40; ++round) {
      // The end is cut off, so at least one brace is missing: never valid.
      std::string damaged = original.substr(0, next() % (original.rfind('}') - 10));
      for (int i = 0; i < round && !damaged.empty(); ++i)
        damaged[next() % damaged.size()] = static_cast<char>(32 + (next() >> 16) % 95);
      std::ofstream(spec.kernelFile, std::ios::trunc) << damaged;
      const auto outcome = runSpec(spec);
      QVERIFY(!outcome);
    }
  }

  void keptCaptureDecodesToTheSameTrace() {
    QTemporaryDir folder;
    RunSpec spec = loadExample("softmax");
    spec.repeat = 2;
    CollectOptions options;
    options.keepCapture = folder.filePath("softmax.capture").toStdString();
    Log log;
    const std::atomic<bool> cancel{false};
    const auto outcome = collect(spec, log, cancel, options);
    VERIFY_RESULT(outcome);
    const auto bytes = FileBytes::read(options.keepCapture);
    VERIFY_RESULT(bytes);
    const auto again = record::readCaptureTrace(bytes->bytes(), "again");
    VERIFY_RESULT(again);
    QCOMPARE(QString::fromStdString(traceToText(*again)),
             QString::fromStdString(traceToText(outcome->trace)));
    options.keepCapture = folder.filePath("none/softmax.capture").toStdString();
    const auto unwritable = collect(spec, log, cancel, options);
    VERIFY_RESULT(unwritable);
    QVERIFY(unwritable->failure && unwritable->failure->code == ErrorCode::Io);
  }

  void thePassesOfACompileAreKeptEvenIfItFails() {
    QTemporaryDir folder;
    RunSpec spec = loadExample("vector_add");
    CollectOptions options;
    options.passes = folder.filePath("v.passes.json").toStdString();
    Log log;
    const std::atomic<bool> cancel{false};
    VERIFY_RESULT(collect(spec, log, cancel, options));
    const auto report = readPassReport(options.passes);
    VERIFY_RESULT(report);
    QCOMPARE(report->kernel, spec.function);
    QCOMPARE(report->stages.front().name, std::string("instrument"));
    spec.mode.slotsPerUnit = 1u << 20;
    spec.mode.bufferType = InstrumentationMode::BufferType::Shared;
    QVERIFY(!collect(spec, log, cancel, options)); // as much shared memory does not exist
    const auto failed = readPassReport(options.passes);
    VERIFY_RESULT(failed);
    QVERIFY(failed->stages.back().passes.back().failed);
    QCOMPARE(failed->mode, spec.mode.toString());
  }

  void ptxIsGivenForAnArchitectureWithoutADevice() {
    RunSpec spec = loadExample("vector_add");
    spec.target = "cuda:sm_80";
    const auto code = emitPtx(spec);
    VERIFY_RESULT(code);
    QVERIFY(code->find(".target sm_80") != std::string::npos);
    QVERIFY(code->find("%clock") != std::string::npos);
    spec.mode.enabled = false;
    const auto plain = emitPtx(spec);
    VERIFY_RESULT(plain);
    QVERIFY(plain->find("%clock") == std::string::npos);
    spec.target = "cpu";
    const auto none = emitPtx(spec);
    QVERIFY(!none && none.error().code == ErrorCode::Unsupported);
  }

  void targetsAreListedWithTheReasonWhyNot() {
    const std::vector<TargetInfo> targets = listTargets();
    QCOMPARE(targets.size(), size_t{3});
    QCOMPARE(targets[0].name, std::string("cpu"));
    QVERIFY(targets[0].available);
    QCOMPARE(targets[1].name, std::string("cuda"));
    QCOMPARE(targets[1].available, targets[1].reason.empty());
    QCOMPARE(targets[2].name, std::string("hip"));
    QCOMPARE(targets[2].available, targets[2].reason.empty());
  }

  void aRunOnAnAmdGpuGoesUpToTheMissingDevice() {
    RunSpec spec = loadExample("vector_add");
    spec.target = "hip:gfx9999";
    verifyRejected(spec, ErrorCode::Unsupported, "gfx9999"); // before a device is looked for
    qputenv("PSTUDIO_HIP", "/nowhere/libamdhip64.so");
    for (const char *target : {"hip", "hip:gfx942"}) {
      spec.target = target;
      verifyRejected(spec, ErrorCode::Unsupported,
                     "the run needs an AMD GPU, and none can be used");
      verifyRejected(spec, ErrorCode::Unsupported,
                     "the HIP runtime is not installed (tried /nowhere/libamdhip64.so)");
    }
    qunsetenv("PSTUDIO_HIP");
  }

private:
  /// Warps that close three scopes and then never end.
  static RunSpec endlessSpec(double timeLimitSeconds) {
    auto spec =
        loadRunSpec(std::string(PSTUDIO_SOURCE_DIR) + "/tests/collector/kernels/endless.json");
    if (!spec)
      qFatal("%s", qPrintable(textOf(spec.error())));
    spec->timeLimitSeconds = timeLimitSeconds;
    return *spec;
  }

  static void verifyRejected(const RunSpec &spec, ErrorCode code, const char *part) {
    const auto outcome = runSpec(spec);
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().code == code, qPrintable(textOf(outcome.error())));
    QVERIFY2(textOf(outcome.error()).contains(part), qPrintable(textOf(outcome.error())));
  }

  /// Every slice of a warp lies within its parent; none is flagged as odd; siblings do not overlap.
  static void verifyNesting(const Trace &trace) {
    QVERIFY(trace.sliceCount() > 0);
    uint64_t nested = 0;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      const bool isAsync = trace.track(slice.track).kind == TrackKind::Async;
      QCOMPARE(slice.flags, isAsync ? uint8_t{kSliceAsync} : uint8_t{0});
      if (!slice.parent.isValid())
        continue;
      ++nested;
      const TimeRange parent = trace.sliceTime(slice.parent);
      QVERIFY(parent.begin <= slice.time.begin && slice.time.end <= parent.end);
    }
    for (const Row &row : trace.rows())
      for (uint32_t i = 1; i < row.sliceCount; ++i) {
        const TimeRange before = trace.sliceTime(SliceId(row.firstSlice.value + i - 1));
        QVERIFY(before.end <= trace.sliceTime(SliceId(row.firstSlice.value + i)).begin);
      }
    qInfo("%zu slices, %llu with a parent", trace.sliceCount(),
          static_cast<unsigned long long>(nested));
  }

  ExampleRuns m_examples;
};

QTEST_GUILESS_MAIN(CollectTest)
#include "collect_test.moc"
