// SPDX-License-Identifier: Apache-2.0
// Mathematical operations in PTX: which instructions they become, with and without a toolkit.
#include <QtTest>

#include "collector/codegen/nvidia/function_bodies.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using nvidia::MathFunctions;
using test::compileToPtx;
using test::countOf;
using test::textOf;

namespace {

/// A kernel that stores `operation` of A[thread] (of type `type`); line 7 is the operation.
std::string kernelWith(std::string_view operation, std::string_view type) {
  const std::string t(type);
  return "gpu.module @m {\n"
         "gpu.func @k(%A: memref<32x" +
         t + ">) kernel {\n%i = gpu.thread_id x\n%x = memref.load %A[%i] : memref<32x" + t +
         ">\n"
         "%c3 = arith.constant 3 : i32\n"
         "%y = arith.addf %x, %x : " +
         t + "\n%r = " + std::string(operation) + " : " + t +
         "\n"
         "memref.store %r, %A[%i] : memref<32x" +
         t + ">\ngpu.return\n}\n}\n";
}

/// An operation, and what its PTX must contain with our own functions.
struct Operation {
  const char *text;
  const char *expected;
};

const Operation kSinglePrecision[] = {
    {"math.exp %x", "ex2.approx"},
    {"math.exp2 %x", "ex2.approx.f32"},
    {"math.expm1 %x", "fma.rn.f32"},
    {"math.log %x", "fma.rn.f32"},
    {"math.log2 %x", "fma.rn.f32"},
    {"math.log10 %x", "fma.rn.f32"},
    {"math.log1p %x", "fma.rn.f32"},
    {"math.sqrt %x", "sqrt.rn.f32"},
    {"math.rsqrt %x", "rsqrt.approx"},
    {"math.tanh %x", "ex2.approx"},
    {"math.sin %x", "fma.rn.f32"},
    {"math.cos %x", "fma.rn.f32"},
    {"math.tan %x", "div.rn.f32"},
    {"math.powf %x, %y", "fma.rn.f64"},
    {"math.erf %x", "ex2.approx"},
    {"math.atan %x", "rcp.rn.f32"},
    {"math.atan2 %x, %y", "div.rn.f32"},
    {"math.cbrt %x", "lg2.approx"},
    {"math.asin %x", "sqrt.rn.f32"},
    {"math.acos %x", "sqrt.rn.f32"},
    {"math.sinh %x", "ex2.approx"},
    {"math.cosh %x", "ex2.approx"},
    {"math.asinh %x", "sqrt.rn.f32"},
    {"math.acosh %x", "sqrt.rn.f32"},
    {"math.atanh %x", "div.rn.f32"},
    {"arith.remf %x, %y", "rem.u64"},
    {"math.fma %x, %y, %x", "fma.rn"},
    {"math.floor %x", "cvt.rmi"},
    {"math.ceil %x", "cvt.rpi"},
    {"math.trunc %x", "cvt.rzi"},
    {"math.roundeven %x", "cvt.rni"},
    {"math.round %x", "cvt.rzi"},
    {"math.absf %x", "abs.f32"},
    {"math.copysign %x, %y", "and.b32"},
    {"arith.maximumf %x, %y", "max.NaN.f32"},
    {"arith.minnumf %x, %y", "min.f32"},
    {"arith.divf %x, %y", "div.rn.f32"},
    {"llvm.intr.exp(%x)", "ex2.approx"},
};

} // namespace

class NvidiaMathTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyFunctionHasAnInstructionOrABody_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("expected");
    for (const Operation &operation : kSinglePrecision)
      QTest::newRow(operation.text) << operation.text << operation.expected;
  }
  void everyFunctionHasAnInstructionOrABody() {
    QFETCH(QString, operation);
    QFETCH(QString, expected);
    std::string source = kernelWith(operation.toStdString(), "f32");
    if (operation.startsWith("llvm."))
      source.replace(source.find(") : f32\nmemref"), 7, ") : (f32) -> f32");
    test::PtxRequest request;
    request.math = MathFunctions::BuiltIn;
    const auto ptx = compileToPtx(source, request);
    VERIFY_RESULT(ptx);
    QVERIFY2(countOf(ptx->text, expected.toStdString()) > 0, ptx->text.c_str());
    QCOMPARE(countOf(ptx->text, "call"), size_t{0});
    QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
    if (const auto ptxas = nvidia::findPtxas())
      VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
  }

  void halfPrecisionGoesThroughSinglePrecision_data() {
    QTest::addColumn<QString>("type");
    QTest::newRow("f16") << "f16";
    QTest::newRow("bf16") << "bf16";
  }
  void halfPrecisionGoesThroughSinglePrecision() {
    QFETCH(QString, type);
    for (const char *operation : {"math.exp %x", "math.tanh %x", "math.powf %x, %y", "math.sqrt %x",
                                  "math.floor %x", "math.rsqrt %x", "math.acosh %x",
                                  "arith.remf %x, %y"}) {
      test::PtxRequest request;
      request.math = MathFunctions::BuiltIn;
      const auto ptx = compileToPtx(kernelWith(operation, type.toStdString()), request);
      VERIFY_RESULT(ptx);
      QCOMPARE(countOf(ptx->text, "call"), size_t{0});
      if (const auto ptxas = nvidia::findPtxas())
        VERIFY_RESULT(nvidia::assemble(*ptxas, *ptx));
    }
  }

  /// A function of a rounded result is not that of the result before it was rounded.
  void everyResultOfHalfPrecisionIsRounded() {
    test::PtxRequest request;
    request.math = MathFunctions::BuiltIn;
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<32xf16>) kernel {
        %i = gpu.thread_id x
        %x = memref.load %A[%i] : memref<32xf16>
        %a = math.sqrt %x : f16
        %b = math.rsqrt %a : f16
        %c = math.sqrt %b : f16
        memref.store %c, %A[%i] : memref<32xf16>
        gpu.return
      }
    })",
                                  request);
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "cvt.rn.f16.f32"), size_t{3});
  }

  /// The compiler did not end on such a kernel.
  void aMaskedReductionOfHalfPrecisionCompiles() {
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<64xf16>) kernel {
        %i = gpu.thread_id x
        %v = vector.load %A[%i] : memref<64xf16>, vector<4xf16>
        %m = vector.create_mask %i : vector<4xi1>
        %r = vector.mask %m { vector.reduction <add>, %v : vector<4xf16> into f16 } : vector<4xi1> -> f16
        memref.store %r, %A[%i] : memref<64xf16>
        gpu.return
      }
    })");
    VERIFY_RESULT(ptx);
    QVERIFY(countOf(ptx->text, "add.rn.f16") + countOf(ptx->text, "add.f16") > 0);
  }

  void vectorsAreTakenApart() {
    test::PtxRequest request;
    request.math = MathFunctions::BuiltIn;
    const auto ptx = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<32x4xf32>) kernel {
        %i = gpu.thread_id x
        %c0 = arith.constant 0 : index
        %x = vector.load %A[%i, %c0] : memref<32x4xf32>, vector<4xf32>
        %a = math.exp2 %x : vector<4xf32>
        %b = math.floor %a : vector<4xf32>
        vector.store %b, %A[%i, %c0] : memref<32x4xf32>, vector<4xf32>
        gpu.return
      }
    })",
                                  request);
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, "ex2.approx.f32"), size_t{4});
    QCOMPARE(countOf(ptx->text, "cvt.rmi.f32.f32"), size_t{4});
    QCOMPARE(countOf(ptx->text, "ld.global.v4.f32"), size_t{1});
    QCOMPARE(countOf(ptx->text, "st.global.v4.f32"), size_t{1});
    QCOMPARE(ptx->mathFunctions, std::string("built in"));
  }

  void aFunctionWithoutABodyIsRejectedWithItsPlace_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("name");
    QTest::newRow("double precision") << "math.exp %x"
                                      << "f64"
                                      << "exp";
    QTest::newRow("without a pattern of upstream's") << "math.sinh %x"
                                                     << "f64"
                                                     << "sinh";
  }
  void aFunctionWithoutABodyIsRejectedWithItsPlace() {
    QFETCH(QString, operation);
    QFETCH(QString, type);
    QFETCH(QString, name);
    test::PtxRequest request;
    request.math = MathFunctions::BuiltIn;
    const auto ptx = compileToPtx(kernelWith(operation.toStdString(), type.toStdString()), request);
    QVERIFY(!ptx);
    QVERIFY2(textOf(ptx.error()).contains(name), qPrintable(textOf(ptx.error())));
    QVERIFY2(textOf(ptx.error()).contains("test.mlir:7:6"), qPrintable(textOf(ptx.error())));
  }

  void libdeviceIsTakenWhereItIs() {
    if (!nvidia::toolkitFolder())
      QSKIP("no toolkit here");
    for (const Operation &operation : kSinglePrecision) {
      if (std::string_view(operation.text).starts_with("llvm."))
        continue;
      const auto ptx = compileToPtx(kernelWith(operation.text, "f32"));
      VERIFY_RESULT(ptx);
      QCOMPARE(countOf(ptx->text, "call"), size_t{0});
    }
    const auto ptx = compileToPtx(kernelWith("math.exp %x", "f64"));
    VERIFY_RESULT(ptx);
    QVERIFY(QString::fromStdString(ptx->mathFunctions).endsWith("libdevice.10.bc"));
    QVERIFY2(countOf(ptx->text, "fma.rn.f64") > 5, ptx->text.c_str());
    QCOMPARE(countOf(ptx->text, ".entry "), size_t{1});
    QCOMPARE(countOf(ptx->text, ".func "), size_t{0});
  }

  void productsAndSumsAreFused() {
    const auto fused = compileToPtx(R"(gpu.module @m {
      gpu.func @k(%A: memref<32xf32>) kernel {
        %i = gpu.thread_id x
        %x = memref.load %A[%i] : memref<32xf32>
        %y = arith.mulf %x, %x : f32
        %z = arith.addf %y, %x : f32
        memref.store %z, %A[%i] : memref<32xf32>
        gpu.return
      }
    })");
    VERIFY_RESULT(fused);
    QCOMPARE(countOf(fused->text, "fma.rn.f32"), size_t{1});
  }
};

QTEST_GUILESS_MAIN(NvidiaMathTest)
#include "nvidia_math_test.moc"
