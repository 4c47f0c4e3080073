// SPDX-License-Identifier: Apache-2.0
// Converts the records of memory accesses to the table of a launch.
#include <QtTest>

#include <array>

#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/record/launch_decoder.h"
#include "tests/support/access_text.h"
#include "tests/support/decoded_capture.h"
#include "tests/support/record_emitter.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;

namespace {

/// The head of an access of operation 0 by all lanes.
Record accessAt(uint32_t clock) {
  Record access;
  access.kind = Kind::MemoryAccess;
  access.clock = clock;
  return access;
}

/// A launch of one CTA of two warps over `buffer`.
LaunchCapture captureOf(const std::vector<std::byte> &buffer) {
  LaunchCapture capture;
  capture.blocks = buffer;
  capture.kernel = "k";
  capture.timeBase = TimeBase::Model;
  capture.grid = {1, 1, 1};
  capture.block = {64, 1, 1};
  return capture;
}

/// Copies by two operations, one of them with a tile of argument 2, and some invalid copies.
LaunchCapture makeCopies(std::vector<std::byte> &buffer) {
  BlockEmitter block(1, 64);
  block.setClocks(0, 100);
  Record copy = accessAt(40);
  copy.partial = true;
  copy.laneMask = 0x10;
  const auto add = [&](uint16_t operation, std::vector<LaneAddress> told) {
    copy.operation = operation;
    block.units[0].access(copy, told);
  };
  // Column 48, row -2 of the tile at 0x2400 - 0x400 in shared memory.
  add(0, {{0x2400, 4}, {48, 4}, {0xfffffffe, 4}});
  add(0, {{0x2400, 4}, {48, 4}});         // a matrix has two coordinates
  add(0, {{0x2400, 3}, {48, 3}, {0, 3}}); // by an inactive lane
  copy.clock = 50;
  copy.laneMask = 0xf0;
  add(1, {{0x480, 4}, {0x7f0012345670, 4}});
  copy.laneMask = 0x10;
  add(2, {{0x2400, 4}, {0, 4}}); // of an unknown map
  block.appendTo(buffer);
  LaunchCapture capture = captureOf(buffer);
  Operation load{OperationKind::MemoryAccess, "load A", OperationId(), "k.mlir:3:5"};
  load.access = AccessFacts{memory::AccessKind::BulkLoad, memory::AccessSpace::Global, 1, {}, 0, 2};
  Operation store{OperationKind::MemoryAccess, "store B", OperationId(), ""};
  store.access = AccessFacts{memory::AccessKind::BulkStore, memory::AccessSpace::Global, 48};
  Operation other = load;
  other.access->tensorMap = 5;
  capture.operations.operations = {load, store, other};
  capture.memory.sharedBase = 0x400;
  capture.memory.tensorMaps = {{2, 0x10000, 2, {512, 512}, {4096}, {32, 70}, {1, 1}}};
  return capture;
}

} // namespace

class AccessWriterTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void memoryAccessesBecomeTheTableOfTheLaunch() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 64);
    block.setClocks(0, 100);
    Record access = accessAt(40);
    block.units[0].access(access, std::vector<LaneAddress>{{0x7f0012345678, 4}});
    access.operation = 1;
    access.partial = true;
    access.laneMask = 0x9;
    block.units[0].access(access, std::vector<LaneAddress>{{0x410, 0}, {0x430, 3}});
    access.laneMask = 0x1; // excludes lane 3
    block.units[0].access(access, std::vector<LaneAddress>{{0x410, 3}});
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer);
    Operation load{OperationKind::MemoryAccess, "load A", OperationId(), "k.mlir:3:5"};
    load.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Global, 4, 8};
    Operation store{OperationKind::MemoryAccess, "store tile", OperationId(), ""};
    store.access = AccessFacts{memory::AccessKind::Store, memory::AccessSpace::Shared, 16, {}};
    capture.operations.operations = {load, store};
    capture.memory.sharedBase = 0x400;
    const Trace trace = test::decodedTrace(capture);
    QVERIFY(trace.launches()[0].accesses != nullptr);
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(table.size(), uint64_t{2});
    QCOMPARE(table.sites()[0].name, std::string("load A"));
    QCOMPARE(table[0].time, Picoseconds(40000));
    // Lane 4 has recorded its address; the stride is 8 bytes per lane.
    QCOMPARE(table.firstAddress(table[0]), uint64_t{0x7f0012345678 - 32});
    const memory::LaneAddresses lanes = table.lanesOf(table[1]);
    QCOMPARE(lanes.count(), 2u);
    QCOMPARE(lanes.address(1), uint64_t{0x30});
    QCOMPARE(lanes.lane(1), 3u);
    QCOMPARE(pstudio::test::countNoted(trace, "record.access-odd"), uint64_t{1});
  }

  /// Each lane loads the first of 4 columns in two rows, and two more columns in row 0: the record
  /// of row 0 implies the accesses after it.
  void aRecordImpliesAccessesAtADistance() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 64);
    block.setClocks(0, 100);
    Record access = accessAt(40);
    block.units[0].access(access, std::vector<LaneAddress>{{0x1000, 0}});
    access.operation = 3;
    access.clock = 60;
    access.partial = true;
    access.laneMask = 0x5;
    block.units[0].access(access, std::vector<LaneAddress>{{0x410, 0}, {0x430, 2}});
    access.operation = 1; // it has no records
    block.units[0].access(access, std::vector<LaneAddress>{{0x1000, 0}, {0x1000, 2}});
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer);
    Operation row{OperationKind::MemoryAccess, "load A", OperationId(), ""};
    row.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Global, 4, 16};
    Operation next = row, last = row;
    next.access->distance = 4;
    last.access->distance = -8;
    Operation each{OperationKind::MemoryAccess, "store tile", OperationId(), ""};
    each.access = AccessFacts{memory::AccessKind::Store, memory::AccessSpace::Shared, 4, {}};
    Operation behind = each, twice = each;
    behind.access->distance = 64;
    twice.access->distance = 32;
    capture.operations.operations = {row, next, last, each, behind, twice};
    capture.memory.sharedBase = 0x400;
    const Trace trace = test::decodedTrace(capture);
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(table.size(), uint64_t{6});
    const std::array<uint64_t, 6> first{0x1000, 0x1004, 0x0ff8, 0x10, 0x50, 0x30};
    for (uint64_t i = 0; i < table.size(); ++i) {
      const memory::LaneAddresses lanes = table.lanesOf(table[i]);
      QCOMPARE(table[i].site, static_cast<uint16_t>(i));
      QCOMPARE(lanes.address(0), first[i]);
      QCOMPARE(lanes.address(1), first[i] + (i < 3 ? 16 : 32));
      QCOMPARE(lanes.count(), i < 3 ? 32u : 2u);
      QCOMPARE(table[i].time, Picoseconds(i < 3 ? 40000 : 60000));
    }
    QCOMPARE(pstudio::test::countNoted(trace, "record.access-unknown"), uint64_t{1});
    QCOMPARE(table.share().dropped, uint64_t{0});
    QCOMPARE(table.share().joined, uint64_t{4});
  }

  /// A full ring of one access that implies two others: 3 of 4 records are lost, and the accesses
  /// that they imply.
  void droppedRecordsCountWhatTheyImplied() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 2);
    block.setClocks(0, 100);
    for (uint32_t clock : {10u, 20u, 30u, 40u})
      block.units[0].access(accessAt(clock), std::vector<LaneAddress>{{0x1000, 0}});
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer);
    Operation row{OperationKind::MemoryAccess, "load A", OperationId(), ""};
    row.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Global, 4, 4};
    Operation implied = row;
    implied.access->distance = 4096;
    capture.operations.operations = {row, implied, implied};
    const Trace trace = test::decodedTrace(capture);
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(table.size(), uint64_t{3});
    QCOMPARE(table.share().dropped, uint64_t{9});
  }

  /// Two accesses of two slots each; then two addresses without the head of their access, and two
  /// empty slots.
  void slotsThatAreNoRecordsCountAsDroppedAccesses() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 8);
    block.setClocks(0, 100);
    for (uint32_t clock : {10u, 20u})
      block.units[0].access(accessAt(clock), std::vector<LaneAddress>{{0x1000, 0}});
    for (uint32_t lane : {1u, 2u})
      block.units[0].raw(makeAddressTag(0x1000, lane), 0x1000);
    for (int i = 0; i < 2; ++i)
      block.units[0].raw(0, 0);
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer);
    Operation row{OperationKind::MemoryAccess, "load A", OperationId(), ""};
    row.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Global, 4, 4};
    capture.operations.operations = {row};
    const Trace trace = test::decodedTrace(capture);
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(table.size(), uint64_t{2});
    QCOMPARE(test::countNoted(trace, "record.malformed"), uint64_t{2});
    QCOMPARE(test::countNoted(trace, "record.unwritten"), uint64_t{2});
    QCOMPARE(table.share().dropped, uint64_t{2});
    QCOMPARE(table.recordedPart(), 0.5);
  }

  /// Rows of a tile at 0x480, of 128 bytes each, whose columns are swizzled by row: lane i reads
  /// 0x480 + 128 i + 4 (i xor 3). Lane 2 records its address; lanes 2, 4 and 7 are active.
  void oneAddressTellsThoseOfSwizzledLanes() {
    std::vector<std::byte> buffer;
    BlockEmitter block(1, 64);
    block.setClocks(0, 100);
    const auto addressOf = [](uint64_t lane) { return 0x480 + 128 * lane + 4 * (lane ^ 3); };
    Record access = accessAt(40);
    access.partial = true;
    access.laneMask = 0x94;
    block.units[0].access(access, std::vector<LaneAddress>{{addressOf(2), 2}});
    access.operation = 1;
    block.units[0].access(access, std::vector<LaneAddress>{{0x480 + 4 * 1, 2}});
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer);
    Operation rows{OperationKind::MemoryAccess, "load tile", OperationId(), ""};
    rows.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Shared, 4, 128};
    rows.access->laneXors = {4, 8, 16, 32, 64};
    Operation row = rows;
    row.access->stride = std::nullopt;
    capture.operations.operations = {rows, row};
    capture.memory.sharedBase = 0x400;
    const Trace trace = test::decodedTrace(capture);
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(table.size(), uint64_t{2});
    const uint64_t lanes[] = {2, 4, 7};
    for (uint32_t i = 0; i < 3; ++i) {
      QCOMPARE(table.lanesOf(table[0]).lane(i), static_cast<uint32_t>(lanes[i]));
      QCOMPARE(table.lanesOf(table[0]).address(i), addressOf(lanes[i]) - 0x400);
      QCOMPARE(table.lanesOf(table[1]).address(i), 0x80 + 4 * (lanes[i] ^ 3));
    }
    QCOMPARE(test::countNoted(trace, "record.access-odd"), uint64_t{0});
  }

  /// Warps 0 and 1 of a CTA: thread t reads 0x480 + start xor the entries of its bits. Lane 2
  /// records its address; lanes 2, 4 and 7 are active.
  void oneAddressDeterminesThoseOfThreadsWithOffsets() {
    std::vector<std::byte> buffer;
    BlockEmitter block(2, 64);
    block.setClocks(0, 100);
    const ThreadOffsets byXor{OffsetRule::Xor, 4, {16, 32, 64, 144, 288, 576}};
    const ThreadOffsets bySum{OffsetRule::Sum, 0, {16, 32, -64, 272, 544}};
    for (uint64_t warp = 0; warp < 2; ++warp) {
      Record access = accessAt(40);
      access.partial = true;
      access.laneMask = 0x94;
      block.units[warp].access(access,
                               std::vector<LaneAddress>{{0x480 + byXor.of(32 * warp + 2), 2}});
      access.operation = 1;
      block.units[warp].access(access, std::vector<LaneAddress>{{0x480 + bySum.of(2), 2}});
    }
    block.appendTo(buffer);
    LaunchCapture capture = captureOf(buffer);
    Operation first{OperationKind::MemoryAccess, "load tile", OperationId(), ""};
    first.access = AccessFacts{memory::AccessKind::Load, memory::AccessSpace::Shared, 4};
    Operation second = first;
    first.access->offsets = byXor;
    second.access->offsets = bySum;
    capture.operations.operations = {first, second};
    capture.memory.sharedBase = 0x400;
    const Trace trace = test::decodedTrace(capture);
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(table.size(), uint64_t{4});
    const uint64_t lanes[] = {2, 4, 7};
    for (uint64_t warp = 0; warp < 2; ++warp)
      for (uint32_t i = 0; i < 3; ++i) {
        QCOMPARE(table.lanesOf(table[2 * warp]).address(i), 0x80 + byXor.of(32 * warp + lanes[i]));
        QCOMPARE(table.lanesOf(table[2 * warp + 1]).address(i), 0x80 + bySum.of(lanes[i]));
      }
    QCOMPARE(test::countNoted(trace, "record.access-odd"), uint64_t{0});
  }

  /// A tile of 70 rows, of which 68 are inside the tensor, in two accesses; and a bulk copy.
  void copiesBecomeAccessesOfBothMemories() {
    std::vector<std::byte> buffer;
    const Trace trace = test::decodedTrace(makeCopies(buffer));
    const memory::AccessTable &table = trace.launches()[0].accesses->table;
    QCOMPARE(memory::accessesToText(*trace.launches()[0].accesses),
             std::string("  accesses 5 dropped 6 without lanes 0 sampled 1\n"
                         "  line 128 sector 32 banks 32x4 phase 128 widest 16 atomics one by one\n"
                         "  site 0 bulk load global 64 bytes load A (k.mlir:3:5)\n"
                         "  site 1 bulk store shared 4480 bytes load A to shared (k.mlir:3:5)\n"
                         "  site 2 bulk store global 48 bytes store B\n"
                         "  site 3 bulk load shared 48 bytes store B from shared\n"
                         "  cta 0 warp 0\n"
                         "    40000 site 0 lanes 0xffffffffffffffff at 0x10060 stride 4096\n"
                         "    40000 site 0 lanes 0xf at 0x50060 stride 4096\n"
                         "    40000 site 1 lanes 0x1 at 0x2000 stride 0\n"
                         "    50000 site 2 lanes 0x1 at 0x7f0012345670 stride 0\n"
                         "    50000 site 3 lanes 0x1 at 0x80 stride 0\n"));
    QCOMPARE(table.sites()[1].kind, memory::AccessKind::BulkStore);
    QCOMPARE(test::countNoted(trace, "record.copy-odd"), uint64_t{2});
    QCOMPARE(test::countNoted(trace, "record.copy-without-map"), uint64_t{1});
    QCOMPARE(test::countNoted(trace, "record.copy-other-lanes"), uint64_t{3});
  }

  void copiesComeBackFromASavedTrace() {
    std::vector<std::byte> buffer;
    const Trace recorded = test::decodedTrace(makeCopies(buffer));
    const std::string saved = *writePftraceToString(recorded);
    const Result<Trace> read = readPftrace(std::as_bytes(std::span(saved)), "");
    QVERIFY(read);
    QCOMPARE(memory::accessesToText(*read->launches()[0].accesses),
             memory::accessesToText(*recorded.launches()[0].accesses));
  }
};

QTEST_GUILESS_MAIN(AccessWriterTest)
#include "access_writer_test.moc"
