// SPDX-License-Identifier: Apache-2.0
// Conversions of half and bfloat16 give the nearest value, from every type, and every value back.
#include <QtTest>

#include <bit>
#include <limits>
#include <random>

#include "collector/runtime/cpu/compiler_functions.h"
#include "tests/collector/runtime/cpu/narrow_reference.h"

using namespace pstudio::cpu;
using pstudio::test::NarrowFormat;

namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
__extension__ typedef __float128 Float128;

/// A half or bfloat16 in the low 16 bits of an SSE register, as the calling convention requires.
/// The other bits are undefined. Functions of the compiler's library have this type; those of this
/// project have _Float16, since the sanitizers compare the types of calls.
using InRegister = float;

/// The function that generated code calls by this name; null on processors other than x86-64.
template <class Function> Function *called(std::string_view name) {
  for (const calls::Symbol &symbol : compilerFunctions())
    if (symbol.name == name)
      return reinterpret_cast<Function *>(symbol.address);
  return nullptr;
}

const auto truncsfhf2 = called<InRegister(float)>("__truncsfhf2");
const auto truncdfhf2 = called<InRegister(double)>("__truncdfhf2");
const auto truncxfhf2 = called<InRegister(long double)>("__truncxfhf2");
const auto trunctfhf2 = called<InRegister(Float128)>("__trunctfhf2");
const auto truncsfbf2 = called<InRegister(float)>("__truncsfbf2");
const auto truncdfbf2 = called<InRegister(double)>("__truncdfbf2");
const auto floatsihf = called<_Float16(int32_t)>("__floatsihf");
const auto floatunsihf = called<_Float16(uint32_t)>("__floatunsihf");
const auto floatdihf = called<_Float16(int64_t)>("__floatdihf");
const auto floatundihf = called<_Float16(uint64_t)>("__floatundihf");
const auto floattihf = called<InRegister(Int128)>("__floattihf");
const auto floatuntihf = called<InRegister(UInt128)>("__floatuntihf");
const auto extendhfsf2 = called<float(InRegister)>("__extendhfsf2");
const auto extendhfdf2 = called<double(InRegister)>("__extendhfdf2");
const auto extendhfxf2 = called<long double(InRegister)>("__extendhfxf2");
const auto extendhftf2 = called<Float128(InRegister)>("__extendhftf2");
const auto extendbfsf2 = called<float(InRegister)>("__extendbfsf2");
const auto fixhfsi = called<int32_t(_Float16)>("__fixhfsi");
const auto fixunshfsi = called<uint32_t(_Float16)>("__fixunshfsi");
const auto fixhfdi = called<int64_t(_Float16)>("__fixhfdi");
const auto fixunshfdi = called<uint64_t(_Float16)>("__fixunshfdi");
const auto fixhfti = called<Int128(_Float16)>("__fixhfti");
const auto fixunshfti = called<UInt128(_Float16)>("__fixunshfti");

uint16_t bitsIn(InRegister value) {
  return static_cast<uint16_t>(std::bit_cast<uint32_t>(value));
}
uint16_t bitsIn(_Float16 value) {
  return std::bit_cast<uint16_t>(value);
}
/// With other bits above, which an argument may have.
InRegister argument(uint16_t bits) {
  return std::bit_cast<float>(0x40490000U | bits);
}

float next(float x, float to) {
  return std::nextafter(x, to);
}
double next(double x, double to) {
  return std::nextafter(x, to);
}
long double next(long double x, long double to) {
  return std::nextafter(x, to);
}
Float128 next(Float128 x, Float128 to) {
  UInt128 bits = std::bit_cast<UInt128>(x);
  if (x == 0)
    return std::bit_cast<Float128>(UInt128{1});
  bits += x < to ? 1 : -1; // of positive numbers
  return std::bit_cast<Float128>(bits);
}

/// Every value of the type, every middle between two, both with their neighbours in Number, and the
/// range beyond the largest, with both signs.
template <class Number> std::vector<Number> hardNumbers(const NarrowFormat &format) {
  std::vector<Number> numbers;
  const Number large = static_cast<Number>(std::numeric_limits<float>::max());
  const auto add = [&](Number number) {
    for (const Number each : {number, next(number, large), number > 0 ? next(number, 0) : number})
      for (const Number sign : {1, -1})
        numbers.push_back(sign * each);
  };
  const std::vector<double> &values = format.values();
  for (size_t i = 0; i < values.size(); ++i) {
    add(static_cast<Number>(values[i]));
    const double after = i + 1 < values.size() ? values[i + 1] : 2 * values[i] - values[i - 1];
    add((static_cast<Number>(values[i]) + static_cast<Number>(after)) / 2);
  }
  return numbers;
}

