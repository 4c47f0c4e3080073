// SPDX-License-Identifier: Apache-2.0
// SQL over traces: equal to loops over the trace, bounded, and read only.
#include <QTest>

#include <algorithm>
#include <map>
#include <thread>

#include "core/analysis/overlap/overlap.h"
#include "core/query/column_table.h"
#include "core/query/query_examples.h"
#include "core/query/result_text.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_builder.h"
#include "tests/core/query/query_rows.h"
#include "tests/support/gpu_trace.h"
#include "tests/support/transpose_trace.h"

using namespace pstudio;
using namespace pstudio::query;
using test::databaseOf;
using test::readData;
using test::rowsOf;
using test::SharedTrace;

namespace {

void compare(TraceDatabase &database, const std::string &sql, const std::string &rows) {
  QCOMPARE(QString::fromStdString(rowsOf(database, sql)), QString::fromStdString(rows));
}

constexpr const char *kAsyncCapture = "tests/data/captures/gemm_wgmma_async_h200.pscapture";
constexpr const char *kConflictCapture = "tests/data/query/transpose_conflicts_cpu.pscapture";

} // namespace

class TraceQueryTest : public QObject {
  Q_OBJECT

private:
  SharedTrace m_async;
  SharedTrace m_conflicts;

private Q_SLOTS:
  void initTestCase() {
    m_async = readData(kAsyncCapture);
    m_conflicts = readData(kConflictCapture);
  }

  void everyColumnOfEveryTableIsReadable() {
    const std::vector<SharedTrace> traces{m_async, m_conflicts, test::makeGpuTrace(),
                                          test::makeTransposeTrace({test::TransposeKind::Naive})};
    for (const SharedTrace &trace : traces) {
      TraceDatabase database = databaseOf(trace);
      for (const TableFacts &table : queryTables()) {
        ResultSet result;
        const QueryResult end = database.run("SELECT * FROM " + std::string(table.name), result);
        QVERIFY2(end.has_value(), table.name.data());
        QCOMPARE(result.columns().size(), table.columns.size());
        for (size_t i = 0; i < table.columns.size(); ++i)
          QCOMPARE(result.columns()[i].name, std::string(table.columns[i].name));
      }
      compare(database, "SELECT count(*) FROM slices", std::to_string(trace->sliceCount()) + "\n");
      compare(database, "SELECT count(*) FROM events",
              std::to_string(trace->sliceCount() + trace->instants().size()) + "\n");
      compare(database, "SELECT count(*) FROM counters",
              std::to_string(trace->samples().size()) + "\n");
      compare(database, "SELECT count(*) FROM flows", std::to_string(trace->flows().size()) + "\n");
    }
  }

  void columnsOfSlicesEqualTheTrace() {
    TraceDatabase database = databaseOf(m_async);
    ResultSet result;
    QVERIFY(database.run("SELECT id, name, ts, dur, track_id, parent_id, depth, category, cycles, "
                         "warp, cta, sm, is_async, has_end FROM slices",
                         result));
    QCOMPARE(result.rowCount(), uint64_t{m_async->sliceCount()});
    for (uint32_t i = 0; i < m_async->sliceCount(); ++i) {
      const Slice slice = m_async->slice(SliceId(i));
      int64_t depth = 0, warp = -1, cta = -1, sm = -1;
      for (SliceId at = slice.parent; at.isValid(); at = m_async->parentOf(at))
        ++depth;
      for (TrackId at = slice.track; at.isValid(); at = m_async->track(at).parent) {
        const Track &track = m_async->track(at);
        if (track.kind == TrackKind::Warp)
          warp = track.number;
        if (track.kind == TrackKind::Cta)
          cta = track.number;
        if (track.kind == TrackKind::Sm)
          sm = track.number;
      }
      const Cell expected[] = {
          int64_t{i},
          m_async->string(slice.name),
          double(slice.time.begin.value) / 1000.0,
          double(slice.time.length().value) / 1000.0,
          int64_t{slice.track.value},
          table::toValue(slice.parent),
          depth,
          table::toValue(textOrNull(m_async->string(slice.category))),
          slice.hasCycles ? Cell(slice.endCycles.value - slice.beginCycles.value) : Cell(),
          table::toValue(numberOrNull(warp)),
          table::toValue(numberOrNull(cta)),
          table::toValue(numberOrNull(sm)),
          int64_t{(slice.flags & kSliceAsync) != 0},
          int64_t{(slice.flags & kSliceNoEnd) == 0}};
      for (size_t column = 0; column < std::size(expected); ++column)
        QVERIFY2(result.cell(i, column) == expected[column],
                 qPrintable(QString("slice %1, column %2").arg(i).arg(column)));
    }
  }

