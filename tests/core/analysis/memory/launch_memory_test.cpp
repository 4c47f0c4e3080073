// SPDX-License-Identifier: Apache-2.0
// The complete analysis of a launch for unusual input.
#include <QtTest>

#include "core/analysis/memory/address_map.h"
#include "core/analysis/memory/bank_map.h"
#include "core/analysis/memory/memory_text.h"
#include "core/base/number_text.h"
#include "tests/core/access/random_launch_accesses.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr LaneMask kWarp = 0xffffffffu;
constexpr uint64_t kX = uint64_t{1} << 40;

/// A launch of one warp, with a load and a store, to which a test adds accesses.
LaunchAccesses oneWarp(std::vector<Buffer> buffers) {
  LaunchAccesses accesses;
  accesses.buffers = *BufferMap::make(std::move(buffers));
  static_cast<void>(accesses.table.addSite({.name = "load"}));
  static_cast<void>(accesses.table.addSite({.kind = AccessKind::Store, .name = "store"}));
  static_cast<void>(accesses.table.beginWarp(0, 0));
  return accesses;
}

std::string reportOf(const LaunchAccesses &accesses) {
  return describeMemory(accesses, analyzeMemory(accesses));
}
bool says(const LaunchAccesses &accesses, std::string_view text) {
  const std::string report = reportOf(accesses);
  if (report.find(text) == std::string::npos)
    qInfo("%s", report.c_str());
  return report.find(text) != std::string::npos;
}

/// "-1,024".
std::string strideText(int64_t stride) {
  const auto bits = static_cast<uint64_t>(stride);
  return stride < 0 ? "-" + countText(0 - bits) : countText(bits);
}

} // namespace

class LaunchMemoryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void overlappingBuffersAreNamedAndTheSmallerOneOwnsTheAccess() {
    LaunchAccesses accesses = oneWarp({{.name = "pool", .base = kX, .shape = {4096}},
                                       {.name = "view", .base = kX + 256, .shape = {256}}});
    accesses.table.addAffine(0, Picoseconds(0), kWarp, kX + 256, 4);
    QVERIFY(says(accesses, "pool and view overlap"));
    QVERIFY(says(accesses, "256 bytes from view[0] on belong to both"));
    QVERIFY(says(accesses, "coalesced   view\n"));
  }

  void nullPointersAreToldAsSuch() {
    LaunchAccesses accesses = oneWarp({{.name = "X", .base = kX, .shape = {4096}}});
    accesses.table.addAffine(0, Picoseconds(0), kWarp, 8, 4);
    QVERIFY(says(accesses, "load: addresses outside all buffers"));
    QVERIFY(says(accesses, "1 access of 1, one of them at null + 8 bytes"));
  }

  void misalignedPointersCostASectorMore() {
    LaunchAccesses accesses = oneWarp({{.name = "X", .base = kX + 3, .shape = {4096}}});
    for (uint64_t i = 0; i < 8; ++i)
      accesses.table.addAffine(0, Picoseconds(0), kWarp, kX + 3 + i * 128, 4);
    QVERIFY(says(accesses, "load: 5 sectors per access, ideal 4"));
    QVERIFY(says(accesses, "all are misaligned"));
    QVERIFY(says(accesses, "would remove 20 % of its sectors, 20 % of the launch's"));
  }

  void stridesOf64BitsAreNoTrouble() {
    const auto sectorsOf = [](int64_t stride) {
      LaunchAccesses accesses = oneWarp({{.name = "X", .base = kX, .shape = {4096}}});
      accesses.table.addAffine(1, Picoseconds(0), kWarp, kX, stride);
      const LaunchMemory memory = analyzeMemory(accesses);
      QVERIFY2(says(accesses, "strided by " + strideText(stride) + " bytes"), "pattern");
      QCOMPARE(memory.touches.footprintOverTime(1)[0], memory.sites[1].sectors);
      QCOMPARE(memory.ofWaves.sectors[0], memory.sites[1].sectors);
      QCOMPARE(memory.sites[1].sectors, uint64_t{stride % 32 == 0 ? 32u : 4u});
    };
    sectorsOf(int64_t{1} << 58);
    sectorsOf(-(int64_t{1} << 58));
    // The addresses of the lanes decrease by one byte each, in both halves of the address space.
    sectorsOf(INT64_MAX);
  }

  void addressesThatWrapAroundAreCounted() {
    LaunchAccesses accesses = oneWarp({});
    accesses.table.addAffine(0, Picoseconds(0), kWarp, ~uint64_t{0} - 63, 4);
    QCOMPARE(analyzeMemory(accesses).sites[0].sectors, uint64_t{4});
  }

  void noAccessIsNoTrouble() {
    const LaunchAccesses accesses = oneWarp({{.name = "X", .base = kX, .shape = {4096}}});
    QVERIFY(says(accesses, "  0 accesses of 1 warp in 1 CTA: 100 % of all\n"));
    QVERIFY(analyzeMemory(accesses).waves.empty());
    QVERIFY(analyzeMemory({}).findings.empty());
  }

  void buffersOf100GigabytesAreCountedByTheirTouchedPages() {
    LaunchAccesses accesses = oneWarp({{.name = "X",
                                        .base = kX,
                                        .dtype = "f32",
                                        .elementBytes = 4,
                                        .shape = {160'000, 160'000}}});
    for (uint64_t i = 0; i < 20'000; ++i)
      accesses.table.addAffine(0, Picoseconds(static_cast<int64_t>(i)), kWarp,
                               kX + i * 5'000'000 % 102'000'000'000 / 128 * 128, 4);
    const LaunchMemory memory = analyzeMemory(accesses);
    QCOMPARE(memory.lines.touches, uint64_t{20'000});
    QVERIFY(memory.touches.memoryBytes() < uint64_t{1} << 28);
    QVERIFY(says(accesses, "95.37 GiB   f32[160000, 160000]"));
  }

  void theReportSaysWhichShareOfTheAccessesItHolds() {
    LaunchAccesses accesses = oneWarp({});
    accesses.table.addAffine(0, Picoseconds(0), kWarp, kX, 4);
    accesses.table.setShare({.dropped = 3, .noLanes = 2, .sampledPart = 0.5});
    QVERIFY(says(accesses, "  1 access of 1 warp in 1 CTA: 12.5 % of all; 50 % were selected for "
                           "recording; 3 were dropped; 2 more had no active lane\n"));
    QVERIFY(says(accesses, "12.5 % of the accesses are in the trace"));
  }

  void aHundredOperationsAreAHundredRows() {
    LaunchAccesses accesses;
    for (int site = 0; site < 100; ++site)
      QVERIFY(accesses.table.addSite(
          {.space = site % 2 == 0 ? AccessSpace::Global : AccessSpace::Shared,
           .name = "load " + std::to_string(site)}));
    QVERIFY(accesses.table.beginWarp(0, 0));
    for (uint16_t site = 0; site < 100; ++site)
      accesses.table.addAffine(site, Picoseconds(site), kWarp, kX, 4 * site);
    const std::string report = reportOf(accesses);
    for (int site = 0; site < 100; ++site)
      QVERIFY(report.find("  load " + std::to_string(site) + "  ") != std::string::npos);
  }

  void timesFromOneEndOfTimeToTheOtherAreNoTrouble() {
    LaunchAccesses accesses = oneWarp({{.name = "X", .base = kX, .shape = {4096}}});
    accesses.table.addAffine(0, Picoseconds(INT64_MIN), kWarp, kX, 4);
    accesses.table.addAffine(0, Picoseconds(INT64_MAX), kWarp, kX + 128, 4);
    const LaunchMemory memory = analyzeMemory(accesses);
    QCOMPARE(memory.ofTimes.sectors.front(), uint64_t{4});
    QCOMPARE(memory.ofTimes.sectors.back(), uint64_t{4});
    QCOMPARE(memory.waves.size(), size_t{1});
    QVERIFY(says(accesses, "per tenth of the time"));
  }

  void aBulkCopyOfManyMegabytesIsWalkedOnce() {
    LaunchAccesses accesses = oneWarp({});
    const auto site =
        accesses.table.addSite({.kind = AccessKind::BulkLoad, .bytesPerLane = 64u << 20});
    QVERIFY(site);
    accesses.table.addAffine(*site, Picoseconds(0), 1, kX, 0);
    const LaunchMemory memory = analyzeMemory(accesses);
    QCOMPARE(memory.lines.lines, (uint64_t{64} << 20) / 128);
    QCOMPARE(memory.ofTimes.sectors.front(), (uint64_t{64} << 20) / 32);
  }

  void randomAccessesOfEveryKindGiveAReport() {
    const uint64_t seed = QRandomGenerator::global()->generate64();
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 20; ++turn) {
      LaunchAccesses accesses = test::randomAccesses(random, {.mostBytes = 4096});
      QVERIFY(!reportOf(accesses).empty());
      const AddressMap map =
          AddressMap::build(accesses.table, accesses.buffers, accesses.model, {});
      const MapWindow window{.lastAddress = UINT64_MAX,
                             .begin = map.axisBegin(),
                             .end = map.axisEnd(),
                             .columns = 7,
                             .rows = 5};
      QVERIFY(map.exact(window, 1).sum() >= 0 && map.overview(window).sum() >= 0);
      const BankWindow banks{Picoseconds(INT64_MIN), Picoseconds(INT64_MAX), 9};
      QVERIFY(bankMap(accesses.table, accesses.model, banks).words.sum() >= 0);
    }
  }
};

QTEST_GUILESS_MAIN(LaunchMemoryTest)
#include "launch_memory_test.moc"
