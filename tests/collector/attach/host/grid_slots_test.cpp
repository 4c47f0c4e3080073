// SPDX-License-Identifier: Apache-2.0
// The warps of a large grid get fewer slots, unless the mode says how many.
#include <QTest>

#include "collector/attach/host/grid_slots.h"
#include "core/record/record_layout.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

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
  void aSmallGridKeepsItsSlots() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 1024), 512), 1024u);
  }
  void theRecordsOfALargeGridTake64MiB() {
    const uint32_t slots = slotsForGrid(twinOf("functions", 4, 1024), 8192);
    QVERIFY(slots < 1024);
    QVERIFY(record::blockBytes(4, slots) * 8192 <= uint64_t(64) << 20);
    QVERIFY(record::blockBytes(4, 2 * slots) * 8192 > uint64_t(64) << 20);
  }
  void noGridTakesMoreThan64Slots() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 1024), 1 << 24), 64u);
  }
  void fewerSlotsThan64StayAsTheyAre() {
    QCOMPARE(slotsForGrid(twinOf("functions", 4, 32), 1 << 24), 32u);
  }
  void slotsOfTheModeStayAsTheyAre() {
    QCOMPARE(slotsForGrid(twinOf("functions:slots=1024", 4, 1024), 1 << 20), 1024u);
  }
  void accessesKeepTheirSlots() {
    QCOMPARE(slotsForGrid(twinOf("memory", 4, 1024), 1 << 20), 1024u);
  }
};

QTEST_APPLESS_MAIN(GridSlotsTest)
#include "grid_slots_test.moc"
