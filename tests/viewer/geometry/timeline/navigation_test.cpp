// SPDX-License-Identifier: Apache-2.0
// Measuring and moving: edges, areas, neighbours, arrows, views that were left, typed times.
#include <QtTest>
#include <cmath>
#include <string>

#include "core/trace/trace_builder.h"
#include "viewer/geometry/timeline/area_drag.h"
#include "viewer/geometry/timeline/area_draw_list.h"
#include "viewer/geometry/timeline/edge_snap.h"
#include "viewer/geometry/timeline/flow_partners.h"
#include "viewer/geometry/timeline/frame_times.h"
#include "viewer/geometry/timeline/hit_test.h"
#include "viewer/geometry/timeline/path_draw_list.h"
#include "viewer/geometry/timeline/slice_walk.h"
#include "viewer/geometry/timeline/time_position.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/view_history.h"

using namespace pstudio;
using std::chrono::milliseconds;

namespace {

// Slices of the trace, by (track, depth, begin).
constexpr SliceId kLoop(0), kLoad(1), kMma(2), kSecondLoad(3), kSecondMma(4), kWait(5), kStore(6);

Picoseconds ps(int64_t value) {
  return Picoseconds(value);
}

/// Two warps of a CTA: a loop with two loads and two mma, and a wait for the first load with a
/// store after it and three instants. One cycle is 500 ps, cycle 100 is time 0.
class SmallTrace {
public:
  SmallTrace() {
    ClockLine line;
    line.cycleOrigin = Cycles(100);
    line.picosecondsPerCycle = 500;
    m_clock = m_build.addClock(line);
    const TrackId cta = add(TrackKind::Cta, "CTA 0", TrackId(), 0);
    const TrackId warp0 = add(TrackKind::Warp, "warp 0", cta, 0);
    m_warp1 = add(TrackKind::Warp, "warp 1", cta, 1);
    slice(warp0, "loop", 1'000, 9'000);
    const BuilderSlice load = slice(warp0, "load", 1'000, 2'000);
    slice(warp0, "mma", 2'500, 4'500);
    slice(warp0, "load", 5'000, 6'000);
    slice(warp0, "mma", 7'000, 9'000);
    const BuilderSlice wait = slice(m_warp1, "wait", 1'200, 6'100);
    const BuilderSlice store = slice(m_warp1, "store", 6'100, 8'000);
    m_build.addFlow(1, load, wait);
    m_build.addFlow(2, wait, store);
    instant("arrive", 3'000);
    instant("leave", 3'500);
    instant("arrive", 4'000);
  }
  std::shared_ptr<const Trace> finish() && {
    return std::make_shared<const Trace>(std::move(m_build).finish());
  }

private:
  TrackId add(TrackKind kind, const char *name, TrackId parent, int64_t number) {
    Track track;
    track.kind = kind;
    track.name = m_build.intern(name);
    track.parent = parent;
    track.number = number;
    track.clock = m_clock;
    return m_build.addTrack(track, number);
  }
  BuilderSlice slice(TrackId track, const char *name, int64_t begin, int64_t end) {
    SliceInput input;
    input.track = track;
    input.name = m_build.intern(name);
    input.begin = ps(begin);
    input.duration = ps(end - begin);
    return m_build.addSlice(input);
  }
  void instant(const char *name, int64_t time) {
    Instant instant;
    instant.track = m_warp1;
    instant.name = m_build.intern(name);
    instant.time = ps(time);
    m_build.addInstant(instant);
  }

  TraceBuilder m_build;
  ClockId m_clock;
  TrackId m_warp1;
};

EventRef sliceRef(SliceId slice) {
  return {EventRef::Kind::Slice, slice.value};
}

ViewState viewAt(int64_t begin, double scroll = 0) {
  const Viewport all = Viewport::fit({ps(0), ps(1'000'000)}, 1'000);
  return {all.showing({ps(begin), ps(begin + 1'000)}), scroll, nullptr};
}

std::string messageOf(const Result<Picoseconds> &result) {
  return result ? "accepted" : result.error().toString();
}

} // namespace

class NavigationTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void init() {
    m_trace = SmallTrace().finish();
    m_content = std::make_unique<TimelineContent>(m_trace, GroupingKind::CtaWarp);
    m_scene = m_content->scene();
    m_scene.viewport = Viewport::fit(m_trace->timeRange(), 816); // 10 ps a pixel
    m_scene.height = 400;
    m_scene.clock = m_trace->clock(ClockId(0));
  }

  // Edges.

  void anEdgeWithinSixPixelsAttractsAndOneFartherAwayDoesNot() {
    const double x = pixel(2'500);
    QCOMPARE(snappedTime(m_scene, x - 5, middleOf(1)).value, int64_t{2'500});
    QCOMPARE(snappedTime(m_scene, x + 5, middleOf(1)).value, int64_t{2'500});
    QCOMPARE(snappedTime(m_scene, x + 7, middleOf(1)), m_scene.viewport.timeAt(x + 7));
    QCOMPARE(snappedTime(m_scene, pixel(3'520), middleOf(2)).value, int64_t{3'500}); // an instant
  }

  void edgesOfTheLineUnderThePointerWinOverNearerOnesOfOtherLines() {
    const double x = pixel(6'058); // 5.8 pixels after a load, 4.2 before the end of the wait
    QCOMPARE(snappedTime(m_scene, x, middleOf(1)).value, int64_t{6'000});
    QCOMPARE(snappedTime(m_scene, x, middleOf(2)).value, int64_t{6'100});
    QCOMPARE(snappedTime(m_scene, x, std::nullopt).value, int64_t{6'100});
    // No edge of the line itself is near: those of others count.
    QCOMPARE(snappedTime(m_scene, pixel(1'230), middleOf(1)).value, int64_t{1'200});
  }

  void theNextEdgeIsThatOfAnyCoveredTrack() {
    const std::vector<TrackId> both = {trackOf(kLoop), trackOf(kWait)};
    const std::vector<TrackId> first = {trackOf(kLoop)};
    QCOMPARE(edgeAfter(*m_trace, both, ps(6'000), ps(1)), std::optional(ps(6'100)));
    QCOMPARE(edgeAfter(*m_trace, first, ps(6'000), ps(1)), std::optional(ps(7'000)));
    QCOMPARE(edgeAfter(*m_trace, both, ps(6'000), ps(101)), std::optional(ps(7'000)));
    QCOMPARE(edgeBefore(*m_trace, first, ps(6'000), ps(1)), std::optional(ps(5'000)));
    QCOMPARE(edgeBefore(*m_trace, both, ps(1'200), ps(1)), std::optional(ps(1'000)));
    QCOMPARE(edgeAfter(*m_trace, both, ps(9'000), ps(1)), std::nullopt);
    QCOMPARE(edgeBefore(*m_trace, both, ps(1'000), ps(1)), std::nullopt);
  }

  // Areas.

  void anAreaCoversTheTracksBetweenTwoHeightsInEitherDirection() {
    const auto tracks = [&](double y0, double y1) {
      return tracksBetween(m_content->tree(), m_content->layout(), y0, y1);
    };
    const std::vector<TrackId> both = {trackOf(kLoop), trackOf(kWait)};
    QCOMPARE(tracks(middleOf(1), middleOf(2)), both);
    QCOMPARE(tracks(middleOf(2), middleOf(0)), both);
    QCOMPARE(tracks(middleOf(2), 1e9), std::vector{trackOf(kWait)});
    // An open heading alone stands for what is below it, and so does a folded one.
    QVERIFY(std::includes(tracks(2, 4).begin(), tracks(2, 4).end(), both.begin(), both.end()));
    m_content->setFolded(m_content->layout().items()[0].node, true);
    QCOMPARE(m_content->layout().items().size(), size_t{1});
    const std::vector<TrackId> folded = tracks(2, 4);
    QVERIFY(std::includes(folded.begin(), folded.end(), both.begin(), both.end()));
    QVERIFY(showsAnyOf(m_content->tree(), m_content->layout().items()[0], both));
  }

  void aDragIsAnchoredInTimeAndContentWhileTheViewMoves() {
    AreaDrag drag(m_scene, pixel(2'500) + 3, middleOf(1), true);
    m_scene.viewport = m_scene.viewport.panned(100);
    m_scene.scrollY = 30;
    drag.moveTo(m_scene, pixel(4'500) - 3, middleOf(2) - 30, true);
    QCOMPARE(drag.range(), (TimeRange{ps(2'500), ps(4'500)}));
    QCOMPARE(drag.tracks().size(), size_t{2});
    drag.moveTo(m_scene, pixel(2'300), middleOf(1) - 30, false);
    QCOMPARE(drag.range(), (TimeRange{ps(2'300), ps(2'500)}));
    QCOMPARE(drag.tracks().size(), size_t{1});
  }

  void theBandLiesBelowTheSlicesOfItsLinesAndSaysItsLengthInNanosecondsAndCycles() {
    const std::vector<TrackId> tracks = {trackOf(kWait)};
    m_scene.area = AreaMark{{ps(2'500), ps(4'500)}, tracks, m_scene.clock};
    DrawList list;
    list.clear({0, 0, 816, 400});
    drawArea(m_scene, m_scene.itemAt(0), m_scene.layout->items().size(), FixedTextMeasure(), list);
    const DrawList::Layer &layer = list.layer(DrawLayer::Overlay);
    const DrawList::Layer &below = list.layer(DrawLayer::Grid);
    QCOMPARE(below.rects.size(), size_t{1}); // the band
    QCOMPARE(layer.rects.size(), size_t{1}); // its tag
    const LayoutItem &line = m_content->layout().items()[2];
    QCOMPARE(below.rects[0].rect, (PixelRect{static_cast<float>(pixel(2'500)),
                                             static_cast<float>(line.y), 200, line.height}));
    QCOMPARE(std::string(list.text(layer.texts[0])), std::string("2 ns, 4 cycles"));
    QVERIFY(layer.rects[0].rect.bottom() <= static_cast<float>(line.y)); // hides nothing
    QVERIFY(isInArea(m_scene, pixel(3'000), middleOf(2)));
    QVERIFY(!isInArea(m_scene, pixel(3'000), middleOf(1)));
    QVERIFY(!isInArea(m_scene, pixel(4'600), middleOf(2)));
  }

  void anAreaOverClocksOfDifferentRatesHasNoLengthInCycles() {
    TraceBuilder build;
    std::vector<TrackId> tracks;
    for (const double rate : {500.0, 500.1, 600.0}) {
      ClockLine line;
      line.picosecondsPerCycle = rate;
      Track warp;
      warp.kind = TrackKind::Warp;
      warp.name = build.intern("warp");
      warp.clock = build.addClock(line);
      tracks.push_back(build.addTrack(warp));
    }
    const Trace trace = std::move(build).finish();
    QCOMPARE(commonClock(trace, std::span(tracks).first(2)), trace.clock(ClockId(0)));
    QCOMPARE(commonClock(trace, tracks), nullptr);
    QCOMPARE(commonClock(trace, {}), nullptr);
    QCOMPARE(measuredText({ps(0), ps(2'000)}, nullptr), std::string("2 ns"));
  }

  // Neighbours.

  void neighboursOnARowHaveTheSameDepthAndEndWithTheRow() {
    QCOMPARE(besideOnRow(*m_trace, kMma, WalkDirection::Forward), kSecondLoad);
    QCOMPARE(besideOnRow(*m_trace, kMma, WalkDirection::Back), kLoad);
    QVERIFY(!besideOnRow(*m_trace, kLoad, WalkDirection::Back).isValid());
    QVERIFY(!besideOnRow(*m_trace, kSecondMma, WalkDirection::Forward).isValid());
    QVERIFY(!besideOnRow(*m_trace, kLoop, WalkDirection::Forward).isValid());
    QCOMPARE(besideOnTrack(*m_trace, InstantId(0), WalkDirection::Forward), InstantId(1));
    QVERIFY(!besideOnTrack(*m_trace, InstantId(2), WalkDirection::Forward).isValid());
  }

  void theNextInstanceHasTheSameName() {
    QCOMPARE(sameNameOnTrack(*m_trace, kLoad, WalkDirection::Forward), kSecondLoad);
    QCOMPARE(sameNameOnTrack(*m_trace, kSecondMma, WalkDirection::Back), kMma);
    QVERIFY(!sameNameOnTrack(*m_trace, kSecondLoad, WalkDirection::Forward).isValid());
    QVERIFY(!sameNameOnTrack(*m_trace, kWait, WalkDirection::Back).isValid());
    QCOMPARE(sameNameOnTrack(*m_trace, InstantId(0), WalkDirection::Forward), InstantId(2));
  }

  void theNeighbourRowHasTheSliceNearestInTime() {
    const auto beside = [&](SliceId slice, WalkDirection direction) {
      return onNeighbourRow(*m_trace, m_content->tree(), m_content->layout(), slice, direction);
    };
    QCOMPARE(beside(kLoop, WalkDirection::Forward), kSecondLoad); // 5,000 is its middle
    QCOMPARE(beside(kSecondMma, WalkDirection::Forward), kStore);
    QCOMPARE(beside(kStore, WalkDirection::Back), kSecondMma);
    QCOMPARE(beside(kWait, WalkDirection::Back), kMma); // 3,650
    QCOMPARE(beside(kMma, WalkDirection::Back), kLoop);
    QVERIFY(!beside(kLoop, WalkDirection::Back).isValid());
    QVERIFY(!beside(kStore, WalkDirection::Forward).isValid());
  }

  void theFirstChildIsInsideOfTheSlice() {
    QCOMPARE(firstInside(*m_trace, kLoop), kLoad);
    QVERIFY(!firstInside(*m_trace, kLoad).isValid());
    QVERIFY(!firstInside(*m_trace, kStore).isValid());
  }

  void withoutASelectionMovingBeginsAtTheFirstRowOnScreen() {
    QCOMPARE(sliceInSight(m_scene), kLoop);
    m_scene.scrollY = m_content->layout().items()[2].y;
    QCOMPARE(sliceInSight(m_scene), kWait);
  }

  // Arrows.

  void partnersAreThoseBeforeAndThoseAfter() {
    using Partners = std::vector<FlowPartner>;
    QCOMPARE(flowPartners(*m_trace, m_trace->flows(), sliceRef(kWait)),
             (Partners{{sliceRef(kLoad), true}, {sliceRef(kStore), false}}));
    QCOMPARE(flowPartners(*m_trace, m_trace->flows(), sliceRef(kStore)),
             (Partners{{sliceRef(kWait), true}}));
    // A copy in flight is no end of an arrow: its issue and its wait are its partners.
    QCOMPARE(flowPartners(*m_trace, m_trace->flows(), sliceRef(kMma)),
             (Partners{{sliceRef(kLoad), true}, {sliceRef(kWait), false}}));
    QVERIFY(flowPartners(*m_trace, {}, sliceRef(kWait)).empty());
  }

  // Views.

  void anotherArrangementOfTheLinesIsAStepOfItsOwn() {
    using std::chrono::milliseconds;
    const auto arranged = [](const char *filter, TrackHeight height) {
      TrackArrangement tracks;
      tracks.choice.filter = filter;
      tracks.height = height;
      ViewState state = viewAt(0);
      state.tracks = std::make_shared<const TrackArrangement>(std::move(tracks));
      return state;
    };
    ViewHistory history;
    const ViewState first = arranged("", TrackHeight::Normal);
    const ViewState tall = arranged("", TrackHeight::Tall);
    history.restart(first);
    history.record(tall, milliseconds(1'000));
    history.record(arranged("", TrackHeight::Compact), milliseconds(1'001));
    history.record(arranged("w", TrackHeight::Compact), milliseconds(1'002));
    history.record(arranged("wa", TrackHeight::Compact), milliseconds(1'003)); // typing goes on
    QCOMPARE(history.back()->tracks->choice.filter, std::string());
    QVERIFY(*history.back() == tall);
    QVERIFY(*history.back() == first);
    QVERIFY(!history.canGoBack());
  }

  void changesWithinHalfASecondAreOneStep() {
    ViewHistory history;
    history.restart(viewAt(0));
    QVERIFY(!history.back());
    history.record(viewAt(10), milliseconds(1'000));
    history.record(viewAt(20), milliseconds(1'400));
    history.record(viewAt(30), milliseconds(1'900)); // each within the pause of the one before
    history.record(viewAt(30, 48), milliseconds(2'401));
    QCOMPARE(history.back(), std::optional(viewAt(30)));
    QCOMPARE(history.back(), std::optional(viewAt(0)));
    QVERIFY(!history.back());
    QCOMPARE(history.forward(), std::optional(viewAt(30)));
    QCOMPARE(history.forward(), std::optional(viewAt(30, 48)));
    QVERIFY(!history.forward());
  }

  void aChangeAfterGoingBackForgetsWhatWasAheadAndIsAStepOfItsOwn() {
    ViewHistory history;
    history.restart(viewAt(0));
    history.record(viewAt(10), milliseconds(1'000));
    history.back();
    history.record(viewAt(50), milliseconds(1'010)); // soon after, but not the same movement
    QVERIFY(!history.canGoForward());
    QCOMPARE(history.back(), std::optional(viewAt(0)));
    for (int64_t i = 0; i < 2 * static_cast<int64_t>(ViewHistory::kMaxSteps); ++i)
      history.record(viewAt(100 + i), milliseconds(10'000 + 1'000 * i));
    size_t steps = 0;
    while (history.back())
      ++steps;
    QCOMPARE(steps, ViewHistory::kMaxSteps);
  }

  // Typed times.

  void typedTimesAreExactInEveryUnit() {
    const auto at = [this](const char *text) { return positionOf(text); };
    QCOMPARE(*at("1.25 us"), ps(1'250'000));
    QCOMPARE(*at("1,250 ns"), ps(1'250'000));
    QCOMPARE(*at(" 1250ns "), ps(1'250'000));
    QCOMPARE(*at("0.001 ms"), ps(1'000'000));
    QCOMPARE(*at(".5 \u00B5s"), ps(500'000));
    QCOMPARE(*at("0.0000005 s"), ps(500'000));
    QCOMPARE(*at("12345 ps"), ps(12'345));
    QCOMPARE(*at("0.0019 ns"), ps(1)); // below a picosecond is left out
    QCOMPARE(*at("110 cyc"), ps(5'000));
    QCOMPARE(*at("1,100 cycles"), ps(500'000));
  }

  void aSignMovesFromTheCurrentTimeAndAnEqualsSignMakesItAPosition() {
    QCOMPARE(*positionOf("+100ns"), ps(700'000));
    QCOMPARE(*positionOf("- 0.1 us"), ps(500'000));
    QCOMPARE(*positionOf("+10 cyc"), ps(605'000));
    QCOMPARE(*positionOf("=-20 ns"), ps(-20'000));
  }

  void wrongTimesAreExplained() {
    const auto explained = [this](const char *text, const char *word) {
      const std::string message = messageOf(positionOf(text));
      if (message.find(word) == std::string::npos)
        qWarning("%s: %s", text, message.c_str());
      return message.find(word) != std::string::npos;
    };
    QVERIFY(explained("", "not a time"));
    QVERIFY(explained("soon", "not a time"));
    QVERIFY(explained("12", "unit is missing"));
    QVERIFY(explained("12 min", "unknown unit \"min\""));
    QVERIFY(explained("1,5 us", "a comma separates thousands"));
    QVERIFY(explained("99999999999999999999 s", "too large"));
    QVERIFY(explained("10.5 cyc", "whole numbers"));
    QVERIFY(explained("1 s", "it lasts from -100 ns to 2,000 ns"));
    m_scene.clock = nullptr;
    QVERIFY(explained("12 cyc", "no cycle counter"));
  }

  // Frames.

  void percentileNinetyNineIsOfTheNewestFrames() {
    FrameTimes frames;
    QVERIFY(!frames.newest() && !frames.percentile99());
    frames.add(50);
    QCOMPARE(frames.percentile99(), std::optional(50.0));
    for (int i = 1; i <= 119; ++i)
      frames.add(i < 119 ? 1 : 9);
    QCOMPARE(frames.count(), FrameTimes::kKept);
    QCOMPARE(frames.newest(), std::optional(9.0));
    QCOMPARE(frames.percentile99(), std::optional(9.0)); // the second slowest of 120
    frames.add(2);                                       // replaces the 50
    QCOMPARE(frames.percentile99(), std::optional(2.0));
  }

  // Merged columns.

  void aMergedColumnCountsItsSlicesAndStandsForTheLongestOfItsName() {
    TraceBuilder build;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = build.intern("warp 0");
    SliceInput slice;
    slice.track = build.addTrack(warp);
    slice.name = build.intern("wait");
    for (const auto &[begin, length] :
         {std::pair{0, 400'000}, {400'002, 6}, {400'010, 80}, {400'100, 20}, {401'000, 400'000}}) {
      slice.begin = ps(begin);
      slice.duration = ps(length);
      build.addSlice(slice);
    }
    TimelineContent content(std::make_shared<const Trace>(std::move(build).finish()),
                            GroupingKind::AsRecorded);
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(content.trace().timeRange(), 800);
    scene.height = 100;
    const TimelineHit hit = hitTracks(scene, scene.viewport.pixelOf(ps(400'050)), 10);
    QCOMPARE(hit.merged, uint32_t{3});
    QCOMPARE(hit.slice, SliceId(2));
    QCOMPARE(hitTracks(scene, 100, 10).merged, uint32_t{1});
  }

private:
  double pixel(int64_t time) const { return m_scene.viewport.pixelOf(ps(time)); }
  /// The middle of a line, in the content.
  double middleOf(size_t line) const {
    const LayoutItem &item = m_content->layout().items()[line];
    return item.y + static_cast<double>(item.height) / 2;
  }
  TrackId trackOf(SliceId slice) const { return m_trace->row(m_trace->rowOf(slice)).track; }
  Result<Picoseconds> positionOf(const char *text) const {
    return parseTimePosition(text, {ps(600'000), m_scene.clock, {ps(-100'000), ps(2'000'000)}});
  }

  std::shared_ptr<const Trace> m_trace;
  std::unique_ptr<TimelineContent> m_content;
  TimelineScene m_scene;

  void aPathIsALineOnEachTrackAndOneAcrossAtEachChange() {
    const auto trace = std::move(SmallTrace()).finish();
    TimelineContent content(trace, GroupingKind::AsRecorded);
    const TrackId warp0 = trace->row(trace->rowOf(kLoop)).track;
    const TrackId warp1 = trace->row(trace->rowOf(kWait)).track;
    content.setPath({{warp0, {ps(1'000), ps(2'000)}},
                     {warp0, {ps(2'000), ps(4'000)}}, // the same line goes on
                     {warp1, {ps(4'000), ps(8'000)}}});
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(trace->timeRange(), 800);
    scene.height = 400;
    DrawList list;
    list.clear({0, 0, 800, 400});
    drawPath(scene, 0, content.layout().items().size(), list);
    const auto &rects = list.layer(DrawLayer::Overlay).rects;
    QCOMPARE(rects.size(), size_t{3});
    const auto pixel = [&](int64_t time) {
      return static_cast<float>(std::floor(scene.viewport.pixelOf(ps(time))));
    };
    const auto bottom = [&](TrackId track) {
      const LayoutItem &item =
          content.layout()
              .items()[content.layout().itemOf(content.tree(), content.tree().nodeOf(track))];
      return static_cast<float>(item.y) + item.height;
    };
    QCOMPARE(rects[0].rect.x, pixel(1'000));
    QCOMPARE(rects[0].rect.right(), pixel(4'000));
    QCOMPARE(rects[0].rect.bottom(), bottom(warp0));
    QCOMPARE(rects[1].rect.x, pixel(4'000));
    QCOMPARE(rects[1].rect.bottom(), bottom(warp1) - 3);
    QCOMPARE(rects[2].rect.right(), pixel(8'000));
    QCOMPARE(rects[2].rect.bottom(), bottom(warp1));

    // Of a folded CTA all pieces lie on its line; outside of the visible range there is nothing.
    content.setFoldedBelow(NodeId(), true);
    scene = content.scene();
    scene.height = 400;
    scene.viewport = Viewport::fit(trace->timeRange(), 800);
    list.clear({0, 0, 800, 400});
    drawPath(scene, 0, content.layout().items().size(), list);
    QCOMPARE(list.layer(DrawLayer::Overlay).rects.size(), size_t{1});
    scene.viewport = scene.viewport.showing({ps(8'500), ps(9'000)});
    list.clear({0, 0, 800, 400});
    drawPath(scene, 0, content.layout().items().size(), list);
    QVERIFY(list.layer(DrawLayer::Overlay).rects.empty());
  }
};

QTEST_GUILESS_MAIN(NavigationTest)
#include "navigation_test.moc"
