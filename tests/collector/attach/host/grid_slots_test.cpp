// SPDX-License-Identifier: Apache-2.0
// Segments share the permitted memory evenly, unless the mode sets a number of slots.
#include <QTest>

#include "collector/attach/host/grid_slots.h"
#include "core/record/record_layout.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

constexpr uint64_t kLimit = uint64_t(256) << 20;

TwinCode twinOf(const char *mode, uint32_t units, uint32_t slots) {
  TwinCode code;
  code.mode = InstrumentationMode::parse(mode).value();
  code.entry.unitCount = units;
  code.entry.slotsPerUnit = slots;
  return code;
}

} // namespace

class GridSlotsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  // 1024 slots: the number of records of the kernel is not known at instrumentation.
  void aSmallGridGetsAllThatIsFree() {
    const TwinCode code = twinOf("functions,loops", 8, 1024); // 32 CTAs of 8 warps
    const uint32_t slots = slotsForGrid(code, 32, {kLimit, kLimit});
    QVERIFY(slots > 1024);
    QVERIFY(record::blockBytes(8, slots) * 32 <= kLimit);
    QVERIFY(record::blockBytes(8, 2 * slots) * 32 > kLimit);
  }
  void unknownFreeMemoryIncreasesNothing() {
    QCOMPARE(slotsForGrid(twinOf("functions,loops", 8, 1024), 32, {kLimit, 0}), 1024u);
  }
  void aLargeGridHasWhatFitsForEachWarp() {
    const uint32_t slots = slotsForGrid(twinOf("functions", 4, 1024), 65536, {kLimit, kLimit});
    QVERIFY(slots < 1024);
    QVERIFY(record::blockBytes(4, slots) * 65536 <= kLimit);
    QVERIFY(record::blockBytes(4, 2 * slots) * 65536 > kLimit);
  }
  void memoryThatEarlierLaunchesHoldIsNotCounted() {
    const uint64_t free = kLimit / 64;
    const uint32_t slots = slotsForGrid(twinOf("functions", 4, 1024), 512, {kLimit, free});
    QVERIFY(record::blockBytes(4, slots) * 512 <= free);
  }
  void noGridHasFewerThan64Slots() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 1024), 1 << 24, {kLimit, kLimit}), 64u);
  }
  void strategyFirstGetsMoreAsWell() {
    QVERIFY(slotsForGrid(twinOf("functions:strategy=first", 4, 1024), 8, {kLimit, kLimit}) > 1024);
  }
  // Fewer than 1024 slots: the maximum that the kernel can write, and a reserve of the same size.
  void aKernelOfKnownLengthKeepsItsSlots() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 256), 512, {kLimit, kLimit}), 256u);
  }
  void aLargeGridOfKnownLengthHasNoReserve() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 256), 16384, {kLimit, kLimit}), 128u);
  }
  void aKernelOfKnownLengthLosesRecordsOnlyForTheLimit() {
    const uint64_t limit = uint64_t(64) << 20;
    const uint32_t slots = slotsForGrid(twinOf("functions", 4, 512), 1 << 16, {limit, limit});
    QVERIFY(slots < 256);
    QVERIFY(slots == 64 || record::blockBytes(4, slots) * (1 << 16) <= limit);
  }
  void fewerSlotsThan64StayAsTheyAre() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 32), 1 << 24, {kLimit, kLimit}), 32u);
  }
  void slotsOfTheModeStayAsTheyAre() {
    QCOMPARE(slotsForGrid(twinOf("functions:slots=1024", 4, 1024), 1 << 20, {kLimit, kLimit}),
             1024u);
  }
  void accessesAreNotReduced() {
    QCOMPARE(slotsForGrid(twinOf("memory", 4, 1024), 1 << 20, {kLimit, kLimit}), 1024u);
  }
  void accessesGetMoreWhereTheyFit() {
    QVERIFY(slotsForGrid(twinOf("memory", 4, 1024), 8, {kLimit, kLimit}) > 1024);
  }
  void threadsThatRecordAloneGetMoreAsWell() {
    QVERIFY(slotsForGrid(twinOf("functions:granularity=thread", 128, 128), 8, {kLimit, kLimit}) >
            128);
  }
};

QTEST_APPLESS_MAIN(GridSlotsTest)
#include "grid_slots_test.moc"
