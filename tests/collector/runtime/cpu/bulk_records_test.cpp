// SPDX-License-Identifier: Apache-2.0
// Records of bulk accesses on the CPU target: the lane that records them, and their content, for
// every strategy.
#include <QtTest>

#include "tests/collector/decoded_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr uint64_t kCopies = 20;

/// Copies of tiles at (i, lane number, -7) to byte 64 of shared memory. `copy` is the operation;
/// %makes is true in lanes 5 and 9 of warp 0.
std::string kernelWith(const std::string &copy) {
  return R"(
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c20 = arith.constant 20 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %isFive = arith.cmpi eq, %t, %c5 : index
  %isNine = arith.cmpi eq, %t, %c9 : index
  %makes = arith.ori %isFive, %isNine : i1
  %tile = memref.get_global @tile : memref<64xf32, #gpu.address_space<workgroup>>
  %start = memref.extract_aligned_pointer_as_index %tile : memref<64xf32, #gpu.address_space<workgroup>> -> index
  %place = arith.addi %start, %c64 : index
  %shared = arith.index_cast %place : index to i64
  %mine = arith.index_cast %t : index to i64
  %minus = arith.constant -7 : i64
  scf.for %i = %c0 to %c20 step %c1 {
    %x = arith.index_cast %i : index to i64
)" + copy +
         R"(
  }
  gpu.return
  }
  memref.global "private" @tile : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.func @other() {
)";
}

const char *const kPredicated =
    R"(proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load A"
           at %shared, %x, %mine, %minus by %makes)";
const char *const kBranch =
    R"(scf.if %makes {
         proton.access <kind = bulk_load, space = global, bytes = 1, tensor_map = 0> "load A"
             at %shared, %x, %mine, %minus
       })";

/// Compares the records of the copies [first, first + count). In shared memory, the records may
/// precede the tile.
void compareCopies(const UnitRecords &unit, uint64_t first, uint64_t count) {
  QVERIFY(!unit.addresses.empty());
  const uint64_t tile = unit.addresses[0].address;
  QVERIFY(tile >= 64 && tile < 65536);
  uint64_t next = first;
  for (const Record &record : unit.records) {
    if (record.kind != Kind::MemoryAccess) // handovers are records, too
      continue;
    QVERIFY(record.partial);
    QCOMPARE(record.laneMask, uint64_t{1} << 5 | uint64_t{1} << 9);
    QCOMPARE(record.key, uint16_t{4});
    QVERIFY(record.payload + 4 <= unit.addresses.size());
    const std::vector<LaneAddress> told(unit.addresses.begin() + ptrdiff_t(record.payload),
                                        unit.addresses.begin() + ptrdiff_t(record.payload) + 4);
    const std::vector<LaneAddress> expected{{tile, 5}, {next, 5}, {5, 5}, {uint64_t(-7), 5}};
    QVERIFY2(told == expected, QByteArray::number(qulonglong(next)));
    ++next;
  }
  QCOMPARE(next, first + count);
}

} // namespace

class BulkRecordsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void oneLaneTellsACopyAndTheMaskWhoMadeIt_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<uint64_t>("first");
    QTest::addColumn<uint64_t>("count");
    // A record has 6 slots: a segment of 64 slots keeps 10 of 20.
    QTest::newRow("newest") << QString("default:slots=64") << uint64_t{10} << uint64_t{10};
    QTest::newRow("all") << QString("default:slots=256") << uint64_t{0} << kCopies;
    QTest::newRow("shared") << QString("default:slots=256:buffer_type=shared") << uint64_t{0}
                            << kCopies;
    QTest::newRow("oldest") << QString("default:strategy=first:slots=32") << uint64_t{0}
                            << uint64_t{5};
    QTest::newRow("flushed") << QString("default:strategy=flush") << uint64_t{0} << kCopies;
    QTest::newRow("streamed") << QString("default:strategy=stream") << uint64_t{0} << kCopies;
  }
  void oneLaneTellsACopyAndTheMaskWhoMadeIt() {
    QFETCH(QString, mode);
    QFETCH(uint64_t, first);
    QFETCH(uint64_t, count);
    for (const char *copy : {kPredicated, kBranch}) {
      PSTUDIO_VERIFY_ASSIGN(
          const test::DecodedRun run,
          test::runAndDecode(kernelWith(copy), mode.toStdString(), 1, 64, {0, 0, 0, 0}));
      QCOMPARE(run.units.size(), size_t{2});
      compareCopies(run.units[0].records, first, count);
      QVERIFY(run.units[1].records.records.empty()); // no lane of warp 1 copies
      QCOMPARE(run.operations.operations[0].access->tensorMap, std::optional(0u));
      QCOMPARE(run.operations.operations[0].access->kind, memory::AccessKind::BulkLoad);
    }
  }
};

QTEST_GUILESS_MAIN(BulkRecordsTest)
#include "bulk_records_test.moc"
