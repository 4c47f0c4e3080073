// SPDX-License-Identifier: Apache-2.0
// proton-collect statistics on a trace whose durations are known.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

class StatisticsCommandTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_SCRIPTED_COLLECT;
  QTemporaryDir m_folder;
  QString m_file;

  Finished statistics(const QStringList &arguments) const {
    return runToEnd(m_program, QStringList{"statistics", m_file} + arguments);
  }

private Q_SLOTS:
  /// Two warps with a loop of 100 ns and two loads each: 10 and 20, 30 and 40 ns.
  void initTestCase() {
    TraceBuilder build;
    const TrackId cta = build.addTrack(TrackKind::Cta, "CTA 0", TrackId(), 0, 0);
    for (int64_t number = 0; number < 2; ++number) {
      const TrackId warp =
          build.addTrack(TrackKind::Warp, number == 0 ? "warp 0" : "warp 1", cta, number, number);
      const auto add = [&](const char *name, int64_t begin, int64_t duration) {
        SliceInput slice;
        slice.track = warp;
        slice.name = build.intern(name);
        slice.begin = Picoseconds(begin * 1000);
        slice.duration = Picoseconds(duration * 1000);
        build.addSlice(slice);
      };
      add("loop", 0, 100);
      add("load", 0, 10 + 20 * number);
      add("load", 50, 20 + 20 * number);
    }
    m_file = m_folder.filePath("loads.pftrace");
    VERIFY_RESULT(writePftrace(std::move(build).finish(), m_file.toStdString()));
  }

  void theTextHasALineForEachScope() {
    const Finished done = statistics({});
    QCOMPARE(done.err, QString());
    QCOMPARE(
        done.out,
        QString("statistics: 2 tracks, lengths in ns\n"
                "  scope   kind   count   cut   open   total   self   mean   median   p95   p99 "
                "  minimum   maximum   share\n"
                "  loop               2     0      0     200    100    100      100   100   100 "
                "      100       100   100 %\n"
                "  load               4     0      0     100    100     25       20    40    40 "
                "       10        40    50 %\n"));
    QCOMPARE(done.exitCode, 0);
  }

  void aRangeReportsWhatItsEdgesCut() {
    const Finished done = statistics({"--range", "5ns..60ns", "--scope", "load"});
    QVERIFY2(done.out.contains("4 instances are cut by an edge of the range"),
             qPrintable(done.out));
    QVERIFY2(done.out.contains("load               0     4      0      50     50      -"),
             qPrintable(done.out));
  }

  void jsonAndCsvHaveTheRowsOfEachWarp() {
    const Finished done = statistics({"--scope", "load", "--by", "warp", "--format", "json"});
    const QList<QJsonObject> objects = jsonLines(done.out);
    QCOMPARE(objects.size(), 1);
    QCOMPARE(objects[0]["by"].toString(), QString("warp"));
    const QJsonObject row = objects[0]["rows"].toArray()[0].toObject();
    QCOMPARE(row["group"].toString(), QString("CTA 0, warp 1"));
    QCOMPARE(row["count"].toInt(), 2);
    QCOMPARE(row["ns"].toObject()["maximum"].toDouble(), 40.0);
    QCOMPARE(row["share"].toDouble(), 0.7);
    QVERIFY(row["cycles"].isNull());
    const QStringList csv =
        statistics({"--scope", "load", "--by", "warp", "--format", "csv"}).out.split("\r\n");
    QCOMPARE(csv.size(), 4); // heading, two rows, the end
    QCOMPARE(csv[2], QString("load,,\"CTA 0, warp 0\",2,0,0,30,30,15.000,10,20,20,10,20,,,,,,,,,"
                             "0.3"));
  }

  void wrongInputIsAnErrorWithTheNextStep() {
    const Finished scope = statistics({"--scope", "lode"});
    QCOMPARE(scope.exitCode, 1);
    QVERIFY2(scope.err.contains("no slice has the name 'lode'") &&
                 scope.err.contains("scopes of the trace: load, loop"),
             qPrintable(scope.err));
    const Finished range = statistics({"--range", "1ms..2ms"});
    QCOMPARE(range.exitCode, 1);
    QVERIFY2(range.err.contains("the trace is at 0ns..100ns"), qPrintable(range.err));
    QCOMPARE(statistics({"--by", "warp"}).exitCode, 2);
    QCOMPARE(statistics({"--by", "lane"}).exitCode, 2);
    QCOMPARE(statistics({"--range", "5"}).exitCode, 2);
  }
};

QTEST_GUILESS_MAIN(StatisticsCommandTest)
#include "statistics_command_test.moc"
