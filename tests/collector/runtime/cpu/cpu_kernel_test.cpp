// SPDX-License-Identifier: Apache-2.0
// Kernels in MLIR, compiled and run: every kind of operation gives the right values.
#include <cmath>
#include <numeric>

#include <QtTest>

#include "tests/collector/kernel_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::argument;
using test::compile;
using test::kernelSource;
using test::request;
using test::textOf;

class CpuKernelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void idsAreThoseOfTheGpuDialect() {
    auto kernel = compile(kernelSource("%A: memref<240x4xi32>", R"(
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %nx = gpu.block_dim x
      %ny = gpu.block_dim y
      %gx = gpu.grid_dim x
      %lane = gpu.lane_id
      %warp = gpu.subgroup_id : index
      %global = gpu.global_id x
      %t0 = arith.muli %ty, %nx : index
      %t = arith.addi %t0, %tx : index
      %b0 = arith.muli %by, %gx : index
      %b = arith.addi %b0, %bx : index
      %n = arith.muli %nx, %ny : index
      %i0 = arith.muli %b, %n : index
      %i = arith.addi %i0, %t : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %v0 = arith.index_cast %lane : index to i32
      %v1 = arith.index_cast %warp : index to i32
      %v2 = arith.index_cast %global : index to i32
      %v3 = arith.index_cast %b : index to i32
      memref.store %v0, %A[%i, %c0] : memref<240x4xi32>
      memref.store %v1, %A[%i, %c1] : memref<240x4xi32>
      memref.store %v2, %A[%i, %c2] : memref<240x4xi32>
      memref.store %v3, %A[%i, %c3] : memref<240x4xi32>)"));
    VERIFY_RESULT(kernel);
    std::vector<int32_t> a(240 * 4, -1);
    const auto run = launch(request(*kernel, {3, 2, 1}, {20, 2, 1}, {argument("A", a)}));
    VERIFY_RESULT(run);
    for (int cta = 0; cta < 6; ++cta)
      for (int thread = 0; thread < 40; ++thread) {
        const int32_t *row = &a[size_t(cta * 40 + thread) * 4];
        QCOMPARE(row[0], thread % 32);
        QCOMPARE(row[1], thread / 32);
        QCOMPARE(row[2], cta % 3 * 20 + thread % 20);
        QCOMPARE(row[3], cta);
      }
  }

