// SPDX-License-Identifier: Apache-2.0
// Tensor maps as parameters of kernels: passed by value, constant for the grid, never copied to
// local memory; and what may be given for which parameter.
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileFile;
using test::countOf;
using test::textOf;

namespace {

constexpr const char *kKernels = "tests/collector/kernels/nvidia/tensor_maps.mlir";

Result<KernelSignature> signatureOf(const std::string &parameters) {
  PSTUDIO_TRY_ASSIGN(const KernelModule module,
                     KernelModule::parse("gpu.module @m {\n gpu.func @k(" + parameters +
                                             ") kernel {\n gpu.return\n }\n}\n",
                                         "test.mlir"));
  return module.signature("k");
}

} // namespace

class NvidiaTensorMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aTensorMapIsAParameterOf128Bytes_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("mode");
    for (const char *kernel : {"by_value", "descriptor"})
      for (const char *mode :
           {"none", "default", "default:buffer_type=global", "default:strategy=stream",
            "functions,loops,barriers,memory,async,matrix"})
        QTest::addRow("%s %s", kernel, mode) << kernel << mode;
  }
  void aTensorMapIsAParameterOf128Bytes() {
    QFETCH(QString, kernel);
    QFETCH(QString, mode);
    test::PtxRequest request;
    request.kernel = kernel.toStdString();
    request.mode = mode.toStdString();
    request.architecture = "sm_90a";
    request.block = {64, 1, 1};
    const auto ptx = compileFile(kKernels, request);
    VERIFY_RESULT(ptx);
    // The first parameter, before that of the instrumentation, which comes last.
    QCOMPARE(countOf(ptx->text, ".param .align 64 .b8 " + request.kernel + "_param_0[128]"),
             size_t{1});
    QCOMPARE(countOf(ptx->text, ".param .u64 " + request.kernel + "_param_2") > 0, mode != "none");
    QVERIFY(countOf(ptx->text, "cp.async.bulk.tensor.2d") > 0);
    QCOMPARE(countOf(ptx->text, "ld.param.b8"), size_t{0}); // a copy would begin with it
    QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
    if (const auto ptxas = nvidia::findPtxas()) {
      const auto report = nvidia::assemble(*ptxas, *ptx);
      VERIFY_RESULT(report);
      QCOMPARE(report->spillStoreBytes, uint64_t{0});
    }
  }

  void signaturesTellTensorMapsFromOtherParameters() {
    const auto signature =
        signatureOf("%a: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, "
                    "%b: !llvm.ptr, %c: memref<4xf32>");
    VERIFY_RESULT(signature);
    QVERIFY(signature->parameters[0].isTensorMap && !signature->parameters[0].isBarePointer);
    QVERIFY(!signature->parameters[1].isTensorMap && signature->parameters[1].isBarePointer);
    QVERIFY(!signature->parameters[2].isTensorMap && signature->parameters[2].isBuffer);
  }

  void otherStructuresByValueAreRejected() {
    const auto small =
        signatureOf("%a: !llvm.ptr {llvm.byval = !llvm.array<64 x i8>, llvm.align = 64 : i64}");
    QVERIFY(!small);
    QCOMPARE(small.error().code, ErrorCode::Unsupported);
    QVERIFY2(textOf(small.error())
                 .contains("parameter 0 of kernel k is a structure of 64 bytes by value"),
             qPrintable(textOf(small.error())));
    const auto askew =
        signatureOf("%a: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 8 : i64}");
    QVERIFY(!askew);
    QVERIFY2(textOf(askew.error()).contains("not aligned to 64 bytes"),
             qPrintable(textOf(askew.error())));
  }
};

QTEST_GUILESS_MAIN(NvidiaTensorMapTest)
#include "nvidia_tensor_map_test.moc"
