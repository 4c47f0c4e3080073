// SPDX-License-Identifier: Apache-2.0
// The bytes that the lanes of one warp write, read with the offsets of the decoder.
#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include <QtTest/QTest>

#include "core/record/segment_decoder.h"
#include "core/record/stream_layout.h"
#include "tests/collector/runtime/cpu/recording_warp.h"

using namespace pstudio;
using namespace pstudio::cpu;
using namespace pstudio::cpu::test;
using record::Granularity;
using record::Kind;
using record::makeTag;
using record::Strategy;

namespace {

using Slots = std::vector<std::pair<uint32_t, uint32_t>>; ///< tags and payloads

uint32_t randomSeed() {
  return std::random_device{}();
}

/// Stores the start of a scope, half of the times under divergence, and appends the expected slots.
void storeRandomScope(std::mt19937 &random, Warp &warp, Slots &all) {
  const uint32_t operation = random() % record::kMaxOperations;
  const auto clock = static_cast<uint32_t>(random()) >> 1; // greater distances require an epoch
  const bool isPartial = random() % 2 == 0;
  warp.meet(isPartial ? 0xf : 0xffffffff, 0xffffffff);
  warp.store(makeTag(Kind::ScopeStart, operation, 0), 0, clock);
  all.emplace_back(makeTag(Kind::ScopeStart, operation, isPartial), clock);
  if (isPartial)
    all.emplace_back(makeTag(Kind::Continuation, operation, 1), 0xf);
}

class RecordCallsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void blockOfACtaIsItsLinearIndex() {
    Warp warp(formatOf(4));
    CtaThread &thread = warp.lane(0);
    const uint32_t grid[3] = {5, 3, 2}, id[3] = {4, 2, 1};
    std::copy(std::begin(grid), std::end(grid), thread.gridDim);
    std::copy(std::begin(id), std::end(id), thread.blockId);
    const uint32_t index = 4 + 5 * (2 + 3 * 1);
    const uint32_t cta = calls::rankOfCta(&thread, kNotRecorded, 0, kNotRecorded - 1, 0, 0);
    QCOMPARE(cta, index);
    const uint64_t blockBytes = record::blockBytes(1, 4);
    Bytes buffer((index + 1) * blockBytes);
    warp.begin(0, buffer.at(0), nullptr, cta, 0);
    calls::writeHeader(&thread);
    QCOMPARE(buffer.read<uint32_t>(index * blockBytes + record::kMagic), record::kBlockMagic);
  }

  void largeGridsDoNotOverflowTheAddress() {
    Warp warp(formatOf(1024));
    CtaThread &thread = warp.lane(0);
    thread.gridDim[0] = 1u << 20;
    thread.blockId[0] = (1u << 20) - 1;
    thread.blockId[1] = 63;
    const uint32_t cta = calls::rankOfCta(&thread, kNotRecorded, 0, kNotRecorded - 1, 0, 0);
    QCOMPARE(cta, (1u << 26) - 1);
    warp.begin(0, warp.block().at(0), nullptr, cta, 0);
    QCOMPARE(static_cast<uint64_t>(thread.records.block() - warp.block().at(0)),
             uint64_t{cta} * record::blockBytes(1, 1024));
  }

  void unitsOfACtaLieOneAfterTheOther() {
    SegmentFormat format = formatOf(4);
    format.units = 4;
    Warp warp(format, nullptr, 3);
    const uint32_t tag = makeTag(Kind::ScopeStart, 1, 0);
    warp.store(tag, 0, 5);
    QCOMPARE(warp.block().read<uint32_t>(80 + 3 * 8), 1u);
    QCOMPARE(warp.block().read<uint32_t>(80 + 4 * 8 + 3 * 4 * 8), tag);
    QCOMPARE(warp.written(0), 0u);
  }

  void ranksAreOfTheIdsOnTheSteps() {
    Warp warp(formatOf(4));
    const auto rankOf = [&](uint32_t id) {
      warp.lane(0).warpId = id;
      // 1, then 4, 6, 8
      const uint32_t found = calls::rankOfWarp(&warp.lane(0), kNotRecorded, 1, 1, 0, 0);
      return calls::rankOfWarp(&warp.lane(0), found, 4, 8, 1, 1);
    };
    const std::vector<uint32_t> expected = {
        kNotRecorded, 0, kNotRecorded, kNotRecorded, 1, kNotRecorded, 2,
        kNotRecorded, 3, kNotRecorded, kNotRecorded};
    for (uint32_t id = 0; id < expected.size(); ++id)
      QCOMPARE(rankOf(id), expected[id]);
  }

