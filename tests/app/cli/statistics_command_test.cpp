// SPDX-License-Identifier: Apache-2.0
// proton-collect statistics on a trace whose durations are known.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/rank_names.h"
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
    QCOMPARE(statistics({"--by", "rank", "--range", "0ns..5ns"}).exitCode, 2);
    QCOMPARE(statistics({"--by", "rank", "--unit", "cycles"}).exitCode, 2);
  }

  void rowsByRankNeedATraceWithRanks() {
    const Finished done = statistics({"--by", "rank"});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("the trace has no ranks"), qPrintable(done.err));
    QVERIFY2(done.err.contains("merged.pftrace"), qPrintable(done.err));
  }

  void rowsByRankAreThoseOfTheKernel() {
    TraceBuilder build;
    for (const char *rank : {"0", "1"}) {
      Track process;
      process.args =
          build.addArgs(std::array{Arg::ofString(build.intern(kRankArg), build.intern(rank)),
                                   Arg::ofInt(build.intern(kWorldSizeArg), 8),
                                   Arg::ofDouble(build.intern(kAxisUncertaintyArg), 500)});
      SliceInput slice;
      slice.track = build.addTrack(TrackKind::Async, "stream 7", build.addTrack(process), 7, 0);
      slice.category = build.intern("kernel");
      slice.duration = Picoseconds(1'000'000);
      slice.begin = Picoseconds(*rank == '0' ? 0 : 20'000'000);
      for (const char *kernel : {"step", "other"}) {
        slice.name = build.intern(kernel);
        build.addSlice(slice);
      }
    }
    const QString file = m_folder.filePath("merged.pftrace");
    VERIFY_RESULT(writePftrace(std::move(build).finish(), file.toStdString()));
    const auto ranks = [&](const QStringList &arguments) {
      return runToEnd(m_program, QStringList{"statistics", file} + arguments).out;
    };
    QCOMPARE(ranks({"--by", "rank", "--scope", "step", "--format", "csv"}).count("\r\n"), 3);
    QVERIFY(ranks({"--by", "rank"}).startsWith("ranks: 2 of 8 ranks recorded; starts of"));
    QVERIFY(ranks({}).contains("\n\nranks: 2 of 8 ranks recorded; starts of"));
    QVERIFY(ranks({"--by", "rank", "--format", "json"}).startsWith("{\"recorded\":2,\"of\":8,"));
  }
};

QTEST_GUILESS_MAIN(StatisticsCommandTest)
#include "statistics_command_test.moc"
