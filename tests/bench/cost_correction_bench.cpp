// SPDX-License-Identifier: Apache-2.0
// Measures the time to subtract the recording cost from a large trace. Usage: cost_correction_bench
// [slices].
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/trace/cost_correction.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

test::GpuTraceOptions optionsFor(uint64_t slices) {
  test::GpuTraceOptions options;
  options.sms = 132;
  options.steps = 40;
  options.ctasPerSm = 1;
  options.recordingCost = RecordingCost{12.6, 3, 35, 40};
  const uint64_t perCta = test::gpuTraceSliceCount(options) / options.sms;
  options.ctasPerSm = static_cast<uint32_t>(1 + slices / (perCta * options.sms));
  return options;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  const auto trace = test::makeGpuTrace(optionsFor(wanted));
  auto begin = std::chrono::steady_clock::now();
  const Trace corrected = correctRecordingCost(*trace);
  const double all = secondsSince(begin);
  begin = std::chrono::steady_clock::now();
  const auto one = correctedDuration(*trace, SliceId(0));
  std::printf("%zu slices corrected in %.2f s; the range of one of them in %.3f ms\n",
              trace->sliceCount(), all, secondsSince(begin) * 1000);
  return one && corrected.sliceCount() == trace->sliceCount() ? 0 : 1;
}
