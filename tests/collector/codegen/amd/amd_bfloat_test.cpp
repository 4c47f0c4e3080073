// SPDX-License-Identifier: Apache-2.0
// bf16 on AMD GPUs: the expansion into f32 computes the same bits as the CPU target, and kernels
// with bf16 compile.
#include <QtTest>

#include <bit>
#include <random>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include "collector/codegen/to_amd/convert_gpu_to_amd.h"
#include "collector/codegen/amd/link_code_object.h"
#include "tests/collector/codegen/amd/amd_compiler.h"
#include "tests/collector/kernel_runner.h"
#include "tests/collector/runtime/cpu/narrow_reference.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileForAmd;
using test::disassembly;

namespace {

constexpr const char *kArchitectures[] = {"gfx90a", "gfx942", "gfx1100"};
constexpr uint32_t kElements = 0x10000; // all bf16 values
constexpr uint32_t kThreads = 256;

void addArchitectures() {
  QTest::addColumn<QString>("architecture");
  for (const char *architecture : kArchitectures)
    QTest::newRow(architecture) << architecture;
}

/// A computation of %x, %y and %d, and of the vectors %v and %w. Element 0 of each vector is %x or
/// %y; the others are the next three elements. The result is %r, a bf16, or %rv, a vector of four.
struct Computation {
  const char *name;
  const char *body;
};
constexpr Computation kScalars[] = {
    {"addf", "%r = arith.addf %x, %y : bf16"},
    {"subf", "%r = arith.subf %x, %y : bf16"},
    {"mulf", "%r = arith.mulf %x, %y : bf16"},
    {"divf", "%r = arith.divf %x, %y : bf16"},
    {"remf", "%r = arith.remf %x, %y : bf16"},
    {"negf", "%r = arith.negf %x : bf16"},
    {"maximumf", "%r = arith.maximumf %x, %y : bf16"},
    {"minimumf", "%r = arith.minimumf %x, %y : bf16"},
    {"maxnumf", "%r = arith.maxnumf %x, %y : bf16"},
    {"fma", "%r = math.fma %x, %y, %x : bf16"},
    {"sqrt", "%r = math.sqrt %x : bf16"},
    {"floor", "%r = math.floor %x : bf16"},
    {"copysign", "%r = math.copysign %x, %y : bf16"},
    {"two functions, each rounded", "%e = math.sqrt %x : bf16\n%r = math.sqrt %e : bf16"},
    {"sum of a product, each rounded", "%p = arith.mulf %x, %y : bf16\n"
                                       "%r = arith.addf %p, %x : bf16"},
    {"constant", "%c = arith.constant 3.140630e+00 : bf16\n%r = arith.mulf %x, %c : bf16"},
    {"cmpf olt, select", "%c = arith.cmpf olt, %x, %y : bf16\n"
                         "%r = arith.select %c, %x, %y : bf16"},
    {"cmpf une, uitofp", "%c = arith.cmpf une, %x, %y : bf16\n%r = arith.uitofp %c : i1 to bf16"},
    {"sitofp", "%b = arith.bitcast %x : bf16 to i16\n%e = arith.extsi %b : i16 to i32\n"
               "%k = arith.constant 40503 : i32\n%n = arith.muli %e, %k : i32\n"
               "%r = arith.sitofp %n : i32 to bf16"},
    {"fptosi", "%one = arith.constant 1.000000e+00 : bf16\n%u = math.copysign %one, %x : bf16\n"
               "%n = arith.fptosi %u : bf16 to i32\n%r = arith.sitofp %n : i32 to bf16"},
    {"truncf of f32", "%e = arith.extf %x : bf16 to f32\n%f = arith.extf %y : bf16 to f32\n"
                      "%s = arith.addf %e, %f : f32\n%r = arith.truncf %s : f32 to bf16"},
    {"truncf of f64", "%r = arith.truncf %d : f64 to bf16"},
    {"extf to f64", "%e = arith.extf %x : bf16 to f64\n%s = arith.addf %e, %d : f64\n"
                    "%r = arith.truncf %s : f64 to bf16"},
    {"reduction add", "%r = vector.reduction <add>, %v : vector<4xbf16> into bf16"},
    {"reduction mul from y", "%r = vector.reduction <mul>, %v, %y : vector<4xbf16> into bf16"},
    {"reduction maxnumf", "%r = vector.reduction <maxnumf>, %v : vector<4xbf16> into bf16"},
};
constexpr Computation kVectors[] = {
    {"addf", "%rv = arith.addf %v, %w : vector<4xbf16>"},
    {"fma", "%rv = math.fma %v, %w, %v : vector<4xbf16>"},
    {"broadcast, constant", "%b = vector.broadcast %x : bf16 to vector<4xbf16>\n"
                            "%c = arith.constant dense<[1.0, -2.0, 0.5, 3.0]> : vector<4xbf16>\n"
                            "%m = arith.mulf %b, %c : vector<4xbf16>\n"
                            "%rv = arith.addf %m, %w : vector<4xbf16>"},
    {"cmpf, select", "%c = arith.cmpf ogt, %v, %w : vector<4xbf16>\n"
                     "%rv = arith.select %c, %v, %w : vector<4xi1>, vector<4xbf16>"},
    {"extf, truncf", "%e = arith.extf %v : vector<4xbf16> to vector<4xf64>\n"
                     "%b = vector.broadcast %d : f64 to vector<4xf64>\n"
                     "%s = arith.addf %e, %b : vector<4xf64>\n"
                     "%rv = arith.truncf %s : vector<4xf64> to vector<4xbf16>"},
};

std::string sourceOf(const Computation &computation, bool isVector) {
  const std::string body = R"(
    %i = gpu.global_id x
    %x = memref.load %A[%i] : memref<65540xbf16>
    %y = memref.load %B[%i] : memref<65540xbf16>
    %d = memref.load %D[%i] : memref<65540xf64>
    %v = vector.load %A[%i] : memref<65540xbf16>, vector<4xbf16>
    %w = vector.load %B[%i] : memref<65540xbf16>, vector<4xbf16>
  )" + std::string(computation.body);
  // Each thread has four elements of the result; a scalar is stored to the first.
  const char *store = isVector ? R"(
    %c0 = arith.constant 0 : index
    vector.store %rv, %R[%i, %c0] : memref<65536x4xbf16>, vector<4xbf16>)"
                               : R"(
    %c0 = arith.constant 0 : index
    memref.store %r, %R[%i, %c0] : memref<65536x4xbf16>)";
  return test::kernelSource(
      "%A: memref<65540xbf16>, %B: memref<65540xbf16>, %D: memref<65540xf64>, "
      "%R: memref<65536x4xbf16>",
      body + store);
}

