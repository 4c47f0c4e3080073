// SPDX-License-Identifier: Apache-2.0
// Which tracks are shown and pinned, how they are grouped, coloured and found again in another run.
#include <QtTest>

#include <string>

#include "core/trace/arg_names.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "viewer/geometry/timeline/line_drag.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/geometry/timeline/track_paths.h"
#include "viewer/geometry/timeline/track_settings.h"

using namespace pstudio;

namespace {

/// The visible lines: "| " before pinned ones, then indent and name.
std::string linesOf(const TimelineContent &content) {
  std::string text;
  for (const LayoutItem &item : content.layout().items()) {
    const DisplayNode &node = content.tree().node(item.node);
    text += (item.node.value < content.tree().pinnedEnd() ? "| " : "") +
            std::string(2 * node.depth, ' ') + (item.isFolded ? "+ " : "") + node.label + "\n";
  }
  return text;
}

test::GpuTraceOptions smallOptions() {
  test::GpuTraceOptions options;
  options.ctasPerSm = 1;
  options.consumers = 1;
  options.steps = 2;
  return options;
}

TrackId trackNamed(const Trace &trace, const std::string &path) {
  return tracksAt(trace, std::vector{path}).front();
}

constexpr const char *kWarp1OfCta1 = "gemm_wgmma > launch 0 > CTA 1 > warp 1";
constexpr const char *kWarp0OfCta0 = "gemm_wgmma > launch 0 > CTA 0 > warp 0 TMA";

} // namespace

class TrackChoiceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void init() {
    m_trace = test::makeGpuTrace(smallOptions());
    m_content = std::make_unique<TimelineContent>(m_trace, GroupingKind::SmCtaWarp);
  }

  void aFilterKeepsMatchesAndTheGroupsThatHoldThem() {
    filterBy("WARP 1");
    QCOMPARE(linesOf(*m_content), std::string("SM 12, CTA 0\n"
                                              "  warp 1\n"
                                              "SM 13, CTA 1\n"
                                              "  warp 1\n"));
    QCOMPARE(m_content->counts(), (TrackCounts{.all = 6, .shown = 2, .hidden = 0}));
  }

  void aMatchingGroupKeepsAllItsTracks() {
    filterBy("cta 1");
    QCOMPARE(linesOf(*m_content), std::string("SM 13, CTA 1\n"
                                              "  warp 0 TMA\n"
                                              "    tma copy\n"
                                              "  warp 1\n"));
  }

  void partsOfAFilterMatchFromTheRootOn() {
    filterBy("cta 0 > copy");
    QCOMPARE(linesOf(*m_content), std::string("SM 12, CTA 0\n"
                                              "  warp 0 TMA\n"
                                              "    tma copy\n"));
    filterBy("copy > cta 0");
    QCOMPARE(linesOf(*m_content), std::string());
  }

  void aNumberInAFilterIsMatchedAsAWhole() {
    QVERIFY(TrackFilter("warp 1").isMatch(TrackFilter("warp 1").matchedParts(0, "warp 1")));
    QVERIFY(!TrackFilter("warp 1").isMatch(TrackFilter("warp 1").matchedParts(0, "warp 12")));
    QVERIFY(TrackFilter("warp 1").isMatch(TrackFilter("warp 1").matchedParts(0, "warp 12 warp 1")));
    QVERIFY(TrackFilter("war").isMatch(TrackFilter("war").matchedParts(0, "warp 12")));
    QVERIFY(TrackFilter("  > ").isMatch(0));
  }

  void pinnedTracksComeFirstUnderTheirFullNameInTheirOrder() {
    TrackChoice choice;
    const TrackId first = trackNamed(*m_trace, kWarp1OfCta1);
    const TrackId second = trackNamed(*m_trace, kWarp0OfCta0);
    pinTracks(choice, *m_trace, std::vector{first, second, first});
    m_content->setChoice(choice);
    QCOMPARE(linesOf(*m_content), std::string("| CTA 1, warp 1\n"
                                              "| CTA 0, warp 0 TMA\n"
                                              "|   tma copy\n"
                                              "SM 12, CTA 0\n"
                                              "  warp 1\n"
                                              "SM 13, CTA 1\n"
                                              "  warp 0 TMA\n"
                                              "    tma copy\n"));
    QVERIFY(movePinned(choice, first, 1));
    QVERIFY(!movePinned(choice, first, 1));
    m_content->setChoice(choice);
    QVERIFY(linesOf(*m_content).starts_with("| CTA 0, warp 0 TMA\n|   tma copy\n| CTA 1, warp 1"));
    // A filter and another grouping leave them where they are.
    choice.filter = "no such track";
    m_content->setChoice(choice);
    m_content->setGrouping(GroupingKind::WarpCta);
    QCOMPARE(linesOf(*m_content), std::string("| CTA 0, warp 0 TMA\n"
                                              "|   tma copy\n"
                                              "| CTA 1, warp 1\n"));
    unpinTracks(choice, std::vector{first, second});
    QVERIFY(choice.pinned.empty());
  }

  void hiddenTracksAreCountedAndComeBackAtTheirPlaces() {
    const std::string before = linesOf(*m_content);
    TrackChoice choice;
    const TrackId warp = trackNamed(*m_trace, kWarp0OfCta0);
    pinTracks(choice, *m_trace, std::vector{warp});
    hideTracks(choice, *m_trace, std::vector{warp});
    QVERIFY(choice.pinned.empty());
    m_content->setChoice(choice);
    QCOMPARE(linesOf(*m_content), std::string("SM 12, CTA 0\n"
                                              "  warp 1\n"
                                              "SM 13, CTA 1\n"
                                              "  warp 0 TMA\n"
                                              "    tma copy\n"
                                              "  warp 1\n"));
    QCOMPARE(m_content->counts(), (TrackCounts{.all = 6, .shown = 4, .hidden = 2}));
    showHidden(choice);
    m_content->setChoice(choice);
    QCOMPARE(linesOf(*m_content), before);
    QVERIFY(m_content->choice().isEmpty());
  }

  void onlyAWarpOfAllCtasAndOnlyACta() {
    TrackChoice choice;
    choice.only = OnlyTracks{TrackKind::Warp, "warp 1"};
    m_content->setChoice(choice);
    QCOMPARE(linesOf(*m_content), std::string("SM 12, CTA 0\n  warp 1\nSM 13, CTA 1\n  warp 1\n"));
    QCOMPARE(m_content->counts().hidden, size_t{4});
    choice.only = OnlyTracks{TrackKind::Cta, "CTA 1"};
    m_content->setChoice(choice);
    QCOMPARE(linesOf(*m_content),
             std::string("SM 13, CTA 1\n  warp 0 TMA\n    tma copy\n  warp 1\n"));
  }

  void foldsAreKeptInEachGroupingAndAfterAFilter() {
    const NodeId sm =
        m_content->tree().node(m_content->tree().nodeOf(trackNamed(*m_trace, kWarp1OfCta1))).parent;
    m_content->setFolded(sm, true);
    const std::string folded = linesOf(*m_content);
    QVERIFY(folded.ends_with("+ SM 13, CTA 1\n"));
    for (const GroupingKind kind : allGroupings())
      m_content->setGrouping(kind);
    QVERIFY(m_content->setGrouping(GroupingKind::SmCtaWarp));
    QCOMPARE(linesOf(*m_content), folded);
    filterBy("warp 1");
    QVERIFY(linesOf(*m_content).ends_with("SM 13, CTA 1\n  warp 1\n"));
    m_content->setFoldedBelow(NodeId(), true);
    filterBy("");
    QCOMPARE(linesOf(*m_content), folded);
  }

  void groupingByKernelListsLaunchesAndCtas() {
    QCOMPARE(linesIn(GroupingKind::KernelCta), std::string("gemm_wgmma, launch 0\n"
                                                           "  CTA 0\n"
                                                           "    warp 0 TMA\n"
                                                           "      tma copy\n"
                                                           "    warp 1\n"
                                                           "  CTA 1\n"
                                                           "    warp 0 TMA\n"
                                                           "      tma copy\n"
                                                           "    warp 1\n"));
  }

  void groupingByRoleUsesTheNameOrElseTheScopesOfAWarp() {
    QCOMPARE(linesIn(GroupingKind::Role), std::string("TMA\n"
                                                      "  CTA 0, warp 0 TMA\n"
                                                      "    tma copy\n"
                                                      "  CTA 1, warp 0 TMA\n"
                                                      "    tma copy\n"
                                                      "epilogue, k loop, mma, wait full\n"
                                                      "  CTA 0, warp 1\n"
                                                      "  CTA 1, warp 1\n"));
  }

  void groupingByScopeHasARowForEachNameWithTheNumberOfWarpsInIt() {
    const std::string lines = linesIn(GroupingKind::Scope);
    QCOMPARE(std::count(lines.begin(), lines.end(), '\n'), 7);
    QVERIFY2(lines.starts_with("k loop\n") && lines.find("\ntma issue\n") != std::string::npos,
             lines.c_str());
    TimelineContent content(m_trace, GroupingKind::Scope);
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(m_trace->timeRange(), 300);
    content.density().startFrame(SIZE_MAX);
    const StringId loop = content.tree().nodes()[0].scope;
    std::vector<float> shares;
    content.density().curve(NodeId(0))->shares(*m_trace, scene.viewport, 1, shares);
    // Compared with the slices themselves, a column at a time.
    for (size_t column = 0; column < shares.size(); ++column) {
      const double begin = static_cast<double>(column), end = begin + 1;
      double busy = 0;
      for (uint32_t i = 0; i < m_trace->sliceCount(); ++i) {
        const TimeRange time = m_trace->sliceTime(SliceId(i));
        if (m_trace->sliceNames()[i] == loop)
          busy += std::max(0.0, std::min(end, scene.viewport.pixelOf(time.end)) -
                                    std::max(begin, scene.viewport.pixelOf(time.begin)));
      }
      QVERIFY(std::abs(busy / 2 - static_cast<double>(shares[column])) < 0.02);
    }
  }

  void anSmHeadingShowsWhichCtasLivedOnItWhen() {
    test::GpuTraceOptions options = smallOptions();
    options.ctasPerSm = 2;
    const auto trace = test::makeGpuTrace(options);
    TimelineContent content(trace, GroupingKind::SmWarp);
    const SmResidency residency(*trace, content.tree());
    std::string text;
    for (uint32_t i = 0; i < content.tree().size(); ++i)
      for (const ResidentCta &resident : residency.ctasOf(NodeId(i)))
        text += content.tree().nodes()[i].label + " lane " + std::to_string(resident.lane) + " " +
                trackLabel(*trace, resident.cta) + "\n";
    QCOMPARE(text, std::string("SM 12 lane 0 CTA 0\nSM 12 lane 1 CTA 2\n"
                               "SM 13 lane 0 CTA 1\nSM 13 lane 1 CTA 3\n"));
    // First begin to last end of the warps of CTA 0.
    TimeRange expected{Picoseconds(INT64_MAX), Picoseconds(INT64_MIN)};
    const TrackId cta = residency.ctasOf(NodeId(0))[0].cta;
    for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
      const Track &track = trace->track(trace->row(trace->rowOf(SliceId(i))).track);
      if (track.kind != TrackKind::Warp || track.parent != cta)
        continue;
      const TimeRange time = trace->sliceTime(SliceId(i));
      expected = {std::min(expected.begin, time.begin), std::max(expected.end, time.end)};
    }
    QCOMPARE(residency.ctasOf(NodeId(0))[0].time, expected);
    // Hidden warps of a CTA still were on the SM.
    TrackChoice choice;
    choice.only = OnlyTracks{TrackKind::Warp, "warp 1"};
    const ChosenTree chosen = chooseTracks(*trace, content.tree(), choice);
    QCOMPARE(SmResidency(*trace, chosen.tree).ctasOf(NodeId(0))[0].time, expected);
    // The lanes make the heading higher, and each bar has its lane.
    QCOMPARE(content.layout().items()[0].height, 34.0f);
    TimelineScene scene = content.scene();
    scene.viewport = Viewport::fit(trace->timeRange(), 600);
    scene.height = 400;
    DrawList list;
    drawTracks(scene, FixedTextMeasure(6), list);
    const std::string drawn = list.toText();
    for (const char *label : {"\"CTA 0\"", "\"CTA 1\"", "\"CTA 2\"", "\"CTA 3\""})
      QVERIFY2(drawn.find(label) != std::string::npos, label);
  }

  void pinnedLinesStayWhereTheyAreWhileTheOthersScroll() {
    TrackChoice choice;
    pinTracks(choice, *m_trace, std::vector{trackNamed(*m_trace, kWarp1OfCta1)});
    m_content->setChoice(choice);
    TimelineScene scene = m_content->scene();
    scene.viewport = Viewport::fit(m_trace->timeRange(), 600);
    scene.height = 200;
    scene.fixedHeight = m_content->layout().fixedHeight(200);
    const auto items = m_content->layout().items();
    QCOMPARE(scene.fixedHeight, items[1].y);
    scene.scrollY = 30;
    QCOMPARE(scene.screenTop(items[0]), 0.0);
    QCOMPARE(scene.screenTop(items[1]), items[1].y - 30);
    QCOMPARE(scene.itemAt(1), size_t{0});
    QCOMPARE(scene.itemAt(scene.fixedHeight + 1),
             m_content->layout().firstEndingBelow(scene.fixedHeight + 31));
    DrawList fixed, moved;
    drawFixedTracks(scene, FixedTextMeasure(6), fixed);
    scene.scrollY = 0;
    drawFixedTracks(scene, FixedTextMeasure(6), moved);
    QCOMPARE(fixed.toText(), moved.toText());
    QVERIFY(fixed.toText().find("mma") != std::string::npos);
    // The outline of a slice that has scrolled below them is not drawn over them.
    const Track &other = m_trace->track(trackNamed(*m_trace, kWarp0OfCta0));
    scene.selected = m_trace->row(other.firstRow).firstSlice;
    scene.scrollY = m_content->layout().items()[2].y - 4;
    drawFixedTracks(scene, FixedTextMeasure(6), fixed);
    QVERIFY(fixed.toText().find("outline selection") == std::string::npos);
    scene.selected = m_trace->row(m_trace->track(choice.pinned[0]).firstRow).firstSlice;
    drawFixedTracks(scene, FixedTextMeasure(6), fixed);
    QVERIFY(fixed.toText().find("outline selection") != std::string::npos);
    // A pane without room for all of them lets them scroll.
    QCOMPARE(m_content->layout().fixedHeight(20), 0.0);
  }

  void arrowsConnectPinnedAndOtherTracks() {
    TrackChoice choice;
    pinTracks(choice, *m_trace, std::vector{trackNamed(*m_trace, kWarp1OfCta1)});
    m_content->setChoice(choice);
    TimelineScene scene = m_content->scene();
    scene.viewport = Viewport::fit(m_trace->timeRange(), 600);
    scene.height = 300;
    scene.fixedHeight = m_content->layout().fixedHeight(300);
    std::vector<Flow> flows;
    for (const Flow &flow : m_trace->flows())
      if (m_trace->row(m_trace->rowOf(SliceId(flow.to.index))).track == choice.pinned.front())
        flows.push_back(flow);
    QVERIFY(!flows.empty());
    scene.flows = flows;
    DrawList fixed, rest;
    drawFixedTracks(scene, FixedTextMeasure(6), fixed);
    drawTracks(scene, FixedTextMeasure(6), rest);
    const auto &curves = rest.layer(DrawLayer::Overlay).curves;
    QCOMPARE(curves.size(), 2 * flows.size());
    QCOMPARE(fixed.layer(DrawLayer::Overlay).curves.size(), curves.size());
    QVERIFY(curves[0].points[1] > static_cast<float>(scene.fixedHeight)); // from below
    QVERIFY(curves[0].points[7] < static_cast<float>(scene.fixedHeight)); // into a pinned line
  }

  void pathsFindTracksOfAnotherRunThatPlacedItsCtasElsewhere() {
    const std::string path = trackPath(*m_trace, trackNamed(*m_trace, kWarp1OfCta1));
    QCOMPARE(path, std::string(kWarp1OfCta1));
    test::GpuTraceOptions options = smallOptions();
    options.sms = 1;
    options.ctasPerSm = 2; // CTA 1 on SM 12
    const auto other = test::makeGpuTrace(options);
    const TrackId found = trackNamed(*other, path);
    QVERIFY(found.isValid());
    QCOMPARE(trackPath(*other, found), path);
    QVERIFY(!trackNamed(*other, "gemm_wgmma > launch 0 > CTA 9 > warp 1").isValid());
  }

  void hiddenTracksAreStoredAsTheFewestPaths() {
    TrackChoice choice;
    std::vector<TrackId> all;
    for (uint32_t i = 0; i < m_trace->tracks().size(); ++i)
      if (m_trace->tracks()[i].kind == TrackKind::Warp)
        all.emplace_back(i);
    hideTracks(choice, *m_trace, std::vector{all[0], all[1]}); // both of CTA 0, alone on SM 12
    const auto topmost = topmostHidden(*m_trace, choice);
    QCOMPARE(topmost.size(), size_t{1});
    QCOMPARE(trackPath(*m_trace, topmost[0]), std::string("gemm_wgmma > launch 0 > SM 12"));
    hideTracks(choice, *m_trace, std::vector{all[2]});
    QCOMPARE(topmostHidden(*m_trace, choice).size(), size_t{2});
  }

  void coloursByDurationFollowTheMedianOfTheScope() {
    const auto trace = traceOfDurations(
        {{"work", 100}, {"work", 100}, {"work", 1'000}, {"work", 30}, {"rare", 1'000'000}});
    const SliceColors colors(*trace, ColorBy::Duration);
    const TrackId track = trace->row(RowId(0)).track;
    QCOMPARE(colors.fill(SliceId(0), track), levelFill(2)); // about the median
    QCOMPARE(colors.fill(SliceId(2), track), levelFill(6)); // 10 times
    QCOMPARE(colors.fill(SliceId(3), track), levelFill(0));
    QCOMPARE(colors.fill(SliceId(4), track), levelFill(2)); // long, but as always
    QCOMPARE(colors.legend().size(), size_t{kLevelCount + 1});
    QCOMPARE(colors.legend()[3].label, std::string("0.8 to 1.25"));
  }

  void slicesWithoutBothEndsHaveNoColourOfADuration() {
    TraceBuilder build;
    Track warp;
    warp.kind = TrackKind::Warp;
    SliceInput slice;
    slice.track = build.addTrack(warp);
    slice.name = build.intern("work");
    const auto add = [&](int64_t begin, int64_t length, uint8_t flags) {
      slice.begin = Picoseconds(begin);
      slice.duration = Picoseconds(length);
      slice.flags = flags;
      build.addSlice(slice);
    };
    add(0, 100, 0);
    add(200, 100, 0);
    add(400, 9'000, kSliceNoEnd);
    add(10'000, 9'000, kSliceNoStart);
    add(20'000, 9'000, kSliceNoEnd);
    const Trace trace = std::move(build).finish();
    const SliceColors colors(trace, ColorBy::Duration);
    const TrackId track = trace.row(RowId(0)).track;
    QCOMPARE(colors.fill(SliceId(0), track), levelFill(2)); // the bars count in no median
    QCOMPARE(colors.fill(SliceId(2), track), ColorToken::Density);
    QCOMPARE(colors.ink(SliceId(3), track), ColorToken::Text);
    QCOMPARE(colors.legend().back().label, std::string("begin or end not recorded"));
    QCOMPARE(scopeTotals(trace)[0].total, Picoseconds(200));
    QCOMPARE(scopeTotals(trace, TimeRange{Picoseconds(0), Picoseconds(15'000)})[0].total,
             Picoseconds(200));
  }

  void statesComeFromCategoriesAndElseFromNames() {
    const auto trace = traceOfDurations({{"mma", 10},
                                         {"wait full", 10},
                                         {"__syncthreads", 10},
                                         {"tma issue", 10},
                                         {"cp.async", 10}},
                                        std::string(kAsyncWaitCategory));
    const auto state = [&](uint32_t slice) { return sliceState(*trace, SliceId(slice)); };
    QCOMPARE(state(0), SliceState::Work);
    QCOMPARE(state(1), SliceState::Waiting);
    QCOMPARE(state(2), SliceState::Waiting);
    QCOMPARE(state(3), SliceState::Issue);
    QCOMPARE(state(4), SliceState::Waiting); // the category of the last one says so
    uint32_t flights = 0;
    for (uint32_t i = 0; i < m_trace->sliceCount(); ++i)
      flights += sliceState(*m_trace, SliceId(i)) == SliceState::InFlight;
    QCOMPARE(flights, 4u);
  }

  void coloursBySmRepeatAndSaySo() {
    test::GpuTraceOptions options = smallOptions();
    options.sms = 9;
    const auto trace = test::makeGpuTrace(options);
    const SliceColors colors(*trace, ColorBy::Sm);
    const auto fillOf = [&](const char *path) {
      const TrackId track = trackNamed(*trace, path);
      return colors.fill(trace->row(trace->track(track).firstRow).firstSlice, track);
    };
    QCOMPARE(fillOf("gemm_wgmma > launch 0 > CTA 0 > warp 1"), scopeFill(0));
    QCOMPARE(fillOf("gemm_wgmma > launch 0 > CTA 1 > warp 1"), scopeFill(1));
    QCOMPARE(fillOf("gemm_wgmma > launch 0 > CTA 8 > warp 1"), scopeFill(0));
    QCOMPARE(colors.legend()[0].label, std::string("9 SMs; the colours repeat every 8 SMs"));
  }

  void aColourChoiceReachesTheBarsAndGoesAgain() {
    TimelineScene scene = m_content->scene();
    const auto drawn = [&] {
      scene = m_content->scene();
      scene.viewport = Viewport::fit(m_trace->timeRange(), 600);
      scene.height = 300;
      DrawList list;
      drawTracks(scene, FixedTextMeasure(6), list);
      return list.toText();
    };
    const std::string byScope = drawn();
    QVERIFY(m_content->legend().empty());
    m_content->setColorBy(ColorBy::State);
    QVERIFY(drawn().find("async-exposed") != std::string::npos);
    QVERIFY(drawn().find(" scope") == std::string::npos);
    m_content->setColorBy(ColorBy::Scope);
    QCOMPARE(drawn(), byScope);
  }

  void heightsChangeLinesAndLowBarsHaveNoText() {
    const double normal = m_content->layout().height();
    m_content->setTrackHeight(TrackHeight::Compact);
    QVERIFY(m_content->layout().height() < normal);
    TimelineScene scene = m_content->scene();
    scene.viewport = Viewport::fit(m_trace->timeRange(), 2'000);
    scene.height = 300;
    DrawList list;
    drawTracks(scene, FixedTextMeasure(6), list);
    QVERIFY(list.layer(DrawLayer::Label).texts.empty());
    m_content->setTrackHeight(TrackHeight::Tall);
    QVERIFY(m_content->layout().height() > normal);
  }

  void movesOfTracksAndGroupsHoldInEachGroupingAndAreKept() {
    const DisplayTree &tree = m_content->tree();
    const TrackId warp0 = trackNamed(*m_trace, kWarp0OfCta0);
    const NodeId line = tree.nodeOf(warp0), group = tree.node(line).parent;
    TrackChoice choice;
    moveTrack(choice, moveOf(tree, line, NodeId()), siblingTracks(tree, line));
    moveTrack(choice, moveOf(tree, group, NodeId()), siblingTracks(tree, group));
    QCOMPARE(choice.moves.size(), size_t{2}); // of the warp, and of its group
    m_content->setChoice(choice);
    QCOMPARE(linesOf(*m_content), std::string("SM 13, CTA 1\n"
                                              "  warp 0 TMA\n"
                                              "    tma copy\n"
                                              "  warp 1\n"
                                              "SM 12, CTA 0\n"
                                              "  warp 1\n"
                                              "  warp 0 TMA\n"
                                              "    tma copy\n"));
    QCOMPARE(m_content->counts(), (TrackCounts{.all = 6, .shown = 6, .hidden = 0}));
    m_content->setGrouping(GroupingKind::CtaWarp);
    QVERIFY2(linesOf(*m_content).ends_with("CTA 0\n  warp 1\n  warp 0 TMA\n    tma copy\n"),
             linesOf(*m_content).c_str());
    m_content->setGrouping(GroupingKind::SmCtaWarp);
    // The last move of a line counts.
    const NodeId moved = m_content->tree().node(m_content->tree().nodeOf(warp0)).parent;
    const NodeId first(0);
    moveTrack(choice, moveOf(m_content->tree(), moved, first),
              siblingTracks(m_content->tree(), moved));
    QCOMPARE(choice.moves.size(), size_t{2});
    m_content->setChoice(choice);
    QVERIFY2(linesOf(*m_content).starts_with("SM 12, CTA 0\n  warp 1\n  warp 0"),
             linesOf(*m_content).c_str());
    // Kept by paths, for another trace of the kernel.
    TrackSettings settings;
    storeChoice(*m_trace, choice, settings);
    QCOMPARE(choiceOf(*test::makeGpuTrace(smallOptions()), settings).moves, choice.moves);
  }

  void aDraggedLineGoesBetweenItsSiblingsOnly() {
    TimelineScene scene = m_content->scene();
    scene.viewport = Viewport::fit(m_trace->timeRange(), 800);
    scene.height = 600;
    const DisplayTree &tree = m_content->tree();
    const NodeId warp0 = tree.nodeOf(trackNamed(*m_trace, kWarp0OfCta0));
    const NodeId warp1 =
        tree.nodeOf(trackNamed(*m_trace, "gemm_wgmma > launch 0 > CTA 0 > warp 1"));
    const auto itemOf = [&](NodeId node) -> const LayoutItem & {
      return m_content->layout().items()[m_content->layout().itemOf(tree, node)];
    };
    const LayoutItem &last = itemOf(warp1);
    const double bottom = last.y + static_cast<double>(last.height);
    QVERIFY(canMoveLine(tree, warp0));
    QVERIFY(!canMoveLine(tree, NodeId(warp0.value + 1))); // its only lane
    QCOMPARE(lineDropAt(scene, warp0, bottom - 1), (LineDrop{NodeId(), bottom}));
    QCOMPARE(lineDropAt(scene, warp1, itemOf(warp0).y + 1), (LineDrop{warp0, itemOf(warp0).y}));
    for (const double y : {itemOf(warp0).y + 1, last.y + 1, bottom + 100, -5.0})
      QVERIFY(!lineDropAt(scene, warp0, y)); // where it is, or another group
    QCOMPARE(siblingBeside(tree, warp0, 1), std::optional(NodeId()));
    QCOMPARE(siblingBeside(tree, warp0, -1), std::optional<NodeId>());
    QCOMPARE(siblingBeside(tree, warp1, -1), std::optional(warp0));
  }

private:
  void filterBy(const char *text) {
    TrackChoice choice;
    choice.filter = text;
    m_content->setChoice(choice);
  }
  std::string linesIn(GroupingKind kind) { return linesOf(TimelineContent(m_trace, kind)); }

  /// One warp with slices of these names and durations [ps], one after the other; the last has the
  /// category.
  static std::shared_ptr<const Trace>
  traceOfDurations(const std::vector<std::pair<std::string, int64_t>> &slices,
                   const std::string &lastCategory = {}) {
    TraceBuilder build;
    Track track;
    track.kind = TrackKind::Warp;
    track.number = 0;
    const TrackId warp = build.addTrack(track);
    int64_t at = 0;
    for (size_t i = 0; i < slices.size(); ++i) {
      SliceInput input;
      input.track = warp;
      input.name = build.intern(slices[i].first);
      input.begin = Picoseconds(at);
      input.duration = Picoseconds(slices[i].second);
      if (i + 1 == slices.size() && !lastCategory.empty())
        input.category = build.intern(lastCategory);
      build.addSlice(input);
      at += slices[i].second + 10;
    }
    return std::make_shared<const Trace>(std::move(build).finish());
  }

  std::shared_ptr<const Trace> m_trace;
  std::unique_ptr<TimelineContent> m_content;
};

QTEST_GUILESS_MAIN(TrackChoiceTest)
#include "track_choice_test.moc"
