// SPDX-License-Identifier: Apache-2.0
// The opening of traces: grouping, range, folds and levels by the shape of the trace.
#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"
#include "viewer/geometry/timeline/hit_test.h"
#include "viewer/geometry/timeline/opening_folds.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/geometry/timeline/trace_opening.h"

using namespace pstudio;

namespace {

constexpr int64_t kSecond = 1'000'000'000'000;
constexpr int64_t kHour = 3'600 * kSecond;
constexpr int64_t kMillisecond = kSecond / 1'000;

/// Builds traces of threads in few words.
class Recording {
public:
  TrackId track(TrackKind kind, const char *name, TrackId parent = TrackId(), int64_t rank = 0) {
    Track track;
    track.kind = kind;
    track.name = m_builder.intern(name);
    track.parent = parent;
    return m_builder.addTrack(track, rank);
  }
  void slice(TrackId track, int64_t begin, int64_t end, const std::string &name = "work") {
    SliceInput slice;
    slice.track = track;
    slice.name = m_builder.intern(name);
    slice.begin = Picoseconds(begin);
    slice.duration = Picoseconds(end - begin);
    m_builder.addSlice(slice);
  }
  /// Slices within each other.
  void stack(TrackId track, int64_t depth, int64_t length = 1'000'000) {
    for (int64_t i = 0; i < depth; ++i)
      slice(track, i, length - i, "level " + std::to_string(i));
  }
  /// 200 slices of 5 us, one every 10 us from `begin` on: 1.995 ms.
  void kernels(TrackId track, int64_t begin) {
    for (int64_t i = 0; i < 200; ++i)
      slice(track, begin + i * kMillisecond / 100, begin + i * kMillisecond / 100 + 5'000'000);
  }
  void instant(TrackId track, int64_t time) {
    Instant instant;
    instant.track = track;
    instant.name = m_builder.intern("mark");
    instant.time = Picoseconds(time);
    m_builder.addInstant(instant);
  }
  Trace finish() { return std::move(m_builder).finish(); }
  std::shared_ptr<const Trace> share() { return std::make_shared<const Trace>(finish()); }

private:
  TraceBuilder m_builder;
};

/// The visible lines: indent, "+" if folded, name, rows of their own and rows over each other.
std::string linesOf(const DisplayTree &tree, const TrackLayout &layout) {
  std::string text;
  for (const LayoutItem &item : layout.items()) {
    const DisplayNode &node = tree.node(item.node);
    text += std::string(2 * node.depth, ' ') + (item.isFolded ? "+ " : "") + node.label;
    if (item.rowCount > 1)
      text += " x" + std::to_string(item.rowCount);
    if (item.overlaidRows > 1)
      text += " over " + std::to_string(item.overlaidRows);
    text += "\n";
  }
  return text;
}

std::string openedLines(const Trace &trace, double height) {
  const DisplayTree tree(trace, openingGrouping(trace));
  return linesOf(tree, TrackLayout(trace, tree, foldsForHeight(trace, tree, height)));
}

/// Height of a heading, of a track with some levels.
double heading() {
  return static_cast<double>(LayoutMetrics().groupHeight);
}
double levels(int count) {
  const LayoutMetrics metrics;
  return static_cast<double>(2 * metrics.trackPadding - metrics.barGap) +
         count * static_cast<double>(metrics.barHeight + metrics.barGap);
}

TraceOpening openingWithSlice(int64_t begin, int64_t end) {
  Recording recording;
  const TrackId stream = recording.track(TrackKind::Thread, "stream 7");
  recording.kernels(stream, 0);
  recording.slice(recording.track(TrackKind::Thread, "other"), begin, end, "far");
  return openingOf(recording.finish());
}

bool showsKernels(TimeRange range) {
  return range.begin <= Picoseconds(0) && range.end >= Picoseconds(1'995'000'000) &&
         range.length() < Picoseconds(3 * kMillisecond);
}

} // namespace

class TraceOpeningTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void manyCtasOnAnSmAreGroupedByWarpNotAsAStaircase() {
    const auto groupingWith = [](int ctas) {
      Recording recording;
      const TrackId sm = recording.track(TrackKind::Sm, "SM 0");
      for (int i = 0; i < ctas; ++i) {
        const TrackId cta = recording.track(TrackKind::Cta, "CTA", sm, i);
        recording.slice(recording.track(TrackKind::Warp, "warp 0", cta), i * 100, i * 100 + 90);
      }
      return openingOf(recording.finish()).grouping;
    };
    QCOMPARE(groupingWith(16), GroupingKind::SmCtaWarp);
    QCOMPARE(groupingWith(17), GroupingKind::SmWarp);
  }

