// SPDX-License-Identifier: Apache-2.0
// Summary of a launch's accesses: lines of the table, badges, cards, numbers of the charts.
#include <QtTest>

#include "core/trace/arg_names.h"
#include "core/trace/trace_builder.h"
#include "viewer/geometry/heat/heat_numbers.h"
#include "viewer/geometry/heat/heat_summary.h"

using namespace pstudio;
using memory::AccessKind;
using memory::AccessSpace;

namespace {

constexpr uint64_t kA = 0x10000, kB = 0x20000;

/// A warp of a naive transpose of 32 x 32: it loads rows of A, stores columns of B, and reads a
/// column of shared memory.
std::shared_ptr<const memory::LaunchAccesses> naive(const memory::RecordedShare &share = {}) {
  memory::AccessTable table;
  const uint16_t load =
      *table.addSite({.kind = AccessKind::Load, .name = "load A", .location = "/k/t.mlir:38:9"});
  const uint16_t store =
      *table.addSite({.kind = AccessKind::Store, .name = "store B", .location = "t.mlir:41:9"});
  const uint16_t tile =
      *table.addSite({.kind = AccessKind::Load, .space = AccessSpace::Shared, .name = "load tile"});
  static_cast<void>(table.addSite({.name = "never", .location = "t.mlir:99:1"}));
  static_cast<void>(table.beginWarp(0, 0));
  for (int64_t row = 0; row < 32; ++row) {
    table.addAffine(load, Picoseconds(1000 * row), 0xffffffff, kA + 128 * row, 4);
    table.addAffine(store, Picoseconds(1000 * row + 300), 0xffffffff, kB + 4 * row, 128);
    table.addAffine(tile, Picoseconds(1000 * row + 600), 0xffffffff, 4 * row, 128);
  }
  table.setShare(share);
  return std::make_shared<const memory::LaunchAccesses>(memory::LaunchAccesses{
      std::move(table),
      *memory::BufferMap::make(
          {{.name = "A", .base = kA, .dtype = "f32", .elementBytes = 4, .shape = {32, 32}},
           {.name = "B", .base = kB, .dtype = "f32", .elementBytes = 4, .shape = {32, 32}},
           {.name = "tile", .space = AccessSpace::Shared, .elementBytes = 4, .shape = {32, 32}}}),
      memory::MemoryModel{}});
}

Trace traceWith(bool isCostSubtracted) {
  TraceBuilder builder;
  Launch launch;
  launch.isCostSubtracted = isCostSubtracted;
  launch.accesses = naive();
  builder.addLaunch(launch);
  return std::move(builder).finish();
}

std::vector<std::string> texts(const std::vector<QualityBadge> &badges) {
  std::vector<std::string> found;
  for (const QualityBadge &badge : badges)
    found.push_back(badge.text);
  return found;
}

} // namespace

class HeatSummaryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void linesOfTheTableAreByFallingExcess() {
    const auto rows = memoryOperationRows(*countedHeatData(naive()), SourceTexts(nullptr));
    QCOMPARE(rows.size(), size_t(3)); // the operation without accesses is excluded
    // 31 of 32 wavefronts in excess, of 128 bytes each.
    QCOMPARE(rows[0].operation, std::string("load tile"));
    QVERIFY(rows[0].isShared());
    QCOMPARE(rows[0].line(), 0u);
    QCOMPARE(rows[0].moved, uint64_t(32 * 32));
    QCOMPARE(rows[0].excessBytes, uint64_t(32 * 31 * 128));
    QCOMPARE(rows[0].worstDegree, 32u);
    QCOMPARE(movedText(rows[0]), std::string("32 wavefronts"));
    QCOMPARE(excessText(rows[0]), std::string("992 wavefronts"));
    // 32 sectors instead of 4.
    QCOMPARE(rows[1].operation, std::string("store B"));
    QCOMPARE(shortPlace(*rows[1].place), std::string("t.mlir:41"));
    QCOMPARE(rows[1].movedEach(), 32.0);
    QCOMPARE(rows[1].idealEach(), 4.0);
    QCOMPARE(rows[1].efficiency(), 0.125);
    QCOMPARE(rows[1].excessBytes, uint64_t(32 * 28 * 32));
    QCOMPARE(excessText(rows[1]), std::string("28.0 KiB"));
    QCOMPARE(rows[1].pattern, std::string("strided by 128 bytes"));
    QCOMPARE(shortPlace(*rows[2].place), std::string("t.mlir:38"));
    QVERIFY(rows[2].source.empty()); // the file does not exist
    QCOMPARE(rows[2].efficiency(), 1.0);
    QCOMPARE(excessText(rows[2]), std::string("0"));
  }

  void nothingIsSaidBeforeItIsCounted() {
    const HeatData data(naive());
    QVERIFY(memoryOperationRows(data, SourceTexts(nullptr)).empty());
    QVERIFY(heatCards(data).empty());
    QVERIFY(footprintPoints(data, 10).empty());
    QVERIFY(reuseBars(data).empty());
    QVERIFY(degreeBars(data, {}).empty());
    QCOMPARE(heatHeadline(data, {.buffer = 1}),
             std::string("B[32, 32] f32, global memory. Accesses are being counted."));
  }

  void theHeadlineCountsTheAccessesOfTheBuffer() {
    const auto data = countedHeatData(naive());
    QCOMPARE(heatHeadline(*data, {.buffer = 1}),
             std::string("B[32, 32] f32, global memory. 32 warp accesses, 1,024 lane addresses."));
    QCOMPARE(heatHeadline(*data, {}),
             std::string("3 buffers. 96 warp accesses, 3,072 lane addresses."));
  }

  void theBufferOfTheWorstOperationIsLookedAtFirst() {
    QCOMPARE(openingBuffer(HeatData(naive())), std::optional<uint32_t>(0));
    QCOMPARE(openingBuffer(*countedHeatData(naive())), std::optional<uint32_t>(1));
  }

  void badgesSayWhatIsMissing() {
    const auto of = [](const memory::RecordedShare &share, bool isCostSubtracted = false) {
      return texts(heatBadges(traceWith(isCostSubtracted), {}, *countedHeatData(naive(share))));
    };
    QCOMPARE(of({}), std::vector<std::string>{"exact: 96 accesses"});
    QCOMPARE(of({.dropped = 4}), std::vector<std::string>{"4 of 100 accesses dropped"});
    QCOMPARE(of({.sampledPart = 0.0625}),
             std::vector<std::string>{"sampled: 6.25 % of the accesses"});
    QCOMPARE(of({.noLanes = 2}, true),
             (std::vector<std::string>{"exact: 96 accesses", "2 without an active lane",
                                       "times as recorded"}));
    QCOMPARE(
        of({.joined = 48}),
        (std::vector<std::string>{"exact: 96 accesses", "48 accesses have no time of their own"}));
  }

  void accessesThatTheModeLeavesOutAreALossAndNothingIsExact() {
    TraceBuilder build;
    Launch launch;
    const Arg arg = Arg::ofString(build.intern(kNotCoveredArg),
                                  build.intern("3 of 21 access instructions (mode memory)"));
    launch.args = build.addArgs({&arg, 1});
    build.addLaunch(launch);
    const auto badges = heatBadges(std::move(build).finish(), {}, *countedHeatData(naive()));
    QCOMPARE(texts(badges),
             std::vector<std::string>{"not covered: 3 of 21 access instructions (mode memory)"});
    QCOMPARE(badges[0].severity, QualityBadge::Severity::Loss);
  }

  void findingsAreCardsWithEvidenceAndGain() {
    const auto cards = heatCards(*countedHeatData(naive()));
    QCOMPARE(cards.size(), size_t(2));
    QCOMPARE(cards[0].code, std::string("memory.excess-sectors"));
    QCOMPARE(cards[0].severity, analysis::Finding::Severity::Warning);
    QVERIFY(cards[0].title.find("32 sectors per access, ideal 4") != std::string::npos);
    QVERIFY(cards[0].detail.find("87.5 %") != std::string::npos);
    QCOMPARE(cards[1].code, std::string("memory.bank-conflicts"));
    for (const auto &card : cards) {
      QVERIFY(card.title.ends_with("."));
      QVERIFY(card.detail.ends_with("."));
    }
  }

  void aLaunchWithoutWasteSaysSo() {
    memory::AccessTable table;
    const uint16_t load = *table.addSite({.name = "load A"});
    static_cast<void>(table.beginWarp(0, 0));
    table.addAffine(load, Picoseconds(0), 0xffffffff, kA, 4);
    const auto accesses = std::make_shared<const memory::LaunchAccesses>(memory::LaunchAccesses{
        std::move(table),
        *memory::BufferMap::make({{.name = "A", .base = kA, .elementBytes = 4, .shape = {32}}}),
        memory::MemoryModel{}});
    const auto cards = heatCards(*countedHeatData(accesses));
    QCOMPARE(cards.size(), size_t(1));
    QCOMPARE(cards[0].severity, analysis::Finding::Severity::Good);
    QVERIFY(heatCards(*countedHeatData(std::make_shared<const memory::LaunchAccesses>())).empty());
  }

  void theFootprintGrowsToAllThatWasTouched() {
    const auto points = footprintPoints(*countedHeatData(naive()), 16);
    QCOMPARE(points.size(), size_t(17));
    QCOMPARE(points.front(), (FootprintPoint{0, 0}));
    QCOMPARE(points.back().bytes, 2.0 * 32 * 32 * 4);
    QVERIFY(std::ranges::is_sorted(points, {}, &FootprintPoint::bytes));
    QCOMPARE(points.back().timeNs, 31.601); // after the last access
  }

  void whatIsWrittenIsToldApartFromWhatIsOnlyRead() {
    const auto points = footprintPoints(*countedHeatData(naive()), 16);
    QCOMPARE(points.back().bytes, 2 * 4096.0);
    QCOMPARE(points.back().writtenBytes, 4096.0); // B, but not A
  }

  void wavesAreBarsAndTheLargestStandsForItsNeighbours() {
    memory::AccessTable table;
    static_cast<void>(table.addSite({.name = "load A"}));
    static_cast<void>(table.addSite({.kind = memory::AccessKind::Store, .name = "store B"}));
    // Four waves of two CTAs. Each CTA reads a row of 128 bytes, those of the third wave three
    // rows, and writes one sector.
    for (uint32_t cta = 0; cta < 8; ++cta) {
      static_cast<void>(table.beginWarp(cta, 0));
      const Picoseconds time(cta / 2 * 1000);
      for (uint64_t row = 0; row < (cta / 2 == 2 ? 3u : 1u); ++row)
        table.addAffine(0, time, ~0u, 0x10000 + cta * 1024 + row * 128, 4);
      table.addAffine(1, time + Picoseconds(500), 0xff, 0x20000 + cta * 32, 4);
    }
    const auto data = countedHeatData(std::make_shared<const memory::LaunchAccesses>(
        memory::LaunchAccesses{std::move(table), memory::BufferMap{}, memory::MemoryModel{}}));
    const auto bars = waveBars(*data, 4);
    QCOMPARE(bars.size(), size_t(4));
    QCOMPARE(bars[1], (WaveBar{1, 1, 2, 2 * 160.0, 2 * 32.0}));
    QCOMPARE(bars[2], (WaveBar{2, 1, 2, 2 * 416.0, 2 * 32.0}));
    QCOMPARE(waveBars(*data, 2)[1], (WaveBar{2, 2, 2, 2 * 416.0, 2 * 32.0}));
    QVERIFY(waveBars(*countedHeatData(naive()), 4).empty()); // one wave has all accesses
  }

  void reuseAndDegreesAreHistograms() {
    const auto data = countedHeatData(naive());
    const auto reuse = reuseBars(*data);
    // 64 lines. Those of B are touched 31 more times, with 31 other lines of B and one line of A in
    // between.
    QCOMPARE(reuse.front(), (HeatBar{"first touch", "first", 64, true}));
    QCOMPARE(reuse.back().label, std::string("32 \u2013 63"));
    QCOMPARE(reuse.back().mark, std::string("32"));
    double sum = 0;
    for (const HeatBar &bar : reuse)
      sum += bar.value;
    QCOMPARE(sum, 32.0 + 32 * 32);
    QCOMPARE(degreeBars(*data, {}), (std::vector<HeatBar>{{"32", "32", 32}}));
    QVERIFY(degreeBars(*data, uint16_t(0)).empty());
  }

  void manyDegreesAreShownInRanges() {
    memory::AccessTable table;
    const uint16_t load = *table.addSite({.space = AccessSpace::Shared});
    static_cast<void>(table.beginWarp(0, 0));
    for (uint32_t degree = 1; degree <= 32; ++degree) // lanes of one bank, each with its own word
      table.addAffine(load, Picoseconds(degree), ~0u >> (32 - degree), 0, 128);
    const auto bars = degreeBars(
        *countedHeatData(std::make_shared<const memory::LaunchAccesses>(
            memory::LaunchAccesses{std::move(table), memory::BufferMap{}, memory::MemoryModel{}})),
        {});
    QCOMPARE(bars.size(), size_t(6));
    QCOMPARE(bars[0], (HeatBar{"1", "1", 1}));
    QCOMPARE(bars[2], (HeatBar{"3 \u2013 4", "3 \u2013 4", 2}));
    QCOMPARE(bars[5], (HeatBar{"17 \u2013 32", "17 \u2013 32", 16}));
  }
};

QTEST_GUILESS_MAIN(HeatSummaryTest)
#include "heat_summary_test.moc"
