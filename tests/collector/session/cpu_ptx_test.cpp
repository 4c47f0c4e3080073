// SPDX-License-Identifier: Apache-2.0
// PTX of nvcc on the CPU target: results are right, and an instruction that is not executed is
// named.
#include <QtTest>

#include "collector/collector.h"
#include "core/run/run_spec.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr const char *kInputs = PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs";

std::string buffer(const char *name, const char *type, const char *shape, const char *init) {
  return std::string(R"({"name": ")") + name + R"(", "buffer": {"dtype": ")" + type +
         R"(", "shape": )" + shape + R"(, "init": )" + init + "}}";
}

std::string scalar(const char *name, int value) {
  return std::string(R"({"name": ")") + name + R"(", "scalar": {"dtype": "i32", "value": )" +
         std::to_string(value) + "}}";
}

std::string specOf(const char *kernel, const char *launch, const std::string &arguments,
                   const char *check) {
  return std::string(R"({"kernel": {"file": "cuda_kernels.ptx", "function": ")") + kernel +
         R"("}, "target": "cpu", )" + launch + R"(, "arguments": [)" + arguments +
         R"(], "checks": [)" + check + "]}";
}

constexpr const char *kFirst = R"({"random": {"seed": 1}})";
constexpr const char *kSecond = R"({"random": {"seed": 2}})";
constexpr const char *kSum =
    R"({"output": "C", "reference": {"operation": "add", "inputs": ["A", "B"]}, "max_error": 1e-6})";

Result<RunOutcome> run(const std::string &specification, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, parseRunSpec(specification, kInputs));
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  test::RunLog progress;
  const std::atomic<bool> cancel = false;
  return collect(spec, progress, cancel);
}

} // namespace

class CpuPtxTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void kernelsOfNvccComputeTheirResults_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("mode");
    const std::string add =
        specOf("add", R"("grid": [3], "block": [64])",
               buffer("A", "f32", "[1000]", kFirst) + "," + buffer("B", "f32", "[1000]", kSecond) +
                   "," + buffer("C", "f32", "[1000]", R"("zeros")") + "," + scalar("n", 1000),
               kSum);
    const std::string rowSum = specOf(
        "row_sum", R"("grid": [4], "block": [128])",
        buffer("in", "f32", "[4, 500]", kFirst) + "," + buffer("out", "f32", "[4]", R"("zeros")") +
            "," + scalar("columns", 500),
        R"({"output": "out", "reference": {"operation": "reduce_sum", "inputs": ["in"]}, "max_error": 1e-3})");
    const std::string staged =
        specOf("add_async", R"("grid": [2], "block": [128], "dynamic_shared_bytes": 1024)",
               buffer("A", "f32", "[768]", kFirst) + "," + buffer("B", "f32", "[768]", kSecond) +
                   "," + buffer("C", "f32", "[768]", R"("zeros")") + "," + scalar("tiles", 3),
               kSum);
    for (const char *mode :
         {"none", "functions,loops,barriers", "memory", "functions,loops,barriers,memory,async"}) {
      QTest::addRow("add %s", mode) << QString::fromStdString(add) << mode;
      QTest::addRow("row_sum %s", mode) << QString::fromStdString(rowSum) << mode;
      QTest::addRow("add_async %s", mode) << QString::fromStdString(staged) << mode;
    }
  }
  void kernelsOfNvccComputeTheirResults() {
    QFETCH(QString, spec);
    QFETCH(QString, mode);
    const auto outcome = run(spec.toStdString(), mode.toStdString());
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    QVERIFY(outcome->checks.front().passed());
    QCOMPARE(outcome->trace.sliceCount() != 0, mode.contains(QLatin1String("functions")));
  }

  void accessesOutsideOfABufferAreErrorsAtTheirPlace() {
    const auto outcome = run(
        specOf("add", R"("grid": [1], "block": [64])",
               buffer("A", "f32", "[100]", kFirst) + "," + buffer("B", "f32", "[100]", kSecond) +
                   "," + buffer("C", "f32", "[100]", R"("zeros")") + "," + scalar("n", 101),
               kSum),
        "functions");
    QVERIFY(!outcome || outcome->failure);
    const std::string text = outcome ? outcome->failure->toString() : outcome.error().toString();
    QVERIFY2(text.find("cuda_kernels.ptx:") != std::string::npos, text.c_str());
  }

  void anInstructionThatIsNotExecutedIsNamed() {
    const auto outcome = run(
        specOf(
            "product", R"("grid": [2, 2], "block": [32])",
            buffer("A", "f16", "[32, 64]", kFirst) + "," + buffer("B", "f16", "[64, 32]", kFirst) +
                "," + buffer("C", "f32", "[32, 32]", R"("zeros")") + "," + scalar("k", 64),
            R"({"output": "C", "reference": {"operation": "matmul", "inputs": ["A", "B"]}, "max_error": 1e-2})"),
        "functions");
    QVERIFY(!outcome && outcome.error().code == ErrorCode::Unsupported);
    const std::string &message = outcome.error().message;
    QVERIFY2(message.starts_with("the CPU target does not execute the PTX instruction: wmma."),
             message.c_str());
    const std::string &where = outcome.error().where;
    QVERIFY2(where.find("cuda_kernels.ptx:") != std::string::npos, where.c_str());
  }
};

QTEST_GUILESS_MAIN(CpuPtxTest)
#include "cpu_ptx_test.moc"
