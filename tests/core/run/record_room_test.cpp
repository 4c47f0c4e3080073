// SPDX-License-Identifier: Apache-2.0
// Capacity of the profile buffer in words, and the expected cost of modes.
#include <QTest>

#include "core/run/expected_cost.h"
#include "core/run/record_room.h"

using namespace pstudio;

namespace {

std::string roomOf(const char *mode, const RecordingLaunch &launch = {}) {
  return recordRoom(InstrumentationMode::parse(mode).value(), launch);
}

bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

} // namespace

class RecordRoomTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aRingHoldsTheNewestRecordsOfEachWarp() {
    QCOMPARE(roomOf("default"), "512 to 2,048 records of each warp fit, the newest stay.");
    QCOMPARE(roomOf("default:slots=64:strategy=first"),
             "32 to 128 records of each warp fit, the first stay.");
    QCOMPARE(roomOf("default:granularity=cta", {256, 4, 32}),
             "512 to 2,048 records of each CTA fit, the newest stay. Buffer: 4 segments, at most "
             "32 KiB.");
  }

  void sampledWarpsAndCtasTakeNoRoom() {
    QVERIFY(contains(roomOf("default", {256, 16, 32}), "128 segments, at most 1 MiB"));
    QVERIFY(contains(roomOf("default:warps=0:ctas=0-3", {256, 16, 32}), "4 segments"));
  }

  void accessesShareTheBufferOfTheLaunch() {
    QCOMPARE(mostMemorySlots(1), uint32_t{1} << 16);
    QCOMPARE(mostMemorySlots(uint64_t{1} << 14), uint32_t{1} << 11);
    QVERIFY(contains(roomOf("memory", {256, 2048, 32}), "62 to 1,024 memory accesses"));
  }

  void streamsAndCountersHaveNoLimit() {
    QVERIFY(contains(roomOf("default:strategy=stream"), "All records fit"));
    QVERIFY(contains(roomOf("default:strategy=stream:when_full=drop"), "dropped"));
    QVERIFY(contains(roomOf("memory:strategy=histogram"), "16 counters"));
    QCOMPARE(roomOf("none"), std::string());
  }

  void modesThatWereMeasuredHaveACost() {
    const auto costOf = [](const char *mode) {
      return expectedCost(InstrumentationMode::parse(mode).value());
    };
    QVERIFY(contains(costOf("default"), "3 to 5 %"));
    QVERIFY(contains(costOf("async"), "3 to 18 %"));
    QVERIFY(contains(costOf("loops,barriers"), "barriers 8 %, loops 10 %"));
    QCOMPARE(costOf("none"), std::string());
    QCOMPARE(costOf("accesses"), std::string());
    for (const char *mode : {"default:strategy=stream", "async:strategy=first",
                             "loops:granularity=cta", "default:granularity=thread"})
      QCOMPARE(costOf(mode), std::string());
    QVERIFY(contains(costOf("memory:strategy=stream"), "4 to 30 times"));
  }
};

QTEST_GUILESS_MAIN(RecordRoomTest)
#include "record_room_test.moc"
