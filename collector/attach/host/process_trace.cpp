// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/process_trace.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>
#include <numeric>

#include "collector/attach/host/launch_rules.h"
#include "collector/attach/host/program_clock.h"
#include "collector/attach/host/program_sessions.h"
#include "collector/attach/host/program_tracks.h"
#include "collector/attach/host/program_tree.h"
#include "collector/chips/amd_chip.h"
#include "core/base/date.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/calltree/hatchet_writer.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/record/block_reader.h"
#include "core/record/launch_decoder.h"
#include "core/source/stored_sources.h"
#include "core/trace/arg_names.h"
#include "core/trace/trace_builder.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProducer = "Proton Studio " PSTUDIO_VERSION;

/// A record file that can be decoded. Several do not fit into memory at once.
struct Recorded {
  fs::path path;
  uint32_t kernel = 0;
  uint64_t launch = 0;
  uint32_t device = 0;
  int32_t smClockKHz = 0;
  std::string deviceName;
  std::optional<TimedLaunch> time; ///< none: no CTA began
};

std::string kernelNameOf(const SeenProcess &process, uint32_t kernel) {
  const auto found = process.kernels.find(kernel);
  return found == process.kernels.end() ? "kernel " + std::to_string(kernel)
                                        : found->second.seen.name;
}

std::string architectureOf(const SeenProcess &process, uint32_t kernel) {
  const auto found = process.kernels.find(kernel);
  return found == process.kernels.end() ? std::string() : found->second.seen.architecture;
}

/// Reason why a record file cannot be decoded; nullopt if it can.
std::optional<CodeProblem> problemOf(const RecordHeader &header, size_t twins) {
  switch (header.state.load()) {
  case RecordState::Arrived:
    break;
  case RecordState::Launched:
    return CodeProblem{"records.lost", {}};
  case RecordState::Failed:
    return CodeProblem{"fault", "error " + std::to_string(header.result) + " of the driver"};
  default:
    return CodeProblem{"records.damaged", "the state of the launch"};
  }
  if (header.twin >= twins)
    return CodeProblem{"records.damaged", "the number of the instrumented kernel"};
  return std::nullopt;
}

/// The blocks of a file, one by one.
template <class Visit> void eachBlock(const RecordFile &file, Visit visit) {
  const std::span<const std::byte> blocks = file.blocks();
  const size_t size = file.header().blockBytes;
  for (size_t at = 0; at + size <= blocks.size(); at += size)
    visit(blocks.subspan(at, size));
}

constexpr double kPicosecondsPerKHz = 1e9; ///< of a cycle at 1 kHz

/// The step of the device's global timer: what all its readings are multiples of. NVIDIA's GPUs
/// count in 32 ns to 1.024 us.
Nanoseconds timerTickOf(const RecordFile &file) {
  constexpr int64_t kMaxTick = 1024;
  int64_t step = 0;
  eachBlock(file, [&step](std::span<const std::byte> block) {
    for (const auto &time : {record::beginOfBlock(block), record::endOfBlock(block)})
      if (time && time->value > 0)
        step = std::gcd(step, time->value);
  });
  return Nanoseconds(std::clamp<int64_t>(step, 1, kMaxTick));
}

/// When the blocks of the file ran.
std::optional<TimedLaunch> timeOf(const RecordFile &file) {
  TimedLaunch launch;
  bool hasBegin = false;
  eachBlock(file, [&](std::span<const std::byte> block) {
    const auto begin = record::beginOfBlock(block), end = record::endOfBlock(block);
    if (!begin || begin->value <= 0)
      return;
    launch.first = hasBegin ? std::min(launch.first, *begin) : *begin;
    launch.last = std::max(launch.last, std::max(*begin, end.value_or(*begin)));
    hasBegin = true;
  });
  if (!hasBegin)
    return std::nullopt;
  launch.timerTick = timerTickOf(file);
  launch.callBegin = file.header().launchBegin;
  return launch;
}

std::string textIn(const std::array<char, 64> &characters) {
  return std::string(characters.data(), ::strnlen(characters.data(), characters.size()));
}

