// SPDX-License-Identifier: Apache-2.0
// The table `ranks` of a trace with known lateness.
#include <QTest>

#include "core/statistics/rank_lateness.h"
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

  void traceWithoutRanksHasNoRows() {
    const SharedTrace made = finished(TraceBuilder());
    QVERIFY(statistics::rankStartsOf(*made).empty());
    QVERIFY(statistics::rankText(*made).empty());
  }
};

QTEST_GUILESS_MAIN(RankTableTest)
#include "rank_table_test.moc"
