// SPDX-License-Identifier: Apache-2.0
// Every auto mode on every example: the result is the same to the bit, and the trace has exactly
// the slices that follow from grid, loops and barriers of the example.
#include <map>

#include <QDir>
#include <QRegularExpression>
#include <QtTest>

#include "collector/collector.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/run/run_session.h"
#include "tests/collector/session/watched_target.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::Buffers;
using test::RunLog;
using test::WatchedTarget;

namespace {

using Counts = std::map<std::string, uint64_t>;

struct Finished {
  Counts slices; ///< by name, without the source location; not those of the mode async
  Buffers buffers;
  uint64_t records = 0;
  uint64_t dropped = 0;
  uint64_t unmatched = 0;
};

/// Slices of queue steps have other names; the tests of the decoder cover them.
bool isOfQueue(const QString &name) {
  static const QRegularExpression step(
      "^((wait|commit|arrive|init) )?(cp\\.async|barrier|mbarrier) "
      "[a-z_]+\\.mlir");
  return step.match(name).hasMatch() && !name.startsWith("barrier");
}

Counts countSlices(const Trace &trace) {
  static const QRegularExpression place(" [a-z_]+\\.mlir:\\d+(-\\d+)?");
  Counts counts;
  for (StringId name : trace.sliceNames()) {
    const std::string_view text = trace.string(name);
    const QString all = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    if (!isOfQueue(all))
      ++counts[QString(all).remove(place).toStdString()];
  }
  return counts;
}

uint64_t countOf(const Finished &finished, const std::string &name) {
  const auto found = finished.slices.find(name);
  return found == finished.slices.end() ? 0 : found->second;
}

uint64_t warpsOf(const RunSpec &spec) {
  return extentProduct(spec.grid) * ((extentProduct(spec.block) + 31) / 32);
}

RunSpec specOf(const QString &example) {
  auto spec = loadRunSpec(
      (QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/kernels/") + example + ".json").toStdString());
  if (!spec)
    qFatal("%s", qPrintable(test::textOf(spec.error())));
  return std::move(*spec);
}

Result<Finished> run(const QString &example, std::string_view mode) {
  RunSpec spec = specOf(example);
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  WatchedTarget target(makeCpuTarget(spec));
  RunLog progress;
  const std::atomic<bool> cancel{false};
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, runSession(spec, target, progress, cancel, {}));
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  const Launch &launch = outcome.trace.launches()[0];
  return Finished{countSlices(outcome.trace), std::move(target.buffers), launch.recordsWritten,
                  launch.recordsDropped, launch.recordsUnmatched};
}

struct Expectation {
  const char *example;
  const char *mode;
  Counts perWarp;
  Counts perCta = {};
  uint64_t stepsPerWarp = 0; ///< records of the mode async
};

// Per warp, from the source: every loop, barrier and group of accesses, times the iterations of the
// enclosing loops.
const Expectation kRows[] = {
    {"vector_add", "functions", {{"function vector_add", 1}}},
    {"vector_add", "loops", {}},
    {"vector_add", "barriers", {}},
    {"vector_add", "accesses", {{"load global", 1}, {"store global", 1}}},
    {"vector_add", "matrix", {}},
    {"vector_add", "async", {}},
    {"reduction", "functions", {{"function reduction", 1}}},
    {"reduction", "loops", {{"for column", 1}}},
    {"reduction", "barriers", {{"barrier", 1}}},
    // 8192 columns in steps of 1024; only the first warp adds the sums of the others.
    {"reduction",
     "accesses",
     {{"load global", 8}, {"store shared", 1}},
     {{"load shared", 1}, {"store global", 1}}},
    {"reduction", "matrix", {}},
    // Each of the two reductions is a function that is called once, with its own loop.
    {"softmax",
     "functions",
     {{"function softmax", 1}, {"function warp_maximum", 1}, {"function warp_sum", 1}}},
    {"softmax", "functions:include=softmax", {{"function softmax", 1}}},
    {"softmax", "functions:exclude=*_sum", {{"function softmax", 1}, {"function warp_maximum", 1}}},
    {"softmax", "loops", {{"while", 2}}},
    {"softmax", "barriers", {{"barrier", 2}}},
    {"softmax",
     "accesses",
     {{"load global", 1}, {"store shared", 2}, {"load shared", 2}, {"store global", 1}}},
    {"softmax", "matrix", {}},
    {"transpose_naive", "functions", {{"function transpose_naive", 1}}},
    {"transpose_naive", "loops", {}},
    {"transpose_naive", "barriers", {}},
    {"transpose_naive", "accesses", {{"load global", 1}, {"store global", 1}}},
    {"transpose_padded", "functions", {{"function transpose_padded", 1}}},
    {"transpose_padded", "barriers", {{"barrier", 1}}},
    {"transpose_padded",
     "accesses",
     {{"load global", 1}, {"store shared", 1}, {"load shared", 1}, {"store global", 1}}},
    {"transpose_swizzled", "barriers", {{"barrier", 1}}},
    {"transpose_swizzled",
     "accesses",
     {{"load global", 1}, {"store shared", 1}, {"load shared", 1}, {"store global", 1}}},
    {"transpose_swizzled",
     "functions,barriers",
     {{"function transpose_swizzled", 1}, {"barrier", 1}}},
    // moments once, row_sum twice in it, warp_sum twice in each of them: 4 paths, one loop on each.
    {"layer_norm",
     "functions",
     {{"function layer_norm", 1},
      {"function moments", 1},
      {"function row_sum", 2},
      {"function warp_sum", 4}}},
    {"layer_norm", "loops", {{"while", 4}}},
    {"layer_norm", "barriers", {{"barrier", 4}}},
    // The kernel loads x, then scale and shift; row_sum passes a number through shared memory.
    {"layer_norm",
     "accesses",
     {{"load global", 2}, {"store global", 1}, {"store shared", 2}, {"load shared", 2}}},
    // 16 steps along K. Copies are issued before the loop and in all steps but the last. Each step
    // has 4 rounds of 4 elements: one load of A per round; one load of B and one product per
    // element. The thread stores its 8 rows one by one.
    {"gemm_tiled",
     "functions",
     {{"function gemm_tiled", 1},
      {"function issue_copies", 16},
      {"function columns_of_a", 64},
      {"function multiply_one", 256},
      {"function store_row", 8}}},
    // Each step has its loop over the depth of a tile, and two barriers.
    {"gemm_tiled", "loops", {{"for step", 1}, {"for k", 16}, {"for round", 16}}},
    {"gemm_tiled", "accesses", {{"load shared", 64 + 256}, {"store global", 8}}},
    {"gemm_tiled", "matrix", {{"outerproduct", 256}}},
    {"gemm_tiled", "barriers", {{"barrier", 32}}},
    // issue_copies 16 times, 17 groups, 16 waits for copies and 32 at barriers.
    {"gemm_tiled", "async", {}, {}, 2 * 16 + 17 + 2 * 16 + 2 * 32},
    // A step has its copies, one group, a wait and two barriers; the last steps copy nothing.
    // Before the loop, stages - 1 groups are issued and closed.
    {"stages/gemm_tiled_1_stage", "async", {}, {}, 64 * (2 + 1 + 2 + 4)},
    {"stages/gemm_tiled_4_stages", "async", {}, {}, 64 * (2 + 1 + 2 + 4) + 3},
    {"gemm_tiled",
     "functions,loops,barriers,accesses,async,matrix:slots=4096",
     {{"function gemm_tiled", 1},
      {"function issue_copies", 16},
      {"function columns_of_a", 64},
      {"function multiply_one", 256},
      {"function store_row", 8},
      {"for step", 1},
      {"for k", 16},
      {"for round", 16},
      {"barrier", 32},
      {"load shared", 64 + 256},
      {"store global", 8},
      {"outerproduct", 256}},
     {},
     2 * 16 + 17 + 2 * 16 + 2 * 32},
};

} // namespace

class AutoModesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void anExampleHasExactlyTheSlicesOfTheMode_data() {
    QTest::addColumn<size_t>("row");
    for (size_t i = 0; i < std::size(kRows); ++i)
      QTest::addRow("%s %s", kRows[i].example, kRows[i].mode) << i;
  }
  void anExampleHasExactlyTheSlicesOfTheMode() {
    QFETCH(size_t, row);
    const Expectation &wanted = kRows[row];
    const auto plain = run(wanted.example, "none");
    VERIFY_RESULT(plain);
    const auto annotated = run(wanted.example, "default");
    VERIFY_RESULT(annotated);
    const auto marked = run(wanted.example, wanted.mode);
    VERIFY_RESULT(marked);
    QVERIFY(!plain->buffers.empty());
    QVERIFY2(plain->buffers == marked->buffers, "the instrumented kernel computes something else");
    const RunSpec spec = specOf(wanted.example);
    Counts expected = annotated->slices;
    for (const auto &[name, count] : wanted.perWarp)
      expected[name] += count * warpsOf(spec);
    for (const auto &[name, count] : wanted.perCta)
      expected[name] += count * extentProduct(spec.grid);
    for (const auto &[name, count] : expected)
      QVERIFY2(countOf(*marked, name) == count, qPrintable(QString("%1: %2 slices, expected %3")
                                                               .arg(name.c_str())
                                                               .arg(countOf(*marked, name))
                                                               .arg(count)));
    QCOMPARE(marked->slices.size(), expected.size());
    QCOMPARE(marked->dropped, uint64_t{0});
    if (wanted.stepsPerWarp == 0) {
      QCOMPARE(marked->unmatched, uint64_t{0});
    } else if (wanted.perWarp.empty()) {
      QCOMPARE(marked->records, annotated->records + wanted.stepsPerWarp * warpsOf(spec));
    }
  }

  void aFunctionThatIsExcludedRecordsNothing() {
    const auto excluded = run("softmax", "functions,barriers:exclude=soft*,warp_*");
    VERIFY_RESULT(excluded);
    QVERIFY(excluded->slices.empty());
    const auto included = run("softmax", "barriers:include=softmax");
    VERIFY_RESULT(included);
    QCOMPARE(countOf(*included, "barrier"), 2 * warpsOf(specOf("softmax")));
  }

  void droppedAnnotationsLeaveWhatTheModeFinds() {
    const auto all = run("softmax", "barriers");
    VERIFY_RESULT(all);
    QVERIFY(all->slices.size() > 1);
    const auto found = run("softmax", "barriers:annotations=drop");
    VERIFY_RESULT(found);
    QCOMPARE(found->slices, (Counts{{"barrier", countOf(*all, "barrier")}}));
  }
};

QTEST_GUILESS_MAIN(AutoModesTest)
#include "auto_modes_test.moc"
