// SPDX-License-Identifier: Apache-2.0
// Forms of functions, variables and stack memory that front ends write: no mode changes what a
// kernel computes, and none rejects a kernel that the mode none accepts.
#include <filesystem>

#include <QtTest>

#include "collector/collector.h"
#include "collector/instrument.h"
#include "core/run/run_spec.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

const std::filesystem::path kInputs = PSTUDIO_SOURCE_DIR "/tests/collector/foreign/inputs";

/// A kernel that writes 2 * I[t] if all its values are right.
Result<RunSpec> specOf(const std::string &file, const std::string &target,
                       const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, parseRunSpec(R"({"kernel": {"file": ")" + file + R"(",
    "function": "k"}, "target": ")" + target + R"(", "grid": [1], "block": [64],
    "arguments": [{"name": "R", "buffer": {"dtype": "i32", "shape": [64]}},
                  {"name": "I", "buffer": {"dtype": "i32", "shape": [64], "init": "iota"}}],
    "checks": [{"output": "R", "reference": {"operation": "add", "inputs": ["I", "I"]},
                "max_error": 0}]})",
                                                kInputs));
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  return spec;
}

CollectOptions withoutCache() {
  CollectOptions options;
  options.cache = CacheSettings{{}, 0};
  return options;
}

Result<RunOutcome> run(const RunSpec &spec) {
  test::RunLog progress;
  const std::atomic<bool> cancel = false;
  return collect(spec, progress, cancel, withoutCache());
}

} // namespace

class LlFormsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void noModeChangesTheResult_data() { addRows(kAll); }
  void noModeChangesTheResult() {
    QFETCH(QString, file);
    QFETCH(QString, mode);
    const Result<RunSpec> spec = specOf(file.toStdString(), "cpu", mode.toStdString());
    VERIFY_RESULT(spec);
    const Result<RunOutcome> outcome = run(*spec);
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
  }

  void everyModeCompilesToPtx_data() { addRows(kAll); }
  void everyModeCompilesToPtx() {
    QFETCH(QString, file);
    QFETCH(QString, mode);
    const Result<RunSpec> spec = specOf(file.toStdString(), "cuda:sm_80", mode.toStdString());
    VERIFY_RESULT(spec);
    const Result<std::string> ptx = emitPtx(*spec, withoutCache());
    VERIFY_RESULT(ptx);
  }

  void everyModeInstrumentsTheFile_data() { addRows(kAll); }
  void everyModeInstrumentsTheFile() {
    QFETCH(QString, file);
    QFETCH(QString, mode);
    InstrumentRequest request;
    request.input = kInputs / file.toStdString();
    request.mode = *InstrumentationMode::parse(mode.toStdString());
    request.block = {64, 1, 1};
    const Result<InstrumentedFile> instrumented = instrumentFile(request);
    VERIFY_RESULT(instrumented);
  }

  void instructionWithoutCodeIsNamedWithItsPlace() {
    const Result<RunSpec> spec = specOf("no_code.ll", "cuda:sm_80", "none");
    VERIFY_RESULT(spec);
    for (int i = 0; i < 2; ++i) { // the process goes on
      const Result<std::string> ptx = emitPtx(*spec, withoutCache());
      QVERIFY(!ptx);
      const std::string text = ptx.error().toString();
      QVERIFY2(text.find("no_code.ll:10:3") != std::string::npos, text.c_str());
      QVERIFY2(text.find("@llvm.canonicalize.f32") != std::string::npos, text.c_str());
    }
  }

  void namesOfTypesAndAliasesAreThoseOfTheFile() {
    InstrumentRequest request;
    request.input = kInputs / "signatures.ll";
    request.mode = *InstrumentationMode::parse("functions");
    request.block = {64, 1, 1};
    const Result<InstrumentedFile> instrumented = instrumentFile(request);
    VERIFY_RESULT(instrumented);
    for (const char *text : {"%pair = type { i32, i32 }", "@twice = internal alias",
                             "@sret(ptr noalias", "fastcc", "byval(%pair)"})
      QVERIFY2(instrumented->text.find(text) != std::string::npos, text);
    QVERIFY2(instrumented->text.find("pair#") == std::string::npos, "a name of the translation");
  }

private:
  static void addRows(const std::vector<const char *> &files) {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("mode");
    for (const char *file : files)
      for (const char *mode : {"none", "functions", "accesses", "memory"})
        QTest::addRow("%s, %s", file, mode) << QString(file) << QString(mode);
  }

  inline static const std::vector<const char *> kAll{"signatures.ll", "global_forms.ll",
                                                     "freed_arrays.ll", "matrices.ll"};
};

QTEST_GUILESS_MAIN(LlFormsTest)
#include "ll_forms_test.moc"
