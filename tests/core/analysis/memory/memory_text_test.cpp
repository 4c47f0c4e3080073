// SPDX-License-Identifier: Apache-2.0
// The report as people read it, word by word.
#include <QtTest>

#include "core/analysis/memory/memory_text.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr LaneMask kWarp = 0xffffffffu;
constexpr uint64_t kX = 0x100000;

BufferMap matrices() {
  return *BufferMap::make(
      {{.name = "X", .base = kX, .elementBytes = 4, .shape = {64, 32}},
       {.name = "tile", .space = AccessSpace::Shared, .elementBytes = 4, .shape = {32, 32}},
       {.name = "never touched", .base = 2 * kX, .elementBytes = 4, .shape = {64, 32}}});
}

/// Two warps load rows of X and write them to columns of a tile.
AccessTable columnsOfATile() {
  AccessTable table;
  static_cast<void>(table.addSite({.name = "load X", .location = "/folder/of/k.mlir:7:3"}));
  static_cast<void>(table.addSite(
      {.kind = AccessKind::Store, .space = AccessSpace::Shared, .name = "store tile"}));
  static_cast<void>(table.addSite({.name = "never done"}));
  for (uint32_t cta = 0; cta < 2; ++cta) {
    static_cast<void>(table.beginWarp(cta, 0));
    for (uint64_t row = 0; row < 4; ++row)
      table.addAffine(0, Picoseconds(0), kWarp, kX + row * 128, 4);
    table.addAffine(1, Picoseconds(1), kWarp, 0, 128);
    table.addAffine(1, Picoseconds(1), kWarp, 0, 4);
  }
  return table;
}

} // namespace

class MemoryTextTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void operationsAreATable() {
    const AccessTable table = columnsOfATile();
    const auto sites = siteStatistics(table, matrices(), {});
    QCOMPARE(describeAccesses(table, sites),
             std::string("  operation             accesses        in   each   ideal   efficiency   "
                         "pattern\n"
                         "  load X (k.mlir:7:3)          8   sectors      4       4        100 %   "
                         "coalesced\n"
                         "  store tile                   4     turns   16.5       1      6.061 %   "
                         "coalesced (50 %)\n"));
  }

  void buffersAreATable() {
    const SectorTouches touches = SectorTouches::count(columnsOfATile(), {}, {});
    QCOMPARE(describeBuffers(matrices(), touches, {}),
             std::string("  buffer   lines touched    of it   touches a line   by warps   by CTAs\n"
                         "  X                    4   6.25 %                2          2   2\n"));
  }

  void findingsAreSentences() {
    const Finding one{
        .kind = FindingKind::BankConflicts, .what = "a: b", .evidence = "c", .advice = "d"};
    const Finding other{
        .kind = FindingKind::Misaligned, .what = "e", .evidence = "f", .advice = {}};
    QCOMPARE(describeFindings(std::vector{one, other}),
             std::string("- a: b\n  c\n  d\n- e\n  f\n"));
  }

  void nothingIsSaidOfNothing() {
    const AccessTable table;
    QVERIFY(describeAccesses(table, siteStatistics(table, matrices(), {})).empty());
    QVERIFY(describeBuffers(matrices(), SectorTouches::count(table, {}, {}), {}).empty());
    QVERIFY(describeFindings({}).empty());
  }
};

QTEST_GUILESS_MAIN(MemoryTextTest)
#include "memory_text_test.moc"