  void warpsAreGroupedBySmAndOtherTracesStayAsRecorded() {
    Recording warps, threads, single, empty;
    warps.stack(warps.track(TrackKind::Warp, "warp 0"), 2);
    threads.stack(threads.track(TrackKind::Thread, "a"), 2);
    threads.stack(threads.track(TrackKind::Thread, "b"), 2);
    single.stack(single.track(TrackKind::Thread, "a"), 2);
    empty.track(TrackKind::Process, "python3");
    const TraceOpening ofWarps = openingOf(warps.finish());
    QCOMPARE(ofWarps.shape, TraceShape::KernelRecords);
    QCOMPARE(ofWarps.grouping, GroupingKind::SmCtaWarp);
    QCOMPARE(openingOf(single.finish()).shape, TraceShape::OneThread);
    QCOMPARE(openingOf(empty.finish()).shape, TraceShape::Empty);
    const TraceOpening ofThreads = openingOf(threads.finish());
    QCOMPARE(ofThreads.shape, TraceShape::HostThreads);
    QCOMPARE(ofThreads.grouping, GroupingKind::AsRecorded);
    QVERIFY(ofThreads.line.empty());
  }

  void aLoneSliceFarAwayDoesNotSetTheRange() {
    const TraceOpening before = openingWithSlice(-23 * kHour, -23 * kHour + 1);
    QVERIFY(showsKernels(before.range));
    QCOMPARE(before.line, std::string("1 event lies 23 h before; Whole trace shows it"));
    const TraceOpening after = openingWithSlice(50 * kHour, 50 * kHour + 1);
    QVERIFY(showsKernels(after.range));
    QCOMPARE(after.line, std::string("1 event lies 2 days after; Whole trace shows it"));
    const TraceOpening longer = openingWithSlice(0, kHour);
    QVERIFY(showsKernels(longer.range));
    QCOMPARE(longer.line, std::string("1 event ends 60 min after; Whole trace shows it"));
    const TraceOpening earlier = openingWithSlice(-30 * kSecond, 5);
    QVERIFY(showsKernels(earlier.range));
    QCOMPARE(earlier.line, std::string("1 event begins 30.0 s before; Whole trace shows it"));
  }

  void instantsOnBothSidesAreCounted() {
    Recording recording;
    const TrackId thread = recording.track(TrackKind::Thread, "main");
    recording.kernels(thread, 0);
    for (const int64_t time : {-3 * kHour, -2 * kHour, 90 * kSecond})
      recording.instant(thread, time);
    const TraceOpening opening = openingOf(recording.finish());
    QVERIFY(showsKernels(opening.range));
    QCOMPARE(opening.line, std::string("2 events lie up to 3 h before, 1 event lies 90.0 s after; "
                                       "Whole trace shows them"));
    QCOMPARE(openingBadge(opening)->text, opening.line);
    QVERIFY(!openingBadge(TraceOpening()));
  }

  void ofFewSlicesOneCanBeFarAway() {
    const auto opening = [](const std::vector<int64_t> &begins, int64_t outer = 0) {
      Recording recording;
      const TrackId thread = recording.track(TrackKind::Thread, "main");
      for (const int64_t begin : begins)
        recording.slice(thread, begin, begin + 5);
      if (outer > 0)
        recording.slice(thread, 0, outer);
      return openingRangeOf(recording.finish());
    };
    QCOMPARE(opening({0, kHour, kHour + 10, kHour + 20}).range.begin.value, kHour - 25 / 8);
    QCOMPARE(opening({0, 10, 20, kHour}).range.end.value, 25 + 25 / 8);
    // Two have the same right, and slices at equal distances are no exceptions.
    QCOMPARE(opening({0, kHour}).part, OpeningPart::All);
    QCOMPARE(opening({0, 1'000, 2'000}).part, OpeningPart::All);
    QCOMPARE(opening({10, 20, 30}, kHour).part, OpeningPart::All); // a call with what it calls
    std::vector<int64_t> even;
    for (int64_t i = 0; i < 40; ++i)
      even.push_back(i * 1'000'000);
    QCOMPARE(opening(even).part, OpeningPart::All);
  }

