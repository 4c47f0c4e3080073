// SPDX-License-Identifier: Apache-2.0
// Measures the time of SQL queries over 200 small files and over a large trace. Usage: query_bench [slices].
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_files.h"
#include "core/query/result_set.h"
#include "core/query/trace_union.h"
#include "tests/bench/bench_clock.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;

namespace {

test::GpuTraceOptions queryTrace(uint64_t slices) {
  test::GpuTraceOptions options;
  options.sms = 132;
  options.steps = 40;
  options.ctasPerSm = 1;
  const uint64_t perCta = test::gpuTraceSliceCount(options) / options.sms;
  options.ctasPerSm = static_cast<uint32_t>(1 + slices / (perCta * options.sms));
  return options;
}

/// One query over many small files, which this function writes.
int measureFiles() {
  constexpr int kFiles = 200;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("query_bench-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto trace = test::makeGpuTrace(queryTrace(10'000));
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < kFiles; ++i) {
    files.push_back(folder / (std::to_string(i) + ".pftrace"));
    if (!writePftrace(*trace, files.back()))
      return 1;
  }
  query::ResultSet result;
  auto database = query::TraceUnion::open("SELECT file, name, sum(dur) FROM slices GROUP BY 1, 2");
  const double seconds = bench::secondsOf([&] {
    readTraceFiles(files, nullptr, [&](size_t index, Result<Trace> read) {
      return read && database->add(files[index].string(), *read, {});
    });
    static_cast<void>(database->run(result));
  });
  std::printf("%d files of %zu slices %.2f s, %llu rows, %.2f GiB at most\n", kFiles,
              trace->sliceCount(), seconds, static_cast<unsigned long long>(result.rowCount()),
              bench::mostGiB());
  std::filesystem::remove_all(folder);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  if (measureFiles() != 0)
    return 1;
  const auto trace = test::makeGpuTrace(queryTrace(wanted));
  auto database = query::TraceDatabase::open(trace);
  if (!database)
    return 1;
  std::printf("%zu slices, %zu tracks, %.2f GiB\n", trace->sliceCount(), trace->tracks().size(),
              bench::mostGiB());
  const std::pair<const char *, const char *> queries[] = {
      {"a slice by its id", "SELECT * FROM slices WHERE id = 5000000"},
      {"slices of a track", "SELECT count(*) FROM slices WHERE track_id = 5000"},
      {"1 ns of all tracks", "SELECT count(*) FROM slices WHERE ts BETWEEN 500 AND 501"},
      {"slices of a name", "SELECT count(*) FROM slices WHERE name = 'epilogue'"},
      {"scopes at first", "SELECT count(*) FROM scopes"},
      {"count of all", "SELECT count(*) FROM slices"},
      {"sums by name", "SELECT name, count(*), sum(dur) FROM slices GROUP BY name"},
      {"the ten longest", "SELECT id FROM slices ORDER BY dur DESC LIMIT 10"},
  };
  for (const auto &[what, sql] : queries) {
    query::ResultSet result;
    const double seconds = bench::secondsOf([&] { static_cast<void>(database->run(sql, result)); });
    std::printf("%-20s %10.2f ms, %llu rows\n", what, seconds * 1000,
                static_cast<unsigned long long>(result.rowCount()));
  }
  std::printf("%.2f GiB at most\n", bench::mostGiB());
  return 0;
}
