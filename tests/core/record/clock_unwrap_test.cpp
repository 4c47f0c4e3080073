// SPDX-License-Identifier: Apache-2.0
// 32-bit clocks come back as the whole counter, wraps and small steps back included.
#include <QtTest>

#include <random>

#include "core/record/clock_unwrap.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr int64_t kPeriod = int64_t{1} << 32;

Record at(int64_t cycles, Kind kind = Kind::ScopeStart) {
  Record record;
  record.kind = kind;
  record.clock = static_cast<uint32_t>(cycles);
  if (kind == Kind::ClockEpoch)
    record.payload = static_cast<uint32_t>(cycles >> 32);
  return record;
}

Record epochAt(int64_t cycles, uint16_t key) {
  Record record = at(cycles, Kind::ClockEpoch);
  record.key = key;
  return record;
}

std::vector<Record> recordsAt(const std::vector<int64_t> &cycles) {
  std::vector<Record> records;
  for (int64_t c : cycles)
    records.push_back(at(c));
  return records;
}

std::vector<int64_t> cyclesOf(const std::vector<Record> &records) {
  std::vector<int64_t> cycles;
  for (const Record &record : records)
    cycles.push_back(record.cycles);
  return cycles;
}

/// A unit's true counter: mostly small steps, some of nearly a whole period, some slightly back.
std::vector<int64_t> randomCycles(std::mt19937_64 &random, int64_t start) {
  std::vector<int64_t> cycles;
  int64_t now = start;
  const size_t count = 1 + random() % 60;
  for (size_t i = 0; i < count; ++i) {
    switch (random() % 8) {
    case 0:
      now += static_cast<int64_t>(random() % (uint64_t{kPeriod} - kMaxBackstep));
      break;
    case 1:
      now = std::max<int64_t>(start, now - static_cast<int64_t>(random() % kMaxBackstep));
      break;
    default:
      now += static_cast<int64_t>(random() % 1000);
    }
    cycles.push_back(now);
  }
  return cycles;
}

} // namespace

class ClockUnwrapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void finalisedUnitsCountBackwardFromTheEndOfTheirBlock() {
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
      std::mt19937_64 random(seed);
      const auto begin = static_cast<int64_t>(random() % (uint64_t{1} << 50));
      const std::vector<int64_t> expected = randomCycles(random, begin);
      ClockBounds bounds;
      bounds.begin = begin;
      const int64_t last = expected.back();
      bounds.end = std::max(begin, last + static_cast<int64_t>(random() % 100000));
      auto records = recordsAt(expected);
      unwrapClocks(records, bounds, random() % 2 == 0);
      QVERIFY2(cyclesOf(records) == expected, qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void aDistanceThatLacksPeriodsMakesTheRecordsAroundItUncertain() {
    // Begin, three records, end: one of the distances has a whole period more than the clocks show.
    for (size_t longOne = 0; longOne < 4; ++longOne) {
      std::vector<int64_t> cycles{100, 200, 300};
      for (size_t i = longOne; i < cycles.size(); ++i)
        cycles[i] += kPeriod;
      auto records = recordsAt(cycles);
      const ClockUnwrapCounts counts = unwrapClocks(records, {0, kPeriod + 400}, false);
      QCOMPARE(counts.uncertain, uint64_t{3});
      for (const Record &record : records) {
        QVERIFY(record.isUncertain);
        QCOMPARE(record.cycles, kPeriod + 400);
      }
    }
  }

  void distancesBelowAPeriodAreCertain() {
    auto records = recordsAt({100, kPeriod - kMaxBackstep, 2 * kPeriod - 3 * int64_t{kMaxBackstep}});
    const ClockUnwrapCounts counts = unwrapClocks(records, {0, 2 * kPeriod}, false);
    QCOMPARE(counts.uncertain, uint64_t{0});
    QCOMPARE(records[0].cycles, int64_t{100});
    QVERIFY(!records[1].isUncertain);
  }

  void epochsAroundALongDistanceMakeItCertain() {
    std::vector<Record> records{at(100), at(100, Kind::ClockEpoch), at(9 * kPeriod, Kind::ClockEpoch),
                                at(9 * kPeriod), at(9 * kPeriod + 7)};
    const ClockUnwrapCounts counts = unwrapClocks(records, {0, 9 * kPeriod + 9}, false);
    QCOMPARE(counts.uncertain, uint64_t{0});
    QVERIFY(cyclesOf(records) ==
            (std::vector<int64_t>{100, 100, 9 * kPeriod, 9 * kPeriod, 9 * kPeriod + 7}));
  }

  void recordsBetweenEpochsThatLackPeriodsAreUncertain() {
    std::vector<Record> records{at(10, Kind::ClockEpoch), at(10), at(20),
                                at(2 * kPeriod, Kind::ClockEpoch), at(2 * kPeriod), at(2 * kPeriod + 5)};
    const ClockUnwrapCounts counts = unwrapClocks(records, {0, 2 * kPeriod + 9}, false);
    QCOMPARE(counts.uncertain, uint64_t{1});
    QVERIFY(records[2].isUncertain && !records[1].isUncertain && !records[4].isUncertain);
  }

  void theDistanceBeforeAnEpochAfterAWaitIsTheOneThatLacksPeriods() {
    for (const int64_t length : {kPeriod / 2, kPeriod, 3 * kPeriod + 5, 7 * kPeriod - 1}) {
      const int64_t end = 130 + length;
      std::vector<Record> records{at(100), at(130), epochAt(end, kKeyEpochAfterWait), at(end),
                                  at(end + 20)};
      const ClockUnwrapCounts counts = unwrapClocks(records, {90, end + 9 * kPeriod}, false);
      QCOMPARE(counts.uncertain, uint64_t{0});
      QVERIFY(cyclesOf(records) == (std::vector<int64_t>{100, 130, end, end, end + 20}));
    }
  }

  void onlyTheRecordsOfALoopAreUncertainIfTheyLackPeriods() {
    const int64_t in = 200, out = 3 * kPeriod;
    std::vector<Record> records{at(100), epochAt(in, kKeyEpochAfterWait), at(in + 10), at(in + 20),
                                epochAt(out, kKeyEpochAfterLoop), at(out)};
    QCOMPARE(unwrapClocks(records, {90, out + 9}, false).uncertain, uint64_t{2});
    QVERIFY(!records[0].isUncertain && records[2].isUncertain && records[3].isUncertain);
    QCOMPARE(records[0].cycles, int64_t{100});
    QCOMPARE(records[5].cycles, out);
  }

  void recordsOfALoopThatComeOftenAreCertain() {
    std::vector<Record> records{epochAt(200, kKeyEpochAfterWait)};
    std::vector<int64_t> expected{200};
    for (int64_t i = 1; i <= 10; ++i) {
      records.push_back(at(200 + i * (kPeriod / 2)));
      expected.push_back(200 + i * (kPeriod / 2));
    }
    records.push_back(epochAt(expected.back() + 30, kKeyEpochAfterLoop));
    expected.push_back(expected.back() + 30);
    QCOMPARE(unwrapClocks(records, {90, expected.back() + 9}, false).uncertain, uint64_t{0});
    QVERIFY(cyclesOf(records) == expected);
  }

  void recordsBeforeAnEpochAreUncertainIfOlderOnesWereDropped() {
    const int64_t end = 3 * kPeriod;
    std::vector<Record> records{at(130), epochAt(end, kKeyEpochAfterWait), at(end)};
    QCOMPARE(unwrapClocks(records, {90, end + 9}, true).uncertain, uint64_t{1});
    QVERIFY(records[0].isUncertain && !records[2].isUncertain);
    std::vector<Record> early{at(130), epochAt(500, kKeyEpochAfterWait), at(500)};
    QCOMPARE(unwrapClocks(early, {90, end + 9}, true).uncertain, uint64_t{0});
    QCOMPARE(early[0].cycles, int64_t{130});
  }

  void unitsWithDroppedRecordsAreCountedIfTheyRanForAPeriod() {
    auto records = recordsAt({kPeriod + 100, kPeriod + 200});
    QCOMPARE(unwrapClocks(records, {0, kPeriod + 300}, true).unchecked, uint64_t{2});
    QCOMPARE(unwrapClocks(records, {kPeriod, kPeriod + 300}, true).unchecked, uint64_t{0});
    QVERIFY(!records[0].isUncertain);
  }

  void unfinishedUnitsCountForwardFromTheBeginOfTheirBlock() {
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
      std::mt19937_64 random(seed);
      const auto begin = static_cast<int64_t>(random() % (uint64_t{1} << 50));
      const std::vector<int64_t> expected = randomCycles(random, begin);
      auto records = recordsAt(expected);
      const auto counts = unwrapClocks(records, {begin, std::nullopt}, false);
      QVERIFY2(cyclesOf(records) == expected, qPrintable(QString("seed %1").arg(seed)));
      QCOMPARE(counts.unanchored, uint64_t{0});
    }
  }

