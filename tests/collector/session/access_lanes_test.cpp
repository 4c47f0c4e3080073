// SPDX-License-Identifier: Apache-2.0
// Mode `memory` on kernels whose lanes diverge, whose pointers are generic and whose values have
// odd sizes: lanes, bytes and spaces of each access are those of the CPU target's own trace.
#include <QtTest>

#include <bit>

#include "collector/collector.h"
#include "core/access/launch_accesses.h"
#include "tests/collector/access_kernels.h"
#include "tests/collector/session/run_log.h"
#include "tests/collector/traced_run.h"
#include "tests/support/access_sets.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

using test::AccessKernel;

class KernelRun {
public:
  Result<void> run(const AccessKernel &kernel, const std::string &mode) {
    PSTUDIO_TRY_ASSIGN(RunSpec spec, test::specOf(kernel, m_folder.path().toStdString(), "cpu"));
    PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
    CollectOptions options;
    options.cache = CacheSettings();
    PSTUDIO_TRY_ASSIGN(RunOutcome outcome, collect(spec, m_log, m_cancel, options));
    if (outcome.failure)
      return tl::unexpected<Error>(*outcome.failure);
    m_outcome.emplace(std::move(outcome));
    PSTUDIO_TRY_ASSIGN(m_traced, test::runTraced(spec));
    return {};
  }

  const memory::LaunchAccesses &recorded() const {
    return *m_outcome->trace.launches()[0].accesses;
  }
  /// Of the records and the trace.
  std::string differences() const {
    return test::differences(recorded(), m_traced->table, m_traced->map);
  }
  /// Of all accesses of a kind and space: their number, lanes and bytes.
  std::string totals(memory::AccessKind kind, memory::AccessSpace space) const {
    const memory::AccessTable &table = recorded().table;
    uint64_t accesses = 0, lanes = 0, bytes = 0;
    for (uint64_t i = 0; i < table.size(); ++i) {
      const memory::AccessSite &site = table.sites()[table[i].site];
      if (site.kind != kind || site.space != space)
        continue;
      const auto active = static_cast<uint64_t>(std::popcount(table.shapes()[table[i].shape].mask));
      ++accesses;
      lanes += active;
      bytes += active * site.bytesPerLane;
    }
    return std::to_string(accesses) + " " + std::to_string(lanes) + " " + std::to_string(bytes);
  }

private:
  QTemporaryDir m_folder;
  test::RunLog m_log;
  std::atomic<bool> m_cancel = false;
  std::optional<RunOutcome> m_outcome;
  std::optional<test::TracedRun> m_traced;
};

constexpr auto kLoad = memory::AccessKind::Load;
constexpr auto kStore = memory::AccessKind::Store;
constexpr auto kGlobal = memory::AccessSpace::Global;
constexpr auto kShared = memory::AccessSpace::Shared;

} // namespace

class AccessLanesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aRecordNamesTheLanesThatExecutedTheAccess_data() {
    QTest::addColumn<QString>("mode");
    for (const auto &[name, kernel] : test::divergentKernels())
      for (const char *mode :
           {"memory", "memory:strategy=first", "memory:strategy=flush", "functions,loops,memory"})
        QTest::addRow("%s, %s", name.c_str(), mode) << QString(mode);
  }
  void aRecordNamesTheLanesThatExecutedTheAccess() {
    QFETCH(QString, mode);
    const std::string name = QString(QTest::currentDataTag()).section(", ", 0, 0).toStdString();
    KernelRun run;
    VERIFY_RESULT(run.run(test::divergentKernels().at(name), mode.toStdString()));
    const std::string wrong = run.differences();
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(run.recorded().table.size() > 0);
  }

  void lanesThatReturnedDoNotCount() {
    KernelRun run;
    VERIFY_RESULT(run.run(test::divergentKernels().at("early return"), "memory"));
    // 2 CTAs of 2 warps: 16 of 32 lanes in each access.
    QCOMPARE(run.totals(kLoad, kGlobal), std::string("4 64 256"));
    QCOMPARE(run.totals(kStore, kGlobal), std::string("4 64 256"));
  }

  void accessesInBothArmsOfABranchAreNotJoined() {
    KernelRun run;
    VERIFY_RESULT(run.run(test::divergentKernels().at("equal arms"), "memory"));
    QCOMPARE(run.totals(kStore, kGlobal), std::string("8 128 512"));
  }

  void anAccessHasTheBytesOfItsType_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("alignment");
    for (const auto &[type, bytes, alignment] : {std::tuple("<3 x float>", 12, 4),
                                                 {"<3 x half>", 6, 2},
                                                 {"<3 x i8>", 3, 1},
                                                 {"<5 x float>", 20, 4},
                                                 {"<6 x float>", 24, 4},
                                                 {"<7 x i8>", 7, 1},
                                                 {"<3 x double>", 24, 8},
                                                 {"<8 x i1>", 1, 1},
                                                 {"<16 x i1>", 2, 1},
                                                 {"<20 x i1>", 3, 1},
                                                 {"<4 x float>", 16, 4},
                                                 {"[3 x float]", 12, 4},
                                                 {"{ float, float, float }", 12, 4},
                                                 {"{ i8, i64 }", 16, 8},
                                                 {"{ <3 x float> }", 16, 4},
                                                 {"i1", 1, 1},
                                                 {"i3", 1, 1},
                                                 {"i24", 3, 1},
                                                 {"i48", 6, 2},
                                                 {"i128", 16, 16},
                                                 {"<2 x ptr>", 16, 8},
                                                 {"ptr", 8, 8}})
      QTest::newRow(type) << QString(type) << bytes << alignment;
  }
  void anAccessHasTheBytesOfItsType() {
    QFETCH(QString, type);
    QFETCH(int, bytes);
    QFETCH(int, alignment);
    KernelRun run;
    VERIFY_RESULT(run.run(test::typedAccessKernel(type.toStdString(), bytes, alignment), "memory"));
    const std::string expected = "4 128 " + std::to_string(128 * bytes);
    QCOMPARE(run.totals(kLoad, kGlobal), expected);
    QCOMPARE(run.totals(kStore, kGlobal), expected);
    const std::string wrong = run.differences();
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  void neighboursOfAVectorTypeLieAsFarApartAsLlvmSays() {
    // getelementptr steps by 16 bytes, the access has 12: the lanes' addresses are in the trace.
    KernelRun run;
    VERIFY_RESULT(run.run(test::llAccessKernel(R"(
  %p = getelementptr <3 x float>, ptr %A, i64 %i
  %v = load <3 x float>, ptr %p, align 4
  %q = getelementptr <3 x float>, ptr %B, i64 %i
  store <3 x float> %v, ptr %q, align 4
  %s = getelementptr <8 x i1>, ptr %A, i64 %i
  %w = load <8 x i1>, ptr %s, align 1
  %B2 = getelementptr i8, ptr %B, i64 4096
  %t2 = getelementptr <8 x i1>, ptr %B2, i64 %i
  store <8 x i1> %w, ptr %t2, align 1
  %r = getelementptr { i8, i64 }, ptr %C, i64 %i, i32 1
  store i64 5, ptr %r, align 8)"),
                          "memory"));
    const std::string wrong = run.differences();
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  void genericPointersHaveTheSpaceOfWhatTheyReferTo_data() {
    QTest::addColumn<QString>("shared"); ///< accesses, lanes, bytes of the stores
    QTest::addColumn<QString>("global");
    const QString all = "4 128 512", half = "4 64 256", none = "0 0 0";
    for (const char *name : {"constant expression", "cast", "number", "stack variable", "atomic"})
      QTest::newRow(name) << all << none;
    QTest::newRow("loop") << "8 256 1024" << none;
    QTest::newRow("selection of one space") << none << all;
    QTest::newRow("selection of both spaces") << half << half;
    QTest::newRow("copy") << all << none;
    QTest::newRow("fill") << none << "4 128 2048";
    QTest::newRow("masked") << none << "8 192 768";
  }
  void genericPointersHaveTheSpaceOfWhatTheyReferTo() {
    QFETCH(QString, shared);
    QFETCH(QString, global);
    KernelRun run;
    VERIFY_RESULT(run.run(test::genericKernels().at(QTest::currentDataTag()), "memory"));
    QCOMPARE(QString::fromStdString(run.totals(kStore, kShared)), shared);
    QCOMPARE(QString::fromStdString(run.totals(kStore, kGlobal)), global);
    const std::string wrong = run.differences();
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

QTEST_GUILESS_MAIN(AccessLanesTest)
#include "access_lanes_test.moc"
