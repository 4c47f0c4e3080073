// SPDX-License-Identifier: Apache-2.0
// A worker that follows or violates the worker protocol as its argument selects; it runs no kernel.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/fault_place.h"
#include "core/trace/notes.h"
#include "core/trace/trace_builder.h"
#include "core/worker/worker_protocol.h"

namespace {

using namespace pstudio;

void send(const WorkerMessage &message) {
  const auto frame = encodeMessage(message);
  if (!frame ||
      ::write(STDOUT_FILENO, frame->data(), frame->size()) != static_cast<ssize_t>(frame->size()))
    std::exit(3);
}

/// Waits for the next message. Ends the program if the application closes the connection.
WorkerMessage receive(FrameReader &reader) {
  for (;;) {
    auto message = reader.next();
    if (!message)
      std::exit(4);
    if (*message)
      return **message;
    std::byte buffer[4096];
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (size <= 0)
      std::exit(5);
    reader.append(std::span(buffer, static_cast<size_t>(size)));
  }
}

void leaveHalfFile(const RunRequest &request) {
  const int file = ::open(request.temporary.c_str(), O_CREAT | O_WRONLY, 0644);
  if (file < 0 || ::write(file, "half", 4) != 4 || ::close(file) != 0)
    std::exit(6);
}

/// Writes a partial trace next to the output, as a worker does. Returns its path.
std::filesystem::path leaveKeptTrace(const RunRequest &request) {
  TraceBuilder builder;
  SliceInput slice;
  slice.track = builder.addTrack(Track());
  slice.name = builder.intern("load");
  slice.duration = Picoseconds(1000);
  builder.addSlice(slice);
  std::filesystem::path kept = request.output;
  kept.replace_extension(".partial.pftrace");
  if (!writePftrace(std::move(builder).finish(), kept))
    std::exit(8);
  return kept;
}

/// The same for a run in which thread 33 of the second CTA fails.
std::filesystem::path leaveFaultedTrace(const RunRequest &request, const std::string &message) {
  TraceBuilder builder;
  Launch launch;
  launch.kernel = builder.intern("k");
  launch.grid = {2, 1, 1};
  launch.block = {64, 1, 1};
  const LaunchId id = builder.addLaunch(launch);
  for (const int64_t cta : {0, 1}) {
    Track group;
    group.kind = TrackKind::Cta;
    group.number = cta;
    const TrackId parent = builder.addTrack(group);
    for (const int64_t warp : {0, 1}) {
      Track track;
      track.kind = TrackKind::Warp;
      track.number = warp;
      track.parent = parent;
      track.launch = id;
      SliceInput slice;
      slice.track = builder.addTrack(track);
      slice.name = builder.intern("load");
      slice.duration = Picoseconds(1000);
      builder.addSlice(slice);
      slice.begin = Picoseconds(2000);
      slice.name = builder.intern(cta == 1 && warp == 1 ? "faulty" : "store");
      builder.addSlice(slice);
    }
  }
  builder.addNote(NoteCode::RunFailed, {message});
  std::filesystem::path kept = request.output;
  kept.replace_extension(".partial.pftrace");
  if (!writePftrace(std::move(builder).finish(), kept))
    std::exit(8);
  return kept;
}

void hangForever() {
  for (;;)
    ::pause();
}

} // namespace

int main(int argc, char **argv) {
  const std::string_view behaviour = argc > 1 ? argv[1] : "";
  FrameReader reader;
  if (behaviour == "garbage") {
    std::fputs("Segmentation fault (this is no frame at all)\n", stdout);
    std::fflush(stdout);
    hangForever();
  }
  receive(reader);
  send(HelloMessage{behaviour == "version" ? kWorkerProtocolVersion + 1 : kWorkerProtocolVersion,
                    "fake worker"});
  const auto request = std::get<RunRequest>(receive(reader));
  leaveHalfFile(request);
  send(StageMessage{"compile"});
  send(LogMessage{"compiling something"});
  send(StageMessage{"launch"});
  send(ProgressMessage{0.25});
  std::fputs("the driver says something\n", stderr);
  if (behaviour == "crash") {
    std::signal(SIGSEGV, SIG_DFL); // a sanitizer's handler would turn the signal into an exit code
    std::raise(SIGSEGV);
  }
  if (behaviour == "exit")
    return 7;
  if (behaviour == "hang") // ignores even a cancel request
    hangForever();
  if (behaviour == "error")
    send(ErrorMessage{{ErrorCode::RunFailed, "read of A at index 4096 of 4096", "k.mlir:12:5",
                       "check the bounds"},
                      "launch"});
  if (behaviour == "fault") {
    const std::string message = threadText({33, 0, 0}, {1, 0, 0}) + " in kernel k reads too far";
    send(ErrorMessage{{ErrorCode::RunFailed, message, "k.mlir:12:5", {}},
                      "launch",
                      leaveFaultedTrace(request, message)});
  }
  if (behaviour == "time-limit")
    send(ErrorMessage{{ErrorCode::RunFailed, "exceeded its time limit", {}, {}},
                      "launch",
                      leaveKeptTrace(request)});
  if (behaviour == "obedient" || behaviour == "obedient-with-trace") {
    static_cast<void>(std::get<CancelRequest>(receive(reader)));
    ErrorMessage last{{ErrorCode::Cancelled, "cancelled", {}, {}}, "launch"};
    if (behaviour == "obedient-with-trace")
      last.trace = leaveKeptTrace(request);
    send(last);
  }
  return 0;
}
