// SPDX-License-Identifier: Apache-2.0
// Mode `memory`: what the instrumented examples record of their accesses, against what the CPU
// target's own trace says that their threads do: address by address.
#include <QtTest>

#include <algorithm>

#include "collector/collector.h"
#include "core/access/launch_accesses.h"
#include "tests/collector/run_log.h"
#include "tests/collector/traced_run.h"
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

Result<RunOutcome> run(const RunSpec &spec) {
  test::RunLog progress;
  const std::atomic<bool> cancel = false;
  CollectOptions options;
  options.cache = CacheSettings();
  return collect(spec, progress, cancel, options);
}

const memory::LaunchAccesses *accessesOf(const Trace &trace) {
  return trace.launches().empty() ? nullptr : trace.launches()[0].accesses.get();
}

} // namespace

class MemoryModeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyAccessOfAnExampleIsRecordedWithItsAddresses_data() {
    QTest::addColumn<QString>("mode");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled"})
      QTest::newRow(name) << QString("memory:annotations=drop:slots=65536");
  }
  void everyAccessOfAnExampleIsRecordedWithItsAddresses() {
    QFETCH(QString, mode);
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                          specWithMode(QTest::currentDataTag(), mode.toStdString()));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *recorded = accessesOf(outcome.trace);
    QVERIFY(recorded != nullptr);
    QCOMPARE(recorded->table.share().dropped, uint64_t{0});
    PSTUDIO_VERIFY_ASSIGN(const test::TracedRun traced, test::runTraced(spec));
    const std::string wrong =
        test::differences(test::accessTexts(recorded->table, recorded->buffers),
                          test::accessTexts(traced.table, traced.map));
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(recorded->table.size() > 0);
  }

  void sitesSayWhatIsAccessedAndWhere() {
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                          specWithMode("transpose_naive", "memory:annotations=drop"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    const auto sites = accessesOf(outcome.trace)->table.sites();
    QCOMPARE(sites.size(), size_t{8}); // 4 rows a thread
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
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                          specWithMode("transpose_naive", "memory:annotations=drop:slots=4"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    const memory::AccessTable &kept = accessesOf(outcome.trace)->table;
    PSTUDIO_VERIFY_ASSIGN(const test::TracedRun traced, test::runTraced(spec));
    // Every record of the example has 2 slots, so the number of those that are lost is exact.
    QCOMPARE(kept.size() + kept.share().dropped, traced.table.size());
    QVERIFY(kept.recordedPart() < 0.5);
    QVERIFY(kept.size() > 0);
  }

  void strategiesKeepWhatTheyPromise_data() {
    QTest::addColumn<bool>("keepsAll");
    QTest::newRow("first:slots=64") << false;
    QTest::newRow("flush:slots=65536") << true;
    QTest::newRow("stream") << true;
  }
  /// An access with 33 slots goes through halves of rings whole, too.
  void strategiesKeepWhatTheyPromise() {
    QFETCH(bool, keepsAll);
    for (const char *name : {"gather", "transpose_swizzled"}) {
      PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                            specWithMode(name, "memory:annotations=drop:strategy=" +
                                                   std::string(QTest::currentDataTag())));
      PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
      const memory::LaunchAccesses *recorded = accessesOf(outcome.trace);
      QVERIFY(recorded != nullptr);
      PSTUDIO_VERIFY_ASSIGN(const test::TracedRun traced, test::runTraced(spec));
      const auto have = test::accessTexts(recorded->table, recorded->buffers);
      const auto want = test::accessTexts(traced.table, traced.map);
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

  void aLaunchWithoutTheModeHasNoAccesses() {
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec, specWithMode("transpose_naive", "functions"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, run(spec));
    QVERIFY(accessesOf(outcome.trace) == nullptr);
  }
};

QTEST_GUILESS_MAIN(MemoryModeTest)
#include "memory_mode_test.moc"
