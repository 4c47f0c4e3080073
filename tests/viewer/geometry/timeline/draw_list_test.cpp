// SPDX-License-Identifier: Apache-2.0
// The drawing of the panes as text, its number of rectangles, and the slice under the pointer.
#include <QtTest>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/access/launch_accesses.h"
#include "core/trace/arg_names.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "tests/support/wave_trace.h"
#include "tests/viewer/golden_text.h"
#include "viewer/geometry/timeline/hit_test.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261123;

test::GpuTraceOptions tiny() {
  test::GpuTraceOptions options;
  options.sms = 1;
  options.ctasPerSm = 1;
  options.consumers = 1;
  options.steps = 2;
  return options;
}

/// A content with a scene of 400 x 300 pixels over the whole trace.
struct Stage {
  std::shared_ptr<const Trace> trace;
  TimelineContent content;
  TimelineScene scene;
  DrawList list;
  FixedTextMeasure measure{6};

  explicit Stage(std::shared_ptr<const Trace> t, GroupingKind kind = GroupingKind::CtaWarp)
      : trace(std::move(t)), content(trace, kind), scene(content.scene()) {
    scene.viewport = Viewport::fit(trace->timeRange(), 400);
    scene.height = 300;
    content.density().startFrame(SIZE_MAX);
  }
  const DrawList &tracks() {
    drawTracks(scene, measure, list);
    return list;
  }
};

SliceId sliceNamed(const Trace &trace, std::string_view name) {
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.sliceNames()[i]) == name)
      return SliceId(i);
  return SliceId();
}

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

} // namespace

class DrawListTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aWarpThatRecordedNothingIsNoHeading() {
    TraceBuilder build;
    Track cta, warp;
    cta.kind = TrackKind::Cta;
    cta.name = build.intern("CTA 0");
    warp.kind = TrackKind::Warp;
    warp.parent = build.addTrack(cta);
    SliceInput slice;
    for (const char *name : {"warp 0", "warp 1"}) {
      warp.name = build.intern(name);
      const TrackId id = build.addTrack(warp);
      if (!slice.track.isValid())
        slice.track = id;
    }
    slice.name = build.intern("load");
    slice.duration = Picoseconds(1000);
    build.addSlice(slice);
    Stage stage(std::make_shared<const Trace>(std::move(build).finish()));
    stage.list.clear({0, 0, 160, 300});
    drawTrackLabels(stage.scene, 160, stage.measure, stage.list);
    std::map<std::string, const DrawText *> labels;
    for (const DrawText &text : stage.list.layer(DrawLayer::Label).texts)
      labels[std::string(stage.list.text(text))] = &text;
    QVERIFY(labels.contains("CTA 0") && labels.contains("warp 0") && labels.contains("warp 1"));
    QCOMPARE(labels["CTA 0"]->font, FontRole::BodyBold);
    QCOMPARE(labels["warp 0"]->font, FontRole::Body);
    QCOMPARE(labels["warp 0"]->color, ColorToken::Text);
    QCOMPARE(labels["warp 1"]->font, FontRole::Body);
    QCOMPARE(labels["warp 1"]->color, ColorToken::TextMuted);
  }

  void textsOfNotesAvoidEachOtherAndStayInThePane() {
    Stage stage(test::makeGpuTrace(tiny()));
    std::vector<NoteMark> notes;
    for (const int pixel : {40, 44, 48, 240, 396}) {
      const Picoseconds at = stage.scene.viewport.timeAt(pixel);
      notes.push_back({{at, at}, ColorToken::Caution, false, "every warp waits here"});
    }
    stage.scene.notes = notes;
    std::vector<PixelRect> boxes;
    for (const DrawText &text : stage.tracks().layer(DrawLayer::Overlay).texts)
      if (stage.list.text(text) == "every warp waits here")
        boxes.push_back(text.box);
    QCOMPARE(boxes.size(), size_t{5});
    for (size_t i = 0; i < boxes.size(); ++i) {
      QVERIFY(boxes[i].x >= 0 && boxes[i].x + boxes[i].width <= 400);
      for (size_t k = 0; k < i; ++k)
        QVERIFY(boxes[i].x >= boxes[k].right() || boxes[k].x >= boxes[i].right() ||
                std::fabs(boxes[i].y - boxes[k].y) >= boxes[i].height);
    }
    QCOMPARE(boxes[3].y, boxes[0].y); // there is room beside the first one
  }

  void theExtentOfAnIterationHasBothEdges() {
    Stage stage(test::makeGpuTrace(tiny()));
    const auto lines = [&stage] {
      size_t found = 0;
      for (const DrawLine &line : stage.tracks().layer(DrawLayer::Overlay).lines)
        found += line.color == ColorToken::Accent && !line.dashed && line.x0 == line.x1;
      return found;
    };
    const size_t before = lines();
    const TimeRange all = stage.trace->timeRange();
    stage.scene.iteration = all;
    QCOMPARE(lines(), before + 2);
    stage.scene.iteration =
        TimeRange{all.end + all.length(), all.end + all.length() + all.length()};
    QCOMPARE(lines(), before); // out of sight
  }

  void wavesOfSixtyFourLanesAreDrawnOnceEach() {
    const auto blocks = test::makeWaveBlocks(record::Granularity::Warp);
    TraceBuilder build;
    QVERIFY(record::decodeLaunch(test::waveCapture(blocks), build));
    Stage stage(std::make_shared<const Trace>(std::move(build).finish()));
    stage.scene.height = 2000;
    stage.list.clear({0, 0, 160, 2000});
    drawTrackLabels(stage.scene, 160, stage.measure, stage.list);
    std::map<std::string, int> labels;
    for (const DrawText &text : stage.list.layer(DrawLayer::Label).texts)
      ++labels[std::string(stage.list.text(text))];
    for (uint32_t wave = 0; wave < test::kWavesPerCta; ++wave)
      QCOMPARE(labels["warp " + std::to_string(wave)], int(test::kWaveCtas));
    QVERIFY(!labels.contains("warp " + std::to_string(test::kWavesPerCta)));
    const std::string drawn = stage.tracks().toText();
    QCOMPARE(count(drawn, "\"tile\""), size_t{test::kWaveCtas * test::kWavesPerCta});
    QCOMPARE(count(drawn, "\"part\""), size_t{test::kWaveCtas * test::kWavesPerCta});
  }

  void tracksOfASmallTraceAreDrawnAsRecordedInTheGoldenText() {
    Stage stage(test::makeGpuTrace(tiny()));
    test::compareWithGolden("tracks.txt", stage.tracks().toText());
  }

  void selectionFlowAndCursorLieAboveTheTracks() {
    Stage stage(test::makeGpuTrace(tiny()));
    stage.scene.selected = sliceNamed(*stage.trace, "wait full");
    stage.scene.hovered = sliceNamed(*stage.trace, "epilogue");
    stage.scene.cursorX = 120.4;
    const std::vector<Flow> flows =
        flowsAt(*stage.trace, {EventRef::Kind::Slice, stage.scene.selected.value});
    QCOMPARE(flows.size(), size_t{1});
    stage.scene.flows = flows;
    const std::string text = stage.tracks().toText();
    test::compareWithGolden("overlay.txt", text.substr(text.find("overlay ")));
  }

  void labelsRulerAndMinimapAreDrawnAsRecordedInTheGoldenText() {
    Stage stage(test::makeGpuTrace(tiny()), GroupingKind::AsRecorded);
    stage.scene.clock = stage.content.clockAt(NodeId());
    std::string text;
    drawTrackLabels(stage.scene, 160, stage.measure, stage.list);
    text += "labels\n" + stage.list.toText();
    drawRuler(stage.scene, 36, stage.measure, stage.list);
    text += "ruler\n" + stage.list.toText();
    stage.scene.viewport = stage.scene.viewport.zoomed(4, 100);
    drawMinimap(stage.scene, Viewport::fit(stage.trace->timeRange(), 60), 40, stage.list);
    text += "minimap\n" + stage.list.toText();
    test::compareWithGolden("frame.txt", text);
  }

  void cyclesOfTheRulerNeverOverlap() {
    Stage stage(test::makeGpuTrace(tiny()), GroupingKind::AsRecorded);
    stage.measure = FixedTextMeasure(9);
    stage.scene.viewport = Viewport::fit(stage.trace->timeRange(), 1600);
    ClockLine clock = *stage.content.clockAt(NodeId());
    for (const int64_t start : {int64_t{0}, int64_t{48'586'791'507}}) {
      clock.cycleOrigin = Cycles(start);
      stage.scene.clock = &clock;
      drawRuler(stage.scene, 36, stage.measure, stage.list);
      float end = 0;
      size_t labels = 0;
      for (const DrawText &text : stage.list.layer(DrawLayer::Label).texts)
        if (text.font == FontRole::MonoSmall) {
          QVERIFY(text.box.x > end);
          end = text.box.right();
          ++labels;
        }
      QVERIFY(labels >= 2);
    }
  }

  void timesOfTheRulerNeverOverlap() {
    Stage stage(test::makeGpuTrace(tiny()), GroupingKind::AsRecorded);
    stage.measure = FixedTextMeasure(9);
    const TimeRange far{Picoseconds(3'987'654'321'012'345'678),
                        Picoseconds(3'987'654'321'012'445'678)};
    stage.scene.viewport = Viewport::fit(far, 1600);
    drawRuler(stage.scene, 36, stage.measure, stage.list);
    float end = 0;
    size_t labels = 0;
    for (const DrawText &text : stage.list.layer(DrawLayer::Label).texts)
      if (text.font == FontRole::Mono) {
        QVERIFY(text.box.x > end);
        end = text.box.right();
        ++labels;
      }
    QVERIFY(labels >= 2);
  }

  void warpsThatOnlyAccessMemoryShowTheirAccesses() {
    memory::AccessTable table;
    QVERIFY(table.addSite({}).has_value());
    TraceBuilder build;
    Launch launch;
    launch.grid = {1, 1, 1};
    const LaunchId id = build.addLaunch(launch);
    Track track;
    track.launch = id;
    track.kind = TrackKind::Cta;
    track.number = 0;
    track.parent = build.addTrack(track);
    track.kind = TrackKind::Warp;
    for (uint32_t warp = 0; warp < 2; ++warp) {
      track.number = warp;
      build.addTrack(track);
      QVERIFY(table.beginWarp(0, warp).has_value());
      // The accesses of the second warp are not in order, which is possible in a file.
      for (const int64_t time : {0, warp == 0 ? 10'000 : 90'000, warp == 0 ? 90'000 : 10'000})
        table.addAffine(0, Picoseconds(time), 1, 0, 0);
    }
    build.launchAt(id).accesses = std::make_shared<const memory::LaunchAccesses>(
        memory::LaunchAccesses{std::move(table), {}, {}, {}});
    Stage stage(std::make_shared<const Trace>(std::move(build).finish()));
    std::map<float, std::set<float>> strokes; // by line
    for (const DrawRect &rect : stage.tracks().layer(DrawLayer::Data).rects)
      strokes[rect.rect.y].insert(rect.rect.x);
    QCOMPARE(strokes.size(), size_t{2});
    QCOMPARE(strokes.begin()->second.size(), size_t{3});
    QVERIFY(strokes.begin()->second == strokes.rbegin()->second);
    const auto left = static_cast<float>(stage.scene.viewport.pixelOf(Picoseconds(10'000)));
    QVERIFY(std::ranges::any_of(strokes.begin()->second,
                                [&](float x) { return x <= left && left < x + 2; }));
    drawTrackLabels(stage.scene, 240, stage.measure, stage.list);
    QCOMPARE(count(stage.list.toText(), "3 accesses"), size_t{2});
    drawMinimap(stage.scene, stage.scene.viewport, 40, stage.list);
    QCOMPARE(stage.list.layer(DrawLayer::Data).rects.size(), size_t{3});
    stage.content.setFoldedBelow(NodeId(), true);
    QCOMPARE(stage.tracks().layer(DrawLayer::Data).rects.size(), size_t{3});
  }

  void drawingTwiceGivesTheSameList() {
    Stage stage(test::makeGpuTrace());
    const std::string once = stage.tracks().toText();
    QCOMPARE(stage.tracks().toText(), once);
  }

  void rectanglesAreBoundedByRowsTimesColumnsTimesTwo() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    std::uniform_real_distribution<double> unit(0, 1);
    test::GpuTraceOptions options;
    options.steps = 3'000; // many more slices than pixels
    Stage stage(test::makeGpuTrace(options));
    size_t rows = 0;
    for (const LayoutItem &item : stage.content.layout().items())
      rows += std::max(item.rowCount, 1u);
    stage.scene.height = static_cast<float>(stage.content.layout().height());
    for (int i = 0; i < 40; ++i) {
      stage.scene.viewport = Viewport::fit(stage.trace->timeRange(), 50 + unit(random) * 300)
                                 .zoomed(std::exp(unit(random) * 10), unit(random) * 300);
      const auto columns = static_cast<size_t>(std::ceil(stage.scene.viewport.widthPx()));
      stage.content.density().startFrame(SIZE_MAX);
      stage.tracks();
      const size_t rects = stage.list.layer(DrawLayer::Data).rects.size();
      QVERIFY2(rects <= rows * columns * 2, qPrintable(QString::number(rects)));
      QVERIFY(stage.list.layer(DrawLayer::Label).texts.size() <= rows * columns);
    }
  }

  void onlyVisibleLinesAreDrawn() {
    test::GpuTraceOptions options;
    options.ctasPerSm = 20;
    Stage stage(test::makeGpuTrace(options));
    stage.scene.scrollY = stage.content.layout().height() / 2;
    for (const DrawRect &rect : stage.tracks().layer(DrawLayer::Data).rects) {
      QVERIFY(rect.rect.bottom() > 0);
      QVERIFY(rect.rect.y < stage.scene.height);
    }
    QVERIFY(!stage.list.layer(DrawLayer::Data).rects.empty());
  }

  void labelsFitTheirBars() {
    Stage stage(test::makeGpuTrace());
    stage.tracks();
    QVERIFY(!stage.list.layer(DrawLayer::Label).texts.empty());
    for (const DrawText &label : stage.list.layer(DrawLayer::Label).texts)
      QVERIFY(stage.measure.width(label.font, stage.list.text(label)) <= label.box.width);
  }

  void missingEndIsMarkedAtItsSide() {
    TraceBuilder build;
    Track track;
    track.kind = TrackKind::Warp;
    SliceInput slice;
    slice.track = build.addTrack(track);
    slice.name = build.intern("load");
    slice.duration = Picoseconds(1'000'000);
    slice.flags = kSliceNoEnd;
    build.addSlice(slice);
    Stage stage(std::make_shared<const Trace>(std::move(build).finish()), GroupingKind::AsRecorded);
    const auto &rects = stage.tracks().layer(DrawLayer::Data).rects;
    QCOMPARE(rects.size(), size_t{2});
    QCOMPARE(rects[1].fill, ColorToken::Warning);
    QCOMPARE(rects[1].rect.right(), rects[0].rect.right());
  }

  void counterAndInstantsAreDrawn() {
    TraceBuilder build;
    Track counter;
    counter.kind = TrackKind::Counter;
    const TrackId id = build.addTrack(counter);
    build.addSample(id, {Picoseconds(0), 4.0});
    build.addSample(id, {Picoseconds(500'000), 8.0});
    Track thread;
    thread.kind = TrackKind::Thread;
    Instant instant;
    instant.track = build.addTrack(thread);
    instant.name = build.intern("barrier");
    instant.time = Picoseconds(900'000);
    build.addInstant(instant);
    Stage stage(std::make_shared<const Trace>(std::move(build).finish()), GroupingKind::AsRecorded);
    const DrawList::Layer &data = stage.tracks().layer(DrawLayer::Data);
    QCOMPARE(data.curves.size(), size_t{0}); // an instant is a tick that leaves slices visible
    QCOMPARE(std::ranges::count(data.rects, ColorToken::Instant, &DrawRect::fill), 1);
    std::vector<float> fills; // 4, the step, 8
    for (const DrawRect &rect : data.rects)
      if (rect.fill == ColorToken::CounterFill)
        fills.push_back(rect.rect.height);
    QCOMPARE(fills.size(), size_t{3});
    QCOMPARE(fills.back(), 2 * fills.front());
  }

  void pointerFindsTheSliceThatIsDrawnUnderIt() {
    Stage stage(test::makeGpuTrace());
    stage.tracks();
    int checked = 0;
    for (const DrawRect &rect : stage.list.layer(DrawLayer::Data).rects) {
      if (rect.fill < ColorToken::Scope0 || rect.rect.x < 0)
        continue;
      const double x = std::floor(static_cast<double>(rect.rect.x)) + 0.5;
      const TimelineHit hit = hitTracks(stage.scene, x, static_cast<double>(rect.rect.y) + 2);
      QVERIFY(hit.slice.isValid());
      QCOMPARE(stage.content.colors().fill(stage.trace->sliceNames()[hit.slice.value]), rect.fill);
      ++checked;
    }
    QVERIFY(checked > 50);
  }

  void pointerOnAFoldedTrackFindsTheInnermostScope() {
    Stage stage(test::makeGpuTrace(tiny()));
    stage.content.setFolded(NodeId(3), true);
    const LayoutItem &item = stage.content.layout().items()[3];
    const SliceId mma = sliceNamed(*stage.trace, "mma");
    const double x = stage.scene.viewport.pixelOf(stage.trace->sliceTime(mma).begin) + 5;
    QCOMPARE(hitTracks(stage.scene, x, item.y + 8).slice, mma);
  }

  void pointerBetweenSlicesAndBelowAllLinesFindsNothing() {
    Stage stage(test::makeGpuTrace(tiny()));
    QVERIFY(!hitTracks(stage.scene, 0, 30).slice.isValid());
    QVERIFY(!hitTracks(stage.scene, 200, stage.content.layout().height() + 5).isLine());
    QVERIFY(!hitTracks(stage.scene, 200, -3).isLine());
  }

  void triangleIsHitOnlyWhereItIs() {
    Stage stage(test::makeGpuTrace(tiny()));
    const double x = static_cast<double>(labelIndent(0));
    QVERIFY(hitLabels(stage.scene, x + 2, 10).onTriangle);
    QVERIFY(!hitLabels(stage.scene, x + 40, 10).onTriangle);
    QVERIFY(hitLabels(stage.scene, x + 40, 10).isLine());
  }

  void badgesOfACompleteMeasuredTrace() {
    const std::vector<QualityBadge> badges = qualityBadges(*test::makeGpuTrace(tiny()));
    QCOMPARE(badges.size(), size_t{2});
    QCOMPARE(badges[0].text, std::string("0 of 26 records dropped"));
    QCOMPARE(badges[0].severity, QualityBadge::Severity::Good);
    QCOMPARE(badges[1].text, std::string("measured: 1.980 GHz, \u00B12.40 ns"));
    QVERIFY(badges[1].explanation.find("2.40 ns") != std::string::npos);
  }

  void badgesOfSomeAssumedClocks() {
    TraceBuilder build;
    build.addClock({Cycles(0), Picoseconds(0), 500.0, 12'000, TimeBase::Measured});
    build.addClock({Cycles(0), Picoseconds(0), 1000.0, 16'000, TimeBase::Assumed});
    build.addClock({Cycles(0), Picoseconds(0), 505.0, 9'000, TimeBase::Measured});
    const std::vector<QualityBadge> badges = qualityBadges(std::move(build).finish());
    QCOMPARE(badges.size(), size_t{2});
    QCOMPARE(badges[0].text, std::string("ASSUMED 1 GHz on 1 of 3 clocks"));
    QCOMPARE(badges[1].text, std::string("measured: 1.980 GHz, \u00B112.0 ns"));
    QVERIFY(badges[1].explanation.find("1.980 GHz to 2.000 GHz") != std::string::npos);
  }

  void badgesOfTheRecordingCost() {
    test::GpuTraceOptions options = tiny();
    options.recordingCost = RecordingCost{12.6, 3, 35, 40};
    const auto recorded = test::makeGpuTrace(options);
    const std::vector<QualityBadge> included = qualityBadges(*recorded);
    QCOMPARE(included.size(), size_t{3});
    QCOMPARE(included[2].text,
             std::string("times include recording: about 12.6 cycles per record"));
    QCOMPARE(included[2].severity, QualityBadge::Severity::Neutral);
    const std::vector<QualityBadge> subtracted = qualityBadges(correctRecordingCost(*recorded));
    QCOMPARE(subtracted.size(), size_t{3});
    QCOMPARE(subtracted[2].text,
             std::string("recording cost subtracted: 12.6 cycles per record (3 .. 35)"));
    QCOMPARE(subtracted[2].severity, QualityBadge::Severity::Caution);
  }

  void badgesOfASampledRecordingAppearOncePerKind() {
    TraceBuilder build;
    const auto addLaunch = [&](const char *sampled) {
      Launch launch;
      const Arg arg = Arg::ofString(build.intern(kSampledArg), build.intern(sampled));
      launch.args = build.addArgs({&arg, 1});
      build.addLaunch(launch);
    };
    addLaunch("warps 0, 4-7");
    addLaunch("warps 0, 4-7");
    addLaunch("each 16th iteration");
    build.addLaunch(Launch()); // records everything: no badge
    std::vector<std::string> sampled;
    for (const QualityBadge &badge : qualityBadges(std::move(build).finish()))
      if (badge.text.starts_with("sampled: ")) {
        sampled.push_back(badge.text);
        QCOMPARE(badge.severity, QualityBadge::Severity::Caution);
        QVERIFY(badge.explanation.find("Counts and totals describe the sampled part") !=
                std::string::npos);
      }
    QVERIFY(sampled ==
            (std::vector<std::string>{"sampled: warps 0, 4-7", "sampled: each 16th iteration"}));
  }

  void badgeOfDroppedRecordsStatesTheShareOfTheTimeThatOthersCover() {
    TraceBuilder build;
    const auto addLaunch = [&](double part) {
      Launch launch;
      launch.grid = {1, 1, 1};
      launch.recordsWritten = 1000;
      launch.recordsDropped = 900;
      const Arg arg = Arg::ofDouble(build.intern(kCoveredPartArg), part);
      launch.args = build.addArgs({&arg, 1});
      build.addLaunch(launch);
    };
    addLaunch(0.012);
    addLaunch(0.4);
    const Trace trace = std::move(build).finish();
    QCOMPARE(qualityBadges(trace)[0].text,
             std::string("1,800 of 2,000 records dropped, records cover 1.2 % to 40 % of the "
                         "time"));
  }

  void badgesOfAModeThatExcludesAccessesAreALossOncePerMode() {
    TraceBuilder build;
    const auto addLaunch = [&](const char *text) {
      Launch launch;
      const Arg arg = Arg::ofString(build.intern(kNotCoveredArg), build.intern(text));
      launch.args = build.addArgs({&arg, 1});
      build.addLaunch(launch);
    };
    addLaunch("3 of 21 access instructions (mode memory)");
    addLaunch("3 of 21 access instructions (mode memory)");
    build.addLaunch(Launch()); // covers everything: no badge
    const Trace trace = std::move(build).finish();
    std::vector<QualityBadge> found;
    for (const QualityBadge &badge : qualityBadges(trace))
      if (badge.text.starts_with("not covered"))
        found.push_back(badge);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].text, std::string("not covered: 3 of 21 access instructions (mode memory)"));
    QCOMPARE(found[0].severity, QualityBadge::Severity::Loss);
    QVERIFY(notCoveredBadges(trace, trace.launches().subspan(2, 1)).empty());
  }

  void barriersOfWarpsThatAModeOmitsAreShownAndNoLoss() {
    TraceBuilder build;
    const std::string text = "2 of 5" + std::string(kWarpBarriersNotCovered);
    Launch launch;
    const Arg arg = Arg::ofString(build.intern(kNotCoveredArg), build.intern(text));
    launch.args = build.addArgs({&arg, 1});
    build.addLaunch(launch);
    const Trace trace = std::move(build).finish();
    QVERIFY(notCoveredBadges(trace, trace.launches()).empty());
    std::vector<QualityBadge> found;
    for (const QualityBadge &badge : qualityBadges(trace))
      if (badge.text.find("warp_barriers=record") != std::string::npos)
        found.push_back(badge);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].text, "not recorded: " + text);
    QCOMPARE(found[0].severity, QualityBadge::Severity::Neutral);
  }

  void badgesOfLossModelAndAssumption() {
    test::GpuTraceOptions options = tiny();
    options.dropped = 12'288;
    options.unmatched = 3;
    options.timeBase = TimeBase::Model;
    const std::vector<QualityBadge> model = qualityBadges(*test::makeGpuTrace(options));
    QCOMPARE(model[0].text, std::string("12,288 of 12,314 records dropped"));
    QCOMPARE(model[0].severity, QualityBadge::Severity::Loss);
    QCOMPARE(model[1].text, std::string("3 records without partner"));
    QCOMPARE(model[2].text, std::string("MODEL TIME: virtual cycles of the CPU target"));
    options.timeBase = TimeBase::Assumed;
    QCOMPARE(qualityBadges(*test::makeGpuTrace(options))[2].text, std::string("ASSUMED 1.98 GHz"));
    for (const QualityBadge &badge : model)
      QVERIFY(badge.explanation.size() > 20);
  }

  void notesAboutLossAreBadgesInWordsWithTheirCodeInTheExplanation() {
    TraceBuilder build;
    build.addNote({Note::Severity::DataLoss, "record.cta-not-finalized", "CTAs never ended.", 2});
    build.addNote({Note::Severity::Info, "pftrace.producer", "Written by another program."});
    build.addNote({Note::Severity::DataLoss, "record.dropped", "The badge of records says it.", 9});
    const std::vector<QualityBadge> badges = qualityBadges(std::move(build).finish());
    QCOMPARE(badges.size(), size_t{1});
    QCOMPARE(badges[0].text, std::string("2 CTAs did not end"));
    QCOMPARE(badges[0].explanation, std::string("CTAs never ended. (record.cta-not-finalized)"));
  }

  void whileDataAreMissingNoBadgeIsGood() {
    TraceBuilder build;
    Launch launch;
    launch.grid = {1, 1, 1};
    launch.recordsWritten = 12'672;
    build.addLaunch(launch);
    build.addNote({Note::Severity::DataLoss, "pftrace.truncated", "0 of 6,336 slices."});
    const std::vector<QualityBadge> badges = qualityBadges(std::move(build).finish());
    QCOMPARE(badges[0].text, std::string("0 of 12,672 records dropped"));
    for (const QualityBadge &badge : badges)
      QVERIFY2(badge.severity != QualityBadge::Severity::Good, badge.text.c_str());
    QCOMPARE(badges.back().text, std::string("the file ends early or is damaged"));
    QCOMPARE(badges.back().severity, QualityBadge::Severity::Loss);
  }

  void recordsOfOtherProgramsHaveNoBadge() {
    TraceBuilder build;
    Launch launch;
    launch.timeBase = TimeBase::Assumed;
    build.addLaunch(launch);
    for (const QualityBadge &badge : qualityBadges(std::move(build).finish()))
      QVERIFY2(badge.text.find("dropped") == std::string::npos, badge.text.c_str());
  }

  void theTimeOfAModelIsStatedOnceWhateverItsClocksSay() {
    TraceBuilder build;
    Launch launch;
    launch.timeBase = TimeBase::Model;
    build.addLaunch(launch);
    build.addClock({Cycles(0), Picoseconds(0), 1000.0, 0, TimeBase::Assumed}); // of an old file
    build.addNote({Note::Severity::DataLoss, "record.assumed-clock", "Times assume a rate."});
    const Trace stopped = std::move(build).finish();
    QCOMPARE(timeBaseWords(stopped), std::string("MODEL TIME"));
    const std::vector<QualityBadge> badges = qualityBadges(stopped);
    QCOMPARE(badges.size(), size_t{1});
    QVERIFY(badges[0].text.starts_with("MODEL TIME"));
    test::GpuTraceOptions options = tiny();
    options.timeBase = TimeBase::Assumed;
    QCOMPARE(timeBaseWords(*test::makeGpuTrace(options)), std::string("ASSUMED 1.98 GHz"));
    options.timeBase = TimeBase::Measured;
    QCOMPARE(timeBaseWords(*test::makeGpuTrace(options)), std::string());
  }
};

QTEST_GUILESS_MAIN(DrawListTest)
#include "draw_list_test.moc"
