// SPDX-License-Identifier: Apache-2.0
// Measures the time to save and to open a large trace, and its size. Usage: pftrace_bench [slices].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;

namespace {

/// Wall time and processor time [s]. Other programs on the machine do not lengthen processor time.
class Stopwatch {
public:
  double wall() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_wall).count();
  }
  double processor() const {
    return static_cast<double>(std::clock() - m_processor) / CLOCKS_PER_SEC;
  }

private:
  std::chrono::steady_clock::time_point m_wall = std::chrono::steady_clock::now();
  std::clock_t m_processor = std::clock();
};

/// Options with enough CTAs for about `slices` slices.
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
  const Stopwatch writing;
  if (const Result<void> written = writePftrace(*trace, path); !written)
    return reportError(written.error());
  std::printf("saved in %.2f s (%.2f s of processor time)\n", writing.wall(), writing.processor());
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  const Stopwatch reading;
  const Result<Trace> again = readTraceFile(path);
  std::printf("opened in %.2f s (%.2f s of processor time)\n", reading.wall(), reading.processor());
  std::filesystem::remove(path);
  if (!again)
    return reportError(again.error());
  std::printf("%.0f slices, %.1f bytes each in the file, %.1f in memory\n", count, bytes / count,
              static_cast<double>(again->memoryUse().value) / count);
  return again->sliceCount() == trace->sliceCount() ? 0 : 1;
}
