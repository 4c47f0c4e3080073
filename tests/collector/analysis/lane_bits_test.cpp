// SPDX-License-Identifier: Apache-2.0
// Claims about the lanes of a warp hold for lanes that the test computes one by one.
#include <QtTest/QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "collector/analysis/lane_bits.h"

using namespace pstudio;

namespace {

constexpr unsigned kWidth = 32;
using Lanes = std::array<uint64_t, 32>;

/// All facts that hold for these lanes.
LaneBits truthOf(const Lanes &lanes) {
  LaneBits bits{0, ~uint64_t{0}, ~uint64_t{0}};
  for (uint64_t lane : lanes) {
    bits.varying |= lane ^ lanes[0];
    bits.zero &= ~lane;
    bits.one &= lane;
  }
  return bits;
}

/// A weaker claim: marks some known bits as unknown and some uniform bits as varying.
LaneBits weakened(LaneBits bits, std::mt19937_64 &random) {
  const uint64_t forgotten = random() & random() & lowBits(kWidth);
  const uint64_t doubted = forgotten & random();
  return {bits.varying | doubted, bits.zero & ~forgotten, bits.one & ~forgotten};
}

bool holds(const LaneBits &claim, const Lanes &lanes) {
  const LaneBits truth = truthOf(lanes);
  return (truth.varying & ~claim.varying) == 0 && (claim.zero & ~truth.zero) == 0 &&
         (claim.one & ~truth.one) == 0;
}

/// Lanes that are typical of kernels: uniform numbers, thread ids, multiples of them, random
/// values.
Lanes randomLanes(std::mt19937_64 &random) {
  Lanes lanes{};
  const uint64_t base = random() & lowBits(1 + random() % kWidth);
  const uint64_t kind = random() % 4;
  const unsigned shift = random() % 6;
  for (uint64_t i = 0; i < lanes.size(); ++i) {
    const uint64_t value = kind == 0   ? base
                           : kind == 1 ? (base & ~uint64_t{31}) + i
                           : kind == 2 ? (base & ~uint64_t{31}) + (i << shift)
                                       : random() & lowBits(1 + random() % kWidth);
    lanes[i] = value & lowBits(kWidth);
  }
  return lanes;
}

Lanes constantLanes(uint64_t value) {
  Lanes lanes{};
  lanes.fill(value);
  return lanes;
}

using Operation = std::function<LaneBits(const LaneBits &, const LaneBits &)>;
using Scalar = std::function<uint64_t(uint64_t, uint64_t)>;

struct Case {
  const char *name;
  Operation claim;
  Scalar compute;
};

uint64_t narrow(uint64_t value) {
  return value & lowBits(kWidth);
}

const std::array<Case, 12> &cases() {
  static const std::array<Case, 12> all{{
      {"add", [](auto &a, auto &b) { return addBits(a, b, kWidth); },
       [](uint64_t a, uint64_t b) { return narrow(a + b); }},
      {"subtract", [](auto &a, auto &b) { return subtractBits(a, b, kWidth); },
       [](uint64_t a, uint64_t b) { return narrow(a - b); }},
      {"multiply", [](auto &a, auto &b) { return multiplyBits(a, b, kWidth); },
       [](uint64_t a, uint64_t b) { return narrow(a * b); }},
      {"and", andBits, [](uint64_t a, uint64_t b) { return a & b; }},
      {"or", orBits, [](uint64_t a, uint64_t b) { return a | b; }},
      {"xor", xorBits, [](uint64_t a, uint64_t b) { return a ^ b; }},
      {"divide", [](auto &a, auto &b) { return divideBits(a, b, kWidth); },
       [](uint64_t a, uint64_t b) { return b == 0 ? 0 : a / b; }},
      {"remainder", [](auto &a, auto &b) { return remainderBits(a, b, kWidth); },
       [](uint64_t a, uint64_t b) { return b == 0 ? 0 : a % b; }},
      {"shift left", [](auto &a, auto &b) { return shiftLeftBits(a, b, kWidth); },
       [](uint64_t a, uint64_t b) { return b >= kWidth ? 0 : narrow(a << b); }},
      {"shift right", [](auto &a, auto &b) { return shiftRightBits(a, b, kWidth, false); },
       [](uint64_t a, uint64_t b) { return b >= kWidth ? 0 : a >> b; }},
      {"shift right signed", [](auto &a, auto &b) { return shiftRightBits(a, b, kWidth, true); },
       [](uint64_t a, uint64_t b) {
         const auto value = static_cast<int32_t>(static_cast<uint32_t>(a));
         return b >= kWidth ? 0 : narrow(static_cast<uint64_t>(int64_t{value} >> b));
       }},
      {"sign extension", [](auto &a, auto &) { return signExtendBits(a, 16, kWidth); },
       [](uint64_t a, uint64_t) {
         const auto value = static_cast<int16_t>(static_cast<uint16_t>(a));
         return narrow(static_cast<uint64_t>(int64_t{value}));
       }},
  }};
  return all;
}

bool isSame(const Lanes &a, const Lanes &b,
            const std::function<bool(uint64_t, uint64_t)> &holdsFor) {
  for (size_t i = 1; i < a.size(); ++i)
    if (holdsFor(a[i], b[i]) != holdsFor(a[0], b[0]))
      return false;
  return true;
}

class LaneBitsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    const uint64_t seed = std::random_device{}();
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    m_random.seed(seed);
  }

  void claimsHoldForEveryLane_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < cases().size(); ++i)
      QTest::newRow(cases()[i].name) << int(i);
  }
  void claimsHoldForEveryLane() {
    QFETCH(int, index);
    const Case &operation = cases()[size_t(index)];
    for (int round = 0; round < 20000; ++round) {
      const Lanes a = randomLanes(m_random);
      const Lanes b = round % 2 == 0 ? constantLanes(m_random() % (round % 4 == 0 ? 40 : 1024))
                                     : randomLanes(m_random);
      const LaneBits claim = operation.claim(claimOf(a, round), claimOf(b, round));
      Lanes result{};
      for (size_t i = 0; i < result.size(); ++i)
        result[i] = operation.compute(a[i], b[i]);
      // The analysis makes no claim for a lane that divides by 0 or shifts by at least the width.
      const bool isDefined = std::none_of(b.begin(), b.end(), [&](uint64_t x) {
        const bool shifts = std::string_view(operation.name).starts_with("shift");
        return x == 0 || (shifts && x >= kWidth);
      });
      QVERIFY2(!isDefined || holds(claim, result), operation.name);
    }
  }

  void comparisonsThatAreCalledUniformAre() {
    int uniform = 0;
    for (int round = 0; round < 40000; ++round) {
      const Lanes a = randomLanes(m_random), b = randomLanes(m_random);
      const LaneBits x = claimOf(a, round), y = claimOf(b, round);
      if (isLessUniform(x, y, kWidth, false)) {
        ++uniform;
        QVERIFY(isSame(a, b, std::less<>()));
      }
      if (isLessUniform(x, y, kWidth, true))
        QVERIFY(isSame(a, b, [](uint64_t l, uint64_t r) {
          return static_cast<int32_t>(static_cast<uint32_t>(l)) <
                 static_cast<int32_t>(static_cast<uint32_t>(r));
        }));
      if (isEqualUniform(x, y))
        QVERIFY(isSame(a, b, std::equal_to<>()));
    }
    QVERIFY(uniform > 100);
  }

  void whatEachLaneChoosesIsCoveredByTheJoin() {
    for (int round = 0; round < 10000; ++round) {
      const Lanes a = randomLanes(m_random), b = randomLanes(m_random);
      const LaneBits both = join(truthOf(a), truthOf(b));
      QVERIFY(holds(both, a) && holds(both, b));
      Lanes mixed{};
      for (size_t i = 0; i < mixed.size(); ++i)
        mixed[i] = m_random() % 2 == 0 ? a[i] : b[i];
      QVERIFY(holds(chosenPerLane(both), mixed));
    }
  }

  void warpNumbersOfThreadIdsAreUniform() {
    const LaneBits thread{31, ~lowBits(10), 0}; // 1024 threads
    QVERIFY(shiftRightBits(thread, LaneBits::constant(5), 64, false).isUniform());
    QVERIFY(divideBits(thread, LaneBits::constant(96), 64).isUniform());
    QVERIFY(!divideBits(thread, LaneBits::constant(48), 64).isUniform());
    QVERIFY(isLessUniform(thread, LaneBits::constant(64), 64, true));
    QVERIFY(!isLessUniform(thread, LaneBits::constant(65), 64, true));
    QVERIFY(isLessUniform(LaneBits::constant(31), thread, 64, true));
    const LaneBits start = multiplyBits(LaneBits::uniform(), LaneBits::constant(1024), 64);
    QCOMPARE(addBits(start, thread, 64).varying, uint64_t{31});
    QVERIFY(addBits(LaneBits::uniform(), thread, 64).varying == ~uint64_t{0});
  }

private:
  /// All facts that hold, or a weaker claim.
  LaneBits claimOf(const Lanes &lanes, int round) {
    const LaneBits truth = truthOf(lanes);
    return round % 3 == 0 ? weakened(truth, m_random) : truth;
  }

  std::mt19937_64 m_random;
};

} // namespace

QTEST_GUILESS_MAIN(LaneBitsTest)
#include "lane_bits_test.moc"
