// SPDX-License-Identifier: Apache-2.0
// proton-collect bench over a scripted benchmark: what is printed, written, and returned.
#include <QTemporaryDir>
#include <QTest>

#include <QJsonArray>

#include "tests/app/cli/collect_process.h"

class BenchCommandTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  Finished bench(const QStringList &arguments) const {
    return runToEnd(PSTUDIO_SCRIPTED_COLLECT, QStringList{"bench"} + arguments);
  }
  QJsonObject written(const QString &name) const {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::ReadOnly))
      return {};
    return QJsonDocument::fromJson(file.readAll()).object();
  }

private Q_SLOTS:
  void tablesAndTargetsArePrinted() {
    const auto result = bench({"--target", "cpu"});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.out.contains("chip: scripted\n"));
    QVERIFY(result.out.contains("  what time [us] count\n"
                                "  a         1.50     7\n"
                                "  b            -     -\n"
                                "  * a note\n"));
    QVERIFY(result.out.contains("met: 1.50 us, target 2.00"));
    QVERIFY(result.out.contains("missed by 0.50: 1.50 us, target 1.00"));
    QVERIFY(result.out.contains("not measured: nobody looked"));
  }

  void longNamesKeepTheirNumbersAndReasonsWidenNoColumn() {
    const auto result = bench({"--target", "cpu"});
    QVERIFY(result.out.contains(
        "  what                                          count rest\n"
        "  a name of more than forty characters, no less     7 ok\n"
        "  b                                             a reason that is longer than any column "
        "and leaves the rest of its row empty\n"));
  }

  void aFailedSectionIsShownAndFailsTheCommand() {
    const auto result = bench({"--target", "cuda", "--json", m_folder.filePath("failed.json")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.out.contains("FAILED: the kernel faulted"));
    QVERIFY(result.out.contains("met: 1.50 us")); // the others are there
    QVERIFY(result.err.contains("sections failed"));
    const QJsonArray sections = written("failed.json")["sections"].toArray();
    QCOMPARE(sections.size(), 2);
    QVERIFY(sections[0]["failure"].isNull());
    QCOMPARE(sections[1]["failure"].toString(), QString("the kernel faulted"));
  }

  void aTargetThatCannotBeUsedIsAnError() {
    const auto result = bench({"--target", "none"});
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(result.out, QString());
    QVERIFY(result.err.contains("error: there is no driver\n  hint: install one"));
  }

  void theJsonFileHoldsTheSameTables() {
    const auto result = bench({"--target", "cpu", "--json", m_folder.filePath("all.json")});
    QCOMPARE(result.exitCode, 0);
    const QJsonObject report = written("all.json");
    QCOMPARE(report["format"].toInt(), 1);
    QCOMPARE(report["environment"]["chip"].toString(), QString("scripted"));
    const QJsonObject section = report["sections"].toArray().first().toObject();
    const QJsonObject table = section["tables"].toArray().first().toObject();
    QCOMPARE(table["columns"].toArray()[1].toObject()["unit"].toString(), QString("us"));
    QCOMPARE(table["rows"].toArray()[0].toArray(), (QJsonArray{"a", 1.5, 7}));
    QCOMPARE(table["rows"].toArray()[1].toArray(),
             (QJsonArray{"b", QJsonValue::Null, QJsonValue::Null}));
    const QJsonArray targets = section["targets"].toArray();
    QCOMPARE(targets[0].toObject()["met"].toBool(), true);
    QCOMPARE(targets[1].toObject()["met"].toBool(true), false);
    QVERIFY(targets[2].toObject()["met"].isNull());
    QCOMPARE(targets[2].toObject()["missing"].toString(), QString("nobody looked"));
  }

  void aFileThatCannotBeWrittenIsAnError() {
    const auto result = bench({"--target", "cpu", "--json", m_folder.filePath("no/such/folder")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.err.contains("no/such/folder: cannot write the file: No such file"),
             qPrintable(result.err));
  }

  void theTargetMustBeNamed() { QCOMPARE(bench({}).exitCode, 2); }
};

QTEST_GUILESS_MAIN(BenchCommandTest)
#include "bench_command_test.moc"
