// SPDX-License-Identifier: Apache-2.0
// Accesses come out of the columns as they went in.
#include <QtTest>

#include "core/access/access_table.h"
#include "tests/core/access/random_access.h"

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

  void aWarpInTwoPlacesAndASiteWithoutBytesAreRefused() {
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
