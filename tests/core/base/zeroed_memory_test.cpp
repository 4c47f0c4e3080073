// SPDX-License-Identifier: Apache-2.0
// Large memory is zero, aligned, and stays where it is when its owner moves.
#include <QtTest>

#include <cstdint>
#include <vector>

#include "core/base/zeroed_memory.h"

using namespace pstudio;

class ZeroedMemoryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyByteIsZeroAndCanBeWritten() {
    for (const size_t bytes : {size_t{1}, size_t{4096}, size_t{3} << 20}) {
      const ZeroedMemory memory(bytes);
      auto *data = static_cast<unsigned char *>(memory.data());
      QCOMPARE(reinterpret_cast<uintptr_t>(data) % (size_t{2} << 20), uintptr_t{0});
      QCOMPARE(std::count(data, data + bytes, 0), static_cast<ptrdiff_t>(bytes));
      data[0] = data[bytes - 1] = 7;
      QCOMPARE(data[bytes - 1], static_cast<unsigned char>(7));
    }
  }

  void movingKeepsThePlaceAndWhatIsThere() {
    std::vector<ZeroedMemory> pieces;
    std::vector<int *> places;
    for (int i = 0; i < 50; ++i) { // the vector moves them as it grows
      pieces.emplace_back(4096);
      places.push_back(static_cast<int *>(pieces.back().data()));
      *places.back() = i;
    }
    pieces.erase(pieces.begin());
    for (int i = 1; i < 50; ++i) {
      QCOMPARE(pieces[static_cast<size_t>(i - 1)].data(), static_cast<void *>(places[i]));
      QCOMPARE(*places[static_cast<size_t>(i)], i);
    }
  }

  void ofManyGigabytesOnlyWhatIsTouchedIsTaken() {
    const ZeroedMemory memory(size_t{1} << 34);
    auto *data = static_cast<unsigned char *>(memory.data());
    data[(size_t{1} << 34) - 1] = 1;
    QCOMPARE(data[size_t{1} << 33], static_cast<unsigned char>(0));
  }

  void noBytesAreNoMemory() {
    QVERIFY(ZeroedMemory().data() == nullptr);
    QVERIFY(ZeroedMemory(0).data() == nullptr);
  }
};

QTEST_GUILESS_MAIN(ZeroedMemoryTest)
#include "zeroed_memory_test.moc"
