// SPDX-License-Identifier: Apache-2.0
// Bins of counted accesses, and which bytes of a buffer each stands for.
#include <QtTest>

#include <random>

#include "core/access/access_counts.h"

using namespace pstudio::memory;

class AccessCountsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void theShiftIsTheSmallestThatCoversABuffer() {
    QCOMPARE(shiftFor(0, 64), 0u);
    QCOMPARE(shiftFor(1, 64), 0u);
    QCOMPARE(shiftFor(64, 64), 0u);
    QCOMPARE(shiftFor(65, 64), 1u);
    QCOMPARE(shiftFor(uint64_t{64} << 20, 64), 20u);
    QCOMPARE(shiftFor((uint64_t{64} << 20) + 1, 64), 21u);
    QCOMPARE(shiftFor(UINT64_MAX, 1), 64u);
  }

  void aBinIsOnePieceOfAnAlignedBuffer() {
    const CountedBins bins{16, 8, "A"};
    for (uint32_t i = 0; i < 16; ++i)
      QCOMPARE(bytesOfBin(bins, (0x7000u / 256 + i) % 16, 0x7000, 4096),
               (ByteRange{0x7000 + uint64_t{i} * 256, 0x7000 + uint64_t{i + 1} * 256}));
  }

  void beginAndEndOfOneBinAreNamedAsTheLargerPart() {
    const CountedBins bins{4, 8, "A"};
    // Pieces 0x10 .. 0x14; the first and the last are of bin 0.
    QCOMPARE(bytesOfBin(bins, 0, 0x1080 - 0x20, 1024), (ByteRange{0x1060, 0x1100}));
    QCOMPARE(bytesOfBin(bins, 0, 0x1080 + 0x20, 1024), (ByteRange{0x1400, 0x14a0}));
    QCOMPARE(bytesOfBin(bins, 1, 0x1080, 1024), (ByteRange{0x1100, 0x1200}));
  }

  void whatIsNoPieceOfTheBufferHasNoBytes() {
    const CountedBins bins{64, 8, "A"};
    QVERIFY(!bytesOfBin(bins, 5, 0x1000 * 64, 512).has_value());  // only bins 0 and 1
    QVERIFY(!bytesOfBin(bins, 0, 0, 0).has_value());              // an empty buffer
    QVERIFY(!bytesOfBin(bins, 0, UINT64_MAX - 3, 8).has_value()); // beyond all addresses
    QVERIFY(!bytesOfBin({4, 8, ""}, 0, 0, 4096).has_value());     // more pieces than bins
    QVERIFY(!bytesOfBin({3, 8, ""}, 0, 0, 64).has_value());       // not usable
    QVERIFY(!bytesOfBin({4, 60, ""}, 0, 0, 64).has_value());
  }

  void addressesOfSharedMemoryCountFromWhereItBegins() {
    const CountedBins bins{8, 7, "tile", 1024};
    QCOMPARE(bytesOfBin(bins, (1024 + 128) >> 7 & 7, 0, 512), (ByteRange{128, 256}));
  }

  void everyAddressOfABufferIsInTheBytesOfItsBin() {
    std::mt19937_64 random(20261122);
    for (int round = 0; round < 2000; ++round) {
      const uint32_t bits = random() % 10;
      const uint64_t bytes = 1 + random() % 100000;
      const CountedBins bins{1u << bits, shiftFor(bytes, 1u << bits), "A"};
      const uint64_t piece = uint64_t{1} << bins.shift;
      const uint64_t base = (random() % (uint64_t{1} << 40)) / piece * piece;
      const uint64_t address = base + random() % bytes;
      const auto bin = static_cast<uint32_t>(address >> bins.shift & (bins.bins - 1));
      const auto range = bytesOfBin(bins, bin, base, bytes);
      QVERIFY2(range && range->first <= address && address < range->end,
               qPrintable(QString("round %1").arg(round)));
    }
  }
};

QTEST_GUILESS_MAIN(AccessCountsTest)
#include "access_counts_test.moc"
