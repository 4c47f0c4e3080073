// SPDX-License-Identifier: Apache-2.0
// The examples on AMD's GPUs, executed by the interpreter of instructions: results and records of
// the unmodified target hip, compared with the CPU target.
#include <QtTest>

#include <random>

#include "collector/codegen/amd/link_code_object.h"
#include "collector/session/run/run_session.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/targets/hip_target.h"
#include "core/trace/slice_flags.h"
#include "tests/collector/amd_execution/interpreted_gpu.h"
#include "tests/collector/amd_execution/record_signature.h"
#include "tests/collector/amd_execution/thread_accesses.h"
#include "tests/collector/session/watched_target.h"
#include "tests/support/mode_pairs.h"
#include "tests/support/trace_notes.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// Of one slice, by both clocks.
struct SliceLength {
  int64_t cycles = 0;
  int64_t picoseconds = 0;
};

struct ExecutedRun {
  Buffers buffers;
  RecordSignature records;
  std::vector<ThreadAccess> accesses;
  std::vector<SliceLength> lengths; ///< of all slices with cycles
  bool isComplete = true;           ///< the buffer kept every record
  uint64_t executed = 0;            ///< wave instructions
};

/// An example, or a kernel of tests/collector/kernels, whose names begin with "record_".
Result<RunSpec> specOf(const std::string &example, const std::string &mode) {
  const std::string file =
      example.starts_with("record_")
          ? testData("tests/collector/kernels").toStdString() + "/" + example + ".json"
          : exampleFile(example);
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(file));
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  return spec;
}

/// Lanes that leave the kernel wait on AMD's GPUs for the others at its only end: scopes of the
/// others have the mask of lanes that have not returned yet. Their accesses have no such mask.
uint8_t comparedFlags(const RunSpec &spec) {
  return spec.function == "early_return" ? uint8_t(~kSliceDivergent) : uint8_t(0xff);
}

CollectOptions uncached() {
  CollectOptions options;
  options.cache = CacheSettings();
  return options;
}

Result<ExecutedRun> finished(const RunSpec &spec, WatchedTarget &target, uint32_t lanes) {
  RunLog log;
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome,
                     runSession(spec, target, log, std::atomic<bool>(false), uncached()));
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  ExecutedRun run;
  run.buffers = std::move(target.buffers);
  if (spec.mode.enabled) {
    run.records = signatureOf(outcome.trace, comparedFlags(spec));
    for (const Launch &launch : outcome.trace.launches()) {
      run.isComplete = run.isComplete && launch.recordsDropped == 0;
      if (launch.accesses)
        run.accesses = accessesOf(launch, lanes);
    }
    for (uint32_t i = 0; i < outcome.trace.sliceCount(); ++i)
      if (const Slice slice = outcome.trace.slice(SliceId(i)); slice.hasCycles)
        run.lengths.push_back({slice.endCycles.value - slice.beginCycles.value,
                               slice.time.end.value - slice.time.begin.value});
  }
  return run;
}

/// A run on `chip` in the interpreter, which passes the checks of its specification.
Result<ExecutedRun> runOnAmd(const std::string &example, const std::string &mode,
                             const std::string &chip, amdgpu::RunLimits limits = {}) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, specOf(example, mode));
  spec.target = "hip";
  // The CTAs of these kernels write the same words.
  if (example.starts_with("record_"))
    limits.residentCtas = 1;
  InterpretedGpu gpu(chip, spec.function, limits);
  WatchedTarget target(
      makeHipTarget(spec, {chip, pathOf(FakeHipVariant::Whole)}, makeHipCompiler()));
  auto run = finished(spec, target, chip.starts_with("gfx9") ? 64 : 32);
  if (!gpu.failure().empty())
    return fail(ErrorCode::RunFailed, gpu.failure());
  if (run)
    run->executed = gpu.executed();
  return run;
}

Result<ExecutedRun> runOnCpu(const std::string &example, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, specOf(example, mode));
  WatchedTarget target(makeCpuTarget(spec));
  return finished(spec, target, 32);
}

/// Rows of a test: all examples, modes and chips if PSTUDIO_AMD_TABLE is set.
constexpr const char *kChips[] = {"gfx1100", "gfx942"};
constexpr const char *kAllModes[] = {
    "default",
    "functions,loops,barriers",
    "memory",
    "async",
    "matrix",
    "default:strategy=first",
    "default:strategy=flush:buffer_type=shared",
    "default:buffer_type=shared",
    "memory:strategy=first",
    "memory:strategy=flush",
    "memory:buffer_type=shared",
};

/// The seed for the order of waves in instrumented runs.
constexpr uint64_t kWaveOrder = 11;

struct ExecutionRow {
  const char *example;
  const char *mode;
  const char *chip;
};
constexpr ExecutionRow kRows[] = {
    {"vector_add", "default", "gfx1100"},
    {"vector_add", "default", "gfx942"},
    {"softmax", "functions,loops,barriers", "gfx1100"},
    {"softmax", "functions,loops,barriers", "gfx942"},
    {"layer_norm", "memory", "gfx942"},
    {"layer_norm", "memory", "gfx90a"},
    {"softmax", "functions,loops,barriers", "gfx90a"},
    {"layer_norm", "memory:strategy=flush", "gfx1100"},
    {"layer_norm", "memory:strategy=flush", "gfx942"},
    {"record_gather", "memory:strategy=flush", "gfx1100"},
    {"record_gather", "memory:strategy=flush", "gfx942"},
    {"record_divergent", "memory:strategy=flush", "gfx942"},
    {"record_early_return", "memory", "gfx1100"},
    {"record_early_return", "memory", "gfx942"},
    {"gemm_tiled", "default:strategy=flush:buffer_type=shared", "gfx1100"},
    {"stages/gemm_tiled_3_stages", "async", "gfx942"},
};

