// SPDX-License-Identifier: Apache-2.0
// Measures the time of the analysis of asynchronous operations on one core. Usage: overlap_bench
// [operations].
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/analysis/overlap/overlap.h"
#include "tests/support/async_pipeline.h"

using namespace pstudio;

namespace {

/// Processor time, which excludes other programs of the machine [s]. The analysis has one thread.
double processorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// The shape of a warp-specialised product on 132 SMs: one producer warp and eight multiplying
/// warps.
test::AsyncPipeline pipelineFor(uint64_t operations) {
  test::AsyncPipeline pipeline;
  pipeline.style = test::AsyncPipeline::Style::Mbarriers;
  pipeline.stages = 4;
  pipeline.steps = 64;
  pipeline.warps = 8;
  pipeline.matrixQueue = true;
  pipeline.sms = 132;
  const uint64_t perCta = uint64_t{pipeline.steps} * (1 + pipeline.warps);
  pipeline.ctas = static_cast<uint32_t>(1 + operations / perCta);
  return pipeline;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const auto trace = test::traceOf(pipelineFor(wanted));
  double best = 1e9;
  size_t operations = 0;
  for (int i = 0; i < 5; ++i) {
    const double begin = processorSeconds();
    const auto launches = analysis::analyzeOverlap(*trace);
    best = std::min(best, processorSeconds() - begin);
    operations = launches.at(0).operations.size();
    if (i == 0)
      std::printf("%zu slices, %zu flows: %zu operations, %zu visits, %zu waits\n",
                  trace->sliceCount(), trace->flows().size(), operations, launches[0].visits.size(),
                  launches[0].waits.size());
  }
  std::printf("analysed in %.3f s of one core (best of 5), %.2f million operations/s\n", best,
              static_cast<double>(operations) / best / 1e6);
  return operations >= wanted ? 0 : 1;
}
