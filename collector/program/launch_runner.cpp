// SPDX-License-Identifier: Apache-2.0
#include "collector/program/launch_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "collector/session/launch_record.h"
#include "core/base/file_bytes.h"
#include "core/capture/drained_trace.h"
#include "core/record/launch_decoder.h"

namespace pstudio::program {
namespace {

/// Launches on their way beyond which host code waits: their records take memory.
constexpr size_t kMostOnTheirWay = 32;

std::string withSite(std::string message, const std::string &site) {
  return site.empty() ? message : message + ", launched at " + site;
}

/// The arguments as the kernel reads them.
Result<std::vector<DeviceWord>> wordsOf(const LaunchRequest &request,
                                        const std::vector<ParameterWord> &parameters,
                                        const DeviceMemory &memory) {
  if (request.argumentCount.value_or(parameters.size()) != parameters.size())
    return fail(ErrorCode::RunFailed, "kernel " + request.kernel.kernel + " takes " +
                                          std::to_string(parameters.size()) +
                                          " words of arguments, the launch gives " +
                                          std::to_string(*request.argumentCount));
  std::vector<DeviceWord> words;
  for (size_t i = 0; i < parameters.size(); ++i) {
    DeviceWord word{parameters[i].name, 0, 0, parameters[i].parameter};
    std::memcpy(&word.word, request.arguments[i], parameters[i].bytes);
    if (parameters[i].isPointer) {
      word.reachableBytes = memory.reachableFrom(word.word);
      if (const DeviceTensorMap *map = memory.tensorMapAt(word.word))
        word.tensorMap = *map;
      if (word.reachableBytes == 0 && word.word != 0)
        word.name += ", memory that the GPU cannot see,";
    }
    words.push_back(std::move(word));
  }
  return words;
}

} // namespace

Error locatedAt(Error error, const std::string &place) {
  if (error.where.empty())
    error.where = place;
  else
    error.message = withSite(std::move(error.message), place);
  return error;
}

LaunchRunner::LaunchRunner(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock,
                           ProgressSink &progress, const CollectOptions &options)
    : m_device(device), m_clock(clock), m_progress(progress), m_options(options),
      m_kept(options.keepCapture), m_kernels(spec, device, clock, progress, options, m_trace) {
  beginTrace(m_trace, spec.file.stem().string());
}

LaunchRunner::~LaunchRunner() = default;

void LaunchRunner::setParts(std::vector<KernelModuleText> kernelModules,
                            std::vector<CallSite> sites) {
  m_kernels.setModules(std::move(kernelModules));
  m_sites = std::move(sites);
}

std::string LaunchRunner::placeOf(uint32_t site) const {
  return site < m_sites.size() ? m_sites[site].place : std::string();
}

Result<void> LaunchRunner::openStream(void *stream) {
  PSTUDIO_TRY(m_device.openQueue(reinterpret_cast<uint64_t>(stream)));
  m_streams[stream] = m_streamCount++;
  m_hasOverlappingStreams = m_hasOverlappingStreams || m_streams.size() > 1;
  return {};
}

void LaunchRunner::closeStream(void *stream) {
  m_device.closeQueue(reinterpret_cast<uint64_t>(stream));
  m_order.forgetStream(stream);
  m_streams.erase(stream);
}

Result<void> LaunchRunner::launch(const LaunchRequest &request, const DeviceMemory &memory) {
  const std::string site = placeOf(request.site);
  const auto here = [&](Error error) {
    return tl::unexpected<Error>(locatedAt(std::move(error), site));
  };
  const auto parameters = m_kernels.parametersOf(request.kernel);
  if (!parameters)
    return here(parameters.error());
  auto words = wordsOf(request, (*parameters)->words, memory);
  if (!words)
    return here(words.error());
  ArgumentFacts facts = m_kernels.factsOf(request, **parameters, *words);
  PSTUDIO_TRY(prepareAhead());
  // Its stream's own launches come before it by themselves, and code is loaded when nothing runs.
  StreamOrder::Launches before = m_order.ofStream(request.stream);
  const bool isNew = !m_kernels.has(request.kernel, request.shape, facts);
  for (const Flight &flight : m_flights)
    if (isNew)
      before.insert(flight.number);
    else if (flight.stream == request.stream)
      before.erase(flight.number);
  PSTUDIO_TRY(waitFor(before));
  const auto kernel =
      m_kernels.prepare(request.kernel, request.shape, **parameters, std::move(facts));
  if (!kernel)
    return here(kernel.error());
  if (const Result<void> started = start(**kernel, request, *std::move(words)); !started)
    return here(started.error());
  const bool isEnough = !m_device.canOverlap() || m_flights.size() >= kMostOnTheirWay;
  return isEnough ? waitForAll() : Result<void>();
}

/// The driver gives no memory and loads no code while a kernel runs that waits for another one.
Result<void> LaunchRunner::prepareAhead() {
  if (m_isPreparedAhead || m_streams.size() < 2 || !m_flights.empty() || !m_device.canOverlap())
    return {};
  m_isPreparedAhead = true;
  std::vector<LaunchLane *> reserved;
  Result<void> result;
  for (const CallSite &site : m_sites)
    if (result && site.launch)
      result = reserve(*site.launch, reserved);
  for (LaunchLane *lane : reserved)
    lane->isBusy = false;
  return result;
}

Result<void> LaunchRunner::reserve(const PlannedLaunch &planned,
                                   std::vector<LaunchLane *> &reserved) {
  const KernelHandle kernel{planned.module, planned.kernel};
  PSTUDIO_TRY_ASSIGN(const KernelParameters *parameters, m_kernels.parametersOf(kernel));
  if (!planned.grid || !planned.block || !planned.cluster || !planned.dynamicSharedBytes ||
      parameters->takesIntegers()) // whose values its code depends on
    return {};
  const LaunchShape shape{*planned.grid, *planned.block, *planned.cluster,
                          *planned.dynamicSharedBytes};
  PSTUDIO_TRY_ASSIGN(PreparedKernel * prepared, m_kernels.prepare(kernel, shape, *parameters, {}));
  PSTUDIO_TRY_ASSIGN(LaunchLane * lane, m_kernels.takeLane(*prepared, shape.grid, true));
  lane->isBusy = true;
  reserved.push_back(lane);
  return {};
}

Result<void> LaunchRunner::start(PreparedKernel &kernel, const LaunchRequest &request,
                                 std::vector<DeviceWord> words) {
  PSTUDIO_TRY(m_clock.check({}));
  const bool isStreamed = kernel.compiled.kernel.stream.has_value();
  if (isStreamed)
    PSTUDIO_TRY(prepareStream());
  Flight flight;
  flight.number = m_next++;
  flight.kernel = &kernel;
  flight.site = placeOf(request.site);
  flight.stream = request.stream;
  if (const auto stream = m_streams.find(request.stream); stream != m_streams.end())
    flight.streamNumber = stream->second;
  PSTUDIO_TRY_ASSIGN(flight.lane,
                     m_kernels.takeLane(kernel, request.shape.grid, m_flights.empty()));
  LaunchLane &lane = *flight.lane;
  flight.index = m_indices[kernel.name];
  lane.spec.timeLimitSeconds = m_clock.remainingSeconds();
  lane.arguments.emplace(BoundArguments::ofWords(std::move(words)));
  PSTUDIO_TRY(lane.target->allocateArguments(*lane.arguments));
  LaunchOrder order;
  if (lane.profile)
    order.profile = lane.profile->bytes();
  order.cancel = &m_clock.cancel();
  order.queue = reinterpret_cast<uint64_t>(request.stream);
  if (isStreamed)
    order.drain = [&](std::span<std::byte> blocks) { return drain(flight, blocks); };
  order.progress = [this](double done) { m_progress.fraction(done); };
  order.print = [this](std::string_view text) { m_progress.output(text); };
  PSTUDIO_TRY(lane.target->start(order));
  ++m_indices[kernel.name];
  lane.isBusy = true;
  m_order.launched(request.stream, flight.number);
  m_flights.push_back(std::move(flight));
  return {};
}

Result<void> LaunchRunner::waitForAll() {
  StreamOrder::Launches all;
  for (const Flight &flight : m_flights)
    all.insert(flight.number);
  return waitFor(all);
}

Result<void> LaunchRunner::waitFor(const StreamOrder::Launches &launches) {
  bool isLost = false;
  for (Flight &flight : m_flights)
    if (launches.contains(flight.number)) {
      end(flight);
      isLost = isLost || flight.lane->target->isLost();
    }
  if (isLost)
    std::ranges::for_each(m_flights, [this](Flight &flight) { end(flight); });
  return std::ranges::all_of(m_flights, &Flight::hasEnded) ? finishAll() : Result<void>();
}

void LaunchRunner::end(Flight &flight) {
  if (std::exchange(flight.hasEnded, true))
    return;
  flight.lane->spec.timeLimitSeconds = m_clock.remainingSeconds();
  flight.lane->target->wait();
  m_order.ended(flight.number);
}

Result<void> LaunchRunner::finishAll() {
  Result<void> result;
  for (const Flight &flight : std::exchange(m_flights, {})) {
    flight.lane->isBusy = false;
    Result<void> finished = finish(flight);
    if (!finished && result)
      result = tl::unexpected<Error>(locatedAt(std::move(finished).error(), flight.site));
  }
  return result;
}

Result<void> LaunchRunner::finish(const Flight &flight) {
  PSTUDIO_TRY_ASSIGN(const LaunchReport report, flight.lane->target->finish());
  const RunClock::Pause pause(m_clock);
  if (m_launchCount++ == 0)
    m_trace.info().origin = report.begin;
  if (!report.failure) {
    m_progress.log(
        withSite("launch of " + flight.kernel->name + " took " + report.duration, flight.site));
    return decode(flight);
  }
  if (report.hasRecords && flight.lane->profile)
    PSTUDIO_TRY(decode(flight));
  m_trace.addNote(report.failure->code == ErrorCode::Cancelled ? NoteCode::RunStopped
                                                               : NoteCode::RunFailed,
                  {report.failure->message});
  return tl::unexpected<Error>(*report.failure);
}

Result<void> LaunchRunner::prepareStream() {
  if (!m_options.keepCapture.empty())
    return fail(ErrorCode::Unsupported, "streamed records cannot be kept as a capture",
                m_options.keepCapture.string(), "choose another strategy, such as flush");
  if (!m_logs) {
    PSTUDIO_TRY_ASSIGN(DrainLogs logs, DrainLogs::in(m_options.drainFolder));
    m_logs.emplace(std::move(logs));
  }
  return {};
}

record::LaunchCapture LaunchRunner::describe(const Flight &flight) const {
  const PreparedKernel &kernel = *flight.kernel;
  record::LaunchCapture capture = captureOf(flight.lane->spec, kernel.compiled.kernel, flight.index,
                                            flight.lane->target->limits().lanesPerWarp);
  capture.kernel = kernel.name;
  capture.callSite = flight.site;
  capture.operations = kernel.compiled.kernel.operations;
  if (!flight.site.empty())
    capture.facts.push_back({"launch.site", flight.site});
  if (m_hasOverlappingStreams && flight.streamNumber)
    capture.facts.push_back({"launch.stream", int64_t{*flight.streamNumber}});
  describeCompile(kernel.compiled, capture);
  flight.lane->target->describe(capture);
  return capture;
}

Result<std::unique_ptr<StreamDrainer>> LaunchRunner::drain(Flight &flight,
                                                           std::span<std::byte> blocks) {
  record::LaunchCapture capture = describe(flight);
  capture.clockReadings.clear(); // of the launch before
  flight.drainLog = m_logs->of(static_cast<uint32_t>(flight.number));
  PSTUDIO_TRY_ASSIGN(record::StreamLogWriter log,
                     record::makeDrainLog(flight.drainLog, capture, m_trace.info()));
  return std::make_unique<StreamDrainer>(blocks, *flight.kernel->compiled.kernel.stream,
                                         std::move(log));
}

Result<void> LaunchRunner::decode(const Flight &flight) {
  record::LaunchCapture capture = describe(flight);
  LaunchLane &lane = *flight.lane;
  const auto noteRecorded = [&] {
    lane.target->noteRecorded(LaunchId(static_cast<uint32_t>(m_trace.launchCount() - 1)));
  };
  if (!lane.profile) {
    addLaunchWithoutRecords(capture, lane.spec, m_trace);
    noteRecorded();
    return {};
  }
  stage("decode");
  FileBytes log;
  if (!flight.drainLog.empty()) {
    PSTUDIO_TRY_ASSIGN(log, FileBytes::read(flight.drainLog));
    capture.streamed = log.bytes();
  } else {
    capture.blocks = lane.profile->bytes();
  }
  m_kept.keep(capture);
  Result<void> decoded = record::decodeLaunch(capture, m_trace);
  if (decoded)
    noteRecorded();
  stage("launch");
  return decoded;
}

Result<void> LaunchRunner::writeKept() {
  Result<void> written = m_kept.write(m_trace.info(), m_progress);
  if (Result<void> passes = m_kernels.writePasses(); written)
    written = std::move(passes);
  return written;
}

} // namespace pstudio::program
