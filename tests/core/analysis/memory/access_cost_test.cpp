// SPDX-License-Identifier: Apache-2.0
// The cost of one access: closed forms of the classic cases, and random accesses compared with a
// count.
#include <QtTest>

#include <map>
#include <numeric>

#include "core/analysis/memory/access_cost.h"
#include "core/analysis/memory/access_pattern.h"
#include "tests/core/access/random_access.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr LaneMask kWarp = 0xffffffffu;
const MemoryModel kModel;

SectorCost costOf(const LaneAddresses &lanes, uint32_t bytesPerLane) {
  return sectorCost(BytePieces::of(lanes.addresses(), bytesPerLane), kModel);
}
SectorCost strideCost(uint64_t base, int64_t stride, uint32_t bytesPerLane) {
  return costOf(affineLanes(kWarp, base, stride), bytesPerLane);
}
BankCost strideBanks(int64_t stride, uint32_t bytesPerLane, uint64_t base = 0,
                     AccessKind kind = AccessKind::Load) {
  return bankCost(affineLanes(kWarp, base, stride), bytesPerLane, kind, kModel.banks);
}
AccessPattern strideLooks(LaneMask mask, int64_t stride, uint32_t bytesPerLane) {
  return patternOf(affineLanes(mask, 4096, stride), {.bytesPerLane = bytesPerLane});
}

/// Rows of `perRow` adjacent lanes, `distance` bytes apart. The lanes are permuted by `swap`.
LaneAddresses tile(uint32_t perRow, uint32_t width, uint32_t distance, uint32_t swap) {
  LaneAddresses lanes;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t at = lane ^ swap;
    lanes.push(lane, 65536 + at / perRow * distance + at % perRow * width);
  }
  return lanes;
}

/// The result of bankCost(), counted word by word.
BankCost countedBanks(const test::RandomAccess &access, AccessKind kind, const BankRules &rules) {
  BankCost cost;
  const LaneAddresses lanes = access.lanes();
  for (uint32_t part = 0; part < access.bytesPerLane; part += 16) {
    const uint32_t bytes = std::min(16u, access.bytesPerLane - part);
    const uint32_t perPhase = rules.phaseBytes / std::max(bytes, 4u);
    std::map<uint32_t, std::map<uint64_t, std::multiset<uint64_t>>> words; // phase, bank
    for (uint32_t i = 0; i < lanes.count(); ++i) {
      std::set<uint64_t> ofLane;
      for (uint32_t byte = 0; byte < bytes; ++byte) // counts beyond 2^64
        ofLane.insert((lanes.address(i) + part) / 4 + ((lanes.address(i) + part) % 4 + byte) / 4);
      for (const uint64_t word : ofLane)
        words[lanes.lane(i) / perPhase][word % rules.banks].insert(word);
    }
    for (const auto &[phase, banks] : words) {
      size_t degree = 0;
      for (const auto &[bank, asked] : banks)
        degree = std::max(degree, kind == AccessKind::Atomic
                                      ? asked.size()
                                      : std::set<uint64_t>(asked.begin(), asked.end()).size());
      cost.wavefronts += static_cast<uint32_t>(degree);
      cost.degree = std::max(cost.degree, static_cast<uint32_t>(degree));
      ++cost.phases;
    }
  }
  return cost;
}

} // namespace

class AccessCostTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void floatsWithStrideOneToThirtyTwoTouchAsManySectorsAsTheySpan() {
    for (int64_t stride = 1; stride <= 32; ++stride) {
      const SectorCost cost = strideCost(0, stride * 4, 4);
      // Up to 8 floats share a sector: 8 lanes touch `stride` sectors, and at most one sector per
      // lane.
      const auto expected = static_cast<uint64_t>(std::min<int64_t>(stride * 4, 32));
      QCOMPARE(cost.sectors, expected);
      QCOMPARE(cost.ideal, uint64_t{4});
      QCOMPARE(cost.bytes, uint64_t{128});
      QCOMPARE(cost.lines, static_cast<uint64_t>(stride));
      QVERIFY(!cost.isMisaligned);
    }
    QCOMPARE(strideCost(0, 2048, 4).lines, uint64_t{32});
  }

  void aMisalignedWarpTouchesOneSectorMore() {
    for (uint64_t offset = 0; offset < 256; offset += 4) {
      const SectorCost cost = strideCost(offset, 4, 4);
      QCOMPARE(cost.sectors, uint64_t{offset % 32 == 0 ? 4u : 5u});
      QCOMPARE(cost.lines, uint64_t{offset % 128 == 0 ? 1u : 2u});
      QCOMPARE(cost.isMisaligned, offset % 32 != 0);
    }
  }

  void aBroadcastTouchesOneSectorAndThatIsIdeal() {
    const SectorCost cost = strideCost(64, 0, 4);
    QCOMPARE(cost, (SectorCost{1, 1, 1, 4, false}));
    // A read that begins in one sector and ends in the next touches two.
    QCOMPARE(strideCost(62, 0, 4), (SectorCost{2, 1, 1, 4, true}));
  }

  void wideLanesTouchWholeSectors() {
    QCOMPARE(strideCost(0, 8, 8), (SectorCost{8, 8, 2, 256, false}));
    QCOMPARE(strideCost(0, 16, 16), (SectorCost{16, 16, 4, 512, false}));
    QCOMPARE(strideCost(0, 32, 16), (SectorCost{32, 16, 8, 512, false}));
    QCOMPARE(strideCost(0, 1, 1), (SectorCost{1, 1, 1, 32, false}));
  }

  void strideInWordsGivesBankConflictsOfItsCommonDivisorWithThirtyTwo() {
    for (uint32_t stride = 1; stride <= 64; ++stride) {
      const uint32_t degree = std::gcd(stride, 32u);
      QCOMPARE(strideBanks(stride * 4, 4), (BankCost{degree, 1, degree}));
      // Two phases of 16 lanes, four of 8.
      const uint32_t two = std::gcd(stride, 16u), four = std::gcd(stride, 8u);
      QCOMPARE(strideBanks(stride * 8, 8), (BankCost{2 * two, 2, two}));
      QCOMPARE(strideBanks(stride * 16, 16), (BankCost{4 * four, 4, four}));
    }
  }

  void everyDegreeFromOneToThirtyTwoIsFound() {
    for (uint32_t degree = 1; degree <= 32; ++degree) {
      LaneAddresses
          lanes; // `degree` lanes access different words of bank 5, all others the same word
      for (uint32_t lane = 0; lane < 32; ++lane)
        lanes.push(lane, lane < degree ? 20 + uint64_t{lane} * 128 : 24);
      const BankCost cost = bankCost(lanes, 4, AccessKind::Store, kModel.banks);
      QCOMPARE(cost, (BankCost{degree, 1, degree}));
    }
  }

  void lanesThatNameOneWordAreServedTogetherButAtomicsAreNot() {
    QCOMPARE(strideBanks(0, 4), (BankCost{1, 1, 1}));
    QCOMPARE(strideBanks(1, 1), (BankCost{1, 1, 1})); // four bytes of each of 8 words
    QCOMPARE(strideBanks(0, 16), (BankCost{4, 4, 1}));
    QCOMPARE(strideBanks(0, 4, 0, AccessKind::Atomic), (BankCost{32, 1, 32}));
    QCOMPARE(strideBanks(4, 4, 0, AccessKind::Atomic), (BankCost{1, 1, 1}));
    QCOMPARE(strideBanks(4, 4, 0, AccessKind::BulkLoad), (BankCost{0, 0, 0}));
  }

  void sixtyFourLanesAreServedInPhases() {
    const LaneAddresses lanes = affineLanes(~LaneMask{0}, 0, 4);
    QCOMPARE(bankCost(lanes, 4, AccessKind::Load, kModel.banks), (BankCost{2, 2, 1}));
    BankRules wide;
    wide.banks = 64;
    wide.phaseBytes = 256;
    QCOMPARE(bankCost(lanes, 4, AccessKind::Load, wide), (BankCost{1, 1, 1}));
    QCOMPARE(bankCost(affineLanes(~LaneMask{0}, 0, 256), 4, AccessKind::Load, wide),
             (BankCost{64, 1, 64}));
  }

  void aWaveOfSixtyFourIsServedByHalfQuarterAndEighthOnAmd() {
    const BankRules banks = memoryModelOf("gfx942")->banks;
    const auto cost = [&](uint32_t stride, uint32_t bytes, AccessKind kind) {
      return bankCost(affineLanes(~LaneMask{0}, 0, int64_t{stride} * bytes), bytes, kind, banks);
    };
    for (uint32_t stride = 1; stride <= 64; ++stride)
      for (const AccessKind kind : {AccessKind::Load, AccessKind::Store}) {
        const uint32_t one = std::gcd(stride, 32u), two = std::gcd(stride, 16u);
        const uint32_t four = std::gcd(stride, 8u);
        QCOMPARE(cost(stride, 4, kind), (BankCost{2 * one, 2, one}));
        QCOMPARE(cost(stride, 8, kind), (BankCost{4 * two, 4, two}));
        QCOMPARE(cost(stride, 16, kind), (BankCost{8 * four, 8, four}));
      }
    // gfx950: loads of 8 and 16 bytes have 64 banks and half the number of phases; stores do not.
    const BankRules wide = memoryModelOf("gfx950")->banks;
    const LaneAddresses eights = affineLanes(~LaneMask{0}, 0, 8);
    QCOMPARE(bankCost(eights, 8, AccessKind::Load, wide), (BankCost{2, 2, 1}));
    QCOMPARE(bankCost(eights, 8, AccessKind::Store, wide), (BankCost{4, 4, 1}));
    const LaneAddresses apart = affineLanes(~LaneMask{0}, 0, 32 * 4);
    QCOMPARE(bankCost(apart, 4, AccessKind::Load, wide), (BankCost{32, 1, 32}));
    QCOMPARE(bankCost(apart, 4, AccessKind::Store, wide), (BankCost{64, 2, 32}));
  }

  void lanesOfAWaveMeetInThePublishedPhases_data() {
    QTest::addColumn<QString>("chip");
    QTest::addColumn<uint32_t>("bytes");
    QTest::addColumn<bool>("ofLoads");
    QTest::addColumn<QString>("phases"); // of the first 32 lanes; the other lanes have the same
    const auto add = [](const char *chip, uint32_t bytes, bool ofLoads, const char *phases) {
      QTest::addRow("%s %u %s", chip, bytes, ofLoads ? "load" : "store")
          << chip << bytes << ofLoads << phases;
    };
    const char *const crossed = "0-3,20-23 4-7,16-19 8-11,28-31 12-15,24-27";
    const char *const eights = "0-7 8-15 16-23 24-31";
    add("gfx90a", 4, true, "0-31");
    add("gfx90a", 8, true, "0-15 16-31");
    add("gfx90a", 16, true, crossed);
    add("gfx942", 12, true, crossed);
    add("gfx942", 16, true, crossed);
    add("gfx942", 16, false, eights);
    add("gfx950", 8, true, "0-31");
    add("gfx950", 8, false, "0-15 16-31");
    add("gfx950", 12, true, crossed);
    add("gfx950", 16, true, "0-3,12-15,20-27 4-11,16-19,28-31");
    add("gfx950", 16, false, eights);
    add("gfx1100", 4, true, "0-31");
    add("gfx1100", 16, true, eights);
  }
  void lanesOfAWaveMeetInThePublishedPhases() {
    QFETCH(QString, chip);
    QFETCH(uint32_t, bytes);
    QFETCH(bool, ofLoads);
    QFETCH(QString, phases);
    std::map<uint32_t, int> phaseOf;
    int number = 0;
    for (const QString &phase : phases.split(' ')) {
      for (const QString &range : phase.split(','))
        for (uint32_t lane = range.section('-', 0, 0).toUInt();
             lane <= range.section('-', -1).toUInt(); ++lane)
          phaseOf[lane] = number;
      ++number;
    }
    QCOMPARE(phaseOf.size(), size_t{32});
    for (uint32_t lane = 0; lane < 32; ++lane)
      phaseOf[lane + 32] = phaseOf[lane] + number;
    const BankRules banks = memoryModelOf(chip.toStdString())->banks;
    for (uint32_t a = 0; a < 64; ++a)
      for (uint32_t b = a + 1; b < 64; ++b) {
        LaneAddresses lanes; // different words of one bank, for any number of banks
        lanes.push(a, 0);
        lanes.push(b, 4096);
        const BankCost cost =
            bankCost(lanes, bytes, ofLoads ? AccessKind::Load : AccessKind::Store, banks);
        const bool meet = phaseOf[a] == phaseOf[b];
        QCOMPARE(cost, (BankCost{2, meet ? 1u : 2u, meet ? 2u : 1u}));
      }
  }

  void aWaveOfFloatsTouchesSectorsOfSixtyFourBytes() {
    const MemoryModel cdna = *memoryModelOf("gfx942"), old = *memoryModelOf("gfx906");
    for (int64_t stride = 1; stride <= 64; ++stride) {
      const LaneAddresses lanes = affineLanes(~LaneMask{0}, 0, stride * 4);
      const BytePieces pieces = BytePieces::of(lanes.addresses(), 4);
      const auto sectors = static_cast<uint64_t>(std::min<int64_t>(4 * stride, 64));
      const auto lines = static_cast<uint64_t>(std::min<int64_t>(2 * stride, 64));
      QCOMPARE(sectorCost(pieces, cdna), (SectorCost{sectors, 4, lines, 256, false}));
      QCOMPARE(sectorCost(pieces, old).lines, sectors);
    }
  }

  void patternsAreNamedByWhatTheLanesDo() {
    QCOMPARE(strideLooks(kWarp, 4, 4).kind, PatternClass::Coalesced);
    QCOMPARE(strideLooks(kWarp, -4, 4).kind, PatternClass::Coalesced);
    QCOMPARE(strideLooks(0x55555555, 4, 4).kind, PatternClass::Coalesced); // with inactive lanes
    QCOMPARE(strideLooks(kWarp, 0, 4).kind, PatternClass::Broadcast);
    QCOMPARE(strideLooks(0x10, 4, 4).kind, PatternClass::Single);
    QCOMPARE(strideLooks(kWarp, 2048, 4), (AccessPattern{PatternClass::Strided, 2048}));
    QCOMPARE(strideLooks(0x55555555, 8, 4), (AccessPattern{PatternClass::Strided, 8}));
    QCOMPARE(strideLooks(kWarp, 2, 4), (AccessPattern{PatternClass::Strided, 2})); // overlap
    QCOMPARE(strideLooks(kWarp, INT64_MIN, 4), (AccessPattern{PatternClass::Strided, INT64_MIN}));
    LaneAddresses swizzled, random;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      swizzled.push(lane, 4096 + (lane ^ 5) * 4);
      random.push(lane, lane * lane * 52);
    }
    QCOMPARE(patternOf(swizzled, {}).kind, PatternClass::Coalesced);
    QCOMPARE(patternOf(random, {}).kind, PatternClass::Random);
    QCOMPARE(patternOf(random, {.kind = AccessKind::BulkStore}).kind, PatternClass::Bulk);
    QCOMPARE(patternText({PatternClass::Strided, -8}), std::string("strided by -8 bytes"));
    QCOMPARE(patternText({PatternClass::Strided, 4096}), std::string("strided by 4,096 bytes"));
  }

  void rowsOfATileAreEqualPiecesInAnyOrderOfTheLanes() {
    // n adjacent lanes in each of 32 / n rows, for each n and width.
    for (uint32_t perRow = 2; perRow < 32; perRow *= 2)
      for (const uint32_t width : {4u, 8u, 16u}) {
        const AccessPattern is = patternOf(tile(perRow, width, 4096, 0), {.bytesPerLane = width});
        QCOMPARE(is,
                 (AccessPattern{PatternClass::Tiled, 4096, 32 / perRow, uint64_t{perRow} * width}));
        QCOMPARE(patternOf(tile(perRow, width, 4096, 13), {.bytesPerLane = width}), is);
        // Adjacent rows are one piece.
        QCOMPARE(patternOf(tile(perRow, width, perRow * width, 13), {.bytesPerLane = width}).kind,
                 PatternClass::Coalesced);
      }
    QCOMPARE(patternText({PatternClass::Tiled, 4096, 4, 128}),
             std::string("tiled: 4 x 128 bytes, 4,096 bytes apart"));
  }

  void piecesOfDifferentSizesAreNoTileAndDistancesAreToldIfTheyAgree() {
    LaneAddresses uneven, halves;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      uneven.push(lane, (lane < 20 ? 0u : 4096u) + lane * 4);
      halves.push(lane, (lane / 8) * (lane / 8) * 4096 + lane % 8 * 16);
    }
    QCOMPARE(patternOf(uneven, {}).kind, PatternClass::Random);
    const AccessPattern is = patternOf(halves, {.bytesPerLane = 16});
    QCOMPARE(is, (AccessPattern{PatternClass::Tiled, 0, 4, 128}));
    QCOMPARE(patternText(is), std::string("tiled: 4 x 128 bytes"));
  }

  void lanesThatShareTheirBytesEvenlyLookLikeThoseThatDoNot() {
    // A block of 16 x 2 threads: each of its rows reads one element of A; all read a row of B.
    LaneAddresses a, b, uneven, bins;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      a.push(lane, lane / 16 * 4096);
      b.push(lane, lane % 16 * 4);
      uneven.push(lane, lane < 20 ? 0 : 4096);
      bins.push(lane, (lane / 2) * (lane / 2) * 52);
    }
    QCOMPARE(patternOf(a, {}), (AccessPattern{PatternClass::Tiled, 4096, 2, 4}));
    QCOMPARE(patternOf(b, {}).kind, PatternClass::Coalesced);
    QCOMPARE(patternOf(uneven, {}).kind, PatternClass::Random);
    QCOMPARE(patternOf(bins, {}).kind, PatternClass::Random); // evenly shared, but irregular
  }

  void randomAccessesCostWhatCountingTheirBytesSays() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    std::mt19937_64 random(seed);
    for (int i = 0; i < 3000; ++i) {
      const test::RandomAccess access = test::randomAccess(random);
      const std::set<uint64_t> bytes = access.bytes();
      std::set<uint64_t> sectors, lines;
      for (const uint64_t byte : bytes) {
        sectors.insert(byte / 32);
        lines.insert(byte / 128);
      }
      const SectorCost cost = costOf(access.lanes(), access.bytesPerLane);
      const QByteArray where = QStringLiteral("seed %1, access %2").arg(seed).arg(i).toUtf8();
      QVERIFY2(cost.bytes == bytes.size(), where);
      QVERIFY2(cost.sectors == sectors.size(), where);
      QVERIFY2(cost.lines == lines.size(), where);
      QVERIFY2(cost.ideal == (bytes.size() + 31) / 32, where);
      QVERIFY2(cost.ideal <= cost.sectors, where);
      for (const AccessKind kind : {AccessKind::Load, AccessKind::Atomic})
        QVERIFY2(bankCost(access.lanes(), access.bytesPerLane, kind, kModel.banks) ==
                     countedBanks(access, kind, kModel.banks),
                 where);
    }
  }

  void aBulkCopyOfGigabytesIsCountedWithoutWalkingIt() {
    LaneAddresses lanes;
    lanes.push(0, 0x7f0000000010);
    QCOMPARE(costOf(lanes, 0xffffffe0u),
             (SectorCost{134217728, 134217727, 33554432, 0xffffffe0u, true}));
  }

  void modelsThatCannotBeCountedWithAreRejected() {
    QVERIFY(isUsable(kModel));
    QCOMPARE(costPeriod(kModel), uint64_t{128});
    MemoryModel odd;
    odd.sectorBytes = 48;
    QVERIFY(!isUsable(odd));
    odd = {};
    odd.banks.banks = 128;
    QVERIFY(!isUsable(odd));
    odd = {};
    odd.lineBytes = 16;
    QVERIFY(!isUsable(odd));
  }
};

QTEST_GUILESS_MAIN(AccessCostTest)
#include "access_cost_test.moc"
