// SPDX-License-Identifier: Apache-2.0
// The mode async on AMD GPUs, down to the disassembly: positions of records, and the meaning of
// s_waitcnt operands.
#include <QtTest>

#include "collector/chips/amd_instructions.h"
#include "collector/codegen/amd/link_code_object.h"
#include "collector/session/targets/compile_to_amd.h"
#include "core/base/temporary_file.h"
#include "core/process/run_program.h"
#include "tests/collector/codegen/amd/amd_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using analysis::AsyncQueue;
using test::AmdRequest;
using test::compileExample;
using test::compileForAmd;
using test::disassembly;

namespace {

/// Two stages of a ring in LDS, filled by loads that write to LDS directly. The wait does not
/// include the load of the newer stage. %1 is the operand of that wait.
const char *const kRing = R"(gpu.module @m {
gpu.func @k(%A: memref<4096xf32>, %B: memref<4096xf32>)
    workgroup(%w: memref<512xf32, #gpu.address_space<workgroup>>) kernel {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %most = arith.constant 16384 : i32
  %stride = arith.constant 0 : i16
  %flags = arith.constant 159744 : i32
  %a = memref.extract_aligned_pointer_as_index %A : memref<4096xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %ap = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %r = rocdl.make.buffer.rsrc %ap, %stride, %most, %flags : !llvm.ptr to <8>
  %l = memref.extract_aligned_pointer_as_index %w
      : memref<512xf32, #gpu.address_space<workgroup>> -> index
  %l64 = arith.index_cast %l : index to i64
  %l32 = arith.trunci %l64 : i64 to i32
  %lp = llvm.inttoptr %l32 : i32 to !llvm.ptr<3>
  %t = gpu.thread_id x
  %t32 = arith.index_cast %t : index to i32
  %o = arith.muli %t32, %c4 : i32
  %p = arith.addi %o, %c64 : i32
  llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %lp, %c4, %o, %c0, %c0, %c0)
      : (!llvm.ptr<8>, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
  llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load.lds"(%r, %lp, %c4, %p, %c0, %c0, %c0)
      : (!llvm.ptr<8>, !llvm.ptr<3>, i32, i32, i32, i32, i32) -> ()
  rocdl.waitcnt %1
  rocdl.s.barrier
  %x = memref.load %w[%t] : memref<512xf32, #gpu.address_space<workgroup>>
  memref.store %x, %B[%t] : memref<4096xf32>
  gpu.return
} })";

/// The same with one load per stage, as HIP compilers write it; the barrier is inline assembly.
const char *const kRingInLlvmIr = R"(
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [512 x float] undef, align 16
define protected amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i32 %t
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %p, ptr addrspace(3) @tile, i32 4, i32 0, i32 0)
  %q = getelementptr inbounds float, ptr addrspace(1) %p, i32 128
  tail call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %q, ptr addrspace(3) @tile, i32 4, i32 512, i32 0)
  tail call void @llvm.amdgcn.s.waitcnt(i32 3953)
  tail call void asm sideeffect "s_barrier", "~{memory}"()
  %s = getelementptr inbounds float, ptr addrspace(3) @tile, i32 %t
  %x = load float, ptr addrspace(3) %s, align 4
  %o = getelementptr inbounds float, ptr addrspace(1) %b, i32 %t
  store float %x, ptr addrspace(1) %o, align 4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.s.waitcnt(i32 immarg)
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
)";

/// %1 is a matrix operation of %a and %c.
const char *const kProduct = R"(gpu.module @m {
gpu.func @k(%A: memref<4096xf32>) kernel {
  %t = gpu.thread_id x
  %0 = arith.constant 0 : i32
  %a = vector.load %A[%t] : memref<4096xf32>, %2
  %c = vector.load %A[%t] : memref<4096xf32>, %3
  %1
  vector.store %d, %A[%t] : memref<4096xf32>, %3
  gpu.return
} })";