  void nothingIsWrittenWithoutABlockOrUnit() {
    for (const auto &[cta, unit] : {std::pair(kNotRecorded, 0u), std::pair(0u, kNotRecorded)}) {
      Warp warp(formatOf(4));
      for (uint32_t lane = 0; lane < 32; ++lane)
        warp.begin(lane, warp.block().at(0), nullptr, cta, unit);
      if (cta == kNotRecorded) {
        warp.each([](CtaThread &lane) { calls::writeHeader(&lane); });
        warp.each([](CtaThread &lane) { calls::endRecords(&lane); });
      }
      warp.store(makeTag(Kind::ScopeStart, 1, 0), 0, 5);
      warp.flush(0);
      warp.each([](CtaThread &lane) { calls::storeAccess(&lane, 1, 0, 5, 0); });
      warp.each([](CtaThread &lane) { calls::countAccess(&lane, 0, 4, 0, 0); });
      QVERIFY(warp.block().isZero());
    }
  }

  // --- The header

  void firstThreadWritesTheHeader() {
    SegmentFormat format{4, 16,   256, record::makeFlags(Strategy::Stream, Granularity::Warp),
                         2, false};
    Warp warp(format);
    CtaThread &thread = warp.lane(0);
    thread.blockId[0] = 7;
    thread.blockId[1] = 8;
    thread.blockId[2] = 9;
    thread.smId = 3;
    thread.clock = 0x123456789a;
    Bytes block(4096);
    warp.begin(0, block.at(0), nullptr, 0, 0);
    calls::writeHeader(&thread);
    QCOMPARE(block.read<uint32_t>(record::kMagic), record::kBlockMagic);
    QCOMPARE(block.read<uint16_t>(record::kVersion), record::kLayoutVersion);
    QCOMPARE(uint32_t{block.read<uint16_t>(record::kHeaderSize)}, record::kHeaderBytes);
    QCOMPARE(block.read<uint32_t>(record::kProgramX), 7u);
    QCOMPARE(block.read<uint32_t>(record::kProgramY), 8u);
    QCOMPARE(block.read<uint32_t>(record::kProgramZ), 9u);
    QCOMPARE(block.read<uint32_t>(record::kHardwareId), 3u);
    QCOMPARE(block.read<uint32_t>(record::kUnitCount), 4u);
    QCOMPARE(block.read<uint32_t>(record::kSlotsPerUnit), 256u);
    QCOMPARE(block.read<uint32_t>(record::kFlags), format.flags);
    QCOMPARE(block.read<uint32_t>(record::kFlushedSlots), 8u);
    QCOMPARE(block.read<uint32_t>(record::kStreamChunks), 2u);
    QCOMPARE(block.read<uint64_t>(record::kBeginCycle), uint64_t{0x123456789a});
    QCOMPARE(block.read<uint64_t>(record::kBeginTime), uint64_t{0x123456789a});
    QCOMPARE(block.read<uint64_t>(record::kEndCycle), uint64_t{0});
  }

  void firstThreadWritesItsEnd() {
    Warp warp(formatOf(4));
    warp.lane(0).clock = 55;
    calls::endRecords(&warp.lane(0));
    QCOMPARE(warp.block().read<uint64_t>(record::kEndCycle), uint64_t{55});
    QCOMPARE(warp.block().read<uint64_t>(record::kEndTime), uint64_t{55});
    QCOMPARE(warp.block().read<uint32_t>(record::kFlushedSlots), 0u);
  }

  void otherThreadsLeaveTheHeaderAlone_data() {
    QTest::addColumn<int>("dimension");
    QTest::newRow("x") << 0;
    QTest::newRow("y") << 1;
    QTest::newRow("z") << 2;
  }

  void otherThreadsLeaveTheHeaderAlone() {
    QFETCH(int, dimension);
    Warp warp(formatOf(4));
    warp.lane(0).threadId[dimension] = 1;
    warp.lane(0).clock = 7;
    calls::writeHeader(&warp.lane(0));
    calls::endRecords(&warp.lane(0));
    QVERIFY(warp.block().isZero());
  }

  // --- Halves