  void aJoinOfSlicesAndArgsEqualsALoop() {
    std::map<std::string, uint64_t> slicesOfArg;
    for (uint32_t i = 0; i < m_async->sliceCount(); ++i) {
      const Slice slice = m_async->slice(SliceId(i));
      for (const Arg &arg : m_async->args(slice.args))
        ++slicesOfArg[std::string(m_async->string(slice.name)) + "," +
                      std::string(m_async->string(arg.key)) + "," +
                      cellText(Cell(recordedValue(*m_async, arg)))];
    }
    std::string expected;
    for (const auto &[row, count] : slicesOfArg)
      expected += row + "," + std::to_string(count) + "\n";
    TraceDatabase database = databaseOf(m_async);
    std::string rows = rowsOf(database, "SELECT name, key, value, count(*) FROM slices JOIN args "
                                        "USING (arg_set_id) GROUP BY name, key, value");
    QVERIFY(slicesOfArg.size() > 10);
    QCOMPARE(sortedLines(rows), sortedLines(expected));
    compare(database,
            "SELECT count(*) FROM slices JOIN args USING (arg_set_id) "
            "WHERE key = 'queue' AND value <> extract_arg(arg_set_id, 'queue')",
            "0\n");
    compare(database,
            "SELECT extract_arg(NULL, 'a') IS NULL, extract_arg(0, 'none') IS NULL, "
            "extract_arg(-1, 'a') IS NULL, extract_arg(99999999, 'a') IS NULL",
            "1,1,1,1\n");
  }

