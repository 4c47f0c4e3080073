// SPDX-License-Identifier: Apache-2.0
// Measures the time to save and to open the accesses of a launch and to build their zoomable map,
// and the size of the file. Usage: access_file_bench [accesses] [cycles of jitter].
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/address_map.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/trace_builder.h"
#include "tests/bench/bench_clock.h"
#include "tests/bench/gemm_accesses.h"

using namespace pstudio;

namespace {

Trace traceOf(uint64_t accesses, uint32_t jitter) {
  TraceBuilder builder;
  Launch launch;
  auto recorded = std::make_shared<memory::LaunchAccesses>();
  recorded->table = bench::gemmAccesses(accesses, jitter);
  launch.accesses = std::move(recorded);
  builder.addLaunch(launch);
  return std::move(builder).finish();
}

void measure(const char *what, const std::function<void()> &work) {
  const double before = bench::cpuSeconds();
  const double seconds = bench::secondsOf(work);
  std::printf("%-32s %7.2f s, %7.2f s of processor time\n", what, seconds,
              bench::cpuSeconds() - before);
  std::fflush(stdout);
}

/// Saves a trace. A second run of the program reads it, so that the memory use excludes this trace.
bool save(const std::filesystem::path &path, uint64_t accesses, uint32_t jitter) {
  const Trace trace = traceOf(accesses, jitter);
  bool isSaved = false;
  measure("save", [&] { isSaved = writePftrace(trace, path).has_value(); });
  const auto count = static_cast<double>(trace.launches()[0].accesses->table.size());
  std::printf("%.0f accesses, %.2f bytes each in the file\n", count,
              static_cast<double>(std::filesystem::file_size(path)) / count);
  return isSaved;
}

} // namespace

int main(int argc, char **argv) {
  const std::filesystem::path path =
      argc > 1 && std::filesystem::exists(argv[1])
          ? std::filesystem::path(argv[1])
          : std::filesystem::temp_directory_path() / "access_file_bench.pftrace";
  if (argc < 2 || path != std::filesystem::path(argv[1])) {
    const uint64_t accesses = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50'000'000;
    const auto jitter = static_cast<uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 200);
    if (!save(path, accesses, jitter))
      return 1;
    std::printf("%.2f GiB of memory at most; now run: %s %s\n", bench::mostGiB(), argv[0],
                path.c_str());
    return 0;
  }
  memory::AddressMap map;
  Result<Trace> trace = fail(ErrorCode::Io, "not read");
  measure("open", [&] { trace = readTraceFile(path); });
  if (!trace)
    return 1;
  const memory::LaunchAccesses &accesses = *trace->launches()[0].accesses;
  measure("map", [&] {
    map = memory::AddressMap::build(accesses.table, accesses.buffers, accesses.model, {});
  });
  std::printf("%llu accesses, %.2f GiB of memory at most\n",
              static_cast<unsigned long long>(accesses.table.size()), bench::mostGiB());
  return 0;
}
