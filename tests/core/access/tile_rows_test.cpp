// SPDX-License-Identifier: Apache-2.0
// From a tensor map and coordinates to the bytes of a tile.
#include <QtTest>

#include <random>
#include <set>

#include "core/access/tensor_map.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

/// A matrix of f16, 100 rows of 1000, in boxes of 64 columns and 32 rows.
TensorMap matrixMap() {
  return {.argument = 0,
          .base = 0x10000,
          .elementBytes = 2,
          .extents = {1000, 100},
          .strideBytes = {2048},
          .box = {64, 32},
          .elementStrides = {1, 1}};
}

/// A map with 1 to 5 dimensions, rows with gaps, boxes of any form, also larger than the tensor.
TensorMap randomMap(std::mt19937_64 &random) {
  const auto from = [&](uint64_t low, uint64_t high) { return low + random() % (high - low + 1); };
  TensorMap map;
  map.base = from(0, 1 << 20) * 16;
  map.elementBytes = 1u << from(0, 3);
  const size_t rank = from(1, 5);
  uint64_t stride = map.elementBytes;
  for (size_t d = 0; d < rank; ++d) {
    map.extents.push_back(from(1, 9));
    map.box.push_back(static_cast<uint32_t>(from(1, 5)));
    map.elementStrides.push_back(d == 0 ? 1 : static_cast<uint32_t>(from(1, 3)));
    if (d > 0)
      map.strideBytes.push_back(stride);
    stride = stride * map.extents.back() + from(0, 3) * 16;
  }
  return map;
}

/// The bytes of a tile, element by element as the PTX manual has it.
std::set<uint64_t> bytesOneByOne(const TensorMap &map, const std::vector<int32_t> &at) {
  std::set<uint64_t> bytes;
  uint64_t elements = 1;
  for (const uint32_t extent : map.box)
    elements *= extent;
  for (uint64_t number = 0; number < elements; ++number) {
    uint64_t rest = number, address = map.base;
    bool isCopied = true;
    for (size_t d = 0; d < map.box.size(); ++d) {
      const auto step = static_cast<int64_t>(rest % map.box[d]);
      rest /= map.box[d];
      const int64_t index = at[d] + step;
      isCopied = isCopied && step % map.elementStrides[d] == 0 && index >= 0 &&
                 index < static_cast<int64_t>(map.extents[d]);
      address +=
          static_cast<uint64_t>(index) * (d == 0 ? map.elementBytes : map.strideBytes[d - 1]);
    }
    for (uint32_t i = 0; isCopied && i < map.elementBytes; ++i)
      bytes.insert(address + i);
  }
  return bytes;
}

} // namespace

class TileRowsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTileIsARowOfBytesForEachRowOfTheBox() {
    const TensorMap map = matrixMap();
    const TileRows rows = tileRows(map, std::vector<int32_t>{128, 10});
    QCOMPARE(rows.bytes, 128u);
    QCOMPARE(rows.addresses.size(), size_t{32});
    QCOMPARE(rows.addresses[0], uint64_t{0x10000 + 10 * 2048 + 256});
    QCOMPARE(rows.addresses[31], rows.addresses[0] + 31 * 2048);
    QCOMPARE(rowBytes(map), 128u);
    QCOMPARE(tileBytes(map), 32u * 128);
  }

  void theEndsOfTheTensorCutATile() {
    const TensorMap map = matrixMap();
    const TileRows last = tileRows(map, std::vector<int32_t>{960, 96});
    QCOMPARE(last.bytes, 80u); // 40 of 64 columns
    QCOMPARE(last.addresses.size(), size_t{4});
    const TileRows first = tileRows(map, std::vector<int32_t>{-60, -31});
    QCOMPARE(first.bytes, 8u);
    QCOMPARE(first.addresses, std::vector<uint64_t>{0x10000});
  }

  void aTileOutsideOfTheTensorHasNoRows() {
    for (const std::vector<int32_t> &at :
         {std::vector{1000, 0}, {0, 100}, {-64, 0}, {0, -32}, {INT32_MIN, 5}, {INT32_MAX, 5}}) {
      const TileRows rows = tileRows(matrixMap(), at);
      QVERIFY(rows.addresses.empty());
      QCOMPARE(rows.bytes, 0u);
    }
  }

  void rowsHaveTheBytesOfTheirElements() {
    for (uint32_t seed = 0; seed < 2000; ++seed) {
      std::mt19937_64 random(seed);
      const TensorMap map = randomMap(random);
      QVERIFY2(isUsable(map), QByteArray::number(seed));
      std::vector<int32_t> at;
      for (size_t d = 0; d < map.box.size(); ++d)
        at.push_back(static_cast<int32_t>(random() % 16) - 5);
      const TileRows rows = tileRows(map, at);
      std::set<uint64_t> bytes;
      for (const uint64_t address : rows.addresses)
        for (uint32_t i = 0; i < rows.bytes; ++i)
          QVERIFY2(bytes.insert(address + i).second, QByteArray::number(seed)); // each once
      QVERIFY2(bytes == bytesOneByOne(map, at), QByteArray::number(seed));
      QVERIFY(rows.bytes <= rowBytes(map));
      QVERIFY(rows.addresses.size() * rowBytes(map) <= tileBytes(map));
    }
  }

  void whatNoMapCanBeIsNotUsable() {
    using Change = void (*)(TensorMap &);
    QVERIFY(isUsable(matrixMap()));
    const Change changes[] = {[](TensorMap &m) { m.extents = {}; },
                              [](TensorMap &m) { m.extents.push_back(4); },
                              [](TensorMap &m) { m.extents[0] = 0; },
                              [](TensorMap &m) { m.extents[1] = (uint64_t{1} << 32) + 1; },
                              [](TensorMap &m) { m.strideBytes = {}; },
                              [](TensorMap &m) { m.strideBytes[0] = uint64_t{1} << 40; },
                              [](TensorMap &m) { m.box[1] = 0; },
                              [](TensorMap &m) { m.box[0] = 257; },
                              [](TensorMap &m) { m.box = {64}; },
                              [](TensorMap &m) { m.elementStrides[1] = 9; },
                              [](TensorMap &m) { m.elementStrides[0] = 0; },
                              [](TensorMap &m) { m.elementBytes = 0; },
                              [](TensorMap &m) { m.elementBytes = 17; },
                              [](TensorMap &m) { m.base = UINT64_MAX - 1000; },
                              [](TensorMap &m) {
                                m.extents = {16, 256, 256, 256, 256};
                                m.strideBytes = {32, 1 << 13, 1 << 21, 1 << 29};
                                m.box = {16, 256, 256, 2, 1};
                                m.elementStrides = {1, 1, 1, 1, 1};
                              },
                              [](TensorMap &m) {
                                m.extents = m.strideBytes = std::vector<uint64_t>(6, 16);
                                m.strideBytes.pop_back();
                                m.box = m.elementStrides = std::vector<uint32_t>(6, 1);
                              }};
    for (const Change &change : changes) {
      TensorMap map = matrixMap();
      change(map);
      QVERIFY2(!isUsable(map), QByteArray::number(&change - changes));
    }
  }
};

QTEST_GUILESS_MAIN(TileRowsTest)
#include "tile_rows_test.moc"
