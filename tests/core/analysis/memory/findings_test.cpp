// SPDX-License-Identifier: Apache-2.0
// Findings for launches with efficient or inefficient access patterns.
#include <QtTest>

#include <set>
#include <span>

#include "core/analysis/memory/findings.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr LaneMask kWarp = 0xffffffffu;
constexpr uint64_t kX = 0x100000, kY = 0x200000;

BufferMap matrices() {
  return *BufferMap::make({{.name = "X", .base = kX, .elementBytes = 4, .shape = {512, 512}},
                           {.name = "Y", .base = kY, .elementBytes = 4, .shape = {512, 512}}});
}

std::vector<Finding> findingsOf(const AccessTable &table, const BufferMap &buffers) {
  const auto sites = siteStatistics(table, buffers, {});
  return findings(table, buffers, sites, SectorTouches::count(table, {}, {}));
}

/// A load of X and a store to Y for each of 32 warps, with these strides.
AccessTable copies(int64_t loadStride, int64_t storeStride, uint64_t shift = 0) {
  AccessTable table;
  static_cast<void>(table.addSite({.name = "load X", .location = "t.mlir:44:11"}));
  static_cast<void>(
      table.addSite({.kind = AccessKind::Store, .name = "store Y", .location = "t.mlir:48:5"}));
  for (uint32_t warp = 0; warp < 32; ++warp) {
    static_cast<void>(table.beginWarp(0, warp));
    table.addAffine(0, Picoseconds(0), kWarp, kX + shift + warp * 2048, loadStride);
    table.addAffine(1, Picoseconds(9), kWarp, kY + warp * (storeStride == 4 ? 2048 : 4),
                    storeStride);
  }
  return table;
}

} // namespace

class FindingsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aCopyByRowsIsFine() { QVERIFY(findingsOf(copies(4, 4), matrices()).empty()); }

  void aStoreByColumnsIsNamedWithItsSectorsAndWhatMendingItBrings() {
    const auto found = findingsOf(copies(4, 2048), matrices());
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].kind, FindingKind::ExcessSectors);
    QCOMPARE(found[0].what, std::string("store Y (t.mlir:48:5): 32 sectors per access, ideal 4"));
    QCOMPARE(found[0].evidence, std::string("100 % of 32 accesses are strided by 2,048 bytes"));
    QVERIFY(found[0].advice.find("87.5 % of its sectors, 77.78 % of the launch's") !=
            std::string::npos);
    QCOMPARE(found[0].gain, 28.0 / 36.0);
    QCOMPARE(*found[0].site, uint16_t{1});
    QCOMPARE(*found[0].buffer, 1u);
  }

  void theSameStoreOnNeighbouringLinesIsOneFinding() {
    AccessTable table;
    for (const char *place : {"k.mlir:57:5", "k.mlir:58:5", "k.mlir:59:5", "k.mlir:60:5",
                              "k.mlir:62:5", "other.mlir:61:5"})
      static_cast<void>(
          table.addSite({.kind = AccessKind::Store, .name = "store Y", .location = place}));
    for (uint32_t warp = 0; warp < 32; ++warp) {
      static_cast<void>(table.beginWarp(0, warp));
      for (uint16_t site = 0; site < 6; ++site)
        table.addAffine(site, Picoseconds(site), kWarp, kY + warp * 4, site == 3 ? 1024 : 2048);
    }
    const auto found = findingsOf(table, matrices());
    QCOMPARE(found.size(), size_t{4});
    QCOMPARE(found[0].what, std::string("store Y (k.mlir:57 to 59, 3 operations): 32 sectors per "
                                        "access, ideal 4"));
    QCOMPARE(found[0].evidence, std::string("100 % of 96 accesses are strided by 2,048 bytes"));
    QCOMPARE(found[0].gain, 3 * 28.0 / (6 * 32.0));
    QCOMPARE(*found[0].site, uint16_t{0});
    std::set<std::string> places;
    for (const Finding &finding : std::span(found).subspan(1))
      places.insert(finding.what.substr(0, finding.what.find(')') + 1));
    QVERIFY((places == std::set<std::string>{"store Y (k.mlir:60:5)", "store Y (k.mlir:62:5)",
                                             "store Y (other.mlir:61:5)"}));
  }

  void rowsThatBeginWithinASectorAreMisaligned() {
    const auto found = findingsOf(copies(4, 4, 16), matrices());
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].kind, FindingKind::Misaligned);
    QCOMPARE(found[0].what, std::string("load X (t.mlir:44:11): 5 sectors per access, ideal 4"));
    QCOMPARE(found[0].evidence,
             std::string("100 % of 32 accesses are coalesced; all are misaligned"));
    QCOMPARE(found[0].gain, 1.0 / 9.0);
  }

  /// Complete sectors have no finding at any distance of the rows; partial sectors have one.
  void tensorCopiesAreBlamedForTheirRowsAlone() {
    for (const uint32_t bytes : {16u, 64u}) {
      AccessTable table;
      QVERIFY(
          table.addSite({.kind = AccessKind::BulkLoad, .bytesPerLane = bytes, .name = "load X"}));
      QVERIFY(table.addSite({.kind = AccessKind::BulkStore,
                             .space = AccessSpace::Shared,
                             .bytesPerLane = 64 * bytes,
                             .name = "load X to shared"}));
      QVERIFY(table.beginWarp(0, 0));
      table.addAffine(0, Picoseconds(0), ~LaneMask{0}, kX, 2048);
      table.addAffine(1, Picoseconds(0), 1, 0, 0);
      const auto found = findingsOf(table, matrices());
      QCOMPARE(found.size(), bytes == 16 ? size_t{1} : size_t{0});
      if (found.empty())
        continue;
      QCOMPARE(found[0].kind, FindingKind::ExcessSectors);
      QCOMPARE(found[0].what, std::string("load X: 64 sectors per access, ideal 32"));
      QCOMPARE(found[0].evidence, std::string("100 % of 1 access is bulk"));
      QVERIFY(found[0].advice.starts_with("sector-aligned rows of the box"));
    }
  }

  void aColumnOfATileIsABankConflict() {
    AccessTable table;
    QVERIFY(table.addSite({.space = AccessSpace::Shared, .name = "load tile"}));
    QVERIFY(table.beginWarp(0, 0));
    for (uint64_t column = 0; column < 32; ++column)
      table.addAffine(0, Picoseconds(0), kWarp, column * 4, 128);
    const auto found = findingsOf(table, *BufferMap::make({{.name = "tile",
                                                            .space = AccessSpace::Shared,
                                                            .elementBytes = 4,
                                                            .shape = {32, 32}}}));
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].kind, FindingKind::BankConflicts);
    QCOMPARE(found[0].what,
             std::string("load tile: 32 shared-memory wavefronts per phase, ideal 1"));
    QVERIFY(found[0].evidence.starts_with("up to 32 words of one bank concurrently; 100 %"));
    QCOMPARE(found[0].gain, 31.0 / 32.0);
  }

  void addressesInNoBufferAndNullAreTold() {
    AccessTable table;
    QVERIFY(table.addSite({.name = "load X"}));
    QVERIFY(table.beginWarp(0, 0));
    table.addAffine(0, Picoseconds(0), 1, kX, 0);
    table.addAffine(0, Picoseconds(0), 1, 0, 0);
    const auto found = findingsOf(table, matrices());
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].kind, FindingKind::OutsideBuffers);
    QCOMPARE(found[0].evidence, std::string("1 access of 2, one of them at null"));
    QVERIFY(found[0].advice.starts_with("check the bounds"));
  }

  void buffersThatOverlapAndRecordsThatAreMissingAreTold() {
    AccessTable table = copies(4, 4);
    table.setShare({.dropped = 64, .sampledPart = 0.25});
    const auto found =
        findingsOf(table, *BufferMap::make({{.name = "X", .base = kX, .shape = {1 << 20}},
                                            {.name = "Y", .base = kY - 100, .shape = {1 << 20}}}));
    QCOMPARE(found.size(), size_t{2});
    QCOMPARE(found[0].kind, FindingKind::OverlappingBuffers);
    QCOMPARE(found[0].what, std::string("X and Y overlap"));
    QVERIFY(found[0].evidence.starts_with("100 bytes from "));
    QCOMPARE(found[1].kind, FindingKind::MissingAccesses);
    QCOMPARE(found[1].what, std::string("12.5 % of the accesses are in the trace"));
    QCOMPARE(found[1].evidence,
             std::string("64 accesses were dropped; 25 % were selected for recording"));
  }

  void thePatternThatWastesIsTheEvidenceNotTheOneOfMostAccesses() {
    AccessTable table;
    QVERIFY(table.addSite({.kind = AccessKind::Store, .name = "store Y"}));
    QVERIFY(table.beginWarp(0, 0));
    for (uint64_t i = 0; i < 10; ++i)
      table.addAffine(0, Picoseconds(0), kWarp, kY + i * 128, i < 6 ? 4 : 2048);
    const auto found = findingsOf(table, matrices());
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].evidence, std::string("40 % of 10 accesses are strided by 2,048 bytes"));
  }

  void tilesThatFillTheirSectorsAreFineAndOthersAreToldWhatTheyLack() {
    // Four rows of a matrix, eight lanes in each: of 16 bytes, of 16 bytes that begin within a
    // sector, and of 2 bytes.
    const auto found = [](uint32_t bytesPerLane, uint64_t shift) {
      AccessTable table;
      static_cast<void>(table.addSite({.bytesPerLane = bytesPerLane, .name = "load X"}));
      static_cast<void>(table.beginWarp(0, 0));
      std::array<uint64_t, 32> lanes{};
      for (uint32_t lane = 0; lane < 32; ++lane)
        lanes[lane] = kX + shift + lane / 8 * 2048 + lane % 8 * bytesPerLane;
      table.addLanes(0, Picoseconds(0), kWarp, lanes);
      return findingsOf(table, matrices());
    };
    QVERIFY(found(16, 0).empty());
    const auto shifted = found(16, 16);
    QCOMPARE(shifted.size(), size_t{1});
    QCOMPARE(shifted[0].what, std::string("load X: 20 sectors per access, ideal 16"));
    QCOMPARE(shifted[0].evidence,
             std::string("100 % of 1 access is tiled: 4 x 128 bytes, 2,048 bytes apart"));
    QVERIFY(shifted[0].advice.starts_with("aligning each piece to sectors"));
    const auto narrow = found(2, 0);
    QCOMPARE(narrow.size(), size_t{1});
    QVERIFY(narrow[0].advice.starts_with("assigning adjacent elements to more adjacent"));
  }

  void whereNoBufferIsKnownNothingIsOutsideButNull() {
    QVERIFY(findingsOf(copies(4, 4), {}).empty());
    AccessTable null;
    QVERIFY(null.addSite({}));
    QVERIFY(null.beginWarp(0, 0));
    null.addAffine(0, Picoseconds(0), kWarp, 0, 4);
    QCOMPARE(findingsOf(null, {}).size(), size_t{1});
  }

  void ofManyOverlapsTheFirstAreNamedAndTheOthersCounted() {
    const std::vector<Buffer> buffers(20, {.name = "X", .base = kX, .shape = {100}});
    const auto found = findingsOf(copies(4, 4), *BufferMap::make(buffers));
    const auto isOverlap = [](const Finding &f) {
      return f.kind == FindingKind::OverlappingBuffers;
    };
    QCOMPARE(std::ranges::count_if(found, isOverlap), 9);
    QVERIFY(std::ranges::count(found, "182 more pairs of buffers overlap", &Finding::what) == 1);
  }

  void ctasThatWriteHalvesOfASectorShareItFalsely() {
    AccessTable table;
    QVERIFY(table.addSite({.kind = AccessKind::Store, .name = "store Y"}));
    for (uint32_t cta = 0; cta < 8; ++cta) {
      QVERIFY(table.beginWarp(cta, 0));
      table.addAffine(0, Picoseconds(cta), 0xf, kY + cta * 16, 4);
    }
    const auto found = findingsOf(table, matrices());
    QVERIFY(!found.empty());
    QCOMPARE(found.back().kind, FindingKind::FalseSharing);
    QCOMPARE(found.back().evidence,
             std::string("100 % of 4 touched sectors, the first at Y[0, 0]"));
    // Two CTAs fetch each sector, where one would suffice.
    QCOMPARE(found.back().gain, 0.5);
    QVERIFY(found.back().advice.ends_with(": 50 % fewer sector fetches by CTAs"));
  }

  void aHundredMemoryOperationsAreOrderedByWhatTheyCost() {
    AccessTable table;
    for (int site = 0; site < 100; ++site)
      QVERIFY(table.addSite({.name = "load " + std::to_string(site)}));
    QVERIFY(table.beginWarp(0, 0));
    for (uint16_t site = 0; site < 100; ++site)
      for (uint16_t i = 0; i <= site; ++i)
        table.addAffine(site, Picoseconds(0), kWarp, kX, 2048);
    const auto found = findingsOf(table, matrices());
    QVERIFY(found.size() > 10 && found.size() < 100); // excludes findings that save less than 1 %
    QVERIFY(found[0].what.starts_with("load 99:"));
    QVERIFY(std::ranges::is_sorted(found, std::greater(), &Finding::gain));
  }
};

QTEST_GUILESS_MAIN(FindingsTest)
#include "findings_test.moc"
