// SPDX-License-Identifier: Apache-2.0
#include "core/run/expected_cost.h"

#include <array>

namespace pstudio {
namespace {

using Mode = InstrumentationMode;

/// Cost of the mode memory.
std::string costOfAddresses(const Mode &mode) {
  const std::string who = "On an NVIDIA H200 kernels that record their addresses ";
  if (mode.strategy == Mode::Strategy::Histogram)
    return "On an NVIDIA H200 kernels that count their accesses took 1.03 to 1.5 times as long "
           "with 16 bins, up to 2.0 times with 256.";
  if (mode.strategy == Mode::Strategy::Stream)
    return who + "and stream them to the host took 4 to 30 times as long.";
  if (mode.every > 1)
    return who + "in each n-th iteration took up to 1.2 times as long.";
  if (!mode.ctas.isEmpty() || !mode.warps.isEmpty())
    return who + "in 1 CTA of 16 took 1.0 to 1.2 times as long.";
  return who + "took 1.05 to 1.8 times as long, and up to 4 times where the address of each lane "
               "is recorded; those that record 1 CTA of 16 took 1.0 to 1.2 times.";
}

/// Cost of records of a kernel of matrix products, gemm_tiled, by auto mode (modes-h200.md).
std::string costOfScopes(const Mode &mode) {
  struct Cost {
    Mode::AutoMode mode;
    const char *text;
  };
  static constexpr std::array<Cost, 4> costs{{{Mode::AutoMode::Barriers, "barriers 8 %"},
                                              {Mode::AutoMode::Loops, "loops 10 %"},
                                              {Mode::AutoMode::Matrix, "matrix operations 15 %"},
                                              {Mode::AutoMode::Functions, "functions 19 %"}}};
  std::string list;
  for (const Cost &cost : costs)
    if (mode.has(cost.mode))
      list += (list.empty() ? "" : ", ") + std::string(cost.text);
  if (list.empty())
    return {};
  return "On an NVIDIA H200 records made gemm_tiled slower: " + list + ".";
}

} // namespace

std::string expectedCost(const InstrumentationMode &mode) {
  if (!mode.enabled)
    return {};
  if (mode.has(Mode::AutoMode::Memory))
    return costOfAddresses(mode);
  if (mode.strategy != Mode().strategy || mode.granularity != Mode().granularity)
    return {}; // the figures below are those of the default strategy and granularity
  if (mode.has(Mode::AutoMode::Async))
    return "On an NVIDIA H200 pipelined matrix products took 3 to 18 % longer with records of "
           "asynchronous operations.";
  if (mode.autoModes.empty() && mode.annotations == Mode::Annotations::Keep)
    return "On an NVIDIA H200 gemm_tiled took 3 to 5 % longer with records of its annotations.";
  return costOfScopes(mode);
}

} // namespace pstudio