/// The input values of the kernels. The second operand of each bf16 is a random bf16. Numbers in
/// double precision are midpoints between two bf16 values and their neighbours.
struct Inputs {
  std::vector<uint16_t> a, b;
  std::vector<double> d;
  Inputs() {
    std::mt19937 random(20261122);
    const auto format = test::NarrowFormat::bfloat();
    for (uint32_t i = 0; i < kElements + 4; ++i) {
      a.push_back(static_cast<uint16_t>(i));
      // Every second operand has a similar magnitude, so that sums and quotients differ from both
      // operands.
      const uint32_t near = (i & 0x7f80) ^ (random() & 0x82ff);
      b.push_back(static_cast<uint16_t>(i % 2 ? near : random()));
      const auto upper = static_cast<uint16_t>((i & 0x7fff) + 1);
      const double low = format.value(static_cast<uint16_t>(upper - 1)), high = format.value(upper);
      const double middle = std::isinf(high) ? 0x1.ffp127 : (low + high) / 2;
      const double numbers[] = {middle, std::nextafter(middle, 0), std::nextafter(middle, HUGE_VAL),
                                low * 1.7};
      d.push_back(std::copysign(numbers[random() % 4], i < 0x8000 ? 1.0 : -1.0));
    }
  }
};

mlir::LogicalResult expand(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  passes.addNestedPass<mlir::gpu::GPUModuleOp>(amd::createExpandBfloatPass());
  return passes.run(module);
}

template <class Value> cpu::KernelArgument argument(const char *name, std::vector<Value> &values) {
  return {name,
          reinterpret_cast<uint64_t>(values.data()),
          values.size() * sizeof(Value),
          {static_cast<int64_t>(values.size())},
          sizeof(Value)};
}

/// The result of `source` on the CPU target, with or without the expansion.
Result<std::vector<uint16_t>> run(const std::string &source, bool isExpanded, Inputs &inputs) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source, "test.mlir"));
  if (isExpanded && mlir::failed(expand(module.module())))
    return fail(ErrorCode::CompileFailed, "the expansion failed");
  InstrumentOptions options;
  PSTUDIO_TRY_ASSIGN(options.mode, InstrumentationMode::parse("none"));
  options.block = {kThreads, 1, 1};
  PSTUDIO_TRY_ASSIGN(InstrumentedKernel instrumented, module.instrument("k", options));
  PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(module, "k"));
  PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, std::move(lowered).compile());
  const test::CompiledKernel kernel{std::move(program), std::move(instrumented)};
  std::vector<uint16_t> results(kElements * size_t{4});
  auto request = test::request(kernel, {kElements / kThreads, 1, 1}, {kThreads, 1, 1},
                               {argument("A", inputs.a), argument("B", inputs.b),
                                argument("D", inputs.d), argument("R", results)});
  request.arguments.back().shape = {kElements, 4};
  PSTUDIO_TRY(cpu::launch(request));
  return results;
}