  void mathFunctionsAreResolved() {
    auto kernel = compile(kernelSource("%A: memref<8xf32>", R"(
      %x = arith.constant 0.7 : f32
      %0 = math.exp %x : f32
      %1 = math.rsqrt %x : f32
      %2 = math.tanh %x : f32
      %3 = math.log2 %x : f32
      %4 = math.powf %x, %0 : f32
      %5 = math.erf %x : f32
      %6 = math.sin %x : f32
      %7 = math.fma %x, %x, %x : f32
      %c0 = arith.constant 0 : index
      %v = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7 : vector<8xf32>
      vector.store %v, %A[%c0] : memref<8xf32>, vector<8xf32>)"));
    VERIFY_RESULT(kernel);
    std::vector<float> a(8);
    const auto run = launch(request(*kernel, {1, 1, 1}, {1, 1, 1}, {argument("A", a)}));
    VERIFY_RESULT(run);
    const double x = 0.7f;
    const double expected[] = {
        std::exp(x), 1 / std::sqrt(x), std::tanh(x), std::log2(x), std::pow(x, std::exp(x)),
        std::erf(x), std::sin(x),      x * x + x};
    for (size_t i = 0; i < 8; ++i)
      QVERIFY2(std::abs(a[i] - expected[i]) < 1e-6,
               qPrintable(QString("function %1 gives %2").arg(i).arg(a[i])));
  }

  void everyFunctionOfOneOperandCompilesInEveryWidth() {
    for (const char *type : {"f16", "f32", "f64"})
      for (const char *name :
           {"absf", "ceil", "floor", "trunc", "round", "roundeven", "sqrt",  "rsqrt",
            "cbrt", "exp",  "exp2",  "expm1", "log",   "log2",      "log10", "log1p",
            "sin",  "cos",  "tan",   "atan",  "tanh",  "erf"}) {
        const std::string array = std::string("memref<1x") + type + ">";
        const auto kernel = compile(kernelSource(
            "%A: " + array, "%c0 = arith.constant 0 : index\n%x = memref.load %A[%c0] : " + array +
                                "\n%y = math." + name + " %x : " + type +
                                "\nmemref.store %y, %A[%c0] : " + array + "\n"));
        QVERIFY2(
            kernel,
            qPrintable(
                QString("%1 %2: %3").arg(name, type, kernel ? QString() : textOf(kernel.error()))));
      }
  }

  void theMagnitudeOfANumberHasNoSign() {
    auto kernel = compile(kernelSource("%A: memref<3xf32>", R"(
      %i = gpu.block_id x
      %x = memref.load %A[%i] : memref<3xf32>
      %y = math.absf %x : f32
      memref.store %y, %A[%i] : memref<3xf32>)"));
    VERIFY_RESULT(kernel);
    std::vector<float> a{-2.5f, -0.0f, 3};
    VERIFY_RESULT(launch(request(*kernel, {3, 1, 1}, {1, 1, 1}, {argument("A", a)})));
    QCOMPARE(a, (std::vector<float>{2.5f, 0.0f, 3}));
    QVERIFY(!std::signbit(a[1]));
  }

  void scalarsOfEveryWidthArriveWithTheirValue() {
    auto kernel = compile(kernelSource("%A: memref<4xf32>, %f: f32, %d: f64, %i: i32, %b: i8", R"(
      %c0 = arith.constant 0 : index
      %d32 = arith.truncf %d : f64 to f32
      %if = arith.sitofp %i : i32 to f32
      %bf = arith.sitofp %b : i8 to f32
      %v = vector.from_elements %f, %d32, %if, %bf : vector<4xf32>
      vector.store %v, %A[%c0] : memref<4xf32>, vector<4xf32>)"));
    VERIFY_RESULT(kernel);
    std::vector<float> a(4);
    const auto bits = [](auto value) {
      uint64_t word = 0;
      std::memcpy(&word, &value, sizeof value);
      return word;
    };
    const auto run = launch(request(*kernel, {1, 1, 1}, {1, 1, 1},
                                    {argument("A", a),
                                     {"f", bits(1.5f), 0, {}, 4},
                                     {"d", bits(-2.25), 0, {}, 8},
                                     {"i", bits(int32_t{-7}), 0, {}, 4},
                                     {"b", bits(int8_t{-3}), 0, {}, 1}}));
    VERIFY_RESULT(run);
    QCOMPARE(a, (std::vector<float>{1.5f, -2.25f, -7.0f, -3.0f}));
  }

  void sharedMemoryIsSharedByTheCtaAndByNobodyElse() {
    auto kernel = compile(R"(
    gpu.module @m {
      gpu.func @k(%A: memref<512xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
        %c63 = arith.constant 63 : index
        %c64 = arith.constant 64 : index
        %t = gpu.thread_id x
        %b = gpu.block_id x
        %i0 = arith.muli %b, %c64 : index
        %i = arith.addi %i0, %t : index
        %v = memref.load %A[%i] : memref<512xf32>
        memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %m = arith.subi %c63, %t : index
        %w = memref.load %s[%m] : memref<64xf32, #gpu.address_space<workgroup>>
        memref.store %w, %A[%i] : memref<512xf32>
        gpu.return
      }
    })");
    VERIFY_RESULT(kernel);
    std::vector<float> a(512);
    std::iota(a.begin(), a.end(), 0.0f);
    const auto run = launch(request(*kernel, {8, 1, 1}, {64, 1, 1}, {argument("A", a)}));
    VERIFY_RESULT(run);
    for (int i = 0; i < 512; ++i)
      QCOMPARE(a[size_t(i)], float(i / 64 * 64 + 63 - i % 64));
  }

  void dynamicSharedMemoryStartsBehindTheStaticBuffers() {
    auto kernel = compile(R"(
    gpu.module @m {
      gpu.func @k(%A: memref<32xf32>) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
        %c0 = arith.constant 0 : index
        %t = gpu.thread_id x
        %raw = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
        %d = memref.view %raw[%c0][] : memref<?xi8, #gpu.address_space<workgroup>>
            to memref<32xf32, #gpu.address_space<workgroup>>
        %v = memref.load %A[%t] : memref<32xf32>
        %one = arith.constant 1.0 : f32
        memref.store %one, %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %v, %d[%t] : memref<32xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %x = memref.load %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
        %y = memref.load %d[%t] : memref<32xf32, #gpu.address_space<workgroup>>
        %z = arith.addf %x, %y : f32
        memref.store %z, %A[%t] : memref<32xf32>
        gpu.return
      }
    })");
    VERIFY_RESULT(kernel);
    std::vector<float> a(32, 5.0f);
    auto launchRequest = request(*kernel, {1, 1, 1}, {32, 1, 1}, {argument("A", a)});
    launchRequest.dynamicSharedBytes = 128;
    const auto run = launch(launchRequest);
    VERIFY_RESULT(run);
    QCOMPARE(a, std::vector<float>(32, 6.0f));
    launchRequest.dynamicSharedBytes = 124;
    const auto tooSmall = launch(launchRequest);
    QVERIFY(!tooSmall);
    QVERIFY2(textOf(tooSmall.error()).contains("dynamic shared memory at byte 124"),
             qPrintable(textOf(tooSmall.error())));
  }

  void functionsOfTheModuleCanBeCalled() {
    auto kernel = compile(R"(
    gpu.module @m {
      func.func private @twice(%x: f32) -> f32 {
        %y = arith.addf %x, %x : f32
        return %y : f32
      }
      gpu.func @other(%A: memref<?xf32>) kernel { gpu.return }
      gpu.func @k(%A: memref<32xf32>) kernel {
        %t = gpu.thread_id x
        %x = memref.load %A[%t] : memref<32xf32>
        %y = func.call @twice(%x) : (f32) -> f32
        memref.store %y, %A[%t] : memref<32xf32>
        gpu.return
      }
    })");
    VERIFY_RESULT(kernel);
    std::vector<float> a(32, 2.5f);
    const auto run = launch(request(*kernel, {1, 1, 1}, {32, 1, 1}, {argument("A", a)}));
    VERIFY_RESULT(run);
    QCOMPARE(a, std::vector<float>(32, 5.0f));
  }

  void transfersAtTheEdgeTouchNothingOutside() {
    // 5 of 8 elements exist; the rest of the vector is padding.
    auto kernel = compile(kernelSource("%A: memref<13xf32>, %B: memref<13xf32>", R"(
      %c8 = arith.constant 8 : index
      %pad = arith.constant 9.0 : f32
      %v = vector.transfer_read %A[%c8], %pad : memref<13xf32>, vector<8xf32>
      %w = arith.addf %v, %v : vector<8xf32>
      vector.transfer_write %w, %B[%c8] : vector<8xf32>, memref<13xf32>)"));
    VERIFY_RESULT(kernel);
    std::vector<float> a(13);
    std::vector<float> b(13, -1.0f);
    std::iota(a.begin(), a.end(), 0.0f);
    const auto run =
        launch(request(*kernel, {1, 1, 1}, {1, 1, 1}, {argument("A", a), argument("B", b)}));
    VERIFY_RESULT(run);
    QCOMPARE(b[7], -1.0f);
    QCOMPARE(b[8], 16.0f);
    QCOMPARE(b[12], 24.0f);
  }

  void atomicsOfAllThreadsAddUp() {
    auto kernel = compile(kernelSource("%A: memref<1xi32>", R"(
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %old = memref.atomic_rmw addi %one, %A[%c0] : (i32, memref<1xi32>) -> i32)"));
    VERIFY_RESULT(kernel);
    std::vector<int32_t> a(1);
    const auto run = launch(request(*kernel, {50, 1, 1}, {100, 1, 1}, {argument("A", a)}));
    VERIFY_RESULT(run);
    QCOMPARE(a[0], 5000);
  }

  void missingWaitShowsStaleData() {
    const auto source = [](std::string_view wait) {
      return R"(
      gpu.module @m {
        gpu.func @k(%A: memref<128xf32>, %B: memref<128xf32>)
            workgroup(%s: memref<128xf32, #gpu.address_space<workgroup>>) kernel {
          %c4 = arith.constant 4 : index
          %t = gpu.thread_id x
          %i = arith.muli %t, %c4 : index
          %copy = nvgpu.device_async_copy %A[%i], %s[%i], 4
              : memref<128xf32> to memref<128xf32, #gpu.address_space<workgroup>>
          %group = nvgpu.device_async_create_group %copy
          )" +
             std::string(wait) + R"(
          gpu.barrier
          %v = vector.load %s[%i] : memref<128xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          vector.store %v, %B[%i] : memref<128xf32>, vector<4xf32>
          gpu.return
        }
      })";
    };
    std::vector<float> a(128, 3.0f);
    std::vector<float> b(128);
    auto right = compile(source("nvgpu.device_async_wait %group"));
    VERIFY_RESULT(right);
    VERIFY_RESULT(
        launch(request(*right, {1, 1, 1}, {32, 1, 1}, {argument("A", a), argument("B", b)})));
    QCOMPARE(b, a);
    auto wrong = compile(source(""));
    VERIFY_RESULT(wrong);
    VERIFY_RESULT(
        launch(request(*wrong, {1, 1, 1}, {32, 1, 1}, {argument("A", a), argument("B", b)})));
    QVERIFY(std::isnan(b[0]) && std::isnan(b[127]));
  }

  void costsFollowTheTable() {
    // 1 global load (40), 1 store (8), 2 float additions (2 each); ids and constant addresses are
    // free.
    auto kernel = compile(kernelSource("%A: memref<1xf32>", R"(
      %c0 = arith.constant 0 : index
      %x = memref.load %A[%c0] : memref<1xf32>
      %y = arith.addf %x, %x : f32
      %z = arith.addf %y, %x : f32
      memref.store %z, %A[%c0] : memref<1xf32>)"));
    VERIFY_RESULT(kernel);
    std::vector<float> a(1);
    const auto run = launch(request(*kernel, {1, 1, 1}, {32, 1, 1}, {argument("A", a)}));
    VERIFY_RESULT(run);
    QCOMPARE(run->endCycle, int64_t{40 + 8 + 2 + 2});
  }
};

QTEST_GUILESS_MAIN(CpuKernelTest)
#include "cpu_kernel_test.moc"
