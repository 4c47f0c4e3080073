// SPDX-License-Identifier: Apache-2.0
// How long the analysis of asynchronous operations takes on one core. Usage: overlap_bench
// [operations].
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/analysis/overlap/overlap.h"
#include "tests/support/async_pipeline.h"

using namespace pstudio;

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The shape of a warp-specialised product on 132 SMs: a producer, eight warps that multiply.
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
    const auto begin = std::chrono::steady_clock::now();
    const auto launches = analysis::analyzeOverlap(*trace);
    best = std::min(best, secondsSince(begin));
    operations = launches.at(0).operations.size();
    if (i == 0)
      std::printf("%zu slices, %zu flows: %zu operations, %zu visits, %zu waits\n",
                  trace->sliceCount(), trace->flows().size(), operations, launches[0].visits.size(),
                  launches[0].waits.size());
  }
  std::printf("analysed in %.3f s (best of 5), %.2f million operations/s\n", best,
              static_cast<double>(operations) / best / 1e6);
  return operations >= wanted ? 0 : 1;
}
