// SPDX-License-Identifier: Apache-2.0
// The declaration of each kind of finding: the figures that it is derived from, and its conditions.
#pragma once

#include <span>
#include <string_view>

#include "core/analysis/overlap/findings/finding_figures.h"

namespace pstudio::analysis {

enum class Comparison : uint8_t { AtLeast, AtMost, Above, Below, Equal };

/// A figure and the value that it is compared with. False if the figure is unknown.
struct Condition {
  Figure figure;
  Comparison comparison;
  double value;

  bool holds(double figureValue) const;
};

/// A kind of finding. A finding of the kind requires that all conditions hold, so the displayed
/// figures never contradict it, and its sentences contain declared figures only.
struct FindingKind {
  std::string_view code; ///< as Finding::code
  /// Figures in the sentences; the known ones are in Finding::numbers.
  std::span<const Figure> figures;
  std::span<const Condition> conditions;
};

/// All kinds, by code.
std::span<const FindingKind> findingKinds();

/// Null if there is no such kind.
const FindingKind *findingKind(std::string_view code);

/// True if all conditions of a kind hold. O(conditions * (channels + roles)).
bool holdsFor(const FindingKind &kind, const Trace &trace, const LaunchOverlap &launch,
              const FindingSubject &subject);

} // namespace pstudio::analysis
