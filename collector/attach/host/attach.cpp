// SPDX-License-Identifier: Apache-2.0
// Starts the command, serves its processes until they end, and writes what they left.
#include "collector/attach/host/attach.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <poll.h>
#include <pthread.h>
#include <set>
#include <sys/signalfd.h>

#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/launch_match.h"
#include "collector/attach/host/output_folder.h"
#include "collector/attach/host/process_merge.h"
#include "collector/attach/host/program_file.h"
#include "collector/attach/host/raw_files.h"
#include "collector/attach/host/report.h"
#include "collector/attach/host/run_time_compilers.h"
#include "collector/attach/host/scope_marks.h"
#include "collector/attach/host/server.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Time after a deadline during which packets that are ready are still handled.
constexpr std::chrono::milliseconds kOverdue{50};
/// Time limit of a listing for the pending trial instrumentations of kernels.
constexpr std::chrono::milliseconds kTryLimit{120'000};

/// Receives signals that are intended for the program by a descriptor. Blocks them during its
/// lifetime.
class PassedSignals {
public:
  static Result<PassedSignals> make() {
    PassedSignals signals;
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2})
      ::sigaddset(&set, signal);
    ::pthread_sigmask(SIG_BLOCK, &set, &signals.m_previous);
    signals.m_descriptor = Descriptor(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals.m_descriptor.isOpen())
      return fail(ErrorCode::Io, std::string("cannot receive signals: ") + std::strerror(errno));
    return signals;
  }
  PassedSignals(PassedSignals &&) = default;
  ~PassedSignals() {
    if (!m_descriptor.isOpen())
      return;
    while (next() != 0) { // a signal after the program's end must not end this process
    }
    ::pthread_sigmask(SIG_SETMASK, &m_previous, nullptr);
  }

  int descriptor() const { return m_descriptor.get(); }
  const sigset_t &previous() const { return m_previous; }

  /// Forwards received signals to the child, except those that a terminal also sends to the child.
  /// True if there was a signal.
  bool passTo(ChildProcess *child) {
    bool hasCome = false;
    signalfd_siginfo info{};
    while (::read(m_descriptor.get(), &info, sizeof info) == sizeof info) {
      hasCome = true;
      if (child && info.ssi_code != SI_KERNEL)
        child->kill(static_cast<int>(info.ssi_signo));
    }
    return hasCome;
  }

private:
  PassedSignals() = default;
  int next() {
    signalfd_siginfo info{};
    return ::read(m_descriptor.get(), &info, sizeof info) == sizeof info
               ? static_cast<int>(info.ssi_signo)
               : 0;
  }
  Descriptor m_descriptor;
  sigset_t m_previous{};
};

/// This process's environment, with the caches of the program's compilers.
Environment compilerEnvironment(const AttachRequest &request, const OutputFolder &folder) {
  Environment environment = Environment::ofThisProcess();
  if (request.settings.recordsKernelScopes && !request.isListing)
    markKernelScopes(environment, markedCacheFolder(request.settings.usesCache, folder.raw()));
  return environment;
}

bool isScopeRange(const AttachRequest &request) {
  const auto range = parseCountedRange(request.settings.range);
  return range && range->kind == CountedRange::Kind::Scope;
}

/// The program's environment, with the variables of the connection to the server.
Environment programEnvironment(const AttachRequest &request, const AttachPlaces &places,
                               const OutputFolder &folder, std::vector<Remark> &remarks) {
  Environment environment = compilerEnvironment(request, folder);
  environment.set(kSocketVariable, folder.socket().string());
  if (!places.preload.empty()) {
    addPreload(environment, places.preload);
    if (isScopeRange(request) && !followRanges(environment, places.preload))
      remarks.push_back({"range.nvtx", 0, {}, 0, {}});
  }
  if (!places.python.empty())
    environment.prepend("PYTHONPATH", places.python.string());
  if (request.isListing || !request.rules.empty()) {
    bypassCompilerCaches(environment);
    environment.set(kDumpVariable, folder.raw().string());
  }
  return environment;
}

/// The run of one command.
class Attachment {
public:
  Attachment(const AttachRequest &request, PassedSignals &signals, Server &server)
      : m_request(request), m_signals(signals), m_server(server) {}

