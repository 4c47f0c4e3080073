// SPDX-License-Identifier: Apache-2.0
// Measures the time and the memory to read the events of an attached program and to build a tree
// and a trace from them. Usage: attach_events_bench [launches].
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/process_trace.h"
#include "collector/attach/host/program_tree.h"
#include "collector/attach/host/raw_files.h"
#include "core/calltree/hatchet_writer.h"
#include "tests/bench/bench_clock.h"
#include "tests/collector/attach/host/fake_events.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

namespace fs = std::filesystem;

/// A program with `launches` launches in sequence: 50 kernels, 1,000 call paths of 20 nodes.
FakeEvents programOf(uint64_t launches) {
  FakeEvents fake;
  std::vector<uint32_t> paths;
  for (int i = 0; i < 1000; ++i) {
    uint32_t node = 0;
    for (int depth = 0; depth < 20; ++depth)
      node = fake.node(node, "model.py:" + std::to_string(i * 20 + depth) + "@forward",
                       PathNodeKind::Frame);
    paths.push_back(node);
  }
  fake.add(EventKind::ClockPair, ClockPairEvent{0, 0, 10});
  for (uint64_t i = 0; i < launches; ++i) {
    const LaunchEvent launch = fake.launch(paths[i % paths.size()], static_cast<uint32_t>(i % 50),
                                           i / 50 + 1, 10'000 + i * 5'000);
    fake.kernel("kernel_" + std::to_string(i % 50), launch.id, launch.begin + 3'000,
                launch.begin + 7'000);
  }
  return fake;
}

void write(const FakeEvents &fake, std::string_view places, const fs::path &folder) {
  const std::string header = fake.eventFile().substr(0, kEventBytes);
  constexpr size_t kBytes = size_t{kEventsInFile} * kEventBytes;
  for (size_t at = 0, file = 1; at < places.size(); at += kBytes, ++file)
    std::ofstream(folder / ("5." + std::to_string(file) + ".events"), std::ios::binary)
        << header << places.substr(at, kBytes);
  std::ofstream(folder / "5.1.texts", std::ios::binary) << fake.textFile();
}

/// Writes the files in a child process, whose memory the measurement excludes.
void writeFiles(uint64_t launches, const fs::path &folder) {
  const pid_t child = ::fork();
  if (child == 0) {
    FakeEvents fake = programOf(launches);
    write(fake, fake.events(), folder);
    std::_Exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t launches = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const fs::path folder = fs::temp_directory_path() / "pstudio_attach_events";
  fs::remove_all(folder);
  fs::create_directories(folder);
  writeFiles(launches, folder);
  const auto events = numberedFilesIn(folder, "events"), texts = numberedFilesIn(folder, "texts");
  ProgramEvents read;
  const double readSeconds =
      bench::secondsOf([&] { read = readEvents(events.at(5), texts.at(5)); });
  std::printf("read %zu launches, %zu kernels: %.2f s, %.2f GiB\n", read.launches.size(),
              read.kernels.size(), readSeconds, bench::mostGiB());
  SeenProcess process;
  process.process = 5;
  process.command = "bench";
  const double treeSeconds = bench::secondsOf([&] { hatchetText(programTree(read, process, {})); });
  std::printf("tree: %.2f s, %.2f GiB\n", treeSeconds, bench::mostGiB());
  bool isWritten = false;
  const double traceSeconds = bench::secondsOf([&] {
    isWritten = writeProcessTrace({process, {}, {}, read}, folder).has_value();
  });
  std::printf("trace and tree, written: %.2f s, %.2f GiB\n", traceSeconds, bench::mostGiB());
  fs::remove_all(folder);
  return isWritten ? 0 : 1;
}
