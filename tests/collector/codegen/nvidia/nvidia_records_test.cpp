// SPDX-License-Identifier: Apache-2.0
// Records in PTX: one clock read and one store each, without stack memory, at fixed offsets if the
// control flow permits.
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileFile;
using test::compileSpecification;
using test::compileToPtx;
using test::countOf;

namespace {

/// A store of a record: its second word is the preceding clock value.
constexpr const char *kRecordStore = ", %clk};";
constexpr const char *kClockRead = "mov.u32 %clk, %clock;";

/// A kernel of `scopes` successive scopes around one multiplication each.
std::string straightLine(int scopes) {
  std::string body = "gpu.module @m {\ngpu.func @k(%A: memref<128xf32>) kernel {\n"
                     "%i = gpu.thread_id x\n%x0 = memref.load %A[%i] : memref<128xf32>\n";
  for (int s = 0; s < scopes; ++s) {
    const std::string n = std::to_string(s), next = std::to_string(s + 1);
    body += "proton.record start \"s" + n + "\"\n%x" + next + " = arith.mulf %x" + n + ", %x" + n +
            " : f32\nproton.record end \"s" + n + "\"\n";
  }
  return body + "memref.store %x" + std::to_string(scopes) +
         ", %A[%i] : memref<128xf32>\ngpu.return\n}\n}\n";
}

/// A scope in a loop of `trips` iterations.
std::string inLoop(int trips) {
  return "gpu.module @m {\ngpu.func @k(%A: memref<128xf32>) kernel {\n"
         "%i = gpu.thread_id x\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
         "%n = arith.constant " +
         std::to_string(trips) +
         " : index\nscf.for %j = %c0 to %n step %c1 {\nproton.record start \"s\"\n"
         "%x = memref.load %A[%i] : memref<128xf32>\n%y = arith.mulf %x, %x : f32\n"
         "memref.store %y, %A[%i] : memref<128xf32>\nproton.record end \"s\"\n}\n"
         "gpu.return\n}\n}\n";
}

/// Number of instructions: lines that end in ';' and are no declarations.
size_t instructionCount(const std::string &ptx) {
  size_t count = 0;
  for (const QString &line : QString::fromStdString(ptx).split('\n')) {
    const QString text = line.trimmed();
    count += text.endsWith(';') && !text.startsWith(".reg") && !text.startsWith(".param");
  }
  return count;
}

/// Kernels with uniform lanes, with divergent lanes, and with lanes that return one after another.
constexpr std::array kRecordShapes{"record_uniform", "record_divergent", "record_early_return",
                                   "record_values_uniform", "record_values_divergent"};

test::PtxRequest requestWith(std::string mode, uint32_t threads = 128) {
  test::PtxRequest request;
  request.mode = std::move(mode);
  request.block = {threads, 1, 1};
  return request;
}

Result<nvidia::ResourceReport> assembleShape(const std::filesystem::path &ptxas,
                                             const std::string &kernel, const QString &mode,
                                             const std::string &architecture) {
  test::PtxRequest request = requestWith("default:" + mode.toStdString());
  request.architecture = architecture;
  PSTUDIO_TRY_ASSIGN(const nvidia::PtxKernel ptx,
                     compileSpecification("tests/collector/kernels/" + kernel + ".json", request));
  return nvidia::assemble(ptxas, ptx);
}

} // namespace

class NvidiaRecordsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aRecordIsOneClockReadAndOneStore_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("store");
    QTest::newRow("global") << "default:groups=off"
                            << "st.global.v2.b32";
    QTest::newRow("shared") << "default:groups=off:buffer_type=shared"
                            << "st.shared.v2.b32";
  }
  void aRecordIsOneClockReadAndOneStore() {
    QFETCH(QString, mode);
    QFETCH(QString, store);
    const auto ptx = compileToPtx(straightLine(5), requestWith(mode.toStdString()));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, kRecordStore), size_t{10});
    QCOMPARE(countOf(ptx->text, kClockRead), size_t{10});
    QVERIFY(countOf(ptx->text, store.toStdString()) >= 10);
    QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
    QCOMPARE(countOf(ptx->text, "atom."), size_t{0});
    QCOMPARE(countOf(ptx->text, "bar.sync"), size_t{0}); // no barrier for the profile
  }

  void aTagAndTenRecordsAreThreeStoresOf16Bytes() {
    for (const char *memory : {"global", "shared"}) {
      const auto ptx =
          compileToPtx(straightLine(5), requestWith("default:buffer_type=" + std::string(memory)));
      VERIFY_RESULT(ptx);
      const std::string store = "st." + std::string(memory) + ".v4.b32 [%";
      const bool isShared = memory == std::string("shared"); // the header is then in global memory
      QVERIFY(countOf(ptx->text, store) >= 3);
      QCOMPARE(countOf(ptx->text, ", %clk};"), size_t{2}); // the third has 3 words
      QCOMPARE(countOf(ptx->text, ", %clock;"), size_t{10});
      QVERIFY(!isShared || countOf(ptx->text, store) == 3);
      QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
    }
  }

  void inALoopAGroupHasOneIndexAndWaitsForNothing() {
    for (const int trips : {64, 100000}) {
      const auto ptx = compileToPtx(inLoop(trips), requestWith("default"));
      VERIFY_RESULT(ptx);
      const size_t groups = countOf(ptx->text, "v4.b32 [%rd") - 2; // the header has two
      QVERIFY2(groups >= 1, ptx->text.c_str());                    // LLVM may unroll
      QCOMPARE(countOf(ptx->text, ", %clock;"), 2 * groups);
      QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
      QCOMPARE(countOf(ptx->text, "ld.global"), groups); // only those of the kernel
      QCOMPARE(countOf(ptx->text, "atom."), size_t{0});
    }
  }

  void inStraightLineCodeARecordHasAFixedPlace() {
    for (const char *mode : {"default:groups=off", "default:groups=off:buffer_type=shared"}) {
      const auto few = compileToPtx(straightLine(4), requestWith(mode));
      const auto more = compileToPtx(straightLine(12), requestWith(mode));
      VERIFY_RESULT(few);
      VERIFY_RESULT(more);
      const size_t perRecord =
          (instructionCount(more->text) - instructionCount(few->text)) / (2 * 8);
      // Half a multiplication of the kernel; the clock read and the store; tag and offset, which
      // ptxas folds.
      QVERIFY2(perRecord <= 5, more->text.c_str());
      QCOMPARE(countOf(more->text, "and.b32"), countOf(few->text, "and.b32"));
    }
  }

  void inALoopTheIndexStaysInARegister() {
    // 64 iterations fit into the ring of 1024 slots; 100000 wrap around.
    for (const int trips : {64, 100000}) {
      const auto ptx = compileToPtx(inLoop(trips), requestWith("default:groups=off"));
      VERIFY_RESULT(ptx);
      const size_t records = countOf(ptx->text, kRecordStore);
      QVERIFY2(records >= 2 && records % 2 == 0, ptx->text.c_str()); // LLVM may unroll
      QCOMPARE(countOf(ptx->text, kClockRead), records);
      QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
      QCOMPARE(countOf(ptx->text, "ld.global"), records / 2); // only those of the kernel
      QCOMPARE(countOf(ptx->text, "atom."), size_t{0});
    }
  }

  void oneLaneMayStoreInsteadOfAll() {
    test::PtxRequest request = requestWith("default:groups=off");
    const auto all = compileToPtx(straightLine(3), request);
    request.lanes = RecordLanes::One;
    const auto one = compileToPtx(straightLine(3), request);
    VERIFY_RESULT(all);
    VERIFY_RESULT(one);
    QCOMPARE(countOf(one->text, kRecordStore), size_t{6});
    QVERIFY2(countOf(one->text, "@%p") > countOf(all->text, "@%p") ||
                 countOf(one->text, "@$") > countOf(all->text, "@$"),
             one->text.c_str());
  }

  void modeNoneLeavesNothingBehind() {
    const auto ptx = compileToPtx(straightLine(3), requestWith("none"));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "clock"), size_t{0});
    QCOMPARE(countOf(ptx->text, "globaltimer"), size_t{0});
    QCOMPARE(countOf(ptx->text, ".param .u64"), size_t{1});
  }

  void ptxSaysWhichLineItCameFrom() {
    const auto ptx = compileToPtx(straightLine(1), requestWith("default"));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".file\t1 \"test.mlir\""), size_t{1});
    QVERIFY2(countOf(ptx->text, ".loc\t1 6 ") >= 1, ptx->text.c_str()); // the multiplication
    QCOMPARE(countOf(ptx->text, ".debug_info"), size_t{0});
  }

  void recordsSpillNoRegisters_data() {
    QTest::addColumn<QString>("specification");
    for (const std::string &path : test::specificationPaths())
      if (path.starts_with("resources/"))
        QTest::newRow(path.c_str()) << QString::fromStdString(path);
  }
  void recordsSpillNoRegisters() {
    QFETCH(QString, specification);
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here, which counts registers");
    QString registers;
    for (const char *mode : {"none", "default", "default:buffer_type=shared",
                             "default:strategy=flush", "default:strategy=stream"}) {
      test::PtxRequest request = requestWith(mode);
      request.architecture = "sm_90a";
      request.sharedBytesFree = 12 * 1024;
      const auto ptx = compileSpecification(specification.toStdString(), request);
      VERIFY_RESULT(ptx);
      const auto report = nvidia::assemble(*ptxas, *ptx);
      VERIFY_RESULT(report);
      QCOMPARE(report->spillStoreBytes, uint64_t{0});
      QCOMPARE(report->spillLoadBytes, uint64_t{0});
      QCOMPARE(report->stackBytes, uint64_t{0});
      registers += QString(" %1").arg(report->registers);
    }
    qInfo("registers without records, with records in global and in shared memory, flushed, "
          "streamed:%s",
          qPrintable(registers));
  }

  void partsOfALaunchAreRecordedWithoutStackOrSpills_data() {
    QTest::addColumn<QString>("mode");
    for (const char *mode : {"strategy=first:slots=16:buffer_type=shared",
                             "granularity=thread",
                             "granularity=thread:strategy=first",
                             "granularity=warp_2",
                             "granularity=warp_group",
                             "granularity=cta",
                             "granularity=cta:buffer_type=shared",
                             "warps=0",
                             "warps=0,2",
                             "ctas=0,3-5",
                             "every=4",
                             "every=3:strategy=flush",
                             "metric=time",
                             "granularity=warp_2:strategy=flush",
                             "granularity=warp_2:every=4:ctas=1",
                             "strategy=stream",
                             "strategy=stream:slots=16",
                             "strategy=stream:when_full=drop",
                             "strategy=stream:granularity=thread",
                             "strategy=stream:granularity=cta:every=2",
                             "strategy=stream:warps=0:metric=time"})
      QTest::newRow(mode) << mode;
  }
  void partsOfALaunchAreRecordedWithoutStackOrSpills() {
    QFETCH(QString, mode);
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here, which counts registers");
    for (const std::string kernel : kRecordShapes) {
      const auto report = assembleShape(*ptxas, kernel, mode, "sm_90a");
      VERIFY_RESULT(report);
      const uint64_t spilled = report->spillStoreBytes + report->spillLoadBytes;
      // With 32 registers the threads of an SM use its register file completely. ptxas then prefers
      // to spill a few bytes: it does if each of many records is followed by a handover.
      const bool isFull = mode.contains("stream") && report->registers == 32;
      QVERIFY2(spilled <= (isFull ? 64 : 0), qPrintable(QString::number(spilled)));
      QVERIFY2(report->stackBytes == 0 || spilled != 0, "a stack, and nothing spilled");
    }
  }

  void streamsAssembleForEveryChip_data() {
    QTest::addColumn<QString>("mode");
    for (const char *buffer : {"shared", "global"})
      for (const char *full : {"wait", "drop"})
        for (const char *units : {"warp", "warp_4"})
          QTest::addRow("%s %s %s", buffer, full, units)
              << QString("strategy=stream:slots=64:buffer_type=%1:when_full=%2:granularity=%3")
                     .arg(buffer, full, units);
    QTest::newRow("threads") << "strategy=stream:granularity=thread:buffer_type=global";
    QTest::newRow("threads drop") << "strategy=stream:granularity=thread:when_full=drop";
  }
  void streamsAssembleForEveryChip() {
    QFETCH(QString, mode);
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here");
    for (const char *architecture : {"sm_80", "sm_90a"})
      for (const char *kernel : kRecordShapes)
        VERIFY_RESULT(assembleShape(*ptxas, kernel, mode, architecture));
  }

  void addressesOfMoreWarpsThanSharedMemoryHoldsAreStagedInTheDevicesMemory() {
    // The share of an H200's shared memory that segments may use. Its SMs have 228 KiB.
    constexpr uint64_t kShare = 228 * 1024 / 24;
    for (const uint32_t warps : {8u, 9u, 10u, 16u, 32u}) {
      test::PtxRequest request = requestWith("memory:annotations=drop:strategy=stream", warps * 32);
      request.kernel = "gather"; // its lanes access arbitrary addresses
      request.sharedBytesFree = kShare;
      const auto ptx = compileFile("resources/kernels/gather.mlir", request);
      VERIFY_RESULT(ptx);
      // Halves of 64 slots hold an access of 32 addresses and the records of a handover.
      const uint64_t inShared = uint64_t{warps} * 128 * 8;
      QCOMPARE(ptx->staticSharedBytes + ptx->launchSharedBytes,
               inShared <= kShare - 16 ? inShared : 0);
    }
  }

  /// gemm_tiled loads and multiplies in functions that its inner loop calls.
  void iterationsThatDoNotRecordHaveABodyWithoutRecords() {
    const std::string mode = "memory:annotations=drop";
    const auto all = compileSpecification("resources/kernels/gemm_tiled.json", requestWith(mode));
    VERIFY_RESULT(all);
    const auto some =
        compileSpecification("resources/kernels/gemm_tiled.json", requestWith(mode + ":every=16"));
    VERIFY_RESULT(some);
    QCOMPARE(countOf(some->text, kClockRead), countOf(all->text, kClockRead));
    const size_t products = countOf(all->text, "fma.rn.f32");
    // The products after the last record of the body are the same in both bodies, so LLVM may merge
    // them.
    QVERIFY(countOf(some->text, "fma.rn.f32") > products);
    size_t most = 0; // products without a record between them
    for (const QString &part : QString::fromStdString(some->text).split(kClockRead))
      most = std::max<size_t>(most, static_cast<size_t>(part.count("fma.rn.f32")));
    QCOMPARE(most, products);
    if (const auto ptxas = nvidia::findPtxas()) {
      const auto report = nvidia::assemble(*ptxas, *some);
      VERIFY_RESULT(report);
      QCOMPARE(report->stackBytes + report->spillStoreBytes, uint64_t{0});
    }
  }

  void kernelsThatShareARecordingFunctionAreCompiledOneByOne() {
    const std::string source = R"(gpu.module @m {
      func.func private @step(%A: memref<64xf32>) attributes {passthrough = ["noinline"]} {
        %t = gpu.thread_id x
        %x = arith.constant 1.0 : f32
        proton.record start "inner"
        memref.store %x, %A[%t] : memref<64xf32>
        proton.record end "inner"
        return
      }
      gpu.func @one(%A: memref<64xf32>) kernel {
        func.call @step(%A) : (memref<64xf32>) -> ()
        gpu.return
      }
      gpu.func @two(%A: memref<64xf32>) kernel {
        proton.record start "outer"
        func.call @step(%A) : (memref<64xf32>) -> ()
        proton.record end "outer"
        gpu.return
      }
    })";
    for (const auto &[kernel, records] : {std::pair{"one", 2}, {"two", 4}})
      for (const char *mode :
           {"default:groups=off", "default:strategy=stream:buffer_type=global"}) {
        test::PtxRequest request = requestWith(mode, 64);
        request.kernel = kernel;
        const auto ptx = compileToPtx(source, request);
        VERIFY_RESULT(ptx);
        QCOMPARE(countOf(ptx->text, ".entry"), size_t{1});
        QCOMPARE(countOf(ptx->text, kClockRead), size_t(records));
      }
  }

  void theMatrixProductCopiesInTheBackground() {
    for (const char *mode : {"none", "default"}) {
      const auto ptx = compileSpecification("resources/kernels/gemm_tiled.json", requestWith(mode));
      VERIFY_RESULT(ptx);
      QVERIFY(countOf(ptx->text, "cp.async.ca.shared.global") +
                  countOf(ptx->text, "cp.async.cg.shared.global") >=
              2);
      QVERIFY(countOf(ptx->text, "cp.async.wait_group") >= 1);
      QVERIFY(countOf(ptx->text, "ld.shared.v4.f32") >= 2);
      QVERIFY(countOf(ptx->text, "fma.rn.f32") >= 16);
    }
  }
};

QTEST_GUILESS_MAIN(NvidiaRecordsTest)
#include "nvidia_records_test.moc"
