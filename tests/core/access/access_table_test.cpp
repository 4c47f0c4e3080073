// SPDX-License-Identifier: Apache-2.0
// The table returns the accesses that were added to its columns.
#include <QtTest>

#include "tests/support/access_text.h"
#include "tests/core/access/random_launch_accesses.h"

using namespace pstudio;
using namespace pstudio::memory;

class AccessTableTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void randomAccessesComeBackAddressByAddress() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    AccessTable table;
    std::vector<test::RandomAccess> added;
    for (uint32_t warp = 0; warp < 50; ++warp) {
      QVERIFY(table.beginWarp(warp / 4, warp % 4));
      for (int i = 0; i < 40; ++i) {
        added.push_back(test::randomAccess(random));
        const auto site = table.addSite({.bytesPerLane = added.back().bytesPerLane});
        QVERIFY(site);
        table.addLanes(*site, Picoseconds(i * 7), added.back().mask, added.back().addresses);
      }
    }
    QCOMPARE(table.size(), uint64_t{added.size()});
    QCOMPARE(table.warps().size(), size_t{50});
    for (uint64_t i = 0; i < table.size(); ++i) {
      const Access access = table[i];
      const LaneAddresses lanes = table.lanesOf(access), expected = added[i].lanes();
      const QByteArray where = QStringLiteral("seed %1, access %2").arg(seed).arg(i).toUtf8();
      QVERIFY2(std::ranges::equal(lanes.addresses(), expected.addresses()), where);
      for (uint32_t lane = 0; lane < lanes.count(); ++lane)
        QVERIFY2(lanes.lane(lane) == expected.lane(lane), where);
      QVERIFY2(table.sites()[access.site].bytesPerLane == added[i].bytesPerLane, where);
      QVERIFY2(access.time.value == static_cast<int64_t>(i % 40) * 7, where);
      const WarpRun &run = table.warps()[i / 40];
      QVERIFY2(run.begin <= i && i < run.end && run.cta * 4 + run.warp == i / 40, where);
    }
  }

  void aTableThatIsPutTogetherFromPartsIsTheSame() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    LaunchAccesses whole, joined;
    QVERIFY(whole.table.addSite({}) && joined.table.addSite({}));
    AccessColumns part;
    std::vector<WarpRun> runs;
    const auto join = [&] {
      QCOMPARE(joined.table.append(part, runs), uint64_t{0});
      part = {};
      runs.clear();
    };
    for (uint32_t warp = 0; warp < 30; ++warp) {
      QVERIFY(whole.table.beginWarp(warp / 4, warp % 4));
      runs.push_back({warp / 4, warp % 4, part.size(), part.size()});
      for (uint64_t count = random() % 20; count > 0; --count) {
        const test::RandomAccess access = test::randomAccess(random);
        whole.table.addLanes(0, Picoseconds(warp), access.mask, access.addresses);
        part.addLanes(0, Picoseconds(warp), access.mask, access.addresses);
        runs.back().end = part.size();
        if (random() % 15 == 0) { // in the middle of a warp, which then continues
          join();
          runs.push_back({warp / 4, warp % 4, 0, 0});
        }
      }
    }
    join();
    QVERIFY2(test::difference(whole, joined).empty(), QByteArray::number(seed));
    // The second CTA is complete, so the table rejects further accesses of it.
    part.addAffine(0, Picoseconds(0), 1, 4096, 0);
    QCOMPARE(joined.table.append(part, std::vector<WarpRun>{{1, 9, 0, 1}}), uint64_t{1});
    QCOMPARE(joined.table.size(), whole.table.size());
  }

  void timesAreShiftedModulo2To64() {
    AccessTable table;
    QVERIFY(table.addSite({}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(5), 1, 4096, 0);
    table.addAffine(0, Picoseconds(INT64_MAX), 1, 4096, 0);
    table.shiftTimes(Picoseconds(7));
    QCOMPARE(table[0].time, Picoseconds(12));
    QCOMPARE(table[1].time, Picoseconds(INT64_MIN + 6));
  }

  void theTextHasEveryAccess() {
    LaunchAccesses accesses;
    accesses.buffers = *BufferMap::make(
        {{.name = "A", .base = 4096, .dtype = "f32", .elementBytes = 4, .shape = {2, 8}}});
    QVERIFY(accesses.table.addSite({.name = "load A", .location = "dir/k.mlir:3:1"}));
    QVERIFY(accesses.table.beginWarp(2, 1));
    accesses.table.addAffine(0, Picoseconds(7), 0xff, 4096, 8);
    accesses.table.addLanes(0, Picoseconds(9), 0b111, std::vector<uint64_t>{4096, 4100, 4112});
    accesses.table.setShare({.dropped = 3, .noLanes = 1, .sampledPart = 0.5});
    QCOMPARE(accessesToText(accesses),
             std::string("  accesses 2 dropped 3 without lanes 1 sampled 0.5\n"
                         "  line 128 sector 32 banks 32x4 phase 128 widest 16 atomics one by one\n"
                         "  site 0 load global 4 bytes load A (k.mlir:3:1)\n"
                         "  buffer A global 0x1000 f32 of 4 bytes x2 x8\n"
                         "  cta 2 warp 1\n"
                         "    7 site 0 lanes 0xff at 0x1000 stride 8\n"
                         "    9 site 0 lanes 0x7 at 0x1000 0x1004 0x1010\n"));
  }

  void addressesThatFollowAStrideAreStoredAsOne() {
    AccessTable table;
    QVERIFY(table.addSite({}));
    QVERIFY(table.beginWarp(0, 0));
    const std::vector<uint64_t> every3rd = {1000, 1024, 1048};
    table.addLanes(0, Picoseconds(0), 0b1001001, every3rd);
    table.addAffine(0, Picoseconds(1), 0b1001001, 2000, 8);
    QCOMPARE(table.shapes().size(), size_t{1});
    QCOMPARE(table.shapes()[0], (LaneShape{LaneShape::Form::Affine, 0b1001001, 8}));
    table.addLanes(0, Picoseconds(2), 0b111, std::vector<uint64_t>{5, 6, 8});
    table.addLanes(0, Picoseconds(2), 0b111, std::vector<uint64_t>{5, 6, uint64_t{1} << 40});
    QCOMPARE(table.shapes()[1].form, LaneShape::Form::Near);
    QCOMPARE(table.shapes()[2].form, LaneShape::Form::Far);
  }

  void accessesThatNoLaneTakesPartInAreCountedOnly() {
    AccessTable table;
    QVERIFY(table.addSite({}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(0), 0, 4096, 4);
    table.addLanes(0, Picoseconds(0), 0, {});
    QCOMPARE(table.size(), uint64_t{0});
    table.setShare({.dropped = 3});
    QCOMPARE(table.share().noLanes, uint64_t{2});
    QCOMPARE(table.recordedPart(), 0.0);
  }

  void theRecordedPartTellsOfDropsAndSampling() {
    AccessTable table;
    QCOMPARE(table.recordedPart(), 1.0);
    QVERIFY(table.addSite({}));
    QVERIFY(table.beginWarp(0, 0));
    for (int i = 0; i < 3; ++i)
      table.addAffine(0, Picoseconds(i), 1, 4096, 4);
    table.setShare({.dropped = 9, .sampledPart = 0.5});
    QCOMPARE(table.recordedPart(), 0.125);
  }

  void aWarpInTwoPlacesAndASiteWithoutBytesAreRejected() {
    AccessTable table;
    QVERIFY(table.beginWarp(4, 0));
    QVERIFY(table.beginWarp(4, 1));
    QVERIFY(!table.beginWarp(4, 0));
    QVERIFY(table.beginWarp(2, 0));
    QVERIFY(!table.beginWarp(4, 2));
    QVERIFY(!table.addSite({.bytesPerLane = 0}));
    for (size_t i = 0; i < AccessTable::kMaxSites; ++i)
      QVERIFY(table.addSite({}));
    QVERIFY(!table.addSite({}));
  }
};

QTEST_GUILESS_MAIN(AccessTableTest)
#include "access_table_test.moc"
