// SPDX-License-Identifier: Apache-2.0
// Fatal errors and crashes of the compiler become errors, and the process goes on.
#include <csignal>
#include <thread>

#include <QtTest>

#include "collector/codegen/llvm/crash_guard.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace pstudio;

namespace {

Error errorOf(llvm::function_ref<void()> work) {
  const std::optional<Error> error = runGuarded(work);
  return error ? *error : Error{ErrorCode::InvalidInput, "no error", {}, {}};
}

#define VERIFY_CONTAINS(text, part) QVERIFY2((text).find(part) != std::string::npos, (text).c_str())

class Operation final : public llvm::PrettyStackTraceEntry {
public:
  void print(llvm::raw_ostream &stream) const override {
    stream << "operation 'gpu.printf' at k.mlir:3:5\n";
  }
};

} // namespace

class CrashGuardTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void workThatEndsReturnsItsResult() {
    QCOMPARE(*guarded("k", [] { return Result<int>(7); }), 7);
    const Result<int> failed =
        guarded("k", [] { return Result<int>(fail(ErrorCode::Io, "no disk", "f")); });
    QCOMPARE(failed.error().message, std::string("no disk"));
    QCOMPARE(failed.error().where, std::string("f"));
  }

  void fatalErrorOfLlvmIsReportedInItsWords() {
    const Error error = errorOf([] { llvm::report_fatal_error("Cannot select: t5"); });
    QVERIFY(error.code == ErrorCode::CompileFailed);
    VERIFY_CONTAINS(error.message, "Cannot select: t5");
  }

  void signalsAreReportedByName() {
    VERIFY_CONTAINS(errorOf([] { std::abort(); }).message, "SIGABRT");
    VERIFY_CONTAINS(errorOf([] { ::raise(SIGSEGV); }).message, "SIGSEGV");
    VERIFY_CONTAINS(errorOf([] { ::raise(SIGFPE); }).message, "SIGFPE");
    VERIFY_CONTAINS(errorOf([] { std::abort(); }).message, "SIGABRT"); // after others
  }

  void passAndOperationAreNamed() {
    const Result<int> failed = guarded("kernel k", []() -> Result<int> {
      CompileStep step("pass");
      step.set("gvn", "k");
      const Operation operation;
      std::abort();
    });
    VERIFY_CONTAINS(failed.error().message, "pass 'gvn' on function '@k'");
    QCOMPARE(failed.error().where, std::string("k.mlir:3:5"));
  }

  void errorWithoutAnOperationHasThePlaceOfTheWork() {
    const Result<int> failed = guarded("kernel k", []() -> Result<int> { std::abort(); });
    QCOMPARE(failed.error().where, std::string("kernel k"));
  }

  void innerGuardTakesTheError() {
    std::optional<Error> inner;
    const std::optional<Error> outer =
        runGuarded([&] { inner = runGuarded([] { std::abort(); }); });
    QVERIFY(inner && !outer);
    VERIFY_CONTAINS(errorOf([&] {
                      inner = runGuarded([] {});
                      llvm::report_fatal_error("outer");
                    }).message,
                    "outer");
  }

  void threadsAreGuardedApart() {
    std::optional<Error> other;
    const std::optional<Error> own = runGuarded(
        [&] { std::thread([&] { other = runGuarded([] { ::raise(SIGSEGV); }); }).join(); });
    QVERIFY(other && !own);
  }
};

QTEST_GUILESS_MAIN(CrashGuardTest)
#include "crash_guard_test.moc"
