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

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr uint64_t kA = uint64_t{1} << 40, kB = uint64_t{2} << 40, kC = uint64_t{3} << 40;
constexpr int64_t kSize = 8192; // of the matrices
constexpr uint32_t kWarps = 8, kStepsPerTile = 6;

/// What all threads took together; a machine with other work to do says less by its clock.
double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double secondsOf(const std::function<void()> &work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char *what, double value, const char *unit) {
  std::printf("%-44s %10.3f %s\n", what, value, unit);
  std::fflush(stdout);
}

/// C = A B in tiles, much as gemm_tiled does it: rows of A, rows of B, the tiles in shared memory,
/// one of them by columns, and at the end a row of C.
AccessTable gemmAccesses(uint64_t accesses) {
  AccessTable table;
  table.reserve(accesses);
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Load})
    static_cast<void>(table.addSite({.kind = kind, .bytesPerLane = 4}));
  for (const AccessKind kind : {AccessKind::Store, AccessKind::Load, AccessKind::Load})
    static_cast<void>(table.addSite({.kind = kind, .space = AccessSpace::Shared}));
  static_cast<void>(table.addSite({.kind = AccessKind::Store}));
  const uint32_t tiles = kSize / 32;
  for (uint32_t cta = 0; table.size() + kStepsPerTile < accesses; ++cta) {
    const uint64_t row = uint64_t{cta} / tiles % tiles * 32, column = uint64_t{cta} % tiles * 32;
    for (uint32_t warp = 0; warp < kWarps && table.size() + kStepsPerTile < accesses; ++warp) {
      static_cast<void>(table.beginWarp(cta, warp));
      for (uint32_t k = 0; k < tiles && table.size() + kStepsPerTile < accesses; ++k) {
        int64_t time = (cta / 528 * int64_t{tiles} + k) * 400'000 + warp * 1000;
        const auto next = [&] { return Picoseconds(time += 40'000); };
        const uint64_t inA = kA + ((row + warp) * kSize + k * 32) * 4;
        const uint64_t inB = kB + ((k * 32 + warp) * kSize + column) * 4;
        table.addAffine(0, next(), 0xffffffff, inA, 4);
        table.addAffine(1, next(), 0xffffffff, inB, 4);
        table.addAffine(2, next(), 0xffffffff, warp * 128, 4);
        table.addAffine(3, next(), 0xffffffff, warp * 4, 132);
        table.addAffine(4, next(), 0xffffffff, 4224 + warp * 128, 0);
        table.addAffine(5, next(), 0xffffffff, kC + ((row + warp) * kSize + column) * 4,
                        cta % 2 == 0 ? 4 : kSize * 4);
      }
    }
  }
  return table;
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
  const double filled = secondsOf([&] { table = gemmAccesses(accesses); });
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
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  print("most memory at once", static_cast<double>(usage.ru_maxrss) / (1 << 20), "GiB");
  return 0;
}
