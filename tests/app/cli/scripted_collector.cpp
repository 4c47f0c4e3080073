// SPDX-License-Identifier: Apache-2.0
// A collector whose behaviour depends on the function name of the kernel, so that a test can
// produce every end of a run.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <unistd.h>

#include "collector/attach/host/attach.h"
#include "collector/bench.h"
#include "collector/code_object.h"
#include "collector/collector.h"
#include "collector/instrument.h"
#include "collector/live_kernels.h"
#include "core/run/pass_report_builder.h"
#include "core/trace/trace_builder.h"

namespace pstudio {
namespace {

Trace smallTrace(const RunSpec &spec) {
  TraceBuilder builder;
  builder.info().title = spec.function;
  builder.info().producer = "scripted collector";
  Launch launch;
  launch.kernel = builder.intern(spec.function);
  launch.target = builder.intern(spec.target);
  launch.grid = spec.grid;
  launch.block = spec.block;
  launch.timeBase = TimeBase::Model;
  launch.recordsWritten = 10;
  launch.recordsDropped = 4;
  const LaunchId launchId = builder.addLaunch(launch);
  Track warp;
  warp.kind = TrackKind::Warp;
  warp.name = builder.intern("warp 0");
  warp.launch = launchId;
  SliceInput slice;
  slice.track = builder.addTrack(warp);
  slice.name = builder.intern("load");
  slice.duration = Picoseconds(2'500'000);
  builder.addSlice(slice);
  builder.addNote({Note::Severity::DataLoss, "record.dropped", "records were dropped", 4});
  return std::move(builder).finish();
}

/// A trace of several megabytes, whose transfer takes a while.
Trace largeTrace(const RunSpec &spec) {
  constexpr uint32_t kSlices = 400'000;
  TraceBuilder builder;
  builder.info().title = spec.function;
  SliceInput slice;
  slice.track = builder.addTrack(Track());
  slice.name = builder.intern("load");
  uint32_t noise = 1;
  for (uint32_t i = 0; i < kSlices; ++i) {
    noise = noise * 1664525u + 1013904223u; // Numerical Recipes; hard to compress
    slice.begin = Picoseconds(int64_t{i} * 1'000'000 + noise % 400'000);
    slice.duration = Picoseconds(noise >> 13);
    builder.addSlice(slice);
  }
  return std::move(builder).finish();
}

/// Ends the process by a signal as a faulting kernel does, without the handler of a sanitizer.
void crash(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void waitFor(const std::atomic<bool> *cancel) {
  while (cancel == nullptr || !*cancel)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

void keepPasses(const std::filesystem::path &file) {
  PassReportBuilder passes;
  passes.describe("scripted", "cpu", "default");
  passes.beginStage("stage one", IrLanguage::Mlir);
  PassRun pass;
  pass.name = "canonicalize";
  pass.scope = "builtin.module";
  pass.changed = true;
  pass.statistics = {{"operations", 4, 2}};
  passes.begin(std::move(pass));
  if (!writePassReport(passes.report(), file))
    std::abort();
}

} // namespace

Result<RunOutcome> collect(const RunSpec &spec, ProgressSink &progress,
                           const std::atomic<bool> &cancel, const CollectOptions &options) {
  progress.stage("parse");
  progress.log("mode " + spec.mode.toString());
  if (!options.keepCapture.empty())
    progress.log("keeps " + options.keepCapture.string());
  if (!options.passes.empty())
    keepPasses(options.passes);
  if (spec.function == "bad_ir")
    return fail(ErrorCode::CompileFailed, "expected an operation", "kernel.mlir:3:7", "look there");
  progress.stage("launch");
  progress.fraction(0.5);
  if (spec.function == "crash")
    crash(SIGSEGV);
  if (spec.function == "abort")
    crash(SIGABRT);
  if (spec.function == "leave")
    ::_exit(3);
  if (spec.function == "deaf")
    waitFor(nullptr);
  if (spec.function == "endless")
    waitFor(&cancel);
  if (spec.function == "endless_records") { // stops at the request, with its records
    waitFor(&cancel);
    return RunOutcome{
        smallTrace(spec), {}, Error{ErrorCode::Cancelled, "the run was stopped", {}, {}}};
  }
  if (spec.function == "time_limit")
    return RunOutcome{
        smallTrace(spec), {}, Error{ErrorCode::RunFailed, "the time limit was met", {}, "wait"}};
  if (cancel)
    return fail(ErrorCode::Cancelled, "the run was stopped");
  if (spec.function == "chatter") {
    std::puts("a library prints on standard output");
    std::fflush(stdout);
  }
  progress.stage("check");
  if (spec.function == "large")
    return RunOutcome{largeTrace(spec), {}, {}};
  if (spec.function == "wrong")
    return RunOutcome{smallTrace(spec),
                      {{"C", 1.0, 1e-4, {}}},
                      Error{ErrorCode::WrongResult, "C[0] is 1, expected 2", "check C", {}}};
  return RunOutcome{smallTrace(spec), {{"C", 1e-7, 1e-4, {}}}, {}};
}

Result<RunOutcome> collectProgram(const ProgramSpec &program, ProgressSink &progress,
                                  const std::atomic<bool> &, const CollectOptions &) {
  progress.stage("launch");
  progress.output("half a line");
  progress.output(", and its end\n");
  RunSpec spec;
  spec.function = program.file.stem().string();
  spec.target = program.target;
  return RunOutcome{smallTrace(spec), {}, {}};
}

Result<std::unique_ptr<LiveKernels>> openLiveKernels(std::vector<RunSpec>, ProgressSink &,
                                                     const std::atomic<bool> &,
                                                     const CollectOptions &) {
  return fail(ErrorCode::Unsupported, "nothing to keep a session on");
}

Result<std::string> emitCode(const RunSpec &spec, CodeFormat format, const CollectOptions &) {
  if (spec.target == "cpu")
    return fail(ErrorCode::Unsupported, "target \"cpu\" has no PTX");
  if (format != CodeFormat::Ptx)
    return std::string(codeFormatName(format)) + " for " + spec.target + "\n";
  return "// " + spec.function + " for " + spec.target + "\n";
}

Result<std::string> emitPtx(const ProgramSpec &program) {
  return "// " + program.file.stem().string() + " for " + program.target + "\n";
}

Result<InstrumentedFile> instrumentFile(const InstrumentRequest &request) {
  return fail(ErrorCode::Unsupported, "nothing to instrument with", request.input.string());
}

Result<InstrumentedFile> instrumentedCodeObject(const InstrumentRequest &request) {
  return instrumentFile(request);
}

Result<std::vector<std::string>> listCounters(const std::string &chip) {
  if (chip == "none")
    return fail(ErrorCode::Unsupported, "there is no chip \"none\"");
  return std::vector<std::string>{"dram__bytes", "sm__cycles_elapsed"};
}

std::vector<TargetInfo> listTargets() {
  return {{"cpu", "scripted", true, {}}, {"cuda", "NVIDIA GPU", false, "no driver"}};
}

namespace bench {

std::vector<SectionName> sectionsOf(const std::string &) {
  return {{"numbers", "numbers"}, {"fault", "a fault"}};
}

/// One section that succeeds and, for target "cuda", one that fails half-way.
Result<Report> run(const Request &request, const Listener &listener) {
  if (request.target == "none")
    return fail(ErrorCode::Unsupported, "there is no driver", {}, "install one");
  Report report;
  report.environment = {{"chip", "scripted"}};
  listener.began(report);
  Section numbers;
  numbers.name = "numbers";
  numbers.title = "all kinds of cells";
  numbers.tables = {{"table",
                     {{"what", ""}, {"time", "us", 2}, {"count", ""}},
                     {{std::string("a"), 1.5, int64_t{7}}, {std::string("b"), Cell(), Cell()}},
                     {"a note"}},
                    {"long texts",
                     {{"what", ""}, {"count", ""}, {"rest", ""}},
                     {{std::string("a name of more than forty characters, no less"), int64_t{7},
                       std::string("ok")},
                      {std::string("b"),
                       std::string("a reason that is longer than any column"
                                   " and leaves the rest of its row empty"),
                       Cell()}},
                     {}}};
  numbers.targets = {{"met", 2.0, "us", 1.5, {}},
                     {"missed", 1.0, "us", 1.5, {}},
                     {"unknown", 1.0, "us", std::nullopt, "nobody looked"}};
  report.sections.push_back(numbers);
  listener.ended(numbers);
  if (request.target == "cuda") {
    Section fault;
    fault.name = "fault";
    fault.title = "a fault";
    fault.failure = Error{ErrorCode::RunFailed, "the kernel faulted", {}, {}};
    report.sections.push_back(fault);
    listener.ended(fault);
  }
  return report;
}

} // namespace bench
// Attaching runs no collector in this process; the scripted collector does not implement it.
namespace attach {

Result<AttachPlaces> findAttachPlaces() {
  return AttachPlaces();
}

Result<AttachOutcome> attach(const AttachRequest &, const AttachPlaces &) {
  return fail(ErrorCode::Unsupported, "scripts do not attach");
}

} // namespace attach

} // namespace pstudio