  void epochsFixTheCounterHoweverLongTheGapBeforeThem() {
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
      std::mt19937_64 random(seed);
      const auto begin = static_cast<int64_t>(random() % (uint64_t{1} << 40));
      std::vector<int64_t> expected = randomCycles(random, begin);
      std::vector<Record> records = recordsAt(expected);
      int64_t now = expected.back();
      for (int block = 0; block < 3; ++block) {
        now += static_cast<int64_t>(random() % (uint64_t{1} << 40)); // many wraps without a record
        expected.push_back(now);
        records.push_back(epochAt(now, kKeyEpochAfterWait));
        for (int64_t cycles : randomCycles(random, now)) {
          expected.push_back(cycles);
          records.push_back(at(cycles));
          now = cycles;
        }
      }
      // Without the gap in front, nothing can be known of the records before the first epoch.
      const auto first = static_cast<size_t>(
          std::find_if(records.begin(), records.end(),
                       [](const Record &r) { return r.kind == Kind::ClockEpoch; }) -
          records.begin());
      const bool isFinalized = random() % 2 == 0;
      ClockBounds bounds;
      bounds.begin = begin;
      if (isFinalized)
        bounds.end = *std::max_element(expected.begin(), expected.end()) + 10;
      unwrapClocks(records, bounds, true);
      const auto got = cyclesOf(records);
      QVERIFY2(std::equal(got.begin() + static_cast<std::ptrdiff_t>(first), got.end(),
                          expected.begin() + static_cast<std::ptrdiff_t>(first)),
               qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void wrapsAreCounted() {
    auto records =
        recordsAt({kPeriod - 10, kPeriod + 5, 2 * kPeriod - (1 << 21), 2 * kPeriod + 100});
    const auto counts = unwrapClocks(records, {kPeriod - 20, 2 * kPeriod + 120}, false);
    QCOMPARE(counts.wraps, uint64_t{2});
    QCOMPARE(counts.backsteps, uint64_t{0});
    QCOMPARE(records.front().cycles, kPeriod - 10);
  }

  void smallStepBackIsNoWrap() {
    auto records = recordsAt({1000, 990, 1010});
    const auto counts = unwrapClocks(records, {900, 1100}, false);
    QCOMPARE(cyclesOf(records), (std::vector<int64_t>{1000, 990, 1010}));
    QCOMPARE(counts.wraps, uint64_t{0});
    QCOMPARE(counts.backsteps, uint64_t{1});
  }

  void unitMayOutliveTheThreadThatReadsTheEndPair() {
    auto records = recordsAt({5000, 9000});
    unwrapClocks(records, {4000, 6000}, false);
    QCOMPARE(cyclesOf(records), (std::vector<int64_t>{5000, 9000}));
  }

  void epochThatContradictsTheHeaderIsIgnoredAndCounted() {
    std::vector<Record> records{at(1000), at(int64_t{77} << 33, Kind::ClockEpoch), at(2000)};
    records[1].clock = 1500;
    const auto counts = unwrapClocks(records, {900, 2100}, false);
    QCOMPARE(counts.ignoredEpochs, uint64_t{1});
    QCOMPARE(cyclesOf(records), (std::vector<int64_t>{1000, 1500, 2000}));
  }

  void unfinishedRingThatLostItsBeginSaysThatItIsUncertain() {
    auto records = recordsAt({1000, 2000});
    QCOMPARE(unwrapClocks(records, {0, std::nullopt}, true).unanchored, uint64_t{2});
  }

  void nearestCongruentFindsTheClosestValueOnBothSides() {
    QCOMPARE(nearestCongruent(100, 90, 32), int64_t{90});
    QCOMPARE(nearestCongruent(kPeriod + 5, 0xffffffffu, 32), kPeriod - 1);
    QCOMPARE(nearestCongruent(kPeriod - 5, 3, 32), kPeriod + 3);
    QCOMPARE(nearestCongruent((int64_t{1} << 43) - 5, 3, 43), (int64_t{1} << 43) + 3);
  }
};

QTEST_GUILESS_MAIN(ClockUnwrapTest)
#include "clock_unwrap_test.moc"
