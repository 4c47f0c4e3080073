// SPDX-License-Identifier: Apache-2.0
// Owners of each touched sector, compared with a slow count of single bytes.
#include <QtTest>

#include <map>
#include <set>

#include "core/analysis/memory/byte_pieces.h"
#include "core/analysis/memory/sector_touches.h"
#include "tests/core/analysis/memory/random_launch.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr uint64_t kTop = ~uint64_t{0};

/// Reference for the owners of a unit, a sector or a line, as explicit sets.
struct Slow {
  uint32_t touches = 0;
  std::set<size_t> runs;
  std::set<uint32_t> ctas;
  std::map<uint32_t, std::set<uint32_t>> ctasOfByte;
  uint64_t bytes = 0;
  bool isWritten = false;
  int64_t first = INT64_MAX, last = INT64_MIN;

  bool isCommon() const {
    return std::ranges::any_of(ctasOfByte, [](const auto &of) { return of.second.size() > 1; });
  }
};

/// Units of `unitBytes` by their number, counted byte by byte.
std::map<uint64_t, Slow> countSlowly(const AccessTable &table, uint64_t unitBytes) {
  std::map<uint64_t, Slow> units;
  for (size_t run = 0; run < table.warps().size(); ++run)
    for (uint64_t i = table.warps()[run].begin; i < table.warps()[run].end; ++i) {
      const Access access = table[i];
      const AccessSite &site = table.sites()[access.site];
      if (site.space != AccessSpace::Global)
        continue;
      std::set<uint64_t> bytes;
      const auto lanes = table.lanesOf(access);
      for (const uint64_t address : lanes.addresses())
        for (uint32_t byte = 0; byte < site.bytesPerLane; ++byte)
          bytes.insert(address + byte);
      std::set<uint64_t> touched;
      for (const uint64_t byte : bytes) {
        Slow &unit = units[byte / unitBytes];
        unit.touches += touched.insert(byte / unitBytes).second;
        unit.runs.insert(run);
        unit.ctas.insert(table.warps()[run].cta);
        unit.ctasOfByte[static_cast<uint32_t>(byte % unitBytes)].insert(table.warps()[run].cta);
        ++unit.bytes;
        unit.isWritten |= isWrite(site.kind);
        unit.first = std::min(unit.first, access.time.value);
        unit.last = std::max(unit.last, access.time.value);
      }
    }
  return units;
}

SectorTouches countAll(const AccessTable &table, uint64_t memoryLimit = uint64_t{1} << 30,
                       const MemoryModel &model = {}) {
  return SectorTouches::count(table, model, {.memoryLimit = memoryLimit});
}

/// Two CTAs write a half of one sector each; a third CTA reads a distant address.
AccessTable neighbours(bool overlapping) {
  AccessTable table;
  static_cast<void>(table.addSite({.kind = AccessKind::Store}));
  static_cast<void>(table.addSite({}));
  static_cast<void>(table.beginWarp(0, 0));
  table.addAffine(0, Picoseconds(0), 0xf, 8192, 4);
  static_cast<void>(table.beginWarp(1, 0));
  table.addAffine(0, Picoseconds(5), 0xf, overlapping ? 8204 : 8208, 4);
  static_cast<void>(table.beginWarp(2, 0));
  table.addAffine(1, Picoseconds(9), 0xff, 1 << 20, 4);
  return table;
}

} // namespace

class SectorTouchesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everySectorAndLineIsAsCountedByteByByte_data() {
    QTest::addColumn<QString>("chip");
    for (const char *chip : {"sm_90a", "gfx906", "gfx942"}) // sectors of 32, of 64, lines of 64
      QTest::newRow(chip) << chip;
  }
  void everySectorAndLineIsAsCountedByteByByte() {
    QFETCH(QString, chip);
    const MemoryModel model = *memoryModelOf(chip.toStdString());
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 10; ++turn) {
      const AccessTable table = test::randomLaunch(random, {.span = turn % 2 ? 3000u : 200000u});
      const SectorTouches touches = countAll(table, uint64_t{1} << 30, model);
      const QByteArray where = QStringLiteral("seed %1, turn %2").arg(seed).arg(turn).toUtf8();
      const auto sectors = countSlowly(table, model.sectorBytes);
      const auto lines = countSlowly(table, model.lineBytes);
      auto expected = sectors.begin();
      touches.forSectors(0, kTop, [&](uint64_t address, const SectorTouch &is) {
        QVERIFY2(expected != sectors.end() && expected->first * model.sectorBytes == address,
                 where);
        const Slow &should = (expected++)->second;
        QVERIFY2(is.touches == should.touches && is.bytes == should.bytes, where);
        QVERIFY2(is.warps == should.runs.size() && is.ctas == should.ctas.size(), where);
        QVERIFY2(is.isWritten == should.isWritten && is.isCommon == should.isCommon(), where);
        QVERIFY2(std::popcount(is.touchedBytes) == int(should.ctasOfByte.size()), where);
        QVERIFY2(touches.timeOf(is.firstTouch).value == should.first, where);
        QVERIFY2(touches.timeOf(is.lastTouch).value == should.last, where);
        QVERIFY2(should.runs.contains(is.lastRun), where);
      });
      QVERIFY2(expected == sectors.end(), where);
      auto line = lines.begin();
      touches.forLines(0, kTop, [&](uint64_t address, const LineTouch &is) {
        QVERIFY2(line != lines.end() && line->first * model.lineBytes == address, where);
        const Slow &should = (line++)->second;
        QVERIFY2(is.touches == should.touches && is.warps == should.runs.size() &&
                     is.ctas == should.ctas.size(),
                 where);
      });
      QVERIFY2(line == lines.end(), where);
      for (const auto &footprint : touches.ctaFootprints())
        QVERIFY2(static_cast<int64_t>(footprint.sectors) ==
                     std::ranges::count_if(
                         sectors,
                         [&](const auto &of) { return of.second.ctas.contains(footprint.cta); }),
                 where);
      QVERIFY2(touches.footprintOverTime(7).back() == sectors.size(), where);
    }
  }

  void ctasThatWriteNeighbouringBytesOfASectorShareItFalsely() {
    const auto sharedSectors = [](const AccessTable &table) {
      int count = 0;
      countAll(table).forSectors(
          0, kTop, [&](uint64_t, const SectorTouch &sector) { count += sector.isFalselyShared(); });
      return count;
    };
    QCOMPARE(sharedSectors(neighbours(false)), 1);
    QCOMPARE(sharedSectors(neighbours(true)), 0); // the CTAs share a byte
  }

  void aRangeHoldsWhatBeginsBeforeItAndReachesIntoIt() {
    const SectorTouches touches = countAll(neighbours(false));
    std::vector<uint64_t> seen;
    const auto note = [&](uint64_t address, const SectorTouch &) { seen.push_back(address); };
    touches.forSectors(8200, 8200, note);
    QCOMPARE(seen, std::vector<uint64_t>{8192});
    seen.clear();
    touches.forSectors(8224, (1 << 20) - 1, note);
    QVERIFY(seen.empty());
    touches.forSectors(8224, 1 << 20, note);
    QCOMPARE(seen, std::vector<uint64_t>{1 << 20});
  }

  void theFootprintGrowsWithTime() {
    const SectorTouches touches = countAll(neighbours(false));
    QCOMPARE(touches.footprintOverTime(2), (std::vector<uint64_t>{1, 2}));
    QVERIFY(touches.footprintOverTime(0).empty());
    QVERIFY(countAll(AccessTable()).ctaFootprints().empty());
  }

  void tooManyPagesAreThinnedAndThoseKeptStayExact() {
    AccessTable table;
    QVERIFY(table.addSite({}));
    constexpr uint64_t kPages = 20'000;
    for (uint32_t cta = 0; cta < 8; ++cta) {
      QVERIFY(table.beginWarp(cta, 0));
      for (uint64_t page = 0; page < kPages; ++page)
        table.addAffine(0, Picoseconds(static_cast<int64_t>(page)), 0xff, page * 4096, 4);
    }
    const SectorTouches touches = countAll(table, 8 << 20);
    QVERIFY(touches.keptPart() < 1);
    QVERIFY(touches.memoryBytes() <= 8 << 20);
    uint64_t kept = 0;
    touches.forSectors(0, kTop, [&](uint64_t, const SectorTouch &sector) {
      ++kept;
      QCOMPARE(sector.touches, 8u);
      QCOMPARE(sector.ctas, 8u);
    });
    QCOMPARE(kept, touches.pageCount());
    // A hash selects them: the number deviates from the expected one by less than 5 standard
    // deviations.
    const double expected = kPages * touches.keptPart();
    QVERIFY(std::abs(static_cast<double>(kept) - expected) < 5 * std::sqrt(expected));
    for (const auto &footprint : touches.ctaFootprints())
      QVERIFY(std::abs(static_cast<double>(footprint.sectors) - kPages) < kPages * 0.25);
  }

  void theResultDoesNotDependOnTheNumberOfThreads() {
    std::mt19937_64 random(7);
    const AccessTable table = test::randomLaunch(random, {.ctas = 9});
    const SectorTouches one = SectorTouches::count(table, {}, {.threads = 1});
    const SectorTouches many = SectorTouches::count(table, {}, {.threads = 5});
    std::vector<std::pair<uint64_t, uint32_t>> ofOne, ofMany;
    one.forSectors(0, kTop, [&](uint64_t address, const SectorTouch &sector) {
      ofOne.emplace_back(address, sector.lastRun);
    });
    many.forSectors(0, kTop, [&](uint64_t address, const SectorTouch &sector) {
      ofMany.emplace_back(address, sector.lastRun);
    });
    QCOMPARE(ofOne, ofMany);
    QVERIFY(!ofOne.empty());
  }
};

QTEST_GUILESS_MAIN(SectorTouchesTest)
#include "sector_touches_test.moc"
