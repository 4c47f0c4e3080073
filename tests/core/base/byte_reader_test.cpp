// SPDX-License-Identifier: Apache-2.0
// Reads numbers from untrusted bytes.
#include <QtTest>

#include <random>

#include "core/base/byte_reader.h"
#include "core/base/little_endian.h"

using namespace pstudio;

namespace {
std::vector<std::byte> bytesOf(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (int value : values)
    bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}
} // namespace

class ByteReaderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void numbersAreLittleEndianAtAnyAlignment() {
    const auto bytes = bytesOf({0xff, 0x78, 0x56, 0x34, 0x12, 0xfe, 0xff});
    ByteReader reader(bytes);
    QCOMPARE(reader.read<int8_t>().value(), int8_t{-1});
    QCOMPARE(reader.read<int32_t>().value(), int32_t{0x12345678});
    QCOMPARE(reader.read<int16_t>().value(), int16_t{-2});
    QVERIFY(reader.atEnd());
  }

  void readingBeyondTheEndIsRejectedWithTheOffsetAndMovesNothing() {
    const auto bytes = bytesOf({1, 2, 3});
    ByteReader reader(bytes);
    QVERIFY(reader.read<uint8_t>());
    const auto tooLong = reader.read<uint32_t>();
    QVERIFY(!tooLong);
    QCOMPARE(tooLong.error().code, ErrorCode::InvalidFormat);
    QCOMPARE(tooLong.error().where, std::string("byte 1"));
    QCOMPARE(tooLong.error().message, std::string("needs 4 bytes, has 2"));
    QCOMPARE(reader.offset(), size_t{1});
    QVERIFY(!reader.take(3));
    QCOMPARE(reader.take(2).value().size(), size_t{2});
  }

  void seekAllowsTheEndAndRejectsWhatLiesBehindIt() {
    const std::vector<std::byte> bytes(16);
    ByteReader reader(bytes);
    QVERIFY(reader.seek(16));
    QVERIFY(!reader.read<uint8_t>());
    QVERIFY(!reader.seek(17));
    QCOMPARE(reader.offset(), size_t{16});
  }

  void emptyInputHasNothing() {
    ByteReader reader({});
    QVERIFY(reader.atEnd());
    QVERIFY(!reader.read<uint8_t>());
    QVERIFY(reader.take(0));
  }

  void storedNumbersLoadAsTheyWere() {
    for (uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      std::byte bytes[16];
      const size_t offset = random() % 8;
      const uint64_t wide = random();
      const auto narrow = static_cast<int16_t>(random());
      storeLittle<uint64_t>(bytes + offset, wide);
      QVERIFY2(loadLittle<uint64_t>(bytes + offset) == wide,
               qPrintable(QString("seed %1").arg(seed)));
      QVERIFY2(bytes[offset] == static_cast<std::byte>(wide & 0xff),
               qPrintable(QString("seed %1").arg(seed)));
      storeLittle<int16_t>(bytes + offset, narrow);
      QVERIFY2(loadLittle<int16_t>(bytes + offset) == narrow,
               qPrintable(QString("seed %1").arg(seed)));
    }
  }
};

QTEST_GUILESS_MAIN(ByteReaderTest)
#include "byte_reader_test.moc"