  void aHalfIsFlushedOnceByTheRecordThatFillsIt_data() {
    QTest::addColumn<uint32_t>("slots"); ///< of the record
    QTest::addColumn<uint32_t>("written");
    QTest::addColumn<uint32_t>("first"); ///< of the copied slots
    QTest::addColumn<bool>("isFlushed");
    QTest::newRow("not full") << 1u << 7u << 0u << false;
    QTest::newRow("full to the slot") << 1u << 8u << 0u << true;
    QTest::newRow("filled by a record of three slots") << 3u << 10u << 0u << true;
    QTest::newRow("after the flush") << 1u << 11u << 0u << false;
    QTest::newRow("three slots after the flush") << 3u << 13u << 0u << false;
    QTest::newRow("second half") << 2u << 17u << 8u << true;
    QTest::newRow("turned") << 2u << 65u << 56u << true;
  }

  void aHalfIsFlushedOnceByTheRecordThatFillsIt() {
    QFETCH(uint32_t, slots);
    QFETCH(uint32_t, written);
    QFETCH(uint32_t, first);
    QFETCH(bool, isFlushed);
    constexpr uint32_t kStaged = 16, kKept = 32;
    Bytes from(kStaged * 8);
    Warp warp({1, kStaged, kKept, record::makeFlags(Strategy::Flush, Granularity::Warp), 0, false},
              from.at(0));
    for (uint32_t slot = 0; slot < kStaged; ++slot)
      from.setSlot(slot, 100 + slot);
    warp.setWritten(written - slots);
    const Kind kind = slots == 1 ? Kind::EventStart : Kind::Value;
    warp.store(makeTag(kind, 9, slots == 3 ? record::kKeyWide : 0), 1, 2);
    QCOMPARE(warp.written(), written);
    Bytes stored = from;
    warp.lane(0).clock = 0x700000042;
    warp.flush(3u << record::kOperationShift);
    for (uint32_t slot = 0; slot < kKept; ++slot) {
      const bool isCopied = isFlushed && slot >= first % kKept && slot < first % kKept + 8;
      QCOMPARE(warp.block().slot(warp.firstSlot() + slot),
               isCopied ? stored.slot(slot % kStaged) : uint64_t{0});
    }
    QCOMPARE(warp.written(), written + (isFlushed ? record::kFlushRecordSlots : 0));
    if (!isFlushed)
      return;
    // The flush is a scope, whose records do not flush.
    QCOMPARE(from.tag(written % kStaged), makeTag(Kind::ScopeStart, 3, 0));
    QCOMPARE(from.payload(written % kStaged), 0x42u);
    QCOMPARE(from.tag((written + 1) % kStaged), makeTag(Kind::ScopeEnd, 3, 0));
    warp.flush(3u << record::kOperationShift);
    QCOMPARE(warp.written(), written + record::kFlushRecordSlots);
  }

  void onlyTheElectedLaneFlushes() {
    Bytes from(16 * 8);
    Warp warp({1, 16, 32, record::makeFlags(Strategy::Flush, Granularity::Warp), 0, false},
              from.at(0));
    warp.setWritten(7);
    warp.store(makeTag(Kind::EventStart, 1, 0), 0, 0);
    for (uint32_t lane = 1; lane < 32; ++lane)
      calls::flushRecords(&warp.lane(lane), 0);
    QCOMPARE(warp.written(), 8u);
    calls::flushRecords(&warp.lane(0), 0);
    QCOMPARE(warp.written(), 8u + record::kFlushRecordSlots);
  }

