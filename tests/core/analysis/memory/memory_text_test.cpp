// SPDX-License-Identifier: Apache-2.0
// The report as people read it, word by word.
#include <QtTest>

#include "core/analysis/memory/memory_text.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr LaneMask kWarp = 0xffffffffu;
constexpr uint64_t kX = 0x100000;

BufferMap matrices() {
  return *BufferMap::make(
      {{.name = "X", .base = kX, .dtype = "f32", .elementBytes = 4, .shape = {64, 32}},
       {.name = "tile", .space = AccessSpace::Shared, .elementBytes = 4, .shape = {32, 32}},
       {.name = "never touched", .base = 2 * kX, .elementBytes = 4, .shape = {64, 32}}});
}

/// Two warps load rows of X and write them to columns of a tile.
AccessTable columnsOfATile() {
  AccessTable table;
  static_cast<void>(table.addSite({.name = "load X", .location = "/folder/of/k.mlir:7:3"}));
  static_cast<void>(table.addSite(
      {.kind = AccessKind::Store, .space = AccessSpace::Shared, .name = "store tile"}));
  static_cast<void>(table.addSite({.name = "never done"}));
  for (uint32_t cta = 0; cta < 2; ++cta) {
    static_cast<void>(table.beginWarp(cta, 0));
    for (uint64_t row = 0; row < 4; ++row)
      table.addAffine(0, Picoseconds(0), kWarp, kX + row * 128, 4);
    table.addAffine(1, Picoseconds(1), kWarp, 0, 128);
    table.addAffine(1, Picoseconds(1), kWarp, 0, 4);
  }
  return table;
}

LaunchAccesses launch() {
  return {.table = columnsOfATile(), .buffers = matrices(), .model = {}};
}

} // namespace

class MemoryTextTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void theShareTellsOfWhatIsMissing() {
    AccessTable table = columnsOfATile();
    QCOMPARE(describeShare(table),
             std::string("  12 accesses of 2 warps in 2 CTAs: 100 % of all\n"));
    table.setShare({.dropped = 12, .noLanes = 1, .sampledPart = 0.25});
    QCOMPARE(describeShare(table),
             std::string("  12 accesses of 2 warps in 2 CTAs: 12.5 % of all; 25 % were selected "
                         "for recording; 12 were dropped; 1 more had no active lane\n"));
  }

  void operationsAreTwoTables() {
    const LaunchAccesses accesses = launch();
    const LaunchMemory memory = analyzeMemory(accesses);
    QCOMPARE(describeGlobal(accesses, memory),
             std::string("  1 KiB in 32 sectors of 32 bytes, ideal 1 KiB: efficiency 100 %; "
                         "sectors and ideal per access\n"
                         "  operation             kind            accesses   sectors   ideal   "
                         "efficiency    excess   misaligned   pattern     buffer\n"
                         "  load X (k.mlir:7:3)   load, 4 bytes          8         4       4   "
                         "     100 %   0 bytes          0 %   coalesced   X\n"));
    QCOMPARE(describeShared(accesses, memory),
             std::string("  66 wavefronts of 32 banks, ideal 4: efficiency 6.061 %; wavefronts "
                         "and ideal per access, degrees per phase\n"
                         "  operation    kind             accesses   wavefronts   ideal   effici"
                         "ency   worst degree   mean   pattern            buffer\n"
                         "  store tile   store, 4 bytes          4         16.5       1      6.0"
                         "61 %             32   16.5   coalesced (50 %)   tile\n"));
  }

  void buffersAreATable() {
    const LaunchAccesses accesses = launch();
    QCOMPARE(describeBuffers(accesses, analyzeMemory(accesses)),
             std::string("  buffer          space    address     size   type              lines "
                         "touched   of buffer   touches/line   warps/line   CTAs/line\n"
                         "  X               global   0x100000   8 KiB   f32[64, 32]                "
                         "   4      6.25 %              2            2           2\n"
                         "  tile            shared   0x0        4 KiB   4 bytes[32, 32]\n"
                         "  never touched   global   0x200000   8 KiB   4 bytes[64, 32]            "
                         "   0         0 %              0            0           0\n"));
  }

  void anOperationInSeveralBuffersNamesTheirParts() {
    LaunchAccesses accesses = launch();
    for (int i = 0; i < 4; ++i) {
      accesses.table.addAffine(0, Picoseconds(2), kWarp, 2 * kX, 4);
      accesses.table.addAffine(0, Picoseconds(2), kWarp, 9 * kX, 4);
    }
    const std::string text = describeGlobal(accesses, analyzeMemory(accesses));
    QVERIFY2(text.find("X 50 %, never touched 25 %, 4 outside\n") != std::string::npos,
             text.c_str());
  }

  void findingsAreSentences() {
    LaunchMemory memory;
    memory.findings = {
        {.kind = FindingKind::BankConflicts, .what = "a: b", .evidence = "c", .advice = "d"},
        {.kind = FindingKind::Misaligned, .what = "e", .evidence = "f", .advice = {}}};
    QCOMPARE(describeFindings(memory), std::string("  - a: b\n    c\n    d\n  - e\n    f\n"));
  }

  void ofALaunchWithoutAccessesOnlyTheShareAndTheBuffersAreTold() {
    LaunchAccesses none = launch();
    none.table = {};
    const std::string text = describeMemory(none, analyzeMemory(none));
    QVERIFY2(text.starts_with("accesses\n  0 accesses of 0 warps in 0 CTAs: 100 % of all\n"
                              "buffers\n"),
             text.c_str());
    for (const char *part : {"global memory", "shared memory\n", "reuse", "footprint", "findings"})
      QVERIFY2(text.find(part) == std::string::npos, text.c_str());
  }
};

QTEST_GUILESS_MAIN(MemoryTextTest)
#include "memory_text_test.moc"
