// SPDX-License-Identifier: Apache-2.0
// The names of the rows of warps, against the slices.
#include <QtTest>

#include <set>

#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;

namespace {

/// Reads every slice.
std::vector<StringId> slowNamesOf(const Trace &trace, const Row &row) {
  std::set<StringId> names;
  if (trace.track(row.track).kind == TrackKind::Warp)
    for (const StringId name : trace.sliceNames().subspan(row.firstSlice.value, row.sliceCount))
      if (name.isValid())
        names.insert(name);
  return {names.begin(), names.end()};
}

void compareWithSlices(const Trace &trace) {
  for (uint32_t i = 0; i < trace.rows().size(); ++i) {
    const auto names = trace.rowNames().of(RowId(i));
    QCOMPARE(std::vector<StringId>(names.begin(), names.end()),
             slowNamesOf(trace, trace.rows()[i]));
  }
}

} // namespace

class RowNamesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void rowsOfWarpsHaveTheNamesOfTheirSlices() {
    const auto trace = test::makeGpuTrace();
    size_t named = 0;
    for (uint32_t i = 0; i < trace->rows().size(); ++i)
      named += trace->rowNames().of(RowId(i)).empty() ? 0 : 1;
    QVERIFY(named >= 20); // a row for each warp at least
    compareWithSlices(*trace);
  }

  void rowsThatSeveralThreadsReadAreComplete() {
    test::GpuTraceOptions options;
    options.sms = 24;
    options.steps = 1200; // more than the slices that one thread takes
    const auto trace = test::makeGpuTrace(options);
    QVERIFY(trace->sliceCount() > 400'000);
    compareWithSlices(*trace);
  }

  void otherTracksAndSlicesWithoutNameHaveNone() {
    TraceBuilder build;
    Track warp;
    warp.kind = TrackKind::Warp;
    SliceInput slice;
    slice.track = build.addTrack(warp);
    slice.duration = Picoseconds(10);
    build.addSlice(slice); // without a name
    slice.track = build.addTrack(TrackKind::Thread, "thread", TrackId(), 0, 0);
    slice.name = build.intern("work");
    build.addSlice(slice);
    const Trace trace = std::move(build).finish();
    for (uint32_t i = 0; i < trace.rows().size(); ++i)
      QVERIFY(trace.rowNames().of(RowId(i)).empty());
  }
};

QTEST_GUILESS_MAIN(RowNamesTest)
#include "row_names_test.moc"
