// SPDX-License-Identifier: Apache-2.0
// Alignment of two traces by one moment of each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/compare/scope_matching.h"

namespace pstudio::compare {

/// The moment that becomes time 0 in both traces.
struct Alignment {
  enum class Kind : uint8_t {
    Launch,   ///< begin of the first launch; of a trace without launches, its begin
    Instance, ///< begin of an instance of a scope
  };
  Kind kind = Kind::Launch;
  /// Name or path of the scope, as the baseline has it. Empty: the scope that repeats most often.
  std::string scope;
  /// From 0, on the row of the scope's first instance, so within one warp.
  uint32_t instance = 0;
  bool operator==(const Alignment &) const = default;
};

/// "launch", "scope=NAME" (its first instance), "iteration=N" (from 0, of the scope that repeats
/// most often) or "iteration=N:NAME". InvalidInput for anything else.
Result<Alignment> parseAlignment(std::string_view text);

/// The moments in both traces.
struct AlignedTimes {
  Picoseconds baseline;
  Picoseconds candidate;
  std::string text; ///< what is aligned: "the launch", "iteration 3 of load"
};

/// InvalidInput if a trace does not have the scope or the instance. O(scopes + slices of a row).
Result<AlignedTimes> alignTraces(const Trace &baseline, const TraceSamples &baselineSamples,
                                 const Trace &candidate, const TraceSamples &candidateSamples,
                                 const ScopeMatching &matching, const Alignment &alignment);

} // namespace pstudio::compare
