// SPDX-License-Identifier: Apache-2.0
// Records in groups decode as single records do, from any remaining part of a ring.
#include <QElapsedTimer>
#include <QtTest>

#include <array>
#include <numeric>
#include <random>

#include "core/base/little_endian.h"
#include "core/record/launch_decoder.h"
#include "core/record/segment_decoder.h"
#include "tests/support/trace_text.h"
#include "tests/support/record_emitter.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;
using pstudio::test::SegmentEmitter;

namespace {

/// The table of a kernel: groups of one to `mostRecords` records, some with keys.
std::vector<RecordGroup> makeGroups(std::mt19937_64 &random, uint32_t mostRecords) {
  std::vector<RecordGroup> groups;
  for (uint32_t i = 0; i < 8; ++i) {
    RecordGroup &group = groups.emplace_back();
    const bool isKeyed = random() % 2 == 0;
    const size_t most = isKeyed ? kMaxKeyedGroupRecords : mostRecords;
    for (size_t m = 1 + random() % most; m > 0; --m) {
      if (!isKeyed && m > 1 && random() % 4 == 0) {
        group.members.push_back({Kind::ClockEpoch, 0, kKeyEpochAfterWait, false});
        --m;
      }
      GroupMember member{static_cast<Kind>(1 + random() % 4), static_cast<uint32_t>(random() % 64),
                         0, false};
      if (member.kind == Kind::EventStart || member.kind == Kind::EventEnd) {
        member.isKeyed = isKeyed && random() % 3 != 0;
        member.key = member.isKeyed ? 0 : static_cast<uint32_t>(random() & kKeyMask);
      }
      group.members.push_back(member);
    }
  }
  return groups;
}

/// Stores groups and single records as a kernel does, and keeps a list of all records.
class GroupEmitter {
public:
  /// `mostRecords`: of a group; more than kMaxShortGroupRecords only if no record is overwritten.
  GroupEmitter(uint64_t seed, uint32_t slots, Strategy strategy,
               uint32_t mostRecords = kMaxShortGroupRecords)
      : segment(slots, strategy), m_random(seed), m_strategy(strategy) {
    groups = makeGroups(m_random, mostRecords);
    segment.isGrouped = true;
  }

  void emitAny() {
    ends.push_back(records.size());
    if (m_random() % 4 == 0)
      return emitLone();
    const auto number = static_cast<uint16_t>(m_random() % groups.size());
    const auto added = static_cast<uint16_t>(m_random() % 2 * 100);
    std::vector<uint32_t> clocks;
    std::vector<uint16_t> keys;
    for (const GroupMember &member : groups[number].members) {
      Record &record = records.emplace_back();
      record.kind = member.kind;
      record.operation = static_cast<uint16_t>(member.operation + added);
      record.key = static_cast<uint16_t>(member.key);
      if (member.isKeyed)
        keys.push_back(record.key = static_cast<uint16_t>(m_random()));
      if (member.kind == Kind::ClockEpoch) {
        record.payload = static_cast<uint32_t>(m_random());
        clocks.push_back(static_cast<uint32_t>(record.payload));
        continue;
      }
      clocks.push_back(record.clock = m_clock += static_cast<uint32_t>(m_random() % 100));
      if (clocks.size() > 1 && records[records.size() - 2].kind == Kind::ClockEpoch)
        records[records.size() - 2].clock = record.clock; // the lower half of both
    }
    segment.group(number, groups[number], clocks, keys, added);
  }

  Result<SegmentCounts> decode(std::vector<Record> &decoded, bool isFinalized = true) const {
    Segment left{segment.bytes(),
                 isFinalized ? segment.written() : 0,
                 isFinalized,
                 m_strategy,
                 0,
                 true,
                 std::nullopt,
                 groups};
    if (isFinalized)
      left.recordsWritten = segment.recordsWritten();
    return decodeSegment(left, decoded);
  }