  void conditionsThatTablesUseLeaveNoRowOut_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("condition"); // $x: a column that a table may use
    const std::vector<std::pair<const char *, std::vector<const char *>>> all{
        {"slices",
         {"$id = 17",
          "$id > 17 AND $id <= 40",
          "$id = 17.5",
          "$id < -1",
          "$id = NULL",
          "$id IN (3, 5, 17000, 99999999)",
          "$id BETWEEN 30 AND 20",
          "$track_id = 5",
          "$track_id IN (5, 6, 7)",
          "$track_id = -1",
          "$track_id = 1e300",
          "$parent_id IN (SELECT id FROM tracks)",
          "$parent_id = 1 AND $ts > 0",
          "$ts < 20000.5",
          "$ts BETWEEN 10000 AND 10500.25",
          "$ts = (SELECT max(ts) FROM slices)",
          "$ts > 9e99",
          "$ts > -9e99 AND $ts < 9e99",
          "$ts > 'a'",
          "$ts <= x'00'",
          "$name = 'wait'",
          "$name = 'WAIT' COLLATE NOCASE",
          "$name = 5",
          "$name = (SELECT name FROM slices LIMIT 1) AND $ts > 5000",
          "$name IN (SELECT name FROM scopes LIMIT 3) AND $track_id = 20",
          "$track_id = 12 AND $ts BETWEEN 3000 AND 30000 AND $id > 100"}},
        {"instants",
         {"$id = 4", "$id >= 2070", "$track_id = 20", "$ts < 9000",
          "$track_id IN (8, 9) AND $ts > 5000"}},
        {"tracks", {"$id = 3", "$id > 3 AND $id < 7", "$id = 'a'"}},
        {"args", {"$arg_set_id = 2", "$arg_set_id > 3", "$arg_set_id < 2", "$arg_set_id = 99999"}},
    };
    for (const auto &[table, conditions] : all)
      for (const char *condition : conditions)
        QTest::addRow("%s: %s", table, condition) << QString(table) << QString(condition);
  }

  /// A plus sign before a column keeps SQLite from using the table's own search.
  void conditionsThatTablesUseLeaveNoRowOut() {
    QFETCH(QString, table);
    QFETCH(QString, condition);
    TraceDatabase database = databaseOf(m_async);
    const QString number = table == "args" ? "key" : "id";
    const auto rows = [&](const QString &sign) {
      QString where = condition;
      where.replace('$', sign);
      return rowsOf(database, QString("SELECT count(*), group_concat(%1) FROM (SELECT %1 FROM %2 "
                                      "WHERE %3 ORDER BY %1)")
                                  .arg(number, table, where)
                                  .toStdString());
    };
    const std::string scanned = rows("+");
    QVERIFY2(!scanned.starts_with("error"), scanned.c_str());
    QCOMPARE(rows(""), scanned);
  }

  void aNumberMayBeComparedAsAText() {
    TraceDatabase database = databaseOf(m_async);
    compare(database, "SELECT id FROM slices WHERE id = '17'", "17\n");
    compare(database, "SELECT count(*) FROM slices WHERE track_id = '7'",
            rowsOf(database, "SELECT count(*) FROM slices WHERE track_id = 7"));
  }

  void eachParentFindsItsChildren() {
    TraceDatabase database = databaseOf(m_async);
    compare(database, "SELECT count(*) FROM slices p JOIN slices c ON c.parent_id = p.id",
            rowsOf(database, "SELECT count(parent_id) FROM slices"));
  }

  void pointAndRangeQueriesReadFewRows() {
    test::GpuTraceOptions options;
    options.sms = options.ctasPerSm = 8;
    options.steps = 50;
    const SharedTrace trace = test::makeGpuTrace(options);
    const TrackPlaces places(*trace);
    const std::unique_ptr<QueryTable> table = sliceTable().make({*trace, *trace, places});
    const auto columnOf = [&](std::string_view name) {
      const auto columns = table->facts().columns;
      return static_cast<int>(std::ranges::find(columns, name, &ColumnFacts::name) -
                              columns.begin());
    };
    const auto readRows = [&](const std::vector<Bound> &bounds) {
      uint64_t rows = 0;
      for (const RowRange &range : table->select(bounds).ranges)
        rows += range.end - range.begin;
      return rows;
    };
    const Slice slice = trace->slice(SliceId(1234));
    const double begin = double(slice.time.begin.value) / 1000.0;
    const int id = columnOf("id"), ts = columnOf("ts"), track = columnOf("track_id");
    QCOMPARE(readRows({{{id, Relation::Equal}, int64_t{1234}}}), uint64_t{1});
    uint64_t inTrack = 0, inTime = 0;
    for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
      const Slice other = trace->slice(SliceId(i));
      inTrack += other.track == slice.track ? 1 : 0;
      inTime += std::abs(other.time.begin.value - slice.time.begin.value) <= 1 ? 1 : 0;
    }
    QVERIFY(inTime < trace->sliceCount() / 100);
    QCOMPARE(readRows({{{track, Relation::Equal}, int64_t{slice.track.value}}}), inTrack);
    QVERIFY(readRows({{{ts, Relation::Equal}, begin}}) <= inTime);
    QVERIFY(readRows({{{ts, Relation::Equal}, begin}}) >= 1);
    // And SQLite does search so: a plan without a search names no condition.
    TraceDatabase database = databaseOf(trace);
    QVERIFY(rowsOf(database, "EXPLAIN QUERY PLAN SELECT * FROM slices WHERE id = 3 AND ts > 2")
                .find("INDEX 0:AA") != std::string::npos);
  }

  void accessesOfALaunchAreFoundByIt() {
    const SharedTrace trace =
        test::makeTransposeTrace({test::TransposeKind::Naive, test::TransposeKind::Unpadded});
    TraceDatabase database = databaseOf(trace);
    for (const char *sign : {"", "+"})
      compare(database,
              "SELECT count(*), min(ts) = (SELECT min(ts) FROM accesses WHERE +launch_id = 1) "
              "FROM accesses WHERE " +
                  std::string(sign) + "launch_id = 1",
              std::to_string(trace->launches()[1].accesses->table.size()) + ",1\n");
  }

  void accessesHaveTheCostsOfTheAnalysis() {
    TraceDatabase database = databaseOf(m_conflicts);
    // As `proton-collect info --memory` prints them.
    compare(database,
            "SELECT space, count(*), sum(sectors), sum(ideal_sectors), sum(wavefronts), "
            "sum(ideal_wavefronts), max(conflict_degree), max(cta), max(warp) FROM accesses "
            "GROUP BY space",
            "global,1024,4096,4096,,,,15,7\nshared,1024,,,16896,1024,32,15,7\n");
    compare(database,
            "SELECT DISTINCT buffer, kind, lanes, lane_bytes, stride FROM accesses "
            "WHERE name = 'load tile'",
            "tile,load,32,4,128\n");
  }

  void overlapHasTheFiguresOfTheAnalysis() {
    const std::vector<analysis::LaunchOverlap> launches = analysis::analyzeOverlap(*m_async);
    uint64_t rows = 0;
    double exposed = 0;
    for (const analysis::LaunchOverlap &launch : launches) {
      for (const analysis::AsyncOperation &operation : launch.operations)
        rows += std::max(1u, operation.visitCount);
      for (const analysis::OverlapFigures &figures : {launch.copies, launch.matrix})
        exposed += double(figures.exposed.sum) * launch.picosecondsPerTick / 1000.0;
    }
    QVERIFY(exposed > 0);
    TraceDatabase database = databaseOf(m_async);
    compare(database,
            "SELECT count(*), abs(sum(exposed) - " + std::to_string(exposed) +
                ") < 1, sum(abs(in_flight - hidden - exposed)) < 0.1 FROM overlap",
            std::to_string(rows) + ",1,1\n");
    compare(database,
            "SELECT count(*) FROM overlap o JOIN slices s ON s.id = o.slice_id "
            "WHERE s.category <> 'async.flight' OR s.cta <> o.cta",
            "0\n");
    compare(database,
            "SELECT count(*) FROM overlap o JOIN slices s ON s.id = o.wait_slice_id "
            "WHERE s.category <> 'async.wait' OR s.warp <> o.waiter_warp",
            "0\n");
  }

  void overlapOfCorrectedTimesIsThatOfTheTraceAsRecorded() {
    const auto corrected = std::make_shared<const Trace>(correctRecordingCost(*m_async));
    Result<TraceDatabase> database = TraceDatabase::open(corrected, m_async);
    QVERIFY(database.has_value());
    TraceDatabase recorded = databaseOf(m_async);
    const char *sql = "SELECT sum(exposed), sum(hidden) FROM overlap";
    compare(*database, sql, rowsOf(recorded, sql));
    QVERIFY(rowsOf(*database, "SELECT sum(dur) FROM slices") !=
            rowsOf(recorded, "SELECT sum(dur) FROM slices"));
  }

  void mediansAndPercentilesAreValuesThatOccurred() {
    TraceDatabase database = databaseOf(m_async);
    compare(database,
            "WITH v(x) AS (VALUES (5), (1), (NULL), (9), (3), ('a')) SELECT median(x), "
            "percentile(x, 0), percentile(x, 75), percentile(x, 76), percentile(x, 100) FROM v",
            "3,1,5,9,9\n");
    compare(database, "SELECT median(id) IS NULL FROM slices WHERE id < 0", "1\n");
    QVERIFY(rowsOf(database, "SELECT percentile(id, 101) FROM slices").starts_with("error"));
  }

  void examplesHaveRowsOfRealCaptures_data() {
    QTest::addColumn<QString>("title");
    for (const QueryExample &example : queryExamples())
      QTest::newRow(example.title.data()) << QString::fromUtf8(example.title);
  }

  void examplesHaveRowsOfRealCaptures() {
    QFETCH(QString, title);
    const auto example =
        std::ranges::find(queryExamples(), title.toStdString(),
                          [](const QueryExample &is) { return std::string(is.title); });
    const bool needsAccesses = example->needs.find("memory") != std::string_view::npos;
    TraceDatabase database = databaseOf(needsAccesses ? m_conflicts : m_async);
    ResultSet result;
    const QueryResult end = database.run(example->sql, result);
    QVERIFY2(end.has_value(), end ? "" : end.error().error.toString().c_str());
    QVERIFY(result.rowCount() > 0);
    for (uint64_t row = 0; row < result.rowCount(); ++row)
      for (size_t column = 0; column < result.columns().size(); ++column)
        QVERIFY2(!std::holds_alternative<std::monostate>(result.cell(row, column)) ||
                     result.columns()[column].name == "source",
                 result.columns()[column].name.c_str());
  }

  void exampleOfWaitsEqualsALoop() {
    std::map<std::pair<int64_t, int64_t>, int64_t> longest; // by CTA and warp
    const TrackPlaces places(*m_async);
    for (uint32_t i = 0; i < m_async->sliceCount(); ++i) {
      const Slice slice = m_async->slice(SliceId(i));
      if (m_async->string(slice.category) != "async.wait")
        continue;
      const TrackPlace &place = places.of(slice.track);
      int64_t &most = longest[{place.cta, place.warp}];
      most = std::max(most, slice.time.length().value);
    }
    TraceDatabase database = databaseOf(m_async);
    ResultSet result;
    QVERIFY(database.run(queryExamples()[1].sql, result));
    QCOMPARE(result.rowCount(), uint64_t{longest.size()});
    for (uint64_t row = 0; row < result.rowCount(); ++row) {
      const auto number = [&](size_t column) {
        return std::get<int64_t>(result.cell(row, column));
      };
      const int64_t most = longest.at({number(1), number(2)});
      QCOMPARE(std::get<double>(result.cell(row, 4)), double(most) / 1000.0);
      const SliceId slice = result.sliceOf(row, m_async->sliceCount());
      QCOMPARE(m_async->sliceTime(slice).length().value, most);
    }
  }

  void exampleOfConflictsNamesTheLinesThatConflict() {
    TraceDatabase database = databaseOf(m_conflicts);
    ResultSet result;
    QVERIFY(database.run(queryExamples()[3].sql, result));
    QCOMPARE(result.rowCount(), uint64_t{8});
    QCOMPARE(cellText(result.cell(0, 1)), std::string("load tile"));
    QCOMPARE(cellText(result.cell(0, 4)), std::string("4096"));
    QCOMPARE(cellText(result.cell(0, 6)), std::string("32"));
    QCOMPARE(cellText(result.cell(7, 6)), std::string("1"));
  }

  void anErrorNamesItsPlaceAndWhatToDo_data() {
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("error");
    const auto row = [](const char *sql, const char *error) {
      QTest::newRow(sql) << QString(sql) << QString(error);
    };
    row("SELECT id,\n  trak_id FROM slices",
        "SQL:2:3: no such column: trak_id (did you mean 'track_id'?)");
    row("SELECT * FROM slice", "SQL:1:15: no such table: slice (did you mean 'slices'?)");
    row("SELECT 'ä', medain(dur) FROM slices",
        "SQL:1:13: no such function: medain (did you mean 'median'?)");
    row("SELECT FROM slices", "SQL:1:8: near \"FROM\": syntax error");
    row("SELECT 1; SELECT 2", "SQL:1:11: a second statement begins here (run one statement at a "
                              "time)");
    row(" -- nothing\n ; /* here", "the query is empty (for example: SELECT * FROM scopes)");
    row("SELECT ?", "the query contains a parameter (?, :name, @name or $name) (write the value "
                    "into the query, a text in single quotes)");
  }

  void anErrorNamesItsPlaceAndWhatToDo() {
    QFETCH(QString, sql);
    QFETCH(QString, error);
    TraceDatabase database = databaseOf(m_async);
    QCOMPARE(QString::fromStdString(rowsOf(database, sql.toStdString())), "error: " + error);
  }

  void statementsThatWriteOrReachOutAreRejected_data() {
    QTest::addColumn<QString>("sql");
    for (const char *sql : {"DELETE FROM slices",
                            "INSERT INTO tracks VALUES (1)",
                            "UPDATE slices SET dur = 0",
                            "CREATE TABLE t(a)",
                            "CREATE TEMP TABLE t AS SELECT 1",
                            "DROP TABLE slices",
                            "DROP VIEW events",
                            "ATTACH 'x.db' AS x",
                            "DETACH main",
                            "VACUUM INTO 'x.db'",
                            "PRAGMA journal_mode = DELETE",
                            "PRAGMA temp_store_directory = '/'",
                            "BEGIN",
                            "COMMIT",
                            "SAVEPOINT a",
                            "REINDEX",
                            "ANALYZE",
                            "SELECT load_extension('x.so')",
                            "SELECT * FROM pragma_table_info('slices')",
                            "CREATE VIRTUAL TABLE v USING fts5(a)"})
      QTest::newRow(sql) << QString(sql);
  }

  void statementsThatWriteOrReachOutAreRejected() {
    QFETCH(QString, sql);
    TraceDatabase database = databaseOf(m_async);
    const std::string rows = rowsOf(database, sql.toStdString());
    QVERIFY2(rows.starts_with("error: "), rows.c_str());
    compare(database, "SELECT count(*) > 0 FROM slices", "1\n"); // and nothing has happened
    compare(database, "SELECT count(*) FROM sqlite_master", "1\n");
  }

  void aQueryThatNeverEndsIsStopped_data() {
    QTest::addColumn<QString>("sql");
    QTest::newRow("no row") << "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                               "SELECT count(*) FROM c";
    QTest::newRow("many rows") << "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                                  "SELECT x FROM c";
    QTest::newRow("joins") << "SELECT count(*) FROM slices a, slices b, slices c, slices d";
  }

  void aQueryThatNeverEndsIsStopped() {
    QFETCH(QString, sql);
    TraceDatabase database = databaseOf(m_async);
    ResultSet result({.rows = 1000});
    std::stop_source stop;
    std::jthread stopper([&] {
      // For a request while the query runs; one that comes before has the same effect.
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      stop.request_stop();
    });
    const QueryResult end = database.run(sql.toStdString(), result, {.stop = stop.get_token()});
    QVERIFY(end.has_value());
    QVERIFY(end->isStopped || end->leftOut == TraceDatabase::kMaxCounted);
    QVERIFY(!end->isComplete);
    QVERIFY(result.rowCount() <= 1000);
    ResultSet timed;
    const QueryResult late =
        database.run(sql.toStdString(), timed, {.time = std::chrono::milliseconds(5)});
    QVERIFY(late.has_value() && late->isStopped);
    compare(database, "SELECT 1", "1\n"); // the next one runs
  }

  void rowsBeyondTheLimitAreCounted() {
    TraceDatabase database = databaseOf(m_async);
    ResultSet few({.rows = 10});
    const QueryResult end = database.run("SELECT * FROM slices", few);
    QCOMPARE(end->rows, uint64_t{10});
    QCOMPARE(few.rowCount(), uint64_t{10});
    QCOMPARE(end->leftOut, uint64_t{m_async->sliceCount() - 10});
    QCOMPARE(leftOutText(*end), std::string("17,734 further rows are left out"));
    ResultSet small({.bytes = 4096});
    QVERIFY(database.run("SELECT id || name FROM slices", small)->leftOut > 17'000);
    QVERIFY(small.rowCount() > 10);
  }

  void aValueThatIsTooLongIsAnError() {
    TraceDatabase database = databaseOf(m_async);
    for (const char *sql : {"SELECT zeroblob(900000000)", "SELECT hex(zeroblob(60000000))",
                            "SELECT 1 WHERE 'a' LIKE printf('%1000d', 1)"})
      QVERIFY2(rowsOf(database, sql).starts_with("error: "), sql);
    QVERIFY(rowsOf(database, "SELECT 1 --" + std::string(2 << 20, 'x')).starts_with("error: "));
    QVERIFY(rowsOf(database, std::string("SELECT 1\0, 2", 12)).starts_with("error: SQL:1:9"));
  }

  void anEmptyTraceHasTablesWithoutRows() {
    const auto empty = std::make_shared<const Trace>(TraceBuilder().finish());
    TraceDatabase database = databaseOf(empty);
    for (const TableFacts &table : queryTables())
      compare(database, "SELECT count(*) FROM " + std::string(table.name), "0\n");
    compare(database, "SELECT * FROM slices WHERE id = 0 OR ts > 0 OR track_id = 0", "");
    for (const QueryExample &example : queryExamples())
      compare(database, std::string(example.sql), "");
  }

  void namesOfAMegabyteAreFoundAndShortenedInTables() {
    TraceBuilder builder;
    const std::string name(1 << 20, 'n');
    const TrackId track = builder.addTrack(TrackKind::Thread, "t", TrackId(), 1, 0);
    SliceInput slice;
    slice.track = track;
    slice.name = builder.intern(name);
    slice.duration = Picoseconds(1500);
    builder.addSlice(slice);
    slice.name = builder.intern("a\n\x1b\"b,\xd7\x90");
    slice.begin = Picoseconds(2000);
    slice.duration = Picoseconds(1);
    builder.addSlice(slice);
    TraceDatabase database = databaseOf(std::make_shared<const Trace>(std::move(builder).finish()));
    compare(database,
            "SELECT ts, dur, length(name) FROM slices WHERE name = '" + name.substr(0, 1 << 19) +
                "' || '" + name.substr(0, 1 << 18) + "' || substr('" + name.substr(0, 1 << 17) +
                "', 1)",
            "");
    compare(database, "SELECT ts, dur, length(name) FROM slices WHERE name GLOB 'nn*'",
            "0,1.5,1048576\n");
    compare(database, "SELECT name FROM slices WHERE id = 1", "\"a\n\\x1B\"\"b,\xd7\x90\"\n");
    ResultSet result;
    QVERIFY(database.run("SELECT name, dur, parent_id FROM slices", result));
    QCOMPARE(QString::fromStdString(tableText(result)),
             "  name" + QString(56, ' ') + "     dur   parent_id\n  " + QString(28, 'n') + "..." +
                 QString(29, 'n') + "     1.5           -\n  a\\x0A\\x1B\"b,א" + QString(47, ' ') +
                 "   0.001           -\n");
    const std::vector<Cell> row{result.cell(1, 0), result.cell(1, 1), result.cell(1, 2)};
    QCOMPARE(
        jsonLine(jsonKeys(result.columns()), row),
        std::string("{\"name\":\"a\\n\\u001b\\\"b,\xd7\x90\",\"dur\":0.001,\"parent_id\":null}\n"));
  }

  void columnsWithNumbersOfSlicesAreMarked() {
    TraceDatabase database = databaseOf(m_async);
    ResultSet result;
    QVERIFY(database.run("SELECT s.id, t.id, s.parent_id AS slice_id, s.id + 1 AS next "
                         "FROM slices s JOIN tracks t ON t.id = s.track_id LIMIT 1",
                         result));
    std::vector<bool> marked;
    for (const ResultColumn &column : result.columns())
      marked.push_back(column.isSliceId);
    QCOMPARE(marked, (std::vector<bool>{true, false, true, false}));
    QCOMPARE(jsonKeys(result.columns()),
             (std::vector<std::string>{"id", "id_2", "slice_id", "next"}));
    ResultSet wrong;
    QVERIFY(database.run("SELECT -1 AS slice_id UNION ALL SELECT 99999999 UNION ALL SELECT 'a' "
                         "UNION ALL SELECT 7",
                         wrong));
    for (uint64_t row = 0; row < 3; ++row)
      QVERIFY(!wrong.sliceOf(row, m_async->sliceCount()).isValid());
    QCOMPARE(wrong.sliceOf(3, m_async->sliceCount()), SliceId(7));
  }

private:
  static Cell recordedValue(const Trace &trace, const Arg &arg);
  static std::vector<std::string> sortedLines(const std::string &text) {
    std::vector<std::string> lines;
    for (size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
      lines.push_back(text.substr(at, end - at));
    std::ranges::sort(lines);
    return lines;
  }
};

/// As the trace has it, not as the table does.
Cell TraceQueryTest::recordedValue(const Trace &trace, const Arg &arg) {
  if (arg.type == ArgType::String)
    return trace.string(arg.stringValue);
  return arg.type == ArgType::Double ? Cell(arg.doubleValue) : Cell(arg.intValue);
}

QTEST_GUILESS_MAIN(TraceQueryTest)
#include "trace_query_test.moc"
