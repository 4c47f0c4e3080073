// SPDX-License-Identifier: Apache-2.0
#include "collector/session/kernel_launches.h"

#include "collector/session/instrument_options.h"
#include "collector/session/launch_record.h"
#include "core/base/file_bytes.h"
#include "core/base/number_text.h"
#include "core/capture/drained_trace.h"
#include "core/record/launch_decoder.h"
#include "core/run/reference_check.h"

namespace pstudio {

namespace {

/// What a launch in the mode memory keeps, so that nobody is surprised by what it drops; empty for
/// other modes and for strategies that keep everything.
std::string describeCapacity(const InstrumentationMode &mode, const InstrumentedKernel &kernel,
                             uint64_t bytes) {
  using Strategy = InstrumentationMode::Strategy;
  if (!mode.has(InstrumentationMode::AutoMode::Memory) || mode.strategy == Strategy::Stream ||
      mode.strategy == Strategy::Histogram)
    return {};
  const char *lost = mode.strategy == Strategy::First ? "newest" : "oldest";
  return "records: " + countText(kernel.slotsPerUnit) + " slots for each warp, " + sizeText(bytes) +
         " in all; where a warp needs more, its " + lost +
         " accesses are dropped and counted. slots=N sets the number, strategy=stream keeps all";
}

} // namespace

Result<void> KernelLaunches::allocate() {
  m_profile.reset();
  if (!recordsAnything())
    return m_target.allocateRecords({}, m_stages.progress());
  const InstrumentedKernel &kernel = m_kernel.kernel;
  PSTUDIO_TRY_ASSIGN(const uint64_t bytes, profileBytes(recordedCtas(m_spec), kernel.blockBytes));
  if (const std::string capacity = describeCapacity(m_spec.mode, kernel, bytes); !capacity.empty())
    m_stages.progress().log(capacity);
  const bool isStreamed = kernel.stream.has_value();
  if (isStreamed && !m_options.keepCapture.empty())
    return fail(ErrorCode::Unsupported, "streamed records cannot be kept as a capture",
                m_options.keepCapture.string(), "choose another strategy, such as flush");
  if (isStreamed) {
    PSTUDIO_TRY_ASSIGN(DrainLogs logs, DrainLogs::in(m_options.drainFolder));
    m_logs.emplace(std::move(logs));
  }
  PSTUDIO_TRY(
      m_target.allocateRecords({bytes, kernel.isShared, kernel.stream}, m_stages.progress()));
  PSTUDIO_TRY_ASSIGN(ProfileBuffer buffer, ProfileBuffer::make(bytes));
  m_profile.emplace(std::move(buffer));
  return {};
}

Result<void> KernelLaunches::launch(const LaunchRole &role, TraceBuilder &trace) {
  PSTUDIO_TRY(m_stages.begin("launch"));
  ProgressSink &progress = m_stages.progress();
  LaunchOrder order;
  if (m_profile)
    order.profile = m_profile->bytes();
  order.isRecorded = role.isRecorded;
  order.cancel = &m_stages.cancel();
  if (m_kernel.kernel.stream)
    order.drain = [&](std::span<std::byte> blocks) { return drain(blocks, role, trace.info()); };
  order.progress = [&progress](double done) { progress.fraction(done); };
  order.print = [&progress](std::string_view text) { progress.output(text); };
  const auto begin = std::chrono::steady_clock::now();
  PSTUDIO_TRY_ASSIGN(const LaunchReport report, m_target.launch(order));
  if (role.isFirst) {
    trace.info().origin = report.begin;
    addWarnings(m_kernel.kernel, progress, trace);
  }
  if (report.failure)
    return keepWhatThereIs(report, role, trace);
  m_duration = report.duration;
  progress.fraction(1.0);
  progress.log(std::string(role.isRecorded ? "launch" : "warm-up launch") + " took " +
               report.duration + ", " + millisecondsText(std::chrono::steady_clock::now() - begin) +
               " on this machine");
  if (!role.isRecorded)
    return {};
  PSTUDIO_TRY(m_stages.begin("decode"));
  return decode(role.index, trace);
}

/// A launch that did not come to its end: its records so far go to the trace, and the failure on.
Result<void> KernelLaunches::keepWhatThereIs(const LaunchReport &report, const LaunchRole &role,
                                             TraceBuilder &trace) {
  const Error &failure = *report.failure;
  if (role.isRecorded && report.hasRecords && m_profile) {
    m_hasReadPartial = true;
    m_stages.progress().stage("decode"); // also after a stop; what watches the launch can rest
    PSTUDIO_TRY(decode(role.index, trace));
  }
  trace.addNote(failure.code == ErrorCode::Cancelled ? NoteCode::RunStopped : NoteCode::RunFailed,
                {failure.message});
  return tl::unexpected<Error>(failure);
}

void KernelLaunches::forgetRecords() {
  if (m_logs)
    m_logs->clear();
}

Error KernelLaunches::withHintAtMemory(Error error) const {
  if (!m_hasReadPartial || !m_kernel.mayBeShared || m_kernel.kernel.stream)
    return error;
  error.hint +=
      std::string(error.hint.empty() ? "" : "; ") +
      "no record had been written to global memory yet; with buffer_type=global every record is";
  return error;
}

/// Drains a launch, into a log if it is recorded.
Result<std::unique_ptr<StreamDrainer>>
KernelLaunches::drain(std::span<std::byte> blocks, const LaunchRole &role, const TraceInfo &info) {
  std::optional<record::StreamLogWriter> log;
  if (role.isRecorded) {
    record::LaunchCapture capture = describeLaunch(role.index);
    capture.clockReadings.clear(); // of the launch before
    PSTUDIO_TRY_ASSIGN(auto made, record::makeDrainLog(m_logs->of(capture.index), capture, info));
    log.emplace(std::move(made));
  }
  return std::make_unique<StreamDrainer>(blocks, *m_kernel.kernel.stream, std::move(log));
}

/// All that is known of a launch but its records.
record::LaunchCapture KernelLaunches::describeLaunch(uint32_t index) const {
  record::LaunchCapture capture =
      captureOf(m_spec, m_kernel.kernel, index, m_target.limits().lanesPerWarp);
  capture.operations = m_kernel.kernel.operations;
  describeCompile(m_kernel, capture);
  m_target.describe(capture);
  return capture;
}

Result<void> KernelLaunches::decode(uint32_t index, TraceBuilder &trace) {
  record::LaunchCapture capture = describeLaunch(index);
  if (!m_profile) {
    addLaunchWithoutRecords(capture, m_spec, trace);
    m_target.noteRecorded(LaunchId(static_cast<uint32_t>(trace.launchCount() - 1)));
    return {};
  }
  FileBytes log;
  if (m_kernel.kernel.stream) {
    PSTUDIO_TRY_ASSIGN(log, FileBytes::read(m_logs->of(index)));
    capture.streamed = log.bytes();
  } else {
    capture.blocks = m_profile->bytes();
  }
  m_kept.keep(capture);
  PSTUDIO_TRY(record::decodeLaunch(capture, trace));
  m_target.noteRecorded(LaunchId(static_cast<uint32_t>(trace.launchCount() - 1)));
  return {};
}

Result<void> checkResults(const RunSpec &spec, const BoundArguments &arguments,
                          ProgressSink &progress, TraceBuilder &trace,
                          std::vector<CheckOutcome> &outcomes) {
  std::optional<Error> failure;
  for (const ResultCheck &resultCheck : spec.checks) {
    const HostBuffer *output = arguments.findBuffer(resultCheck.output);
    if (!output)
      return fail(ErrorCode::InvalidInput, "there is no buffer " + resultCheck.output + " to check",
                  spec.path.string() + ": checks");
    PSTUDIO_TRY_ASSIGN(const CheckReport report, runCheck(spec, resultCheck, *output));
    const std::string text = report.describe(resultCheck.output);
    progress.log(text);
    outcomes.push_back({resultCheck.output, report.maxError, report.allowed, report.sample()});
    if (report.passed())
      continue;
    trace.addNote(NoteCode::RunWrongResult, {text});
    if (!failure)
      failure = Error{ErrorCode::WrongResult, "wrong result: " + text, {}, {}};
  }
  if (failure)
    return tl::unexpected<Error>(*std::move(failure));
  return {};
}

} // namespace pstudio
