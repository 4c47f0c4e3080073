// SPDX-License-Identifier: Apache-2.0
// The real benchmark, as far as it runs without a GPU.
#include <QTemporaryDir>
#include <QTest>

#include <QJsonArray>

#include "tests/app/cli/collect_process.h"

class BenchRunsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aCaptureOfTheHostIsDecodedSavedAndOpenedAgain() {
    const QTemporaryDir folder;
    const QString json = folder.filePath("figures.json");
    const auto result = runToEnd(PSTUDIO_PROTON_COLLECT,
                                 {"bench", "--target", "cpu", "--slices", "41000", "--iterations",
                                  "1", "--scratch", folder.path(), "--json", json});
    QVERIFY2(result.exitCode == 0, qPrintable(result.out + result.err));
    QFile file(json);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject report = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonObject section = report["sections"].toArray().first().toObject();
    QCOMPARE(section["name"].toString(), QString("capture"));
    const QJsonArray stages = section["tables"].toArray()[0].toObject()["rows"].toArray();
    QCOMPARE(stages.size(), 6);
    for (const QJsonValue &stage : stages)
      QVERIFY(stage.toArray()[1].toDouble() > 0.0);
    // Fewer slices than the target is about are not compared with it.
    for (const QJsonValue &target : section["targets"].toArray())
      QVERIFY(target.toObject()["met"].isNull());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"figures.json"});
  }

  void sectionsAndSizesThatDoNotExistAreRejected() {
    const auto section =
        runToEnd(PSTUDIO_PROTON_COLLECT, {"bench", "--target", "cpu", "--section", "nonsense"});
    QCOMPARE(section.exitCode, 1);
    QVERIFY(section.err.contains("no section \"nonsense\""));
    const auto size =
        runToEnd(PSTUDIO_PROTON_COLLECT, {"bench", "--target", "cpu", "--slices", "99"});
    QCOMPARE(size.exitCode, 1);
    QVERIFY(size.out.contains("FAILED: a capture has 20480 to"));
    const auto target = runToEnd(PSTUDIO_PROTON_COLLECT, {"bench", "--target", "abacus"});
    QCOMPARE(target.exitCode, 1);
    QVERIFY(target.err.contains("there is no target \"abacus\""));
    const auto amd = runToEnd(PSTUDIO_PROTON_COLLECT, {"bench", "--target", "hip:gfx942"});
    QCOMPARE(amd.exitCode, 1);
    QVERIFY(amd.err.contains("the benchmark is not built for AMD GPUs"));
  }
};

QTEST_GUILESS_MAIN(BenchRunsTest)
#include "bench_runs_test.moc"
