// SPDX-License-Identifier: Apache-2.0
// The table `ranks` of a trace with known lateness.
#include <QTest>

#include <nlohmann/json.hpp>

#include "core/statistics/rank_text.h"
#include "core/statistics/statistics_text.h"
#include "core/trace/rank_names.h"
#include "core/trace/trace_builder.h"
#include "tests/core/query/query_rows.h"

using namespace pstudio;
using test::databaseOf;
using test::rowsOf;
using test::SharedTrace;

namespace {

/// A process with kernels of 10 us at the given microseconds.
void addRank(TraceBuilder &trace, const char *rank, double uncertaintyNs, const char *kernel,
             std::initializer_list<int64_t> begins) {
  Track process;
  process.name = trace.intern(std::string("rank ") + rank);
  const std::array args{Arg::ofString(trace.intern(kRankArg), trace.intern(rank)),
                        Arg::ofDouble(trace.intern(kAxisUncertaintyArg), uncertaintyNs)};
  process.args = trace.addArgs(args);
  const TrackId group = trace.addTrack(process);
  const TrackId stream = trace.addTrack(TrackKind::Async, "stream 7", group, 7, 0);
  for (const int64_t begin : begins) {
    SliceInput slice;
    slice.track = stream;
    slice.name = trace.intern(kernel);
    slice.category = trace.intern("kernel");
    slice.begin = Picoseconds(begin * 1'000'000);
    slice.duration = Picoseconds(10'000'000);
    trace.addSlice(slice);
  }
}

SharedTrace finished(TraceBuilder trace) {
  return std::make_shared<const Trace>(std::move(trace).finish());
}

} // namespace

class RankTableTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void lastRankOfACollectiveIsTheOneThatOthersWaitFor() {
    TraceBuilder trace;
    addRank(trace, "0", 500, "ncclDevKernel_AllReduce", {100, 200});
    addRank(trace, "1", 500, "ncclDevKernel_AllReduce", {100, 230});
    auto database = databaseOf(finished(std::move(trace)));
    QCOMPARE(rowsOf(database, "SELECT step, rank, late_by, waits_for, wait FROM ranks"),
             std::string("0,0,0,,\n0,1,,,\n1,0,0,1,30000\n1,1,30000,,\n"));
  }

  void differenceWithinTheUncertaintyIsNoFact() {
    TraceBuilder trace;
    addRank(trace, "0", 20'000, "step", {100});
    addRank(trace, "1", 20'000, "step", {130});
    const SharedTrace made = finished(std::move(trace));
    auto database = databaseOf(made);
    QCOMPARE(rowsOf(database, "SELECT rank, late_by, uncertainty FROM ranks"),
             std::string("0,0,40000\n1,,40000\n"));
    QVERIFY(statistics::rankText(*made).find("within the uncertainty") != std::string::npos);
  }

  void streamsBelowADeviceAreOfTheirOwnRanks() {
    TraceBuilder trace;
    const TrackId device = trace.addTrack(TrackKind::Group, "GPU", TrackId(), 0, 0);
    for (const char *rank : {"0", "1"}) {
      Track stream;
      stream.kind = TrackKind::Async;
      stream.parent = device;
      stream.args =
          trace.addArgs(std::array{Arg::ofString(trace.intern(kRankArg), trace.intern(rank)),
                                   Arg::ofDouble(trace.intern(kAxisUncertaintyArg), 500)});
      SliceInput slice;
      slice.track = trace.addTrack(stream);
      slice.name = trace.intern("step");
      slice.category = trace.intern("kernel");
      slice.begin = Picoseconds(*rank == '0' ? 0 : 20'000'000);
      slice.duration = Picoseconds(10'000'000);
      trace.addSlice(slice);
    }
    auto database = databaseOf(finished(std::move(trace)));
    QCOMPARE(rowsOf(database, "SELECT rank, late_by FROM ranks"), std::string("0,0\n1,20000\n"));
  }

  void ranksAreOrderedByTheirNumbersAndProcessesWithoutOneFollow() {
    TraceBuilder trace;
    for (const char *rank : {"pid 71", "10", "2", "pid 9", "3 (pid 4)"})
      addRank(trace, rank, 500, "step", {100});
    auto database = databaseOf(finished(std::move(trace)));
    QCOMPARE(rowsOf(database, "SELECT rank FROM ranks"),
             std::string("2\n3 (pid 4)\n10\npid 9\npid 71\n"));
  }

  void theNumberOfRecordedRanksIsThatOfDifferentOnes() {
    TraceBuilder trace;
    for (const char *rank : {"0", "3 (pid 4)", "3 (pid 5)", "pid 9"})
      addRank(trace, rank, 500, "step", {100});
    Track process;
    process.args = trace.addArgs(std::array{Arg::ofInt(trace.intern(kWorldSizeArg), 8)});
    trace.addTrack(process);
    const SharedTrace made = finished(std::move(trace));
    const statistics::RankCount count = statistics::rankCountOf(*made);
    QCOMPARE(count.processes, size_t(4));
    QCOMPARE(count.ranks, size_t(2));
    QCOMPARE(statistics::rankCountText(count), std::string("2 of 8 ranks recorded"));
    QVERIFY(statistics::rankText(*made).starts_with("ranks: 2 of 8 ranks recorded; "));
    QCOMPARE(statistics::rankCountText({2, 0, std::nullopt}), std::string("2 processes recorded"));
  }

  void rowsAreInCsvAndJson() {
    TraceBuilder trace;
    addRank(trace, "0", 500, "step,a", {100});
    addRank(trace, "1", 500, "step,a", {130});
    addRank(trace, "0", 500, "other", {200});
    addRank(trace, "1", 500, "other", {200});
    const SharedTrace made = finished(std::move(trace));
    QCOMPARE(
        statistics::rankCsv(*made, "step,a"),
        std::string("slice_id,kernel,step,occurrence,rank,late_by,waits_for,wait,uncertainty\r\n"
                    "0,\"step,a\",0,0,0,0,,,1000\r\n"
                    "1,\"step,a\",0,0,1,30000,,,1000\r\n"));
    const auto json = nlohmann::json::parse(
        statistics::statisticsJson(*made, statistics::makeStatistics(*made, {})));
    QCOMPARE(json["ranks"]["recorded"].get<int>(), 2);
    QVERIFY(json["ranks"]["of"].is_null());
    QCOMPARE(json["ranks"]["rows"].size(), size_t(4));
    QCOMPARE(json["ranks"]["rows"][3]["late_by"].get<double>(), 30'000.0);
    QVERIFY(json["ranks"]["rows"][3]["wait"].is_null());
  }

  void traceWithoutRanksHasNoRows() {
    const SharedTrace made = finished(TraceBuilder());
    QVERIFY(statistics::rankStartsOf(*made).empty());
    QVERIFY(statistics::rankText(*made).empty());
    QVERIFY(
        statistics::statisticsJson(*made, statistics::makeStatistics(*made, {})).find("ranks") ==
        std::string::npos);
  }
};

QTEST_GUILESS_MAIN(RankTableTest)
#include "rank_table_test.moc"
