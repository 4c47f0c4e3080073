// SPDX-License-Identifier: Apache-2.0
// Typed host memory: conversions, initial values, limits.
#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/half_float.h"
#include "core/run/host_buffer.h"

using namespace pstudio;

namespace {

constexpr DType kAllDTypes[] = {DType::F16, DType::BF16, DType::F32, DType::F64,
                                DType::I8,  DType::I16,  DType::I32, DType::I64};

HostBuffer make(DType dtype, std::vector<int64_t> shape, BufferInit init = ZerosInit{}) {
  return makeHostBuffer(BufferArgument{dtype, std::move(shape), std::move(init)}).value();
}

/// The float nearest to a bfloat16, made the way hardware does: its upper half.
double upperHalf(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

} // namespace

class HostBufferTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void dtypeNamesAndSizesAgree() {
    for (DType type : kAllDTypes) {
      QCOMPARE(dtypeFromName(dtypeName(type)).value(), type);
      const std::string name(dtypeName(type));
      QCOMPARE(dtypeSize(type).value * 8,
               std::stoull(name.substr(name.find_first_of("0123456789"))));
    }
    QVERIFY(!dtypeFromName("f128"));
  }

  void bytesOfABufferThatDoNotFitInAWordAreTheMostThereCanBe() {
    BufferArgument buffer;
    buffer.dtype = DType::F64;
    buffer.shape = {3, 5};
    QCOMPARE(byteCountOf(buffer), uint64_t{120});
    buffer.shape = {int64_t{1} << 31, int64_t{1} << 31}; // 2^65 bytes, 2 in a word
    QCOMPARE(byteCountOf(buffer), UINT64_MAX);
  }

  void halfHasItsKnownBitPatterns() {
    const std::pair<double, uint16_t> known[] = {
        {0.0, 0x0000},         {-0.0, 0x8000},          {1.0, 0x3c00},
        {-2.0, 0xc000},        {65504, 0x7bff},         {65519.99, 0x7bff},
        {65520, 0x7c00},       {1e300, 0x7c00},         {0x1p-14, 0x0400},
        {0x1p-24, 0x0001},     {0x1p-25, 0x0000},       {0x1.8p-25, 0x0001},
        {0x1.ffep-15, 0x0400}, {1.0 + 0x1p-11, 0x3c00}, {1.0 + 0x1.8p-10, 0x3c02},
        {1.0 / 3, 0x3555}};
    for (const auto &[value, bits] : known)
      QCOMPARE(encodeF16(value), bits);
    QCOMPARE(encodeF16(-std::numeric_limits<double>::infinity()), uint16_t{0xfc00});
    QVERIFY(std::isnan(decodeF16(encodeF16(std::numeric_limits<double>::quiet_NaN()))));
  }

  void everyHalfAndBfloatSurvivesARoundTrip() {
    for (uint32_t i = 0; i < 0x10000; ++i) {
      const auto bits = static_cast<uint16_t>(i);
      if (!std::isnan(decodeF16(bits)))
        QCOMPARE(encodeF16(decodeF16(bits)), bits);
      if (std::isnan(upperHalf(bits))) {
        QVERIFY(std::isnan(decodeBF16(bits)));
      } else {
        QCOMPARE(decodeBF16(bits), upperHalf(bits));
        QCOMPARE(encodeBF16(upperHalf(bits)), bits);
      }
    }
  }

  void halvesBetweenNeighboursRoundToEven() {
    for (uint16_t bits = 0; bits < 0x7bff; ++bits) {
      const double low = decodeF16(bits);
      const double high = decodeF16(static_cast<uint16_t>(bits + 1));
      const double middle = (low + high) / 2;
      QCOMPARE(encodeF16(middle), static_cast<uint16_t>(bits + (bits & 1)));
      QCOMPARE(encodeF16(std::nextafter(middle, low)), bits);
      QCOMPARE(encodeF16(std::nextafter(middle, high)), static_cast<uint16_t>(bits + 1));
    }
  }

  void memoryIsAlignedZeroedAndOfTheRightSize() {
    for (DType type : kAllDTypes) {
      HostBuffer buffer = make(type, {3, 5});
      QCOMPARE(buffer.bytes().size(), 15 * dtypeSize(type).value);
      QCOMPARE(reinterpret_cast<uintptr_t>(buffer.bytes().data()) % 256, // as of cudaMalloc
               uintptr_t{0});
      for (std::byte byte : buffer.bytes())
        QCOMPARE(byte, std::byte{0});
      const std::byte *address = buffer.bytes().data();
      const HostBuffer moved = std::move(buffer);
      QCOMPARE(moved.bytes().data(), address);
    }
  }