/// The relevant instructions of a disassembly in order: "clock", "load to LDS", "vmcnt 1",
/// "barrier" and "matrix".
QStringList eventsIn(const std::string &code) {
  static const QRegularExpression known(
      "(?<clock>s_memtime|s_sendmsg_rtn)|(?<lds>(buffer|global)_load_.*lds)|"
      "(?<wait>s_waitcnt vmcnt\\((?<count>\\d+)\\)\\s)|(?<barrier>s_barrier\\b)|"
      "(?<matrix>v_(mfma|wmma)_)");
  QStringList events;
  for (const QString &line : QString::fromStdString(code).split('\n')) {
    const QRegularExpressionMatch match = known.match(line);
    if (match.hasCaptured("clock"))
      events << "clock";
    else if (match.hasCaptured("lds"))
      events << "load to LDS";
    else if (match.hasCaptured("wait"))
      events << "vmcnt " + match.captured("count");
    else if (match.hasCaptured("barrier"))
      events << "barrier";
    else if (match.hasCaptured("matrix"))
      events << "matrix";
  }
  return events;
}

/// The events up to the first barrier. After it, the compiler inserts waits for the loaded values.
QStringList upToTheBarrier(const std::string &code) {
  const QStringList events = eventsIn(code);
  return events.mid(0, events.indexOf("barrier") + 1);
}

Result<std::string> codeOfLlvmIr(const char *target) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(kRingInLlvmIr, "ring.ll"));
  RunSpec spec;
  spec.function = "k";
  spec.target = target;
  spec.block = {128, 1, 1};
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse("async:buffer_type=shared"));
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature("k"));
  PSTUDIO_TRY_ASSIGN(const amd::AmdKernel kernel,
                     compileToAmd(spec, module, signature, amd::Output::CodeObject));
  return disassembly(kernel);
}

Result<std::string> codeOf(const QString &source, const AmdRequest &request) {
  PSTUDIO_TRY_ASSIGN(const amd::AmdKernel kernel,
                     compileForAmd(source.toStdString(), 128, request));
  return disassembly(kernel);
}

} // namespace

class AmdAsyncTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    if (!amd::findLinker())
      QFAIL("no ld.lld here: install lld-19");
  }

  /// All 65536 operands have the meaning that LLVM's disassembler prints.
  void numbersOfWaitsMeanWhatTheDisassemblerSays_data() {
    QTest::addColumn<QString>("chip");
    QTest::addColumn<uint32_t>("opcode");
    QTest::addColumn<uint32_t>("mostShared");
    QTest::newRow("gfx90a") << "gfx90a" << 0xbf8cu << 15u;
    QTest::newRow("gfx942") << "gfx942" << 0xbf8cu << 15u;
    QTest::newRow("gfx1030") << "gfx1030" << 0xbf8cu << 63u;
    QTest::newRow("gfx1100") << "gfx1100" << 0xbf89u << 63u;
  }
  void numbersOfWaitsMeanWhatTheDisassemblerSays() {
    QFETCH(QString, chip);
    QFETCH(uint32_t, opcode);
    QFETCH(uint32_t, mostShared);
    QString bytes;
    for (uint32_t number = 0; number < 0x10000; ++number)
      bytes += QString::asprintf("0x%02x 0x%02x 0x%02x 0x%02x\n", number & 255, number >> 8,
                                 opcode & 255, opcode >> 8);
    const auto file = TemporaryFile::containing(bytes.toStdString());
    VERIFY_RESULT(file);
    const auto said = runProgram(std::filesystem::path(PSTUDIO_LLVM_TOOLS) / "llvm-mc",
                                 {"--disassemble", "--triple=amdgcn-amd-amdhsa",
                                  "--mcpu=" + chip.toStdString(), file->path()},
                                 60.0);
    VERIFY_RESULT(said);
    QCOMPARE(said->exitCode, 0);
    const auto amdChip = amdChipNamed(chip.toStdString());
    QVERIFY(amdChip);
    uint32_t number = 0;
    for (const QString &line : QString::fromStdString(said->output).split('\n')) {
      const std::string text = line.trimmed().toStdString();
      const auto instructions = parseAmdAssembly(text);
      if (!instructions || instructions->empty())
        continue;
      QCOMPARE(instructions->size(), size_t{1});
      auto waits = instructions->front().waits(amdChip);
      QVERIFY2(waits, text.c_str());
      std::erase_if(*waits, [&](const AmdWait &wait) {
        const uint32_t most = wait.counter == AsyncQueue::LoadCounter     ? 63
                              : wait.counter == AsyncQueue::ExportCounter ? 7
                                                                          : mostShared;
        return wait.pending == most;
      });
      std::vector<AmdWait> decoded = decodeWaitcnt(number, *amdChip);
      const auto byCounter = [](const AmdWait &wait) { return wait.counter; };
      std::ranges::sort(*waits, {}, byCounter);
      std::ranges::sort(decoded, {}, byCounter);
      QVERIFY2(decoded == *waits, qPrintable(QString::number(number, 16) + ": " + line));
      ++number;
    }
    QCOMPARE(number, 0x10000u);
  }

  void waitsOfGfx12NameTheirCounters() {
    const auto chip = amdChipNamed("gfx1200");
    QVERIFY(chip && chip->hasStoreCounter() && chip->lanesPerWave() == 32);
    const auto waitsOf = [&](const char *text) {
      const auto instructions = parseAmdAssembly(text);
      return instructions && instructions->size() == 1 ? instructions->front().waits(chip)
                                                       : std::nullopt;
    };
    using Waits = std::vector<AmdWait>;
    QVERIFY(waitsOf("s_wait_loadcnt 0x2") == Waits({{AsyncQueue::LoadCounter, 2}}));
    QVERIFY(waitsOf("s_wait_storecnt 0x0") == Waits({{AsyncQueue::StoreCounter, 0}}));
    QVERIFY(waitsOf("s_wait_dscnt 0x1") == Waits({{AsyncQueue::SharedCounter, 1}}));
    QVERIFY(waitsOf("s_wait_loadcnt_dscnt 0x103") ==
            Waits({{AsyncQueue::LoadCounter, 1}, {AsyncQueue::SharedCounter, 3}}));
    QVERIFY(waitsOf("s_wait_kmcnt 0x0") == Waits());
    QVERIFY(amdCountersOf(AmdOperation::ScalarLoad, chip).empty());
    const auto split =
        parseAmdAssembly("s_wait_alu 0xfffe\ns_barrier_signal -1\ns_barrier_wait -1");
    QVERIFY(split && split->size() == 3);
    QVERIFY(split->at(0).operation == AmdOperation::Other);
    QVERIFY(split->at(1).operation == AmdOperation::BarrierSignal);
    QVERIFY(split->at(2).operation == AmdOperation::BarrierWait);
  }

  void wavesOfOtherSizesFollowFromTheNameOfTheChip() {
    QCOMPARE(amdChipNamed("gfx1100")->lanesPerWave(), 32u);
    QCOMPARE(amdChipNamed("gfx1100+wavefrontsize64")->lanesPerWave(), 64u);
    QCOMPARE(amdChipNamed("gfx950")->lanesPerWave(), 64u);
    QVERIFY(!amdChipNamed("gfx1250") && !amdChipNamed("gfx803"));
  }

  void intrinsicsOfTritonHaveTheirKind() {
    const auto isKind = [](const char *stem, AmdOperation kind) {
      return amdIntrinsic(stem, true) == kind;
    };
    QVERIFY(isKind("update.dpp.i32", AmdOperation::Other));
    QVERIFY(isKind("permlanex16.i32", AmdOperation::Other));
    QVERIFY(isKind("permlane32.swap", AmdOperation::Other));
    QVERIFY(isKind("ds.bpermute", AmdOperation::LdsExchange));
    QVERIFY(isKind("ds.read.tr16.b64.v4f16", AmdOperation::LdsLoad));
    QVERIFY(isKind("raw.ptr.buffer.load.v4f32", AmdOperation::VectorLoad));
    QVERIFY(isKind("raw.ptr.buffer.load.async.lds", AmdOperation::LoadToLds));
    QVERIFY(isKind("s.barrier.signal", AmdOperation::BarrierSignal));
    QVERIFY(isKind("s.barrier.wait", AmdOperation::BarrierWait));
    QVERIFY(isKind("mfma.scale.f32.32x32x64.f8f6f4.v8i32.v8i32", AmdOperation::Matrix));
  }

  void recordsStandAroundLoadsToLdsWaitsAndBarriers_data() {
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("number"); // vmcnt(1) only
    QTest::newRow("gfx90a") << "gfx90a" << QString::number(0x0f71);
    QTest::newRow("gfx942") << "gfx942" << QString::number(0x0f71);
    QTest::newRow("gfx1030") << "gfx1030" << QString::number(0x3f71);
  }
  void recordsStandAroundLoadsToLdsWaitsAndBarriers() {
    QFETCH(QString, chip);
    QFETCH(QString, number);
    const QString source = QString(kRing).arg(number);
    const auto plain = codeOf(source, {chip.toStdString(), "none"});
    VERIFY_RESULT(plain);
    const QStringList wanted{"load to LDS", "load to LDS", "vmcnt 1", "barrier"};
    QCOMPARE(upToTheBarrier(*plain), wanted);
    for (const char *mode : {"async", "async:buffer_type=shared"}) {
      const auto marked = codeOf(source, {chip.toStdString(), mode});
      VERIFY_RESULT(marked);
      // The first clocks are those of the header. No record waits for the loads.
      const QStringList events{"clock", "clock",   "load to LDS", "load to LDS", "clock",
                               "clock", "vmcnt 1", "clock",       "clock",       "barrier"};
      QVERIFY2(upToTheBarrier(*marked) == events,
               qPrintable(upToTheBarrier(*marked).join(", ") + "\n" + marked->c_str()));
    }
  }

  void kernelsInLlvmIrAreReadAlike() {
    const auto code = codeOfLlvmIr("hip:gfx90a");
    VERIFY_RESULT(code);
    const QStringList events{"clock", "clock",   "load to LDS", "load to LDS", "clock",
                             "clock", "vmcnt 1", "clock",       "clock",       "barrier"};
    QVERIFY2(upToTheBarrier(*code) == events,
             qPrintable(upToTheBarrier(*code).join(", ") + "\n" + code->c_str()));
    const auto broken = codeOfLlvmIr("hip:gfx942");
    QVERIFY(!broken);
    QVERIFY2(broken.error().message.find("fails on llvm.amdgcn.global.load.lds for gfx942") !=
                 std::string::npos,
             broken.error().toString().c_str());
  }

  void matrixOperationsStayBetweenTheirRecords_data() {
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("c");
    const QString mfma = "%d = rocdl.mfma.f32.16x16x4f16 %a, %a, %c, %0, %0, %0 : "
                         "(vector<4xf16>, vector<4xf16>, vector<16xf32>, i32, i32, i32) -> "
                         "vector<16xf32>";
    QTest::newRow("gfx90a") << "gfx90a" << mfma << "vector<4xf16>"
                            << "vector<16xf32>";
    QTest::newRow("gfx942") << "gfx942" << mfma << "vector<4xf16>"
                            << "vector<16xf32>";
    QTest::newRow("gfx1100") << "gfx1100"
                             << "%d = rocdl.wmma.f32.16x16x16.f16 %a, %a, %c : "
                                "(vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>"
                             << "vector<16xf16>"
                             << "vector<8xf32>";
  }
  void matrixOperationsStayBetweenTheirRecords() {
    QFETCH(QString, chip);
    QFETCH(QString, operation);
    QFETCH(QString, a);
    QFETCH(QString, c);
    QString source(kProduct);
    source.replace("memref<4096xf32>, %2", "memref<4096xf32>, VECTOR_A");
    source.replace("%1\n", operation + "\n").replace("%3", c);
    // The test loads floats and casts them: a load must have the element type of its memory.
    const QString floats = chip == "gfx1100" ? "vector<8xf32>" : "vector<2xf32>";
    source.replace("%a = vector.load %A[%t] : memref<4096xf32>, VECTOR_A",
                   "%f = vector.load %A[%t] : memref<4096xf32>, " + floats +
                       "\n  %a = vector.bitcast %f : " + floats + " to " + a);
    const auto code = codeOf(source, {chip.toStdString(), "matrix:buffer_type=shared"});
    VERIFY_RESULT(code);
    const QStringList events{"clock", "clock", "matrix", "clock", "clock"};
    QStringList found = eventsIn(*code);
    found.removeIf([](const QString &event) { return event.startsWith("vmcnt"); });
    if (chip == "gfx1100") { // two clocks each in the header and at the end
      found.removeFirst();
      found.removeLast();
    }
    QVERIFY2(found == events, qPrintable(found.join(", ") + "\n" + code->c_str()));
  }

  void everyExampleIsCompiledInTheMode_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("chip");
    for (const char *example :
         {"vector_add", "softmax", "reduction", "layer_norm", "transpose_swizzled", "gemm_tiled",
          "stages/gemm_tiled_1_stage", "stages/gemm_tiled_4_stages"})
      for (const char *chip : {"gfx90a", "gfx942", "gfx1100"})
        QTest::addRow("%s %s", example, chip) << example << chip;
  }
  void everyExampleIsCompiledInTheMode() {
    QFETCH(QString, example);
    QFETCH(QString, chip);
    const auto path = "resources/kernels/" + example.toStdString() + ".json";
    const auto clocks = [&](const char *mode) -> Result<qsizetype> {
      PSTUDIO_TRY_ASSIGN(const auto kernel, compileExample(path, {chip.toStdString(), mode}));
      PSTUDIO_TRY_ASSIGN(const auto code, disassembly(kernel));
      return eventsIn(code).count("clock");
    };
    const auto marked = clocks("async:annotations=drop");
    VERIFY_RESULT(marked);
    // Each barrier of the source is a step, and so are each copy and each wait for a copy. The
    // header and the end read the clock if the kernel has records.
    const bool hasSteps = example != "vector_add";
    QVERIFY2(hasSteps ? *marked >= 2 + 2 : *marked == 0, qPrintable(QString::number(*marked)));
  }

  /// Copies of nvgpu as the README describes them: the copy completes at its issue, and the wait
  /// has no effect.
  void copiesOfNvgpuAreMadeWhereTheyAreIssued_data() {
    QTest::addColumn<QString>("chip");
    for (const char *chip : {"gfx90a", "gfx942", "gfx1100"})
      QTest::newRow(chip) << chip;
  }
  void copiesOfNvgpuAreMadeWhereTheyAreIssued() {
    QFETCH(QString, chip);
    const auto kernel = compileExample("resources/kernels/stages/gemm_tiled_1_stage.json",
                                       {chip.toStdString(), "async:annotations=drop"});
    VERIFY_RESULT(kernel);
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    static const QRegularExpression known("s_memtime|s_sendmsg_rtn|s_barrier|global_load|"
                                          "ds_(write|store)_b128");
    QStringList events;
    for (const QString &line : QString::fromStdString(*code).split('\n')) {
      const QString found = known.match(line).captured();
      const QString event = found.isEmpty()          ? ""
                            : found == "s_barrier"   ? "barrier"
                            : found.startsWith("s_") ? "clock"
                                                     : "copy";
      if (!event.isEmpty() && (event != "copy" || events.isEmpty() || events.last() != event))
        events << event;
    }
    // The issue, its commit, the wait, and the first barrier.
    QVERIFY2(events.join(" ").contains("clock copy clock clock clock clock clock barrier clock"),
             qPrintable(events.join(" ")));
  }

  void whatAChipHasNotIsRejectedByName_data() {
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("message");
    QTest::newRow("no load to LDS on gfx11") << "gfx1100" << QString(kRing).arg(0)
                                             << "gfx1100 has no instruction for "
                                                "llvm.amdgcn.raw.ptr.buffer.load.lds";
    const QString call = R"(gpu.module @m { gpu.func @k(%A: memref<4096xf32>) kernel {
  %z = arith.constant 0 : i32
  %t = gpu.thread_id x
  %1
  gpu.return } })";
    QTest::newRow("text of another GPU")
        << "gfx942"
        << QString(call).replace("%1", "llvm.inline_asm has_side_effects \"bar.sync "
                                       "0;\", \"\" : () -> ()")
        << "gfx942 has no llvm.inline_asm, whose assembly is for another GPU";
    QTest::newRow("no mfma on gfx1100")
        << "gfx1100"
        << QString(call).replace("%1", "%a = vector.load %A[%t] : memref<4096xf32>, vector<4xf32>\n"
                                       "%f = memref.load %A[%t] : memref<4096xf32>\n"
                                       "%d = rocdl.mfma.f32.16x16x4f32 %f, %f, %a, %z, %z, %z : "
                                       "(f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>\n"
                                       "vector.store %d, %A[%t] : memref<4096xf32>, vector<4xf32>")
        << "gfx1100 has no instruction for llvm.amdgcn.mfma.f32.16x16x4f32";
  }
  void whatAChipHasNotIsRejectedByName() {
    QFETCH(QString, chip);
    QFETCH(QString, source);
    QFETCH(QString, message);
    for (const char *mode : {"none", "async"}) {
      const auto kernel = compileForAmd(source.toStdString(), 64, {chip.toStdString(), mode});
      QVERIFY(!kernel);
      QCOMPARE(kernel.error().code, ErrorCode::Unsupported);
      QVERIFY2(QString::fromStdString(kernel.error().message).contains(message),
               kernel.error().toString().c_str());
      QVERIFY2(kernel.error().where.find("test.mlir:") != std::string::npos,
               kernel.error().where.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(AmdAsyncTest)
#include "amd_async_test.moc"
