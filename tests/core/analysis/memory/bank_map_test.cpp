// SPDX-License-Identifier: Apache-2.0
// Which bank serves how much, and when.
#include <QtTest>

#include <cmath>

#include "core/analysis/memory/access_cost.h"
#include "core/analysis/memory/bank_map.h"
#include "core/analysis/memory/bank_rows.h"
#include "tests/core/analysis/memory/random_launch.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr LaneMask kWarp = 0xffffffffu;
const MemoryModel kModel;

} // namespace

class BankMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aColumnIsOneHotBankAndARowIsAllOfThem() {
    AccessTable table;
    QVERIFY(table.addSite({.space = AccessSpace::Shared}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(5), kWarp, 5 * 4, 128);
    table.addAffine(0, Picoseconds(15), kWarp, 0, 4);
    const BankMap map = bankMap(table, kModel, {Picoseconds(0), Picoseconds(20), 2});
    QCOMPARE(map.words.rows, 32u);
    for (uint32_t bank = 0; bank < 32; ++bank) {
      QCOMPARE(map.words.at(0, bank), bank == 5 ? 32.0 : 0.0);
      QCOMPARE(map.extra.at(0, bank), bank == 5 ? 31.0 : 0.0);
      QCOMPARE(map.words.at(1, bank), 1.0);
      QCOMPARE(map.extra.at(1, bank), 0.0);
    }
  }

  void everyCellIsAsCountedAccessByAccess() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const AccessTable table = test::randomLaunch(random, {.ctas = 6, .accessesPerWarp = 150});
    for (int turn = 0; turn < 20; ++turn) {
      BankWindow window;
      window.columns = static_cast<uint32_t>(1 + random() % 9);
      window.begin = Picoseconds(static_cast<int64_t>(random() % 2000) - 1000);
      window.end = window.begin + Picoseconds(window.columns * int64_t(1 + random() % 500));
      if (random() % 2 == 0)
        window.site = static_cast<uint16_t>(random() % 6);
      if (random() % 2 == 0)
        window.cta = static_cast<uint32_t>(random() % 7) * 7 + 1;
      HeatGrid words(window.columns, 32), extra(window.columns, 32);
      for (const WarpRun &run : table.warps())
        for (uint64_t i = run.begin; i < run.end; ++i) {
          const Access access = table[i];
          const AccessSite &site = table.sites()[access.site];
          if (site.space != AccessSpace::Shared || access.time < window.begin ||
              access.time >= window.end || (window.site && access.site != *window.site) ||
              (window.cta && run.cta != *window.cta))
            continue;
          const BankLoad load =
              bankLoad(table.lanesOf(access), site.bytesPerLane, site.kind, kModel.banks);
          const auto column =
              static_cast<uint32_t>((access.time - window.begin).value /
                                    ((window.end - window.begin).value / window.columns));
          for (uint32_t bank = 0; bank < 32; ++bank) {
            words.at(column, bank) += load.words[bank];
            extra.at(column, bank) += load.extra[bank];
          }
        }
      for (const unsigned threads : {1u, 4u}) {
        const BankMap map = bankMap(table, kModel, window, threads);
        const QByteArray where = QStringLiteral("seed %1, turn %2").arg(seed).arg(turn).toUtf8();
        QVERIFY2(map.words.cells == words.cells, where);
        QVERIFY2(map.extra.cells == extra.cells, where);
      }
    }
  }

  void rowsOfBanksAreThoseOfTheWordsNamed() {
    AccessTable table;
    QVERIFY(table.addSite({.space = AccessSpace::Shared}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(5), kWarp, 0, 33 * 4); // a column of a padded tile
    table.addAffine(0, Picoseconds(15), 0b11, 8, 128);    // rows 0 and 1 of bank 2
    const HeatGrid rows = bankRows(table, kModel, {Picoseconds(0), Picoseconds(20), 2});
    for (uint32_t bank = 0; bank < 32; ++bank) {
      QCOMPARE(rows.at(0, bank), static_cast<double>(bank));
      QCOMPARE(std::isnan(rows.at(1, bank)), bank != 2);
    }
    QCOMPARE(rows.at(1, 2), 0.5);
    QVERIFY(std::isnan(bankRows(table, kModel, {Picoseconds(20), Picoseconds(30), 1}).at(0, 0)));
  }

  void aBanksLoadAddsUpToTheWavefrontsOfTheWorstBank() {
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
      LaneAddresses lanes;
      for (uint32_t lane = 0; lane < 32; ++lane)
        lanes.push(lane, random() % 2048 * 4);
      const BankLoad load = bankLoad(lanes, 4, AccessKind::Load, kModel.banks);
      const BankCost cost = bankCost(lanes, 4, AccessKind::Load, kModel.banks);
      QCOMPARE(*std::ranges::max_element(load.words), cost.wavefronts);
      QCOMPARE(*std::ranges::max_element(load.extra), cost.wavefronts - 1);
    }
  }

  void anEmptyWindowIsAnEmptyMap() {
    AccessTable table;
    QCOMPARE(bankMap(table, kModel, {Picoseconds(0), Picoseconds(9), 4}).words.sum(), 0.0);
    QVERIFY(table.addSite({.space = AccessSpace::Shared}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(5), kWarp, 0, 4);
    QCOMPARE(bankMap(table, kModel, {Picoseconds(9), Picoseconds(0), 4}).words.sum(), 0.0);
    QVERIFY(bankMap(table, kModel, {}).words.cells.empty());
  }
};

QTEST_GUILESS_MAIN(BankMapTest)
#include "bank_map_test.moc"