  SegmentEmitter segment;
  std::vector<RecordGroup> groups;
  std::vector<Record> records;
  std::vector<size_t> ends; ///< number of records before each store

private:
  void emitLone() {
    Record &record = records.emplace_back();
    record.kind = m_random() % 2 == 0 ? Kind::ScopeStart : Kind::Value;
    record.operation = static_cast<uint16_t>(m_random() % 64);
    record.clock = m_clock += static_cast<uint32_t>(m_random() % 100);
    record.wide = record.kind == Kind::Value && m_random() % 2 == 0;
    if (record.kind == Kind::Value)
      record.payload = record.wide ? m_random() : m_random() & 0xffffffff;
    if (record.kind == Kind::ScopeStart && m_random() % 2 == 0) {
      record.partial = true;
      record.laneMask = 0xff;
    }
    segment.emit(record);
  }

  std::mt19937_64 m_random;
  Strategy m_strategy;
  uint32_t m_clock = 0;
};

bool isSuffix(const std::vector<Record> &kept, const std::vector<Record> &all) {
  return kept.size() <= all.size() && std::equal(kept.rbegin(), kept.rend(), all.rbegin());
}

} // namespace

class RecordGroupsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aRingOfAnyLengthHoldsASuffixAndTheNumberOfDroppedRecordsIsExact() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      GroupEmitter emitter(seed, 4u << seed % 5, Strategy::Circular);
      for (int stores = 0; stores < 60; ++stores) {
        // At every point at which the kernel may have been stopped.
        std::vector<Record> decoded;
        const auto counts = emitter.decode(decoded);
        VERIFY_RESULT(counts);
        const QString where = QString("seed %1, %2 stores").arg(seed).arg(stores);
        QVERIFY2(isSuffix(decoded, emitter.records), qPrintable(where));
        QCOMPARE(counts->recordsDropped, emitter.records.size() - decoded.size());
        QVERIFY2(counts->malformed + counts->unknown + counts->unwritten == 0, qPrintable(where));
        QVERIFY2(stores == 0 || !decoded.empty(), qPrintable(where));
        emitter.emitAny();
      }
    }
  }

  void aSegmentThatKeepsTheOldestHoldsAPrefix() {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      const uint32_t most = seed % 2 == 0 ? kMaxGroupRecords : kMaxShortGroupRecords;
      GroupEmitter emitter(seed, 4u << seed % 7, Strategy::First, most);
      for (int stores = 0; stores < 60; ++stores) {
        std::vector<Record> decoded;
        const auto counts = emitter.decode(decoded);
        VERIFY_RESULT(counts);
        const QString where = QString("seed %1, %2 stores").arg(seed).arg(stores);
        QVERIFY(decoded.size() <= emitter.records.size());
        QVERIFY2(std::equal(decoded.begin(), decoded.end(), emitter.records.begin()),
                 qPrintable(where));
        QCOMPARE(counts->recordsDropped, emitter.records.size() - decoded.size());
        QVERIFY2(counts->malformed + counts->unknown + counts->unwritten == 0, qPrintable(where));
        emitter.emitAny();
      }
    }
  }

  void longGroupsComeBackWholeFromARingThatDidNotTurn() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      GroupEmitter emitter(seed, 1024, Strategy::Circular, kMaxGroupRecords);
      while (emitter.segment.written() + groupSlots(kMaxGroupRecords) <= 1024)
        emitter.emitAny();
      std::vector<Record> decoded;
      const auto counts = emitter.decode(decoded);
      VERIFY_RESULT(counts);
      QVERIFY2(decoded == emitter.records, qPrintable(QString("seed %1").arg(seed)));
      QCOMPARE(counts->recordsDropped, uint64_t{0});
      QCOMPARE(counts->malformed + counts->unknown + counts->unwritten, uint64_t{0});
    }
  }

  void aGroupThatTheKernelDidNotFinishGivesTheRecordsItStored() {
    const RecordGroup group{std::vector<GroupMember>(20, {Kind::ScopeStart, 1, 0, false})};
    for (uint32_t stored = 1; stored <= 20; ++stored)
      for (const uint32_t older : {0u, 77u, 0xa0000000u}) { // previous content of the slots
        GroupEmitter emitter(1, 64, Strategy::Circular);
        emitter.groups = {group};
        std::vector<uint32_t> clocks(20, older);
        for (uint32_t i = 0; i < stored; ++i)
          clocks[i] = 1000 + i;
        emitter.segment.group(0, group, clocks);
        std::vector<Record> decoded;
        const auto counts = emitter.decode(decoded, false);
        VERIFY_RESULT(counts);
        QCOMPARE(decoded.size(), size_t{stored});
        QCOMPARE(decoded.back().clock, 999 + stored);
        QCOMPARE(counts->malformed + counts->recordsDropped, uint64_t{0});
      }
  }

  void onlyTheNewestGroupOfAKernelThatDidNotEndCanBeIncomplete() {
    const RecordGroup group{std::vector<GroupMember>(3, {Kind::ScopeStart, 1, 0, false})};
    // At cycle 0, with waits of more than 2^31 cycles.
    const std::array<uint32_t, 3> clocks{0, 0, 0xfff00000};
    GroupEmitter emitter(1, 64, Strategy::Circular);
    emitter.groups = {group};
    emitter.segment.group(0, group, clocks);
    emitter.segment.group(0, group, std::array<uint32_t, 3>{0xfff00010, 0xfff00020, 0});
    std::vector<Record> decoded;
    const auto counts = emitter.decode(decoded, false);
    VERIFY_RESULT(counts);
    QCOMPARE(decoded.size(), size_t{5});
    QCOMPARE(decoded[1].clock, clocks[1]);
    QCOMPARE(decoded[2].clock, clocks[2]);
    QCOMPARE(decoded[4].clock, 0xfff00020);
  }

  void missingClocksOfAGroupAreMarkedWhereTheCountIsKnown() {
    const RecordGroup group{std::vector<GroupMember>(20, {Kind::ScopeStart, 1, 0, false})};
    for (const uint32_t first : {0u, 1u, 2u, 1000u})
      for (const bool isFinalized : {false, true})
        for (uint32_t stored = 1; stored <= 20; ++stored) {
          GroupEmitter emitter(1, 64, Strategy::Circular);
          emitter.groups = {group};
          std::vector<uint32_t> clocks;
          while (clocks.size() < 20) // two at one cycle, then one after a wait of 2^31
            clocks.push_back(clocks.size() >= stored ? missingClock(clocks.back())
                             : clocks.size() < 2     ? first
                                                     : first + 0x80000000u);
          emitter.segment.group(0, group, clocks);
          std::vector<Record> decoded;
          const auto counts =
              decodeSegment({emitter.segment.bytes(), emitter.segment.written(), isFinalized,
                             Strategy::Circular, 0, true, stored, emitter.groups},
                            decoded);
          VERIFY_RESULT(counts);
          QCOMPARE(decoded.size(), size_t{stored});
          QCOMPARE(decoded.back().clock, clocks[stored - 1]);
          QCOMPARE(counts->malformed + counts->recordsDropped, uint64_t{0});
        }
  }

  void aFullSegmentOfAKernelThatDidNotEndKeepsThePartOfAGroupThatFits() {
    const RecordGroup group{std::vector<GroupMember>(20, {Kind::ScopeStart, 1, 0, false})};
    GroupEmitter emitter(1, 1024, Strategy::First);
    emitter.groups = {group};
    std::vector<uint32_t> clocks(20);
    for (uint32_t i = 0; i < 90; ++i) {
      std::iota(clocks.begin(), clocks.end(), 100 * i);
      emitter.segment.group(0, group, clocks);
    }
    std::vector<Record> decoded;
    const auto counts = emitter.decode(decoded, false);
    VERIFY_RESULT(counts);
    // 85 groups of 12 slots, and 4 slots: a tag and 7 clocks.
    QCOMPARE(decoded.size(), size_t{85 * 20 + 7});
    QCOMPARE(decoded.back().clock, 85u * 100 + 6);
    QCOMPARE(counts->malformed, uint64_t{0});
    QCOMPARE(counts->slotsWritten, uint64_t{86 * 12});
    QCOMPARE(counts->slotsDropped, uint64_t{86 * 12 - 1024});
    QCOMPARE(counts->recordsDropped, uint64_t{13});
  }

  void aLongGroupThatFillsARingBeginsAtItsFirstSlot() {
    const RecordGroup group{std::vector<GroupMember>(13, {Kind::ScopeStart, 1, 0, false})};
    for (uint32_t stored = 1; stored <= 13; ++stored) {
      GroupEmitter emitter(1, 8, Strategy::Circular);
      emitter.groups = {group};
      std::vector<uint32_t> clocks(13);
      for (uint32_t i = 0; i < stored; ++i)
        clocks[i] = makeTag(Kind::ScopeStart, 1, i); // equal to a tag of a record
      emitter.segment.group(0, group, clocks);
      std::vector<Record> decoded;
      const auto counts = emitter.decode(decoded, false);
      VERIFY_RESULT(counts);
      QCOMPARE(decoded.size(), size_t{stored});
      QCOMPARE(decoded.front().clock, clocks.front());
      QCOMPARE(counts->guessedRotations, uint64_t{0});
      QCOMPARE(counts->malformed + counts->unknown, uint64_t{0});
    }
  }

  /// Comparing each slot with each group would take half a minute.
  void manyOddSlotsAndManyGroupsAreReadInLinearTime() {
    constexpr uint32_t kSlots = 1 << 20;
    const std::vector<RecordGroup> groups(kMaxGroups, RecordGroup{{GroupMember()}});
    SegmentEmitter segment(kSlots);
    segment.isGrouped = true;
    for (uint32_t i = 0; i < kSlots; ++i)
      segment.raw(makeTag(static_cast<Kind>(11), 0, 0), 0);
    std::vector<Record> decoded;
    QElapsedTimer timer;
    timer.start();
    const auto counts = decodeSegment(
        {segment.bytes(), segment.written(), true, Strategy::Circular, 0, true, {}, groups},
        decoded);
    QVERIFY(timer.elapsed() < 10'000);
    VERIFY_RESULT(counts);
    QVERIFY(decoded.empty());
    QCOMPARE(counts->unknown, uint64_t{kSlots / kGroupSlots});
  }

  void aKernelThatDidNotEndLeavesWhatItStored() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      const uint32_t most = seed % 2 == 0 ? kMaxGroupRecords : kMaxShortGroupRecords;
      GroupEmitter emitter(seed, 1024, Strategy::Circular, most);
      for (int stores = 0; stores < 20; ++stores)
        emitter.emitAny();
      std::vector<Record> decoded;
      const auto counts = emitter.decode(decoded, false);
      VERIFY_RESULT(counts);
      QVERIFY2(decoded == emitter.records, qPrintable(QString("seed %1").arg(seed)));
    }
  }

  void aDamagedGroupCostsItselfOnly() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      GroupEmitter emitter(seed, 256, Strategy::Circular);
      std::vector<uint32_t> starts;
      while (starts.size() < 20) {
        starts.push_back(emitter.segment.written());
        emitter.emitAny();
      }
      const size_t damaged = seed % 19;
      // A group number that is not in the kernel's table.
      storeLittle(emitter.segment.bytes().data() + starts[damaged] * kSlotBytes,
                  makeTag(Kind::Group, 0, 4711));
      std::vector<Record> decoded;
      const auto counts = emitter.decode(decoded);
      VERIFY_RESULT(counts);
      std::vector<Record> others = emitter.records;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(emitter.ends[damaged]),
                   others.begin() + static_cast<std::ptrdiff_t>(emitter.ends[damaged + 1]));
      QVERIFY2(decoded == others, qPrintable(QString("seed %1").arg(seed)));
      QVERIFY(counts->unknown + counts->malformed > 0);
    }
  }

  void aDamagedLongGroupCostsWhatFollowsUpToTheNextGroup() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      GroupEmitter emitter(seed, 1024, Strategy::Circular, kMaxGroupRecords);
      std::vector<uint32_t> starts;
      while (starts.size() < 20) {
        starts.push_back(emitter.segment.written());
        emitter.emitAny();
      }
      const auto tagAt = [&](size_t i) {
        return loadLittle<uint32_t>(emitter.segment.bytes().data() + starts[i] * kSlotBytes);
      };
      size_t damaged = seed % 15, next = damaged + 1;
      while (next < starts.size() && kindOf(tagAt(next)) != Kind::Group)
        ++next;
      if (next == starts.size())
        continue;
      storeLittle(emitter.segment.bytes().data() + starts[damaged] * kSlotBytes,
                  makeTag(Kind::Group, 0, 4711));
      std::vector<Record> decoded;
      const auto counts = emitter.decode(decoded);
      VERIFY_RESULT(counts);
      std::vector<Record> others = emitter.records;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(emitter.ends[damaged]),
                   others.begin() + static_cast<std::ptrdiff_t>(emitter.ends[next]));
      QVERIFY2(decoded == others, qPrintable(QString("seed %1").arg(seed)));
      QVERIFY(counts->unknown + counts->malformed > 0);
    }
  }

  void idsThatDoNotExistAreNoRecords() {
    GroupEmitter emitter(1, 16, Strategy::Circular);
    const RecordGroup group{{{Kind::ScopeStart, 100, 0, false}}};
    emitter.groups = {group};
    emitter.segment.group(0, group, std::array<uint32_t, 1>{5}, {}, 4000);
    std::vector<Record> decoded;
    const auto counts = emitter.decode(decoded);
    VERIFY_RESULT(counts);
    QVERIFY(decoded.empty());
    QCOMPARE(counts->malformed, uint64_t{kGroupSlots});
  }

  void aBlockOfAnOddNumberOfUnitsHasItsSegmentsAtMultiplesOf16() {
    for (uint32_t units = 1; units <= 8; ++units)
      for (uint32_t unit = 0; unit < units; ++unit)
        QCOMPARE(segmentOffset(units, 8, unit, true) % 16, uint64_t{0});
    QCOMPARE(segmentOffset(3, 8, 0, false), uint64_t{kHeaderBytes + 3 * kUnitBytes});
  }

  void aLaunchInGroupsGivesTheTraceOfItsRecordsOneByOne() {
    const RecordGroup first{{{Kind::ScopeStart, 0, 0, false},
                             {Kind::ScopeStart, 1, 0, false},
                             {Kind::ScopeEnd, 1, 0, false}}};
    const RecordGroup second{{{Kind::ScopeStart, 1, 0, false}, {Kind::ScopeEnd, 1, 0, false}}};
    LaunchCapture capture;
    capture.operations.operations = {{OperationKind::Scope, "outer", {}, ""},
                                     {OperationKind::Scope, "inner", OperationId(0), ""}};
    capture.kernel = "k";
    capture.block = {96, 1, 1};
    std::array<std::string, 2> texts;
    for (const bool isGrouped : {false, true}) {
      BlockEmitter block(3, 16);
      block.setClocks(1000, 2000);
      for (SegmentEmitter &unit : block.units) {
        unit.isGrouped = isGrouped;
        if (isGrouped) {
          unit.group(0, first, std::array<uint32_t, 3>{1100, 1110, 1120});
          unit.group(1, second, std::array<uint32_t, 2>{1130, 1140});
        } else {
          unit.scopeStart(0, 1100);
          unit.scopeStart(1, 1110);
          unit.scopeEnd(1, 1120);
          unit.scopeStart(1, 1130);
          unit.scopeEnd(1, 1140);
        }
        unit.scopeEnd(0, 1200);
      }
      std::vector<std::byte> bytes;
      block.appendTo(bytes);
      capture.blocks = bytes;
      capture.operations.groups =
          isGrouped ? std::vector{first, second} : std::vector<RecordGroup>();
      TraceBuilder builder;
      VERIFY_RESULT(decodeLaunch(capture, builder));
      const Trace trace = std::move(builder).finish();
      QCOMPARE(trace.sliceCount(), size_t{9});
      texts[isGrouped] = traceToText(trace);
    }
    QCOMPARE(QString::fromStdString(texts[1]), QString::fromStdString(texts[0]));
  }
};

QTEST_GUILESS_MAIN(RecordGroupsTest)
#include "record_groups_test.moc"
