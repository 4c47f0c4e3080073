// SPDX-License-Identifier: Apache-2.0
// From the profile buffer of a warp-specialised pipeline to a saved file: a million asynchronous
// operations paired, finished, saved and opened again.
//
// usage: async_capture_bench [CTAS] [STEPS] [WARPS]     a copy for each turn of the loop, a product
//                                                       for each of its warps
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/arg_names.h"
#include "tests/support/async_pipeline.h"

using namespace pstudio;

namespace {

/// Runs one stage and prints the time of all cores together, which other programs do not lengthen.
template <class Work> auto timed(const char *name, uint64_t operations, Work work) {
  const std::clock_t begin = std::clock();
  auto result = work();
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("%-8s %6.2f s of all cores  %7.1f ns an operation\n", name, seconds,
              seconds * 1e9 / static_cast<double>(operations));
  return result;
}

uint64_t flightsOf(const Trace &trace) {
  uint64_t count = 0;
  for (const StringId category : trace.sliceCategories())
    count += trace.string(category) == kAsyncFlightCategory;
  return count;
}

uint32_t argument(int argc, char **argv, int index, uint32_t otherwise) {
  return argc > index ? static_cast<uint32_t>(std::atoi(argv[index])) : otherwise;
}

} // namespace

int main(int argc, char **argv) {
  test::AsyncPipeline pipeline{.style = test::AsyncPipeline::Style::Mbarriers, .stages = 4};
  pipeline.ctas = argument(argc, argv, 1, 1736);
  pipeline.steps = argument(argc, argv, 2, 64);
  pipeline.warps = argument(argc, argv, 3, 8);
  pipeline.matrixQueue = true;
  pipeline.sms = 132;
  const uint64_t operations = uint64_t{pipeline.ctas} * pipeline.steps * (1 + pipeline.warps);
  const test::PipelineLaunch launch = test::launchOf(pipeline);
  TraceBuilder builder;
  const Result<void> decoded =
      timed("decode", operations, [&] { return record::decodeLaunch(launch.capture, builder, 1); });
  if (!decoded)
    return 1;
  const Trace trace = timed("finish", operations, [&] { return std::move(builder).finish(); });
  const auto path = std::filesystem::temp_directory_path() / "async_capture_bench.pftrace";
  const Result<void> saved = timed("save", operations, [&] { return writePftrace(trace, path); });
  if (!saved)
    return 1;
  const double bytes = static_cast<double>(std::filesystem::file_size(path));
  const Result<Trace> opened = timed("open", operations, [&] { return readTraceFile(path); });
  std::filesystem::remove(path);
  if (!opened)
    return 1;
  const auto count = static_cast<double>(operations);
  std::printf("%llu operations, %zu slices, %zu instants, %zu arrows, %zu argument sets\n",
              static_cast<unsigned long long>(operations), trace.sliceCount(),
              trace.instants().size(), trace.flows().size(), trace.argSetCount());
  std::printf("an operation takes %.1f bytes of records, %.1f of memory, %.1f of the file\n",
              static_cast<double>(launch.buffer.size()) / count,
              static_cast<double>(trace.memoryUse().value) / count, bytes / count);
  return flightsOf(trace) == operations && opened->flows().size() == trace.flows().size() ? 0 : 1;
}
