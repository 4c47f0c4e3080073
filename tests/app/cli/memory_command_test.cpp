// SPDX-License-Identifier: Apache-2.0
// proton-collect info --memory on files of launches with efficient or inefficient access patterns.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "core/access/launch_accesses.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/golden_file.h"
#include "tests/support/transpose_trace.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;
using memory::LaunchAccesses;

namespace {

constexpr memory::LaneMask kWarp = 0xffffffffu;
constexpr uint64_t kX = 0x100000, kY = 0x200000;

/// 4 CTAs of 2 warps that load rows of X, store them as columns of a tile and store columns of Y.
LaunchAccesses transpose() {
  using memory::AccessKind, memory::AccessSpace;
  LaunchAccesses accesses;
  accesses.buffers = *memory::BufferMap::make(
      {{.name = "X", .base = kX, .dtype = "f32", .elementBytes = 4, .shape = {512, 512}},
       {.name = "Y", .base = kY, .dtype = "f32", .elementBytes = 4, .shape = {512, 512}},
       {.name = "tile", .space = AccessSpace::Shared, .elementBytes = 4, .shape = {32, 32}}});
  memory::AccessTable &table = accesses.table;
  static_cast<void>(table.addSite({.name = "load X", .location = "/a/t.mlir:44:11"}));
  static_cast<void>(
      table.addSite({.kind = AccessKind::Store, .space = AccessSpace::Shared, .name = "put tile"}));
  static_cast<void>(
      table.addSite({.kind = AccessKind::Store, .name = "store Y", .location = "/a/t.mlir:48:5"}));
  for (uint32_t cta = 0; cta < 4; ++cta)
    for (uint32_t warp = 0; warp < 2; ++warp) {
      static_cast<void>(table.beginWarp(cta, warp));
      const auto at = [&](int64_t time) { return Picoseconds(cta / 2 * 1000 + time); };
      const uint64_t row = uint64_t{cta} * 2 + warp;
      table.addAffine(0, at(0), kWarp, kX + row * 2048, 4);
      table.addAffine(1, at(10), kWarp, warp * 4, 128);
      table.addAffine(2, at(500), kWarp, kY + row * 4, 2048);
    }
  return accesses;
}

} // namespace

class MemoryCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  QTemporaryDir m_folder;

  /// Writes a file of these launches. A null entry is a launch whose accesses were not recorded.
  QString fileOf(const std::vector<std::optional<LaunchAccesses>> &launches) {
    TraceBuilder builder;
    for (const auto &accesses : launches) {
      Launch launch;
      launch.kernel = builder.intern("transpose");
      launch.target = builder.intern("CPU model");
      if (accesses)
        launch.accesses = std::make_shared<const LaunchAccesses>(*accesses);
      builder.addLaunch(launch);
    }
    const QString file = m_folder.filePath("launches.pftrace");
    const Result<void> written =
        writePftrace(std::move(builder).finish(), std::filesystem::path(file.toStdString()));
    return written ? file : QString();
  }
  QString infoOf(const QStringList &arguments) {
    const Finished done = runToEnd(m_program, QStringList{"info"} + arguments);
    return done.exitCode == 0 ? done.out : "failed: " + done.err;
  }

