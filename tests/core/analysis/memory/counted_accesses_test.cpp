// SPDX-License-Identifier: Apache-2.0
// Results for accesses that were counted, not recorded.
#include <QtTest>

#include "core/analysis/memory/counted_accesses.h"

using namespace pstudio::memory;

namespace {

/// Two CTAs read A in four pieces of 1 KiB; one CTA writes B, whose name was not recorded.
LaunchAccesses counted() {
  LaunchAccesses accesses;
  static_cast<void>(accesses.table.addSite({.name = "load A", .location = "k.mlir:3:5"}));
  static_cast<void>(accesses.table.addSite({.kind = AccessKind::Store, .name = "store"}));
  accesses.buffers = *BufferMap::make(
      {{.name = "A", .base = 0x10000, .dtype = "f32", .elementBytes = 4, .shape = {1024}},
       {.name = "B", .base = 0x20000, .dtype = "f32", .elementBytes = 4, .shape = {1024}}});
  accesses.counts.sites = {{4, 10, "A"}, {4, 10, ""}};
  accesses.counts.cells = {
      {0, 0, 2, 10, 320}, {0, 1, 2, 10, 320}, {0, 1, 5, 60, 1920}, {1, 3, 5, 7, 7}};
  return accesses;
}

} // namespace

class CountedAccessesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void sumsAreThoseOfTheCells() {
    const std::vector<CountedSite> sites = countedSites(counted());
    QCOMPARE(sites.size(), size_t{2});
    QCOMPARE(sites[0].accesses, uint64_t{80});
    QCOMPARE(sites[0].lanes, uint64_t{2560});
    QCOMPARE(sites[0].ctas, uint64_t{2});
    QCOMPARE(sites[0].buffer, 0u);
    QCOMPARE(sites[0].placed, uint64_t{80});
    QCOMPARE(sites[0].pieces, 4u);
    QCOMPARE(sites[0].touched, 2u);
    QCOMPARE(sites[0].mostInPiece, uint64_t{70});
    QCOMPARE(sites[0].busiestPiece, (ByteRange{0x10400, 0x10800}));
    QCOMPARE(sites[0].mostInCta, uint64_t{60});
    QCOMPARE(sites[0].busiestCta, 5u);
  }

  void whereNobodySaysTheBufferThereIsNoPlace() {
    const CountedSite site = countedSites(counted())[1];
    QCOMPARE(site.buffer, BufferMap::kNone);
    QCOMPARE(site.accesses, uint64_t{7});
    QCOMPARE(site.placed, uint64_t{0});
    QCOMPARE(CountedMap(counted()).unplacedCount(), uint64_t{7});
  }

  void theOnlyBufferIsTheOneThatIsMeant() {
    LaunchAccesses accesses = counted();
    accesses.buffers = *BufferMap::make({accesses.buffers.buffers()[1]});
    QCOMPARE(countedBuffer(accesses, 1), 0u);
  }

  void aMapSpreadsAPieceOverItsBytes() {
    const CountedMap map(counted());
    QCOMPARE(map.ctas().size(), size_t{2});
    const MapWindow all{.firstAddress = 0x10000,
                        .lastAddress = 0x10fff,
                        .begin = 0,
                        .end = 2,
                        .columns = 2,
                        .rows = 8};
    const HeatGrid grid = map.grid(all);
    QCOMPARE(grid.sum(), 80.0);
    QCOMPARE(grid.at(0, 0), 5.0); // 10 accesses of CTA 2 over two rows of 512 bytes
    QCOMPARE(grid.at(0, 1), 5.0);
    QCOMPARE(grid.at(1, 0), 0.0);
    QCOMPARE(grid.at(1, 2), 30.0);
    QCOMPARE(grid.at(1, 3), 30.0);
    QCOMPARE(grid.at(1, 4), 0.0);
    MapWindow part = all;
    part.firstAddress = 0x10500;
    part.lastAddress = 0x105ff;
    part.rows = 1;
    QCOMPARE(map.grid(part).sum(), 70.0 / 4);
    part.site = 1;
    QCOMPARE(map.grid(part).sum(), 0.0);
  }

  void piecesOfACellComeByTheirNumber() {
    const CountedMap map(counted());
    const auto pieces = map.piecesIn({.firstAddress = 0x10000,
                                      .lastAddress = 0x10fff,
                                      .begin = 0,
                                      .end = 2,
                                      .columns = 1,
                                      .rows = 1});
    QCOMPARE(pieces.size(), size_t{2});
    QCOMPARE(pieces[0].accesses, uint64_t{70});
    QCOMPARE(pieces[0].lanes, uint64_t{2240});
    QCOMPARE(pieces[1].bytes, (ByteRange{0x10000, 0x10400}));
  }

  void theReportNamesPiecesAndBuffers() {
    const std::string text = describeCounted(counted(), countedSites(counted()));
    QVERIFY2(text.find("87 of 2 CTAs") != std::string::npos, text.c_str());
    QVERIFY(text.find("load A (k.mlir:3:5)") != std::string::npos);
    QVERIFY(text.find("A, 2 of 4 pieces of 1 KiB") != std::string::npos);
    QVERIFY(text.find("unknown") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(CountedAccessesTest)
#include "counted_accesses_test.moc"