void addFacts(const RecordHeader &header, const TwinCode &twin,
              std::vector<record::LaunchFact> &facts) {
  facts.push_back({"mode", twin.mode.toString()});
  facts.push_back({"buffer.memory", std::string("global")});
  facts.push_back({"launch.number", static_cast<int64_t>(header.launch)});
  if (header.cluster != std::array<uint32_t, 3>{1, 1, 1})
    facts.push_back({"launch.cluster", extentsText(header.cluster)});
  facts.push_back({"launch.thread", static_cast<int64_t>(header.thread)});
  facts.push_back({"launch.stream", static_cast<int64_t>(header.stream)});
  facts.push_back({"launch.hostBeginNs", static_cast<int64_t>(header.launchBegin)});
  facts.push_back({"launch.hostEndNs", static_cast<int64_t>(header.launchEnd)});
  facts.push_back({"launch.hostCostNs", static_cast<int64_t>(header.hostCost)});
  facts.push_back({"code.backEnd", twin.backEnd});
  facts.push_back({"kernel.registers", int64_t{header.registers}});
  facts.push_back({"kernel.registersPlain", int64_t{header.originalRegisters}});
  facts.push_back({"kernel.localBytes", int64_t{header.localBytes}});
  facts.push_back({"kernel.localBytesPlain", int64_t{header.originalLocalBytes}});
  facts.push_back({std::string(kRegistersArg), int64_t{header.originalRegisters}});
  if (header.residentCtas != 0 && header.originalResidentCtas != 0) {
    facts.push_back({"launch.residentCtas", static_cast<int64_t>(header.residentCtas)});
    facts.push_back(
        {"kernel.residentCtasPlain", static_cast<int64_t>(header.originalResidentCtas)});
  }
  if (!twin.entry.mayWait.empty())
    facts.push_back({"kernel.mayWait", twin.entry.mayWait});
  if (twin.hasScopeMarks)
    facts.push_back({"code.scopeMarks", std::string("the original was compiled with marks")});
  if (!twin.codeFile.empty())
    facts.push_back({std::string(kCodeFileArg), twin.codeFile.string()});
  for (const std::string &part : twin.notCovered)
    facts.push_back({std::string(kNotCoveredArg), part});
}

/// Lanes and clocks of the device, which are NVIDIA's unless it is one of AMD's.
void setDevice(const std::string &architecture, record::LaunchCapture &capture) {
  const std::optional<AmdChip> chip = amdChipNamed(architecture);
  if (!chip)
    return;
  capture.lanesPerWarp = chip->lanesPerWave();
  capture.timerTick = Nanoseconds(chip->referencePeriodNs());
  if (!chip->hasShaderClock())
    capture.cyclePeriod = capture.timerTick;
}

record::LaunchCapture captureOf(const RecordFile &file, const TwinCode &twin,
                                const std::string &kernel, const std::string &architecture) {
  const RecordHeader &header = file.header();
  record::LaunchCapture capture;
  capture.blocks = file.blocks();
  capture.operations = twin.entry.operations;
  capture.kernel = kernel;
  capture.target = textIn(header.deviceName);
  capture.timeBase = TimeBase::Measured;
  capture.grid = header.grid;
  capture.block = header.block;
  capture.dynamicSharedBytes = header.dynamicSharedBytes;
  capture.index = static_cast<uint32_t>(header.launch); // as --launch counts, for each name
  capture.sampling = {twin.mode.warps, twin.mode.ctas, twin.mode.every, std::nullopt};
  capture.timerTick = timerTickOf(file);
  if (header.smClockKHz > 0)
    capture.assumedPicosecondsPerCycle = kPicosecondsPerKHz / header.smClockKHz;
  setDevice(architecture, capture);
  addFacts(header, twin, capture.facts);
  return capture;
}

ReportedLaunch describe(const RecordHeader &header, const TwinCode &twin,
                        const std::string &kernel) {
  ReportedLaunch launch;
  launch.kernel = kernel;
  launch.launch = header.launch;
  launch.mode = twin.mode.toString();
  launch.backEnd = twin.backEnd;
  launch.grid = header.grid;
  launch.ctas = uint64_t{header.grid[0]} * header.grid[1] * header.grid[2];
  launch.recordedCtas = header.recordedCtas;
  launch.registers = header.registers;
  launch.originalRegisters = header.originalRegisters;
  launch.localBytes = header.localBytes;
  launch.originalLocalBytes = header.originalLocalBytes;
  launch.residentCtas = header.residentCtas;
  launch.originalResidentCtas = header.originalResidentCtas;
  launch.mayWait = twin.entry.mayWait;
  launch.slotsPerUnit = twin.entry.slotsPerUnit;
  launch.hostCostNs = header.hostCost;
  return launch;
}

