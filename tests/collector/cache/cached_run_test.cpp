// SPDX-License-Identifier: Apache-2.0
// A run whose kernel comes from the cache is the run that compiles it, and a key has every part
// that the code depends on.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <set>

#include "collector/collector.h"
#include "collector/session/compile/compile_cache.h"
#include "tests/support/trace_text.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::textOf;
namespace fs = std::filesystem;

namespace {

class Log final : public ProgressSink {
public:
  std::vector<std::string> stages, lines;
  void stage(std::string_view name) override { stages.emplace_back(name); }
  void fraction(double) override {}
  void log(std::string_view line) override { lines.emplace_back(line); }
  bool has(const std::string &part) const {
    return std::ranges::any_of(
        lines, [&](const std::string &line) { return line.find(part) != std::string::npos; });
  }
  bool compiled() const { return std::ranges::find(stages, "lower") != stages.end(); }
};

RunSpec loadExample(const std::string &name) {
  auto spec = loadRunSpec(std::string(PSTUDIO_SOURCE_DIR) + "/resources/kernels/" + name + ".json");
  if (!spec)
    qFatal("%s", qPrintable(textOf(spec.error())));
  return *spec;
}

Result<RunOutcome> runWith(const RunSpec &spec, Log &log, const CollectOptions &options) {
  const std::atomic<bool> cancel{false};
  return collect(spec, log, cancel, options);
}

/// Everything of a trace but its date and what the cache did.
std::string comparableText(const Trace &trace) {
  std::string text = traceToText(trace);
  text = text.substr(text.find('\n'));
  for (const char *state : {"\"hit\"", "\"miss\"", "\"rebuilt\""})
    for (size_t at; (at = text.find(std::string("compile.cache=") + state)) != text.npos;)
      text.replace(at, std::string("compile.cache=").size() + std::string(state).size(), "cache");
  return text;
}

fs::path onlyFileOf(const fs::path &folder) {
  std::vector<fs::path> files;
  for (const auto &file : fs::directory_iterator(folder))
    files.push_back(file.path());
  return files.size() == 1 ? files.front() : fs::path();
}

constexpr std::string_view kKernel = R"mlir(
gpu.module @m {
  gpu.func @k(%n: i32) kernel {
    proton.record start "a"
    gpu.barrier
    proton.record end "a"
    gpu.return
  }
}
)mlir";

} // namespace

class CachedRunTest final : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;
  CollectOptions options() const {
    CollectOptions options;
    options.cache = CacheSettings{fs::path(m_folder->path().toStdString()) / "kernels", 64 << 20};
    return options;
  }

