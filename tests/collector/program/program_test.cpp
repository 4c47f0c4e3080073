// SPDX-License-Identifier: Apache-2.0
// Whole programs on the CPU target: what they print does not depend on the instrumentation, every
// launch is in the trace at its place, and mistakes of programs are told.
#include <fstream>
#include <sstream>

#include <QtTest>

#include "core/trace/trace_text.h"
#include "tests/collector/program/program_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::ProgramLog;
using test::programNamed;
using test::textOf;
using test::withoutAddresses;

namespace {

struct ProgramResult {
  Result<RunOutcome> outcome;
  ProgramLog log;
};

std::unique_ptr<ProgramResult> runProgram(const ProgramSpec &spec) {
  auto result = std::make_unique<ProgramResult>(
      ProgramResult{tl::unexpected<Error>(Error{ErrorCode::RunFailed, "not run", {}, {}}), {}});
  const std::atomic<bool> cancel{false};
  result->outcome = collectProgram(spec, result->log, cancel);
  return result;
}

std::string expectedOf(const ProgramSpec &spec) {
  std::filesystem::path file = spec.file;
  std::ifstream stream(file.replace_extension(".expected"));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

} // namespace

class ProgramTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void printsTheSameWithAndWithoutInstrumentation_data() {
    QTest::addColumn<QString>("program");
    for (const char *name : {"all_reduce", "async_execute", "host_library", "printf", "shuffle",
                             "streams", "subgroup_reduce", "two_modules"})
      QTest::addRow("%s", name) << name;
  }
  void printsTheSameWithAndWithoutInstrumentation() {
    QFETCH(const QString, program);
    for (const char *mode : {"none", "default", "default:buffer_type=shared"}) {
      const ProgramSpec spec = programNamed(program.toStdString(), mode);
      const auto result = runProgram(spec);
      QVERIFY2(result->outcome, qPrintable(textOf(result->outcome.error())));
      QVERIFY(!result->outcome->failure);
      QCOMPARE(withoutAddresses(result->log.printed), expectedOf(spec));
    }
  }
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
