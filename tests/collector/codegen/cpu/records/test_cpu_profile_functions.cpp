// SPDX-License-Identifier: Apache-2.0
// What the lowered profile functions write, byte by byte, read with the offsets that the decoder
// uses.
#include <algorithm>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include <QtTest/QTest>

#include "core/record/record_layout.h"
#include "tests/collector/codegen/cpu/records/simulated_warp.h"

using namespace pstudio;
using test::machine;

namespace {

using StoreScope = void(void *entry, void *slots, uint32_t capacity, uint32_t tag, uint64_t clock);
using StoreEvent = void(void *entry, void *slots, uint32_t capacity, uint32_t tag, uint64_t key,
                        uint64_t clock);

using Initialize = void(void *block, uint32_t units, uint32_t slots, uint32_t flags,
                        uint32_t handedSlots, uint32_t chunks);
using Flush = void(void *entry, void *from, void *to, uint32_t capacity, uint32_t kept,
                   uint32_t startTag, uint32_t endTag, uint32_t slots);

/// Memory for a block, with typed reads at byte offsets.
class Bytes {
public:
  explicit Bytes(size_t size) : m_words((size + 7) / 8, 0) {}
  std::byte *at(uint64_t offset) { return reinterpret_cast<std::byte *>(m_words.data()) + offset; }
  template <class T> T read(uint64_t offset) {
    T value;
    std::memcpy(&value, at(offset), sizeof(T));
    return value;
  }
  bool isZero() const {
    return std::all_of(m_words.begin(), m_words.end(), [](uint64_t word) { return word == 0; });
  }

private:
  std::vector<uint64_t> m_words; ///< 8-byte aligned
};

class TestCpuProfileFunctions : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() {
    std::string error;
    m_functions = test::ProfileFunctions::compile(error);
    QVERIFY2(m_functions != nullptr, error.c_str());
  }

  void init() { machine() = test::Machine(); }

  void blockOfACtaIsItsLinearIndex() {
    auto *block = find<void *(void *, uint64_t)>("block");
    Bytes buffer(8);
    machine().gridDim[0] = 5;
    machine().gridDim[1] = 3;
    machine().gridDim[2] = 2;
    machine().blockId[0] = 4;
    machine().blockId[1] = 2;
    machine().blockId[2] = 1;
    const uint64_t index = 4 + 5 * (2 + 3 * 1);
    QCOMPARE(block(buffer.at(0), 1024), static_cast<void *>(buffer.at(0) + index * 1024));
  }

  void largeGridsDoNotOverflowTheAddress() {
    auto *block = find<void *(void *, uint64_t)>("block");
    machine().gridDim[0] = 1u << 20;
    machine().blockId[0] = (1u << 20) - 1;
    machine().blockId[1] = 63;
    const uint64_t index = uint64_t{1} << 26;
    const auto address = reinterpret_cast<uintptr_t>(block(nullptr, 8320));
    QCOMPARE(uint64_t{address}, (index - 1) * 8320);
  }

  void unitsOfACtaLieBehindEachOther() {
    auto *ofUnit = find<void *(void *, uint64_t, uint64_t)>("of_unit");
    Bytes buffer(8);
    machine().warp = 3;
    QCOMPARE(ofUnit(buffer.at(0), 80, 8), static_cast<void *>(buffer.at(0) + 80 + 3 * 8));
  }

  void firstThreadWritesTheHeader() {
    Bytes block(record::kHeaderBytes);
    machine().blockId[0] = 7;
    machine().blockId[1] = 8;
    machine().blockId[2] = 9;
    machine().sm = 3;
    machine().clock = 0x123456789a;
    machine().time = 0xabcdef0123;
    find<Initialize>("initialize")(block.at(0), 4, 256, 16, 8, 2);
    QCOMPARE(block.read<uint32_t>(record::kMagic), record::kBlockMagic);
    QCOMPARE(block.read<uint16_t>(record::kVersion), record::kLayoutVersion);
    QCOMPARE(uint32_t{block.read<uint16_t>(record::kHeaderSize)}, record::kHeaderBytes);
    QCOMPARE(block.read<uint32_t>(record::kProgramX), 7u);
    QCOMPARE(block.read<uint32_t>(record::kProgramY), 8u);
    QCOMPARE(block.read<uint32_t>(record::kProgramZ), 9u);
    QCOMPARE(block.read<uint32_t>(record::kHardwareId), 3u);
    QCOMPARE(block.read<uint32_t>(record::kUnitCount), 4u);
    QCOMPARE(block.read<uint32_t>(record::kSlotsPerUnit), 256u);
    QCOMPARE(block.read<uint32_t>(record::kFlags),
             record::makeFlags(record::Strategy::Circular, record::Granularity::Warp));
    QCOMPARE(block.read<uint32_t>(record::kHandedSlots), 8u);
    QCOMPARE(block.read<uint32_t>(record::kStreamChunks), 2u);
    QCOMPARE(block.read<uint64_t>(record::kBeginCycle), uint64_t{0x123456789a});
    QCOMPARE(block.read<uint64_t>(record::kBeginTime), uint64_t{0xabcdef0123});
    QCOMPARE(block.read<uint64_t>(record::kEndCycle), uint64_t{0});
  }

