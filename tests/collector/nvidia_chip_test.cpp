// SPDX-License-Identifier: Apache-2.0
// Matrix instructions, bulk copies, clusters: compiled where the chip has them, refused elsewhere.
#include <QtTest>

#include "collector/codegen/nvidia/ptxas.h"
#include "tests/collector/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileFile;
using test::compileToPtx;
using test::countOf;
using test::textOf;

namespace {

constexpr const char *kHopper = "tests/collector/kernels/nvidia/hopper.mlir";

test::PtxRequest requestFor(std::string kernel, std::string architecture, uint32_t threads,
                            std::string mode = "none") {
  test::PtxRequest request;
  request.kernel = std::move(kernel);
  request.architecture = std::move(architecture);
  request.block = {threads, 1, 1};
  request.mode = std::move(mode);
  return request;
}

} // namespace

class NvidiaChipTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void hoppersInstructionsComeOut() {
    for (const char *mode : {"none", "default", "default:buffer_type=shared"}) {
      const auto ptx = compileFile(kHopper, requestFor("hopper", "sm_90a", 128, mode));
      VERIFY_RESULT(ptx);
      for (const char *instruction :
           {"mbarrier.init.shared", "mbarrier.arrive.expect_tx", "cp.async.bulk.tensor.2d",
            "mbarrier.try_wait.parity", "wgmma.mma_async.sync.aligned.m64n128k16"})
        QVERIFY2(countOf(ptx->text, instruction) > 0, instruction);
      if (const auto ptxas = nvidia::findPtxas()) {
        const auto report = nvidia::assemble(*ptxas, *ptx);
        VERIFY_RESULT(report);
        QCOMPARE(report->spillStoreBytes, uint64_t{0});
      }
    }
  }

  void amperesInstructionsComeOut() {
    const auto ptx = compileFile(kHopper, requestFor("ampere", "sm_80", 32));
    VERIFY_RESULT(ptx);
    for (const char *instruction :
         {"cp.async.ca.shared.global", "cp.async.commit_group", "cp.async.wait_group 0",
          "ldmatrix.sync.aligned.m8n8.x4", "mma.sync.aligned.m16n8k16"})
      QVERIFY2(countOf(ptx->text, instruction) == 1, instruction);
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void otherChipsRefuseThemByNameAndPlace() {
    const auto older = compileFile(kHopper, requestFor("hopper", "sm_80", 128));
    QVERIFY(!older);
    QCOMPARE(older.error().code, ErrorCode::Unsupported);
    QVERIFY2(textOf(older.error())
                 .contains(QRegularExpression("hopper.mlir:24:5: sm_80 has no "
                                              "nvgpu.mbarrier.arrive.expect_tx, which needs sm_90 "
                                              "or newer")),
             qPrintable(textOf(older.error())));
    const auto portable = compileFile(kHopper, requestFor("hopper", "sm_90", 128));
    QVERIFY(!portable);
    QVERIFY2(textOf(portable.error())
                 .contains("nvgpu.warpgroup.generate.descriptor, which needs "
                           "sm_90a"),
             qPrintable(textOf(portable.error())));
  }

  void clustersAreHoppers() {
    const char *source = R"(gpu.module @m {
      gpu.func @k(%A: memref<8xi32>) kernel {
        %rank = gpu.cluster_block_id x
        %r = arith.index_cast %rank : index to i32
        nvvm.cluster.arrive
        nvvm.cluster.wait
        memref.store %r, %A[%rank] : memref<8xi32>
        gpu.return
      }
    })";
    const auto ptx = compileToPtx(source, requestFor("k", "sm_90", 32));
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "%cluster_ctaid.x"), size_t{1});
    QCOMPARE(countOf(ptx->text, "barrier.cluster.arrive"), size_t{1});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
    const auto older = compileToPtx(source, requestFor("k", "sm_89", 32));
    QVERIFY(!older);
    QVERIFY2(textOf(older.error()).contains("test.mlir:3:17"), qPrintable(textOf(older.error())));
  }

  void reductionsAndShufflesNeedNoLibrary() {
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<128xf32>, %B: memref<128xi32>) kernel {
        %i = gpu.thread_id x
        %x = memref.load %A[%i] : memref<128xf32>
        %y = memref.load %B[%i] : memref<128xi32>
        %all = gpu.all_reduce add %x uniform {} : (f32) -> f32
        %warp = gpu.subgroup_reduce maxsi %y : (i32) -> i32
        %c1 = arith.constant 1 : i32
        %c32 = arith.constant 32 : i32
        %up, %valid = gpu.shuffle up %all, %c1, %c32 : f32
        %f = arith.sitofp %warp : i32 to f32
        %sum = arith.addf %f, %up : f32
        memref.store %sum, %A[%i] : memref<128xf32>
        gpu.return
      }
    })",
                                  requestFor("k", "sm_80", 128));
    VERIFY_RESULT(ptx);
    QVERIFY(countOf(ptx->text, "shfl.sync.bfly.b32") >= 10);
    QCOMPARE(countOf(ptx->text, "shfl.sync.up.b32"), size_t{1});
    QVERIFY(ptx->staticSharedBytes >= 16);
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }
};

QTEST_GUILESS_MAIN(NvidiaChipTest)
#include "nvidia_chip_test.moc"
