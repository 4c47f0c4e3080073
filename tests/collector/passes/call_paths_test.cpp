// SPDX-License-Identifier: Apache-2.0
// Kernels whose functions call each other: every record has its call path.
#include <QtTest>

#include <cstring>
#include <optional>

#include "core/record/block_reader.h"
#include "core/record/record_layout.h"
#include "core/record/segment_decoder.h"
#include "core/trace/notes.h"
#include "tests/collector/kernel_runner.h"
#include "tests/collector/passes/random_calls.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr uint32_t kThreads = 64;

struct alignas(kBlockAlignment) Line {
  std::byte bytes[kBlockAlignment];
};

/// Result of a launch of one CTA.
struct Outcome {
  std::vector<float> values; ///< %A after the launch
  OperationTable operations;
  std::vector<std::vector<Record>> warps;
};

Result<Outcome> runCalls(std::string_view source, std::string_view mode) {
  PSTUDIO_TRY_ASSIGN(test::CompiledKernel kernel, test::compile(source, mode, kThreads));
  const uint64_t bytes = blockBytes(kernel.instrumented.unitCount, kernel.instrumented.slotsPerUnit,
                                    kernel.instrumented.operations.isGrouped());
  std::vector<Line> lines(bytes / kBlockAlignment);
  Outcome outcome;
  for (size_t i = 0; i < 1024; ++i)
    outcome.values.push_back(static_cast<float>(i));
  std::vector<cpu::KernelArgument> arguments{test::argument("A", outcome.values)};
  if (kernel.instrumented.unitCount > 0)
    arguments.push_back({"profile", reinterpret_cast<uint64_t>(lines.data()), 0, {}, 1});
  PSTUDIO_TRY(launch(test::request(kernel, {1, 1, 1}, {kThreads, 1, 1}, std::move(arguments))));
  outcome.operations = kernel.instrumented.operations;
  if (kernel.instrumented.unitCount == 0)
    return outcome;
  const std::span<const std::byte> block(lines.data()->bytes, bytes);
  const auto header = readBlockHeader(block, {{0, 0, 0}, Nanoseconds(0)});
  if (!header)
    return fail(ErrorCode::InvalidFormat, makeNote(noteOf(header.error())).message);
  outcome.warps.resize(header->unitCount);
  for (uint32_t unit = 0; unit < header->unitCount; ++unit) {
    PSTUDIO_TRY_ASSIGN(const SegmentCounts counts,
                       decodeSegment(segmentOf(block, *header, unit, outcome.operations.groups),
                                     outcome.warps[unit]));
    if (counts.recordsDropped != 0)
      return fail(ErrorCode::RunFailed, "records were dropped");
  }
  return outcome;
}

std::string pathOf(const Operation &operation) {
  std::string path;
  for (const CallSite &call : operation.path)
    path += "/" + call.function;
  return path;
}

/// The defect of one record; nullopt if it is correct. `records` are all records of its warp,
/// without those of the profile.
std::optional<std::string> problemWith(size_t index, const std::vector<Record> &records,
                                       const test::ExpectedRecord &expected,
                                       const OperationTable &table) {
  const Record &record = records[index];
  const Operation *operation = table.find(OperationId(record.operation));
  if (!operation)
    return "unknown operation " + std::to_string(record.operation);
  if ((record.kind == Kind::ScopeStart) != expected.isStart || operation->name != expected.scope ||
      pathOf(*operation) != expected.path)
    return "is " + operation->name + " over " + pathOf(*operation) + ", not " + expected.scope +
           " over " + expected.path;
  if (record.partial != expected.isPartial ||
      (record.partial && record.laneMask != test::kPartialMask))
    return "has the lanes " + std::to_string(record.laneMask);
  const OperationId parent =
      expected.parent < 0 ? OperationId() : OperationId(records[size_t(expected.parent)].operation);
  if (!(operation->parent == parent))
    return operation->name + " has another parent";
  return std::nullopt;
}

constexpr const char *kEventsOfCallers = R"(gpu.module @m {
  func.func private @issue(%e: i32, %key: index) attributes {passthrough = ["noinline"]} {
    proton.event start %e key %key : i32
    return
  }
  func.func private @wait(%e: i32, %key: index) attributes {passthrough = ["noinline"]} {
    proton.event end %e key %key : i32
    return
  }
  func.func private @both(%key: index) attributes {passthrough = ["noinline"]} {
    %e = proton.allocate_event "own" : i32
    func.call @issue(%e, %key) : (i32, index) -> ()
    func.call @wait(%e, %key) : (i32, index) -> ()
    return
  }
  gpu.func @k(%A: memref<1024xf32>) kernel {
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    proton.record start "all"
    %e = proton.allocate_event "copy" : i32
    func.call @issue(%e, %c5) : (i32, index) -> ()
    func.call @wait(%e, %c5) : (i32, index) -> ()
    func.call @both(%c6) : (index) -> ()
    func.call @both(%c7) : (index) -> ()
    proton.record end "all"
    gpu.return
  }
})";

} // namespace

class CallPathsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void randomCallGraphsGiveExactlyTheExpectedRecords_data() {
    QTest::addColumn<QString>("mode");
    QTest::newRow("global") << "default:buffer_type=global";
    QTest::newRow("shared") << "default:buffer_type=shared:slots=1024";
    QTest::newRow("first") << "default:strategy=first:buffer_type=global";
    QTest::newRow("flush") << "default:strategy=flush:buffer_type=shared:slots=1024";
  }
  void randomCallGraphsGiveExactlyTheExpectedRecords() {
    QFETCH(QString, mode);
    constexpr int kPrograms = 12;
    const uint64_t firstSeed = qEnvironmentVariableIsSet("PSTUDIO_SEED")
                                   ? qEnvironmentVariable("PSTUDIO_SEED").toULongLong()
                                   : 1;
    for (uint64_t seed = firstSeed; seed < firstSeed + kPrograms; ++seed) {
      const test::RandomCalls program = test::makeRandomCalls(seed, 300);
      const std::string shown = "seed " + std::to_string(seed) + "\n" + program.source;
      const auto outcome = runCalls(program.source, mode.toStdString());
      QVERIFY2(outcome, outcome ? "" : (outcome.error().toString() + shown).c_str());
      for (size_t warp = 0; warp < program.warps.size(); ++warp)
        if (const auto problem = compare(*outcome, warp, program.warps[warp]))
          QFAIL(("warp " + std::to_string(warp) + ": " + *problem + ", " + shown).c_str());
      const auto plain = runCalls(program.source, "none");
      VERIFY_RESULT(plain);
      QVERIFY2(std::memcmp(plain->values.data(), outcome->values.data(),
                           plain->values.size() * sizeof(float)) == 0,
               shown.c_str());
    }
  }

  void warpsThatTakeDifferentFunctionsEachCountTheirOwnRecords() {
    const std::string source = R"(gpu.module @m {
      func.func private @produce(%A: memref<1024xf32>) attributes {passthrough = ["noinline"]} {
        %t = gpu.thread_id x
        %x = arith.constant 1.0 : f32
        proton.record start "produce"
        memref.store %x, %A[%t] : memref<1024xf32>
        proton.record end "produce"
        return
      }
      func.func private @consume(%A: memref<1024xf32>) attributes {passthrough = ["noinline"]} {
        %t = gpu.thread_id x
        %x = arith.constant 2.0 : f32
        proton.record start "wait"
        memref.store %x, %A[%t] : memref<1024xf32>
        proton.record end "wait"
        proton.record start "consume"
        proton.record end "consume"
        return
      }
      gpu.func @k(%A: memref<1024xf32>) kernel {
        %c32 = arith.constant 32 : index
        %t = gpu.thread_id x
        %isProducer = arith.cmpi ult, %t, %c32 : index
        proton.record start "all"
        scf.if %isProducer {
          func.call @produce(%A) : (memref<1024xf32>) -> ()
        } else {
          func.call @consume(%A) : (memref<1024xf32>) -> ()
        }
        proton.record end "all"
        gpu.return
      }
    })";
    const auto outcome = runCalls(source, "default:buffer_type=shared");
    VERIFY_RESULT(outcome);
    const auto namesOf = [&](size_t warp) {
      std::string names;
      for (const Record &record : outcome->warps[warp])
        names += outcome->operations.find(OperationId(record.operation))->name + " ";
      return names;
    };
    QCOMPARE(namesOf(0), std::string("all produce produce all "));
    QCOMPARE(namesOf(1), std::string("all wait wait consume consume all "));
  }

  /// One event of the kernel, and one event of "both" for each of its two calls.
  void eventsMayStartInOneFunctionAndEndInAnother_data() {
    QTest::addColumn<QString>("mode");
    QTest::newRow("global") << "default:buffer_type=global";
    QTest::newRow("shared") << "default:buffer_type=shared:slots=256";
    QTest::newRow("flush") << "default:strategy=flush";
  }
  void eventsMayStartInOneFunctionAndEndInAnother() {
    QFETCH(QString, mode);
    const auto outcome = runCalls(kEventsOfCallers, mode.toStdString());
    VERIFY_RESULT(outcome);
    QCOMPARE(outcome->warps.size(), size_t{2});
    for (const std::vector<Record> &records : outcome->warps) {
      std::string text;
      for (const Record &record : records) {
        const Operation *operation = outcome->operations.find(OperationId(record.operation));
        QVERIFY(operation);
        if (operation->kind == OperationKind::Profile)
          continue;
        text += operation->name + std::to_string(record.operation) + pathOf(*operation) +
                (record.kind == Kind::EventStart ? " starts " + std::to_string(record.key)
                 : record.kind == Kind::EventEnd ? " ends " + std::to_string(record.key)
                                                 : "") +
                "\n";
      }
      QCOMPARE(text, std::string("all0\n"
                                 "copy1 starts 5\n"
                                 "copy1 ends 5\n"
                                 "own2/both starts 6\nown2/both ends 6\n"
                                 "own3/both starts 7\nown3/both ends 7\n"
                                 "all0\n"));
    }
  }

  void whatAutoModesLeaveAloneIsNamedAndEverythingElseIsMarked() {
    const std::string source = R"(gpu.module @m {
      func.func private @again(%A: memref<1024xf32>, %n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %x = arith.constant 2.0 : f32
        %more = arith.cmpi ugt, %n, %c0 : index
        scf.if %more {
          memref.store %x, %A[%n] : memref<1024xf32>
          %less = arith.subi %n, %c1 : index
          func.call @again(%A, %less) : (memref<1024xf32>, index) -> ()
        }
        return
      }
      func.func private @byName(%A: memref<1024xf32>) {
        %t = gpu.thread_id x
        %x = arith.constant 1.0 : f32
        memref.store %x, %A[%t] : memref<1024xf32>
        return
      }
      gpu.func @k(%A: memref<1024xf32>) kernel {
        func.call @byName(%A) : (memref<1024xf32>) -> ()
        %c3 = arith.constant 3 : index
        func.call @again(%A, %c3) : (memref<1024xf32>, index) -> ()
        gpu.return
      }
    })";
    const auto kernel = test::compile(source, "functions", kThreads);
    VERIFY_RESULT(kernel);
    std::string names;
    for (const Operation &operation : kernel->instrumented.operations.operations)
      names += operation.name + pathOf(operation) + " ";
    QCOMPARE(names, std::string("function k function byName/byName "));
    QCOMPARE(kernel->instrumented.warnings.size(), size_t{1});
    QCOMPARE(kernel->instrumented.warnings[0],
             std::string("test.mlir:10:11: auto modes do not record the function 'again': it calls "
                         "itself (again -> again)"));
  }

  void sharedGlobalsOfCalledFunctionsCountAsSharedMemoryOfTheKernel() {
    const auto module = KernelModule::parse(R"(gpu.module @m {
      memref.global "private" @both : memref<100xf32, #gpu.address_space<workgroup>>
      memref.global "private" @other : memref<8xf32, #gpu.address_space<workgroup>>
      memref.global "private" @notUsed : memref<999xf32, #gpu.address_space<workgroup>>
      llvm.mlir.global internal @raw() {addr_space = 3 : i32} : !llvm.array<5 x i64>
      func.func private @g() {
        %a = memref.get_global @both : memref<100xf32, #gpu.address_space<workgroup>>
        %b = memref.get_global @other : memref<8xf32, #gpu.address_space<workgroup>>
        %c = llvm.mlir.addressof @raw : !llvm.ptr<3>
        return
      }
      func.func private @f() {
        %a = memref.get_global @both : memref<100xf32, #gpu.address_space<workgroup>>
        func.call @g() : () -> ()
        return
      }
      gpu.func @k() workgroup(%m: memref<3xi8, #gpu.address_space<workgroup>>) kernel {
        func.call @f() : () -> ()
        func.call @g() : () -> ()
        gpu.return
      }
    })",
                                            "test.mlir");
    VERIFY_RESULT(module);
    const auto signature = module->signature("k");
    VERIFY_RESULT(signature);
    QCOMPARE(signature->staticSharedBytes, uint64_t{16 + 400 + 32 + 48});
  }

private:
  static std::optional<std::string> compare(const Outcome &outcome, size_t warp,
                                            const std::vector<test::ExpectedRecord> &expected) {
    std::vector<Record> records;
    if (warp < outcome.warps.size())
      records = outcome.warps[warp];
    std::erase_if(records, [&](const Record &record) {
      const Operation *operation = outcome.operations.find(OperationId(record.operation));
      return operation && operation->kind == OperationKind::Profile;
    });
    if (records.size() != expected.size())
      return std::to_string(records.size()) + " records, not " + std::to_string(expected.size());
    for (size_t i = 0; i < records.size(); ++i)
      if (const auto problem = problemWith(i, records, expected[i], outcome.operations))
        return "record " + std::to_string(i) + " " + *problem;
    return std::nullopt;
  }
};

QTEST_GUILESS_MAIN(CallPathsTest)
#include "call_paths_test.moc"
