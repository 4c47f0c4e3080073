// SPDX-License-Identifier: Apache-2.0
// Grouping, folding and layout of tracks.
#include <QtTest>
#include <map>
#include <set>
#include <string>

#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "viewer/geometry/timeline/opening_folds.h"
#include "viewer/geometry/timeline/opening_range.h"
#include "viewer/geometry/timeline/scope_colors.h"
#include "viewer/geometry/timeline/timeline_content.h"

using namespace pstudio;

namespace {

/// The visible lines as text: indent, name, content.
std::string linesOf(const DisplayTree &tree, const TrackLayout &layout) {
  static constexpr std::array<const char *, 4> kContents = {"", " bars", " lanes", " counter"};
  std::string text;
  for (const LayoutItem &item : layout.items()) {
    const DisplayNode &node = tree.node(item.node);
    text += std::string(2 * node.depth, ' ') + (item.isFolded ? "+ " : "") + node.label +
            kContents[static_cast<size_t>(item.content)];
    if (item.rowCount > 1)
      text += " x" + std::to_string(item.rowCount);
    if (item.overlaidRows > 1)
      text += " over " + std::to_string(item.overlaidRows);
    text += "\n";
  }
  return text;
}

std::string linesOf(const Trace &trace, GroupingKind kind, double height) {
  const DisplayTree tree(trace, kind);
  return linesOf(tree, TrackLayout(trace, tree, foldsForHeight(trace, tree, height)));
}

test::GpuTraceOptions tiny() {
  test::GpuTraceOptions options;
  options.ctasPerSm = 1;
  options.consumers = 1;
  options.steps = 2;
  return options;
}

/// Three launches whose begins are 10 us apart. Each has a slice on its stream and on the host's
/// track, and a warp of two depths.
Trace launchesBesideTheirStream() {
  TraceBuilder builder;
  const auto addTrack = [&](TrackKind kind, const char *name, TrackId parent, LaunchId launch) {
    Track track;
    track.kind = kind;
    track.name = builder.intern(name);
    track.parent = parent;
    track.launch = launch;
    return builder.addTrack(track);
  };
  const auto addSlice = [&](TrackId track, int64_t begin, int64_t length) {
    SliceInput slice;
    slice.track = track;
    slice.name = builder.intern("work");
    slice.begin = Picoseconds(begin);
    slice.duration = Picoseconds(length);
    builder.addSlice(slice);
  };
  const TrackId host = addTrack(TrackKind::Process, "host", TrackId(), LaunchId());
  const TrackId thread = addTrack(TrackKind::Thread, "main thread", host, LaunchId());
  const TrackId gpu = addTrack(TrackKind::Group, "GPU", TrackId(), LaunchId());
  const TrackId stream = addTrack(TrackKind::Async, "stream 7", gpu, LaunchId());
  int64_t begin = 0;
  for (const char *name : {"first", "second", "third"}) {
    Launch launch;
    launch.kernel = builder.intern(name);
    const LaunchId id = builder.addLaunch(launch);
    const TrackId kernel = addTrack(TrackKind::Launch, name, TrackId(), id);
    const TrackId warp = addTrack(TrackKind::Warp, "warp 0", kernel, id);
    addSlice(thread, begin - 1'000'000, 10'000);
    addSlice(stream, begin, 100'000);
    addSlice(warp, begin, 100'000);
    addSlice(warp, begin + 10'000, 50'000);
    begin += 10'000'000;
  }
  return std::move(builder).finish();
}

} // namespace

class ArrangementTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void smallTraceOpensOutAsRecorded() {
    QCOMPARE(linesOf(*test::makeGpuTrace(tiny()), GroupingKind::AsRecorded, 1'000),
             std::string("gemm_wgmma, launch 0\n"
                         "  SM 12\n"
                         "    CTA 0\n"
                         "      warp 0 TMA bars x2\n"
                         "        tma copy lanes x2\n"
                         "      warp 1 bars x2\n"
                         "  SM 13\n"
                         "    CTA 1\n"
                         "      warp 0 TMA bars x2\n"
                         "        tma copy lanes x2\n"
                         "      warp 1 bars x2\n"));
  }

  void groupsWithoutAnythingInTheOpeningTimeStayFolded() {
    const Trace trace = launchesBesideTheirStream();
    const DisplayTree tree(trace, GroupingKind::AsRecorded);
    const TimeRange second{Picoseconds(9'900'000), Picoseconds(10'100'000)};
    QCOMPARE(linesOf(tree, TrackLayout(trace, tree, foldsForHeight(trace, tree, 200, {}, second))),
             std::string("+ host\n"
                         "GPU\n"
                         "  stream 7 bars\n"
                         "+ first\n"
                         "second\n"
                         "  warp 0 bars x2\n"
                         "+ third\n"));
  }

  void largeTraceOpensItsFirstGroupsAndFoldsTheRest() {
    test::GpuTraceOptions options = tiny();
    options.sms = 6;
    QCOMPARE(linesOf(*test::makeGpuTrace(options), GroupingKind::AsRecorded, 260),
             std::string("gemm_wgmma, launch 0\n"
                         "  SM 12\n"
                         "    CTA 0\n"
                         "      warp 0 TMA bars x2\n"
                         "        tma copy lanes x2\n"
                         "      warp 1 bars x2\n"
                         "  + SM 13\n"
                         "  + SM 14\n"
                         "  + SM 15\n"
                         "  + SM 16\n"
                         "  + SM 17\n"));
  }

  void groupingBySmDropsASingleLaunch() {
    QCOMPARE(linesOf(*test::makeGpuTrace(tiny()), GroupingKind::CtaWarp, 1'000),
             std::string("CTA 0\n"
                         "  warp 0 TMA bars x2\n"
                         "    tma copy lanes x2\n"
                         "  warp 1 bars x2\n"
                         "CTA 1\n"
                         "  warp 0 TMA bars x2\n"
                         "    tma copy lanes x2\n"
                         "  warp 1 bars x2\n"));
  }

  void groupingByWarpPutsTheSameRoleSideBySide() {
    QCOMPARE(linesOf(*test::makeGpuTrace(tiny()), GroupingKind::WarpCta, 1'000),
             std::string("warp 0\n"
                         "  CTA 0 bars x2\n"
                         "    tma copy lanes x2\n"
                         "  CTA 1 bars x2\n"
                         "    tma copy lanes x2\n"
                         "warp 1\n"
                         "  CTA 0 bars x2\n"
                         "  CTA 1 bars x2\n"));
  }

  void everyTrackWithSlicesIsShownOnceInEveryGrouping() {
    const auto trace = test::makeGpuTrace();
    for (const GroupingKind kind : {GroupingKind::AsRecorded, GroupingKind::SmCtaWarp,
                                    GroupingKind::CtaWarp, GroupingKind::WarpCta}) {
      const DisplayTree tree(*trace, kind);
      std::vector<int> shown(trace->tracks().size(), 0);
      for (const DisplayNode &node : tree.nodes())
        if (node.track.isValid())
          ++shown[node.track.value];
      for (uint32_t i = 0; i < shown.size(); ++i)
        if (trace->tracks()[i].rowCount > 0) {
          QCOMPARE(shown[i], 1);
          QVERIFY(tree.nodeOf(TrackId(i)).isValid());
        }
    }
  }

  void tracksOutsideOfWarpsKeepTheirPlaceInEveryGrouping() {
    TraceBuilder build;
    Track process;
    process.kind = TrackKind::Process;
    process.name = build.intern("host");
    const TrackId parent = build.addTrack(process);
    Track thread;
    thread.kind = TrackKind::Thread;
    thread.number = 7;
    thread.parent = parent;
    SliceInput slice;
    slice.track = build.addTrack(thread);
    slice.name = build.intern("launch");
    slice.duration = Picoseconds(10);
    build.addSlice(slice);
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.number = 0;
    slice.track = build.addTrack(warp);
    build.addSlice(slice);
    const Trace trace = std::move(build).finish();
    QCOMPARE(linesOf(trace, GroupingKind::SmCtaWarp, 1'000),
             std::string("host\n  thread 7 bars\nwarp 0 bars\n"));
  }

  void whatStandsAboveTheKernelsStaysAboveTheirWarps() {
    TraceBuilder builder;
    const auto add = [&builder](TrackKind kind, const char *name, TrackId parent, int64_t rank) {
      Track track;
      track.kind = kind;
      track.name = builder.intern(name);
      track.parent = parent;
      track.number = 0;
      return builder.addTrack(track, rank);
    };
    const auto addSlice = [&builder](TrackId track) {
      SliceInput slice;
      slice.track = track;
      slice.name = builder.intern("work");
      slice.duration = Picoseconds(1000);
      builder.addSlice(slice);
    };
    const TrackId kernel = add(TrackKind::Kernel, "softmax", TrackId(), 0);
    const TrackId launch = add(TrackKind::Launch, "launch 0", kernel, 0);
    const TrackId cta = add(TrackKind::Cta, "CTA 0", launch, 0);
    addSlice(add(TrackKind::Warp, "warp 0", cta, 0));
    const TrackId after = add(TrackKind::Group, "after", TrackId(), 1);
    addSlice(after);
    const TrackId device = add(TrackKind::Group, "NVIDIA H200", TrackId(), -1);
    const TrackId context = add(TrackKind::Group, "context 1", device, 0);
    addSlice(add(TrackKind::Async, "stream 7", context, 0));
    const Trace trace = std::move(builder).finish();
    QCOMPARE(linesOf(trace, GroupingKind::CtaWarp, 1'000), std::string("NVIDIA H200, context 1\n"
                                                                       "  stream 7 bars\n"
                                                                       "CTA 0\n"
                                                                       "  warp 0 bars\n"
                                                                       "after bars\n"));
  }

  void aTraceThatIsMuchLongerThanItsLaunchesOpensAtThem() {
    const auto make = [](int64_t hostBegin, int64_t hostEnd) {
      TraceBuilder builder;
      Track warp;
      warp.kind = TrackKind::Warp;
      warp.launch = builder.addLaunch({});
      SliceInput slice;
      slice.track = builder.addTrack(warp);
      slice.name = builder.intern("work");
      slice.begin = Picoseconds(1000);
      slice.duration = Picoseconds(800);
      builder.addSlice(slice);
      Track host;
      host.kind = TrackKind::Thread;
      slice.track = builder.addTrack(host);
      slice.begin = Picoseconds(hostBegin);
      slice.duration = Picoseconds(hostEnd - hostBegin);
      builder.addSlice(slice);
      return std::move(builder).finish();
    };
    const Trace longer = make(-50'000, 9000);
    QCOMPARE(openingRange(longer).begin.value, 900);
    QCOMPARE(openingRange(longer).end.value, 1900);
    const Trace atTheEdge = make(950, 90'000);
    QCOMPARE(openingRange(atTheEdge).begin.value, 950);
    const Trace similar = make(500, 2500);
    QVERIFY(openingRange(similar) == similar.timeRange());
    const auto alone = test::makeGpuTrace(tiny());
    QVERIFY(openingRange(*alone) == alone->timeRange());
  }

  void ofLaunchesThatAreFarApartTheLongestAndThoseNearItAreShownAtFirst() {
    const auto make = [](const std::vector<std::pair<int64_t, int64_t>> &launches) {
      TraceBuilder builder;
      for (const auto &[begin, end] : launches) {
        Track warp;
        warp.kind = TrackKind::Warp;
        warp.launch = builder.addLaunch({});
        SliceInput slice;
        slice.track = builder.addTrack(warp);
        slice.name = builder.intern("work");
        slice.begin = Picoseconds(begin);
        slice.duration = Picoseconds(end - begin);
        builder.addSlice(slice);
      }
      return openingRange(std::move(builder).finish());
    };
    // A warm-up long before, and two launches close together.
    const TimeRange near = make({{0, 50}, {100'000, 100'800}, {101'000, 101'500}});
    QCOMPARE(near.begin.value, 100'000 - 1'500 / 8);
    QCOMPARE(near.end.value, 101'500); // no further than the trace
    const TimeRange all = make({{0, 500}, {1'000, 1'800}, {3'000, 3'500}});
    QVERIFY(all == (TimeRange{Picoseconds(0), Picoseconds(3'500)}));
  }

  void aTraceWithoutLaunchesOpensAtItsSlicesHoweverFarALoneInstantIs() {
    TraceBuilder builder;
    Track thread;
    thread.kind = TrackKind::Thread;
    SliceInput slice;
    slice.track = builder.addTrack(thread);
    slice.name = builder.intern("work");
    slice.begin = Picoseconds(1'000'000);
    slice.duration = Picoseconds(800);
    builder.addSlice(slice);
    Instant instant;
    instant.track = slice.track;
    instant.name = builder.intern("window");
    builder.addInstant(instant);
    const TimeRange opening = openingRange(std::move(builder).finish());
    QCOMPARE(opening.begin.value, 1'000'000 - 100);
    QCOMPARE(opening.end.value, 1'000'800);
  }

  void tracksThatShowNothingInARangeAreLeftOut() {
    TraceBuilder build;
    SliceInput slice;
    slice.name = build.intern("work");
    slice.duration = Picoseconds(10);
    for (int64_t i = 0; i < 3; ++i) {
      Track cta;
      cta.kind = TrackKind::Cta;
      cta.number = i;
      Track warp;
      warp.kind = TrackKind::Warp;
      warp.number = 0;
      warp.parent = build.addTrack(cta);
      slice.track = build.addTrack(warp);
      slice.begin = Picoseconds(i * 100);
      build.addSlice(slice);
    }
    const Trace trace = std::move(build).finish();
    const DisplayTree tree(trace, GroupingKind::AsRecorded,
                           TimeRange{Picoseconds(105), Picoseconds(200)});
    QCOMPARE(linesOf(tree, TrackLayout(trace, tree, FoldState(tree.size()))),
             std::string("CTA 1\n  warp 0 bars\n"));
    QVERIFY(!tree.nodeOf(TrackId(1)).isValid());
  }

  void tracksNestedVeryDeepAreShown() {
    TraceBuilder build;
    TrackId parent;
    for (int i = 0; i < 200'000; ++i) {
      Track track;
      track.kind = i % 2 == 0 ? TrackKind::Sm : TrackKind::Cta;
      track.parent = parent;
      parent = build.addTrack(track);
    }
    SliceInput slice;
    slice.track = parent;
    slice.name = build.intern("deep");
    slice.duration = Picoseconds(5);
    build.addSlice(slice);
    const auto trace = std::make_shared<const Trace>(std::move(build).finish());
    for (const GroupingKind kind : {GroupingKind::AsRecorded, GroupingKind::SmCtaWarp}) {
      TimelineContent content(trace, kind, trace->timeRange());
      content.openForHeight(500);
      QCOMPARE(content.tree().size(), size_t{200'000});
      QCOMPARE(content.tree().node(NodeId(0)).subtreeEnd, 200'000u);
    }
  }

  void launchesStayApartWhenThereAreSeveral() {
    TraceBuilder build;
    SliceInput slice;
    slice.name = build.intern("work");
    slice.duration = Picoseconds(10);
    for (int64_t i = 0; i < 2; ++i) {
      Track launch;
      launch.kind = TrackKind::Launch;
      launch.number = i;
      Track warp;
      warp.kind = TrackKind::Warp;
      warp.number = 3;
      warp.parent = build.addTrack(launch);
      slice.track = build.addTrack(warp);
      build.addSlice(slice);
    }
    const Trace trace = std::move(build).finish();
    QCOMPARE(linesOf(trace, GroupingKind::SmCtaWarp, 1'000),
             std::string("launch 0\n  warp 3 bars\nlaunch 1\n  warp 3 bars\n"));
  }

  void foldedTrackShowsAllDepthsInOneRow() {
    const auto trace = test::makeGpuTrace(tiny());
    TimelineContent content(trace, GroupingKind::CtaWarp);
    content.setFolded(NodeId(3), true);
    QCOMPARE(linesOf(content.tree(), content.layout()), std::string("CTA 0\n"
                                                                    "  warp 0 TMA bars x2\n"
                                                                    "    tma copy lanes x2\n"
                                                                    "  + warp 1 bars over 2\n"
                                                                    "CTA 1\n"
                                                                    "  warp 0 TMA bars x2\n"
                                                                    "    tma copy lanes x2\n"
                                                                    "  warp 1 bars x2\n"));
  }

  void linesLieBelowEachOtherWithoutGaps() {
    const auto trace = test::makeGpuTrace();
    const DisplayTree tree(*trace, GroupingKind::AsRecorded);
    const TrackLayout layout(*trace, tree, FoldState(tree.size()));
    double y = 0;
    for (size_t i = 0; i < layout.items().size(); ++i) {
      const LayoutItem &item = layout.items()[i];
      QCOMPARE(item.y, y);
      QCOMPARE(layout.firstEndingBelow(y), i);
      y += static_cast<double>(item.height);
    }
    QCOMPARE(layout.height(), y);
    QCOMPARE(layout.firstEndingBelow(y), layout.items().size());
  }

  void hiddenNodesAreFoundAtTheirFoldedGroup() {
    const auto trace = test::makeGpuTrace(tiny());
    TimelineContent content(trace, GroupingKind::CtaWarp);
    content.setFoldedBelow(NodeId(), true);
    QCOMPARE(content.layout().items().size(), size_t{2});
    QCOMPARE(content.layout().itemOf(content.tree(), NodeId(3)), size_t{0});
    QCOMPARE(content.layout().itemOf(content.tree(), NodeId(6)), size_t{1});
    content.openPathTo(content.tree().node(NodeId(6)).track);
    QVERIFY(content.layout().itemOf(content.tree(), NodeId(6)) > 1);
  }

  void clockIsThatOfTheTrackOrTheNearestOne() {
    const auto trace = test::makeGpuTrace(tiny());
    TimelineContent content(trace, GroupingKind::CtaWarp);
    QCOMPARE(content.tree().node(content.clockOwner(NodeId(2))).label, std::string("tma copy"));
    QCOMPARE(content.tree().node(content.clockOwner(NodeId(4))).label, std::string("warp 0 TMA"));
    QVERIFY(content.clockAt(NodeId(0)) != content.clockAt(NodeId(4)));
  }

  void timeZeroIsCycleZeroOfEveryClockThoughTheFirstRecordComesLater() {
    const auto trace = test::makeGpuTrace(tiny());
    QVERIFY(trace->timeRange().begin > Picoseconds(0));
    TimelineContent content(trace, GroupingKind::CtaWarp);
    const auto startsAtZero = [&] {
      for (uint32_t node = 0; node < content.tree().size(); ++node)
        if (const ClockLine *clock = content.clockAt(NodeId(node));
            clock && (clock->toCycles(Picoseconds(0)) != Cycles(0) ||
                      clock->toCycles(trace->timeRange().begin) <= Cycles(0)))
          return false;
      return content.clockAt(NodeId()) != nullptr;
    };
    QVERIFY(startsAtZero());
    content.setTimes(trace);
    QVERIFY(startsAtZero());
  }

  void scopeNamesOfATraceHaveDifferentColours() {
    const auto trace = test::makeGpuTrace();
    const ScopeColors colors(*trace);
    std::set<unsigned> used;
    const std::vector<ScopeTotal> totals = scopeTotals(*trace);
    for (const ScopeTotal &scope : totals)
      used.insert(colors.index(scope.name));
    QCOMPARE(totals.size(), size_t{8});
    QCOMPARE(used.size(), totals.size());
  }

  void namesInKernelsKeepTheirColoursWhenCallsOfTheDriverComeBeside() {
    const auto colorsOf = [](int calls) {
      TraceBuilder build;
      Track warp, host;
      warp.kind = TrackKind::Warp;
      warp.launch = build.addLaunch(Launch());
      const TrackId warpId = build.addTrack(warp), hostId = build.addTrack(host);
      const auto add = [&](TrackId track, const std::string &name, int64_t at) {
        SliceInput slice;
        slice.track = track;
        slice.name = build.intern(name);
        slice.begin = Picoseconds(at);
        slice.duration = Picoseconds(1);
        build.addSlice(slice);
      };
      for (int i = 0; i < calls; ++i)
        add(hostId, "a call " + std::to_string(i), i);
      for (int i = 0; i < 8; ++i)
        add(warpId, "scope " + std::to_string(i), i);
      const Trace trace = std::move(build).finish();
      const ScopeColors colors(trace);
      std::map<std::string, unsigned> byName;
      for (const StringId name : trace.sliceNames())
        byName[std::string(trace.string(name))] = colors.index(name);
      return byName;
    };
    const auto alone = colorsOf(0), beside = colorsOf(30);
    std::set<unsigned> ofScopes;
    for (const auto &[name, color] : alone) {
      QCOMPARE(beside.at(name), color);
      ofScopes.insert(color);
    }
    QCOMPARE(ofScopes.size(), size_t{8});
    for (const auto &[name, color] : beside)
      QVERIFY(alone.contains(name) || !ofScopes.contains(color));
  }

  void colourOfALoneNameComesFromItsSpellingOnly() {
    for (const char *name : {"mma", "load", "wait full"}) {
      TraceBuilder build;
      Track track;
      SliceInput slice;
      slice.track = build.addTrack(track);
      slice.name = build.intern(name);
      build.addSlice(slice);
      const Trace trace = std::move(build).finish();
      QCOMPARE(ScopeColors(trace).index(trace.sliceNames()[0]), preferredScopeColor(name));
      QVERIFY(preferredScopeColor(name) < kScopeHueCount);
    }
  }

  void totalsCountEverySlice() {
    const test::GpuTraceOptions options;
    const auto trace = test::makeGpuTrace(options);
    QCOMPARE(uint64_t{trace->sliceCount()}, test::gpuTraceSliceCount(options));
    uint64_t count = 0;
    for (const ScopeTotal &scope : scopeTotals(*trace))
      count += scope.count;
    QCOMPARE(count, test::gpuTraceSliceCount(options));
  }

  void totalsOfARangeAreOfWhatIsSeenThere() {
    TraceBuilder build;
    SliceInput slice;
    slice.track = build.addTrack(Track());
    const auto add = [&](const char *name, int64_t begin, int64_t length) {
      slice.name = build.intern(name);
      slice.begin = Picoseconds(begin);
      slice.duration = Picoseconds(length);
      build.addSlice(slice);
    };
    add("before", 0, 10);
    add("into it", 15, 10);
    add("inside", 30, 5);
    add("out of it", 38, 100);
    add("behind", 200, 10);
    const Trace trace = std::move(build).finish();
    const auto totals = scopeTotals(trace, TimeRange{Picoseconds(20), Picoseconds(40)});
    std::map<std::string, int64_t> seen;
    for (const ScopeTotal &total : totals)
      seen[std::string(trace.string(total.name))] = total.total.value;
    QVERIFY(
        (seen == std::map<std::string, int64_t>{{"into it", 5}, {"inside", 5}, {"out of it", 2}}));
  }
};

QTEST_GUILESS_MAIN(ArrangementTest)
#include "arrangement_test.moc"
