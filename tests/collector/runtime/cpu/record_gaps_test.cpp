// SPDX-License-Identifier: Apache-2.0
// Distances of records that a 32-bit clock does not show are exact.
#include <random>
#include <vector>

#include <QtTest/QTest>

#include "core/record/clock_unwrap.h"
#include "core/record/segment_decoder.h"
#include "tests/collector/runtime/cpu/recording_warp.h"

using namespace pstudio;
using namespace pstudio::cpu;
using namespace pstudio::cpu::test;
using record::Granularity;
using record::Kind;
using record::makeTag;
using record::Strategy;

namespace {

/// The records of the warp's first unit without epochs, with their cycles; none if a slot is damaged.
std::vector<record::Record> recordsOf(Warp &warp, Strategy strategy, bool isGrouped,
                                      const std::vector<record::RecordGroup> &groups,
                                      int64_t end) {
  std::vector<record::Record> records;
  const std::optional<uint32_t> count =
      isGrouped ? std::optional(warp.state() >> record::kUnitRecordsShift) : std::nullopt;
  const auto counts = record::decodeSegment(
      {warp.slots(), warp.written(), true, strategy, 0, isGrouped, count, groups}, records);
  if (!counts || counts->malformed + counts->unknown + counts->recordsDropped != 0)
    return {};
  record::unwrapClocks(records, {0, end}, false);
  std::erase_if(records, [](const auto &record) { return record.kind == Kind::ClockEpoch; });
  return records;
}

class RecordGapsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void distancesThatThe32BitClockDoesNotShowAreExact_data() {
    QTest::addColumn<Strategy>("strategy");
    QTest::addColumn<Granularity>("granularity");
    QTest::addColumn<bool>("isGrouped");
    QTest::newRow("circular") << Strategy::Circular << Granularity::Warp << false;
    QTest::newRow("first") << Strategy::First << Granularity::Warp << false;
    QTest::newRow("thread") << Strategy::Circular << Granularity::Thread << false;
    QTest::newRow("circular with groups") << Strategy::Circular << Granularity::Warp << true;
    QTest::newRow("first with groups") << Strategy::First << Granularity::Warp << true;
  }
  void distancesThatThe32BitClockDoesNotShowAreExact() {
    QFETCH(const Strategy, strategy);
    QFETCH(const Granularity, granularity);
    QFETCH(const bool, isGrouped);
    for (uint32_t seed = 1; seed <= 50; ++seed) {
      std::mt19937_64 random(seed);
      SegmentFormat format = formatOf(1024, strategy, granularity, isGrouped);
      format.units = granularity == Granularity::Thread ? 32 : 1;
      Warp warp(format);
      std::vector<int64_t> clocks;
      for (int64_t now = 0; clocks.size() < 60; clocks.push_back(now)) {
        const bool isLong = random() % 4 == 0;
        now += static_cast<int64_t>(random() % (isLong ? uint64_t{1} << 40 : uint64_t{1} << 20));
        warp.store(makeTag(Kind::EventStart, 1, 0), 0, now);
      }
      const auto end = clocks.back() + static_cast<int64_t>(random() % (uint64_t{1} << 40));
      warp.lane(0).clock = end;
      warp.meet(1, 1);
      calls::endRecords(&warp.lane(0));
      const std::vector<record::Record> records = recordsOf(warp, strategy, isGrouped, {}, end);
      QCOMPARE(records.size(), clocks.size());
      for (size_t i = 0; i < records.size(); ++i)
        QCOMPARE(records[i].cycles, clocks[i]);
    }
  }

  void countersStayAsTheyAreAfterALongTime() {
    Warp warp(formatOf(16, Strategy::Histogram));
    warp.lane(0).clock = int64_t{5} << 32;
    warp.meet(1, 1);
    calls::endRecords(&warp.lane(0));
    QCOMPARE(warp.written(), 0u);
    for (uint32_t slot = 0; slot < 16; ++slot)
      QCOMPARE(warp.block().slot(warp.firstSlot() + slot), uint64_t{0});
  }

  void aLongDistanceWithinAGroupEndsTheGroup() {
    const std::vector<record::RecordGroup> groups{{{{Kind::ScopeStart, 0, 0, false},
                                                    {Kind::ScopeStart, 1, 0, false},
                                                    {Kind::ScopeEnd, 1, 0, false}}}};
    constexpr int64_t kLong = int64_t{5} << 32;
    Warp warp(formatOf(64, Strategy::Circular, Granularity::Warp, true));
    openGroup(warp, 0, 1);
    warp.store(makeTag(Kind::ScopeStart, 0, 0), 0, 10);
    openGroup(warp, 1, 2);
    warp.store(makeTag(Kind::ScopeStart, 1, 0), 0, kLong);
    warp.store(makeTag(Kind::ScopeEnd, 1, 0), 0, kLong + 7);
    const std::vector<record::Record> records =
        recordsOf(warp, Strategy::Circular, true, groups, kLong + 8);
    QCOMPARE(records.size(), size_t{3});
    QCOMPARE(records[0].cycles, int64_t{10});
    QCOMPARE(records[1].cycles, kLong);
    QCOMPARE(records[2].cycles, kLong + 7);
  }

private:
  static void openGroup(Warp &warp, uint32_t first, uint32_t now) {
    calls::openGroup(&warp.lane(0), 1, makeTag(Kind::Group, 0, 0),
                     3 | first << kGroupFirstShift | now << kGroupNowShift);
  }
};

} // namespace

QTEST_GUILESS_MAIN(RecordGapsTest)
#include "record_gaps_test.moc"
