// SPDX-License-Identifier: Apache-2.0
// Measures the time to compare two large traces. Usage: compare_bench [steps].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "core/compare/trace_comparison.h"
#include "tests/support/gpu_trace.h"

using namespace pstudio;
using namespace pstudio::compare;

namespace {

void measure(const char *what, const std::function<void()> &work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  std::printf("%-40s %9.2f ms\n", what, time.count());
}

} // namespace

int main(int argc, char **argv) {
  test::GpuTraceOptions options;
  options.sms = 132;
  options.steps = static_cast<uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 3450);
  options.arrowsToAll = false;
  const auto made = test::makeGpuTrace(options);
  const Trace &trace = *made;
  std::printf("%zu slices in each trace\n", trace.sliceCount());
  TraceSamples samples;
  measure("samples of a trace, times", [&] { samples = samplesOf(trace, SampleUnit::Time); });
  const TraceSamples others = samplesOf(trace, SampleUnit::Time);
  measure("compare a trace with itself",
          [&] { std::ignore = compareTraces(trace, samples, trace, others, {}); });
  // Different values, so that the comparison computes an interval for every row.
  for (ScopeSamples &scope : samples.scopes)
    for (int64_t &value : scope.values)
      value += 1;
  measure("compare with intervals",
          [&] { std::ignore = compareTraces(trace, samples, trace, others, {}); });
  return 0;
}
