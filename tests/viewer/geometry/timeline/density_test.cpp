// SPDX-License-Identifier: Apache-2.0
// Busy shares: exact when zoomed in, accurate to the bins when zoomed out, and unchanged if the
// computation is spread over frames.
#include <QtTest>
#include <chrono>
#include <cmath>

#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "viewer/geometry/timeline/density.h"

using namespace pstudio;

namespace {

/// Average number of busy rows in a column, summed slice by slice over the outermost rows of all
/// tracks except those of copies.
double naiveBusyRows(const Trace &trace, const Viewport &view, double left, double right,
                     size_t &rows) {
  double busy = 0;
  rows = 0;
  for (const Track &track : trace.tracks()) {
    if (track.kind == TrackKind::Async || track.rowCount == 0)
      continue;
    ++rows;
    const Row &row = trace.row(track.firstRow);
    for (uint32_t i = row.firstSlice.value; i < row.firstSlice.value + row.sliceCount; ++i) {
      const TimeRange time = trace.sliceTime(SliceId(i));
      const double x0 = std::max(view.pixelOf(time.begin), left);
      const double x1 = std::min(view.pixelOf(time.end), right);
      busy += std::max(0.0, x1 - x0);
    }
  }
  return busy / (right - left);
}

void compareWithNaive(const Trace &trace, const Viewport &view, double tolerance) {
  const DisplayTree tree(trace, GroupingKind::AsRecorded);
  DensityCache cache(trace, tree);
  cache.startFrame(SIZE_MAX);
  const BusyCurve *curve = cache.curve(NodeId());
  QVERIFY(curve != nullptr);
  std::vector<float> shares;
  curve->shares(trace, view, 3, shares);
  size_t rows = 0;
  for (size_t i = 0; i < shares.size(); ++i) {
    const auto left = static_cast<double>(i) * 3;
    const double busyRows = naiveBusyRows(trace, view, left, left + 3, rows);
    const double expected = std::min(1.0, busyRows / curve->peakRows());
    QVERIFY2(
        std::fabs(static_cast<double>(shares[i]) - expected) <= tolerance,
        qPrintable(QStringLiteral("column %1: %2 is not %3").arg(i).arg(shares[i]).arg(expected)));
  }
  QCOMPARE(curve->rowCount(), rows);
}

/// A thread with `slices` successive slices of different lengths.
Trace longRow(int64_t slices) {
  TraceBuilder build;
  SliceInput slice;
  slice.track = build.addTrack(TrackKind::Thread, "thread", TrackId(), 0, 0);
  slice.name = build.intern("work");
  for (int64_t i = 0; i < slices; ++i) {
    slice.begin = Picoseconds(i * 1000);
    slice.duration = Picoseconds(100 + i % 700);
    build.addSlice(slice);
  }
  return std::move(build).finish();
}

} // namespace

class DensityTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void zoomedOutSharesFollowTheBins() {
    const auto trace = test::makeGpuTrace();
    // A column of three pixels spans several bins: the error is less than one of the 1,024 bins.
    compareWithNaive(*trace, Viewport::fit(trace->timeRange(), 300), 0.1);
  }

  void zoomedInSharesAreExact() {
    const auto trace = test::makeGpuTrace();
    const Viewport view = Viewport::fit(trace->timeRange(), 900);
    compareWithNaive(*trace, view.zoomed(40, 300), 1e-4);
    compareWithNaive(*trace, view.zoomed(3'000, 500), 1e-4);
  }

  void totalOfTheSharesIsTheBusyTime() {
    const auto trace = test::makeGpuTrace();
    const Viewport view = Viewport::fit(trace->timeRange(), 510);
    const DisplayTree tree(*trace, GroupingKind::AsRecorded);
    DensityCache cache(*trace, tree);
    cache.startFrame(SIZE_MAX);
    std::vector<float> shares;
    cache.curve(NodeId())->shares(*trace, view, 3, shares);
    double sum = 0;
    for (const float share : shares)
      sum += static_cast<double>(share);
    size_t rows = 0;
    const double expected =
        naiveBusyRows(*trace, view, 0, 510, rows) / cache.curve(NodeId())->peakRows();
    QVERIFY(std::fabs(sum / static_cast<double>(shares.size()) - expected) < 1e-4);
  }

  void fullHeightIsTheMostThatIsBusyAtOnce() {
    // Two warps in sequence: at most one is busy at a time, which fills the strip.
    TraceBuilder build;
    for (int64_t i = 0; i < 2; ++i) {
      Track warp;
      warp.kind = TrackKind::Warp;
      SliceInput slice;
      slice.track = build.addTrack(warp);
      slice.name = build.intern("work");
      slice.begin = Picoseconds(i * 1'000'000);
      slice.duration = Picoseconds(1'000'000);
      build.addSlice(slice);
    }
    const Trace trace = std::move(build).finish();
    const DisplayTree tree(trace, GroupingKind::AsRecorded);
    DensityCache cache(trace, tree);
    cache.startFrame(SIZE_MAX);
    const BusyCurve *curve = cache.curve(NodeId());
    QVERIFY(std::fabs(curve->peakRows() - 1) < 1e-9);
    std::vector<float> shares;
    curve->shares(trace, Viewport::fit(trace.timeRange(), 306), 3, shares);
    QVERIFY(shares[50] > 0.999f && shares[20] > 0.999f);
  }

  void curveBuiltInSmallStepsIsTheSame() {
    const auto trace = test::makeGpuTrace();
    const DisplayTree tree(*trace, GroupingKind::AsRecorded);
    DensityCache atOnce(*trace, tree);
    DensityCache inSteps(*trace, tree);
    atOnce.startFrame(SIZE_MAX);
    const BusyCurve *expected = atOnce.curve(NodeId());
    const BusyCurve *stepwise = nullptr;
    int frames = 0;
    while (stepwise == nullptr) {
      inSteps.startFrame(7);
      stepwise = inSteps.curve(NodeId());
      QCOMPARE(inSteps.isPending(), stepwise == nullptr);
      QVERIFY(++frames < 1'000);
    }
    QVERIFY(frames > 3);
    std::vector<float> a, b;
    const Viewport view = Viewport::fit(trace->timeRange(), 300);
    expected->shares(*trace, view, 3, a);
    stepwise->shares(*trace, view, 3, b);
    QCOMPARE(a, b);
  }

  void everyFrameGetsOnWhenItsTimeIsOver() {
    const Trace trace = longRow(5 * DensityCache::kMinPerFrame);
    const DisplayTree tree(trace, GroupingKind::AsRecorded);
    DensityCache atOnce(trace, tree);
    DensityCache inSteps(trace, tree);
    atOnce.startFrame(SIZE_MAX);
    const BusyCurve *expected = atOnce.curve(NodeId());
    const BusyCurve *stepwise = nullptr;
    int frames = 0;
    while (stepwise == nullptr) {
      inSteps.startFrame(std::chrono::nanoseconds(0));
      stepwise = inSteps.curve(NodeId());
      if (stepwise == nullptr) // no time is left: other strips wait for the next frame
        QVERIFY(inSteps.curve(NodeId(0)) == nullptr);
      QVERIFY(++frames < 1'000);
    }
    QVERIFY(frames > 3);
    std::vector<float> a, b;
    const Viewport view = Viewport::fit(trace.timeRange(), 300);
    expected->shares(trace, view, 3, a);
    stepwise->shares(trace, view, 3, b);
    QCOMPARE(a, b);
    inSteps.startFrame(std::chrono::hours(1));
    QVERIFY(inSteps.curve(NodeId(0)) != nullptr);
  }

  void stripOfAScopeHasTheWarpsThatAreInIt() {
    const auto trace = test::makeGpuTrace();
    const DisplayTree tree(*trace, GroupingKind::Scope);
    DensityCache cache(*trace, tree);
    cache.startFrame(SIZE_MAX);
    const Viewport close = Viewport::fit(trace->timeRange(), 600).zoomed(60, 300);
    size_t scopes = 0;
    for (uint32_t node = 0; node < tree.size(); ++node) {
      const StringId scope = tree.nodes()[node].scope;
      if (!scope.isValid())
        continue;
      ++scopes;
      const BusyCurve *curve = cache.curve(NodeId(node));
      std::vector<float> shares;
      curve->shares(*trace, close, 3, shares);
      for (size_t i = 0; i < shares.size(); ++i) {
        double busy = 0;
        const auto left = static_cast<double>(i) * 3;
        for (uint32_t s = 0; s < trace->sliceCount(); ++s) {
          const Row &row = trace->row(trace->rowOf(SliceId(s)));
          if (trace->sliceNames()[s] != scope || trace->track(row.track).kind != TrackKind::Warp)
            continue;
          const TimeRange time = trace->sliceTime(SliceId(s));
          busy += std::max(0.0, std::min(close.pixelOf(time.end), left + 3) -
                                    std::max(close.pixelOf(time.begin), left));
        }
        const double wanted = std::min(1.0, busy / 3 / curve->peakRows());
        QVERIFY(std::fabs(static_cast<double>(shares[i]) - wanted) < 1e-4);
      }
    }
    QVERIFY(scopes >= 3);
  }

  void copiesInFlightAreNotWork() {
    const auto trace = test::makeGpuTrace();
    const DisplayTree tree(*trace, GroupingKind::AsRecorded);
    DensityCache cache(*trace, tree);
    cache.startFrame(SIZE_MAX);
    // 2 SMs, 2 CTAs, 5 warps: the rows exclude the lanes of the copies.
    QCOMPARE(cache.curve(NodeId())->rowCount(), size_t{20});
  }

  void emptyTraceHasNoShares() {
    const Trace trace = std::move(TraceBuilder()).finish();
    const DisplayTree tree(trace, GroupingKind::AsRecorded);
    DensityCache cache(trace, tree);
    cache.startFrame(0);
    std::vector<float> shares;
    const BusyCurve *curve = cache.curve(NodeId());
    QVERIFY(curve != nullptr);
    curve->shares(trace, Viewport::fit(trace.timeRange(), 30), 3, shares);
    QCOMPARE(shares, std::vector<float>(10, 0.0f));
  }
};

QTEST_GUILESS_MAIN(DensityTest)
#include "density_test.moc"