  void aStreamPublishesItsHalfAndRecordsTheWholeClock() {
    Warp warp({1, 16, 16, record::makeFlags(Strategy::Stream, Granularity::Warp), 2, true});
    const record::StreamShape shape{1, 8, 2, 16};
    Bytes block(record::streamBlockBytes(shape));
    for (uint32_t lane = 0; lane < 32; ++lane)
      warp.begin(lane, block.at(0), nullptr, 0, 0);
    warp.lane(0).clock = 0x700000042;
    for (uint32_t i = 0; i < 8; ++i) {
      warp.store(makeTag(Kind::EventStart, 1, 0), i, i);
      warp.flush(3u << record::kOperationShift);
    }
    const uint64_t counters = record::streamEntryOffset(1, 0);
    QCOMPARE(block.read<uint32_t>(counters + record::kStreamPublished), 1u);
    const uint64_t chunk = record::streamRingOffset(shape, 0);
    QCOMPARE(block.read<uint32_t>(chunk + record::kChunkFirst), 0u);
    QCOMPARE(block.read<uint32_t>(chunk + record::kChunkCount), 8u);
    QCOMPARE(block.read<uint32_t>(chunk + record::kChunkHeadBytes + 7 * 8),
             makeTag(Kind::EventStart, 1, 7));
    const uint64_t staged = record::streamStagingOffset(shape, 0) / 8;
    const Slots expected = {{makeTag(Kind::ScopeStart, 3, 0), 0x42},
                            {makeTag(Kind::ClockEpoch, 3, 0), 0x42},
                            {makeTag(Kind::Continuation, 3, 1), 7},
                            {makeTag(Kind::ScopeEnd, 3, 0), 0x42}};
    QCOMPARE(expected.size(), size_t{record::kStreamRecordSlots});
    for (size_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(block.tag(staged + 8 + i), expected[i].first);
      QCOMPARE(block.payload(staged + 8 + i), expected[i].second);
    }
    // The end publishes the remaining slots unless the ring is full: this unit does not wait.
    warp.meet(1, 1);
    calls::endRecords(&warp.lane(0));
    QCOMPARE(block.read<uint32_t>(counters + record::kStreamPublished), 2u);
    calls::endRecords(&warp.lane(0));
    QCOMPARE(block.read<uint32_t>(counters + record::kStreamPublished), 2u);
  }

  void theEndCopiesWhatWasNotFlushed() {
    Bytes from(16 * 8);
    Warp warp({1, 16, 32, record::makeFlags(Strategy::Flush, Granularity::Warp), 0, false},
              from.at(0));
    for (uint32_t slot = 0; slot < 16; ++slot)
      from.setSlot(slot, 100 + slot);
    warp.setWritten(43); // slots 40 to 42 are new
    warp.meet(1, 1);
    calls::endRecords(&warp.lane(0));
    for (uint32_t slot = 0; slot < 32; ++slot)
      QCOMPARE(warp.block().slot(warp.firstSlot() + slot),
               slot >= 8 && slot < 11 ? uint64_t{100} + slot : uint64_t{0});
    QCOMPARE(warp.state(), record::kUnitFinalized);
  }

  // --- Records

  void scopeOfAWholeWarpTakesOneSlot() {
    Warp warp(formatOf(4));
    const uint32_t tag = makeTag(Kind::ScopeStart, 4095, 0);
    warp.setLastRecord(0x9900000000);
    warp.store(tag, 0, 0x9900000042);
    QCOMPARE(warp.written(), 1u);
    QCOMPARE(warp.tag(0), tag);
    QCOMPARE(warp.payload(0), 0x42u); // the low half of the clock
    QCOMPARE(warp.block().slot(warp.firstSlot() + 1), uint64_t{0});
  }

  void scopeUnderDivergenceKeepsTheMaskOfItsLanes() {
    Warp warp(formatOf(4));
    warp.meet(0x0000ff00, 0x0000ffff);
    warp.store(makeTag(Kind::ScopeEnd, 17, 0), 0, 100);
    QCOMPARE(warp.written(), 2u);
    QCOMPARE(warp.tag(0), makeTag(Kind::ScopeEnd, 17, record::kKeyPartialMask));
    QCOMPARE(warp.tag(1), makeTag(Kind::Continuation, 17, 1));
    QCOMPARE(warp.payload(1), 0x0000ff00u);
  }

  void lanesThatHaveReturnedAreNotMissed() {
    Warp warp(formatOf(4));
    warp.meet(0x3, 0x3);
    warp.store(makeTag(Kind::ScopeStart, 0, 0), 0, 1);
    QCOMPARE(warp.written(), 1u);
  }

  void maskOfARecordAtTheSeamGoesToTheFirstSlot() {
    Warp warp(formatOf(4));
    warp.setWritten(7); // the last slot of the second pass over the ring
    warp.meet(1, 0xffffffff);
    warp.store(makeTag(Kind::ScopeStart, 2, 0), 0, 9);
    QCOMPARE(warp.written(), 9u);
    QCOMPARE(record::kindOf(warp.tag(3)), Kind::ScopeStart);
    QCOMPARE(record::kindOf(warp.tag(0)), Kind::Continuation);
    QCOMPARE(warp.payload(0), 1u);
  }