  /// Starts the command and serves until it and its descendants have ended.
  Result<int> run(const Environment &environment) {
    ChildStart start;
    start.words = m_request.command;
    start.environment = environment.variables();
    start.group = ChildGroup::OfParent;
    start.blocked = m_signals.previous();
    PSTUDIO_TRY_ASSIGN(ChildProcess child, ChildProcess::start(start));
    if (child.endDescriptor() < 0)
      return fail(ErrorCode::Unsupported, "cannot watch processes", {},
                  "Linux 5.3 or later is needed");
    serve(
        &child, [] { return false; }, std::nullopt);
    const ExitStatus status = child.wait();
    const int exitCode = status.signal != 0 ? 128 + status.signal : status.exitCode;
    // Handles packets that short-lived processes sent before they ended.
    serve(
        nullptr, [] { return false; }, Clock::now());
    serve(
        nullptr, [this] { return !m_server.hasConnections(); },
        Clock::now() + m_request.descendantTimeout);
    if (m_request.isListing)
      serve(
          nullptr, [this] { return m_server.isIdle(); }, Clock::now() + kTryLimit);
    return exitCode;
  }

private:
  /// Serves until the child has ended, isDone() is true or the deadline has passed.
  template <class IsDone>
  void serve(ChildProcess *child, IsDone isDone, std::optional<Clock::time_point> deadline) {
    while (!isDone()) {
      std::vector<pollfd> entries{{m_signals.descriptor(), POLLIN, 0}};
      entries.push_back({child ? child->endDescriptor() : -1, POLLIN, 0});
      m_server.addTo(entries);
      int limit = -1;
      if (deadline) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now());
        limit = static_cast<int>(std::max<int64_t>(left.count(), 0));
      }
      const int ready = ::poll(entries.data(), entries.size(), limit);
      if (ready < 0 && errno == EINTR)
        continue;
      if (ready <= 0)
        return;
      if (entries[0].revents != 0 && m_signals.passTo(child) && !child)
        return; // the program has ended: stop waiting
      m_server.handle(entries);
      if (entries[1].revents != 0 || (deadline && Clock::now() > *deadline + kOverdue))
        return;
    }
  }

  const AttachRequest &m_request;
  PassedSignals &m_signals;
  Server &m_server;
};

constexpr const char *kTextReport = "report.txt";
constexpr const char *kJsonReport = "report.json";

/// The files that a run writes into its folder.
std::vector<std::string> namesOf(const ReportInput &report) {
  std::vector<std::string> names{kTextReport, kJsonReport};
  for (const ProcessTrace &trace : report.traces)
    for (const fs::path &file : {trace.file, trace.tree})
      if (!file.empty())
        names.push_back(file.filename().string());
  for (const ProcessTrace &trace : report.traces)
    for (const SessionProfile &profile : trace.profiles)
      names.push_back(profile.file.filename().string());
  if (!report.merged.empty())
    names.push_back(report.merged.filename().string());
  return names;
}

void noteProcess(const SeenProcess &process, const ProcessCounts &counts,
                 std::vector<std::string> &notes) {
  const std::string name = "process " + std::to_string(process.process);
  if (counts.uncounted > 0)
    notes.push_back(name + ": " + std::to_string(counts.uncounted) +
                    " launches of further kernels were not counted by kernel");
  if (counts.unknown > 0)
    notes.push_back(name + ": " + std::to_string(counts.unknown) +
                    " launches of kernels whose code was not seen");
  if (!counts.isClosed)
    notes.push_back(name + " did not end in the usual way; its last records may be missing");
}

void noteLosses(uint32_t process, const EventLosses &losses, std::vector<std::string> &notes) {
  const auto note = [&](uint64_t count, const char *one, const char *many, const char *what) {
    if (count > 0)
      notes.push_back("process " + std::to_string(process) + ": " + countText(count, one, many) +
                      what);
  };
  note(losses.events, "event", "events", " found no place in the files of the process");
  note(losses.activities, "activity", "activities", " of the devices were lost by CUPTI");
  note(losses.unfinished, "activity", "activities", " of the devices have no begin or no end");
  note(losses.damaged, "event", "events", " are damaged");
  note(losses.files, "event file", "event files", " cannot be read");
  note(losses.metrics, "metric", "metrics", " of operations that launched no kernel");
}

void noteUntimed(uint32_t process, const ProgramEvents &events, std::vector<std::string> &notes) {
  const size_t untimed = events.launchesWithoutActivity().size();
  if (!events.kernels.empty() && untimed > 0)
    notes.push_back("process " + std::to_string(process) + ": no activity of the devices names " +
                    countText(untimed, "launch", "launches") + ", which are counted without time");
}

/// The report must name what is inferred.
void noteMatched(uint32_t process, uint64_t matched, std::vector<std::string> &notes) {
  if (matched > 0)
    notes.push_back("process " + std::to_string(process) + ": " +
                    countText(matched, "activity names no launch and was",
                              "activities name no launch and were") +
                    " matched with the launches of the same kernel by their order");
}

void noteMatchedReplays(uint32_t process, uint64_t matched, std::vector<std::string> &notes) {
  if (matched > 0)
    notes.push_back(
        "process " + std::to_string(process) + ": the activities of " +
        countText(matched, "replay of a CUDA graph name", "replays of CUDA graphs name") +
        " no launch and were matched with the replays by their order");
}

