// SPDX-License-Identifier: Apache-2.0
// The sums by memory operation.
#include <QtTest>

#include "core/analysis/memory/site_statistics.h"
#include "tests/core/analysis/memory/random_launch.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

const MemoryModel kModel;

} // namespace

class SiteStatisticsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTransposeReadsRowsAndWritesColumns() {
    AccessTable table;
    const BufferMap buffers =
        *BufferMap::make({{.name = "X", .base = 0x100000, .elementBytes = 4, .shape = {512, 512}},
                          {.name = "Y", .base = 0x200000, .elementBytes = 4, .shape = {512, 512}}});
    QVERIFY(table.addSite({.name = "load X"}));
    QVERIFY(table.addSite({.kind = AccessKind::Store, .name = "store Y"}));
    for (uint32_t row = 0; row < 32; ++row) {
      QVERIFY(table.beginWarp(row / 8, row % 8));
      table.addAffine(0, Picoseconds(row), 0xffffffff, 0x100000 + row * 2048, 4);
      table.addAffine(1, Picoseconds(row), 0xffffffff, 0x200000 + row * 4, 2048);
    }
    const auto sites = siteStatistics(table, buffers, kModel);
    QCOMPARE(sites[0].efficiency(), 1.0);
    QCOMPARE(sites[0].dominant().pattern.kind, PatternClass::Coalesced);
    QCOMPARE(sites[0].buffers, (std::map<uint32_t, uint64_t>{{0, 32}}));
    QCOMPARE(sites[1].sectors, uint64_t{32 * 32});
    QCOMPARE(sites[1].efficiency(), 0.125);
    QCOMPARE(sites[1].excessBytes(kModel), uint64_t{32 * 28 * 32});
    QCOMPARE(sites[1].dominant().pattern, (AccessPattern{PatternClass::Strided, 2048}));
    QCOMPARE(sites[1].dominant().part, 1.0);
    QCOMPARE(sites[1].buffers, (std::map<uint32_t, uint64_t>{{1, 32}}));
  }

  /// Table, JSON, Inspector, heat map and findings take their words from here.
  void theWordsForAPatternNameMisalignedAccesses() {
    AccessTable table;
    QVERIFY(table.addSite({.name = "aligned"}));
    QVERIFY(table.addSite({.name = "shifted"}));
    QVERIFY(table.addSite({.name = "both"}));
    QVERIFY(table.beginWarp(0, 0));
    for (uint64_t i = 0; i < 4; ++i) {
      const uint64_t row = 0x100000 + i * 128;
      table.addAffine(0, Picoseconds(0), 0xffffffff, row, 4);
      table.addAffine(1, Picoseconds(0), 0xffffffff, row + 4, 4);
      table.addAffine(2, Picoseconds(0), 0xffffffff, row + (i == 0 ? 4 : 0), 4);
    }
    const auto sites = siteStatistics(table, *BufferMap::make({}), kModel);
    const auto words = [&](size_t site) {
      return patternWords(sites[site], sites[site].dominant().pattern);
    };
    QCOMPARE(words(0), std::string("coalesced"));
    QCOMPARE(words(1), std::string("coalesced, misaligned"));
    QCOMPARE(words(2), std::string("coalesced, 25 % misaligned"));
  }

  void aColumnOfATileWithoutPaddingHasConflictsOfDegreeThirtyTwo() {
    AccessTable table;
    QVERIFY(table.addSite({.space = AccessSpace::Shared}));
    QVERIFY(table.addSite({.space = AccessSpace::Shared}));
    QVERIFY(table.beginWarp(0, 0));
    for (uint32_t column = 0; column < 32; ++column) {
      table.addAffine(0, Picoseconds(0), 0xffffffff, column * 4, 128);
      table.addAffine(1, Picoseconds(0), 0xffffffff, column * 4, 132);
    }
    const auto sites = siteStatistics(table, *BufferMap::make({}), kModel);
    QCOMPARE(sites[0].wavefrontsPerPhase(), 32.0);
    QCOMPARE(sites[0].worstDegree, 32u);
    QCOMPARE(sites[0].degrees[32], uint64_t{32});
    QCOMPARE(sites[1].wavefrontsPerPhase(), 1.0);
    QCOMPARE(sites[1].outside, uint64_t{32});
    QCOMPARE(sites[0].sectors, uint64_t{0}); // it is no traffic of global memory
  }

  void sumsAreThoseOfEachAccessCountedByItself() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    const AccessTable table = test::randomLaunch(random, {.accessesPerWarp = 200});
    const BufferMap buffers = test::randomBuffers();
    const QByteArray where = QStringLiteral("seed %1").arg(seed).toUtf8();
    std::vector<SiteStatistics> expected(table.sites().size());
    for (uint64_t i = 0; i < table.size(); ++i) {
      const Access access = table[i];
      const AccessSpace space = table.sites()[access.site].space;
      expected[access.site].add(costOf(table, access, kModel), space);
      const uint32_t buffer = buffers.find(space, table.lanesOf(access).address(0));
      if (buffer == BufferMap::kNone)
        ++expected[access.site].outside;
      else
        ++expected[access.site].buffers[buffer];
    }
    for (const unsigned threads : {1u, 3u}) {
      const auto sites = siteStatistics(table, buffers, kModel, threads);
      for (size_t i = 0; i < sites.size(); ++i) {
        const SiteStatistics &is = sites[i], &should = expected[i];
        QVERIFY2(is.accesses == should.accesses && is.lanes == should.lanes, where);
        QVERIFY2(is.bytes == should.bytes && is.sectors == should.sectors, where);
        QVERIFY2(is.ideal == should.ideal && is.lines == should.lines, where);
        QVERIFY2(is.misaligned == should.misaligned, where);
        QVERIFY2(is.wavefronts == should.wavefronts && is.phases == should.phases, where);
        QVERIFY2(is.degrees == should.degrees && is.worstDegree == should.worstDegree, where);
        QVERIFY2(is.patterns == should.patterns && is.shapes == should.shapes, where);
        QVERIFY2(is.buffers == should.buffers && is.outside == should.outside, where);
      }
    }
  }

  void noAccessesAreNoTrouble() {
    AccessTable table;
    QVERIFY(table.addSite({}));
    const auto sites = siteStatistics(table, *BufferMap::make({}), kModel);
    QCOMPARE(sites.size(), size_t{1});
    QCOMPARE(sites[0].efficiency(), 1.0);
    QCOMPARE(sites[0].wavefrontsPerPhase(), 1.0);
    QCOMPARE(sites[0].dominant().part, 0.0);
  }
};

QTEST_GUILESS_MAIN(SiteStatisticsTest)
#include "site_statistics_test.moc"