  void valuesComeBackAsTheyWereSet() {
    for (DType type : kAllDTypes) {
      HostBuffer buffer = make(type, {4});
      for (double value : {-3.0, 0.0, 1.0, 100.0}) {
        buffer.set(2, value);
        QCOMPARE(buffer.at(2), value);
        QCOMPARE(buffer.at(1), 0.0);
        QCOMPARE(buffer.at(3), 0.0);
      }
    }
  }

  void valuesOutsideAnIntegerTypeAreClamped() {
    const double infinity = std::numeric_limits<double>::infinity();
    HostBuffer small = make(DType::I8, {1});
    for (const auto &[value, expected] :
         {std::pair{1e9, 127.0}, {-1e9, -128.0}, {infinity, 127.0}, {2.9, 2.0}}) {
      small.set(0, value);
      QCOMPARE(small.at(0), expected);
    }
    small.set(0, std::nan(""));
    QCOMPARE(small.at(0), 0.0);
    HostBuffer large = make(DType::I64, {1});
    large.set(0, 1e30);
    int64_t stored = 0;
    std::memcpy(&stored, large.bytes().data(), sizeof stored);
    QCOMPARE(stored, std::numeric_limits<int64_t>::max());
  }

  void tooLargeADoubleBecomesAnInfiniteFloat() {
    HostBuffer buffer = make(DType::F32, {1});
    buffer.set(0, -1e300);
    QCOMPARE(buffer.at(0), -std::numeric_limits<double>::infinity());
    // Just above the largest float, rounding to nearest still gives that float.
    const double largest = std::numeric_limits<float>::max();
    buffer.set(0, std::nextafter(largest, 1e300));
    QCOMPARE(buffer.at(0), largest);
  }

  void iotaCountsAndWraps() {
    const HostBuffer ints = make(DType::I8, {2, 130}, IotaInit{});
    QCOMPARE(ints.at(127), 127.0);
    QCOMPARE(ints.at(128), -128.0);
    QCOMPARE(ints.at(259), 3.0);
    const HostBuffer floats = make(DType::F32, {300}, IotaInit{});
    QCOMPARE(floats.at(299), 299.0);
  }

  void randomValuesAreTheSameOnEveryMachine() {
    // Computed independently in Python from the published SplitMix64 (first output for seed 0:
    // e220a8397b1dcdaf).
    const HostBuffer unit = make(DType::F64, {3}, RandomInit{0, 0.0, 1.0});
    QCOMPARE(unit.at(0), static_cast<double>(0xe220a8397b1dcdafu >> 11) * 0x1p-53);
    QCOMPARE(unit.at(1), static_cast<double>(0x6e789e6aa1b965f4u >> 11) * 0x1p-53);
    QCOMPARE(unit.at(2), static_cast<double>(0x06c45d188009454fu >> 11) * 0x1p-53);
  }

  void randomValuesFillTheirRange() {
    for (const auto &[low, high] : {std::pair{-1.0, 1.0}, {5.0, 5.5}, {-3.0, 100.0}}) {
      const HostBuffer buffer = make(DType::F64, {20000}, RandomInit{7, low, high});
      double sum = 0.0;
      for (uint64_t i = 0; i < buffer.elementCount(); ++i) {
        QVERIFY(buffer.at(i) >= low && buffer.at(i) < high);
        sum += buffer.at(i);
      }
      // Five standard deviations of the mean of 20000 uniform numbers.
      QVERIFY(std::fabs(sum / 20000 - (low + high) / 2) <
              5 * (high - low) / std::sqrt(12.0 * 20000));
    }
  }

  void randomIntegersTakeEveryValueOfTheRange() {
    const HostBuffer buffer = make(DType::I32, {1000}, RandomInit{1, -2.0, 3.0});
    std::array<int, 5> seen{};
    for (uint64_t i = 0; i < buffer.elementCount(); ++i) {
      QVERIFY(buffer.at(i) >= -2 && buffer.at(i) <= 2);
      ++seen[static_cast<size_t>(buffer.at(i) + 2)];
    }
    for (int count : seen)
      QVERIFY(count > 100);
  }

  void differentSeedsDiffer() {
    QVERIFY(make(DType::F64, {1}, RandomInit{1}).at(0) !=
            make(DType::F64, {1}, RandomInit{2}).at(0));
  }

  void impossibleShapesAreRejected() {
    const int64_t huge = std::numeric_limits<int64_t>::max();
    QVERIFY(!HostBuffer::make(DType::I8, {huge, huge}));
    QVERIFY(!HostBuffer::make(DType::F32, {int64_t{1} << 33}));
    QVERIFY(!HostBuffer::make(DType::F32, {-1}));
    QCOMPARE(HostBuffer::make(DType::F64, {0, 5})->elementCount(), uint64_t{0});
    QCOMPARE(HostBuffer::make(DType::F64, {})->elementCount(), uint64_t{1});
  }
};

QTEST_GUILESS_MAIN(HostBufferTest)
#include "host_buffer_test.moc"
