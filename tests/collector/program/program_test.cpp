// SPDX-License-Identifier: Apache-2.0
// Complete programs on the CPU target: their output does not depend on the instrumentation, the
// trace contains every launch with its location, and errors of programs are reported.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <QTemporaryDir>
#include <QtTest>

#include "core/run/pass_report.h"
#include "tests/collector/program/program_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using test::ProgramLog;
using test::programNamed;
using test::textOf;
using test::withoutAddresses;
using test::WrittenProgram;

namespace {

struct ProgramResult {
  Result<RunOutcome> outcome;
  ProgramLog log;
};

std::unique_ptr<ProgramResult> runProgram(const ProgramSpec &spec,
                                          const CollectOptions &options = {}) {
  auto result = std::make_unique<ProgramResult>(
      ProgramResult{tl::unexpected<Error>(Error{ErrorCode::RunFailed, "not run", {}, {}}), {}});
  const std::atomic<bool> cancel{false};
  result->outcome = collectProgram(spec, result->log, cancel, options);
  return result;
}

std::string expectedOf(const ProgramSpec &spec) {
  std::filesystem::path file = spec.file;
  std::ifstream stream(file.replace_extension(".expected"));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// A program with one kernel of four threads that accesses a device buffer of four floats.
std::string aroundKernel(const std::string &body, const std::string &hostAfter = "") {
  return R"(func.func private @printI64(i64)
func.func private @printNewline()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant 4 : index
  %seven = arith.constant 7 : i64
  %data = gpu.alloc host_shared () : memref<4xf32>
  call @printI64(%seven) : (i64) -> ()
  call @printNewline() : () -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %four, %ny = %c1, %nz = %c1) {
    proton.record start "work"
)" + body +
         R"(
    proton.record end "work"
    gpu.terminator
  }
)" + hostAfter +
         R"(
  return
}
)";
}

const char *const kStoreOne = R"(    %one = arith.constant 1.0 : f32
    memref.store %one, %data[%tx] : memref<4xf32>)";

/// Each launch of the trace: kernel, then the argument "launch.site" without its folder.
std::vector<std::string> launchesOf(const Trace &trace) {
  std::vector<std::string> launches;
  for (const Launch &launch : trace.launches()) {
    std::string text(trace.string(launch.kernel));
    for (const Arg &arg : trace.args(launch.args))
      if (trace.string(arg.key) == "launch.site") {
        const std::string_view site = trace.string(arg.stringValue);
        text += " " + std::string(site.substr(site.rfind('/') + 1));
      }
    launches.push_back(text);
  }
  return launches;
}

/// The argument `name` of each launch; empty if a launch does not have it.
std::vector<std::string> factsOf(const Trace &trace, std::string_view name) {
  std::vector<std::string> facts;
  for (const Launch &launch : trace.launches()) {
    facts.emplace_back();
    for (const Arg &arg : trace.args(launch.args))
      if (trace.string(arg.key) == name)
        facts.back() = trace.string(arg.stringValue);
  }
  return facts;
}

std::vector<std::string> tracksOf(const Trace &trace, TrackKind kind) {
  std::vector<std::string> names;
  for (const Track &track : trace.tracks())
    if (track.kind == kind)
      names.emplace_back(trace.string(track.name));
  return names;
}

using Names = std::vector<std::string>;

} // namespace

class ProgramTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void printsTheSameWithAndWithoutInstrumentation_data() {
    QTest::addColumn<QString>("program");
    for (const char *name : {"all_reduce", "async_execute", "host_library", "printf", "shuffle",
                             "streams", "subgroup_reduce", "transform_script", "two_modules"})
      QTest::addRow("%s", name) << name;
  }
  void printsTheSameWithAndWithoutInstrumentation() {
    QFETCH(const QString, program);
    for (const char *mode : {"none", "default", "default:buffer_type=shared", "functions",
                             "loops,barriers", "accesses", "memory", "default:strategy=stream"}) {
      const ProgramSpec spec = programNamed(program.toStdString(), mode);
      const auto result = runProgram(spec);
      VERIFY_RESULT(result->outcome);
      QVERIFY(!result->outcome->failure);
      QCOMPARE(withoutAddresses(result->log.printed), expectedOf(spec));
    }
  }

  void everyLaunchIsStreamed() {
    // Fifty iterations are a hundred records of the warp, through two chunks of eight.
    WrittenProgram program(aroundKernel(R"(    %fifty = arith.constant 50 : index
    scf.for %i = %c0 to %fifty step %c1 {
      proton.record start "round"
      %one = arith.constant 1.0 : f32
      memref.store %one, %data[%tx] : memref<4xf32>
      proton.record end "round"
    })"),
                           "default:strategy=stream:slots=16");
    const auto result = runProgram(program.spec);
    VERIFY_RESULT(result->outcome);
    const Trace &trace = result->outcome->trace;
    QCOMPARE(trace.launches().size(), size_t{1});
    QCOMPARE(trace.launches()[0].recordsDropped, uint64_t{0});
    const auto names = trace.sliceNames();
    const auto countOf = [&](std::string_view name) {
      return std::ranges::count_if(names, [&](StringId id) { return trace.string(id) == name; });
    };
    QCOMPARE(countOf("round"), std::ptrdiff_t{50});
    QCOMPARE(countOf("work"), std::ptrdiff_t{1});
    QVERIFY(countOf("profile stream") > 10);
  }

  void streamedLaunchesCannotBeKeptAsACapture() {
    const WrittenProgram program(aroundKernel(kStoreOne), "default:strategy=stream");
    ProgramLog log;
    const std::atomic<bool> cancel{false};
    CollectOptions options;
    options.keepCapture = "capture";
    const auto outcome = collectProgram(program.spec, log, cancel, options);
    QVERIFY(!outcome);
    QVERIFY2(textOf(outcome.error()).contains("streamed records cannot be kept as a capture"),
             qPrintable(textOf(outcome.error())));
  }

  void everyLaunchIsInTheTraceUnderItsCallSiteInOrder() {
    const auto result = runProgram(programNamed("two_modules"));
    VERIFY_RESULT(result->outcome);
    const Trace &trace = result->outcome->trace;
    QCOMPARE(launchesOf(trace),
             (Names{"step two_modules.mlir:42:5", "second::step two_modules.mlir:44:5",
                    "step two_modules.mlir:46:5"}));
    QCOMPARE(tracksOf(trace, TrackKind::Kernel), (Names{"step", "second::step"}));
    Names launches = tracksOf(trace, TrackKind::Launch);
    std::sort(launches.begin(), launches.end());
    QCOMPARE(launches, (Names{"launch 0 at two_modules.mlir:42", "launch 0 at two_modules.mlir:44",
                              "launch 1 at two_modules.mlir:46"}));
    for (const Launch &launch : trace.launches()) {
      QCOMPARE(launch.recordsWritten, uint64_t{2});
      QCOMPARE(launch.recordsUnmatched, uint64_t{0});
    }
  }

  void laterLaunchesAreLaterInTheTraceAndHaveTheirOwnOperations() {
    const auto result = runProgram(programNamed("two_modules"));
    VERIFY_RESULT(result->outcome);
    const Trace &trace = result->outcome->trace;
    std::map<int64_t, std::string> byBegin;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      byBegin[slice.time.begin.value] = trace.string(slice.name);
    }
    Names names;
    for (const auto &[begin, name] : byBegin)
      names.push_back(name);
    QCOMPARE(names, (Names{"add", "multiply", "add"}));
  }

  void launchesWithoutInstrumentationAreListedToo() {
    const auto result = runProgram(programNamed("two_modules", "none"));
    VERIFY_RESULT(result->outcome);
    QCOMPARE(launchesOf(result->outcome->trace).size(), size_t{3});
    QCOMPARE(result->outcome->trace.sliceCount(), size_t{0});
  }

  void compiledKernelsOfAProgramAreKept() {
    const QTemporaryDir folder;
    CollectOptions options;
    options.cache = CacheSettings{folder.filePath("kernels").toStdString(), 64 << 20};
    const ProgramSpec spec = programNamed("two_modules");
    const auto first = runProgram(spec, options);
    const auto second = runProgram(spec, options);
    for (const auto &result : {&first, &second})
      VERIFY_RESULT((*result)->outcome);
    const auto lowered = [](const ProgramResult &result) {
      return std::ranges::count(result.log.stages, "lower");
    };
    QCOMPARE(lowered(*first), 2);
    QCOMPARE(lowered(*second), 0);
    QCOMPARE(factsOf(first->outcome->trace, "compile.cache"), (Names{"miss", "miss", "miss"}));
    QCOMPARE(factsOf(second->outcome->trace, "compile.cache"), (Names{"hit", "hit", "hit"}));
    QCOMPARE(withoutAddresses(second->log.printed), withoutAddresses(first->log.printed));
    QCOMPARE(second->outcome->trace.sliceCount(), first->outcome->trace.sliceCount());
  }

  void thePassesOfEveryKernelAreInOneReport() {
    const QTemporaryDir folder;
    CollectOptions options;
    options.cache = CacheSettings{folder.filePath("kernels").toStdString(), 64 << 20};
    options.passes = folder.filePath("two_modules.passes.json").toStdString();
    std::vector<Names> stages;
    for (const bool isCached : {false, true}) {
      const auto result = runProgram(programNamed("two_modules"), options);
      VERIFY_RESULT(result->outcome);
      QCOMPARE(std::ranges::count(result->log.stages, "lower"), isCached ? 0 : 2);
      const auto report = readPassReport(options.passes);
      VERIFY_RESULT(report);
      QCOMPARE(report->kernel, std::string("two_modules"));
      QCOMPARE(factsOf(result->outcome->trace, kPassReportFact),
               (Names{report->id, report->id, report->id}));
      stages.emplace_back();
      for (const PassStage &stage : report->stages)
        stages.back().push_back(stage.name);
      QCOMPARE(std::ranges::count(stages.back(), "step: instrument"), 2); // one of each module
    }
    QCOMPARE(stages[0], stages[1]);
  }

  void aLaunchWithClustersIsRejectedAtItsPlace() {
    const auto result = runProgram(programNamed("clusters"));
    QVERIFY(!result->outcome);
    QVERIFY2(textOf(result->outcome.error()).contains("the CPU target has no clusters of CTAs") &&
                 textOf(result->outcome.error()).contains("clusters.mlir:26:"),
             qPrintable(textOf(result->outcome.error())));
  }

  void aFaultOfAKernelKeepsTheLaunchesBeforeAndSaysWhereItWasLaunched() {
    const WrittenProgram program(aroundKernel(kStoreOne, R"(  %far = arith.constant 9 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %two = arith.constant 2.0 : f32
    proton.record start "fault"
    memref.store %two, %data[%far] : memref<4xf32>
    proton.record end "fault"
    gpu.terminator
  }
  call @printI64(%seven) : (i64) -> ()
)"));
    const auto result = runProgram(program.spec);
    VERIFY_RESULT(result->outcome);
    const auto &failure = result->outcome->failure;
    QVERIFY(failure);
    QCOMPARE(failure->code, ErrorCode::RunFailed);
    QVERIFY2(failure->message.find("writes 4 bytes out of bounds") != std::string::npos &&
                 failure->message.find("program.mlir:20:3") != std::string::npos,
             qPrintable(textOf(*failure)));
    QCOMPARE(result->log.printed, std::string("7\n")); // the code after the fault did not run
    QVERIFY(result->outcome->trace.sliceCount() >= 1);
    QCOMPARE(result->outcome->trace.notes().back().code, std::string("run.program-failed"));
  }

  void memoryThatTheGpuCannotSeeIsToldApart() {
    const WrittenProgram program(R"(func.func @main() {
  %c1 = arith.constant 1 : index
  %host = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %one = arith.constant 1.0 : f32
    memref.store %one, %host[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}
)");
    const auto result = runProgram(program.spec);
    QVERIFY(!result->outcome);
    QVERIFY2(result->outcome.error().message.find("memory that the GPU cannot access") !=
                 std::string::npos,
             qPrintable(textOf(result->outcome.error())));
  }

  void anAssertionOfAKernelThatDoesNotHoldEndsTheProgram() {
    const auto result = runProgram(programNamed("assertion"));
    const Error error = result->outcome ? *result->outcome->failure : result->outcome.error();
    QCOMPARE(error.code, ErrorCode::RunFailed);
    QVERIFY2(error.message.find("thread (4,0,0) of CTA (0,0,0) in kernel main_kernel: assertion "
                                "\"a thread is too far\" of main_kernel does not hold") !=
                     std::string::npos &&
                 textOf(error).contains("assertion.mlir:11") &&
                 error.message.find("launched at ") != std::string::npos,
             qPrintable(textOf(error)));
  }

  void anAssertionThatHoldsCostsTheProgramNothingElse() {
    const WrittenProgram program(aroundKernel(R"(    %true = arith.cmpi ult, %tx, %four : index
    cf.assert %true, "four threads"
    %one = arith.constant 1.0 : f32
    memref.store %one, %data[%tx] : memref<4xf32>)"));
    const auto result = runProgram(program.spec);
    VERIFY_RESULT(result->outcome);
    QVERIFY(!result->outcome->failure);
    QCOMPARE(result->outcome->trace.sliceCount(), size_t{1});
  }

  void tensorMapsAreRejectedAtTheirPlace() {
    const auto result = runProgram(programNamed("tma_load"));
    QVERIFY(!result->outcome);
    QVERIFY2(textOf(result->outcome.error()).contains("the target has no tensor maps") &&
                 textOf(result->outcome.error()).contains("tma_load.mlir:"),
             qPrintable(textOf(result->outcome.error())));
  }

  void anEndlessLoopOfTheHostMeetsTheTimeLimitAndKeepsTheTrace() {
    WrittenProgram program(aroundKernel(kStoreOne, R"(  cf.br ^loop
^loop:
  cf.br ^loop
^never:)"));
    program.spec.timeLimitSeconds = 0.3;
    const auto result = runProgram(program.spec);
    VERIFY_RESULT(result->outcome);
    QVERIFY(result->outcome->failure);
    QVERIFY2(result->outcome->failure->message.find(
                 "exceeded its time limit of 0.3 s in the loop at ") != std::string::npos,
             qPrintable(textOf(*result->outcome->failure)));
    QCOMPARE(launchesOf(result->outcome->trace).size(), size_t{1});
  }

  void theStopButtonEndsALoopOfTheHost() {
    const WrittenProgram program(aroundKernel(kStoreOne, R"(  call @printI64(%seven) : (i64) -> ()
  call @printNewline() : () -> ()
  cf.br ^loop
^loop:
  cf.br ^loop
^never:)"));
    std::atomic<bool> cancel{false};
    ProgramLog log;
    log.cancelAtOutput = &cancel; // at the first output, before the launch
    const auto outcome = collectProgram(program.spec, log, cancel);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Cancelled);
  }

  void anEndlessKernelMeetsTheProgramsTimeLimit() {
    WrittenProgram program(aroundKernel(R"(    cf.br ^loop
  ^loop:
    cf.br ^loop
  ^never:)"));
    program.spec.timeLimitSeconds = 0.3;
    const auto result = runProgram(program.spec);
    const Error error = result->outcome ? *result->outcome->failure : result->outcome.error();
    QVERIFY2(error.message.find("exceeded its time limit") != std::string::npos,
             qPrintable(textOf(error)));
  }

  void badProgramsAreRejected_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("no main") << "func.func @other() { return }"
                             << "the program has no function main";
    QTest::newRow("no MLIR") << "func.func @main( {"
                             << "expected";
    QTest::newRow("arguments") << "func.func @main(%n: i32) { return }"
                               << "main must take no arguments";
    QTest::newRow("unknown function")
        << "func.func private @mystery()\nfunc.func @main() { call @mystery() : () -> () return }"
        << "the program calls mystery";
    QTest::newRow("unknown mgpu function")
        << "func.func private @mgpuCreateSparseEnv()\n"
           "func.func @main() { call @mgpuCreateSparseEnv() : () -> () return }"
        << "mgpuCreateSparseEnv, which no target here has";
    QTest::newRow("other parameters")
        << "func.func private @printI64(f32)\nfunc.func @main() { %x = arith.constant 1.0 : f32\n"
           "call @printI64(%x) : (f32) -> () return }"
        << "declares printI64 with a result or parameters that it does not have";
    QTest::newRow("binary") << "module attributes {gpu.container_module} {\n"
                               "gpu.binary @code [#gpu.object<#nvvm.target, bin = \"x\">]\n"
                               "func.func @main() { return } }"
                            << "contains compiled code, which cannot be instrumented";
  }
  void badProgramsAreRejected() {
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    const auto result = runProgram(WrittenProgram(text.toStdString()).spec);
    QVERIFY(!result->outcome);
    QVERIFY2(textOf(result->outcome.error()).contains(message),
             qPrintable(textOf(result->outcome.error())));
  }

  void mistakesOfTheHostAreTold_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("message");
    QTest::newRow("freed twice") << R"(%t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] () : memref<4xf32>
  %t2 = gpu.dealloc async [%t1] %m : memref<4xf32>
  %t3 = gpu.dealloc async [%t2] %m : memref<4xf32>
  gpu.wait [%t3])"
                                 << "frees device memory that is not allocated";
    QTest::newRow("copies too much") << R"(%t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] () : memref<4xf32>
  %n, %t2 = gpu.alloc async [%t1] () : memref<8xf32>
  %big = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1]
      : memref<4xf32> to memref<8xf32>
  %t3 = gpu.memcpy async [%t2] %n, %big : memref<8xf32>, memref<8xf32>
  gpu.wait [%t3])"
                                     << "copies 32 bytes from byte 0 of device memory of 16 bytes";
    QTest::newRow("assertion") << R"(%no = arith.constant false
  cf.assert %no, "this does not hold")"
                               << "an assertion of its host code failed";
    QTest::newRow("stores out of bounds")
        << R"(%h = memref.alloc() : memref<4xi32>
  %i = arith.constant 100000000 : index
  %z = arith.constant 0 : i32
  memref.store %z, %h[%i] : memref<4xi32>)"
        << "program.mlir:5:3: the host code accesses memory out of bounds: memref.store uses index "
           "100000000 in dimension 0, which has 4 elements";
    QTest::newRow("loads below the first element")
        << R"(%n = arith.constant 3 : index
  %h = memref.alloc(%n) : memref<8x?xf32>
  %i = arith.constant -1 : index
  %x = memref.load %h[%n, %i] : memref<8x?xf32>
  memref.store %x, %h[%n, %n] : memref<8x?xf32>)"
        << "program.mlir:5:8: the host code accesses memory out of bounds: memref.load uses index "
           "-1 in dimension 1, which has 3 elements";
    QTest::newRow("a loop goes too far") << R"(%h = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 17 {
    %x = affine.load %h[%i] : memref<16xf32>
    affine.store %x, %h[%i] : memref<16xf32>
  })"
                                         << "program.mlir:4:10: the host code accesses memory out "
                                            "of bounds: memref.load uses index 16 in dimension 0";
    QTest::newRow("the end of a vector") << R"(%h = memref.alloc() : memref<16xf32>
  %i = arith.constant 13 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  vector.store %v, %h[%i] : memref<16xf32>, vector<4xf32>)"
                                         << "vector.store uses index 16 in dimension 0, which has "
                                            "16 elements";
    QTest::newRow("a view beyond the end")
        << R"(%h = memref.alloc() : memref<16xf32>
  %n = arith.constant 9 : index
  %v = memref.subview %h[8] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1], offset: 8>>
  %z = arith.constant 0.0 : f32
  memref.store %z, %v[%n] : memref<?xf32, strided<[1], offset: 8>>)"
        << "program.mlir:4:8: the host code accesses memory out of bounds: memref.subview uses "
           "index 16 in dimension 0";
    QTest::newRow("other device") << R"(%two = arith.constant 2 : i32
  gpu.set_default_device %two)"
                                  << "selects device 2";
  }
  void mistakesOfTheHostAreTold() {
    QFETCH(const QString, body);
    QFETCH(const QString, message);
    const WrittenProgram program("func.func @main() {\n  " + body.toStdString() +
                                 "\n  return\n}\n");
    const auto result = runProgram(program.spec);
    QVERIFY(!result->outcome);
    QVERIFY2(textOf(result->outcome.error()).contains(message),
             qPrintable(textOf(result->outcome.error())));
  }

  void accessesWithinBoundsAreMade() {
    const WrittenProgram program(R"(func.func private @printI64(i64)
func.func @main() {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : index
  %last = arith.constant 15 : index
  %h = memref.alloc() : memref<16xi64>
  affine.for %i = 0 to 16 {
    %n = arith.index_cast %i : index to i64
    affine.store %n, %h[%i] : memref<16xi64>
  }
  %view = memref.subview %h[8] [8] [1] : memref<16xi64> to memref<8xi64, strided<[1], offset: 8>>
  %empty = memref.subview %h[16] [%none] [1] : memref<16xi64> to memref<?xi64, strided<[1], offset: 16>>
  %e = memref.dim %empty, %c0 : memref<?xi64, strided<[1], offset: 16>>
  %x = memref.load %view[%e] : memref<8xi64, strided<[1], offset: 8>>
  %v = vector.load %h[%last] : memref<16xi64>, vector<1xi64>
  %y = vector.extract %v[0] : i64 from vector<1xi64>
  %sum = arith.addi %x, %y : i64
  call @printI64(%sum) : (i64) -> ()
  return
}
)");
    const auto result = runProgram(program.spec);
    VERIFY_RESULT(result->outcome);
    QCOMPARE(result->log.printed, std::string("23"));
  }

  void aProgramWithoutLaunchesGivesAnEmptyTraceThatSaysSo() {
    const auto result = runProgram(programNamed("host_library"));
    VERIFY_RESULT(result->outcome);
    QCOMPARE(result->outcome->trace.notes().front().code, std::string("run.no-launch"));
  }
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