/// Reads all files. Files that cannot be decoded become remarks.
std::vector<Recorded> inspect(const SeenProcess &process, size_t twins,
                              const std::vector<fs::path> &files, std::vector<Remark> &remarks) {
  std::vector<Recorded> recorded;
  for (const fs::path &path : files) {
    const Result<RecordFile> file = RecordFile::read(path);
    if (!file) {
      remarks.push_back({"records.damaged", process.process, {}, 0, file.error().toString()});
      continue;
    }
    const RecordHeader &header = file->header();
    if (std::optional<CodeProblem> problem = problemOf(header, twins))
      remarks.push_back({std::move(problem->code), process.process,
                         kernelNameOf(process, header.kernel), header.launch,
                         std::move(problem->detail)});
    else
      recorded.push_back({path, header.kernel, header.launch, header.device, header.smClockKHz,
                          textIn(header.deviceName), timeOf(*file)});
  }
  return recorded;
}

std::optional<Nanoseconds> earliest(const std::vector<Recorded> &recorded) {
  std::optional<Nanoseconds> first;
  for (const Recorded &launch : recorded)
    if (launch.time)
      first = first ? std::min(*first, launch.time->first) : launch.time->first;
  return first;
}

/// Adds one launch to the trace.
Result<ReportedLaunch> decode(const Recorded &recorded, const SeenProcess &process,
                              const std::vector<std::shared_ptr<const TwinCode>> &twins,
                              TraceBuilder &trace) {
  PSTUDIO_TRY_ASSIGN(const RecordFile file, RecordFile::read(recorded.path));
  const RecordHeader &header = file.header();
  const TwinCode &twin = *twins.at(header.twin);
  const std::string kernel = kernelNameOf(process, header.kernel);
  PSTUDIO_TRY(record::decodeLaunch(
      captureOf(file, twin, kernel, architectureOf(process, header.kernel)), trace));
  return describe(header, twin, kernel);
}

