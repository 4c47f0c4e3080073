// SPDX-License-Identifier: Apache-2.0
// The example kernels as PTX: they compile for every architecture, and ptxas accepts them.
#include <QtTest>

#include "tests/collector/codegen/nvidia/ptxas.h"
#include "core/run/run_spec.h"
#include "tests/collector/codegen/nvidia/ptx_compiler.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::compileSpecification;
using test::countOf;

class NvidiaExamplesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyExampleCompiles_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QString>("mode");
    for (const std::string &example : test::specificationPaths())
      for (const std::string &architecture : test::architecturesOf(example))
        for (const char *mode : {"none", "default", "default:buffer_type=shared"})
          QTest::addRow("%s %s %s", example.c_str(), architecture.c_str(), mode)
              << QString::fromStdString(example) << QString::fromStdString(architecture) << mode;
  }
  void everyExampleCompiles() {
    QFETCH(QString, example);
    QFETCH(QString, architecture);
    QFETCH(QString, mode);
    test::PtxRequest request;
    request.architecture = architecture.toStdString();
    request.mode = mode.toStdString();
    const auto ptx = compileSpecification(example.toStdString(), request);
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".entry "), size_t{1});
    QCOMPARE(countOf(ptx->text, ".local "), size_t{0});
    QVERIFY(countOf(ptx->text, ".target " + request.architecture) == 1);
    QVERIFY(ptx->staticSharedBytes <= nvidia::kStaticSharedLimit);
    if (qEnvironmentVariableIsSet("PSTUDIO_SHOW_PTX"))
      puts(ptx->text.c_str());
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here, so nobody has checked the PTX");
    const auto report = nvidia::assemble(*ptxas, *ptx);
    VERIFY_RESULT(report);
    QCOMPARE(report->spillStoreBytes, uint64_t{0});
    for (const std::string &loss : report->performanceLosses)
      QFAIL(loss.c_str());
    QVERIFY(report->registers >= 8);
  }

  void functionsThatAreNotInlinedPassTheCountOfRecordsInARegister() {
    test::PtxRequest request;
    request.mode = "default:buffer_type=shared";
    const auto ptx = compileSpecification("resources/kernels/layer_norm.json", request);
    VERIFY_RESULT(ptx);
    for (const char *function : {"warp_sum(", "row_sum(", "moments("})
      QVERIFY2(countOf(ptx->text, function) == 1, function);
    QCOMPARE(countOf(ptx->text, "call.uni"), size_t{5}); // one for each call in the source
    QCOMPARE(countOf(ptx->text, "atom."), size_t{0});
    QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here, so nobody has checked the PTX");
    const auto report = nvidia::assemble(*ptxas, *ptx);
    VERIFY_RESULT(report);
    QCOMPARE(report->stackBytes, uint64_t{0});
  }

  void autoModesInHotCalleesCostNoLocalMemory_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("mode");
    for (const char *example : {"gemm_tiled", "layer_norm", "softmax"})
      for (const char *mode :
           {"functions", "loops", "barriers", "accesses", "memory", "async", "matrix",
            "functions,loops,async", "functions,loops,barriers,memory,async,matrix"})
        QTest::addRow("%s %s", example, mode) << example << mode;
  }
  void autoModesInHotCalleesCostNoLocalMemory() {
    QFETCH(QString, example);
    QFETCH(QString, mode);
    test::PtxRequest request;
    request.architecture = "sm_90a";
    request.mode = mode.toStdString();
    const auto ptx =
        compileSpecification("resources/kernels/" + example.toStdString() + ".json", request);
    VERIFY_RESULT(ptx);
    QCOMPARE(countOf(ptx->text, ".local "), size_t{0});
    const auto ptxas = nvidia::findPtxas();
    if (!ptxas)
      QSKIP("no ptxas here, so nobody has checked the PTX");
    const auto report = nvidia::assemble(*ptxas, *ptx);
    VERIFY_RESULT(report);
    QCOMPARE(report->stackBytes, uint64_t{0});
    QCOMPARE(report->spillStoreBytes, uint64_t{0});
    qInfo("%u registers", static_cast<unsigned>(report->registers));
  }

  void eventsOfCallersAreRegisters() {
    const char *source = R"(gpu.module @m {
      func.func private @issue(%e: i32) attributes {passthrough = ["noinline"]} {
        proton.event start %e : i32
        return
      }
      func.func private @wait(%e: i32) attributes {passthrough = ["noinline"]} {
        proton.event end %e : i32
        return
      }
      func.func private @both() attributes {passthrough = ["noinline"]} {
        %e = proton.allocate_event "copy" : i32
        func.call @issue(%e) : (i32) -> ()
        func.call @wait(%e) : (i32) -> ()
        return
      }
      gpu.func @k() kernel {
        func.call @both() : () -> ()
        func.call @both() : () -> ()
        gpu.return
      }
    })";
    for (const char *mode : {"default:buffer_type=global", "default:buffer_type=shared"}) {
      test::PtxRequest request;
      request.mode = mode;
      const auto ptx = test::compileToPtx(source, request);
      VERIFY_RESULT(ptx);
      QCOMPARE(countOf(ptx->text, "%clock;"), size_t{2}); // one in issue, one in wait
      QCOMPARE(countOf(ptx->text, ".local"), size_t{0});
      if (const auto ptxas = nvidia::findPtxas()) {
        const auto report = nvidia::assemble(*ptxas, *ptx);
        VERIFY_RESULT(report);
        QCOMPARE(report->stackBytes, uint64_t{0});
      }
    }
  }

  /// gemm_tiled loads and multiplies in callees.
  void autoModesReachTheFunctionsThatAKernelCalls() {
    test::PtxRequest request;
    request.architecture = "sm_90a";
    const auto clocksIn = [&](const char *mode) {
      request.mode = mode;
      const auto ptx = compileSpecification("resources/kernels/gemm_tiled.json", request);
      return ptx ? countOf(ptx->text, "%clock;") : size_t{0};
    };
    const size_t annotated = clocksIn("default");
    // After inlining: one load of A and 4 of B in each iteration, unrolled 4 times; 8 rows of C.
    QVERIFY(clocksIn("accesses") >= annotated + 2 * (1 + 4 + 8));
    QVERIFY(clocksIn("matrix") >= annotated + 2 * 4);
    QCOMPARE(clocksIn("memory:include=gemm_tiled"), annotated);
  }

  /// A warp with divergent lanes executes both arms of a branch, and therefore would execute code
  /// that is copied into both arms twice.
  void everyRecordOfTheSourceIsInThePtxOnce_data() {
    QTest::addColumn<QString>("path");
    for (const std::string &path : test::specificationPaths())
      QTest::newRow(path.c_str()) << QString::fromStdString(path);
  }
  void everyRecordOfTheSourceIsInThePtxOnce() {
    QFETCH(QString, path);
    test::PtxRequest request;
    request.mode = "default";
    const auto ptx = test::compileSpecification(path.toStdString(), request);
    VERIFY_RESULT(ptx);
    const auto spec = loadRunSpec(std::string(PSTUDIO_SOURCE_DIR "/") + path.toStdString());
    VERIFY_RESULT(spec);
    if (spec->kernelFile.extension() != ".mlir")
      QSKIP("its marks are calls, which are counted where they become operations");
    QFile file(QString::fromStdString(spec->kernelFile.string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string source = file.readAll().toStdString();
    const size_t begin = source.find("gpu.func @" + spec->function + "(");
    QVERIFY(begin != std::string::npos);
    const std::string kernel = source.substr(begin, source.find("gpu.return", begin) - begin);
    // Callees precede the kernel. Functions with records are not inlined.
    const size_t module = source.find("\ngpu.module @");
    const std::string called = source.substr(module, source.find("gpu.func @") - module);
    size_t records = 0;
    for (const std::string &text : {kernel, called})
      records += countOf(text, "proton.record ") + countOf(text, "proton.event ") +
                 countOf(text, "proton.value ");
    // Kernels for the auto modes have no records.
    QCOMPARE(countOf(ptx->text, "%clock;"), records);
  }
};

QTEST_GUILESS_MAIN(NvidiaExamplesTest)
#include "nvidia_examples_test.moc"
