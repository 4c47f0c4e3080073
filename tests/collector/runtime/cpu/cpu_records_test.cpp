// SPDX-License-Identifier: Apache-2.0
// The contract between the lowering that writes records and the decoder that reads them: kernels
// are instrumented, lowered and run, and the bytes of their profile buffer are decoded.
#include <QtTest>

#include "core/record/block_reader.h"
#include "core/record/record_layout.h"
#include "core/record/segment_decoder.h"
#include "core/trace/notes.h"
#include "tests/collector/kernel_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;
using test::argument;
using test::compile;
using test::kernelSource;
using test::request;

namespace {

/// A profile buffer and its decoded records by CTA and warp.
struct Profile {
  int64_t endCycle = 0;
  std::vector<BlockHeader> headers;
  std::vector<std::vector<std::vector<Record>>> records;
  uint64_t dropped = 0;
};

struct alignas(kBlockAlignment) Line {
  std::byte bytes[kBlockAlignment];
};

Result<Profile> run(std::string_view source, std::string_view mode, uint32_t ctas,
                    uint32_t threads) {
  PSTUDIO_TRY_ASSIGN(test::CompiledKernel kernel, compile(source, mode, threads));
  const uint64_t blockSize =
      blockBytes(kernel.instrumented.unitCount, kernel.instrumented.slotsPerUnit,
                 kernel.instrumented.operations.isGrouped());
  std::vector<Line> lines(blockSize / kBlockAlignment * ctas);
  std::vector<float> a(1024, 1.0f);
  std::vector<cpu::KernelArgument> arguments{argument("A", a)};
  if (kernel.instrumented.unitCount > 0)
    arguments.push_back({"profile", reinterpret_cast<uint64_t>(lines.data()), 0, {}, 1});
  PSTUDIO_TRY_ASSIGN(const cpu::LaunchResult result,
                     launch(request(kernel, {ctas, 1, 1}, {threads, 1, 1}, std::move(arguments))));
  Profile profile;
  profile.endCycle = result.endCycle;
  const std::span<const std::byte> bytes(lines.data()->bytes, lines.size() * sizeof(Line));
  for (uint32_t cta = 0; cta < ctas && kernel.instrumented.unitCount > 0; ++cta) {
    const auto block = bytes.subspan(cta * blockSize, blockSize);
    const auto header = readBlockHeader(block, {{cta, 0, 0}, Nanoseconds(0)});
    if (!header)
      return fail(ErrorCode::InvalidFormat, makeNote(noteOf(header.error())).message);
    profile.headers.push_back(*header);
    auto &units = profile.records.emplace_back(header->unitCount);
    for (uint32_t unit = 0; unit < header->unitCount; ++unit) {
      PSTUDIO_TRY_ASSIGN(
          const SegmentCounts counts,
          decodeSegment(segmentOf(block, *header, unit, kernel.instrumented.operations.groups),
                        units[unit]));
      profile.dropped += counts.recordsDropped;
    }
  }
  return profile;
}

constexpr std::string_view kNested = R"(
  %t = gpu.thread_id x
  proton.record start "outer"
  %x = memref.load %A[%t] : memref<1024xf32>
  proton.record start "inner"
  %y = arith.addf %x, %x : f32
  proton.record end "inner"
  memref.store %y, %A[%t] : memref<1024xf32>
  proton.record end "outer")";

constexpr std::string_view kLoop = R"(
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c100 step %c1 {
    proton.record start "step"
    %x = memref.load %A[%i] : memref<1024xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%i] : memref<1024xf32>
    proton.record end "step"
  })";

constexpr std::string_view kDivergent = R"(
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x
  %p = arith.cmpi ult, %t, %c8 : index
  scf.if %p {
    proton.record start "some lanes"
    %x = memref.load %A[%t] : memref<1024xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %A[%t] : memref<1024xf32>
    proton.record end "some lanes"
  }
  proton.record start "all lanes"
  gpu.barrier
  proton.record end "all lanes")";

} // namespace

class CpuRecordsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyWarpOfEveryCtaLeavesItsRecordsWithTheModelsClock_data() {
    QTest::addColumn<QString>("mode");
    QTest::newRow("global") << "default:buffer_type=global";
    QTest::newRow("shared") << "default:buffer_type=shared";
  }
  void everyWarpOfEveryCtaLeavesItsRecordsWithTheModelsClock() {
    QFETCH(QString, mode);
    const auto profile =
        run(kernelSource("%A: memref<1024xf32>", kNested), mode.toStdString(), 6, 70);
    VERIFY_RESULT(profile);
    QCOMPARE(profile->headers.size(), size_t{6});
    for (size_t cta = 0; cta < 6; ++cta) {
      QCOMPARE(profile->headers[cta].hardwareId, uint32_t(cta % 4));
      QVERIFY(profile->headers[cta].isFinalized);
      QCOMPARE(profile->records[cta].size(), size_t{3}); // 70 threads are 3 warps
      const auto base = static_cast<uint32_t>(profile->headers[cta].beginCycle.value);
      for (const auto &records : profile->records[cta]) {
        QCOMPARE(records.size(), size_t{4});
        QVERIFY(records[0].kind == Kind::ScopeStart && records[3].kind == Kind::ScopeEnd);
        QVERIFY(records[1].kind == Kind::ScopeStart && records[2].kind == Kind::ScopeEnd);
        QCOMPARE(records[0].clock - base, 0u);
        QCOMPARE(records[1].clock - base, 40u);         // one global load
        QCOMPARE(records[2].clock - base, 40u + 2);     // one float addition
        QCOMPARE(records[3].clock - base, 40u + 2 + 8); // one global store
        QVERIFY(!records[0].partial);
      }
    }
  }

  void recordsCostNothing_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("nested scopes") << QString::fromUtf8(kNested.data(), qsizetype(kNested.size()));
    QTest::newRow("scope in a loop") << QString::fromUtf8(kLoop.data(), qsizetype(kLoop.size()));
  }
  void recordsCostNothing() {
    QFETCH(QString, body);
    const std::string source = kernelSource("%A: memref<1024xf32>", body.toStdString());
    const auto with = run(source, "default", 8, 64);
    const auto without = run(source, "none", 8, 64);
    VERIFY_RESULT(with);
    VERIFY_RESULT(without);
    QVERIFY(with->endCycle > 0);
    QCOMPARE(with->endCycle, without->endCycle);
  }

  void ringKeepsTheNewestRecordsAndCountsTheRest() {
    const auto profile =
        run(kernelSource("%A: memref<1024xf32>", kLoop), "default:slots=16", 1, 32);
    VERIFY_RESULT(profile);
    const auto &records = profile->records[0][0];
    QCOMPARE(records.size(), size_t{16});
    QCOMPARE(profile->dropped, uint64_t{200 - 16});
    for (size_t i = 1; i < records.size(); ++i)
      QVERIFY(records[i].clock >= records[i - 1].clock);
    QVERIFY(records.back().kind == Kind::ScopeEnd);
  }

  void flushedSegmentKeepsWhatFitsTheBufferAndShowsTheFlushes_data() {
    QTest::addColumn<int>("slots");
    QTest::newRow("all") << 1024;
    QTest::newRow("the newest") << 32;
  }
  void flushedSegmentKeepsWhatFitsTheBufferAndShowsTheFlushes() {
    QFETCH(int, slots);
    const std::string source = kernelSource("%A: memref<1024xf32>", kLoop);
    const std::string mode = "default:strategy=flush:slots=" + std::to_string(slots);
    const auto profile = run(source, mode, 1, 64);
    const auto whole = run(source, "default", 1, 64);
    VERIFY_RESULT(profile);
    VERIFY_RESULT(whole);
    for (size_t warp = 0; warp < 2; ++warp) {
      std::vector<Record> kept;
      size_t flushes = 0;
      for (const Record &record : profile->records[0][warp])
        if (record.operation == 0)
          kept.push_back(record);
        else
          ++flushes;
      const auto &all = whole->records[0][warp];
      QVERIFY(flushes > 0);
      QVERIFY(slots > 200 ? kept.size() == all.size() : kept.size() + flushes == size_t(slots));
      for (size_t i = 0; i < kept.size(); ++i)
        QCOMPARE(kept[i].clock, all[all.size() - kept.size() + i].clock);
    }
    QCOMPARE(profile->dropped > 0, slots < 200);
  }

  void segmentThatKeepsTheFirstRecordsCountsTheOthers_data() {
    QTest::addColumn<QString>("mode");
    QTest::newRow("global") << "default:strategy=first:slots=16";
    QTest::newRow("shared") << "default:buffer_type=shared:strategy=first:slots=16";
  }
  void segmentThatKeepsTheFirstRecordsCountsTheOthers() {
    QFETCH(QString, mode);
    const std::string source = kernelSource("%A: memref<1024xf32>", kLoop);
    const auto profile = run(source, mode.toStdString(), 1, 32);
    const auto whole = run(source, "default", 1, 32);
    VERIFY_RESULT(profile);
    VERIFY_RESULT(whole);
    const auto &records = profile->records[0][0];
    QCOMPARE(records.size(), size_t{16});
    QCOMPARE(profile->dropped, uint64_t{200 - 16});
    for (size_t i = 0; i < records.size(); ++i)
      QCOMPARE(records[i].clock, whole->records[0][0][i].clock);
  }

  void divergentRecordKeepsTheMaskOfTheLanesThatMet() {
    const auto profile = run(kernelSource("%A: memref<1024xf32>", kDivergent), "default", 1, 64);
    VERIFY_RESULT(profile);
    const auto &first = profile->records[0][0];
    QCOMPARE(first.size(), size_t{4});
    QVERIFY(first[0].partial && first[1].partial);
    QCOMPARE(first[0].laneMask, uint64_t{0xff});
    QVERIFY(!first[2].partial);
    QCOMPARE(profile->records[0][1].size(),
             size_t{2}); // the second warp skips the branch as a whole
  }

  void kernelWithoutScopesNeedsNoBuffer() {
    const auto profile = run(kernelSource("%A: memref<1024xf32>", ""), "default", 1, 32);
    VERIFY_RESULT(profile);
    QVERIFY(profile->headers.empty());
  }
};

QTEST_GUILESS_MAIN(CpuRecordsTest)
#include "cpu_records_test.moc"
