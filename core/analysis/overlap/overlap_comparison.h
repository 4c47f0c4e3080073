// SPDX-License-Identifier: Apache-2.0
// Comparison of variants of one kernel: the part of their durations that exposed time explains.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// Input of a comparison: one variant.
struct OverlapVariant {
  std::string name;
  /// Its duration [ps]: that of the kernel without records if given, else as recorded, which is
  /// that of the recorded CTAs.
  double kernelPs = 0;
  /// Time that consumers waited for copies [ps]: mean of their warps, summed over the CTAs of an
  /// SM.
  double waitedPs = 0;
  double exposedPs = 0;              ///< the part of it in which the copies were in flight [ps]
  std::optional<double> hiddenShare; ///< of the copies, 0 to 1
  /// CTAs that kernelPs covers, "4 of 512 CTAs"; empty: the whole kernel.
  std::string recordedPart = {};
};

/// The figures of a launch as a variant. `kernelPs`: its duration without records, if known; the
/// waited time is then scaled to it, also for a launch of which only some CTAs recorded.
OverlapVariant variantOf(const LaunchOverlap &launch, std::string name,
                         std::optional<double> kernelPs = {});

struct VariantFigures {
  double lostPs = 0; ///< kernelPs above that of the fastest variant
  /// The part of the lost time that longer waits than in the fastest variant explain; none if less
  /// than 1 % of the fastest variant's time was lost. May exceed 1. Meaningful only with one CTA
  /// per SM: otherwise another CTA works meanwhile.
  std::optional<double> explainedShare;
};

struct OverlapComparison {
  uint32_t fastest = 0;
  std::vector<VariantFigures> variants; ///< as given
  std::optional<double> hiddenRank;     ///< Spearman's rank correlation of hiddenShare and kernelPs
  std::optional<double> exposedRank;    ///< of waitedPs and kernelPs; both none below 3 variants
};

OverlapComparison compareVariants(std::span<const OverlapVariant> variants);

/// Spearman's rank correlation; equal values have the mean of their ranks. None below 3 pairs or
/// if all values of one side are equal. O(n log n).
std::optional<double> rankCorrelation(std::span<const double> a, std::span<const double> b);

} // namespace pstudio::analysis
