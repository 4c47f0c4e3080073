// SPDX-License-Identifier: Apache-2.0
// Measures the time of SQL queries over a large trace. Usage: query_bench [slices].
#include <cstdio>
#include <cstdlib>

#include "core/query/result_set.h"
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

} // namespace

int main(int argc, char **argv) {
  const uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
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