private Q_SLOTS:
  void theReportOfAFileIsTheGoldenOne() {
    const QString file = fileOf({transpose()});
    const QString text = infoOf({file, "--memory"}).remove(file + "\n");
    QCOMPARE(differenceFromGolden("tests/data/memory/transpose_naive.txt", text.toStdString()),
             QString());
  }

  void jsonHasTheSameFigures() {
    const QList<QJsonObject> lines =
        jsonLines(infoOf({fileOf({transpose()}), "--memory", "--json"}));
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0]["kernel"].toString(), QString("transpose"));
    QCOMPARE(lines[0]["share"].toObject()["recorded_part"].toDouble(), 1.0);
    const QJsonArray operations = lines[0]["operations"].toArray();
    QCOMPARE(operations.size(), 3);
    QCOMPARE(operations[0].toObject()["efficiency"].toDouble(), 1.0);
    QCOMPARE(operations[1].toObject()["worst_degree"].toInt(), 32);
    QCOMPARE(operations[2].toObject()["efficiency"].toDouble(), 0.125);
    QCOMPARE(operations[2].toObject()["excess_bytes"].toInt(), 8 * 28 * 32);
    QCOMPARE(operations[2].toObject()["pattern"].toObject()["stride"].toInt(), 2048);
    QCOMPARE(lines[0]["buffers"].toArray().size(), 3);
    const QJsonObject footprint = lines[0]["footprint"].toObject();
    QCOMPARE(footprint["waves"].toArray().size(), 2);
    QCOMPARE(footprint["waves"].toArray()[0].toObject()["bytes"].toInt(), (4 * 4 + 32) * 32);
    QCOMPARE(lines[0]["findings"].toArray()[0].toObject()["kind"].toString(),
             QString("excess-sectors"));
  }

  void everyLaunchOfAFileIsToldOf() {
    LaunchAccesses none, dropped, idle;
    dropped.table.setShare({.dropped = 12});
    idle.table.setShare({.noLanes = 3});
    const QString file = fileOf({transpose(), std::nullopt, none, dropped, idle});
    const QString text = infoOf({file, "--memory"});
    QVERIFY2(text.contains("memory    launch 0, transpose on CPU model\naccesses\n"),
             qPrintable(text));
    for (const char *expected :
         {"launch 1, transpose on CPU model\n  the launch has no memory accesses: record with "
          "--mode memory\n",
          "launch 2, transpose on CPU model\n  the kernel performed no memory access\n",
          "launch 3, transpose on CPU model\n  all 12 recorded memory accesses were dropped",
          "launch 4, transpose on CPU model\n  no recorded memory access had an active lane\n"})
      QVERIFY2(text.contains(expected), qPrintable(text));
    const QList<QJsonObject> lines = jsonLines(infoOf({file, "--memory", "--json"}));
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[1]["missing"].toString().contains("--mode memory"));
    QVERIFY(!lines[1].contains("operations"));
  }

  void theTransposesDifferInWhatIsSaidOfThem_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("efficiency"); // of the worst operation in global memory
    QTest::addColumn<int>("degree");        // of the worst operation in shared memory
    QTest::addColumn<QString>("finding");
    const auto add = [](const char *name, TransposeKind kind, double efficiency, int degree,
                        const char *finding) {
      QTest::newRow(name) << static_cast<int>(kind) << efficiency << degree << finding;
    };
    add("naive", TransposeKind::Naive, 0.125, 0, "excess-sectors");
    add("padded", TransposeKind::Padded, 1.0, 1, "");
    add("swizzled", TransposeKind::Swizzled, 1.0, 1, "");
    add("unpadded", TransposeKind::Unpadded, 1.0, 32, "bank-conflicts");
  }

  void theTransposesDifferInWhatIsSaidOfThem() {
    QFETCH(int, kind);
    const auto trace = makeTransposeTrace({static_cast<TransposeKind>(kind)});
    const QString file = m_folder.filePath("transpose.pftrace");
    VERIFY_RESULT(writePftrace(*trace, file.toStdString()));
    const QList<QJsonObject> lines = jsonLines(infoOf({file, "--memory", "--json"}));
    QCOMPARE(lines.size(), 1);
    double efficiency = 1;
    int degree = 0;
    for (const QJsonValue &operation : lines[0]["operations"].toArray()) {
      const QJsonObject of = operation.toObject();
      efficiency = std::min(efficiency, of["efficiency"].toDouble(1));
      degree = std::max(degree, of["worst_degree"].toInt(0));
    }
    QTEST(efficiency, "efficiency");
    QTEST(degree, "degree");
    QTEST(lines[0]["findings"].toArray().at(0).toObject()["kind"].toString(), "finding");
  }

  void theSummaryOfAFileLeadsToTheReport() {
    LaunchAccesses accesses = transpose();
    accesses.table.setShare({.dropped = 8});
    const QString text = infoOf({fileOf({accesses, std::nullopt})});
    QVERIFY2(text.contains("  memory accesses 24, 75 % of all; details: info --memory\n"),
             qPrintable(text));
    QCOMPARE(text.count("memory accesses"), 1);
  }

  void aFileWithoutLaunchesSaysSo() {
    QVERIFY(infoOf({fileOf({}), "--memory"}).contains("the trace has no launches"));
  }

  void onlyOneReportIsPrintedAtATime() {
    const QString file = fileOf({});
    QCOMPARE(runToEnd(m_program, {"info", file, "--memory", "--overlap"}).exitCode, 2);
    QCOMPARE(runToEnd(m_program, {"info", file, "--json"}).exitCode, 2);
  }
};

QTEST_GUILESS_MAIN(MemoryCommandTest)
#include "memory_command_test.moc"