void addExecutionRows() {
  QTest::addColumn<QString>("example");
  QTest::addColumn<QString>("mode");
  QTest::addColumn<QString>("chip");
  const auto add = [](const char *example, const char *mode, const char *chip) {
    QTest::addRow("%s %s %s", example, mode, chip) << example << mode << chip;
  };
  if (!qEnvironmentVariableIsSet("PSTUDIO_AMD_TABLE")) {
    for (const ExecutionRow &row : kRows)
      add(row.example, row.mode, row.chip);
    return;
  }
  std::vector<std::string> examples = factors(RunsOn::Cpu).front();
  for (const char *more : {"stages/gemm_tiled_1_stage", "stages/gemm_tiled_3_stages",
                           "record_uniform", "record_divergent", "record_early_return"})
    examples.emplace_back(more);
  for (const std::string &example : examples)
    for (const char *mode : kAllModes)
      for (const char *chip : kChips)
        add(example.c_str(), mode, chip);
}

} // namespace

class AmdExecutionTest : public QObject {
  Q_OBJECT

private:
  std::map<std::string, Buffers> m_plain;     ///< by example and chip
  std::map<std::string, ExecutedRun> m_onCpu; ///< by example and mode

private Q_SLOTS:
  void initTestCase() {
    if (!amd::findLinker())
      QFAIL("no ld.lld here: install lld-19");
  }

  void resultsEqualThoseWithoutRecordsAndRecordsThoseOfTheCpu_data() { addExecutionRows(); }
  void resultsEqualThoseWithoutRecordsAndRecordsThoseOfTheCpu() {
    QFETCH(const QString, example);
    QFETCH(const QString, mode);
    QFETCH(const QString, chip);
    const std::string name = example.toStdString();
    const std::string key = name + " " + chip.toStdString();
    if (!m_plain.contains(key)) {
      const auto plain = runOnAmd(name, "none", chip.toStdString());
      VERIFY_RESULT(plain);
      m_plain[key] = plain->buffers;
    }
    // The order of waves differs from that of the run without records.
    const auto run = runOnAmd(name, mode.toStdString(), chip.toStdString(), {.seed = kWaveOrder});
    VERIFY_RESULT(run);
    for (const auto &[argument, bytes] : m_plain[key])
      QVERIFY2(run->buffers.at(argument) == bytes, argument.c_str());
    const std::string onCpu = name + " " + mode.toStdString();
    if (!m_onCpu.contains(onCpu)) {
      auto ran = runOnCpu(name, mode.toStdString());
      VERIFY_RESULT(ran);
      m_onCpu[onCpu] = std::move(*ran);
    }
    const ExecutedRun *expected = &m_onCpu[onCpu];
    QVERIFY(run->executed > 0 && !m_plain[key].empty());
    if (!qEnvironmentVariableIsSet("PSTUDIO_AMD_TABLE"))
      QVERIFY2(run->isComplete && expected->isComplete, "the rows of the check keep all records");
    if (!run->isComplete || !expected->isComplete) {
      // The kept records depend on the size of the target's buffer.
      qInfo("records not compared: a buffer is full");
      return;
    }
    QVERIFY(!run->records.empty());
    QCOMPARE(run->accesses.size(), expected->accesses.size());
    const std::string access = firstDifference(run->accesses, expected->accesses);
    QVERIFY2(access.empty(), access.c_str());
    const std::string difference = differenceOf(
        run->records, chip.startsWith("gfx9") ? widened(expected->records) : expected->records);
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void aCycleOfGfx11IsOneTickOfItsTimer() {
    const auto run = runOnAmd("vector_add", "default", "gfx1100");
    VERIFY_RESULT(run);
    QVERIFY(!run->lengths.empty());
    constexpr int64_t kPicosecondsPerTick = 10'000;
    for (const SliceLength &length : run->lengths)
      QCOMPARE(length.picoseconds, length.cycles * kPicosecondsPerTick);
  }

  void theOrderOfWavesDoesNotChangeTheResult() {
    const auto inTurn = runOnAmd("reduction", "none", "gfx1100");
    VERIFY_RESULT(inTurn);
    const uint32_t seed = std::random_device()() >> 1;
    const auto atRandom = runOnAmd("reduction", "none", "gfx1100", {.seed = seed});
    QVERIFY2(atRandom && atRandom->buffers == inTurn->buffers,
             ("seed " + std::to_string(seed)).c_str());
  }

  void aKernelThatDoesNotEndExceedsTheLimitOfInstructions() {
    const auto run = runOnAmd("vector_add", "none", "gfx1100", {.instructions = 100});
    QVERIFY(!run);
    QVERIFY2(run.error().message.find("vector_add exceeds the limit of instructions") !=
                 std::string::npos,
             run.error().toString().c_str());
  }
};

QTEST_GUILESS_MAIN(AmdExecutionTest)
#include "amd_execution_test.moc"
