// SPDX-License-Identifier: Apache-2.0
// Fifty million accesses: how long until their heat map can be looked at, and what it holds in
// memory.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "core/analysis/memory/address_map.h"
#include "core/analysis/memory/sector_touches.h"
#include "core/analysis/memory/site_statistics.h"
#include "tests/bench/bench_clock.h"
#include "tests/bench/gemm_accesses.h"

using namespace pstudio;
using namespace pstudio::memory;
using bench::cpuSeconds, bench::secondsOf;
using bench::kA, bench::kB, bench::kC, bench::kSize;

namespace {

void print(const char *what, double value, const char *unit) {
  std::printf("%-44s %10.3f %s\n", what, value, unit);
  std::fflush(stdout);
}

void measureWindows(const AddressMap &map) {
  const uint64_t bytes = uint64_t{kSize} * kSize * 4;
  const int64_t length = map.axisEnd() - map.axisBegin();
  const auto measure = [&](const char *what, uint64_t part, int64_t timePart) {
    const MapWindow window{.firstAddress = kA,
                           .lastAddress = kA + bytes / part - 1,
                           .begin = map.axisBegin(),
                           .end = map.axisBegin() + std::max<int64_t>(length / timePart, 1),
                           .columns = 800,
                           .rows = 400};
    double touches = 0;
    const std::string name = what;
    print((name + ", coarse").c_str(),
          secondsOf([&] { touches += map.overview(window).sum(); }) * 1000, "ms");
    print((name + ", exact").c_str(),
          secondsOf([&] { touches -= map.exact(window, 2).sum(); }) * 1000, "ms");
  };
  measure("window of the whole buffer", 1, 1);
  measure("1/100 of the time", 1, 100);
  measure("1/10000 of the buffer", 10'000, 1);
  measure("1/1000 of both", 1000, 1000);
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t accesses = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50'000'000;
  const std::vector<int64_t> shape{kSize, kSize};
  const BufferMap buffers =
      *BufferMap::make({{.name = "A", .base = kA, .elementBytes = 4, .shape = shape},
                        {.name = "B", .base = kB, .elementBytes = 4, .shape = shape},
                        {.name = "C", .base = kC, .elementBytes = 4, .shape = shape}});
  AccessTable table;
  const double filled = secondsOf([&] { table = bench::gemmAccesses(accesses); });
  std::printf("%llu accesses, 2 threads\n", static_cast<unsigned long long>(table.size()));
  print("columns", static_cast<double>(table.memoryBytes()) / static_cast<double>(table.size()),
        "B/access");
  double total = filled;
  const auto measure = [&](const char *what, const std::function<void()> &work) {
    const double before = cpuSeconds();
    const double seconds = secondsOf(work);
    total += seconds;
    print(what, seconds, "s");
    print("  on all threads together", cpuSeconds() - before, "s");
  };
  print("filling the table", filled, "s");
  std::vector<SiteStatistics> sites;
  measure("sums by operation", [&] { sites = siteStatistics(table, buffers, {}, 2); });
  AddressMap map;
  measure("map of address by time",
          [&] { map = AddressMap::build(table, buffers, {}, {.threads = 2}); });
  SectorTouches touches;
  measure("touches by sector", [&] { touches = SectorTouches::count(table, {}, {.threads = 2}); });
  print("all of it", total, "s");
  print("  efficiency of the last operation", sites.back().efficiency(), "");
  print("  touches of the map", static_cast<double>(map.touchCount()) / 1e6, "million");
  print("  pages of 4 KiB kept", static_cast<double>(touches.pageCount()), "");
  measureWindows(map);
  print("most memory at once", bench::mostGiB(), "GiB");
  return 0;
}