  void eventKeepsItsKeyModulo65536() {
    Warp warp(formatOf(4));
    warp.meet(1, 0xffffffff); // no mask is stored: the tag contains the key
    warp.store(makeTag(Kind::EventEnd, 3, 0), 0x7fff0001fffe, 5);
    QCOMPARE(warp.written(), 1u);
    QCOMPARE(warp.tag(0), makeTag(Kind::EventEnd, 3, 0xfffe));
  }

  void valueKeepsItsLaneAndItsWords() {
    Warp warp(formatOf(8));
    warp.meet(0xfff0, 0xffffffff);
    warp.store(makeTag(Kind::Value, 3, 0), 0x1234, 5);
    warp.store(makeTag(Kind::Value, 6, record::kKeyWide), 0x123456789abcdef0, 7);
    const Slots expected = {
        {makeTag(Kind::Value, 3, 4 << record::kKeyLaneShift), 5},
        {makeTag(Kind::Continuation, 3, 1), 0x1234},
        {makeTag(Kind::Value, 6, 4 << record::kKeyLaneShift | record::kKeyWide), 7},
        {makeTag(Kind::Continuation, 6, 1), 0x9abcdef0},
        {makeTag(Kind::Continuation, 6, 2), 0x12345678}};
    QCOMPARE(size_t{warp.written()}, expected.size());
    for (uint32_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(warp.tag(i), expected[i].first);
      QCOMPARE(warp.payload(i), expected[i].second);
    }
  }

  void lanesThatAreNotElectedStoreNothing() {
    Warp warp(formatOf(4));
    for (uint32_t lane = 1; lane < 32; ++lane) {
      calls::storeRecord(&warp.lane(lane), 1, 1u << 28, 0, 1);
      calls::storeRecord(&warp.lane(lane), 1, 3u << 28, 1, 1);
      calls::storeRecord(&warp.lane(lane), 1, 5u << 28, 1, 1);
    }
    QVERIFY(warp.block().isZero());
  }

  void recordsWhoseConditionIsFalseAreNotCounted() {
    Warp warp(formatOf(4));
    warp.each([](CtaThread &lane) {
      calls::storeRecord(&lane, 0, makeTag(Kind::ScopeStart, 1, 0), 0, 1);
      calls::storeAccess(&lane, 0, makeTag(Kind::MemoryAccess, 1, 0), 1, 0);
    });
    QVERIFY(warp.block().isZero());
  }

  void everyLaneOfAPerThreadUnitStoresForItself() {
    SegmentFormat format = formatOf(4, Strategy::Circular, Granularity::Thread);
    format.units = 64;
    Warp warp(format, nullptr, 1);
    warp.meet(0xf0, 0xff);
    warp.store(makeTag(Kind::ScopeStart, 3, 0), 0, 9);
    warp.store(makeTag(Kind::Value, 4, 0), 11, 9);
    for (uint32_t lane = 0; lane < 32; ++lane)
      QCOMPARE(warp.written(32 + lane), lane >= 4 && lane < 8 ? 3u : 0u);
    const uint64_t slots = warp.firstSlot(32 + 5);
    QCOMPARE(warp.block().tag(slots), makeTag(Kind::ScopeStart, 3, 0)); // of one lane: no mask
    QCOMPARE(warp.block().tag(slots + 1), makeTag(Kind::Value, 4, 5 << record::kKeyLaneShift));
    calls::endRecords(&warp.lane(5));
    QCOMPARE(warp.state(32 + 5), record::kUnitFinalized);
    QCOMPARE(warp.state(32 + 4), record::kUnitIdle);
  }

  // --- Full segments

  void ringKeepsTheNewestSlotsWhateverIsStored() {
    const uint32_t seed = randomSeed();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const uint32_t capacity = 8;
    Warp warp(formatOf(capacity));
    Slots all;
    for (uint32_t i = 0; i < 200; ++i)
      storeRandomScope(random, warp, all);
    QCOMPARE(size_t{warp.written()}, all.size());
    for (size_t i = all.size() - capacity; i < all.size(); ++i) {
      QCOMPARE(warp.tag(i % capacity), all[i].first);
      QCOMPARE(warp.payload(i % capacity), all[i].second);
    }
  }

