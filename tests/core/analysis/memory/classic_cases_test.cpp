// SPDX-License-Identifier: Apache-2.0
// The classic cases of memory access: the counted values equal their closed forms and the figures
// in core/analysis/README.md.
#include <QtTest>

#include <cstdio>
#include <numeric>

#include "core/analysis/memory/site_statistics.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr uint64_t kBase = uint64_t{1} << 40;
constexpr int kAccesses = 7; // of each case; all are equal

/// The result of siteStatistics() for warps that make equal accesses.
SiteStatistics countedOf(AccessSite site, const LaneAddresses &lanes) {
  AccessTable table;
  static_cast<void>(table.addSite(std::move(site)));
  LaneMask mask = 0;
  for (uint32_t i = 0; i < lanes.count(); ++i)
    mask |= LaneMask{1} << lanes.lane(i);
  for (uint32_t warp = 0; warp < kAccesses; ++warp) {
    static_cast<void>(table.beginWarp(0, warp));
    table.addLanes(0, Picoseconds(0), mask, lanes.addresses());
  }
  return siteStatistics(table, {}, {})[0];
}

/// One row of the README's tables: per access, and the efficiency.
std::string rowText(const std::string &name, uint64_t is, uint64_t ideal) {
  char text[128];
  std::snprintf(text, sizeof text, "| %s | %llu | %llu | %.4g %% |", name.c_str(),
                static_cast<unsigned long long>(is / kAccesses),
                static_cast<unsigned long long>(ideal / kAccesses),
                100 * static_cast<double>(ideal) / static_cast<double>(is));
  return text;
}

struct Expected {
  uint64_t is, ideal;
};

} // namespace

class ClassicCasesTest : public QObject {
  Q_OBJECT

  QString m_readme;

  /// Sectors of global memory: `expected` is the closed form, for one access.
  void checkGlobal(const std::string &name, uint32_t bytes, const LaneAddresses &lanes,
                   Expected expected) {
    const SiteStatistics is = countedOf({.bytesPerLane = bytes}, lanes);
    QCOMPARE(is.sectors, expected.is * kAccesses);
    QCOMPARE(is.ideal, expected.ideal * kAccesses);
    QCOMPARE(is.efficiency(), double(expected.ideal) / double(expected.is));
    checkRow(rowText(name, is.sectors, is.ideal));
  }
  /// Wavefronts of shared memory.
  void checkShared(const std::string &name, AccessKind kind, uint32_t bytes,
                   const LaneAddresses &lanes, Expected expected) {
    const SiteStatistics is =
        countedOf({.kind = kind, .space = AccessSpace::Shared, .bytesPerLane = bytes}, lanes);
    QCOMPARE(is.wavefronts, expected.is * kAccesses);
    QCOMPARE(is.phases, expected.ideal * kAccesses);
    QCOMPARE(is.worstDegree, uint32_t(expected.is / expected.ideal));
    checkRow(rowText(name, is.wavefronts, is.phases));
  }
  void checkRow(const std::string &row) {
    QVERIFY2(m_readme.contains(QString::fromStdString(row) + "\n"),
             ("core/analysis/README.md lacks: " + row).c_str());
  }
  static LaneAddresses warp(uint64_t base, int64_t stride) {
    return affineLanes(0xffffffffu, base, stride);
  }

private Q_SLOTS:
  void initTestCase() {
    QFile file(PSTUDIO_SOURCE_DIR "/core/analysis/README.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_readme = QString::fromUtf8(file.readAll());
  }

  void floatsWithStrideOneToThirtyTwo() {
    for (uint64_t stride = 1; stride <= 32; ++stride)
      checkGlobal("floats, stride " + (stride < 8 ? std::to_string(stride) : "8 to 32"), 4,
                  warp(kBase, static_cast<int64_t>(stride) * 4),
                  {std::min<uint64_t>(4 * stride, 32), 4});
  }

  void misalignedFloats() {
    for (uint64_t offset = 4; offset < 32; offset += 4)
      checkGlobal("floats side by side, 4 to 28 bytes off a sector", 4, warp(kBase + offset, 4),
                  {5, 4});
  }

  void widthsBroadcastAndRandom() {
    checkGlobal("bytes side by side", 1, warp(kBase, 1), {1, 1});
    checkGlobal("halves side by side", 2, warp(kBase, 2), {2, 2});
    checkGlobal("doubles side by side", 8, warp(kBase, 8), {8, 8});
    checkGlobal("16 bytes a lane side by side", 16, warp(kBase, 16), {16, 16});
    checkGlobal("broadcast of a float", 4, warp(kBase, 0), {1, 1});
    LaneAddresses scattered;
    for (uint64_t lane = 0; lane < 32; ++lane)
      scattered.push(static_cast<uint32_t>(lane), kBase + lane * lane * 4096);
    checkGlobal("random floats, each in its own sector", 4, scattered, {32, 4});
  }

  void bankConflictsOfDegreeOneToThirtyTwo() {
    for (uint64_t degree = 1; degree <= 32; ++degree) {
      LaneAddresses lanes; // `degree` lanes in one bank, all others at one word of another bank
      for (uint64_t lane = 0; lane < 32; ++lane)
        lanes.push(static_cast<uint32_t>(lane), lane < degree ? lane * 128 : 4);
      checkShared("conflict of degree " + std::to_string(degree), AccessKind::Load, 4, lanes,
                  {degree, 1});
    }
  }

  void stridesInWords() {
    for (uint32_t stride = 1; stride <= 32; ++stride) {
      const uint32_t degree = std::gcd(stride, 32u);
      const std::string name = degree == 1 ? "odd" : "an odd multiple of " + std::to_string(degree);
      checkShared("words, stride " + name, AccessKind::Store, 4, warp(0, stride * 4), {degree, 1});
    }
    checkShared("column of a tile of 32 x 33 words", AccessKind::Load, 4, warp(0, 33 * 4), {1, 1});
  }

  void widePhasesBroadcastAndAtomics() {
    checkShared("8 bytes a lane side by side", AccessKind::Load, 8, warp(0, 8), {2, 2});
    checkShared("16 bytes a lane side by side", AccessKind::Load, 16, warp(0, 16), {4, 4});
    checkShared("broadcast of a word", AccessKind::Load, 4, warp(0, 0), {1, 1});
    checkShared("atomics on one word", AccessKind::Atomic, 4, warp(0, 0), {32, 1});
    LaneAddresses swizzled; // a column of a tile of 32 x 32 words, columns xor rows
    for (uint32_t row = 0; row < 32; ++row)
      swizzled.push(row, row * 128 + (5 ^ row) * 4);
    checkShared("column of a swizzled tile of 32 x 32 words", AccessKind::Load, 4, swizzled,
                {1, 1});
  }
};

QTEST_GUILESS_MAIN(ClassicCasesTest)
#include "classic_cases_test.moc"
