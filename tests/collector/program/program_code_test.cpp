// SPDX-License-Identifier: Apache-2.0
// The code of a program's kernels without a device: what NVIDIA's assembler takes, and what is
// rejected.
#include <QTemporaryFile>
#include <QtTest>

#include "collector/codegen/nvidia/architecture.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "collector/collector.h"
#include "tests/collector/program/program_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

Result<std::string> codeOf(const std::string &program, const std::string &mode,
                           const std::string &architecture = "sm_90a") {
  ProgramSpec spec = programNamed(program, mode);
  spec.target = "cuda:" + architecture;
  return emitPtx(spec);
}

/// The text of each kernel: every one begins with a comment that says where it is launched.
QStringList kernelsOf(const std::string &code) {
  QStringList kernels = QString::fromStdString(code).split("// kernel ");
  kernels.removeFirst();
  return kernels;
}

nvidia::PtxKernel ptxOf(const QString &kernel) {
  nvidia::PtxKernel ptx;
  ptx.text = "// " + kernel.toStdString();
  ptx.entry = kernel.section(',', 0, 0).toStdString();
  ptx.architecture = *nvidia::architectureNamed("sm_90a");
  return ptx;
}

} // namespace

class ProgramCodeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void theAssemblerTakesEveryKernel_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("instructions");
    QTest::newRow("tma_load") << "tma_load"
                              << QStringList{"cp.async.bulk.tensor.2d.shared::cluster.global",
                                             "mbarrier.arrive.expect_tx.shared.b64",
                                             "mbarrier.try_wait.parity.shared.b64",
                                             "prefetch.tensormap"};
    QTest::newRow("mbarrier") << "mbarrier"
                              << QStringList{"mbarrier.init.shared.b64", "mbarrier.arrive.shared",
                                             "mbarrier.test_wait.shared"};
    QTest::newRow("wgmma") << "wgmma"
                           << QStringList{"wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16",
                                          "wgmma.fence.sync.aligned", "wgmma.wait_group"};
    QTest::newRow("transform_script") << "transform_script" << QStringList{"st.global.f32"};
    QTest::newRow("clusters") << "clusters" << QStringList{"%cluster"};
    QTest::newRow("assertion") << "assertion" << QStringList{"__assertfail"};
    QTest::newRow("concurrent") << "concurrent" << QStringList{"atom.global.add.u32"};
    QTest::newRow("printf") << "printf" << QStringList{"vprintf"};
  }
  void theAssemblerTakesEveryKernel() {
    QFETCH(const QString, program);
    QFETCH(const QStringList, instructions);
    const auto ptxas = nvidia::findPtxas();
    for (const char *mode : {"none", "default", "functions,loops,barriers,memory"}) {
      const auto code = codeOf(program.toStdString(), mode);
      VERIFY_RESULT(code);
      for (const QString &instruction : instructions)
        QVERIFY2(code->find(instruction.toStdString()) != std::string::npos,
                 qPrintable(instruction));
      if (!ptxas)
        continue;
      for (const QString &kernel : kernelsOf(*code)) {
        VERIFY_RESULT(nvidia::assemble(*ptxas, ptxOf(kernel)));
      }
    }
  }

  void theAssemblerTakesHoppersOtherOperations() {
    const WrittenProgram program(
        R"(!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @tile : memref<8x32xf32, 3>
    gpu.func @k(%map: !map) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %m = arith.constant 3 : i16
      %bytes = arith.constant 1024 : index
      %tile = memref.get_global @tile : memref<8x32xf32, 3>
      %b = nvgpu.mbarrier.create -> !barrier
      %p = nvvm.elect.sync -> i1
      nvgpu.mbarrier.init %b[%c0], %c1, predicate = %p : !barrier
      nvgpu.mbarrier.arrive.expect_tx %b[%c0], %bytes, predicate = %p : !barrier
      nvgpu.tma.async.load %map[%c0, %c0], %b[%c0] to %tile multicast_mask = %m, predicate = %p : !map, !barrier -> memref<8x32xf32, 3>
      nvvm.cluster.arrive
      nvvm.cluster.wait
      nvvm.cluster.arrive.relaxed
      nvvm.cluster.wait
      nvgpu.tma.async.store %tile to %map[%c0, %c0] : memref<8x32xf32, 3> -> !map
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0
      nvvm.fence.mbarrier.init
      nvvm.fence.proxy { kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      nvvm.wgmma.fence.aligned
      nvvm.wgmma.commit.group.sync.aligned
      nvvm.wgmma.wait.group.sync.aligned 0
      nvvm.barrier0
      llvm.inline_asm has_side_effects "griddepcontrol.wait;", "" : () -> ()
      gpu.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %t0 = gpu.wait async
    %m, %t1 = gpu.alloc async [%t0] () : memref<8x32xf32>
    %tensor = memref.cast %m : memref<8x32xf32> to memref<*xf32>
    %map = nvgpu.tma.create.descriptor %tensor box[%c8, %c32] : memref<*xf32> -> !map
    %t2 = gpu.launch_func async [%t1] @kernels::@k clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1) args(%map : !map)
    gpu.wait [%t2]
    return
  }
}
)",
        "functions,loops,barriers,memory");
    ProgramSpec spec = program.spec;
    spec.target = "cuda:sm_90a";
    const auto code = emitPtx(spec);
    VERIFY_RESULT(code);
    for (const char *instruction :
         {"elect.sync", ".multicast::cluster", "barrier.cluster.arrive.relaxed",
          "barrier.cluster.wait", "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group",
          "cp.async.bulk.commit_group", "cp.async.bulk.wait_group 0", "fence.mbarrier_init",
          "fence.proxy.async.shared::cta", "griddepcontrol.wait"})
      QVERIFY2(code->find(instruction) != std::string::npos, instruction);
    if (const auto ptxas = nvidia::findPtxas())
      for (const QString &kernel : kernelsOf(*code))
        VERIFY_RESULT(nvidia::assemble(*ptxas, ptxOf(kernel)));
  }

  void everyKernelIsThereOnceWithItsPlace() {
    const auto code = codeOf("two_modules", "none");
    VERIFY_RESULT(code);
    const QStringList kernels = kernelsOf(*code);
    QCOMPARE(kernels.size(), 2); // the third launch runs the first one's code
    QVERIFY(kernels[0].startsWith("step, launched at ") && kernels[0].contains("mlir:42:5\n"));
    QVERIFY(kernels[1].startsWith("step, launched at ") && kernels[1].contains("mlir:44:5\n"));
  }

  void aBlockThatTheProgramComputesIsRejectedAtItsLaunch() {
    QTemporaryFile file(QDir::tempPath() + "/XXXXXX.mlir");
    QVERIFY(file.open());
    file.write(R"(func.func private @rtclock() -> f64
func.func @main() {
  %c1 = arith.constant 1 : index
  %now = call @rtclock() : () -> f64
  %whole = arith.fptosi %now : f64 to i64
  %n = arith.index_cast %whole : i64 to index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %n, %ny = %c1, %nz = %c1) {
    gpu.terminator
  }
  return
}
)");
    file.close();
    ProgramSpec spec;
    spec.file = file.fileName().toStdString();
    spec.target = "cuda:sm_90";
    const auto code = emitPtx(spec);
    QVERIFY(!code);
    QVERIFY2(textOf(code.error()).contains("known only when the program runs") &&
                 textOf(code.error()).contains(".mlir:7:3"),
             qPrintable(textOf(code.error())));
  }

  void whatAChipLacksIsRejectedAtItsOperation() {
    const auto code = codeOf("wgmma", "none", "sm_80");
    QVERIFY(!code);
    QVERIFY2(textOf(code.error()).contains("sm_80 has no nvgpu.mbarrier.arrive.expect_tx") &&
                 textOf(code.error()).contains("wgmma.mlir:"),
             qPrintable(textOf(code.error())));
  }
};

QTEST_GUILESS_MAIN(ProgramCodeTest)
#include "program_code_test.moc"
