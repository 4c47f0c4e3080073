// SPDX-License-Identifier: Apache-2.0
// Counters: their scale, their line, the value at the pointer, and the summary of a slice's values.
#include <QtTest>

#include <cmath>
#include <limits>

#include "core/trace/trace_builder.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/counter_line.h"
#include "viewer/geometry/timeline/hit_test.h"
#include "viewer/geometry/timeline/recording_unit.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/inspector_details.h"
#include "viewer/widgets/timeline/track_panel_scopes.h"

using namespace pstudio;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Points = std::vector<std::pair<int64_t, double>>; // time [ps], value

/// Warps with one scope [0, 100 ns) each, and counters below them.
class TraceMaker {
public:
  TrackId warp(const std::string &name, TrackKind kind = TrackKind::Warp) {
    Track track;
    track.kind = kind;
    track.name = m_build.intern(name);
    const TrackId id = m_build.addTrack(track);
    SliceInput slice;
    slice.track = id;
    slice.name = m_build.intern("all");
    slice.duration = Picoseconds(100'000);
    m_build.addSlice(slice);
    return id;
  }
  TrackId counter(TrackId parent, const std::string &name, const Points &points,
                  const std::string &unit = "") {
    Track track;
    track.kind = TrackKind::Counter;
    track.name = m_build.intern(name);
    if (!unit.empty())
      track.unit = m_build.intern(unit);
    track.parent = parent;
    const TrackId id = m_build.addTrack(track);
    for (const auto &[time, value] : points)
      m_build.addSample(id, {Picoseconds(time), value});
    return id;
  }
  std::shared_ptr<const Trace> finish() {
    return std::make_shared<const Trace>(std::move(m_build).finish());
  }

private:
  TraceBuilder m_build;
};

/// 120 pixels of a nanosecond each.
Viewport paneOf120Nanoseconds() {
  const TimeRange range{Picoseconds(0), Picoseconds(120'000)};
  return Viewport::fit(range, 120).showing(range);
}

TrackId trackNamed(const Trace &trace, std::string_view name, size_t nth = 0) {
  for (uint32_t i = 0; i < trace.tracks().size(); ++i)
    if (trace.string(trace.tracks()[i].name) == name && nth-- == 0)
      return TrackId(i);
  return TrackId();
}

/// A warp with one counter, on a pane where a pixel is a nanosecond and a unit is a pixel.
struct OneCounter {
  std::shared_ptr<const Trace> trace;
  TrackId counter;
  DrawList list;

  explicit OneCounter(const Points &points) {
    TraceMaker maker;
    maker.counter(maker.warp("warp 0"), "sum", points);
    trace = maker.finish();
    counter = trackNamed(*trace, "sum");
  }

  /// "fill 10..20 y 5..30" for every rectangle.
  std::string draw(CounterPlace place = {0, 40}) {
    const CounterScale scale = counterScales(*trace)[counter.value];
    list.clear({0, 0, 120, 40});
    drawCounterLine(*trace, counter, scale, paneOf120Nanoseconds(), place, list);
    std::string text;
    for (const DrawRect &rect : list.layer(DrawLayer::Data).rects) {
      text += rect.fill == ColorToken::CounterFill   ? "fill "
              : rect.fill == ColorToken::CounterLine ? "line "
                                                     : "odd ";
      text += std::to_string(int(rect.rect.x)) + ".." + std::to_string(int(rect.rect.right())) +
              " y " + std::to_string(int(rect.rect.y)) + ".." +
              std::to_string(int(rect.rect.bottom())) + "\n";
    }
    return text;
  }
};

} // namespace

class CounterTest : public QObject {
  Q_OBJECT

  static void compareText(const std::string &drawn, const std::string &expected) {
    QVERIFY2(drawn == expected, drawn.c_str());
  }

private Q_SLOTS:
  void aValueHoldsUntilTheNextAndTheLastUntilItsWarpEnds() {
    OneCounter one({{10'000, 20}, {50'000, 40}});
    // The line begins at the first value and ends at the warp's end at 100 ns. The step itself is
    // one column.
    compareText(one.draw(), std::string("fill 10..50 y 20..40\n"
                                        "line 10..50 y 20..21\n"
                                        "fill 50..51 y 0..40\n"
                                        "line 50..51 y 0..20\n"
                                        "fill 51..100 y 0..40\n"
                                        "line 51..100 y 0..1\n"));
  }

  void negativeNumbersHangBelowZero() {
    OneCounter one({{0, -20}, {50'000, 20}});
    compareText(one.draw(), std::string("fill 0..50 y 20..40\n"
                                        "line 0..50 y 39..40\n"
                                        "fill 50..51 y 0..40\n"
                                        "line 50..51 y 0..40\n"
                                        "fill 51..100 y 0..20\n"
                                        "line 51..100 y 0..1\n"));
  }

  void whatIsNoNumberIsMarkedAndHasNoPartInTheScale() {
    OneCounter one({{0, 40}, {50'000, kNaN}});
    compareText(one.draw(), std::string("fill 0..50 y 0..40\n"
                                        "line 0..50 y 0..1\n"
                                        "fill 50..51 y 0..40\n"
                                        "line 50..51 y 0..1\n"
                                        "odd 50..51 y 37..40\n"
                                        "odd 51..100 y 37..40\n"));
    OneCounter none({{0, kNaN}});
    compareText(none.draw(), std::string("odd 0..100 y 37..40\n"));
  }

  void aColumnShowsTheRangeOfItsValues() {
    OneCounter one({{10'100, 10}, {10'300, 40}, {10'600, 20}, {11'000, 20}});
    compareText(one.draw(), std::string("fill 10..11 y 0..40\n"
                                        "line 10..11 y 0..30\n"
                                        "fill 11..100 y 20..40\n"
                                        "line 11..100 y 20..21\n"));
  }

  void aMillionValuesAreAsManyRectanglesAsThereArePixels() {
    Points points;
    for (int64_t i = 0; i < 1'000'000; ++i)
      points.emplace_back(i / 10, double(i % 977));
    OneCounter one(points);
    one.draw();
    QVERIFY(one.list.layer(DrawLayer::Data).rects.size() <= 2 * 120);
  }

  void zeroIsOnTheScaleUnlessAllNumbersAreNearerToEachOther() {
    const auto scaleOf = [](const Points &points) {
      const OneCounter one(points);
      const CounterScale scale = counterScales(*one.trace)[one.counter.value];
      return std::pair(scale.low, scale.high);
    };
    QCOMPARE(scaleOf({{0, 3}, {1, 10}}), (std::pair{0.0, 10.0}));
    QCOMPARE(scaleOf({{0, 8}, {1, 10}}), (std::pair{8.0, 10.0}));
    QCOMPARE(scaleOf({{0, -3}, {1, -10}}), (std::pair{-10.0, 0.0}));
    QCOMPARE(scaleOf({{0, -9}, {1, -10}}), (std::pair{-10.0, -9.0}));
    QCOMPARE(scaleOf({{0, 7}, {1, 7}}), (std::pair{0.0, 7.0}));
    QCOMPARE(scaleOf({{0, 0}, {1, 0}}), (std::pair{0.0, 1.0}));
    QCOMPARE(scaleOf({{0, -7}}), (std::pair{-7.0, 0.0}));
  }

  void warpsShareTheScaleOfANameAndOtherCountersDoNot() {
    TraceMaker maker;
    const TrackId a = maker.warp("warp 0"), b = maker.warp("warp 1");
    const TrackId thread = maker.warp("main", TrackKind::Thread);
    maker.counter(a, "left", {{0, 3}}, "rows");
    maker.counter(b, "left", {{0, 100}}, "rows");
    maker.counter(b, "left", {{0, 7}}, "bytes");
    maker.counter(thread, "left", {{0, 2}}, "rows");
    const auto trace = maker.finish();
    const std::vector<CounterScale> scales = counterScales(*trace);
    const auto at = [&](size_t nth) { return scales[trackNamed(*trace, "left", nth).value]; };
    QCOMPARE(at(0).high, 100.0);
    QVERIFY(at(0) == at(1));
    QCOMPARE(at(2).high, 7.0);
    QCOMPARE(at(3).high, 2.0);
    QCOMPARE(scaleText(*trace, trackNamed(*trace, "left"), at(0)), std::string("3 .. 100 rows"));
    QCOMPARE(scaleText(*trace, trackNamed(*trace, "left", 3), at(3)), std::string("2 rows"));
  }

  void theLabelSaysTheNameAndTheRange() {
    TraceMaker maker;
    maker.counter(maker.warp("warp 0"), "left", {{0, 3}, {10, 128}}, "rows");
    TimelineContent content(maker.finish(), GroupingKind::AsRecorded);
    TimelineScene scene = content.scene();
    scene.height = 100;
    DrawList list;
    drawTrackLabels(scene, 200, FixedTextMeasure{6}, list);
    std::vector<std::string> texts;
    for (const DrawText &text : list.layer(DrawLayer::Label).texts)
      texts.emplace_back(list.text(text));
    QVERIFY(texts == (std::vector<std::string>{"warp 0", "left", "3 .. 128 rows"}));
  }

  void thePointerFindsTheValueThatHoldsThere() {
    TraceMaker maker;
    maker.counter(maker.warp("warp 0"), "sum", {{10'000, 20}, {50'000, 40}});
    TimelineContent content(maker.finish(), GroupingKind::AsRecorded);
    TimelineScene scene = content.scene();
    scene.viewport = paneOf120Nanoseconds();
    scene.height = 100;
    const LayoutItem &item = content.layout().items()[1];
    QCOMPARE(item.content, ItemContent::Counter);
    const auto sampleAt = [&](double x) { return hitTracks(scene, x, item.y + 10).sample; };
    QCOMPARE(sampleAt(5), UINT32_MAX);
    QCOMPARE(sampleAt(10), 0u);
    QCOMPARE(sampleAt(49), 0u);
    QCOMPARE(sampleAt(50), 1u);
    QCOMPARE(sampleAt(99), 1u);
    QCOMPARE(sampleAt(101), UINT32_MAX);
    QCOMPARE(hitTracks(scene, 60, 5).sample, UINT32_MAX);
  }

  void theCardSaysTheValueSinceWhenAndWhere() {
    TraceMaker maker;
    maker.counter(maker.warp("thread 37"), "sum", {{10'000, 0.1}, {50'000, 40}}, "J");
    const auto trace = maker.finish();
    const TrackId counter = trackNamed(*trace, "sum");
    const CounterScale scale = counterScales(*trace)[counter.value];
    QVERIFY(counterCardLines(*trace, counter, 0, scale) ==
            (std::vector<CardLine>{{"value", "0.1 J"},
                                   {"since", "10 ns"},
                                   {"for", "40 ns"},
                                   {"range, all values", "0.1 .. 40 J"},
                                   {"thread", "37"}}));
    QCOMPARE(counterCardLines(*trace, counter, 1, scale)[2], (CardLine{"for", "50 ns"}));
  }

  void aSliceListsTheValuesThatWereRecordedInIt() {
    TraceMaker maker;
    const TrackId warp = maker.warp("warp 0");
    maker.counter(warp, "sum", {{10'000, 5}, {100'000, -2}, {100'001, 9}}, "J");
    maker.counter(warp, "later", {{100'001, 1}});
    maker.counter(warp, "odd", {{50'000, kNaN}});
    const auto trace = maker.finish();
    const SliceDetails details = describeSlice(*trace, *trace, SliceId(0));
    QCOMPARE(details.values.size(), size_t{2});
    QVERIFY(details.values[0] == (SliceValues{"sum", "J", 2, 5, -2, -2, 5}));
    QCOMPARE(details.values[1].count, size_t{1});
    QVERIFY(std::isnan(details.values[1].least) && std::isnan(details.values[1].last));
  }

  void theListOfScopesEndsWithTheValues() {
    TraceMaker maker;
    const TrackId a = maker.warp("warp 0"), b = maker.warp("warp 1");
    maker.counter(a, "left", {{0, 3}}, "rows");
    maker.counter(b, "left", {{0, 100}, {1, 50}}, "rows");
    maker.counter(b, "odd", {{0, kNaN}});
    maker.counter(maker.warp("main", TrackKind::Thread), "power", {{0, 2}});
    const std::vector<ScopeShare> shares = scopeShares(*maker.finish());
    QCOMPARE(shares.size(), size_t{3});
    QCOMPARE(shares[0].name, std::string("all"));
    QVERIFY(shares[0].range.empty());
    QCOMPARE(shares[1].name, std::string("left"));
    QCOMPARE(shares[1].count, uint64_t{3});
    QCOMPARE(shares[1].range, std::string("3 .. 100 rows"));
    QCOMPARE(shares[2].range, std::string("not a number"));
  }

  void unitsAreNamedByTheirTracks_data() {
    QTest::addColumn<QString>("track");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("value");
    QTest::newRow("warp") << "warp 3"
                          << "warp"
                          << "3";
    QTest::newRow("warps") << "warps 0-1"
                           << "warps"
                           << "0-1";
    QTest::newRow("warp group") << "warp group 1"
                                << "warp group"
                                << "1";
    QTest::newRow("thread") << "thread 37"
                            << "thread"
                            << "37";
    QTest::newRow("role") << "warp 0 TMA"
                          << "warp"
                          << "0 TMA";
    QTest::newRow("CTA") << "whole CTA"
                         << "recorded by"
                         << "whole CTA";
  }
  void unitsAreNamedByTheirTracks() {
    QFETCH(QString, track);
    const std::string unitName = track.toStdString();
    TraceMaker maker;
    maker.counter(maker.warp(unitName), "sum", {{0, 1}});
    maker.warp("main", TrackKind::Thread);
    const auto trace = maker.finish();
    for (const std::string &name : {std::string("sum"), unitName}) {
      const RecordingUnitText unit = recordingUnitOf(*trace, trackNamed(*trace, name));
      QTEST(QString::fromStdString(unit.label), "label");
      QTEST(QString::fromStdString(unit.value), "value");
    }
    QVERIFY(recordingUnitOf(*trace, trackNamed(*trace, "main")).label.empty());
    const std::vector<CardLine> card = cardLines(
        *trace, trace->row(trace->track(trackNamed(*trace, unitName)).firstRow).firstSlice);
    QTEST(QString::fromStdString(card[3].label), "label");
    QTEST(QString::fromStdString(card[3].value), "value");
  }

  void numbersAreExactOrHaveSixDigits() {
    QCOMPARE(formatNumber(12'288, "rows"), std::string("12,288 rows"));
    QCOMPARE(formatNumber(-0.0625), std::string("-0.0625"));
    QCOMPARE(formatNumber(1.0 / 3), std::string("0.333333"));
    QCOMPARE(formatNumber(1e300), std::string("1e+300"));
    QCOMPARE(formatNumber(kNaN, "J"), std::string("not a number"));
    QCOMPARE(formatNumber(-std::numeric_limits<double>::infinity()), std::string("-infinite"));
  }
};

QTEST_GUILESS_MAIN(CounterTest)
#include "counter_test.moc"
