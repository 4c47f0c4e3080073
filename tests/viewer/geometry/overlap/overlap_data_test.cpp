// SPDX-License-Identifier: Apache-2.0
// Which slice belongs to which operation, and what the timeline draws of it.
#include <QtTest>

#include "core/trace/cost_correction.h"
#include "tests/viewer/golden_text.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/geometry/overlap/warp_iteration.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"

using namespace pstudio;

namespace {

/// The smallest pipeline with a copy that blocks and one that is ready.
test::OverlapSampleOptions tiny() {
  test::OverlapSampleOptions options;
  options.ctas = 1;
  options.stages = 2;
  options.steps = 3;
  return options;
}

} // namespace

class OverlapDataTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everySliceOfAnOperationLeadsToIt() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    for (uint32_t i = 0; i < launch.operations.size(); ++i) {
      const analysis::AsyncOperation &operation = launch.operations[i];
      const OperationRef ref{0, i};
      QCOMPARE(data->operationOf(operation.flight), std::optional(ref));
      QCOMPARE(data->operationOf(operation.issue), std::optional(ref));
      for (uint32_t v = 0; v < operation.visitCount; ++v)
        QCOMPARE(
            data->operationOf(launch.waits[launch.visits[operation.firstVisit + v].wait].slice),
            std::optional(ref));
    }
    QVERIFY(!data->operationOf(SliceId()));
    for (uint32_t i = 0; i < data->trace().sliceCount(); ++i)
      if (data->trace().string(data->trace().sliceNames()[i]) == "mma")
        QVERIFY(!data->operationOf(SliceId(i)));
  }

  void anIterationHasTheSlicesOfItsWarpAndTheirDifferenceFromTheMedian() {
    const auto data = test::makeOverlapData();
    const Trace &trace = data->trace();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    const auto seventh =
        std::ranges::find(launch.operations, 7u, &analysis::AsyncOperation::instance);
    const SliceId wait = launch.waits[launch.visits[seventh->firstVisit].wait].slice;
    const auto iteration = iterationOf(*data, trace, wait);
    QVERIFY(iteration.has_value());
    QCOMPARE(iteration->instance, uint64_t{7});
    QCOMPARE(iteration->index, size_t{7});
    QCOMPARE(iteration->count, size_t{24});
    QCOMPARE(iteration->step, wait);
    QCOMPARE(iteration->time.begin, trace.sliceTime(wait).begin);
    QCOMPARE(iterationName(*data, *iteration), std::string("iteration 7, warp 1, CTA 0"));
    const std::vector<WarpIterationPart> parts = iterationParts(*data, trace, *iteration);
    std::vector<std::string_view> names;
    for (const WarpIterationPart &part : parts)
      names.push_back(trace.string(trace.sliceNames()[part.slice.value]));
    QCOMPARE(names, (std::vector<std::string_view>{"tma load", "wait full", "mma"}));
    QVERIFY(parts[0].isFlight && !parts[1].isFlight);
    // The median of all 24 waits of this warp, counted anew.
    std::vector<int64_t> waits;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i)
      if (trace.row(trace.rowOf(SliceId(i))).track == trace.row(trace.rowOf(wait)).track &&
          trace.string(trace.sliceNames()[i]) == "wait full")
        waits.push_back(trace.sliceDurations()[i]);
    QCOMPARE(waits.size(), size_t{24});
    std::ranges::sort(waits);
    QCOMPARE(parts[1].difference->value, trace.sliceTime(wait).length().value - waits[11]);
  }

  void everySliceOfAnIterationLeadsToItAndToItsNeighbours() {
    const auto data = test::makeOverlapData();
    const Trace &trace = data->trace();
    const SliceId first = [&trace] {
      for (uint32_t i = 0; i < trace.sliceCount(); ++i)
        if (trace.string(trace.sliceNames()[i]) == "mma")
          return SliceId(i);
      return SliceId();
    }();
    SliceId at = first;
    for (size_t i = 0; i < 24; ++i) {
      const auto iteration = iterationOf(*data, trace, at);
      QVERIFY(iteration.has_value());
      QCOMPARE(iteration->index, i);
      QCOMPARE(trace.string(trace.sliceNames()[at.value]), std::string_view("mma"));
      const SliceId next = sliceOfNeighbour(*data, trace, *iteration, at, 1);
      QCOMPARE(next.isValid(), i + 1 < 24);
      if (next.isValid()) {
        QCOMPARE(sliceOfNeighbour(*data, trace, *iterationOf(*data, trace, next), next, -1), at);
        at = next;
      }
    }
    QVERIFY(
        !sliceOfNeighbour(*data, trace, *iterationOf(*data, trace, first), first, -1).isValid());
    QVERIFY(!iterationOf(*data, trace, SliceId()));
    QCOMPARE(medianDifferenceText(Picoseconds(0)), std::string("as the median"));
    QCOMPARE(medianDifferenceText(Picoseconds(-12'000)), std::string("-12.0 ns"));
  }

  void aFlightIsWaitedForFromTheLatestEnterOfABlockedWait() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    size_t blocked = 0, ready = 0;
    for (const analysis::AsyncOperation &operation : launch.operations) {
      const FlightMark *mark = data->markOf(operation.flight);
      QVERIFY(mark != nullptr);
      const TimeRange time = data->trace().sliceTime(operation.flight);
      if (operation.completion == analysis::Completion::ReadyBefore) {
        ++ready;
        QVERIFY(mark->isOpen);
        QCOMPARE(mark->waited, Picoseconds());
        continue;
      }
      ++blocked;
      QVERIFY(!mark->isOpen);
      Picoseconds latest = time.begin;
      for (uint32_t v = 0; v < operation.visitCount; ++v) {
        const auto &wait = launch.waits[launch.visits[operation.firstVisit + v].wait];
        if (wait.hasBlocked)
          latest = std::max(latest, data->trace().sliceTime(wait.slice).begin);
      }
      QCOMPARE(time.end - mark->waited, latest);
      QVERIFY(mark->waited > Picoseconds());
    }
    QVERIFY(blocked > 4 && ready > 4);
    QCOMPARE(data->markOf(launch.operations[0].issue), nullptr);
  }

  void arrowsGoFromTheIssueToEachWaitAndOnToWhatFollows() {
    const auto data = test::makeOverlapData();
    const Trace &trace = data->trace();
    const analysis::AsyncOperation &operation = data->launches()[0].operations[6];
    const auto arrows = data->arrowsOf(operation.flight);
    QCOMPARE(arrows.size(), size_t(4)); // two consumers
    for (size_t i = 0; i < arrows.size(); i += 2) {
      QCOMPARE(arrows[i].from.index, operation.issue.value);
      QCOMPARE(arrows[i].to, arrows[i + 1].from);
      const SliceId wait(arrows[i].to.index), next(arrows[i + 1].to.index);
      QCOMPARE(trace.string(trace.slice(wait).name), std::string_view("wait full"));
      QCOMPARE(trace.string(trace.slice(next).name), std::string_view("mma"));
      QCOMPARE(trace.slice(wait).track, trace.slice(next).track);
      QVERIFY(trace.sliceTime(next).begin >= trace.sliceTime(wait).end);
    }
    QCOMPARE(data->arrowsOf(SliceId(arrows[0].to.index)).size(), size_t(4));
    QVERIFY(data->arrowsOf(SliceId()).empty());
  }

  void lanesMarkWhatWasWaitedForAsRecordedInTheGoldenText() {
    const auto data = test::makeOverlapData(tiny());
    TimelineContent content(data->sharedTrace(), GroupingKind::CtaWarp);
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(data->trace().timeRange(), 500);
    scene.height = 300;
    scene.overlap = data.get();
    scene.selected = data->launches()[0].operations[1].flight;
    const auto arrows = data->arrowsOf(scene.selected);
    scene.flows = arrows;
    FixedTextMeasure measure(6);
    DrawList list;
    content.density().startFrame(SIZE_MAX);
    drawTracks(scene, measure, list);
    test::compareWithGolden("overlap-tracks.txt", list.toText());
  }

  /// Corrected warps are moved against each other, so nothing that compares them may follow: what
  /// was waited for is as long as recorded, where the flight is that long.
  void whatWasWaitedForIsAsLongAsRecordedInACorrectedTimeline() {
    test::OverlapSampleOptions options = tiny();
    options.recordingCost = RecordingCost{12, 3, 35, 40};
    const auto data = test::makeOverlapData(options);
    const auto shown = std::make_shared<const Trace>(correctRecordingCost(data->trace()));
    TimelineContent content(shown, GroupingKind::CtaWarp);
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(shown->timeRange(), 2000);
    scene.height = 300;
    scene.overlap = data.get();
    FixedTextMeasure measure(6);
    DrawList list;
    content.density().startFrame(SIZE_MAX);
    drawTracks(scene, measure, list);
    size_t partly = 0;
    for (const analysis::AsyncOperation &operation : data->launches()[0].operations) {
      const FlightMark *mark = data->markOf(operation.flight);
      const TimeRange time = shown->sliceTime(operation.flight);
      if (mark->waited <= Picoseconds())
        continue;
      partly += mark->waited < time.length();
      const float end = float(scene.viewport.pixelOf(time.end));
      const float begin =
          float(scene.viewport.pixelOf(time.end - std::min(mark->waited, time.length())));
      const bool isDrawn =
          std::ranges::any_of(list.layer(DrawLayer::Data).rects, [&](const DrawRect &rect) {
            return rect.corner == Corner::Square && rect.tint == 255 &&
                   std::abs(rect.rect.x - begin) <= 2 && std::abs(rect.rect.right() - end) <= 2;
          });
      QVERIFY2(isDrawn, qPrintable(QString("%1 to %2").arg(begin).arg(end)));
    }
    QVERIFY(partly > 0);
  }

  void aTraceWithoutOperationsHasNothingToMark() {
    test::OverlapSampleOptions none;
    none.steps = 0;
    const OverlapData data(test::makeOverlapTrace(none));
    QVERIFY(!data.firstWithOperations());
    QVERIFY(!data.missing().empty());
  }
};

QTEST_GUILESS_MAIN(OverlapDataTest)
#include "overlap_data_test.moc"