bool isNan(uint16_t bits) {
  return (bits & 0x7fff) > 0x7f80;
}

/// Any two NaNs are equal: the NaN depends on the order of operands that the compiler selected.
bool areSame(uint16_t a, uint16_t b) {
  return a == b || (isNan(a) && isNan(b));
}

/// All operations in one kernel, for AMD GPUs.
constexpr const char *kKernel = R"(gpu.module @m {
func.func @scaled(%x: bf16, %v: vector<4xbf16>) -> bf16 {
  %y = vector.extract %v[1] : bf16 from vector<4xbf16>
  %z = arith.mulf %x, %y : bf16
  return %z : bf16
}
gpu.func @k(%A: memref<64xbf16>, %V: memref<64x4xbf16>, %s: bf16)
    workgroup(%W: memref<64xbf16, #gpu.address_space<workgroup>>) kernel {
  %i = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %half = arith.constant 5.000000e-01 : bf16
  proton.record start "s"
  %a = memref.load %A[%i] : memref<64xbf16>
  %sum = arith.addf %a, %s : bf16
  %exp = math.exp %sum : bf16
  %root = math.rsqrt %exp : bf16
  %larger = arith.maximumf %root, %half : bf16
  memref.store %larger, %W[%i] : memref<64xbf16, #gpu.address_space<workgroup>>
  gpu.barrier
  %w = memref.load %W[%c0] : memref<64xbf16, #gpu.address_space<workgroup>>
  %all = scf.for %n = %c0 to %c4 step %c1 iter_args(%partial = %w) -> bf16 {
    %next = arith.addf %partial, %a : bf16
    scf.yield %next : bf16
  }
  %v = vector.load %V[%i, %c0] : memref<64x4xbf16>, vector<4xbf16>
  %fused = vector.fma %v, %v, %v : vector<4xbf16>
  %square = vector.shape_cast %fused : vector<4xbf16> to vector<2x2xbf16>
  %product = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %square, %square, %square : vector<2x2xbf16>, vector<2x2xbf16> into vector<2x2xbf16>
  %scaled = arith.mulf %product, %square : vector<2x2xbf16>
  %flat = vector.shape_cast %scaled : vector<2x2xbf16> to vector<4xbf16>
  vector.store %flat, %V[%i, %c0] : memref<64x4xbf16>, vector<4xbf16>
  %wave = gpu.subgroup_reduce add %all : (bf16) -> bf16
  %called = func.call @scaled(%wave, %flat) : (bf16, vector<4xbf16>) -> bf16
  %old = memref.atomic_rmw addf %called, %A[%i] : (bf16, memref<64xbf16>) -> bf16
  proton.record end "s"
  proton.value "old", %old : bf16
  gpu.return
} })";

/// A matrix product of computed operands; its intrinsic has integer operands.
std::string matrixProduct(bool isWmma) {
  const std::string in = isWmma ? "vector<16xbf16>" : "vector<4xbf16>";
  const std::string out = isWmma ? "vector<8xf32>" : "vector<4xf32>";
  const std::string product =
      isWmma ? "amdgpu.wmma %t * %a + %c"
             : "amdgpu.mfma %t * %a + %c {abid = 0 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : "
               "i32, n = 16 : i32, blocks = 1 : i32} blgp = none";
  return "gpu.module @m {\ngpu.func @k(%A: memref<1024xbf16>, %C: memref<1024xf32>) kernel {\n"
         "  %i = gpu.thread_id x\n  %n = arith.constant 8 : index\n"
         "  %j = arith.muli %i, %n : index\n"
         "  %a = vector.load %A[%j] : memref<1024xbf16>, " +
         in + "\n  %t = arith.addf %a, %a : " + in +
         "\n  %c = vector.load %C[%j] : memref<1024xf32>, " + out + "\n  %d = " + product + " : " +
         in + ", " + in + ", " + out + "\n  vector.store %d, %C[%j] : memref<1024xf32>, " + out +
         "\n  gpu.return\n} }";
}

void addComputations(std::span<const Computation> computations, bool isVector) {
  for (const Computation &computation : computations)
    QTest::addRow("%s%s", computation.name, isVector ? " of vectors" : "")
        << QString::fromStdString(sourceOf(computation, isVector));
}

} // namespace

class AmdBfloatTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    if (!amd::findLinker())
      QFAIL("no ld.lld here: install lld-19");
  }

  void expansionComputesWhatTheCpuTargetComputes_data() {
    QTest::addColumn<QString>("source");
    addComputations(kScalars, false);
    addComputations(kVectors, true);
  }
  void expansionComputesWhatTheCpuTargetComputes() {
    QFETCH(QString, source);
    Inputs inputs;
    const auto expected = run(source.toStdString(), false, inputs);
    VERIFY_RESULT(expected);
    const auto expanded = run(source.toStdString(), true, inputs);
    VERIFY_RESULT(expanded);
    for (size_t i = 0; i < expected->size(); ++i)
      QVERIFY2(areSame((*expanded)[i], (*expected)[i]),
               qPrintable(QString("%1 and %2, %3: %4, not %5")
                              .arg(inputs.a[i / 4], 4, 16)
                              .arg(inputs.b[i / 4], 4, 16)
                              .arg(inputs.d[i / 4], 0, 'g', 17)
                              .arg((*expanded)[i], 4, 16)
                              .arg((*expected)[i], 4, 16)));
  }

  void doublesAreRoundedOnce() {
    Inputs inputs;
    const Computation truncation{"", "%r = arith.truncf %d : f64 to bf16"};
    const auto results = run(sourceOf(truncation, false), true, inputs);
    VERIFY_RESULT(results);
    const auto format = test::NarrowFormat::bfloat();
    for (size_t i = 0; i < kElements; ++i)
      if (!std::isnan(inputs.d[i]))
        QCOMPARE((*results)[i * 4], format.nearest(inputs.d[i]));
  }

  void kernelsBecomeCode_data() { addArchitectures(); }
  void kernelsBecomeCode() {
    QFETCH(QString, architecture);
    for (const char *mode : {"none", "default", "default:buffer_type=shared"}) {
      const auto kernel = compileForAmd(kKernel, 64, {architecture.toStdString(), mode});
      VERIFY_RESULT(kernel);
      const auto code = disassembly(*kernel);
      VERIFY_RESULT(code);
      const QString text = QString::fromStdString(*code);
      QVERIFY2(text.contains(QRegularExpression("v_(dual_|pk_)?add_f32")), code->c_str());
      QVERIFY2(text.contains("atomic_cmpswap"), code->c_str());
    }
  }

  void matrixInstructionsTakeComputedOperands_data() { addArchitectures(); }
  void matrixInstructionsTakeComputedOperands() {
    QFETCH(QString, architecture);
    const auto kernel =
        compileForAmd(matrixProduct(architecture == "gfx1100"), 64, {architecture.toStdString()});
    VERIFY_RESULT(kernel);
    const auto code = disassembly(*kernel);
    VERIFY_RESULT(code);
    const QRegularExpression product("v_(mfma|wmma)_f32_16x16x16_?bf16");
    QVERIFY2(QString::fromStdString(*code).contains(product), code->c_str());
  }

  void whatHasNoExpansionIsRejectedByPlace_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("message");
    QTest::newRow("rounding") << "arith.truncf %s toward_zero : f32 to bf16"
                              << "'arith.truncf' op rounds to bf16 in another way than to the "
                                 "nearest, which has no lowering for AMD's GPUs";
    QTest::newRow("mask")
        << "vector.mask %m { vector.reduction <add>, %v : vector<4xbf16> into bf16 } : "
           "vector<4xi1> -> bf16"
        << "'vector.reduction' op of bf16 under a mask has no lowering for AMD's GPUs";
  }
  void whatHasNoExpansionIsRejectedByPlace() {
    QFETCH(QString, operation);
    QFETCH(QString, message);
    const std::string source = test::kernelSource("%A: memref<68xbf16>, %s: f32", R"(
      %i = gpu.thread_id x
      %v = vector.load %A[%i] : memref<68xbf16>, vector<4xbf16>
      %m = vector.create_mask %i : vector<4xi1>
      %r = )" + operation.toStdString() + "\nmemref.store %r, %A[%i] : memref<68xbf16>");
    const auto kernel = compileForAmd(source, 64, {});
    QVERIFY(!kernel);
    QCOMPARE(QString::fromStdString(kernel.error().message), message);
    QVERIFY2(kernel.error().where.starts_with("test.mlir:7:"), kernel.error().where.c_str());
  }
};

QTEST_GUILESS_MAIN(AmdBfloatTest)
#include "amd_bfloat_test.moc"