  void firstThreadWritesItsEnd() {
    Bytes block(record::kHeaderBytes);
    machine().clock = 55;
    machine().time = 66;
    find<void(void *)>("finalize_block")(block.at(0));
    QCOMPARE(block.read<uint64_t>(record::kEndCycle), uint64_t{55});
    QCOMPARE(block.read<uint64_t>(record::kEndTime), uint64_t{66});
  }

  void otherThreadsLeaveTheHeaderAlone_data() {
    QTest::addColumn<int>("dimension");
    QTest::newRow("x") << 0;
    QTest::newRow("y") << 1;
    QTest::newRow("z") << 2;
  }

  void otherThreadsLeaveTheHeaderAlone() {
    QFETCH(int, dimension);
    Bytes block(record::kHeaderBytes);
    machine().threadId[dimension] = 1;
    find<Initialize>("initialize")(block.at(0), 4, 256, 16, 8, 2);
    find<void(void *)>("finalize_block")(block.at(0));
    QVERIFY(block.isZero());
  }

  void aHalfIsFlushedOnceByTheRecordThatFillsIt_data() {
    QTest::addColumn<uint32_t>("written");
    QTest::addColumn<uint32_t>("first"); ///< of the slots that are copied
    QTest::addColumn<bool>("isFlushed");
    QTest::newRow("not full") << 7u << 0u << false;
    QTest::newRow("full to the slot") << 8u << 0u << true;
    QTest::newRow("filled by a record of three slots") << 10u << 0u << true;
    QTest::newRow("behind the flush") << 11u << 0u << false;
    QTest::newRow("second half") << 17u << 8u << true;
    QTest::newRow("turned") << 65u << 56u << true;
  }
  void aHalfIsFlushedOnceByTheRecordThatFillsIt() {
    QFETCH(uint32_t, written);
    QFETCH(uint32_t, first);
    QFETCH(bool, isFlushed);
    constexpr uint32_t kStaged = 16, kKept = 32;
    Bytes entry(record::kUnitBytes), from(kStaged * 8), to(kKept * 8);
    for (uint32_t slot = 0; slot < kStaged; ++slot) {
      const uint64_t value = 100 + slot;
      std::memcpy(from.at(slot * 8), &value, 8);
    }
    std::memcpy(entry.at(record::kUnitWritten), &written, 4);
    machine().clock = 0x700000042;
    find<Flush>("flush")(entry.at(0), from.at(0), to.at(0), kStaged, kKept, 5, 6,
                         record::kMaxRecordSlots);
    if (!isFlushed) {
      QVERIFY(to.isZero());
      QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), written);
      return;
    }
    for (uint32_t slot = 0; slot < kKept; ++slot) {
      const bool isCopied = slot >= first % kKept && slot < first % kKept + 8;
      QCOMPARE(to.read<uint64_t>(slot * 8), isCopied ? uint64_t{100} + slot % kStaged : 0u);
    }
    // The flush itself is a scope.
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), written + record::kFlushRecordSlots);
    QCOMPARE(from.read<uint32_t>(written % kStaged * 8), 5u);
    QCOMPARE(from.read<uint32_t>(written % kStaged * 8 + 4), 0x42u);
    QCOMPARE(from.read<uint32_t>((written + 1) % kStaged * 8), 6u);
  }

  void onlyTheElectedLaneFlushes() {
    Bytes entry(record::kUnitBytes), from(16 * 8), to(32 * 8);
    const uint32_t written = 8;
    std::memcpy(entry.at(record::kUnitWritten), &written, 4);
    machine().isElected = false;
    find<Flush>("flush")(entry.at(0), from.at(0), to.at(0), 16, 32, 5, 6, record::kMaxRecordSlots);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), written);
  }

  void theEndCopiesWhatWasNotFlushed() {
    Bytes entry(record::kUnitBytes), from(16 * 8), to(32 * 8);
    for (uint32_t slot = 0; slot < 16; ++slot) {
      const uint64_t value = 100 + slot;
      std::memcpy(from.at(slot * 8), &value, 8);
    }
    const uint32_t written = 43; // slots 40 to 42 are new
    std::memcpy(entry.at(record::kUnitWritten), &written, 4);
    machine().liveMask = 1;
    find<void(void *, void *, void *, uint32_t, uint32_t)>("finalize_flushed_unit")(
        entry.at(0), from.at(0), to.at(0), 16, 32);
    for (uint32_t slot = 0; slot < 32; ++slot)
      QCOMPARE(to.read<uint64_t>(slot * 8),
               slot >= 8 && slot < 11 ? uint64_t{100} + slot : uint64_t{0});
    QCOMPARE(entry.read<uint32_t>(record::kUnitState), record::kUnitFinalized);
  }

  void scopeOfAWholeWarpTakesOneSlot() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    const uint32_t tag = record::makeTag(record::Kind::ScopeStart, 4095, 0);
    find<StoreScope>("store_scope")(entry.at(0), slots.at(0), 4, tag, 0x9900000042);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), 1u);
    QCOMPARE(slots.read<uint32_t>(0), tag);
    QCOMPARE(slots.read<uint32_t>(4), 0x42u); // the low half of the clock
    QCOMPARE(slots.read<uint64_t>(8), uint64_t{0});
  }

  void scopeUnderDivergenceKeepsTheMaskOfItsLanes() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    machine().activeMask = 0x0000ff00;
    machine().liveMask = 0x0000ffff;
    find<StoreScope>("store_scope")(entry.at(0), slots.at(0), 4,
                                    record::makeTag(record::Kind::ScopeEnd, 17, 0), 100);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), 2u);
    QCOMPARE(slots.read<uint32_t>(0),
             record::makeTag(record::Kind::ScopeEnd, 17, record::kKeyPartialMask));
    QCOMPARE(slots.read<uint32_t>(8), record::makeTag(record::Kind::Continuation, 17, 1));
    QCOMPARE(slots.read<uint32_t>(12), 0x0000ff00u);
  }

  void lanesThatHaveReturnedAreNotMissed() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    machine().activeMask = machine().liveMask = 0x3;
    find<StoreScope>("store_scope")(entry.at(0), slots.at(0), 4,
                                    record::makeTag(record::Kind::ScopeStart, 0, 0), 1);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), 1u);
  }

  void maskOfARecordAtTheSeamGoesToTheFirstSlot() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    const uint32_t written = 7; // the last slot of the second round
    std::memcpy(entry.at(record::kUnitWritten), &written, sizeof written);
    machine().activeMask = 1;
    find<StoreScope>("store_scope")(entry.at(0), slots.at(0), 4,
                                    record::makeTag(record::Kind::ScopeStart, 2, 0), 9);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), 9u);
    QCOMPARE(record::kindOf(slots.read<uint32_t>(3 * record::kSlotBytes)),
             record::Kind::ScopeStart);
    QCOMPARE(record::kindOf(slots.read<uint32_t>(0)), record::Kind::Continuation);
    QCOMPARE(slots.read<uint32_t>(4), 1u);
  }

  void eventKeepsItsKeyModulo65536() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    machine().activeMask = 1; // divergence is not kept: the key is taken
    find<StoreEvent>("store_event")(entry.at(0), slots.at(0), 4,
                                    record::makeTag(record::Kind::EventEnd, 3, 0), 0x7fff0001fffe,
                                    5);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), 1u);
    QCOMPARE(slots.read<uint32_t>(0), record::makeTag(record::Kind::EventEnd, 3, 0xfffe));
  }

  void lanesThatAreNotElectedStoreNothing() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    machine().isElected = false;
    find<StoreScope>("store_scope")(entry.at(0), slots.at(0), 4, 1u << 28, 1);
    find<StoreEvent>("store_event")(entry.at(0), slots.at(0), 4, 3u << 28, 1, 1);
    QVERIFY(entry.isZero() && slots.isZero());
  }

  void ringKeepsTheNewestSlotsWhateverIsStored() {
    const uint32_t seed = randomSeed();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const uint32_t capacity = 8;
    Bytes entry(record::kUnitBytes), slots(capacity * record::kSlotBytes);
    std::vector<std::pair<uint32_t, uint32_t>> all;
    for (uint32_t i = 0; i < 200; ++i)
      storeRandomScope(random, entry, slots, capacity, all);
    QCOMPARE(size_t{entry.read<uint32_t>(record::kUnitWritten)}, all.size());
    for (size_t i = all.size() - capacity; i < all.size(); ++i) {
      QCOMPARE(slots.read<uint32_t>(i % capacity * record::kSlotBytes), all[i].first);
      QCOMPARE(slots.read<uint32_t>(i % capacity * record::kSlotBytes + 4), all[i].second);
    }
  }

  void segmentThatKeepsTheOldestRefusesWhatDoesNotFitWholeAndCountsOn() {
    const uint32_t seed = randomSeed();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 20; ++round) {
      const uint32_t capacity = 8;
      Bytes entry(record::kUnitBytes), slots((capacity + 1) * record::kSlotBytes);
      std::memset(slots.at(0), 0xee, capacity * record::kSlotBytes); // shared memory is not zeroed
      std::vector<std::pair<uint32_t, uint32_t>> all, kept;
      for (uint32_t i = 0; i < 20; ++i) {
        const size_t before = all.size();
        storeRandomScope(random, entry, slots, capacity, all, "store_scope_first");
        if (all.size() <= capacity)
          kept = all;
        else if (before < capacity)
          kept.emplace_back(0u, 0u); // the second slot of this record would not fit
      }
      QCOMPARE(size_t{entry.read<uint32_t>(record::kUnitWritten)}, all.size());
      QCOMPARE(kept.size(), size_t{capacity});
      for (size_t i = 0; i < kept.size(); ++i) {
        QCOMPARE(slots.read<uint32_t>(i * record::kSlotBytes), kept[i].first);
        if (kept[i].first != 0)
          QCOMPARE(slots.read<uint32_t>(i * record::kSlotBytes + 4), kept[i].second);
      }
      QCOMPARE(slots.read<uint64_t>(capacity * record::kSlotBytes), uint64_t{0});
    }
  }

  void eventsBehindTheLastSlotAreCountedOnly() {
    Bytes entry(record::kUnitBytes), slots(4 * record::kSlotBytes);
    for (uint32_t i = 0; i < 6; ++i)
      find<StoreEvent>("store_event_first")(entry.at(0), slots.at(0), 4,
                                            record::makeTag(record::Kind::EventEnd, 3, 0), i, i);
    QCOMPARE(entry.read<uint32_t>(record::kUnitWritten), 6u);
    for (uint32_t i = 0; i < 4; ++i)
      QCOMPARE(slots.read<uint32_t>(i * record::kSlotBytes),
               record::makeTag(record::Kind::EventEnd, 3, i));
  }

  void unitIsFinalWithItsLastLane() {
    Bytes entry(record::kUnitBytes);
    auto *finalizeUnit = find<void(void *)>("finalize_unit");
    machine().lane = 31;
    machine().liveMask = 0x80000001;
    finalizeUnit(entry.at(0));
    QCOMPARE(entry.read<uint32_t>(record::kUnitState), record::kUnitIdle);
    machine().liveMask = 0x80000000;
    finalizeUnit(entry.at(0));
    QCOMPARE(entry.read<uint32_t>(record::kUnitState), record::kUnitFinalized);
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
    Bytes entry(record::kUnitBytes), from(4 * record::kSlotBytes), to(5 * record::kSlotBytes);
    std::memcpy(entry.at(record::kUnitWritten), &written, sizeof written);
    for (uint64_t slot = 0; slot < 4; ++slot)
      std::memset(from.at(slot * record::kSlotBytes), static_cast<int>(slot + 1),
                  record::kSlotBytes);
    machine().liveMask = 1;
    find<void(void *, void *, void *, uint32_t)>("finalize_shared_unit")(entry.at(0), from.at(0),
                                                                         to.at(0), 4);
    for (uint32_t slot = 0; slot < 5; ++slot)
      QCOMPARE(to.read<uint8_t>(slot * record::kSlotBytes + 7),
               uint8_t(slot < copied ? slot + 1 : 0));
    QCOMPARE(entry.read<uint32_t>(record::kUnitState), record::kUnitFinalized);
  }

