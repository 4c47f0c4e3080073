// SPDX-License-Identifier: Apache-2.0
// Mode `memory` on an NVIDIA GPU: every recorded address is that of a model of the kernel, the
// access trace of the CPU target.
#include "tests/collector/gpu/compiled_gpu_test.h"

#include <algorithm>
#include <map>

#include "core/access/launch_accesses.h"
#include "tests/collector/access_kernels.h"
#include "tests/collector/traced_run.h"
#include "tests/support/access_counts.h"
#include "tests/support/access_sets.h"
#include "tests/support/gpu_test.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

Result<RunOutcome> runExample(const std::string &name, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, test::exampleSpec(name));
  return test::runInMode(std::move(spec), mode);
}

/// The copies of a CTA of gemm_wgmma in order: offset of the first row in A or B, and offset of the
/// tile in shared memory from the first tile.
struct TileCopy {
  std::string buffer;
  uint64_t offset = 0;
  uint64_t tile = 0;
};
std::vector<TileCopy> copiesOfProduct(uint32_t cta) {
  constexpr uint64_t kRowBytes = 4096 * 2, kTileBytes = 8192, kSlotBytes = 49152, kStages = 4;
  const uint64_t row = cta / 16 * 128, column = cta % 16 * 256;
  std::vector<TileCopy> copies;
  for (uint64_t step = 0; step < 64; ++step) {
    const uint64_t slot = step % kStages * kSlotBytes;
    for (uint64_t i = 0; i < 2; ++i)
      copies.push_back({"A", (row + 64 * i) * kRowBytes + step * 64 * 2, slot + i * kTileBytes});
    for (uint64_t i = 0; i < 4; ++i)
      copies.push_back(
          {"B", step * 64 * kRowBytes + (column + 64 * i) * 2, slot + (2 + i) * kTileBytes});
  }
  return copies;
}

bool hasTensorMaps() {
  const auto driver = cuda::Driver::open("libcuda.so.1");
  const auto devices = driver ? (*driver)->devices() : Result<std::vector<cuda::DeviceInfo>>();
  return devices && !devices->empty() && devices->front().canUseTensorMaps;
}

/// One text for each lane of each access, sorted.
std::vector<std::string> laneTexts(const memory::AccessTable &table,
                                   const memory::BufferMap &buffers) {
  std::vector<std::string> texts;
  for (const std::string &access : test::accessTexts(table, buffers)) {
    const QString text = QString::fromStdString(access);
    const qsizetype lanes = text.lastIndexOf(": ");
    for (const QString &lane : text.mid(lanes + 2).split(", "))
      texts.push_back((text.left(lanes + 2) + lane).toStdString());
  }
  std::ranges::sort(texts);
  return texts;
}

const memory::Buffer *bufferAt(const memory::LaunchAccesses &accesses, uint64_t address) {
  const uint32_t buffer = accesses.buffers.find(memory::AccessSpace::Global, address);
  return buffer == memory::BufferMap::kNone ? nullptr : &accesses.buffers.buffers()[buffer];
}

} // namespace

class MemoryModeGpuTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void recordedAddressesAreThoseOfTheModel_data() {
    QTest::addColumn<QString>("mode");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled"})
      for (const char *mode :
           {"memory:annotations=drop:slots=65536", "memory:annotations=drop:strategy=stream"})
        QTest::addRow("%s %s", name, mode) << QString(mode);
  }
  void recordedAddressesAreThoseOfTheModel() {
    QFETCH(QString, mode);
    const std::string name = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
    PSTUDIO_VERIFY_ASSIGN(RunSpec spec, test::exampleSpec(name));
    spec.target = "cuda";
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, test::runInMode(spec, mode.toStdString()));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *recorded = outcome.trace.launches()[0].accesses.get();
    QVERIFY(recorded != nullptr);
    QCOMPARE(recorded->table.share().dropped, uint64_t{0});
    PSTUDIO_VERIFY_ASSIGN(const test::TracedRun traced, test::runTraced(spec));
    const std::string wrong = test::differences(*recorded, traced.table, traced.map);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  /// A diverged warp may execute an access in parts, so the test compares lanes, not accesses.
  void recordedLanesAreThoseOfDivergedAndGenericAccesses_data() {
    QTest::addColumn<bool>("isGeneric");
    QTest::addColumn<QString>("mode");
    for (const char *mode : {"memory", "memory:strategy=flush", "functions,memory"}) {
      for (const auto &[name, kernel] : test::divergentKernels())
        QTest::addRow("%s, %s", name.c_str(), mode) << false << QString(mode);
      for (const auto &[name, kernel] : test::genericKernels())
        QTest::addRow("%s, %s", name.c_str(), mode) << true << QString(mode);
    }
  }
  void recordedLanesAreThoseOfDivergedAndGenericAccesses() {
    QFETCH(bool, isGeneric);
    QFETCH(QString, mode);
    const std::string name = QString(QTest::currentDataTag()).section(", ", 0, 0).toStdString();
    const QTemporaryDir folder;
    const auto &kernels = isGeneric ? test::genericKernels() : test::divergentKernels();
    PSTUDIO_VERIFY_ASSIGN(const RunSpec spec,
                          test::specOf(kernels.at(name), folder.path().toStdString(), "cuda"));
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome, test::runInMode(spec, mode.toStdString()));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *recorded = outcome.trace.launches()[0].accesses.get();
    QVERIFY(recorded != nullptr);
    PSTUDIO_VERIFY_ASSIGN(const test::TracedRun traced, test::runTraced(spec));
    const std::string wrong = test::differences(laneTexts(recorded->table, recorded->buffers),
                                                laneTexts(traced.table, traced.map));
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  /// Every tile of one CTA: 64 rows of 128 bytes, and 8 KiB of shared memory.
  void aTensorCopyIsTheRowsOfItsTile() {
    if (!hasTensorMaps())
      QSKIP("this GPU has no tensor maps");
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome outcome,
                          runExample("gemm_wgmma", "memory:annotations=drop:slots=4096:ctas=37"));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const auto accesses = outcome.trace.launches()[0].accesses;
    QVERIFY(accesses != nullptr);
    const memory::AccessTable &table = accesses->table;
    QCOMPARE(table.share().dropped, uint64_t{0});
    const std::vector<TileCopy> copies = copiesOfProduct(37);
    QCOMPARE(table.size(), uint64_t{2 * copies.size()});
    QCOMPARE(table.warps().size(), size_t{1});
    QCOMPARE(table.warps()[0].warp, 8u); // the producer
    const uint64_t firstTile = table.firstAddress(table[1]);
    for (size_t i = 0; i < copies.size(); ++i) {
      const memory::Access rows = table[2 * i], tile = table[2 * i + 1];
      const memory::LaneAddresses lanes = table.lanesOf(rows);
      const memory::Buffer *buffer = bufferAt(*accesses, lanes.address(0));
      QVERIFY(buffer != nullptr);
      QCOMPARE(buffer->name, copies[i].buffer);
      QCOMPARE(table.sites()[rows.site].bytesPerLane, 128u);
      QCOMPARE(lanes.count(), 64u);
      for (uint32_t row = 0; row < 64; ++row)
        QCOMPARE(lanes.address(row), buffer->base + copies[i].offset + row * uint64_t{8192});
      QCOMPARE(table.sites()[tile.site].kind, memory::AccessKind::BulkStore);
      QCOMPARE(table.sites()[tile.site].bytesPerLane, 8192u);
      QCOMPARE(table.firstAddress(tile) - firstTile, copies[i].tile);
    }
  }

  /// Loads and stores in inline PTX of CUDA C++: each CTA of a head reads the head's K and V, and
  /// only one CTA accesses each part of Q and O.
  void tensorCopiesOfAttentionTouchEveryByteAsOftenAsTheyShould() {
    if (!hasTensorMaps())
      QSKIP("this GPU has no tensor maps");
    PSTUDIO_VERIFY_ASSIGN(
        const RunOutcome outcome,
        runExample("attention_forward", "memory:annotations=drop:strategy=stream"));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const auto accesses = outcome.trace.launches()[0].accesses;
    QVERIFY(accesses != nullptr);
    const memory::AccessTable &table = accesses->table;
    QCOMPARE(table.share().dropped, uint64_t{0});
    std::map<std::string, std::map<uint64_t, int>> touches; // by buffer and half row
    for (uint64_t i = 0; i < table.size(); ++i) {
      const memory::AccessSite &site = table.sites()[table[i].site];
      if (site.space != memory::AccessSpace::Global)
        continue;
      QCOMPARE(site.bytesPerLane, 128u);
      const memory::LaneAddresses lanes = table.lanesOf(table[i]);
      for (const uint64_t address : lanes.addresses()) {
        const memory::Buffer *buffer = bufferAt(*accesses, address);
        QVERIFY(buffer != nullptr);
        QCOMPARE(memory::isWrite(site.kind), buffer->name == "O");
        QCOMPARE((address - buffer->base) % 128, uint64_t{0});
        ++touches[buffer->name][(address - buffer->base) / 128];
      }
    }
    for (const char *name : {"Q", "K", "V", "O"}) {
      const bool isShared = name[0] == 'K' || name[0] == 'V';
      QCOMPARE(touches[name].size(), size_t{8 * 512 * 2});
      for (const auto &[half, count] : touches[name])
        QCOMPARE(count, isShared ? 4 : 1);
    }
  }

  void countsAreThoseOfTheRecordedAddresses_data() {
    QTest::addColumn<int>("bins");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "vector_add", "gemm_tiled"})
      for (const int bins : {64, 1024})
        QTest::addRow("%s %d", name, bins) << bins;
  }
  void countsAreThoseOfTheRecordedAddresses() {
    QFETCH(int, bins);
    const std::string name = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
    PSTUDIO_VERIFY_ASSIGN(const RunOutcome recorded,
                          runExample(name, "memory:annotations=drop:slots=65536"));
    PSTUDIO_VERIFY_ASSIGN(
        const RunOutcome outcome,
        runExample(name, "memory:strategy=histogram:bins=" + std::to_string(bins)));
    QVERIFY2(!outcome.failure, outcome.failure ? outcome.failure->toString().c_str() : "");
    const memory::LaunchAccesses *counted = outcome.trace.launches()[0].accesses.get();
    QVERIFY(counted != nullptr && !counted->counts.cells.empty());
    const std::string wrong =
        test::difference(counted->counts.cells,
                         test::expectedCounts(*recorded.trace.launches()[0].accesses, *counted));
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

int test::runMemoryModeGpuTest(const QStringList &arguments) {
  MemoryModeGpuTest tests;
  return QTest::qExec(&tests, arguments);
}

#include "memory_mode_gpu_test.moc"