/// A range without launches, and rules of the program without kernels.
void noteChoices(const AttachRequest &request, const SeenProcess &process,
                 const ProcessCounts &counts, ReportInput &report) {
  const bool hasLaunches = std::ranges::any_of(
      counts.kernels, [](const LaunchCounts &kernel) { return kernel.launches > 0; });
  if (!request.settings.range.empty() && !hasLaunches)
    report.remarks.push_back({"range.none", process.process, {}, 0, request.settings.range});
  std::vector<std::string> kernels;
  for (const auto &[number, kernel] : process.kernels)
    kernels.push_back(kernel.seen.name);
  for (const std::string &glob : process.rules.unmatched(kernels))
    report.notes.push_back("process " + std::to_string(process.process) + ": the program chose " +
                           glob + ", which matched no kernel");
}

/// Adds the remarks of record files, except faults that the process has reported itself.
void addRemarks(const std::vector<Remark> &found, std::vector<Remark> &all) {
  const size_t reported = all.size();
  for (const Remark &remark : found) {
    const bool isKnown = remark.code == "fault" &&
                         std::any_of(all.begin(), all.begin() + static_cast<ptrdiff_t>(reported),
                                     [&remark](const Remark &other) {
                                       return other.process == remark.process &&
                                              other.kernel == remark.kernel &&
                                              other.launch == remark.launch;
                                     });
    if (!isKnown)
      all.push_back(remark);
  }
}

void addProfiles(const ProcessInput &input, const OutputFolder &folder,
                 std::set<std::string> &taken, ProcessTrace &trace, ReportInput &report) {
  Result<std::vector<SessionProfile>> profiles = writeSessionProfiles(input, folder.path(), taken);
  if (profiles) {
    trace.profiles = *std::move(profiles);
    return;
  }
  report.notes.push_back("a session of process " + std::to_string(input.process.process) +
                         " was not written: " + profiles.error().toString());
  report.lacksTraces = true;
}

/// The counters of one process, with its notes. Notes the error if they cannot be read.
void takeCounts(const AttachRequest &request, const SeenProcess &process, const fs::path &raw,
                std::map<uint32_t, ProcessCounts> &counts, ReportInput &report) {
  const std::string id = std::to_string(process.process);
  Result<ProcessCounts> read = readCounters(raw / (id + ".counters"));
  if (!read) {
    report.notes.push_back("launches of process " + id +
                           " are not counted: " + read.error().toString());
    return;
  }
  noteProcess(process, *read, report.notes);
  noteChoices(request, process, *read, report);
  counts[process.process] = *std::move(read);
}

/// Reads and decodes what the processes left in raw.
Result<ReportInput> readAll(const AttachRequest &request, const OutputFolder &folder,
                            Observations &&seen, int exitCode) {
  ReportInput report;
  report.request = &request;
  report.exitCode = exitCode;
  report.remarks = std::move(seen.remarks);
  report.notes = std::move(seen.notes);
  const auto records = numberedFilesIn(folder.raw(), "records");
  const auto eventFiles = numberedFilesIn(folder.raw(), "events");
  const auto texts = numberedFilesIn(folder.raw(), "texts");
  std::map<uint32_t, GpuTimes> times;
  std::map<uint32_t, ProcessCounts> counts;
  std::set<std::string> taken{fs::path(kTextReport).stem().string(),
                              fs::path(kMergedTrace).stem().string()};
  std::map<uint32_t, ProcessTrace> traces;
  for (const auto &[id, process] : seen.processes) {
    takeCounts(request, process, folder.raw(), counts, report);
    ProgramEvents events = readEvents(filesOf(eventFiles, id), filesOf(texts, id));
    const OrderMatches matches = matchByOrder(events, process);
    noteMatchedReplays(id, matches.replays, report.notes);
    noteMatched(id, matches.activities, report.notes);
    noteLosses(id, events.losses, report.notes);
    noteUntimed(id, events, report.notes);
    if (!events.kernels.empty())
      times[id] = gpuTimesOf(events);
    if (request.isListing)
      continue;
    const std::vector<fs::path> recorded = filesOf(records, id);
    const ProcessInput input{process,
                             seen.twins,
                             recorded,
                             events,
                             request.settings.mostActivities,
                             request.sourceRoots};
    Result<ProcessTrace> trace = writeProcessTrace(input, folder.path());
    if (!trace) {
      report.notes.push_back("the trace of process " + std::to_string(id) +
                             " was not written: " + trace.error().toString());
      report.lacksTraces = true;
      continue;
    }
    addRemarks(trace->remarks, report.remarks);
    addProfiles(input, folder, taken, *trace, report);
    traces.emplace(id, *std::move(trace));
  }
  MergeOutcome merge = mergeTraces(seen.processes, traces, folder.path());
  report.merged = std::move(merge.file);
  report.notes.insert(report.notes.end(), merge.notes.begin(), merge.notes.end());
  for (auto &[id, trace] : traces)
    report.traces.push_back(std::move(trace));
  report.kernels = kernelRows(seen, counts, times);
  if (seen.processes.empty() && seen.leftOut > 0)
    report.remarks.push_back({"processes.none", 0, {}, 0, request.settings.processes});
  else if (seen.processes.empty())
    report.notes.emplace_back("no process of the command used a GPU, or launches were not seen");
  if (!request.isListing)
    explainMissing(request, report.kernels, report.remarks, report.notes);
  return report;
}

