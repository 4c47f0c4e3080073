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
#include <sys/signalfd.h>

#include "collector/attach/host/output_folder.h"
#include "collector/attach/host/report.h"
#include "collector/attach/host/server.h"
#include "core/base/output_file.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// How long a listing waits for the kernels that are still being tried.
constexpr std::chrono::milliseconds kTryLimit{120'000};

/// SIGINT, SIGTERM and SIGHUP as a descriptor, blocked in the meantime.
class PassedSignals {
public:
  static Result<PassedSignals> make() {
    PassedSignals signals;
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
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
    while (next() != 0) { // one that came after the program's end must not end this process
    }
    ::pthread_sigmask(SIG_SETMASK, &m_previous, nullptr);
  }

  int descriptor() const { return m_descriptor.get(); }
  const sigset_t &previous() const { return m_previous; }

  /// Passes those that came on. A terminal sends its signals to the program as well.
  void passTo(const Child *child) {
    signalfd_siginfo info{};
    while (::read(m_descriptor.get(), &info, sizeof info) == sizeof info)
      if (child && info.ssi_code != SI_KERNEL)
        ::kill(child->process, static_cast<int>(info.ssi_signo));
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

/// The program's environment, with what makes it connect.
Environment programEnvironment(const AttachRequest &request, const fs::path &socket) {
  Environment environment = Environment::ofThisProcess();
  environment.set(kSocketVariable, socket.string());
  if (!request.places.preload.empty())
    addPreload(environment, request.places.preload);
  if (!request.places.python.empty())
    environment.prepend("PYTHONPATH", request.places.python.string());
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
    start.isBackground = false;
    start.blocked = m_signals.previous();
    PSTUDIO_TRY_ASSIGN(const Child child, startChild(start));
    serve(
        &child, [] { return false; }, std::nullopt);
    const int exitCode = reap(child);
    serve(
        nullptr, [this] { return !m_server.hasConnections(); },
        Clock::now() + m_request.descendantTimeout);
    if (m_request.isListing)
      serve(
          nullptr, [this] { return m_server.isIdle(); }, Clock::now() + kTryLimit);
    return exitCode;
  }

private:
  /// Until the child has ended, the condition is true or the time is over.
  template <class IsDone>
  void serve(const Child *child, IsDone isDone, std::optional<Clock::time_point> deadline) {
    while (!isDone()) {
      std::vector<pollfd> entries{{m_signals.descriptor(), POLLIN, 0}};
      entries.push_back({child ? child->exited.get() : -1, POLLIN, 0});
      m_server.addTo(entries);
      int limit = -1;
      if (deadline) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now());
        limit = static_cast<int>(std::max<int64_t>(left.count(), 0));
      }
      const int ready = ::poll(entries.data(), entries.size(), limit);
      if (ready < 0 && errno != EINTR)
        return;
      if (ready == 0)
        return;
      if (ready < 0)
        continue;
      if (entries[0].revents != 0)
        m_signals.passTo(child);
      m_server.handle(entries);
      if (entries[1].revents != 0)
        return;
    }
  }

  const AttachRequest &m_request;
  PassedSignals &m_signals;
  Server &m_server;
};

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

/// Reads and decodes what the processes left in raw.
Result<ReportInput> readAll(const AttachRequest &request, const OutputFolder &folder,
                            Observations &&seen, int exitCode) {
  ReportInput report;
  report.request = &request;
  report.exitCode = exitCode;
  report.remarks = std::move(seen.remarks);
  report.notes = std::move(seen.notes);
  const auto files = recordFilesIn(folder.raw());
  std::map<uint32_t, ProcessCounts> counts;
  for (const auto &[id, process] : seen.processes) {
    Result<ProcessCounts> read = readCounters(folder.raw() / (std::to_string(id) + ".counters"));
    if (read) {
      noteProcess(process, *read, report.notes);
      counts[id] = *std::move(read);
    } else {
      report.notes.push_back("launches of process " + std::to_string(id) +
                             " are not counted: " + read.error().toString());
    }
    const auto found = files.find(id);
    if (found == files.end())
      continue;
    PSTUDIO_TRY_ASSIGN(ProcessTrace trace,
                       writeProcessTrace(process, seen.twins, found->second, folder.path()));
    report.remarks.insert(report.remarks.end(), trace.remarks.begin(), trace.remarks.end());
    report.traces.push_back(std::move(trace));
  }
  report.kernels = kernelRows(seen, counts);
  if (seen.processes.empty())
    report.notes.emplace_back("no process of the command used a GPU, or launches were not seen");
  if (!request.isListing)
    explainMissing(request, report.kernels, report.remarks, report.notes);
  return report;
}

} // namespace

Result<AttachOutcome> attach(const AttachRequest &request) {
  PSTUDIO_TRY_ASSIGN(const OutputFolder folder, OutputFolder::make(request.output));
  PSTUDIO_TRY_ASSIGN(PassedSignals signals, PassedSignals::make());
  PSTUDIO_TRY_ASSIGN(Descriptor listening, listenAt(folder.socket()));
  const Environment own = Environment::ofThisProcess();
  PSTUDIO_TRY_ASSIGN(const std::unique_ptr<TwinMaker> maker,
                     TwinMaker::make({.program = request.places.program,
                                      .package = request.places.python,
                                      .raw = folder.raw(),
                                      .environment = own}));
  const std::optional<std::string> tool = debuggingTool(own);
  Server server(request, folder.raw(), std::move(listening), *maker, !request.isListing && !tool);
  if (tool)
    server.observations().remarks.push_back({"tool", 0, {}, 0, *tool});
  Attachment attachment(request, signals, server);
  PSTUDIO_TRY_ASSIGN(const int exitCode,
                     attachment.run(programEnvironment(request, folder.socket())));
  if (folder.hasSocketElsewhere())
    server.observations().notes.push_back("the socket was " + folder.socket().string() +
                                          ": the path of the output folder is too long");
  PSTUDIO_TRY_ASSIGN(const ReportInput report,
                     readAll(request, folder, std::move(server.observations()), exitCode));
  if (!request.output.empty()) {
    PSTUDIO_TRY(writeOutput(folder.path() / "report.txt", reportText(report)));
    PSTUDIO_TRY(writeOutput(folder.path() / "report.json", reportJson(report)));
    if (!request.keepsRaw)
      folder.removeRaw();
  }
  return AttachOutcome{exitCode, summaryText(report),
                       request.isListing ? listingText(report) : std::string()};
}

} // namespace pstudio::attach
