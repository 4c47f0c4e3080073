// SPDX-License-Identifier: Apache-2.0
// Atomic operations, fences, shared memory and vector accesses in PTX.
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileSpecification;
using test::compileToPtx;
using test::countOf;
using test::textOf;

namespace {

/// A kernel with a workgroup buffer of `floats` numbers, another one of 32 numbers with a requested
/// alignment, and dynamic shared memory.
std::string sharedKernel(size_t floats) {
  const std::string n = std::to_string(floats);
  return R"(
!large = memref<)" +
         n + R"(xf32, #gpu.address_space<workgroup>>
!small = memref<32xf32, #gpu.address_space<workgroup>>
gpu.module @m {
  gpu.func @k(%A: memref<32xf32>)
      workgroup(%large: !large, %small: !small {llvm.align = 1024 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c31 = arith.constant 31 : index
    %i = gpu.thread_id x
    %raw = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %dynamic = memref.view %raw[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to !small
    %v = memref.load %A[%i] : memref<32xf32>
    %two = arith.addf %v, %v : f32
    %four = arith.addf %two, %two : f32
    memref.store %v, %large[%i] : !large
    memref.store %two, %small[%i] : !small
    memref.store %four, %dynamic[%i] : !small
    gpu.barrier
    %j = arith.subi %c31, %i : index
    %x = memref.load %large[%j] : !large
    %y = memref.load %small[%j] : !small
    %z = memref.load %dynamic[%j] : !small
    %xy = arith.addf %x, %y : f32
    %xyz = arith.addf %xy, %z : f32
    memref.store %xyz, %A[%i] : memref<32xf32>
    gpu.return
  }
}
)";
}

} // namespace

class NvidiaMemoryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTokenIsPassedOnByAtomicsBetweenFences() {
    const auto ptx = compileSpecification("tests/collector/kernels/token_ring.json", {});
    VERIFY_RESULT(ptx);
    const size_t wait = ptx->text.find("atom.global.or.b32"); // LLVM's form of adding 0
    const size_t received = ptx->text.find("fence.acq_rel.gpu;");
    const size_t passedOn = ptx->text.rfind("fence.acq_rel.gpu;");
    const size_t announced = ptx->text.find("atom.global.add.u32");
    QVERIFY2(wait < received && received < passedOn && passedOn < announced &&
                 announced != std::string::npos,
             ptx->text.c_str());
    QCOMPARE(countOf(ptx->text, "fence."), size_t{2});
  }

  void atomicsOfMemrefsAreRelaxedAndThoseOfLlvmKeepTheirOrder() {
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<32xi32>, %p: !llvm.ptr<1>) kernel {
        %i = gpu.thread_id x
        %one = arith.constant 1 : i32
        %old = memref.atomic_rmw addi %one, %A[%i] : (i32, memref<32xi32>) -> i32
        %new = memref.generic_atomic_rmw %A[%i] : memref<32xi32> {
        ^bb0(%now: i32):
          %twice = arith.muli %now, %old : i32
          memref.atomic_yield %twice : i32
        }
        %a = llvm.atomicrmw add %p, %new syncscope("device") acq_rel : !llvm.ptr<1>, i32
        %b = llvm.atomicrmw add %p, %a seq_cst : !llvm.ptr<1>, i32
        %c = llvm.load %p atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
        llvm.store %c, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr<1>
        llvm.fence syncscope("singlethread") acq_rel
        gpu.return
      }
    })");
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "fence.acq_rel.gpu"), size_t{2});
    QCOMPARE(countOf(ptx->text, "fence.sc.sys"), size_t{1});
    QCOMPARE(countOf(ptx->text, "fence.acq_rel.cta"), size_t{1});
    QCOMPARE(countOf(ptx->text, "fence.acq_rel.sys"), size_t{2}); // after seq_cst, before release
    QCOMPARE(countOf(ptx->text, "atom.global.cas.b32"), size_t{1});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void smallBuffersAreStatic() {
    const auto ptx = compileToPtx(sharedKernel(1024));
    VERIFY_RESULT(ptx);
    QCOMPARE(ptx->staticSharedBytes, uint64_t{128 + 4096});
    QCOMPARE(ptx->launchSharedBytes, uint64_t{0});
    // Each buffer may hold swizzled tiles, and dynamic memory can also follow the segments.
    QCOMPARE(countOf(ptx->text, "\t.shared .align 1024 .b8 "), size_t{2});
    QCOMPARE(countOf(ptx->text, ".extern .shared .align 1024 .b8 "), size_t{1});
    QCOMPARE(countOf(ptx->text, "st.shared.f32"), size_t{3});
    QCOMPARE(countOf(ptx->text, "ld.shared.f32"), size_t{3});
    if (const auto ptxas = nvidia::findPtxas()) {
      const auto report = nvidia::assemble(*ptxas, *ptx);
      VERIFY_RESULT(report);
      QVERIFY(report->sharedBytes >= ptx->staticSharedBytes);
    }
  }

  void moreThanTheStaticLimitIsAskedOfTheLaunch() {
    const auto ptx = compileToPtx(sharedKernel(16384));
    VERIFY_RESULT(ptx);
    QCOMPARE(ptx->staticSharedBytes, uint64_t{0});
    QCOMPARE(ptx->launchSharedBytes, uint64_t{66560}); // 128 + 65536, rounded up to 1024
    QCOMPARE(countOf(ptx->text, ".extern .shared .align 1024 .b8 "), size_t{1});
    QCOMPARE(countOf(ptx->text, ".shared .align"), size_t{1});
    QVERIFY2(countOf(ptx->text, ", 66560;") == 1,
             ptx->text.c_str()); // the offset of the specification's own part
    QVERIFY2(countOf(ptx->text, ", 65536;") == 1, ptx->text.c_str());
    QCOMPARE(countOf(ptx->text, "st.shared.f32"), size_t{3});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void exactlyTheStaticLimitIsStatic() {
    const auto ptx = compileToPtx(R"(
      !all = memref<12288xf32, #gpu.address_space<workgroup>>
      gpu.module @m {
        gpu.func @k(%A: memref<32xf32>) workgroup(%s: !all) kernel {
          %i = gpu.thread_id x
          %c31 = arith.constant 31 : index
          %v = memref.load %A[%i] : memref<32xf32>
          memref.store %v, %s[%i] : !all
          gpu.barrier
          %j = arith.subi %c31, %i : index
          %x = memref.load %s[%j] : !all
          memref.store %x, %A[%i] : memref<32xf32>
          gpu.return
        }
      })");
    VERIFY_RESULT(ptx);
    QCOMPARE(ptx->staticSharedBytes, nvidia::kStaticSharedLimit);
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void neighbouringElementsAreMovedTogether() {
    const auto ptx = compileToPtx(R"(
      !tile = memref<32x8xf32, #gpu.address_space<workgroup>>
      gpu.module @m {
        gpu.func @k(%A: memref<32x8xf32>) workgroup(%s: !tile) kernel {
          %i = gpu.thread_id x
          %c0 = arith.constant 0 : index
          %v = vector.load %A[%i, %c0] : memref<32x8xf32>, vector<8xf32>
          vector.store %v, %s[%i, %c0] : !tile, vector<8xf32>
          gpu.barrier
          %c31 = arith.constant 31 : index
          %j = arith.subi %c31, %i : index
          %w = vector.load %s[%j, %c0] : !tile, vector<8xf32>
          vector.store %w, %A[%i, %c0] : memref<32x8xf32>, vector<8xf32>
          gpu.return
        }
      })");
    VERIFY_RESULT(ptx);
    for (const char *access : {"ld.global.v4", "st.shared.v4", "ld.shared.v4", "st.global.v4"})
      QVERIFY2(countOf(ptx->text, access) == 2, ptx->text.c_str());
    QCOMPARE(countOf(ptx->text, ".shared .align 1024 "), size_t{1});
  }

  void sharedArraysAreAlignedAsFarAsThatCostsNoPadding() {
    const auto ptx = compileToPtx(sharedKernel(40)); // 160 bytes, 5 * 32
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".shared .align 32 .b8 "), size_t{1});
    QCOMPARE(ptx->staticSharedBytes, uint64_t{128 + 160});
  }

  void buffersMayOverlapUnlessTheSourceSaysOtherwise() {
    const auto kernel = [](const char *attribute) {
      return "gpu.module @m {\ngpu.func @k(%A: memref<32xf32> " + std::string(attribute) +
             ", %B: memref<32xf32>) kernel {\n%i = gpu.thread_id x\n"
             "%v = memref.load %A[%i] : memref<32xf32>\n"
             "memref.store %v, %B[%i] : memref<32xf32>\ngpu.return\n}\n}\n";
    };
    const auto plain = compileToPtx(kernel(""));
    VERIFY_RESULT(plain);
    QCOMPARE(countOf(plain->text, "ld.global.nc."), size_t{0});
    const auto apart = compileToPtx(kernel("{llvm.noalias}"));
    VERIFY_RESULT(apart);
    QCOMPARE(countOf(apart->text, "ld.global.nc."), size_t{1});
  }

  void theBlockIsPartOfTheCode() {
    test::PtxRequest request;
    request.block = {64, 4, 1};
    const char *source = R"(gpu.module @m {
      gpu.func @k(%A: memref<256xi32>) kernel {
        %x = gpu.thread_id x
        %y = gpu.thread_id y
        %z = gpu.thread_id z
        %n = gpu.block_dim x
        %yn = arith.muli %y, %n : index
        %i0 = arith.addi %yn, %x : index
        %i = arith.addi %i0, %z : index
        %v = arith.index_cast %n : index to i32
        memref.store %v, %A[%i] : memref<256xi32>
        gpu.return
      }
    })";
    const auto ptx = compileToPtx(source, request);
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".reqntid 64, 4, 1"), size_t{1});
    QCOMPARE(countOf(ptx->text, "%ntid"), size_t{0});
    QCOMPARE(countOf(ptx->text, "%tid.z"), size_t{0});

    const auto other = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<32xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
        gpu.return
      }
    })");
    QVERIFY(!other);
    QVERIFY2(textOf(other.error()).contains("test.mlir:2:7: known_block_size"),
             qPrintable(textOf(other.error())));
  }
};

QTEST_GUILESS_MAIN(NvidiaMemoryTest)
#include "nvidia_memory_test.moc"
