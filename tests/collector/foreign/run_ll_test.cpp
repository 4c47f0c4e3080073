// SPDX-License-Identifier: Apache-2.0
// Kernels of CUDA C++, compiled by clang to LLVM IR, run on the CPU target from a specification.
#include <algorithm>

#include <QtTest>

#include "collector/collector.h"
#include "core/run/run_spec.h"

using namespace pstudio;

namespace {

class Silent : public ProgressSink {
public:
  void stage(std::string_view) override {}
  void fraction(double) override {}
  void log(std::string_view) override {}
};

Result<RunOutcome> run(const std::string &specification) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, parseRunSpec(specification, PSTUDIO_SOURCE_DIR
                                                      "/tests/collector/foreign/inputs"));
  Silent progress;
  const std::atomic<bool> cancel = false;
  return collect(spec, progress, cancel);
}

std::string add(const std::string &more = {}, const std::string &a = R"("dtype": "f32")") {
  return R"({"kernel": {"file": "two_kernels.ll", "function": "add"}, "target": "cpu",
    "grid": [4], "block": [128],)" +
         more + R"(
    "arguments": [
      {"name": "a", "buffer": {)" +
         a + R"(, "shape": [500], "init": {"random": {"seed": 1}}}},
      {"name": "b", "buffer": {"dtype": "f32", "shape": [500], "init": {"random": {"seed": 2}}}},
      {"name": "c", "buffer": {"dtype": "f32", "shape": [500], "init": "zeros"}},
      {"name": "n", "scalar": {"dtype": "i32", "value": 500}}],
    "checks": [{"output": "c", "reference": {"operation": "add", "inputs": ["a", "b"]},
                "max_error": 1e-6}]})";
}

constexpr std::string_view kReduce = R"({
    "kernel": {"file": "two_kernels.ll", "function": "reduce"}, "target": "cpu",
    "grid": [4], "block": [128],
    "arguments": [
      {"name": "in", "buffer": {"dtype": "f32", "shape": [4, 128],
                                "init": {"random": {"seed": 1}}}},
      {"name": "out", "buffer": {"dtype": "f32", "shape": [4], "init": "zeros"}}],
    "checks": [{"output": "out", "reference": {"operation": "reduce_sum", "inputs": ["in"]},
                "max_error": 1e-4}]})";

size_t slicesNamed(const Trace &trace, std::string_view name) {
  return static_cast<size_t>(std::ranges::count_if(
      trace.sliceNames(), [&](StringId id) { return trace.string(id) == name; }));
}

} // namespace

class RunLlTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void markerCallsBecomeScopesOfEveryWarp() {
    const auto outcome = run(add());
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    QVERIFY(outcome->checks.front().passed());
    QCOMPARE(slicesNamed(outcome->trace, "load"), size_t(16));
  }

  void sharedMemoryShufflesBarriersAndEventsWork() {
    const auto outcome = run(std::string(kReduce));
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    QVERIFY(outcome->checks.front().passed());
    QCOMPARE(slicesNamed(outcome->trace, "warp"), size_t(16));
    QCOMPARE(slicesNamed(outcome->trace, "sum"), size_t(16));
  }

  void withoutInstrumentationMarkersAreNothing() {
    const auto outcome = run(add(R"("instrumentation": "none",)"));
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QVERIFY(outcome->checks.front().passed());
    QCOMPARE(outcome->trace.sliceCount(), size_t(0));
  }

  void accessBeyondABufferIsAnError() {
    std::string text = add();
    text.replace(text.find("\"value\": 500"), 12, "\"value\": 512");
    const auto outcome = run(text);
    const Error error = outcome ? outcome->failure.value_or(Error{}) : outcome.error();
    QVERIFY2(error.message.find("out of bounds: a[500]") != std::string::npos,
             error.message.c_str());
  }

  void kernelThatDoesNotExistIsRefusedWithThoseThatDo() {
    std::string text = add();
    text.replace(text.find("\"add\"}, \"target\""), 5, "\"ad\"");
    const auto outcome = run(text);
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().hint.find("add, reduce") != std::string::npos,
             outcome.error().hint.c_str());
  }
};

QTEST_GUILESS_MAIN(RunLlTest)
#include "run_ll_test.moc"
