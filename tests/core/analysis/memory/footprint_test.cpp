// SPDX-License-Identifier: Apache-2.0
// CTAs that ran at the same time and the sectors that they touch, compared with explicit sets of
// sectors.
#include <QtTest>

#include <map>
#include <set>

#include "core/analysis/memory/footprint.h"
#include "tests/core/analysis/memory/random_launch.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

/// A CTA that loads 128 bytes at `first` at time `begin`, and the following 128 bytes at `end`.
struct Cta {
  int64_t begin, end;
  uint64_t first;
};
AccessTable tableOf(const std::vector<Cta> &ctas) {
  AccessTable table;
  static_cast<void>(table.addSite({.bytesPerLane = 4}));
  for (uint32_t cta = 0; cta < ctas.size(); ++cta) {
    static_cast<void>(table.beginWarp(cta, 0));
    table.addAffine(0, Picoseconds(ctas[cta].begin), 0xffffffff, ctas[cta].first, 4);
    table.addAffine(0, Picoseconds(ctas[cta].end), 0xffffffff, ctas[cta].first + 128, 4);
  }
  return table;
}

using Sectors = std::set<uint64_t>;

/// Calls visit(run, time, sectors) for each access of global memory.
template <class Visit>
void forAccesses(const AccessTable &table, uint32_t sectorBytes, const Visit &visit) {
  for (const WarpRun &run : table.warps())
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const AccessSite &site = table.sites()[table[i].site];
      if (site.space != AccessSpace::Global)
        continue;
      Sectors sectors;
      const LaneAddresses lanes = table.lanesOf(table[i]);
      for (const uint64_t address : lanes.addresses())
        for (uint32_t byte = 0; byte < site.bytesPerLane; ++byte)
          sectors.insert((address + byte) / sectorBytes);
      visit(run, table[i].time, sectors);
    }
}

} // namespace

class FootprintTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void ctasThatRanTogetherAreAWave() {
    // Three CTAs at once, of which the second ends first. A fourth then runs in its place, and a
    // fifth in that of the first.
    const std::vector<Wave> waves = wavesOf(tableOf(
        {{0, 100, 0x1000}, {1, 90, 0x2000}, {2, 120, 0x3000}, {91, 200, 0}, {101, 210, 0}}));
    QCOMPARE(waves.size(), size_t{2});
    QCOMPARE(waves[0].ctas, (std::vector<uint32_t>{0, 1, 2}));
    QCOMPARE(waves[0].begin, Picoseconds(0));
    QCOMPARE(waves[0].end, Picoseconds(120));
    QCOMPARE(waves[1].ctas, (std::vector<uint32_t>{3, 4}));
    QCOMPARE(waves[1].end, Picoseconds(210));
  }

  void everyTwoCtasOfAWaveOverlapAndEachIsInOne() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 50; ++turn) {
      std::vector<Cta> ctas(1 + random() % 40);
      for (Cta &cta : ctas) {
        cta.begin = static_cast<int64_t>(random() % 1000);
        cta.end = cta.begin + static_cast<int64_t>(random() % 200);
      }
      std::multiset<uint32_t> seen;
      for (const Wave &wave : wavesOf(tableOf(ctas)))
        for (const uint32_t one : wave.ctas) {
          seen.insert(one);
          for (const uint32_t other : wave.ctas)
            QVERIFY2(ctas[one].begin <= ctas[other].end,
                     qPrintable(QString("seed %1, turn %2").arg(seed).arg(turn)));
        }
      for (uint32_t cta = 0; cta < ctas.size(); ++cta)
        QCOMPARE(seen.count(cta), size_t{1});
    }
  }

  void aWaveCountsWhatItsCtasShareOnce() {
    const AccessTable table =
        tableOf({{0, 9, 0x1000}, {0, 9, 0x1000}, {1, 9, 0x1080}, {20, 30, 0x1000}});
    const std::vector<Wave> waves = wavesOf(table);
    const Footprints footprints = waveFootprints(table, {}, waves);
    QCOMPARE(footprints.sectors, (std::vector<uint64_t>{12, 8}));
    QCOMPARE(footprints.countedPart, 1.0);
  }

  void randomLaunchesAreAsSetsSay() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 20; ++turn) {
      const QByteArray where = QStringLiteral("seed %1, turn %2").arg(seed).arg(turn).toUtf8();
      const MemoryModel model = *memoryModelOf(turn % 2 == 0 ? "sm_90" : "gfx906");
      const AccessTable table = test::randomLaunch(random, {.span = turn % 3 ? 3000u : 200000u});
      const std::vector<Wave> waves = wavesOf(table);
      std::vector<Sectors> ofWave(waves.size());
      forAccesses(table, model.sectorBytes, [&](const WarpRun &run, Picoseconds, const auto &s) {
        for (size_t wave = 0; wave < waves.size(); ++wave)
          if (std::ranges::count(waves[wave].ctas, run.cta) > 0)
            ofWave[wave].insert(s.begin(), s.end());
      });
      const Footprints footprints = waveFootprints(table, model, waves, {.threads = 3});
      for (size_t wave = 0; wave < waves.size(); ++wave)
        QVERIFY2(footprints.sectors[wave] == ofWave[wave].size(), where);

      // Times are in [-1000, 4000): 7 columns of the actual range.
      int64_t first = INT64_MAX, last = INT64_MIN;
      for (uint64_t i = 0; i < table.size(); ++i) {
        first = std::min(first, table[i].time.value);
        last = std::max(last, table[i].time.value);
      }
      std::vector<Sectors> ofColumn(7);
      forAccesses(table, model.sectorBytes, [&](const WarpRun &, Picoseconds time, const auto &s) {
        ofColumn[static_cast<size_t>((time.value - first) * 7 / (last - first + 1))].insert(
            s.begin(), s.end());
      });
      const Footprints columns = workingSet(table, model, 7);
      for (size_t column = 0; column < 7; ++column)
        QVERIFY2(columns.sectors[column] == ofColumn[column].size(), where);
    }
  }

  void moreThanCanBeCountedIsEstimated() {
    AccessTable table;
    QVERIFY(table.addSite({}));
    QVERIFY(table.beginWarp(0, 0));
    for (uint64_t i = 0; i < 200'000; ++i)
      table.addAffine(0, Picoseconds(static_cast<int64_t>(i)), 0xffffffff, i * 128, 4);
    const Footprints exact = workingSet(table, {}, 2);
    const Footprints estimate = workingSet(table, {}, 2, {.maxTouches = 60'000});
    QCOMPARE(exact.sectors[0], uint64_t{400'000});
    QCOMPARE(estimate.countedPart, 1.0 / 16);
    QVERIFY2(std::abs(static_cast<double>(estimate.sectors[0]) / 400'000 - 1) < 0.15,
             qPrintable(QString::number(estimate.sectors[0])));
  }

  void nothingTouchesNothing() {
    const AccessTable table;
    QVERIFY(wavesOf(table).empty());
    QVERIFY(waveFootprints(table, {}, {}).sectors.empty());
    QCOMPARE(workingSet(table, {}, 3).sectors, (std::vector<uint64_t>{0, 0, 0}));
  }
};

QTEST_GUILESS_MAIN(FootprintTest)
#include "footprint_test.moc"
