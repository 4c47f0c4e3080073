// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/launcher.h"

#include <chrono>

#include "collector/session/compile/instrument_options.h"
#include "collector/session/launch/launch_record.h"
#include "core/base/file_bytes.h"
#include "core/base/number_text.h"
#include "core/capture/drained_trace.h"
#include "core/record/launch_decoder.h"

namespace pstudio {

Result<RecordMemory> Launcher::neededMemory() const {
  RecordMemory memory;
  if (!recordsAnything())
    return memory;
  PSTUDIO_TRY(checkSampling(m_spec, m_target.limits())); // of this grid
  PSTUDIO_TRY_ASSIGN(memory.bytes, profileBytes(recordedCtas(m_spec), kernel().blockBytes));
  memory.isShared = kernel().isShared;
  memory.stream = kernel().stream;
  return memory;
}

Result<void> Launcher::allocate() {
  PSTUDIO_TRY_ASSIGN(const RecordMemory needed, neededMemory());
  if (needed.stream && !m_files.captures.file().empty())
    return fail(ErrorCode::Unsupported, "streamed records cannot be kept as a capture",
                m_files.captures.file().string(), "choose another strategy, such as flush");
  if (needed.stream && !m_files.logs) {
    PSTUDIO_TRY_ASSIGN(DrainLogs logs, DrainLogs::in(m_files.drainFolder));
    m_files.logs.emplace(std::move(logs));
  }
  m_profile.reset();
  PSTUDIO_TRY(m_target.allocateRecords(*m_kernel.code, needed, m_stages.progress()));
  m_memory = needed;
  if (needed.bytes == 0)
    return {};
  PSTUDIO_TRY_ASSIGN(ProfileBuffer buffer, ProfileBuffer::make(needed.bytes));
  m_profile.emplace(std::move(buffer));
  return {};
}

void Launcher::logCapacity() const {
  const InstrumentationMode &mode = m_spec.mode;
  if (!m_profile || !mode.has(InstrumentationMode::AutoMode::Memory) ||
      !record::traitsOf(mode.strategy).isBounded)
    return;
  const char *lost = mode.strategy == record::Strategy::First ? "newest" : "oldest";
  m_stages.progress().log("records: " + countText(kernel().slotsPerUnit) +
                          " slots for each warp, " + sizeText(m_memory.bytes) +
                          " in total. If a warp needs more, its " + lost +
                          " accesses are dropped and counted. slots=N sets the number; "
                          "strategy=stream keeps all accesses");
}

Result<std::string> Launcher::launch(const LaunchRole &role, TraceBuilder &trace) {
  PSTUDIO_TRY(m_stages.begin("launch"));
  const auto begin = std::chrono::steady_clock::now();
  PSTUDIO_TRY(start(role, trace.info()));
  wait();
  PSTUDIO_TRY_ASSIGN(std::string duration, finish(role, trace));
  ProgressSink &progress = m_stages.progress();
  progress.fraction(1.0);
  progress.log(std::string(role.isRecorded ? "launch" : "warm-up launch") + " took " + duration +
               ", " + millisecondsText(std::chrono::steady_clock::now() - begin) +
               " on this machine");
  if (!role.isRecorded)
    return duration;
  PSTUDIO_TRY(m_stages.begin("decode"));
  PSTUDIO_TRY(decode(role, trace));
  return duration;
}

Result<void> Launcher::start(const LaunchRole &role, const TraceInfo &info) {
  ProgressSink &progress = m_stages.progress();
  LaunchOrder order;
  if (m_profile)
    order.profile = m_profile->bytes();
  order.isRecorded = role.isRecorded;
  order.cancel = &m_stages.cancel();
  order.queue = role.queue;
  if (m_memory.stream)
    order.drain = [&](std::span<std::byte> blocks, const DeviceLaunch &launch) {
      return drain(blocks, role, launch, info);
    };
  order.progress = [&progress](double done) { progress.fraction(done); };
  order.print = [&progress](std::string_view text) { progress.output(text); };
  PSTUDIO_TRY_ASSIGN(m_launch, m_target.launch(*m_kernel.code, order));
  return {};
}

/// Drains a launch, into a log if it is recorded.
Result<std::unique_ptr<StreamDrainer>> Launcher::drain(std::span<std::byte> blocks,
                                                       const LaunchRole &role,
                                                       const DeviceLaunch &launch,
                                                       const TraceInfo &info) {
  std::optional<record::StreamLogWriter> log;
  if (role.isRecorded) {
    PSTUDIO_TRY_ASSIGN(
        auto made, record::makeDrainLog(m_files.logs->of(role.log), describe(role, launch), info));
    log.emplace(std::move(made));
  }
  return std::make_unique<StreamDrainer>(blocks, *m_memory.stream, std::move(log));
}

Result<std::string> Launcher::finish(const LaunchRole &role, TraceBuilder &trace) {
  PSTUDIO_TRY_ASSIGN(LaunchReport report, m_target.finish(*m_launch));
  if (role.isRecorded && trace.launchCount() == 0)
    trace.info().origin = report.begin;
  if (!report.failure)
    return std::move(report.duration);
  if (role.isRecorded && report.hasRecords && m_profile)
    PSTUDIO_TRY(keepPartialTrace(role, *report.failure, trace));
  trace.addNote(report.failure->code == ErrorCode::Cancelled ? NoteCode::RunStopped
                                                             : NoteCode::RunFailed,
                {report.failure->message});
  return tl::unexpected<Error>(*std::move(report.failure));
}

/// Adds the available records of a launch that failed. If there are none, `failure` gets a hint.
Result<void> Launcher::keepPartialTrace(const LaunchRole &role, Error &failure,
                                        TraceBuilder &trace) {
  m_stages.progress().stage("decode"); // also after a stop: the launch's watchdog can rest
  PSTUDIO_TRY(decode(role, trace));
  const LaunchId last(static_cast<uint32_t>(trace.launchCount() - 1));
  if (m_kernel.mayBeShared && !m_memory.stream && trace.launchAt(last).recordsWritten == 0)
    failure.hint += std::string(failure.hint.empty() ? "" : "; ") +
                    "no record had been written to global memory yet; with buffer_type=global "
                    "each record is written there immediately";
  return {};
}

/// The launch without its records.
record::LaunchCapture Launcher::describe(const LaunchRole &role, const DeviceLaunch &launch) const {
  record::LaunchCapture capture =
      captureOf(m_spec, kernel(), role.index, m_target.limits().lanesPerWarp);
  if (!role.kernel.empty())
    capture.kernel = role.kernel;
  capture.callSite = role.callSite;
  capture.operations = kernel().operations;
  capture.facts.insert(capture.facts.end(), role.facts.begin(), role.facts.end());
  describeCompile(m_kernel, capture);
  m_target.describe(launch, capture);
  return capture;
}

Result<void> Launcher::decode(const LaunchRole &role, TraceBuilder &trace) {
  record::LaunchCapture capture = describe(role, *m_launch);
  FileBytes log;
  if (!m_profile) {
    addLaunchWithoutRecords(capture, m_spec, trace);
  } else {
    if (m_memory.stream) {
      PSTUDIO_TRY_ASSIGN(log, FileBytes::read(m_files.logs->of(role.log)));
      capture.streamed = log.bytes();
    } else {
      capture.blocks = m_profile->bytes();
    }
    m_files.captures.keep(capture);
    PSTUDIO_TRY(record::decodeLaunch(capture, trace));
  }
  m_target.noteRecorded(LaunchId(static_cast<uint32_t>(trace.launchCount() - 1)));
  return {};
}

} // namespace pstudio