private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aKernelFromTheCacheGivesTheSameTrace_data() {
    QTest::addColumn<QString>("example");
    for (const char *name : {"vector_add", "transpose_naive", "transpose_padded",
                             "transpose_swizzled", "softmax", "reduction", "gemm_tiled"})
      QTest::newRow(name) << name;
  }
  void aKernelFromTheCacheGivesTheSameTrace() {
    QFETCH(QString, example);
    const RunSpec spec = loadExample(example.toStdString());
    Log first, second;
    const auto compiled = runWith(spec, first, options());
    const auto cached = runWith(spec, second, options());
    VERIFY_RESULT(compiled);
    VERIFY_RESULT(cached);
    QVERIFY(first.compiled() && !second.compiled());
    QVERIFY(second.has("from the cache"));
    QVERIFY(!cached->checks.empty() && cached->checks.front().passed());
    QVERIFY(traceToText(cached->trace).find("compile.cache=\"hit\"") != std::string::npos);
    QCOMPARE(comparableText(cached->trace), comparableText(compiled->trace));
  }

  void kernelsOfLlvmIrAreKeptToo() {
    auto spec = parseRunSpec(R"({"kernel": {"file": "two_kernels.ll", "function": "add"},
      "grid": [4], "block": [128], "arguments": [
        {"name": "a", "buffer": {"dtype": "f32", "shape": [500], "init": {"random": {"seed": 1}}}},
        {"name": "b", "buffer": {"dtype": "f32", "shape": [500], "init": {"random": {"seed": 2}}}},
        {"name": "c", "buffer": {"dtype": "f32", "shape": [500], "init": "zeros"}},
        {"name": "n", "scalar": {"dtype": "i32", "value": 500}}],
      "checks": [{"output": "c", "reference": {"operation": "add", "inputs": ["a", "b"]},
                  "max_error": 1e-6}]})",
                             PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs");
    VERIFY_RESULT(spec);
    Log first, second;
    const auto compiled = runWith(*spec, first, options());
    const auto cached = runWith(*spec, second, options());
    VERIFY_RESULT(compiled);
    VERIFY_RESULT(cached);
    QVERIFY(first.compiled() && !second.compiled());
    QVERIFY(cached->checks.front().passed());
    QCOMPARE(comparableText(cached->trace), comparableText(compiled->trace));
  }

  void aRunWithoutCacheLeavesNothing() {
    CollectOptions without;
    without.cache = CacheSettings{{}, 0};
    Log log;
    const auto outcome = runWith(loadExample("vector_add"), log, without);
    VERIFY_RESULT(outcome);
    QVERIFY(log.compiled());
    QVERIFY(traceToText(outcome->trace).find("compile.cache") == std::string::npos);
    QVERIFY(fs::is_empty(m_folder->path().toStdString()));
  }

  void aDamagedEntryIsMadeAnew() {
    const RunSpec spec = loadExample("vector_add");
    Log first, second, third;
    VERIFY_RESULT(runWith(spec, first, options()));
    const fs::path entry = onlyFileOf(options().cache->folder);
    QVERIFY(!entry.empty());
    fs::resize_file(entry, fs::file_size(entry) / 2);
    const auto rebuilt = runWith(spec, second, options());
    VERIFY_RESULT(rebuilt);
    QVERIFY(second.compiled() && second.has("compiled again"));
    QVERIFY(traceToText(rebuilt->trace).find("compile.cache=\"rebuilt\"") != std::string::npos);
    VERIFY_RESULT(runWith(spec, third, options()));
    QVERIFY(!third.compiled());
  }

  void codeThatCannotBeLoadedIsMadeAnew() {
    const RunSpec spec = loadExample("vector_add");
    Log first, second;
    VERIFY_RESULT(runWith(spec, first, options()));
    const std::string key = onlyFileOf(options().cache->folder).stem().string();
    const KernelCache cache(*options().cache);
    auto entry = kernelEntryFrom(cache.find(key).bytes);
    QVERIFY(entry);
    entry->code = toBytes(CpuCode{"no object file", {}});
    QVERIFY(!cache.keep(key, toBytes(*entry)));
    VERIFY_RESULT(runWith(spec, second, options()));
    QVERIFY(second.compiled() && second.has("compiled again"));
  }

  void theReportOfThePassesIsKeptWithTheCode() {
    const RunSpec spec = loadExample("vector_add");
    CollectOptions withPasses = options();
    withPasses.passes = fs::path(m_folder->path().toStdString()) / "passes.json";
    Log first, second, third;
    VERIFY_RESULT(runWith(spec, first, options()));
    const auto compiled = runWith(spec, second, withPasses);
    VERIFY_RESULT(compiled);
    QVERIFY(second.compiled()); // the first compile kept no report
    const auto report = readPassReport(withPasses.passes);
    VERIFY_RESULT(report);
    QVERIFY(report->stages.size() > 1 && !report->texts.empty());
    fs::remove(withPasses.passes);
    const auto cached = runWith(spec, third, withPasses);
    VERIFY_RESULT(cached);
    QVERIFY(!third.compiled());
    const auto again = readPassReport(withPasses.passes);
    VERIFY_RESULT(again);
    QVERIFY(*again == *report);
    for (const Trace *trace : {&compiled->trace, &cached->trace})
      QVERIFY(traceToText(*trace).find("compile.passes=\"" + report->id + "\"") !=
              std::string::npos);
  }

  void aDamagedReportOfThePassesIsMadeAnew() {
    const RunSpec spec = loadExample("vector_add");
    CollectOptions withPasses = options();
    withPasses.passes = fs::path(m_folder->path().toStdString()) / "passes.json";
    Log first, second;
    VERIFY_RESULT(runWith(spec, first, withPasses));
    for (const auto &file : fs::directory_iterator(options().cache->folder))
      if (const auto entry = KernelCache(*options().cache).find(file.path().stem().string());
          !kernelEntryFrom(entry.bytes))
        fs::resize_file(file.path(), fs::file_size(file.path()) - 1);
    VERIFY_RESULT(runWith(spec, second, withPasses));
    QVERIFY(second.compiled());
    VERIFY_RESULT(readPassReport(withPasses.passes));
  }

  void anUnusableFolderFailsNoRun() {
    const fs::path file = fs::path(m_folder->path().toStdString()) / "kernels";
    std::ofstream(file) << "no folder";
    Log log;
    VERIFY_RESULT(runWith(loadExample("vector_add"), log, options()));
    QVERIFY(log.has("is not cached"));
  }

  void everyPartThatTheCodeDependsOnIsInTheKey() {
    RunSpec spec;
    spec.function = "k";
    InstrumentOptions options;
    std::set<std::string> keys;
    size_t made = 0;
    const auto add = [&](std::string_view text, const RunSpec &s, const InstrumentOptions &o,
                         std::string_view identity) {
      auto module = KernelModule::parse(text, "k.mlir");
      if (!module)
        qFatal("%s", qPrintable(textOf(module.error())));
      keys.insert(compileKey(s, *module, o, identity));
      ++made;
    };
    const std::string text(kKernel);
    add(text, spec, options, "sm_90");
    add(text, spec, options, "sm_80");
    add("\n" + text, spec, options, "sm_90"); // other locations, other operation tables
    add(std::string(text).replace(text.find("\"a\""), 3, "\"b\""), spec, options, "sm_90");
    RunSpec other = spec;
    other.function = "l";
    add(text, other, options, "sm_90");
    other = spec;
    other.target = "cuda";
    add(text, other, options, "sm_90");
    const auto change = [&](auto member, auto value) {
      InstrumentOptions changed = options;
      changed.*member = value;
      add(text, spec, changed, "sm_90");
    };
    change(&InstrumentOptions::block, std::array<uint32_t, 3>{64, 1, 1});
    change(&InstrumentOptions::lanesPerWarp, 64u);
    change(&InstrumentOptions::sharedBytesFree, uint64_t{1024});
    change(&InstrumentOptions::stagingBytes, uint64_t{1024});
    change(&InstrumentOptions::counterBytesPerUnit, 8u);
    change(&InstrumentOptions::automaticSharedSlots, 64u);
    change(&InstrumentOptions::mostAutomaticSlots, 4096u);
    change(&InstrumentOptions::facts, ArgumentFacts{{0, ArgumentFactKind::EqualsOne, 0}});
    change(&InstrumentOptions::facts, ArgumentFacts{{0, ArgumentFactKind::DivisibleBy, 16}});
    change(&InstrumentOptions::chip, std::string("gfx942"));
    InstrumentationMode mode;
    mode.slotsPerUnit = 64;
    change(&InstrumentOptions::mode, mode);
    mode.enabled = false;
    change(&InstrumentOptions::mode, mode);
    QCOMPARE(keys.size(), made);
    // And nothing else: the same compile has the same key.
    add(text, spec, options, "sm_90");
    QCOMPARE(keys.size(), made - 1);
  }
};

QTEST_GUILESS_MAIN(CachedRunTest)
#include "cached_run_test.moc"
