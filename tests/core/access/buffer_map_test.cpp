// SPDX-License-Identifier: Apache-2.0
// Which buffer and element an address is.
#include <QtTest>

#include <random>

#include "core/access/buffer_map.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr AccessSpace kGlobal = AccessSpace::Global;
constexpr AccessSpace kShared = AccessSpace::Shared;

BufferMap mapOf(std::vector<Buffer> buffers) {
  return *BufferMap::make(std::move(buffers));
}

Buffer bytesAt(std::string name, uint64_t base, int64_t count) {
  return {.name = std::move(name), .base = base, .shape = {count}};
}

} // namespace

class BufferMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void addressesAreNamedByTheirElement() {
    const BufferMap map = mapOf({
        {.name = "A", .base = 0x7f0000, .elementBytes = 4, .shape = {256, 128}},
        {.name = "x", .base = 0x900000, .elementBytes = 8},
        {.name = "tile", .space = kShared, .base = 64, .elementBytes = 2, .shape = {2, 3, 17}},
    });
    QCOMPARE(map.describe(kGlobal, 0x7f0000), std::string("A[0, 0]"));
    QCOMPARE(map.describe(kGlobal, 0x7f0000 + (128 * 128 + 64) * 4), std::string("A[128, 64]"));
    QCOMPARE(map.describe(kGlobal, 0x7f0000 + 6), std::string("A[0, 1] + 2 bytes"));
    QCOMPARE(map.describe(kGlobal, 0x900007), std::string("x + 7 bytes"));
    QCOMPARE(map.describe(kShared, 64 + (51 + 34 + 16) * 2 + 1),
             std::string("tile[1, 2, 16] + 1 byte"));
    QCOMPARE(map.find(kGlobal, 64), BufferMap::kNone);
    QCOMPARE(map.find(kShared, 64), 2u);
  }

  void addressesInNoBufferAreSaidToBeSo() {
    const BufferMap map = mapOf({bytesAt("A", 0x10000, 256), bytesAt("B", 0x20000, 256)});
    QCOMPARE(map.describe(kGlobal, 0), std::string("null"));
    QCOMPARE(map.describe(kGlobal, 8), std::string("null + 8 bytes"));
    QCOMPARE(map.describe(kGlobal, 0x10110),
             std::string("0x10110 (outside every buffer, 16 bytes after A)"));
    QCOMPARE(map.describe(kGlobal, 0x1ffff),
             std::string("0x1ffff (outside every buffer, 1 byte before B)"));
    QCOMPARE(map.describe(kShared, 0), std::string("0x0 (outside every buffer)"));
    QCOMPARE(mapOf({}).describe(kGlobal, 0x5000), std::string("0x5000 (outside every buffer)"));
  }

  void ofOverlappingBuffersTheSmallestOwnsAnAddressAndAllAreReported() {
    const BufferMap map = mapOf({bytesAt("pool", 1000, 1000), bytesAt("view", 1200, 100),
                                 bytesAt("edge", 1950, 100), bytesAt("twin", 1200, 100)});
    QCOMPARE(map.find(kGlobal, 1199), 0u);
    QCOMPARE(map.find(kGlobal, 1200), 1u); // the first one of equals
    QCOMPARE(map.find(kGlobal, 1299), 1u);
    QCOMPARE(map.find(kGlobal, 1300), 0u);
    QCOMPARE(map.find(kGlobal, 1950), 2u);
    QCOMPARE(map.find(kGlobal, 2049), 2u);
    QCOMPARE(map.find(kGlobal, 2050), BufferMap::kNone);
    QCOMPARE(map.overlaps().size(), size_t{4});
    const BufferOverlap last = map.overlaps()[2];
    QCOMPARE(std::pair(last.one, last.other), std::pair(0u, 2u));
    QCOMPARE(std::pair(last.first, last.last), std::pair(uint64_t{1950}, uint64_t{1999}));
  }

  void aHundredThousandBuffersInOnePlaceAreNoTrouble() {
    const std::vector<Buffer> buffers(100'000, bytesAt("A", 1000, 100));
    const BufferMap map = mapOf(buffers);
    QCOMPARE(map.overlaps().size(), BufferMap::kMaxOverlaps);
    QCOMPARE(map.find(kGlobal, 1050), 0u);
  }

  void buffersOfHundredsOfGigabytesAndAtTheEndOfMemoryAreNoTrouble() {
    const uint64_t top = ~uint64_t{0};
    const BufferMap map = mapOf({{.name = "huge",
                                  .base = uint64_t{1} << 40,
                                  .elementBytes = 4,
                                  .shape = {200'000, 200'000}},
                                 bytesAt("last", top - 15, 16),
                                 bytesAt("none", 5, 0)});
    QCOMPARE(map.bytesOf(0), uint64_t{160'000'000'000});
    QCOMPARE(map.describe(kGlobal, (uint64_t{1} << 40) + 159'999'999'996),
             std::string("huge[199999, 199999]"));
    QCOMPARE(map.describe(kGlobal, top), std::string("last[15]"));
    QCOMPARE(map.find(kGlobal, 5), BufferMap::kNone);
    QVERIFY(map.overlaps().empty());
  }

  void buffersThatCannotBeAreRejectedByName() {
    const auto rejection = [](Buffer buffer) {
      const auto map = BufferMap::make({std::move(buffer)});
      return map ? std::string() : map.error().toString();
    };
    QCOMPARE(rejection(bytesAt("A", 0, -1)), std::string("A: extent -1"));
    QCOMPARE(rejection({.name = "B", .elementBytes = 0}), std::string("B: elements of 0 bytes"));
    QCOMPARE(rejection({.name = "C", .shape = {int64_t{1} << 40, int64_t{1} << 40}}),
             std::string("C: more than 2^64 bytes"));
    QCOMPARE(rejection(bytesAt("D", ~uint64_t{0} - 15, 17)),
             std::string("D: reaches beyond the end of the address space"));
    QCOMPARE(rejection({.name = "E", .shape = {int64_t{1} << 40, 0, int64_t{1} << 40}}),
             std::string());
  }

  void everyAddressBelongsToTheSmallestBufferThatHoldsIt() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 200; ++turn) {
      std::vector<Buffer> buffers(random() % 8);
      for (Buffer &buffer : buffers)
        buffer = bytesAt("b", random() % 100, static_cast<int64_t>(random() % 60));
      const BufferMap map = mapOf(buffers);
      size_t claimedTwice = 0;
      for (uint64_t address = 0; address < 200; ++address) {
        uint32_t owner = BufferMap::kNone;
        for (uint32_t i = 0; i < buffers.size(); ++i)
          if (address >= buffers[i].base && address < buffers[i].base + map.bytesOf(i)) {
            claimedTwice += owner != BufferMap::kNone;
            if (owner == BufferMap::kNone || map.bytesOf(i) < map.bytesOf(owner))
              owner = i;
          }
        QVERIFY2(map.find(kGlobal, address) == owner,
                 qPrintable(QString("seed %1, turn %2").arg(seed).arg(turn)));
      }
      QCOMPARE(map.overlaps().empty(), claimedTwice == 0);
    }
  }
};

QTEST_GUILESS_MAIN(BufferMapTest)
#include "buffer_map_test.moc"
