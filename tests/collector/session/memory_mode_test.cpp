// SPDX-License-Identifier: Apache-2.0
// Mode `memory`: the recorded accesses of the instrumented examples, compared address by address
// with the access trace of the CPU target.
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "collector/codegen/kernel_module.h"
#include "collector/collector.h"
#include "collector/session/compile/instrument_options.h"
#include "core/access/launch_accesses.h"
#include "core/analysis/memory/counted_accesses.h"
#include "tests/collector/session/run_log.h"
#include "tests/collector/traced_run.h"
#include "tests/support/access_counts.h"
#include "tests/support/access_sets.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

Result<RunSpec> specWithMode(const std::string &name, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, test::exampleSpec(name));
  spec.target = "cpu";
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  return spec;
}

Result<RunOutcome> run(const RunSpec &spec, test::RunLog &progress) {
  const std::atomic<bool> cancel = false;
  CollectOptions options;
  options.cache = CacheSettings();
  return collect(spec, progress, cancel, options);
}

Result<RunOutcome> run(const RunSpec &spec) {
  test::RunLog progress;
  return run(spec, progress);
}

/// A run that several functions look at.
struct SharedRun {
  RunSpec spec;
  RunOutcome outcome;
  std::string log;
};

/// Runs each pair of example and mode once, and each example once with the access trace.
class SharedRuns {
public:
  Result<const SharedRun *> of(const std::string &name, const std::string &mode) {
    const std::pair key(name, mode);
    auto entry = m_runs.find(key);
    if (entry == m_runs.end())
      entry = m_runs.emplace(key, make(name, mode)).first;
    if (!entry->second)
      return tl::unexpected(entry->second.error());
    return &*entry->second;
  }
  /// The access trace has no records, so that the mode is of no effect.
  Result<const test::TracedRun *> traced(const std::string &name) {
    auto entry = m_traced.find(name);
    if (entry == m_traced.end())
      entry = m_traced.emplace(name, makeTraced(name)).first;
    if (!entry->second)
      return tl::unexpected(entry->second.error());
    return &*entry->second;
  }

private:
  static Result<SharedRun> make(const std::string &name, const std::string &mode) {
    PSTUDIO_TRY_ASSIGN(RunSpec spec, specWithMode(name, mode));
    test::RunLog progress;
    PSTUDIO_TRY_ASSIGN(RunOutcome outcome, run(spec, progress));
    return SharedRun{std::move(spec), std::move(outcome), std::move(progress.text)};
  }
  static Result<test::TracedRun> makeTraced(const std::string &name) {
    PSTUDIO_TRY_ASSIGN(const RunSpec spec, specWithMode(name, "memory"));
    return test::runTraced(spec);
  }

  std::map<std::pair<std::string, std::string>, Result<SharedRun>> m_runs;
  std::map<std::string, Result<test::TracedRun>> m_traced;
};

/// The automatic buffer holds every access of the examples. With `slots=65536`, of which few are
/// written, the memory of a launch took longer than the kernel.
constexpr const char *kEveryAccess = "memory:annotations=drop";
/// Of a histogram. The sanitizers see the same calls with each number; the preset `dev` compares
/// the counts of all.
#ifdef PSTUDIO_SANITIZE
constexpr std::array kBins{64};
#else
constexpr std::array kBins{1, 64, 1024};
#endif

const memory::LaunchAccesses *accessesOf(const Trace &trace) {
  return trace.launches().empty() ? nullptr : trace.launches()[0].accesses.get();
}

/// The accesses of `all` that a sampled run records: isKept(site, number) decides about each
/// access; `number` counts those of its site and warp.
template <class IsKept>
Result<memory::AccessTable> sampleOf(const memory::AccessTable &all, IsKept isKept) {
  memory::AccessTable kept;
  for (const memory::AccessSite &site : all.sites())
    PSTUDIO_TRY(kept.addSite(site));
  for (const memory::WarpRun &warp : all.warps()) {
    PSTUDIO_TRY(kept.beginWarp(warp.cta, warp.warp));
    std::map<uint16_t, uint64_t> before; // accesses of each site
    for (uint64_t i = warp.begin; i < warp.end; ++i) {
      const memory::Access access = all[i];
      if (!isKept(access.site, before[access.site]++))
        continue;
      std::vector<uint64_t> addresses;
      const memory::LaneAddresses lanes = all.lanesOf(access);
      for (uint32_t lane = 0; lane < lanes.count(); ++lane)
        addresses.push_back(lanes.address(lane));
      kept.addLanes(access.site, access.time, all.shapes()[access.shape].mask, addresses);
    }
  }
  return kept;
}