std::vector<std::string> wordsOf(const std::string &command) {
  std::vector<std::string> words;
  size_t at = 0;
  while (at < command.size()) {
    const size_t end = std::min(command.find(' ', at), command.size());
    if (end > at)
      words.push_back(command.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string safeName(std::string name) {
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-')
      c = '_';
  return name.empty() ? "program" : name;
}

/// Without an extension.
std::string fileStemOf(const SeenProcess &process) {
  std::string name = programNameOf(process.command) + "." + std::to_string(process.process);
  if (!process.rank.empty())
    name += ".rank" + safeName(process.rank);
  return name;
}

/// The earliest begin of the host's and the devices' events on the axis of a trace without records.
int64_t earliestOf(const ProgramEvents &events, const ProgramClock &clock) {
  int64_t first = INT64_MAX;
  if (clock.host() != ProgramClock::Relation::Unknown) {
    for (const HostLaunch &launch : events.launches)
      first = std::min(first, clock.ofHost(launch.begin));
    for (const ScopeChange &scope : events.scopes)
      first = std::min(first, clock.ofHost(scope.time));
    for (const ProgramRange &range : events.ranges)
      first = std::min(first, clock.ofHost(range.begin));
  }
  if (clock.activity() != ProgramClock::Relation::Unknown) {
    for (const KernelActivity &kernel : events.kernels)
      first = std::min(first, clock.ofActivity(kernel.begin));
    for (const auto *copies : {&events.copies, &events.sets})
      for (const CopyActivity &copy : *copies)
        first = std::min(first, clock.ofActivity(copy.begin));
  }
  return first == INT64_MAX ? 0 : first;
}

/// The kernels of recorded launches, by their launch.
std::map<int64_t, const KernelActivity *> twinsIn(const ProgramEvents &events) {
  std::map<int64_t, const KernelActivity *> twins;
  for (size_t i = 0; i < events.kernels.size(); ++i)
    if (const int64_t launch = events.launchOfKernel[i];
        launch >= 0 && (events.launches[static_cast<size_t>(launch)].flags & kLaunchRecorded) != 0)
      twins.emplace(launch, &events.kernels[i]);
  return twins;
}

/// A kernel in one size.
struct SizedKernel {
  uint32_t kernel = 0;
  std::array<uint32_t, 3> grid{}, block{};
  auto operator<=>(const SizedKernel &) const = default;
};

SizedKernel sizedKernel(uint32_t number, const KernelActivity &activity) {
  return {number, activity.grid, {activity.blockX, activity.blockY, activity.blockZ}};
}

/// Median time of the launches that ran a kernel's own code, for kernels and sizes of twins.
std::map<SizedKernel, uint64_t>
originalTimesOf(const ProgramEvents &events,
                const std::map<int64_t, const KernelActivity *> &twins) {
  std::map<SizedKernel, std::vector<uint64_t>> times;
  for (const auto &[launch, twin] : twins)
    times[sizedKernel(events.launches[static_cast<size_t>(launch)].kernel, *twin)];
  std::map<std::string_view, uint32_t> namesOfTwins; // for nodes of graphs
  for (const auto &[launch, twin] : twins)
    namesOfTwins.try_emplace(events.text(twin->text),
                             events.launches[static_cast<size_t>(launch)].kernel);
  for (size_t i = 0; i < events.kernels.size() && !times.empty(); ++i) {
    if (events.launchOfKernel[i] < 0)
      continue;
    const HostLaunch &launch = events.launches[static_cast<size_t>(events.launchOfKernel[i])];
    if ((launch.flags & kLaunchRecorded) != 0)
      continue;
    uint32_t kernel = launch.kernel;
    if (launch.kind == LaunchKind::Graph) {
      const auto name = namesOfTwins.find(events.text(events.kernels[i].text));
      kernel = name == namesOfTwins.end() ? UINT32_MAX : name->second;
    }
    if (const auto found = times.find(sizedKernel(kernel, events.kernels[i])); found != times.end())
      found->second.push_back(events.kernels[i].end - events.kernels[i].begin);
  }
  std::map<SizedKernel, uint64_t> medians;
  for (auto &[kernel, all] : times)
    if (!all.empty()) {
      const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
      std::ranges::nth_element(all, middle);
      medians.emplace(kernel, *middle);
    }
  return medians;
}

/// The place of the axis on the host's clock. The offset is that of the middle of the program: half
/// of its change is an uncertainty.
std::optional<HostAxis> hostAxisOf(const ProgramEvents &events, const ProgramClock &clock,
                                   Nanoseconds origin) {
  if (clock.host() == ProgramClock::Relation::Unknown || events.launches.empty())
    return std::nullopt;
  const auto offsetAt = [&clock](uint64_t host) {
    return clock.ofHost(host) - static_cast<int64_t>(host);
  };
  uint64_t least = UINT64_MAX, most = 0;
  for (const HostLaunch &launch : events.launches) {
    least = std::min(least, launch.begin);
    most = std::max(most, launch.begin);
  }
  const int64_t first = offsetAt(least), change = offsetAt(most) - first;
  HostAxis axis{Nanoseconds(origin.value - first - change / 2), std::nullopt};
  if (clock.host() == ProgramClock::Relation::Measured) {
    const activity::ActivityClock &device = clock.deviceClock();
    axis.uncertaintyNs = static_cast<double>(clock.pairUncertaintyNs()) +
                         static_cast<double>(std::abs(change)) / 2 +
                         (device.isKnown() ? device.uncertaintyNs() : 0.0);
  }
  return axis;
}

/// Makes the files of one process.
class ProcessWriter {
public:
  /// \param stem  path of the files without extensions
  /// \param isWhole  false: only recorded launches that the events name
  ProcessWriter(const ProcessInput &input, const fs::path &stem, bool isWhole = true)
      : m_input(input), m_stem(stem.string()), m_recorded(recordedOf(isWhole)),
        m_twins(twinsIn(input.events)), m_originalTimes(originalTimesOf(input.events, m_twins)) {}

  /// \param files  SessionFiles
  Result<ProcessTrace> write(uint32_t files = kSessionTree | kSessionTrace) {
    std::vector<RecordedScopes> inside;
    {
      PSTUDIO_TRY_ASSIGN(Trace trace, makeTrace());
      trace =
          withStoredSources(std::move(trace), {m_input.sourceRoots, m_input.process.pythonFiles});
      if (hasContent(files & kSessionTrace)) {
        m_result.file = m_stem + ".pftrace";
        PSTUDIO_TRY(writePftrace(trace, m_result.file));
      }
      inside = scopesIn(trace);
    }
    if (hasContent(files & kSessionTree)) {
      m_result.tree = m_stem + ".hatchet";
      PSTUDIO_TRY(writeOutput(m_result.tree, textOf(inside)));
    }
    return std::move(m_result);
  }

  Result<std::string> treeText() {
    PSTUDIO_TRY_ASSIGN(const Trace trace, makeTrace());
    return textOf(scopesIn(trace));
  }

private:
  std::string textOf(const std::vector<RecordedScopes> &inside) const {
    return calltree::hatchetText(programTree(m_input.events, m_input.process, inside));
  }

  bool hasContent(uint32_t isWanted) const {
    return isWanted != 0 && (!m_result.launches.empty() || !m_input.events.isEmpty());
  }

  std::vector<Recorded> recordedOf(bool isWhole) {
    std::vector<Recorded> all =
        inspect(m_input.process, m_input.twins.size(), m_input.records, m_result.remarks);
    if (!isWhole)
      std::erase_if(all, [this](const Recorded &recorded) { return launchOf(recorded) < 0; });
    return all;
  }

  int64_t launchOf(const Recorded &recorded) const {
    return m_input.events.recordedLaunch(recorded.kernel, recorded.launch);
  }

  const KernelActivity *activityOf(const Recorded &recorded) const {
    const auto found = m_twins.find(launchOf(recorded));
    return found == m_twins.end() ? nullptr : found->second;
  }

  std::optional<uint64_t> originalTimeOf(uint32_t kernel, const KernelActivity &twin) const {
    const auto found = m_originalTimes.find(sizedKernel(kernel, twin));
    return found == m_originalTimes.end() ? std::nullopt : std::optional(found->second);
  }

  ProgramClock fitClock() const {
    const LaunchAnchors anchors(m_input.events);
    std::vector<TimedLaunch> timed;
    for (const Recorded &recorded : m_recorded)
      // One device's timer is the axis; those of others may differ.
      if (recorded.time && recorded.device == m_recorded.front().device) {
        timed.push_back(*recorded.time);
        timed.back().kernel = anchors.of(launchOf(recorded));
      }
    return ProgramClock::fit(m_input.events, timed);
  }

  Result<Trace> makeTrace() {
    TraceBuilder trace;
    trace.info().title = programNameOf(m_input.process.command);
    trace.info().producer = kProducer;
    trace.info().date = currentDate();
    const ProgramClock clock = fitClock();
    const std::optional<Nanoseconds> first = earliest(m_recorded);
    trace.info().origin = first.value_or(Nanoseconds(earliestOf(m_input.events, clock)));
    m_result.axis = hostAxisOf(m_input.events, clock, trace.info().origin);
    for (size_t i = 0; i < m_recorded.size(); ++i)
      addLaunch(i, trace);
    ProgramTracks tracks{m_input.events, m_input.process, clock, {}, {}, m_input.mostActivities};
    for (const auto &[launch, place] : m_placeOfLaunch)
      if (const int64_t host = launchOf(m_recorded[place]); host >= 0)
        tracks.launches.emplace(static_cast<uint32_t>(host), LaunchId(launch));
    for (const Recorded &recorded : m_recorded)
      tracks.devices.emplace(recorded.device, recorded.deviceName);
    if (!m_input.events.isEmpty())
      addProgramTracks(tracks, trace);
    return std::move(trace).finish();
  }

  void addLaunch(size_t place, TraceBuilder &trace) {
    const Recorded &recorded = m_recorded[place];
    const auto number = static_cast<uint32_t>(trace.launchCount());
    Result<ReportedLaunch> decoded = decode(recorded, m_input.process, m_input.twins, trace);
    if (!decoded) {
      m_result.remarks.push_back(
          {"records.damaged", m_input.process.process, {}, 0, decoded.error().toString()});
      return;
    }
    if (const KernelActivity *twin = activityOf(recorded)) {
      decoded->twinTimeNs = twin->end - twin->begin;
      decoded->originalTimeNs = originalTimeOf(recorded.kernel, *twin);
    }
    addCounts(trace.launchAt(LaunchId(number)), trace, *decoded);
    addProgramFacts(recorded, *decoded, trace.launchAt(LaunchId(number)), trace);
    m_placeOfLaunch.emplace(number, place);
    m_result.launches.push_back(*std::move(decoded));
  }

  /// Adds the counts of records, and a note if fewer CTAs run at once than without records.
  static void addCounts(const Launch &added, TraceBuilder &trace, ReportedLaunch &launch) {
    launch.records = added.recordsWritten;
    launch.recordsDropped = added.recordsDropped;
    const StringId covered = trace.intern(kCoveredPartArg);
    for (const Arg &arg : trace.argsIn(added.args))
      if (arg.type == ArgType::Double && arg.key == covered)
        launch.coveredPart = arg.doubleValue;
    if (launch.recordsDropped == 0)
      launch.coveredPart = 1.0;
    if (launch.ctas <= launch.originalResidentCtas && launch.residentCtas != 0 &&
        launch.ctas > launch.residentCtas)
      trace.addNote(NoteCode::AttachFewerResident,
                    {std::to_string(launch.ctas), launch.kernel, std::to_string(launch.launch),
                     std::to_string(launch.originalResidentCtas),
                     std::to_string(launch.residentCtas)});
  }

  /// Adds host data of a launch to its arguments: call path and times on the GPU.
  void addProgramFacts(const Recorded &recorded, const ReportedLaunch &launch, Launch &added,
                       TraceBuilder &trace) const {
    std::vector<Arg> args = trace.argsIn(added.args);
    const int64_t host = launchOf(recorded);
    if (host >= 0)
      if (const uint32_t path = m_input.events.launches[static_cast<size_t>(host)].path; path != 0)
        args.push_back(Arg::ofString(trace.intern("program path"),
                                     trace.intern(callPathText(m_input.events, path))));
    if (launch.twinTimeNs)
      args.push_back(Arg::ofUint(trace.intern("launch.gpuTimeNs"), *launch.twinTimeNs));
    if (launch.originalTimeNs)
      args.push_back(Arg::ofUint(trace.intern("kernel.gpuTimePlainNs"), *launch.originalTimeNs));
    added.args = trace.addArgs(args);
  }

  std::vector<RecordedScopes> scopesIn(const Trace &trace) const {
    std::vector<RecordedScopes> all;
    std::vector<KernelScopes> scopes = kernelScopesOf(trace);
    for (const auto &[launch, place] : m_placeOfLaunch) {
      const Recorded &recorded = m_recorded[place];
      all.push_back({recorded.kernel, recorded.launch, recorded.device, recorded.smClockKHz,
                     std::move(scopes.at(launch))});
    }
    return all;
  }

  const ProcessInput &m_input;
  const std::string m_stem;
  ProcessTrace m_result;
  const std::vector<Recorded> m_recorded;
  const std::map<int64_t, const KernelActivity *> m_twins;
  const std::map<SizedKernel, uint64_t> m_originalTimes;
  std::map<uint32_t, size_t> m_placeOfLaunch; ///< in m_recorded, by the launch of the trace
};

} // namespace

std::string programNameOf(const std::string &command) {
  const std::vector<std::string> words = wordsOf(command);
  if (words.empty())
    return safeName({});
  const fs::path program = words.front();
  if (program.filename().native().starts_with("python"))
    for (size_t i = 1; i < words.size() && words[i] != "-c"; ++i) {
      if (words[i] == "-m" && i + 1 < words.size())
        return safeName(words[i + 1]);
      if (!words[i].starts_with("-"))
        return safeName(fs::path(words[i]).stem().string());
    }
  return safeName(program.filename().string());
}

Result<ProcessTrace> writeProcessTrace(const ProcessInput &input, const fs::path &output) {
  return ProcessWriter(input, output / fileStemOf(input.process)).write();
}

Result<std::string> sessionTree(const ProcessInput &input) {
  return ProcessWriter(input, {}, /*isWhole=*/false).treeText();
}

Result<std::vector<SessionProfile>> writeSessionProfiles(const ProcessInput &input,
                                                         const fs::path &output,
                                                         std::set<std::string> &taken) {
  std::vector<SessionProfile> profiles;
  for (const ProgramSession &session : sessionsIn(input.events)) {
    const std::string name = safeName(fs::path(session.name).filename().string());
    std::string stem = name;
    for (size_t number = 1; !taken.insert(stem).second; ++number)
      stem = name + "." + std::to_string(input.process.process) +
             (number > 1 ? "." + std::to_string(number) : "");
    const ProgramEvents events = eventsOf(input.events, session);
    const ProcessInput part{input.process, input.twins,          input.records,
                            events,        input.mostActivities, input.sourceRoots};
    PSTUDIO_TRY_ASSIGN(const ProcessTrace written,
                       ProcessWriter(part, output / stem, /*isWhole=*/false).write(session.files));
    for (const fs::path &file : {written.tree, written.file})
      if (!file.empty())
        profiles.push_back({session.name, file});
  }
  return profiles;
}

} // namespace pstudio::attach
