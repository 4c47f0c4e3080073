// SPDX-License-Identifier: Apache-2.0
// Decodes the ring of one unit: complete records, oldest first, and exact counts of all others.
#include <QtTest>

#include <random>

#include "core/record/segment_decoder.h"
#include "tests/support/record_emitter.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::SegmentEmitter;

namespace {

Segment segmentOf(const SegmentEmitter &emitter, Strategy strategy = Strategy::Circular) {
  return {emitter.bytes(), emitter.written(), emitter.isFinalized, strategy};
}

struct Decoded {
  std::vector<Record> records;
  SegmentCounts counts;
};

Decoded decode(const SegmentEmitter &emitter, Strategy strategy = Strategy::Circular) {
  Decoded decoded;
  auto counts = decodeSegment(segmentOf(emitter, strategy), decoded.records);
  if (counts)
    decoded.counts = *counts;
  return decoded;
}

/// A record of any kind that a kernel can write.
Record randomRecord(std::mt19937_64 &random) {
  static constexpr Kind kKinds[] = {Kind::ScopeStart, Kind::ScopeEnd, Kind::EventStart,
                                    Kind::EventEnd,   Kind::Value,    Kind::MemoryAccess,
                                    Kind::ClockEpoch};
  Record record;
  record.kind = kKinds[random() % std::size(kKinds)];
  record.operation = static_cast<uint16_t>(random() % kMaxOperations);
  record.clock = static_cast<uint32_t>(random());
  if (record.kind == Kind::EventStart || record.kind == Kind::EventEnd)
    record.key = static_cast<uint16_t>(random());
  if (record.kind == Kind::Value || record.kind == Kind::ClockEpoch)
    record.payload = static_cast<uint32_t>(random());
  if (record.kind == Kind::Value) {
    record.lane = static_cast<uint8_t>(random() % 64);
    record.wide = random() % 2 == 0;
    if (record.wide)
      record.payload = random();
  }
  const bool mayBePartial = record.kind == Kind::ScopeStart || record.kind == Kind::ScopeEnd ||
                            record.kind == Kind::MemoryAccess;
  if (mayBePartial && random() % 3 == 0) {
    record.partial = true;
    record.laneMask = static_cast<uint32_t>(random());
    if (random() % 2 == 0) // of a wavefront of 64 lanes
      record.laneMask |= uint64_t{1} << 63 | random();
  }
  return record;
}

uint32_t slotCount(const Record &record) {
  const bool isWideMask = record.partial && record.laneMask >> 32 != 0;
  const uint32_t key =
      (record.partial ? kKeyPartialMask : 0) | (record.wide || isWideMask ? kKeyWide : 0);
  static_assert(kKeyWide == kKeyWideMask);
  return slotsOf(makeTag(record.kind, 0, key));
}

} // namespace

class SegmentDecoderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyKindOfRecordComesBackAsItWasWritten() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      SegmentEmitter emitter(1024);
      std::vector<Record> written;
      for (int i = 0; i < 300; ++i) {
        written.push_back(randomRecord(random));
        emitter.emit(written.back());
      }
      const Decoded decoded = decode(emitter);
      QVERIFY2(decoded.records == written, qPrintable(QString("seed %1").arg(seed)));
      QCOMPARE(decoded.counts.recordsKept, uint64_t{300});
      QCOMPARE(decoded.counts.slotsWritten, uint64_t{emitter.written()});
      QCOMPARE(decoded.counts.slotsDropped, uint64_t{0});
    }
  }

  void ringKeepsTheNewestWholeRecordsAndCountsTheOthers() {
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      const uint32_t capacity = 1u << (2 + random() % 6);
      SegmentEmitter emitter(capacity);
      std::vector<Record> written;
      const size_t count = random() % 400;
      for (size_t i = 0; i < count; ++i) {
        written.push_back(randomRecord(random));
        emitter.emit(written.back());
      }
      size_t kept = 0;
      for (uint32_t slots = 0; kept < count; ++kept) {
        slots += slotCount(written[count - 1 - kept]);
        if (slots > capacity)
          break;
      }
      const std::vector<Record> newest(written.end() - static_cast<std::ptrdiff_t>(kept),
                                       written.end());
      const Decoded decoded = decode(emitter);
      const QString where = QString("seed %1").arg(seed);
      QVERIFY2(decoded.records == newest, qPrintable(where));
      QVERIFY2(decoded.counts.recordsDropped >= count - kept, qPrintable(where));
      QVERIFY2(decoded.counts.malformed + decoded.counts.unwritten + decoded.counts.unknown == 0,
               qPrintable(where));
      uint64_t keptSlots = 0;
      for (const Record &record : newest)
        keptSlots += slotCount(record);
      QCOMPARE(decoded.counts.slotsWritten, keptSlots + decoded.counts.slotsDropped);
    }
  }

  void numberOfDroppedRecordsIsExactForRecordsOfOneSlot() {
    SegmentEmitter emitter(8);
    for (uint16_t i = 0; i < 21; ++i)
      emitter.scopeStart(i, i);
    const Decoded decoded = decode(emitter);
    QCOMPARE(decoded.counts.recordsDropped, uint64_t{13});
    QCOMPARE(decoded.counts.multiSlotRecords, uint64_t{0});
    QCOMPARE(decoded.records.front().operation, uint16_t{13});
    QCOMPARE(decoded.records.back().operation, uint16_t{20});
  }

  void recordThatLostItsFirstSlotIsDroppedWhole() {
    SegmentEmitter emitter(4);
    emitter.value(1, 10, 0xaaaa); // slots 0 and 1
    emitter.scopeStart(2, 20);
    emitter.scopeEnd(2, 30);
    emitter.scopeStart(3, 40); // overwrites slot 0: slot 1 is an orphan
    const Decoded decoded = decode(emitter);
    QCOMPARE(decoded.records.size(), size_t{3});
    QCOMPARE(decoded.records.front().operation, uint16_t{2});
    QCOMPARE(decoded.counts.recordsDropped, uint64_t{1});
    QCOMPARE(decoded.counts.slotsDropped, uint64_t{2});
    QCOMPARE(decoded.counts.malformed, uint64_t{0});
  }

  void firstStrategyKeepsTheOldestWholeRecords() {
    SegmentEmitter emitter(4, Strategy::First);
    emitter.scopeStart(1, 10);
    emitter.scopeEnd(1, 20);
    emitter.scopeStart(2, 30);
    emitter.value(3, 40, 7); // two slots do not fit any more
    emitter.scopeEnd(2, 50);
    const Decoded decoded = decode(emitter, Strategy::First);
    QCOMPARE(decoded.records.size(), size_t{3});
    QCOMPARE(decoded.records.back().operation, uint16_t{2});
    QCOMPARE(decoded.counts.slotsWritten, uint64_t{6});
    QCOMPARE(decoded.counts.unwritten, uint64_t{0});
    QCOMPARE(decoded.counts.malformed, uint64_t{0});
  }

  void aStreamedSegmentIsNotReadFromItsBlock() {
    SegmentEmitter emitter(4);
    std::vector<Record> records;
    const auto counts = decodeSegment(segmentOf(emitter, Strategy::Stream), records);
    QVERIFY(!counts);
    QCOMPARE(counts.error().code, ErrorCode::Unsupported);
  }

  void aFlushedSegmentIsARing() {
    SegmentEmitter emitter(16);
    for (uint16_t i = 0; i < 20; ++i)
      emitter.scopeStart(i, 10u * i);
    Segment segment = segmentOf(emitter, Strategy::Flush);
    segment.flushedSlots = 8;
    std::vector<Record> records;
    const auto counts = decodeSegment(segment, records);
    QVERIFY(counts);
    QCOMPARE(records.size(), size_t{16});
    QCOMPARE(records.front().operation, uint16_t{4});
    QCOMPARE(counts->slotsDropped, uint64_t{4});
  }

  void whatAFlushedUnitThatDidNotEndHadNotFlushedIsCountedAsDropped() {
    // 20 slots, of which the newest 4 were still in shared memory.
    SegmentEmitter emitter(16);
    for (uint16_t i = 0; i < 16; ++i)
      emitter.scopeStart(i, 10u * i);
    Segment segment = segmentOf(emitter, Strategy::Flush);
    segment.flushedSlots = 8;
    segment.written = 20;
    segment.finalized = false;
    std::vector<Record> records;
    const auto counts = decodeSegment(segment, records);
    QVERIFY(counts);
    QCOMPARE(records.size(), size_t{16});
    QCOMPARE(records.front().operation, uint16_t{0});
    QCOMPARE(records.back().operation, uint16_t{15});
    QCOMPARE(counts->slotsDropped, uint64_t{4});
    QCOMPARE(counts->slotsWritten, uint64_t{20});
  }

  void segmentThatIsNoPowerOfTwoIsRejected() {
    std::vector<std::byte> bytes(3 * kSlotBytes);
    std::vector<Record> records;
    QVERIFY(!decodeSegment({bytes, 3, true, Strategy::Circular}, records));
    QVERIFY(!decodeSegment({{}, 0, true, Strategy::Circular}, records));
  }

  void slotsThatHoldNothingOrAnUnknownKindAreCountedAndSkipped() {
    SegmentEmitter emitter(8);
    emitter.scopeStart(1, 10);
    emitter.raw(0, 0);
    emitter.raw(0xf0000000u, 5);
    emitter.raw(makeTag(Kind::Continuation, 0, 1), 5);
    emitter.raw(makeTag(Kind::Value, 9, 0), 5); // its second slot is missing
    emitter.scopeEnd(1, 20);
    const Decoded decoded = decode(emitter);
    QCOMPARE(decoded.records.size(), size_t{2});
    QCOMPARE(decoded.counts.unwritten, uint64_t{1});
    QCOMPARE(decoded.counts.unknown, uint64_t{1});
    QCOMPARE(decoded.counts.malformed, uint64_t{2});
  }

  void unitThatNeverStoredItsCountIsReadUpToTheFirstEmptySlot() {
    SegmentEmitter emitter(8);
    emitter.scopeStart(1, 10);
    emitter.scopeEnd(1, 20);
    std::vector<Record> records;
    const auto counts = decodeSegment({emitter.bytes(), 0, false, Strategy::Circular}, records);
    QVERIFY(counts);
    QCOMPARE(records.size(), size_t{2});
    QCOMPARE(counts->guessedRotations, uint64_t{0});
  }

  void fullRingWithoutCountIsTurnedByItsClocks() {
    SegmentEmitter emitter(8);
    for (uint16_t i = 0; i < 11; ++i)
      emitter.scopeStart(i, 100u + i);
    std::vector<Record> records;
    const auto counts = decodeSegment({emitter.bytes(), 0, false, Strategy::Circular}, records);
    QVERIFY(counts);
    QCOMPARE(counts->guessedRotations, uint64_t{1});
    QCOMPARE(records.size(), size_t{8});
    QCOMPARE(records.front().operation, uint16_t{3});
  }

  void randomBytesGiveCountersAndNeverMoreRecordsThanSlots() {
    for (uint64_t seed = 1; seed <= 500; ++seed) {
      std::mt19937_64 random(seed);
      std::vector<std::byte> bytes(kSlotBytes << random() % 7);
      for (std::byte &byte : bytes)
        byte = static_cast<std::byte>(random());
      std::vector<Record> records;
      const auto strategy = random() % 2 ? Strategy::First : Strategy::Circular;
      const auto counts = decodeSegment(
          {bytes, static_cast<uint32_t>(random() % 2000), random() % 2 == 0, strategy}, records);
      QVERIFY2(counts, qPrintable(QString("seed %1").arg(seed)));
      QCOMPARE(counts->recordsKept, uint64_t{records.size()});
      QVERIFY2(records.size() <= bytes.size() / kSlotBytes,
               qPrintable(QString("seed %1").arg(seed)));
    }
  }
};

QTEST_GUILESS_MAIN(SegmentDecoderTest)
#include "segment_decoder_test.moc"
