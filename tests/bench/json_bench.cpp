// SPDX-License-Identifier: Apache-2.0
// Measures the time to open a file. Usage: json_bench [slices or file] [json, pytorch or sdk].
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>

#include "core/formats/trace_file/trace_file.h"
#include "tests/bench/foreign_trace.h"
#include "tests/bench/sdk_trace.h"

using namespace pstudio;

int main(int argc, char **argv) {
  std::filesystem::path path = argc > 1 ? argv[1] : "";
  const bool isGiven = std::filesystem::is_regular_file(path);
  if (!isGiven) {
    bench::ForeignTraceOptions options;
    options.slices = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    const std::string_view style = argc > 2 ? argv[2] : "json";
    path = std::filesystem::temp_directory_path() / "json_bench.trace";
    if (style == "pytorch")
      bench::writePyTorchJson(options.slices, path.c_str());
    else if (style == "sdk")
      bench::writeSdkPftrace(options.slices, path.c_str());
    else
      bench::writeForeignJson(options, path.c_str());
  }
  const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  int status = 0;
  for (int run = 0; run < 3 && status == 0; ++run) {
    const auto wall = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    const Result<Trace> trace = readTraceFile(path);
    const double seconds = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - wall;
    status = trace ? 0 : 1;
    if (!trace)
      std::printf("%s\n", trace.error().toString().c_str());
    else if (run == 0)
      std::printf("%zu slices, %.1f bytes of the file each\n", trace->sliceCount(),
                  megabytes * 1e6 / static_cast<double>(trace->sliceCount()));
    std::printf("%.0f MB opened in %.2f s (%.2f s of processor time, %.0f MB/s)\n", megabytes,
                elapsed.count(), seconds, megabytes / seconds);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("at most %.0f MB in memory\n", static_cast<double>(usage.ru_maxrss) / 1e3);
  if (!isGiven)
    std::filesystem::remove(path);
  return status;
}