  void theStepsOfAProfilerAreTheRange() {
    Recording recording;
    const TrackId thread = recording.track(TrackKind::Thread, "main");
    const TrackId stream = recording.track(TrackKind::Thread, "stream 7");
    recording.slice(thread, 0, 400'000, "profiler start");
    recording.slice(thread, 500'000, 600'000, "ProfilerStep#3");
    recording.slice(thread, 600'000, 690'000, "ProfilerStep#4");
    recording.slice(stream, 610'000, 700'000, "ProfilerStep#4");
    recording.slice(thread, 900'000, 990'000, "profiler stop");
    const Trace trace = recording.finish();
    const OpeningRange opening = openingRangeOf(trace);
    QCOMPARE(opening.part, OpeningPart::Steps);
    QCOMPARE(opening.range.begin.value, 500'000 - 4'000);
    QCOMPARE(opening.range.end.value, 700'000 + 4'000);
    QCOMPARE(openingOf(trace).line, std::string("1 event lies 496 ns before, 1 event lies 286 ns "
                                                "after; Whole trace shows them"));
  }

  void aDeepStackOpensAsManyLevelsAsFit() {
    Recording recording;
    const TrackId process = recording.track(TrackKind::Process, "python3");
    recording.stack(recording.track(TrackKind::Thread, "main", process), 60);
    recording.stack(recording.track(TrackKind::Thread, "stream 7",
                                    recording.track(TrackKind::Process, "GPU 0")),
                    1);
    const Trace trace = recording.finish();
    const double rest = 2 * heading() + levels(1);
    QCOMPARE(openedLines(trace, rest + levels(37)), std::string("python3\n"
                                                                "  main x37 over 24\n"
                                                                "GPU 0\n"
                                                                "  stream 7\n"));
    QCOMPARE(openedLines(trace, rest + levels(60)), std::string("python3\n"
                                                                "  main x60\n"
                                                                "GPU 0\n"
                                                                "  stream 7\n"));
    QCOMPARE(openedLines(trace, rest + levels(1)), std::string("python3\n"
                                                               "  + main over 60\n"
                                                               "GPU 0\n"
                                                               "  stream 7\n"));
  }

  void threadsShareTheHeight() {
    Recording recording;
    for (const auto &[name, depth] : {std::pair("a", 50), {"b", 3}, {"c", 40}})
      recording.stack(recording.track(TrackKind::Thread, name), depth);
    // Equal levels as long as a thread has them; the first one gets the odd level.
    QCOMPARE(openedLines(recording.finish(), levels(11) + levels(3) + levels(10)),
             std::string("a x11 over 40\n"
                         "b x3\n"
                         "c x10 over 31\n"));
  }

  void eventsOfAProcessDoNotHideItsThreads() {
    Recording recording;
    const TrackId process = recording.track(TrackKind::Process, "python3");
    recording.instant(process, 5);
    for (const char *name : {"a", "b"})
      recording.stack(recording.track(TrackKind::Thread, name, process), 30);
    QCOMPARE(openedLines(recording.finish(), levels(1) + 2 * levels(8)),
             std::string("python3\n"
                         "  a x8 over 23\n"
                         "  b x8 over 23\n"));
  }

  void aGroupThatDoesNotFitLeavesTheHeightToTheNext() {
    Recording recording;
    const auto addGroup = [&](const char *name, int threads, int depth) {
      const TrackId process = recording.track(TrackKind::Process, name);
      for (int i = 0; i < threads; ++i)
        recording.stack(
            recording.track(TrackKind::Thread, ("t" + std::to_string(i)).c_str(), process), depth);
    };
    addGroup("many", 40, 3);
    addGroup("few", 2, 9);
    const Trace trace = recording.finish();
    QCOMPARE(openedLines(trace, 2 * heading() + levels(6) + levels(5)),
             std::string("+ many\n"
                         "few\n"
                         "  t0 x6 over 4\n"
                         "  t1 x5 over 5\n"));
    // In a high window the group that does not fit is opened, which else would be half empty, and
    // in a low one, which else would show strips alone.
    QVERIFY(openedLines(trace, 50).starts_with("many\n  + t0 over 3\n"));
    QVERIFY(openedLines(trace, 900).starts_with("many\n  + t0 over 3\n"));
  }

  void processesWithoutDataAreHidden() {
    Recording recording;
    const TrackId process = recording.track(TrackKind::Process, "python3 (CPU)", TrackId(), 1);
    recording.stack(recording.track(TrackKind::Thread, "main", process), 1);
    for (const char *name : {"python3 (GPU 0)", "python3 (GPU 1)"})
      recording.track(TrackKind::Thread, "stream 7", recording.track(TrackKind::Process, name));
    recording.track(TrackKind::Warp, "warp 0");
    const Trace trace = recording.finish();
    const DisplayTree tree(trace, GroupingKind::AsRecorded);
    QCOMPARE(linesOf(tree, TrackLayout(trace, tree, FoldState(tree.size()))),
             std::string("warp 0\n"
                         "python3 (CPU)\n"
                         "  main\n"));
    Recording nothing;
    nothing.track(TrackKind::Process, "python3");
    QCOMPARE(openedLines(nothing.finish(), 100), std::string("python3\n"));
  }

  void theLastRowOfALimitedTrackShowsTheInnerLevels() {
    Recording recording;
    recording.stack(recording.track(TrackKind::Thread, "main"), 12);
    TimelineContent content(recording.share(), GroupingKind::AsRecorded);
    content.openForHeight(levels(5));
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(content.trace().timeRange(), 400);
    scene.height = 200;
    const auto nameAt = [&](int level) {
      const SliceId slice = hitTracks(scene, 200, levels(level) - 12).slice;
      return std::string(content.trace().string(content.trace().slice(slice).name));
    };
    QCOMPARE(nameAt(1), std::string("level 0"));
    QCOMPARE(nameAt(4), std::string("level 3"));
    QCOMPARE(nameAt(5), std::string("level 11"));
    DrawList list;
    scene.selected = SliceId(8); // the arrows of a selected slice start at its box
    drawTracks(scene, FixedTextMeasure(6), list);
    const float lastRow = content.layout().rowTop(content.layout().items()[0], 4);
    QVERIFY(std::ranges::any_of(list.layer(DrawLayer::Overlay).rects, [&](const DrawRect &rect) {
      return rect.outline == ColorToken::Selection && rect.rect.y == lastRow - 1;
    }));
    drawTrackLabels(scene, 184, FixedTextMeasure(6), list);
    const auto texts = list.layer(DrawLayer::Label).texts;
    QVERIFY(std::ranges::any_of(
        texts, [&](const DrawText &text) { return list.text(text) == "levels 5 to 12"; }));
    QVERIFY(hitLabels(scene, 60, levels(5) - 12).onLevels);
    QVERIFY(!hitLabels(scene, 60, levels(4) - 12).onLevels);

    content.openPathTo(TrackId(0), 3); // is visible
    QCOMPARE(content.layout().items()[0].rowCount, 5u);
    content.openPathTo(TrackId(0), 7);
    QCOMPARE(content.layout().items()[0].rowCount, 12u);
    content.setFolded(NodeId(0), true);
    content.setFolded(NodeId(0), false);
    QCOMPARE(content.layout().items()[0].rowCount, 12u);
  }

  void savedViewsKeepTheLevels() {
    Recording recording;
    recording.stack(recording.track(TrackKind::Thread, "main"), 12);
    const auto trace = recording.share();
    TimelineContent content(trace, GroupingKind::AsRecorded),
        other(trace, GroupingKind::AsRecorded);
    content.openForHeight(levels(5));
    const review::View view = savedView(content, trace->timeRange(), 0);
    applySavedView(view, 1'000, other);
    QCOMPARE(linesOf(other.tree(), other.layout()), std::string("main x5 over 8\n"));
    QVERIFY(savedView(other, trace->timeRange(), 0) == view);
  }

  void viewsThatWereSavedWithEmptyTracksKeepTheirFolds() {
    Recording recording;
    recording.track(TrackKind::Process, "empty");
    for (const char *name : {"a", "b"})
      recording.stack(recording.track(TrackKind::Thread, name), 4);
    const auto trace = recording.share();
    TimelineContent content(trace, GroupingKind::AsRecorded);
    content.setFolded(content.tree().nodeOf(TrackId(2)), true);
    review::View view = savedView(content, trace->timeRange(), 0);
    // As written when empty tracks had a line: fingerprint of "empty", "a", "b"; "b" folded.
    view.folds = {0xa116c810cc53d0fdu, {2, 1}};
    TimelineContent other(trace, GroupingKind::AsRecorded);
    applySavedView(view, 1'000, other);
    QCOMPARE(linesOf(other.tree(), other.layout()), std::string("a x4\n+ b over 4\n"));
  }
};

QTEST_GUILESS_MAIN(TraceOpeningTest)
#include "trace_opening_test.moc"