/// Number of accesses of each site in the first warp.
std::map<uint16_t, uint64_t> countInFirstWarp(const memory::AccessTable &table) {
  std::map<uint16_t, uint64_t> counts;
  for (uint64_t i = 0; i < table.warps()[0].end; ++i)
    ++counts[table[i].site];
  return counts;
}

} // namespace

class MemoryModeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyAccessOfAnExampleIsRecordedWithItsAddresses_data() {
    QTest::addColumn<QString>("name");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled"})
      QTest::newRow(name) << QString(name);
  }
  void everyAccessOfAnExampleIsRecordedWithItsAddresses() {
    QFETCH(QString, name);
    PSTUDIO_VERIFY_ASSIGN(const SharedRun *run, m_shared.of(name.toStdString(), kEveryAccess));
    const RunOutcome &outcome = run->outcome;
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *recorded = accessesOf(outcome.trace);
    QVERIFY(recorded != nullptr);
    QCOMPARE(recorded->table.share().dropped, uint64_t{0});
    PSTUDIO_VERIFY_ASSIGN(const test::TracedRun *traced, m_shared.traced(name.toStdString()));
    const std::string wrong = test::differences(*recorded, traced->table, traced->map);
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(recorded->table.size() > 0);
  }

  void theAutomaticBufferHoldsEveryAccessOfTheExamples() {
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled", "softmax", "layer_norm"})
      for (const char *mode : {"memory", kEveryAccess, "memory:strategy=first"}) {
        PSTUDIO_VERIFY_ASSIGN(const SharedRun *run, m_shared.of(name, mode));
        const RunOutcome &outcome = run->outcome;
        const std::string what = std::string(name) + " " + mode;
        QVERIFY2(accessesOf(outcome.trace)->table.size() > 0, what.c_str());
        QVERIFY2(accessesOf(outcome.trace)->table.share().dropped == 0, what.c_str());
        QVERIFY2(outcome.trace.launches()[0].recordsDropped == 0, what.c_str());
        // The log reports the number of slots before the launch.
        const size_t said = run->log.find(" slots for each warp, ");
        QVERIFY2(said < run->log.find("launch took"), run->log.c_str());
      }
  }

  /// A test machine without a Hopper GPU can only compile the kernel: the segments of its warps
  /// hold the maximum of their records, within the limits.
  void theAutomaticBufferIsSizedFromTheLaunch_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<uint>("ctas");
    QTest::addColumn<uint>("slots");
    QTest::newRow("what a warp may write") << "memory:annotations=drop:ctas=0-3" << 512u << 4096u;
    QTest::newRow("as it is") << "memory:annotations=drop" << 512u << 4096u;
    QTest::newRow("256 MiB for the launch") << "memory:annotations=drop" << 1024u << 2048u;
    QTest::newRow("no less than other modes") << "memory" << 100'000u << 1024u;
    QTest::newRow("what is asked for") << "memory:slots=64" << 4u << 64u;
    QTest::newRow("streamed") << "memory:strategy=stream" << 4u << 1024u;
    QTest::newRow("another mode") << "async" << 4u << 1024u;
  }
  void theAutomaticBufferIsSizedFromTheLaunch() {
    QFETCH(QString, mode);
    QFETCH(uint, ctas);
    QFETCH(uint, slots);
    PSTUDIO_VERIFY_ASSIGN(RunSpec spec, test::exampleSpec("gemm_wgmma"));
    PSTUDIO_VERIFY_ASSIGN(spec.mode, InstrumentationMode::parse(mode.toStdString()));
    spec.grid = {ctas, 1, 1};
    QCOMPARE(extentProduct(spec.block), uint64_t{384}); // 12 warps
    PSTUDIO_VERIFY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
    PSTUDIO_VERIFY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
    DeviceLimits limits;
    limits.sharedBytesPerCta = 227 * 1024;
    PSTUDIO_VERIFY_ASSIGN(
        const InstrumentedKernel kernel,
        module.instrument(spec.function, instrumentOptions(spec, signature, limits)));
    QCOMPARE(kernel.slotsPerUnit, slots);
    QVERIFY(mode.startsWith("async") || ctas > 10'000 ||
            kernel.blockBytes * recordedCtas(spec) <= (uint64_t{256} << 20) + (1 << 20));
  }

  void countsAreThoseOfTheRecordedAddresses_data() {
    QTest::addColumn<int>("bins");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled"})
      for (const int bins : kBins)
        QTest::addRow("%s %d", name, bins) << bins;
  }
  void countsAreThoseOfTheRecordedAddresses() {
    QFETCH(int, bins);
    const std::string name = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
    PSTUDIO_VERIFY_ASSIGN(const SharedRun *exact, m_shared.of(name, kEveryAccess));
    const memory::LaunchAccesses &recorded = *accessesOf(exact->outcome.trace);
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec, specWithMode(name, "memory:strategy=histogram:bins=" +
                                                                     std::to_string(bins)));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    const memory::LaunchAccesses *counted = accessesOf(outcome.trace);
    QVERIFY(counted != nullptr && !counted->counts.cells.empty());
    QCOMPARE(counted->table.size(), uint64_t{0});
    QCOMPARE(counted->table.sites().size(), recorded.table.sites().size());
    const std::string wrong =
        test::difference(counted->counts.cells, test::expectedCounts(recorded, *counted));
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  void everyCountOfAnExampleHasItsPlaceInABuffer() {
    for (const char *name : {"transpose_padded", "gather", "gemm_tiled"}) {
      PSTUDIO_VERIFY_ASSIGN(const RunSpec spec, specWithMode(name, "memory:strategy=histogram"));
      PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
      const memory::LaunchAccesses &counted = *accessesOf(outcome.trace);
      for (const memory::CountedSite &site : memory::countedSites(counted)) {
        QVERIFY(site.buffer != memory::BufferMap::kNone);
        QVERIFY(site.accesses > 0);
        QCOMPARE(site.placed, site.accesses);
      }
    }
  }

  void warpsAndCtasThatAreNotSampledDoNotCount() {
    PSTUDIO_VERIFY_ASSIGN(
        const RunSpec spec,
        specWithMode("transpose_naive", "memory:strategy=histogram:warps=0:ctas=0,5"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    const memory::LaunchAccesses &counted = *accessesOf(outcome.trace);
    uint64_t accesses = 0;
    for (const memory::AccessCount &cell : counted.counts.cells) {
      QVERIFY(cell.cta == 0 || cell.cta == 5);
      accesses += cell.accesses;
    }
    QCOMPARE(accesses, uint64_t{2 * 8}); // one warp of each, 4 loads and 4 stores
    QVERIFY(counted.table.share().sampledPart < 1);
  }

  void sitesSayWhatIsAccessedAndWhere() {
    PSTUDIO_VERIFY_ASSIGN(const SharedRun *run, m_shared.of("transpose_naive", kEveryAccess));
    const RunOutcome &outcome = run->outcome;
    const auto sites = accessesOf(outcome.trace)->table.sites();
    QCOMPARE(sites.size(), size_t{8}); // 4 rows per thread
    QCOMPARE(sites[0].name, std::string("load X"));
    QCOMPARE(sites[4].name, std::string("store Y"));
    QVERIFY(sites[0].location.find("transpose.mlir:") != std::string::npos);
    QCOMPARE(sites[4].kind, memory::AccessKind::Store);
    QCOMPARE(sites[4].bytesPerLane, 4u);
    QCOMPARE(accessesOf(outcome.trace)->buffers.buffers()[0].dtype, std::string("f32"));
  }

  void severalModesShareOneBuffer() {
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                          specWithMode("transpose_padded", "functions,barriers,memory"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    QVERIFY(outcome.trace.sliceCount() > 0);
    QVERIFY(accessesOf(outcome.trace)->table.size() > 0);
  }

  void aSmallRingSaysWhichShareItHolds() {
    for (const bool isJoined : {false, true}) {
      PSTUDIO_VERIFY_ASSIGN(
          const RunSpec spec,
          specWithMode("transpose_naive", std::string("memory:annotations=drop:slots=4") +
                                              (isJoined ? "" : ":groups=off")));
      PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
      const memory::AccessTable &kept = accessesOf(outcome.trace)->table;
      PSTUDIO_VERIFY_ASSIGN(const test::TracedRun *traced, m_shared.traced("transpose_naive"));
      // Every record of the example has 2 slots, so the number of lost records is exact.
      QCOMPARE(kept.size() + kept.share().dropped, traced->table.size());
      QVERIFY(kept.size() > 0);
      // The distances of the loads are constant, and so are those of the stores: two records
      // represent all.
      QVERIFY(isJoined ? kept.recordedPart() == 1 : kept.recordedPart() < 0.5);
    }
  }

  void strategiesKeepWhatTheyPromise_data() {
    QTest::addColumn<bool>("keepsAll");
    QTest::newRow("first:slots=64") << false;
    QTest::newRow("flush:slots=65536") << true;
    QTest::newRow("stream") << true;
  }
  /// An access with 33 slots passes through ring halves completely, too.
  void strategiesKeepWhatTheyPromise() {
    QFETCH(bool, keepsAll);
    for (const char *name : {"gather", "transpose_swizzled"}) {
      PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                            specWithMode(name, "memory:annotations=drop:strategy=" +
                                                   std::string(QTest::currentDataTag())));
      PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
      const memory::LaunchAccesses *recorded = accessesOf(outcome.trace);
      QVERIFY(recorded != nullptr);
      PSTUDIO_VERIFY_ASSIGN(const test::TracedRun *traced, m_shared.traced(name));
      const auto have = test::accessTexts(recorded->table, recorded->buffers);
      const auto want = test::accessTexts(traced->table, traced->map);
      QVERIFY(std::ranges::includes(want, have));
      QVERIFY(!have.empty());
      if (keepsAll)
        QCOMPARE(have.size(), want.size());
    }
  }

  void samplingIsSaidAsAShare() {
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                          specWithMode("transpose_naive", "memory:annotations=drop:warps=0"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    const memory::AccessTable &table = accessesOf(outcome.trace)->table;
    const uint64_t warps = extentProduct(spec.block) / 32;
    QCOMPARE(table.share().sampledPart, 1.0 / static_cast<double>(warps));
    for (const memory::WarpRun &warp : table.warps())
      QCOMPARE(warp.warp, 0u);
  }

  void theShareOfSampledIterationsIsThatOfTheAccessesThatWereRecorded() {
    // Without a loop each access is recorded. Other examples have loops of many iterations, and
    // accesses outside of them.
    for (const char *name : {"vector_add", "transpose_naive", "gemm_tiled", "stencil", "softmax"})
      for (const uint32_t every : {2u, 16u}) {
        PSTUDIO_VERIFY_ASSIGN(const SharedRun *whole, m_shared.of(name, kEveryAccess));
        PSTUDIO_VERIFY_ASSIGN(
            const RunSpec spec,
            specWithMode(name, "memory:annotations=drop:every=" + std::to_string(every)));
        PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
        const memory::AccessTable &table = accessesOf(outcome.trace)->table;
        QCOMPARE(table.share().dropped, uint64_t{0});
        const auto recorded = static_cast<double>(table.size());
        const auto happened = static_cast<double>(accessesOf(whole->outcome.trace)->table.size());
        // The number of each warp and operation is uncertain by at most half of the omitted
        // iterations.
        const double unsure =
            static_cast<double>(table.warps().size() * table.sites().size()) * (every - 1) / 2;
        const double said = recorded / table.share().sampledPart;
        const QString what = QString("%1 every %2: %3 of %4, said %5")
                                 .arg(name)
                                 .arg(every)
                                 .arg(recorded)
                                 .arg(happened)
                                 .arg(said);
        QVERIFY2(std::abs(said - happened) <= unsure + 0.01, qPrintable(what));
        if (name == std::string_view("vector_add") || name == std::string_view("transpose_naive"))
          QCOMPARE(table.share().sampledPart, 1.0);
      }
  }

  /// In gemm_tiled a loop of 16 steps calls functions that load tiles in a loop of 4 rounds.
  /// Another function starts copies in a loop of 4 rounds; the kernel calls it before that loop and
  /// in it. The stores are in a function that is called outside of loops.
  void everySixteenthIterationIsRecordedInCalledFunctions() {
    PSTUDIO_VERIFY_ASSIGN(const SharedRun *whole, m_shared.of("gemm_tiled", kEveryAccess));
    const memory::LaunchAccesses *every = accessesOf(whole->outcome.trace);
    PSTUDIO_VERIFY_ASSIGN(const RunSpec sampled,
                          specWithMode("gemm_tiled", "memory:annotations=drop:every=16"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome part, run(sampled));
    const memory::LaunchAccesses *recorded = accessesOf(part.trace);
    const auto counts = countInFirstWarp(every->table);
    PSTUDIO_VERIFY_ASSIGN(const memory::AccessTable expected,
                          sampleOf(every->table, [&](uint16_t site, uint64_t number) {
                            const uint64_t rounds = counts.at(site);
                            if (rounds == 60) // the call before executes the first 4 rounds
                              return (number + 4) % 16 == 0;
                            return rounds == 1 || number % 16 == 0;
                          }));
    const std::string wrong = test::differences(*recorded, expected, every->buffers);
    QVERIFY2(wrong.empty(), wrong.c_str());
    // 24 loads in 4 rounds of 64, and 32 stores.
    QVERIFY(countInFirstWarp(recorded->table).size() >= 24 + 32);
  }

  void aLaunchWithoutTheModeHasNoAccesses() {
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec, specWithMode("transpose_naive", "functions"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    QVERIFY(accessesOf(outcome.trace) == nullptr);
  }

private:
  SharedRuns m_shared;
};

QTEST_GUILESS_MAIN(MemoryModeTest)
#include "memory_mode_test.moc"
