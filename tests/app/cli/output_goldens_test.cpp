// SPDX-License-Identifier: Apache-2.0
// Every key, heading and figure of the commands that read files: what scripts of users depend on.
#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include "tests/app/cli/collect_process.h"
#include "tests/support/golden_file.h"

using namespace pstudio::test;

class OutputGoldensTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() { QVERIFY(QDir::setCurrent(QStringLiteral(PSTUDIO_SOURCE_DIR))); }

  void outputIsAsBefore_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString wgmma = QStringLiteral("tests/data/captures/gemm_wgmma_async_h200.pscapture");
    const QString tiled = QStringLiteral("tests/data/overlap/gemm_tiled_%1_h200.pscapture");
    const QString accesses = QStringLiteral("tests/data/query/transpose_conflicts_cpu.pscapture");
    const QString softmax = QStringLiteral("tests/data/captures/softmax_groups_cpu.pscapture");
    const QString tree = QStringLiteral("tests/data/hatchet/training.hatchet");
    const auto add = [](const QByteArray &name, const QStringList &arguments) {
      QTest::newRow(name.constData()) << arguments;
    };
    add("info", {"info", wgmma});
    add("info_cpu", {"info", softmax});
    add("info_overlap", {"info", wgmma, "--overlap"});
    add("info_overlap_json", {"info", tiled.arg("2_stages"), "--overlap", "--json"});
    add("info_memory", {"info", accesses, "--memory"});
    add("info_memory_json", {"info", accesses, "--memory", "--json"});
    add("info_memory_none", {"info", softmax, "--memory"});
    for (const char *format : {"text", "json", "csv"}) {
      const QByteArray suffix = QByteArray("_") + format;
      add("statistics" + suffix, {"statistics", wgmma, "--format", format});
      add("statistics_cpu" + suffix, {"statistics", softmax, "--format", format});
      add("statistics_warps" + suffix,
          {"statistics", softmax, "--scope", "sum", "--by", "warp", "--format", format});
    }
    add("statistics_cycles", {"statistics", wgmma, "--unit", "cycles"});
    add("statistics_range", {"statistics", wgmma, "--range", "40us..45us"});
    for (const char *format : {"text", "json", "html"})
      add(QByteArray("compare_") + format,
          {"compare", tiled.arg("1_stage"), tiled.arg("2_stages"), "--format", format});
    add("compare_cycles",
        {"compare", tiled.arg("1_stage"), tiled.arg("2_stages"), "--unit", "cycles"});
    add("overlap", {"overlap", tiled.arg("1_stage"), tiled.arg("2_stages")});
    add("overlap_json", {"overlap", tiled.arg("1_stage"), tiled.arg("2_stages"), "--json"});
    for (const char *format : {"text", "json", "hatchet"})
      add(QByteArray("tree_") + format, {"tree", tree, "--format", format});
    add("tree_metrics", {"tree", tree, "--list"});
    add("tree_difference", {"tree", tree, "--diff", "tests/data/hatchet/training-before.hatchet"});
    add("query_tables", {"query", "--tables"});
    add("query_examples", {"query", "--examples"});
    for (const char *table : {"slices", "scopes", "tracks", "launches", "instants", "events",
                              "flows", "counters", "args", "overlap", "ranks", "notes"})
      add(QByteArray("query_") + table,
          {"query", wgmma, QStringLiteral("SELECT * FROM %1 LIMIT 40").arg(table), "--format",
           "csv"});
    add("query_accesses",
        {"query", accesses, "SELECT * FROM accesses LIMIT 40", "--format", "csv"});
    add("query_json", {"query", wgmma, "SELECT * FROM scopes LIMIT 3", "--format", "json"});
  }

  void outputIsAsBefore() {
    QFETCH(const QStringList, arguments);
    const Finished done = runToEnd(PSTUDIO_SCRIPTED_COLLECT, arguments);
    QString text = "exit code " + QString::number(done.exitCode) + '\n' + done.out + done.err;
    text.replace("},{", "},\n{"); // JSON in lines
    static const QRegularExpression kFolder(QStringLiteral("(?:/[a-z]+)+/(?=[a-z_]+\\.mlir)"));
    text.replace(kFolder, QStringLiteral("FOLDER/")); // of the machine that recorded the capture
    text.replace("\r\n", "\n");
    const QString difference = differenceFromGolden(
        QStringLiteral("tests/app/cli/golden/%1.txt").arg(QString(QTest::currentDataTag())),
        text.toStdString());
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }
};

QTEST_GUILESS_MAIN(OutputGoldensTest)
#include "output_goldens_test.moc"