/// Notes about the run as a whole.
void noteRun(const AttachRequest &request, const OutputFolder &folder, bool isStillRunning,
             std::vector<std::string> &notes) {
  if (changesUser(programPath(request.command.front())))
    notes.push_back(request.command.front() +
                    " runs as another user: nothing is preloaded into it");
  if (isStaticProgram(programPath(request.command.front())))
    notes.push_back(request.command.front() +
                    " is linked statically: no library can be preloaded into it, so that its "
                    "kernels are not seen");
  if (isStillRunning)
    notes.emplace_back(
        "processes of the command were still running; their later launches are not recorded");
  if (folder.hasSocketElsewhere())
    notes.push_back("the socket was " + folder.socket().string() +
                    ": the path of the output folder is too long");
}

/// Runs the command. \return its exit code. Signals are this process's own again afterwards, and no
/// thread or child is left.
Result<int> runCommand(const AttachRequest &request, const AttachPlaces &places,
                       const OutputFolder &folder, Observations &observations) {
  PSTUDIO_TRY_ASSIGN(PassedSignals signals, PassedSignals::make());
  PSTUDIO_TRY_ASSIGN(Descriptor listening, listenAt(folder.socket()));
  const Environment own = Environment::ofThisProcess();
  PSTUDIO_TRY_ASSIGN(const std::unique_ptr<TwinMaker> maker,
                     TwinMaker::make({.program = places.program,
                                      .package = places.python,
                                      .raw = folder.raw(),
                                      .environment = compilerEnvironment(request, folder),
                                      .usesCache = request.settings.usesCache}));
  const std::optional<std::string> tool = debuggingTool(own);
  Server server(request, folder.raw(), std::move(listening), *maker, !request.isListing && !tool);
  if (tool)
    server.observations().remarks.push_back({"tool", 0, {}, 0, *tool});
  Attachment attachment(request, signals, server);
  PSTUDIO_TRY_ASSIGN(
      const int exitCode,
      attachment.run(programEnvironment(request, places, folder, server.observations().remarks)));
  noteRun(request, folder, server.hasConnections(), server.observations().notes);
  for (std::string &note : notesOfCompilers(server.observations()))
    server.observations().notes.push_back(std::move(note));
  observations = std::move(server.observations());
  return exitCode;
}

/// Decodes the records and writes the outputs that the request selects.
Result<AttachOutcome> finish(const AttachRequest &request, const OutputFolder &folder,
                             Observations observations, int exitCode) {
  PSTUDIO_TRY_ASSIGN(const ReportInput report,
                     readAll(request, folder, std::move(observations), exitCode));
  if (!request.output.empty()) {
    PSTUDIO_TRY(writeOutput(folder.path() / kTextReport, reportText(report)));
    PSTUDIO_TRY(writeOutput(folder.path() / kJsonReport, reportJson(report)));
    PSTUDIO_TRY(folder.keepNames(namesOf(report)));
    if (!request.settings.keepsRaw && !report.lacksTraces)
      folder.removeRaw();
  }
  return AttachOutcome{exitCode, summaryText(report),
                       request.isListing ? listingText(report) : std::string()};
}

} // namespace

Result<AttachOutcome> attach(const AttachRequest &request, const AttachPlaces &places) {
  PSTUDIO_TRY(requireProgram(request.command.front())); // before an earlier output is removed
  PSTUDIO_TRY_ASSIGN(const OutputFolder folder, OutputFolder::make(request.output));
  Observations observations;
  const Result<int> exitCode = runCommand(request, places, folder, observations);
  if (!exitCode) {
    folder.discard();
    return tl::unexpected<Error>(exitCode.error());
  }
  Result<AttachOutcome> outcome = finish(request, folder, std::move(observations), *exitCode);
  if (!outcome) // the program ran: its exit code stays
    return AttachOutcome{*exitCode, {}, {}, outcome.error()};
  return outcome;
}

} // namespace pstudio::attach
