// SPDX-License-Identifier: Apache-2.0
#include "collector/program/launch_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "collector/session/launch/launch_record.h"

namespace pstudio::program {
namespace {

/// Pending launches beyond which host code waits: their records take memory.
constexpr size_t kMaxPending = 32;

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
        word.name += ", memory that the GPU cannot access,";
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
                           Stages &stages, const CollectOptions &options)
    : m_device(device), m_clock(clock), m_progress(stages.progress()),
      m_kernels(spec, device, clock, stages, options, m_trace) {
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
  const LaunchShape &shape = request.shape;
  if (const auto fits = checkLaunchRules(
          request.kernel.kernel, (*parameters)->signature.launchRules,
          {shape.block, shape.grid, shape.cluster}, "the host code launches", site);
      !fits)
    return tl::unexpected<Error>(fits.error());
  auto words = wordsOf(request, (*parameters)->words, memory);
  if (!words)
    return here(words.error());
  ArgumentFacts facts = m_kernels.factsOf(request, **parameters, *words);
  PSTUDIO_TRY(prepareAhead());
  // Its stream's own launches come before it by themselves, and code is loaded when nothing runs.
  StreamOrder::Launches before = m_order.ofStream(request.stream);
  const bool isNew = !m_kernels.has(request.kernel, request.shape, facts);
  for (const PendingLaunch &launch : m_pending)
    if (isNew)
      before.insert(launch.number);
    else if (launch.stream == request.stream)
      before.erase(launch.number);
  PSTUDIO_TRY(waitFor(before));
  const auto kernel =
      m_kernels.prepare(request.kernel, request.shape, **parameters, std::move(facts));
  if (!kernel)
    return here(kernel.error());
  if (const Result<void> started = start(**kernel, request, *std::move(words)); !started)
    return here(started.error());
  const bool isEnough = !m_device.canOverlap() || m_pending.size() >= kMaxPending;
  return isEnough ? waitForAll() : Result<void>();
}

/// The driver gives no memory and loads no code while a kernel runs that waits for another one.
Result<void> LaunchRunner::prepareAhead() {
  if (m_isPreparedAhead || m_streams.size() < 2 || !m_pending.empty() || !m_device.canOverlap())
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
  PendingLaunch launch;
  launch.number = m_next++;
  launch.stream = request.stream;
  if (const auto stream = m_streams.find(request.stream); stream != m_streams.end())
    launch.streamNumber = stream->second;
  LaunchRole &role = launch.role;
  role.index = m_indices[kernel.name];
  role.log = static_cast<uint32_t>(launch.number);
  role.queue = reinterpret_cast<uint64_t>(request.stream);
  role.kernel = kernel.name;
  role.callSite = placeOf(request.site);
  if (!role.callSite.empty())
    role.facts.push_back({"launch.site", role.callSite});
  PSTUDIO_TRY_ASSIGN(launch.lane,
                     m_kernels.takeLane(kernel, request.shape.grid, m_pending.empty()));
  LaunchLane &lane = *launch.lane;
  lane.spec.timeLimitSeconds = m_clock.remainingSeconds();
  lane.arguments.emplace(BoundArguments::ofWords(std::move(words)));
  PSTUDIO_TRY(lane.target->allocateArguments(*lane.arguments));
  PSTUDIO_TRY(lane.launcher->start(roleOf(launch), m_trace.info()));
  ++m_indices[kernel.name];
  lane.isBusy = true;
  m_order.launched(request.stream, launch.number);
  m_pending.push_back(std::move(launch));
  return {};
}

LaunchRole LaunchRunner::roleOf(const PendingLaunch &launch) const {
  LaunchRole role = launch.role;
  if (m_hasOverlappingStreams && launch.streamNumber)
    role.facts.push_back({"launch.stream", int64_t{*launch.streamNumber}});
  return role;
}

Result<void> LaunchRunner::waitForAll() {
  StreamOrder::Launches all;
  for (const PendingLaunch &launch : m_pending)
    all.insert(launch.number);
  return waitFor(all);
}

Result<void> LaunchRunner::waitFor(const StreamOrder::Launches &launches) {
  bool isLost = false;
  for (PendingLaunch &launch : m_pending)
    if (launches.contains(launch.number)) {
      end(launch);
      isLost = isLost || launch.lane->target->isLost();
    }
  if (isLost)
    std::ranges::for_each(m_pending, [this](PendingLaunch &launch) { end(launch); });
  return std::ranges::all_of(m_pending, &PendingLaunch::hasEnded) ? finishAll() : Result<void>();
}

void LaunchRunner::end(PendingLaunch &launch) {
  if (std::exchange(launch.hasEnded, true))
    return;
  launch.lane->spec.timeLimitSeconds = m_clock.remainingSeconds();
  launch.lane->launcher->wait();
  m_order.ended(launch.number);
}

Result<void> LaunchRunner::finishAll() {
  Result<void> result;
  for (const PendingLaunch &launch : std::exchange(m_pending, {})) {
    launch.lane->isBusy = false;
    Result<void> finished = finish(launch);
    if (!finished && result)
      result = tl::unexpected<Error>(locatedAt(std::move(finished).error(), launch.role.callSite));
  }
  return result;
}

Result<void> LaunchRunner::finish(const PendingLaunch &launch) {
  const RunClock::Pause pause(m_clock);
  const LaunchRole role = roleOf(launch);
  Launcher &launcher = *launch.lane->launcher;
  ++m_launchCount;
  PSTUDIO_TRY_ASSIGN(const std::string duration, launcher.finish(role, m_trace));
  m_progress.log(withSite("launch of " + role.kernel + " took " + duration, role.callSite));
  if (!launcher.recordsAnything())
    return launcher.decode(role, m_trace);
  m_progress.stage("decode");
  Result<void> decoded = launcher.decode(role, m_trace);
  m_progress.stage("launch");
  return decoded;
}

} // namespace pstudio::program