  void segmentThatKeepsTheOldestRejectsWhatDoesNotFitWholeAndCountsOn() {
    const uint32_t seed = randomSeed();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 20; ++round) {
      const uint32_t capacity = 8;
      Bytes slots((capacity + 1) * record::kSlotBytes);
      std::memset(slots.at(0), 0xee, capacity * record::kSlotBytes); // shared memory is not zeroed
      Warp warp(formatOf(capacity, Strategy::First), slots.at(0));
      Slots all, kept;
      for (uint32_t i = 0; i < 20; ++i) {
        const size_t before = all.size();
        storeRandomScope(random, warp, all);
        if (all.size() <= capacity)
          kept = all;
        else if (before < capacity)
          kept.emplace_back(0u, 0u); // the second slot of this record would not fit
      }
      QCOMPARE(size_t{warp.written()}, all.size());
      QCOMPARE(kept.size(), size_t{capacity});
      for (size_t i = 0; i < kept.size(); ++i) {
        QCOMPARE(slots.tag(i), kept[i].first);
        if (kept[i].first != 0)
          QCOMPARE(slots.payload(i), kept[i].second);
      }
      QCOMPARE(slots.slot(capacity), uint64_t{0});
    }
  }

  void valueThatDoesNotFitWholeIsMarked() {
    Bytes slots(5 * record::kSlotBytes);
    std::memset(slots.at(0), 0xee, 4 * record::kSlotBytes);
    Warp warp(formatOf(4, Strategy::First), slots.at(0));
    warp.setWritten(2);
    warp.store(makeTag(Kind::Value, 6, record::kKeyWide), ~uint64_t{0}, 7);
    QCOMPARE(warp.written(), 5u);
    QCOMPARE(slots.slot(1), 0xeeeeeeeeeeeeeeee);
    QCOMPARE(slots.tag(2), 0u);
    QCOMPARE(slots.tag(3), 0u);
    QCOMPARE(slots.slot(4), uint64_t{0});
  }

  void eventsAfterTheLastSlotAreCountedOnly() {
    Warp warp(formatOf(4, Strategy::First));
    for (uint32_t i = 0; i < 6; ++i)
      warp.store(makeTag(Kind::EventEnd, 3, 0), i, i);
    QCOMPARE(warp.written(), 6u);
    for (uint32_t i = 0; i < 4; ++i)
      QCOMPARE(warp.tag(i), makeTag(Kind::EventEnd, 3, i));
  }

  // --- Groups

  /// A group of three records, the last of which has a mask. `stored` of its records are stored
  /// before.
  void aRecordThatCannotBeInAGroupLeavesThoseBeforeIt_data() {
    QTest::addColumn<uint32_t>("stored");
    QTest::newRow("nothing is stored") << 0u;
    QTest::newRow("a part is stored") << 1u;
    QTest::newRow("all before it is stored") << 2u;
  }
  void aRecordThatCannotBeInAGroupLeavesThoseBeforeIt() {
    QFETCH(uint32_t, stored);
    const std::vector<record::RecordGroup> groups{{{{Kind::ScopeStart, 0, 0, false},
                                                    {Kind::ScopeStart, 1, 0, false},
                                                    {Kind::ScopeEnd, 1, 0, false}}}};
    for (const uint32_t first : {0u, 1u, 1000u})
      for (const Strategy strategy : {Strategy::Circular, Strategy::First}) {
        Warp warp(formatOf(16, strategy, Granularity::Warp, true));
        if (stored != 0)
          openGroup(warp, 0, stored);
        for (uint32_t i = 0; i < 2; ++i) {
          if (i == stored)
            openGroup(warp, stored, 3 - stored);
          warp.store(makeTag(Kind::ScopeStart, i, 0), 0, first);
        }
        if (stored == 2)
          openGroup(warp, 2, 1);
        warp.meet(0xf, 0xffffffff);
        warp.store(makeTag(Kind::ScopeEnd, 1, 0), 0, first + 9);
        warp.meet(0xffffffff, 0xffffffff);
        warp.store(makeTag(Kind::ScopeEnd, 0, 0), 0, first + 10);
        for (const bool isFinalized : {false, true}) {
          const std::vector<record::Record> records = decoded(warp, strategy, groups, isFinalized);
          QCOMPARE(records.size(), size_t{4});
          const std::array clocks{first, first, first + 9, first + 10};
          for (size_t i = 0; i < records.size(); ++i)
            QCOMPARE(records[i].clock, clocks[i]);
          QVERIFY(records[2].partial && records[2].laneMask == 0xf);
        }
      }
  }

  void aFaultLeavesTheRecordsOfTheStoredPartsOfAGroup() {
    const std::vector<record::RecordGroup> groups{
        {std::vector<record::GroupMember>(20, {Kind::ScopeStart, 0, 0, false})}};
    for (uint32_t parts = 1; parts <= 10; ++parts) {
      Warp warp(formatOf(64, Strategy::Circular, Granularity::Warp, true));
      for (uint32_t part = 0; part < parts; ++part) { // two at each cycle, from 0 on
        calls::openGroup(&warp.lane(0), 1, makeTag(Kind::Group, 0, 0),
                         20 | (2 * part) << kGroupFirstShift | 2u << kGroupNowShift);
        for (int i = 0; i < 2; ++i)
          warp.store(makeTag(Kind::ScopeStart, 0, 0), 0, part);
      }
      const std::vector<record::Record> records = decoded(warp, Strategy::Circular, groups, false);
      QCOMPARE(records.size(), size_t{2} * parts);
      QCOMPARE(records[1].clock, 0u);
      QCOMPARE(records.back().clock, parts - 1);
    }
  }

  // --- The end

  void unitIsFinalWithItsLastLane() {
    Warp warp(formatOf(4));
    warp.meet(0x80000001, 0x80000001);
    calls::endRecords(&warp.lane(31));
    QCOMPARE(warp.state(), record::kUnitIdle);
    warp.meet(0x80000000, 0x80000000);
    calls::endRecords(&warp.lane(31));
    QCOMPARE(warp.state(), record::kUnitFinalized);
  }

  void sharedSlotsAreCopiedUpToTheCapacity_data() {
    QTest::addColumn<uint32_t>("written");
    QTest::addColumn<uint32_t>("copied");
    QTest::newRow("none") << 0u << 0u;
    QTest::newRow("some") << 3u << 3u;
    QTest::newRow("full") << 4u << 4u;
    QTest::newRow("overwritten") << 4000000000u << 4u;
  }

  void sharedSlotsAreCopiedUpToTheCapacity() {
    QFETCH(uint32_t, written);
    QFETCH(uint32_t, copied);
    Bytes from(4 * record::kSlotBytes);
    Warp warp(formatOf(4), from.at(0));
    for (uint32_t slot = 0; slot < 4; ++slot)
      from.setSlot(slot, slot + 1);
    warp.setWritten(written);
    warp.meet(1, 1);
    calls::endRecords(&warp.lane(0));
    for (uint32_t slot = 0; slot < 5; ++slot)
      QCOMPARE(warp.block().slot(warp.firstSlot() + slot), uint64_t{slot < copied ? slot + 1 : 0});
    QCOMPARE(warp.state(), record::kUnitFinalized);
  }

  void everyNthIterationIsSampledFromTheFirstOn() {
    for (const uint32_t every : {1u, 2u, 5u}) {
      uint32_t iteration = 77;
      QCOMPARE(calls::enterLoop(nullptr, &iteration, every), &iteration);
      for (uint32_t i = 0; i < 12; ++i) {
        calls::nextIteration(nullptr, &iteration, every);
        QCOMPARE(calls::isSampled(nullptr, &iteration), i % every == 0 ? 1u : 0u);
      }
    }
  }

private:
  static void openGroup(Warp &warp, uint32_t first, uint32_t now) {
    calls::openGroup(&warp.lane(0), 1, makeTag(Kind::Group, 0, 0),
                     3 | first << kGroupFirstShift | now << kGroupNowShift);
  }

  /// The records of the unit; empty unless their number is that which the unit counted.
  static std::vector<record::Record> decoded(Warp &warp, Strategy strategy,
                                             const std::vector<record::RecordGroup> &groups,
                                             bool isFinalized) {
    std::vector<record::Record> records;
    const auto counts =
        record::decodeSegment({warp.slots(), warp.written(), isFinalized, strategy, 0, true,
                               warp.state() >> record::kUnitRecordsShift, groups},
                              records);
    if (!counts || counts->recordsDropped != 0 || counts->malformed + counts->unknown != 0)
      return {};
    return warp.state() >> record::kUnitRecordsShift == records.size()
               ? records
               : std::vector<record::Record>();
  }
};

} // namespace

QTEST_GUILESS_MAIN(RecordCallsTest)
#include "record_calls_test.moc"
