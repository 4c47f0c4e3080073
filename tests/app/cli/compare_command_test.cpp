// SPDX-License-Identifier: Apache-2.0
// proton-collect compare on captures of one and of three stages: exit codes, forms, wrong usage.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/collect_process.h"

class CompareCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_one =
      QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/overlap/gemm_wgmma_1_stage_h200.pscapture");
  const QString m_three =
      QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/overlap/gemm_wgmma_3_stages_h200.pscapture");

  static Finished compare(const QStringList &arguments) {
    return runToEnd(PSTUDIO_SCRIPTED_COLLECT, QStringList{"compare"} + arguments);
  }

private Q_SLOTS:
  void regressionIsExitCode3AndTheFirstRow() {
    const Finished done = compare({m_three, m_one, "--unit", "cycles"});
    QCOMPARE(done.err, QString());
    QCOMPARE(done.exitCode, 3);
    const QString first = done.out.section("\n+ slower", 1, 1).section('\n', 0, 0);
    QVERIFY2(first.endsWith("bulk copy gemm_wgmma.mlir:114-123 (waited for)  (by mean and total)"),
             qPrintable(done.out));
    QVERIFY2(done.out.contains("12 rows matched (0 renamed), 0 only in the baseline"),
             qPrintable(done.out));
  }

  void traceAgainstItselfIsExitCode0() {
    const Finished done = compare({m_one, m_one});
    QCOMPARE(done.exitCode, 0);
    QVERIFY2(done.out.contains("0 slower (0 beyond 5 %), 0 unknown, 0 faster, 12 same"),
             qPrintable(done.out));
  }

  void thresholdDecidesTheExitCode() {
    QCOMPARE(compare({m_three, m_one, "--threshold", "5000%"}).exitCode, 0);
    QCOMPARE(compare({m_three, m_one, "--threshold", "0.5"}).exitCode, 3);
    for (const char *wrong : {"", "-1%", "0", "5 percent", "nan"}) {
      const Finished done = compare({m_one, m_one, QString("--threshold=") + wrong});
      QCOMPARE(done.exitCode, 2);
    }
  }

  void jsonHasTheRowsAndTheMatching() {
    const Finished done =
        compare({m_one, m_three, "--format", "json", "--align", "iteration=3", "--match",
                 "wait mbarrier gemm_wgmma.mlir:110=wait mbarrier gemm_wgmma.mlir:147"});
    const QList<QJsonObject> lines = jsonLines(done.out);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0]["only_in_baseline"].toInt(), 1);
    QCOMPARE(lines[0]["only_in_candidate"].toInt(), 1);
    int renamed = 0;
    for (const QJsonValue &scope : lines[0]["scopes"].toArray())
      renamed += scope["match"].toString() == "renamed" ? 1 : 0;
    QCOMPARE(renamed, 1);
    QVERIFY(lines[0]["aligned"].toObject()["at"].toString().startsWith("iteration 3 of "));
  }

  void htmlIsWrittenToAFile() {
    QTemporaryDir folder;
    const QString path = folder.filePath("report.html");
    const Finished done = compare({m_one, m_three, "--format", "html", "-o", path});
    QCOMPARE(done.out, QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray html = file.readAll();
    QVERIFY(html.startsWith("<!DOCTYPE html>") && html.endsWith("</html>\n"));
    QCOMPARE(html.count("<svg"), 10); // rows with an interval
  }

  void severalCandidatesHaveAnOverviewAndAComparisonEach() {
    const QString four = QString(m_three).replace("3_stages", "4_stages");
    const Finished done = compare({m_three, m_one, four, "--unit", "cycles"});
    QCOMPARE(done.err, QString());
    QCOMPARE(done.exitCode, 3); // of the first candidate
    const QStringList lines = done.out.split('\n');
    QVERIFY2(lines[0].startsWith("baseline ") && lines[1].startsWith("[1] ") &&
                 lines[2].startsWith("[2] "),
             qPrintable(done.out));
    QCOMPARE(lines[4].split(' ', Qt::SkipEmptyParts),
             (QStringList{"scope", "median", "[1]", "[2]"}));
    QVERIFY2(lines[5].startsWith("GPU time") && lines[6].startsWith("launch"),
             qPrintable(done.out));
    // The worst row of any candidate is the first, here a wait: as in its own comparison.
    QVERIFY2(lines[7].contains("(waited for)") && lines[7].contains("+"), qPrintable(lines[7]));
    const auto alone = [&](const QString &candidate) {
      return compare({m_three, candidate, "--unit", "cycles"}).out;
    };
    QVERIFY(done.out.endsWith(alone(m_one) + '\n' + alone(four)));
    QCOMPARE(compare({m_three, four, m_three, "--unit", "cycles"}).exitCode,
             compare({m_three, four, "--unit", "cycles"}).exitCode);
    QCOMPARE(jsonLines(compare({m_three, m_one, four, "--format", "json"}).out).size(), 2);
    const Finished html = compare({m_three, m_one, four, "--unit", "cycles", "--format", "html"});
    QCOMPARE(html.exitCode, 3);
    QCOMPARE(html.out.count("<h2>"), 2); // a section each, below the table of all
    QVERIFY(html.out.contains("<th>B2: ") && html.out.contains("<td class=\"n slower\">"));
  }

  void failuresNameTheirOption() {
    const Finished missing = compare({m_one, "/nowhere.pftrace"});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.err.contains("/nowhere.pftrace"), qPrintable(missing.err));
    const Finished scope = compare({m_one, m_three, "--align", "scope=store"});
    QCOMPARE(scope.exitCode, 1);
    QVERIFY2(scope.err.contains("--align: no scope 'store' in both traces") &&
                 scope.err.contains("scopes of both traces: "),
             qPrintable(scope.err));
    QCOMPARE(compare({m_one, m_three, "--match", "load"}).exitCode, 2);
    QCOMPARE(compare({m_one, m_three, "--align", "end"}).exitCode, 2);
    QCOMPARE(compare({m_one}).exitCode, 2);
  }
};

QTEST_GUILESS_MAIN(CompareCommandTest)
#include "compare_command_test.moc"
