// SPDX-License-Identifier: Apache-2.0
// How long a large trace takes to save and to open, and what it weighs. Usage: pftrace_bench [slices].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/pftrace/pftrace_writer.h"
#include "core/trace_file/trace_file.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// CTAs enough for about `slices` slices.
test::GpuTraceOptions optionsFor(uint64_t slices) {
  test::GpuTraceOptions options;
  options.sms = 132;
  options.steps = 40;
  options.ctasPerSm = 1;
  const uint64_t perCta = test::gpuTraceSliceCount(options) / options.sms;
  options.ctasPerSm = static_cast<uint32_t>(1 + slices / (perCta * options.sms));
  return options;
}

int reportError(const Error &error) {
  std::fprintf(stderr, "%s\n", error.toString().c_str());
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  const auto trace = test::makeGpuTrace(optionsFor(wanted));
  const auto count = static_cast<double>(trace->sliceCount());
  const auto path = std::filesystem::temp_directory_path() / "pftrace_bench.pftrace";
  auto start = std::chrono::steady_clock::now();
  if (const Result<void> written = writePftrace(*trace, path); !written)
    return reportError(written.error());
  const double writing = secondsSince(start);
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  start = std::chrono::steady_clock::now();
  const Result<Trace> again = readTraceFile(path);
  const double reading = secondsSince(start);
  std::filesystem::remove(path);
  if (!again)
    return reportError(again.error());
  std::printf("%.0f slices, %.1f bytes each in the file, %.1f in memory\n", count, bytes / count,
              static_cast<double>(again->memoryUse().value) / count);
  std::printf("saved in %.2f s, opened in %.2f s (%.0f MB/s)\n", writing, reading, bytes / reading / 1e6);
  return again->sliceCount() == trace->sliceCount() ? 0 : 1;
}
