// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/launch_record.h"

#include <string>
#include <vector>

#include "collector/collector.h"
#include "core/base/date.h"
#include "core/trace/arg_names.h"

namespace pstudio {
namespace {
constexpr std::string_view kProducer = "Proton Studio " PSTUDIO_VERSION;
} // namespace

void beginTrace(TraceBuilder &trace, std::string_view title) {
  TraceInfo &info = trace.info();
  info.title = title;
  info.producer = kProducer;
  info.date = currentDate();
}

record::LaunchCapture captureOf(const RunSpec &spec, const InstrumentedKernel &kernel,
                                uint32_t index, uint32_t lanesPerWarp) {
  record::LaunchCapture capture;
  capture.kernel = spec.function;
  capture.grid = spec.grid;
  capture.block = spec.block;
  capture.dynamicSharedBytes = spec.dynamicSharedBytes;
  capture.index = index;
  capture.lanesPerWarp = lanesPerWarp;
  capture.sampling = {spec.mode.warps, spec.mode.ctas, spec.mode.every, kernel.iteratedAccesses};
  capture.facts.push_back({"mode", spec.mode.toString()});
  for (const ModeCoverage &coverage : kernel.coverage)
    if (const std::string text = coverage.leftOutText(); !text.empty())
      capture.facts.push_back({std::string(kNotCoveredArg), text});
  capture.facts.push_back({"buffer.memory", std::string(kernel.isShared ? "shared" : "global")});
  return capture;
}

void addLaunchWithoutRecords(const record::LaunchCapture &capture, const RunSpec &spec,
                             TraceBuilder &trace) {
  Launch launch;
  launch.kernel = trace.intern(capture.kernel);
  launch.target = trace.intern(capture.target);
  launch.grid = capture.grid;
  launch.block = capture.block;
  launch.dynamicSharedBytes = capture.dynamicSharedBytes;
  launch.timeBase = capture.timeBase;
  std::vector<Arg> args;
  for (const record::LaunchFact &fact : capture.facts)
    args.push_back(record::toArg(fact, trace));
  launch.args = trace.addArgs(args);
  trace.addLaunch(launch);
  const bool isChosen = !spec.mode.include.empty() || !spec.mode.exclude.empty();
  trace.addNote(NoteCode::RunNoRecords,
                {!spec.mode.enabled ? "the kernel ran without instrumentation"
                 : isChosen ? "the functions that include= and exclude= choose have no scopes or "
                              "events"
                            : "the kernel has no scopes or events"});
}

void addWarnings(const InstrumentedKernel &kernel, ProgressSink &progress, TraceBuilder &trace) {
  for (const std::string &warning : kernel.warnings) {
    progress.log("warning: " + warning);
    trace.addNote(NoteCode::CompileWarning, {warning});
  }
}

} // namespace pstudio