private:
  template <class Function> Function *find(const char *name) {
    auto *function = m_functions->find<Function>(name);
    if (!function)
      qFatal("no function pstudio.profile.%s", name);
    return function;
  }

  static uint32_t randomSeed() { return std::random_device{}(); }

  /// Stores a scope, half of them under divergence, and appends the slots that must come of it.
  void storeRandomScope(std::mt19937 &random, Bytes &entry, Bytes &slots, uint32_t capacity,
                        std::vector<std::pair<uint32_t, uint32_t>> &all,
                        const char *function = "store_scope") {
    const uint32_t operation = random() % record::kMaxOperations;
    const auto clock = static_cast<uint32_t>(random());
    const bool isPartial = random() % 2 == 0;
    machine().activeMask = isPartial ? 0xf : 0xffffffff;
    find<StoreScope>(function)(entry.at(0), slots.at(0), capacity,
                               record::makeTag(record::Kind::ScopeStart, operation, 0), clock);
    all.emplace_back(record::makeTag(record::Kind::ScopeStart, operation, isPartial), clock);
    if (isPartial)
      all.emplace_back(record::makeTag(record::Kind::Continuation, operation, 1), 0xf);
  }

  std::unique_ptr<test::ProfileFunctions> m_functions;
};

} // namespace

QTEST_GUILESS_MAIN(TestCpuProfileFunctions)
#include "test_cpu_profile_functions.moc"
