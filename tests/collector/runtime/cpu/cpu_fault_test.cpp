// SPDX-License-Identifier: Apache-2.0
// Kernels that do something wrong: the message names buffer, index, thread and source line.
#include <QtTest>

#include "tests/collector/kernel_runner.h"

using namespace pstudio;
using test::argument;
using test::compile;
using test::kernelSource;
using test::request;

namespace {

/// The message of compiling, or else launching, one CTA of `threads` threads on A: 64x64 f32.
QString outcome(std::string_view source, uint32_t threads = 32, double timeLimit = 30) {
  auto kernel = compile(source, "none", threads);
  if (!kernel)
    return QString::fromStdString(kernel.error().toString());
  std::vector<float> a(64 * 64, 1.0f);
  auto launchRequest = request(*kernel, {1, 1, 1}, {threads, 1, 1}, {argument("A", a, {64, 64})});
  launchRequest.timeLimitSeconds = timeLimit;
  const auto run = launch(launchRequest);
  return run ? "ok" : QString::fromStdString(run.error().toString());
}

#define VERIFY_CONTAINS(text, part) QVERIFY2((text).contains(part), qPrintable(text))

} // namespace

class CpuFaultTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void readOutOfBoundsNamesBufferIndexThreadAndLine() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %c64 = arith.constant 64 : index
      %t = gpu.thread_id x
      %x = memref.load %A[%c64, %t] : memref<64x64xf32>
      memref.store %x, %A[%t, %t] : memref<64x64xf32>)"));
    VERIFY_CONTAINS(text, "test.mlir:6:12: "); // the header is two lines
    VERIFY_CONTAINS(
        text, "thread (0,0,0) of CTA (0,0,0) in kernel k reads 4 bytes out of bounds: A[64, 0]");
    VERIFY_CONTAINS(text, "A is 64x64 (4096 elements, 16384 bytes)");
  }

  void writeBelowABufferNamesItsNegativeIndex() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %m1 = arith.constant -1 : index
      %c3 = arith.constant 3 : index
      %x = arith.constant 1.0 : f32
      memref.store %x, %A[%m1, %c3] : memref<64x64xf32>)"));
    VERIFY_CONTAINS(text, "writes 4 bytes out of bounds: A[-1, 3]");
    VERIFY_CONTAINS(text, "test.mlir:7:7");
  }

  void theFaultingThreadIsNamed() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %c300 = arith.constant 300 : index
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %i = arith.muli %t, %c300 : index
      %x = memref.load %A[%c0, %i] : memref<64x64xf32>
      memref.store %x, %A[%c0, %t] : memref<64x64xf32>)"));
    VERIFY_CONTAINS(text, "thread (14,0,0)"); // 14 * 300 = 4200 is the first beyond 4095
    VERIFY_CONTAINS(text, "A[65, 40]");
  }

  void vectorThatOnlyPartlyFitsIsOutOfBounds() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %c63 = arith.constant 63 : index
      %c61 = arith.constant 61 : index
      %x = vector.load %A[%c63, %c61] : memref<64x64xf32>, vector<4xf32>
      vector.store %x, %A[%c63, %c63] : memref<64x64xf32>, vector<4xf32>)"));
    VERIFY_CONTAINS(text, "reads 16 bytes out of bounds: A[63, 61]");
  }

  void workgroupBufferIsNamedAsInTheSource() {
    const QString text = outcome(R"(gpu.module @m {
      gpu.func @k(%A: memref<64x64xf32>) workgroup(%first: memref<8xf32, 3>, %tile: memref<4x8xf32, 3>) kernel {
        %t = gpu.thread_id x
        %c7 = arith.constant 7 : index
        %x = memref.load %tile[%t, %c7] : memref<4x8xf32, 3>
        %y = memref.load %first[%c7] : memref<8xf32, 3>
        %z = arith.addf %x, %y : f32
        memref.store %z, %A[%t, %t] : memref<64x64xf32>
        gpu.return
      }
    })");
    VERIFY_CONTAINS(text, "reads 4 bytes out of bounds: workgroup buffer tile[4, 7]");
    VERIFY_CONTAINS(text, "thread (4,0,0)");
  }

  void copyOutOfBoundsIsFoundAtItsIssue() {
    const QString text = outcome(R"(gpu.module @m {
      gpu.func @k(%A: memref<64x64xf32>) workgroup(%tile: memref<16xf32, 3>) kernel {
        %c13 = arith.constant 13 : index
        %c0 = arith.constant 0 : index
        %x = nvgpu.device_async_copy %A[%c0, %c0], %tile[%c13], 4 : memref<64x64xf32> to memref<16xf32, 3>
        %g = nvgpu.device_async_create_group %x
        nvgpu.device_async_wait %g
        gpu.return
      }
    })");
    VERIFY_CONTAINS(text, "writes 16 bytes out of bounds: workgroup buffer tile[13]");
    VERIFY_CONTAINS(text, "test.mlir:5:14");
  }

  void addressOfTwoPossibleBuffersIsCheckedToo() {
    const auto source = [](const char *index) {
      return kernelSource("%A: memref<64x64xf32>", std::string(R"(
      %c5 = arith.constant 5 : index
      %t = gpu.thread_id x
      %local = memref.alloca() : memref<64x64xf32>
      %p = arith.cmpi ult, %t, %c5 : index
      %m = memref.cast %A : memref<64x64xf32> to memref<64x64xf32>
      cf.cond_br %p, ^a(%A : memref<64x64xf32>), ^a(%m : memref<64x64xf32>)
    ^a(%q: memref<64x64xf32>):
      %i = arith.constant )") + index + R"( : index
      %x = memref.load %q[%i, %t] : memref<64x64xf32>
      memref.store %x, %A[%t, %t] : memref<64x64xf32>)");
    };
    QCOMPARE(outcome(source("63")), QString("ok"));
    VERIFY_CONTAINS(outcome(source("100000000")), "out of bounds");
  }

  void divergentBarrierIsReported() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %c5 = arith.constant 5 : index
      %t = gpu.thread_id x
      %p = arith.cmpi ult, %t, %c5 : index
      scf.if %p {
        gpu.barrier
      } else {
        gpu.barrier
      })"));
    VERIFY_CONTAINS(text, "divergent barrier in kernel k, CTA (0,0,0): 5 threads wait at the "
                          "barrier at test.mlir:8:9");
    VERIFY_CONTAINS(text, "27 threads wait at the barrier at test.mlir:10:9");
  }

  void endlessLoopEndsAtTheTimeLimit() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %true = arith.constant true
      %c0 = arith.constant 0 : index
      %x = arith.constant 1.0 : f32
      scf.while : () -> () {
        scf.condition(%true)
      } do {
        // An endless loop without effects would be deleted as dead code.
        memref.store %x, %A[%c0, %c0] : memref<64x64xf32>
        scf.yield
      })"),
                                 32, 0.2);
    VERIFY_CONTAINS(text, "time limit of 0.2 s");
    VERIFY_CONTAINS(text, "in the loop at test.mlir:");
  }

  void endlessLoopWithABarrierEndsToo() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %true = arith.constant true
      scf.while : () -> () {
        scf.condition(%true)
      } do {
        gpu.barrier
        scf.yield
      })"),
                                 32, 0.2);
    VERIFY_CONTAINS(text, "time limit of 0.2 s");
  }

  void divisionByZeroNamesThreadAndLine() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %c4 = arith.constant 4 : index
      %c9 = arith.constant 9 : index
      %t = gpu.thread_id x
      %d = arith.subi %c4, %t : index
      %q = arith.remui %c9, %d : index
      %x = arith.constant 1.0 : f32
      memref.store %x, %A[%q, %q] : memref<64x64xf32>)"));
    VERIFY_CONTAINS(text, "thread (4,0,0) of CTA (0,0,0) in kernel k divides an integer by zero");
    VERIFY_CONTAINS(text, "test.mlir:8:12");
  }

  void localArraysBeyondTheStackAreRejected() {
    const auto source = [](const char *extent) {
      const std::string type = std::string("memref<") + extent + "xf32>";
      return kernelSource("%A: memref<64x64xf32>", R"(
      %t = gpu.thread_id x
      %local = memref.alloca() : )" + type + R"(
      %x = arith.constant 1.0 : f32
      memref.store %x, %local[%t] : )" + type + R"(
      %y = memref.load %local[%t] : )" + type + R"(
      memref.store %y, %A[%t, %t] : memref<64x64xf32>)");
    };
    QCOMPARE(outcome(source("4096")), QString("ok"));
    VERIFY_CONTAINS(outcome(source("16384")), "the local arrays of a thread take more than 32768");
    VERIFY_CONTAINS(outcome(source("16384")), "test.mlir:5:16");
    VERIFY_CONTAINS(outcome(source("16")), "a thread's local array at byte 64; it has 64 bytes");
  }

  void arraysInALoopAreFreedAfterEachIteration() {
    const auto source = [](const std::string &alloca, const std::string &type) {
      return kernelSource("%A: memref<64x64xf32>", R"(
      %t = gpu.thread_id x
      %n = gpu.block_dim x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5000 = arith.constant 5000 : index
      %x = arith.constant 1.0 : f32
      scf.for %i = %c0 to %c5000 step %c1 {
        %local = )" + alloca + R"(
        memref.store %x, %local[%t] : )" + type + R"(
        %y = memref.load %local[%t] : )" + type + R"(
        memref.store %y, %A[%t, %t] : memref<64x64xf32>
      })");
    };
    QCOMPARE(outcome(source("memref.alloca() : memref<64xf32>", "memref<64xf32>")), QString("ok"));
    QCOMPARE(outcome(source("memref.alloca(%n) : memref<?xf32>", "memref<?xf32>")), QString("ok"));
  }

  void stackOverflowNamesThreadAndLine() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %t = gpu.thread_id x
      %x = arith.constant 1.0 : f32
      cf.br ^loop
    ^loop:
      %local = memref.alloca() : memref<64xf32>
      memref.store %x, %local[%t] : memref<64xf32>
      %y = memref.load %local[%t] : memref<64xf32>
      memref.store %y, %A[%t, %t] : memref<64x64xf32>
      %isSame = arith.cmpf oeq, %y, %x : f32
      cf.cond_br %isSame, ^loop, ^done
    ^done:)"));
    VERIFY_CONTAINS(text, "thread (0,0,0) of CTA (0,0,0) in kernel k has no room on its stack");
    VERIFY_CONTAINS(text, "test.mlir:");
  }

  void operationWithoutMeaningIsRejectedByName() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      %one = arith.constant 1.0 : f32
      %sum = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xf32, "COp">
      %zero = arith.constant 0 : index
      gpu.subgroup_mma_store_matrix %sum, %A[%zero, %zero] {leadDimension = 64 : index}
          : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x64xf32>)"));
    VERIFY_CONTAINS(text, "gpu.subgroup_mma_constant_matrix");
    VERIFY_CONTAINS(text, "no meaning on the CPU target");
    VERIFY_CONTAINS(text, "test.mlir:5:14");
  }

  void inlineAssemblyIsRejected() {
    const QString text = outcome(kernelSource("%A: memref<64x64xf32>", R"(
      llvm.inline_asm has_side_effects "bar.sync 0;", "" : () -> ())"));
    VERIFY_CONTAINS(text, "inline assembly \"bar.sync 0;\" has no meaning on the CPU target");
    VERIFY_CONTAINS(text, "test.mlir:4:7");
  }

  void foreignFunctionIsRejected() {
    const QString text = outcome(R"(gpu.module @m {
      llvm.func @system(!llvm.ptr) -> i32
      gpu.func @k(%A: memref<64x64xf32>) kernel {
        %z = llvm.mlir.zero : !llvm.ptr
        %r = llvm.call @system(%z) : (!llvm.ptr) -> i32
        gpu.return
      }
    })");
    VERIFY_CONTAINS(text, "the function system has no meaning on the CPU target");
  }

  void irThatDoesNotParseShowsFileLineAndColumn() {
    VERIFY_CONTAINS(
        outcome("gpu.module @m {\n  gpu.func @k() kernel {\n    %x = arith.add %y\n  }\n}"),
        "test.mlir:3:10: ");
  }

  void irThatDoesNotVerifyShowsFileLineAndColumn() {
    const QString text =
        outcome(kernelSource("%A: memref<64x64xf32>", "%x = memref.load %A[] : memref<64x64xf32>"));
    VERIFY_CONTAINS(text, "test.mlir:3:");
  }

  void parametersOfUnknownShapeAreRejected() {
    VERIFY_CONTAINS(outcome(kernelSource("%A: memref<?xf32>", "")),
                    "parameter 0 (%A) of type memref<?xf32>");
  }
};

QTEST_GUILESS_MAIN(CpuFaultTest)
#include "cpu_fault_test.moc"
