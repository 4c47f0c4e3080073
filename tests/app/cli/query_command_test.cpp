// SPDX-License-Identifier: Apache-2.0
// proton-collect query on captures of real runs.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/query/query_examples.h"
#include "core/query/trace_database.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/test_data.h"

using namespace pstudio;

class QueryCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  const QString m_file = test::testData("tests/data/captures/gemm_wgmma_async_h200.pscapture");

  Finished query(const QStringList &arguments) const {
    return runToEnd(m_program, QStringList{"query"} + arguments);
  }

private Q_SLOTS:
  void aTableHasColumnsAsWideAsTheyNeed() {
    const Finished done = query(
        {m_file, "SELECT 'a,b' AS t, NULL AS u, 12 AS n UNION ALL SELECT 'c', 1.5, 3 ORDER BY n"});
    QCOMPARE(done.err, QString());
    QCOMPARE(done.out, QString("  t       u    n\n"
                               "  c     1.5    3\n"
                               "  a,b     -   12\n"));
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(query({m_file, "SELECT id, name FROM slices WHERE id < 0"}).out,
             QString("  id   name\n  no rows\n"));
  }

  void csvAndJsonHaveTheSameRows() {
    const QString sql = "SELECT 'a,\"b' AS t, NULL AS u, '' AS e, 1.5 AS n";
    QCOMPARE(query({m_file, sql, "--format", "csv"}).out,
             QString("t,u,e,n\n\"a,\"\"b\",,\"\",1.5\n"));
    QCOMPARE(query({m_file, sql, "--format", "json"}).out,
             QString("{\"t\":\"a,\\\"b\",\"u\":null,\"e\":\"\",\"n\":1.5}\n"));
  }

  void rowsBeyondTheLimitAreCountedOnStandardError() {
    const QString sql = "SELECT id FROM slices";
    const Finished table = query({m_file, sql});
    QCOMPARE(table.out.count('\n'), 1001);
    QCOMPARE(table.err, QString("16,744 further rows are left out (--limit)\n"));
    const Finished all = query({m_file, sql, "--format", "csv"});
    QCOMPARE(all.out.count('\n'), 17745);
    QCOMPARE(all.err, QString());
    const Finished few = query({m_file, sql, "--format", "json", "--limit", "2"});
    QCOMPARE(few.out, QString("{\"id\":0}\n{\"id\":1}\n"));
    QVERIFY(few.err.startsWith("17,742 further rows"));
    QCOMPARE(query({m_file, sql, "--limit", "0"}).out.count('\n'), 17745);
  }

  void anErrorShowsThePlaceInTheSql() {
    const Finished done = query({m_file, "SELECT id,\n  trak_id\nFROM slices"});
    QCOMPARE(done.exitCode, 1);
    QCOMPARE(done.out, QString());
    QCOMPARE(done.err, QString("error: SQL:2:3: no such column: trak_id\n"
                               "  hint: did you mean 'track_id'?\n"
                               "    trak_id\n"
                               "    ^\n"));
    const Finished write = query({m_file, "DELETE FROM slices"});
    QCOMPARE(write.exitCode, 1);
    QVERIFY2(write.err.contains("the statement is not a query"), qPrintable(write.err));
    QCOMPARE(query({m_file + "x", "SELECT 1"}).exitCode, 1);
  }

  void severalFilesAreOneTableWithAColumnFile() {
    QTemporaryDir folder;
    const QString deep = folder.filePath("runs/x/2.pscapture");
    QVERIFY(QDir().mkpath(folder.filePath("runs/x")));
    QVERIFY(QFile::copy(m_file, folder.filePath("runs/1.pscapture")));
    QVERIFY(QFile::copy(test::testData("tests/data/captures/softmax_cpu.pscapture"), deep));
    const QString pattern = folder.filePath("runs/**/*.pscapture");
    const QString sql = "SELECT file, count(*) AS n FROM slices GROUP BY file";
    const QString rows = "file,n\n" + folder.filePath("runs/1.pscapture") + ",17744\n" + deep +
                         ",512\n";
    const Finished done = query({pattern, sql, "--format", "csv"});
    QCOMPARE(done.err, QString());
    QCOMPARE(done.out, rows);
    QCOMPARE(done.exitCode, 0);
    const Finished named =
        query({deep, folder.filePath("runs/1.pscapture"), sql, "--format", "csv"});
    QCOMPARE(named.out, rows);

    QFile bad(folder.filePath("runs/bad.pscapture"));
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("no trace") == 8);
    bad.close();
    const Finished part = query({pattern, sql, "--format", "csv"});
    QCOMPARE(part.exitCode, 4);
    QCOMPARE(part.out, rows);
    QVERIFY2(part.err.contains("bad.pscapture"), qPrintable(part.err));
    QVERIFY2(part.err.contains("1 of 3 files cannot be read"), qPrintable(part.err));
    const Finished json =
        query({pattern, "SELECT error FROM files WHERE error IS NOT NULL", "--format", "json"});
    QVERIFY2(json.out.contains("bad.pscapture"), qPrintable(json.out));
  }

  void patternsWithoutReadableFilesFail() {
    const Finished none = query({"/none/**/*.pftrace", "SELECT 1"});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("no file matches the pattern"), qPrintable(none.err));
    const Finished unreadable = query({"/none/1", "/none/2", "SELECT 1"});
    QCOMPARE(unreadable.exitCode, 1);
    QCOMPARE(unreadable.out, QString());
    QVERIFY2(unreadable.err.contains("2 of 2 files"), qPrintable(unreadable.err));
    QCOMPARE(query({m_file, m_file + "x", "SELECT nothing FROM slices"}).exitCode, 1);
  }

  void aQueryWithATimeLimitEnds() {
    const Finished done = query({m_file,
                                 "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                                 "SELECT count(*) FROM c",
                                 "--time-limit", "0.05"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("stopped at its time limit"), qPrintable(done.err));
  }

  void tablesPrintsEveryColumnWithItsMeaning() {
    const Finished done = query({"--tables"});
    QCOMPARE(done.exitCode, 0);
    for (const query::TableFacts &table : query::queryTables())
      for (const query::ColumnFacts &column : table.columns) {
        QVERIFY(!column.meaning.empty());
        QVERIFY2(done.out.contains(QString::fromUtf8(column.meaning)), column.name.data());
      }
    QVERIFY(done.out.contains("\nargs: an argument\n  column       type      meaning\n"));
    QVERIFY(done.out.contains("extract_arg(arg_set_id, key)"));
    QCOMPARE(query({}).exitCode, 2);
    QCOMPARE(query({m_file}).exitCode, 2);
    QCOMPARE(query({m_file, "SELECT 1", "--format", "xml"}).exitCode, 2);
  }

  void theGuideExplainsEachExample() {
    QFile file(test::testData("resources/guide/query.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString guide = QString::fromUtf8(file.readAll());
    for (const query::QueryExample &example : query::queryExamples()) {
      QString sql = QString::fromUtf8(example.sql);
      QVERIFY2(guide.contains("\n    " + sql.replace("\n", "\n    ") + "\n"), example.title.data());
    }
  }

  void examplesCanBeRunAsTheyArePrinted() {
    const Finished printed = query({"--examples"});
    const QStringList examples = printed.out.split(";\n", Qt::SkipEmptyParts);
    QCOMPARE(examples.size() - 1, qsizetype(query::queryExamples().size())); // and a line feed
    QProcess process;
    process.start(m_program, {"query", m_file, "-"});
    process.write((examples[1] + ";\n").toUtf8());
    process.closeWriteChannel();
    const Finished done = finish(process);
    QCOMPARE(done.err, QString());
    QVERIFY2(done.out.startsWith("  launch_id   cta   warp   name"), qPrintable(done.out));
  }
};

QTEST_GUILESS_MAIN(QueryCommandTest)
#include "query_command_test.moc"