template <class Number, class Convert>
void compare(const NarrowFormat &format, const std::vector<Number> &numbers, Convert convert) {
  for (const Number number : numbers) {
    const uint16_t expected = format.nearest(number), found = bitsIn(convert(number));
    if (found != expected) // QVERIFY2 would make the text for each of some million numbers
      QFAIL(qPrintable(QString("%1 is %2 instead of %3")
                           .arg(double(number), 0, 'g', 17)
                           .arg(found, 4, 16)
                           .arg(expected, 4, 16)));
  }
}

/// Random bits of Number, and random numbers in the range of a half.
template <class Number, class Bits> std::vector<Number> randomNumbers(std::mt19937_64 &random) {
  std::vector<Number> numbers;
  for (int i = 0; i < 100000; ++i) {
    const auto number = std::bit_cast<Number>(static_cast<Bits>(random()));
    if (!std::isnan(number))
      numbers.push_back(number);
    numbers.push_back(
        static_cast<Number>(std::ldexp(double(int64_t(random())), -int(random() % 100))));
  }
  return numbers;
}

template <class Integer, class Convert> void compareIntegers(Convert convert) {
  const NarrowFormat format = NarrowFormat::half();
  using Limits = std::numeric_limits<Integer>;
  for (const Integer limit : {Limits::min(), Limits::max()})
    QCOMPARE(bitsIn(convert(limit)), format.nearest(static_cast<long double>(limit)));
  for (int32_t i = Limits::is_signed ? -70000 : 0; i < 70000; ++i)
    QCOMPARE(bitsIn(convert(static_cast<Integer>(i))), format.nearest(double(i)));
}

} // namespace

class NarrowFloatsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    if (compilerFunctions().empty())
      QSKIP("the table is of x86-64");
  }

  void halfIsTheNearestOfEachFloatType() {
    const NarrowFormat half = NarrowFormat::half();
    compare(half, hardNumbers<float>(half), truncsfhf2);
    compare(half, hardNumbers<double>(half), truncdfhf2);
    compare(half, hardNumbers<long double>(half), truncxfhf2);
    compare(half, hardNumbers<Float128>(half), trunctfhf2);
  }

  void bfloatIsTheNearestOfFloatAndDouble() {
    const NarrowFormat bfloat = NarrowFormat::bfloat();
    compare(bfloat, hardNumbers<float>(bfloat), truncsfbf2);
    compare(bfloat, hardNumbers<double>(bfloat), truncdfbf2);
  }

  void randomNumbersAreRoundedToTheNearest() {
    const uint64_t seed = std::random_device{}();
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    std::mt19937_64 random(seed);
    const auto floats = randomNumbers<float, uint32_t>(random);
    const auto doubles = randomNumbers<double, uint64_t>(random);
    compare(NarrowFormat::half(), floats, truncsfhf2);
    compare(NarrowFormat::half(), doubles, truncdfhf2);
    compare(NarrowFormat::bfloat(), floats, truncsfbf2);
    compare(NarrowFormat::bfloat(), doubles, truncdfbf2);
  }

  void everyHalfIsTheSameNumberInEachWiderType() {
    const NarrowFormat half = NarrowFormat::half();
    for (uint32_t i = 0; i < 0x10000; ++i) {
      const auto bits = static_cast<uint16_t>(i);
      const float single = extendhfsf2(argument(bits));
      QCOMPARE(std::signbit(single), (bits & 0x8000) != 0);
      if (half.isNan(bits)) {
        // Quiet, with the payload; and the same back.
        QCOMPARE(std::bit_cast<uint32_t>(single) & 0x7fffffff, 0x7fc00000U | (i & 0x1ffU) << 13);
        QVERIFY(std::isnan(extendhfdf2(argument(bits))));
        QCOMPARE(bitsIn(truncsfhf2(single)), static_cast<uint16_t>(bits | 0x200));
        continue;
      }
      QVERIFY(double(single) == half.value(bits)); // QCOMPARE takes near numbers for equal
      QVERIFY(extendhfdf2(argument(bits)) == half.value(bits));
      QVERIFY(extendhfxf2(argument(bits)) == static_cast<long double>(half.value(bits)));
      QVERIFY(extendhftf2(argument(bits)) == static_cast<Float128>(half.value(bits)));
      QCOMPARE(bitsIn(truncsfhf2(single)), bits);
      QCOMPARE(bitsIn(trunctfhf2(extendhftf2(argument(bits)))), bits);
    }
  }

  void everyBfloatIsTheSameNumberInFloat() {
    const NarrowFormat bfloat = NarrowFormat::bfloat();
    for (uint32_t i = 0; i < 0x10000; ++i) {
      const auto bits = static_cast<uint16_t>(i);
      const float single = extendbfsf2(argument(bits));
      QCOMPARE(std::bit_cast<uint32_t>(single), i << 16);
      QCOMPARE(bitsIn(truncsfbf2(single)),
               static_cast<uint16_t>(bits | (bfloat.isNan(bits) ? 0x40 : 0)));
      if (!bfloat.isNan(bits))
        QVERIFY(double(single) == bfloat.value(bits));
    }
  }

  void nanStaysNanWhenItsPayloadIsBelowTheNarrowType() {
    const float narrow = std::bit_cast<float>(0xff800001U);
    QCOMPARE(bitsIn(truncsfhf2(narrow)), uint16_t{0xfe00});
    QCOMPARE(bitsIn(truncsfbf2(narrow)), uint16_t{0xffc0});
    const double wide = std::bit_cast<double>(uint64_t{0x7ff0000000000001});
    QCOMPARE(bitsIn(truncdfhf2(wide)), uint16_t{0x7e00});
    QCOMPARE(bitsIn(truncdfbf2(wide)), uint16_t{0x7fc0});
    QCOMPARE(bitsIn(truncxfhf2(-std::numeric_limits<long double>::quiet_NaN())), uint16_t{0xfe00});
    QCOMPARE(bitsIn(truncxfhf2(std::numeric_limits<long double>::infinity())), uint16_t{0x7c00});
  }

  void integersBecomeTheNearestHalfInOneRounding() {
    compareIntegers<int32_t>(floatsihf);
    compareIntegers<uint32_t>(floatunsihf);
    compareIntegers<int64_t>(floatdihf);
    compareIntegers<uint64_t>(floatundihf);
    for (int shift = 0; shift < 127; ++shift) {
      const Int128 large = Int128{2047} << std::min(shift, 115);
      QCOMPARE(bitsIn(floattihf(large)), NarrowFormat::half().nearest(Float128(large)));
      QCOMPARE(bitsIn(floattihf(-large)), NarrowFormat::half().nearest(-Float128(large)));
      QCOMPARE(bitsIn(floatuntihf(UInt128{3} << shift)),
               NarrowFormat::half().nearest(Float128(UInt128{3} << shift)));
    }
  }

  void halvesBecomeIntegersTowardsZero() {
    const NarrowFormat half = NarrowFormat::half();
    for (uint32_t i = 0; i < 0x10000; ++i) {
      const auto bits = static_cast<uint16_t>(i);
      if ((bits & 0x7fff) >= half.infinity())
        continue;
      const auto expected = static_cast<int64_t>(half.value(bits));
      QCOMPARE(int64_t{fixhfsi(std::bit_cast<_Float16>(bits))}, expected);
      QCOMPARE(fixhfdi(std::bit_cast<_Float16>(bits)), expected);
      QVERIFY(fixhfti(std::bit_cast<_Float16>(bits)) == expected);
      if (expected < 0)
        continue;
      QCOMPARE(int64_t{fixunshfsi(std::bit_cast<_Float16>(bits))}, expected);
      QCOMPARE(fixunshfdi(std::bit_cast<_Float16>(bits)), static_cast<uint64_t>(expected));
      QVERIFY(fixunshfti(std::bit_cast<_Float16>(bits)) == static_cast<UInt128>(expected));
    }
  }
};

QTEST_GUILESS_MAIN(NarrowFloatsTest)
#include "narrow_floats_test.moc"
