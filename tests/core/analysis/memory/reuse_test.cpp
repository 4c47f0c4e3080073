// SPDX-License-Identifier: Apache-2.0
// Number of repeated touches of lines, and the number of other lines between them.
#include <QtTest>

#include <algorithm>
#include <list>
#include <map>
#include <numeric>
#include <set>

#include "core/analysis/memory/reuse.h"
#include "tests/core/analysis/memory/random_launch.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

size_t binOf(uint64_t value) {
  return static_cast<size_t>(std::bit_width(value));
}

/// Reads `lines` lines in sequence, `turns` times.
AccessTable sweeps(uint32_t ctas, uint64_t lines, uint64_t turns) {
  AccessTable table;
  static_cast<void>(table.addSite({}));
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    static_cast<void>(table.beginWarp(cta, 0));
    for (uint64_t i = 0; i < lines * turns; ++i)
      table.addAffine(0, Picoseconds(static_cast<int64_t>(i)), 0xffffffff, 4096 + i % lines * 128,
                      4);
  }
  return table;
}

/// Reference: keeps the lines of each CTA in a list, the newest first. The position of a line is
/// its reuse distance.
ReuseDistances slowDistances(const AccessTable &table) {
  ReuseDistances distances;
  std::map<uint32_t, std::vector<std::pair<int64_t, uint64_t>>> byCta;
  for (const WarpRun &run : table.warps())
    for (uint64_t i = run.begin; i < run.end; ++i)
      byCta[run.cta].emplace_back(table[i].time.value, i);
  for (auto &[cta, accesses] : byCta) {
    std::ranges::sort(accesses);
    std::list<uint64_t> stack;
    for (const auto &[time, index] : accesses) {
      const Access access = table[index];
      const AccessSite &site = table.sites()[access.site];
      if (site.space != AccessSpace::Global)
        continue;
      std::set<uint64_t> lines;
      const auto lanes = table.lanesOf(access);
      for (const uint64_t address : lanes.addresses())
        for (uint32_t byte = 0; byte < site.bytesPerLane; ++byte)
          lines.insert((address + byte) / 128);
      for (const uint64_t line : lines) {
        const auto known = std::ranges::find(stack, line);
        if (known == stack.end()) {
          ++distances.first;
        } else {
          ++distances.again[binOf(static_cast<uint64_t>(std::distance(stack.begin(), known)))];
          stack.erase(known);
        }
        stack.push_front(line);
      }
    }
  }
  return distances;
}

} // namespace

class ReuseTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void sweepsOverLinesComeBackAfterAllOthers() {
    const ReuseDistances distances = reuseDistances(sweeps(3, 100, 5), {});
    QCOMPARE(distances.first, uint64_t{300});
    QCOMPARE(distances.again[binOf(99)], uint64_t{3 * 400});
    QCOMPARE(distances.countedPart, 1.0);
    // With a single line there are no lines in between.
    QCOMPARE(reuseDistances(sweeps(1, 1, 5), {}).again[0], uint64_t{4});
  }

  void distancesAreThePlacesInAListOfTheNewest() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 10; ++turn) {
      const AccessTable table = test::randomLaunch(random, {.span = 40'000});
      const ReuseDistances is = reuseDistances(table, {}), should = slowDistances(table);
      const QByteArray where = QStringLiteral("seed %1, turn %2").arg(seed).arg(turn).toUtf8();
      QVERIFY2(is.first == should.first, where);
      QVERIFY2(is.again == should.again, where);
    }
  }

  void tooManyTouchesAreSampledByLine() {
    const ReuseDistances distances = reuseDistances(sweeps(4, 4096, 8), {}, 20'000);
    QVERIFY(distances.countedPart < 1);
    const uint64_t again =
        std::accumulate(distances.again.begin(), distances.again.end(), uint64_t{0});
    QCOMPARE(again, distances.first * 7); // a line is counted always or never
    QVERIFY(distances.first > 0 && distances.first + again < 30'000);
    // There are 4095 lines in between. A hash selects about 1 of 8 lines, so the distance may be in
    // an adjacent bin.
    QCOMPARE(distances.again[11] + distances.again[12] + distances.again[13], again);
  }

  void linesAreCountedByWhoTouchesThem() {
    const AccessTable table = sweeps(3, 100, 5);
    const SectorTouches touches = SectorTouches::count(table, {}, {});
    const LineReuse reuse = lineReuse(touches, 0, ~uint64_t{0});
    QCOMPARE(reuse.lines, uint64_t{100});
    QCOMPARE(reuse.touches, uint64_t{1500});
    QCOMPARE(reuse.perLine[binOf(15)], uint64_t{100});
    QCOMPARE(reuse.warps[binOf(3)], uint64_t{100});
    QCOMPARE(reuse.ctas[binOf(3)], uint64_t{100});
    QCOMPARE(lineReuse(touches, 4096, 4096 + 255).lines, uint64_t{2});
    QCOMPARE(lineReuse(touches, 0, 4095).lines, uint64_t{0});
  }

  void noAccessesHaveNoReuse() {
    const ReuseDistances distances = reuseDistances(AccessTable(), {});
    QCOMPARE(distances.first, uint64_t{0});
  }
};

QTEST_GUILESS_MAIN(ReuseTest)
#include "reuse_test.moc"
