// SPDX-License-Identifier: Apache-2.0
// Kernels of CUDA C++, compiled by clang to LLVM IR, run on the CPU target from a specification.
#include <algorithm>
#include <map>

#include <QtTest>

#include "collector/collector.h"
#include "core/run/run_spec.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

Result<RunOutcome> run(const std::string &specification) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, parseRunSpec(specification, PSTUDIO_SOURCE_DIR
                                                      "/tests/collector/foreign/inputs"));
  test::RunLog progress;
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

/// The kernel of Triton's form: two more arguments, `scratch` is the first of them.
std::string addWithScratch(const std::string &scratch, const std::string &more = {},
                           const std::string &block = "128") {
  std::string text = add(more);
  const auto replace = [&](std::string_view from, const std::string &to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("two_kernels.ll", "add_with_scratch.llir");
  replace(R"("block": [128])", R"("block": [)" + block + "]");
  replace(R"("value": 500}}],)", R"("value": 500}},
      {"name": "scratch", )" + scratch +
                                     R"(},
      {"name": "profile", "scalar": {"dtype": "i64", "value": 0}}],)");
  return text;
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

/// Argument "source" of a slice, or empty.
std::string sourceOf(const Trace &trace, SliceId slice) {
  for (const Arg &arg : trace.args(trace.slice(slice).args))
    if (trace.string(arg.key) == "source")
      return std::string(trace.string(arg.stringValue));
  return {};
}

size_t slicesNamed(const Trace &trace, std::string_view name) {
  return static_cast<size_t>(std::ranges::count_if(
      trace.sliceNames(), [&](StringId id) { return trace.string(id) == name; }));
}

/// "name in parent" -> number of slices.
std::map<std::string, int> scopesIn(const Trace &trace) {
  std::map<std::string, int> scopes;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const SliceId parent = trace.sliceParents()[i];
    ++scopes[std::string(trace.string(trace.sliceNames()[i])) + " in " +
             (parent.isValid() ? std::string(trace.string(trace.sliceNames()[parent.value]))
                               : std::string("none"))];
  }
  return scopes;
}

/// A kernel with marks as comments, or the same with marker calls, run in 16 warps.
Result<RunOutcome> runScopedAdd(const QString &folder, bool hasCalls) {
  QFile file(QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs/scoped_add.llir"));
  if (!file.open(QIODevice::ReadOnly))
    return fail(ErrorCode::Io, "no kernel");
  QString text = QString::fromUtf8(file.readAll());
  if (hasCalls) {
    static const QRegularExpression mark("%\\w+ = tail call i32 asm sideeffect \"// pstudio scope "
                                         "(start|end) ([^\"]*)\", \"=r\"\\(\\) #2");
    QString names;
    for (auto found = mark.match(text); found.hasMatch(); found = mark.match(text)) {
      const QByteArray name = found.captured(2).replace("$$", "$").toUtf8();
      const QString global = QStringLiteral("@name%1").arg(names.count('\n'));
      names += QStringLiteral("%1 = private constant [%2 x i8] c\"%3\\00\"\n")
                   .arg(global)
                   .arg(name.size() + 1)
                   .arg(QString::fromUtf8(name));
      text.replace(
          found.capturedStart(), found.capturedLength(),
          QStringLiteral("call void @proton_scope_%1(ptr %2)").arg(found.captured(1), global));
    }
    text += names + "declare void @proton_scope_start(ptr)\ndeclare void @proton_scope_end(ptr)\n";
  }
  QFile copy(folder + "/add_with_scratch.llir");
  if (!copy.open(QIODevice::WriteOnly))
    return fail(ErrorCode::Io, "no copy");
  copy.write(text.toUtf8());
  copy.close();
  PSTUDIO_TRY_ASSIGN(const RunSpec spec,
                     parseRunSpec(addWithScratch(R"("scalar": {"dtype": "i64", "value": 0})"),
                                  folder.toStdString()));
  test::RunLog progress;
  const std::atomic<bool> cancel = false;
  return collect(spec, progress, cancel);
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

  void marksOfTritonsScopesAreTheScopesOfMarkerCalls_data() {
    QTest::addColumn<bool>("hasCalls");
    QTest::newRow("comments in inline assembly") << false;
    QTest::newRow("marker calls") << true;
  }
  void marksOfTritonsScopesAreTheScopesOfMarkerCalls() {
    QFETCH(const bool, hasCalls);
    const QTemporaryDir folder;
    const auto outcome = runScopedAdd(folder.path(), hasCalls);
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    QVERIFY(outcome->checks.front().passed());
    const std::map<std::string, int> expected{
        {"add in none", 16}, {"load $ step in add", 48}, {"store in none", 16}};
    QVERIFY(scopesIn(outcome->trace) == expected);
  }

  void aPointerMayBeNullOrAnyBuffer() {
    for (const char *scratch : {R"("scalar": {"dtype": "i64", "value": 0})",
                                R"("buffer": {"dtype": "i8", "shape": [64]})"}) {
      const auto outcome = run(addWithScratch(scratch));
      VERIFY_RESULT(outcome);
      QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
      QVERIFY(outcome->checks.front().passed());
    }
    const auto wrong = run(addWithScratch(R"("scalar": {"dtype": "i64", "value": 8})"));
    QVERIFY(!wrong);
    QVERIFY2(wrong.error().hint.find("the i64 0") != std::string::npos,
             wrong.error().toString().c_str());
  }

  void slicesOfAutoModesAreAtTheLinesOfTheirSource() {
    const auto outcome = run(addWithScratch(R"("scalar": {"dtype": "i64", "value": 0})",
                                            R"("instrumentation": "accesses",)"));
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    std::map<std::string, size_t> sources;
    for (uint32_t i = 0; i < outcome->trace.sliceCount(); ++i)
      ++sources[sourceOf(outcome->trace, SliceId(i))];
    // Loads that follow each other are one scope, in each of 16 warps.
    const std::map<std::string, size_t> expected{{"/kernels/sums.py:14:18", 16},
                                                 {"/kernels/sums.py:16:28", 16}};
    QVERIFY(sources == expected);
  }

  void aBlockOtherThanTheFileSaysIsRejectedWithTheRightOne() {
    const auto outcome = run(addWithScratch(R"("scalar": {"dtype": "i64", "value": 0})", {}, "64"));
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().message, std::string("kernel add has to be launched with a block of "
                                                  "128 x 1 x 1 (nvvm.reqntid), specification "
                                                  "gives 64 x 1 x 1"));
    QCOMPARE(outcome.error().hint, std::string("write \"block\": [128, 1, 1]"));
  }

  void sharedMemoryOfTheLaunchMustBeGiven() {
    const auto outcome = run(R"({"kernel": {"file": "hopper.ll", "function": "product"},
      "target": "cpu", "grid": [1], "block": [128], "arguments": [
        {"name": "a", "buffer": {"dtype": "f32", "shape": [1024]}},
        {"name": "c", "buffer": {"dtype": "f32", "shape": [128]}},
        {"name": "n", "scalar": {"dtype": "i32", "value": 1}}]})");
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().message,
             std::string("kernel product uses shared memory of its launch (@tile), specification "
                         "gives none"));
    QVERIFY2(QString::fromStdString(outcome.error().where).endsWith(": dynamic_shared_bytes"),
             outcome.error().where.c_str());
  }

  void kernelThatDoesNotExistIsRejectedWithThoseThatDo() {
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
