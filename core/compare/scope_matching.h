// SPDX-License-Identifier: Apache-2.0
// Which scope of the candidate stands for which scope of the baseline.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/compare/trace_samples.h"

namespace pstudio::compare {

/// The user's statement that a scope has another name in the candidate.
struct Rename {
  std::string baseline;  ///< name of a scope or kernel, or a path "outer > inner"
  std::string candidate; ///< the same; a path replaces a path, a name replaces a name
  bool operator==(const Rename &) const = default;
};

/// "load=load2". A name that contains "=" is put between double quotes. InvalidInput for anything
/// else.
Result<Rename> parseRename(std::string_view text);

/// Why two scopes are compared.
enum class MatchKind : uint8_t {
  Exact,   ///< equal paths
  Renamed, ///< equal paths after the user's renames
  None     ///< the other trace has no such scope
};

inline constexpr uint32_t kNoMatch = UINT32_MAX;

/// A row of the matching table: indices into TraceSamples::scopes.
struct ScopeMatch {
  uint32_t baseline = kNoMatch;
  uint32_t candidate = kNoMatch;
  MatchKind kind = MatchKind::None;
  bool operator==(const ScopeMatch &) const = default;
};

/// The matching and what the user should read about it.
struct ScopeMatching {
  std::vector<ScopeMatch> matches; ///< in the order of the baseline, then those of the candidate
  /// Both traces have one kernel, and its names differ: the kernels are compared with each other.
  bool areOnlyKernelsMatched = false;
  std::vector<Rename> unusedRenames; ///< that no scope of both traces has
};

/// Matches each scope at most once, renamed ones first. O(scopes * (renames + log scopes)).
ScopeMatching matchScopes(const TraceSamples &baseline, const TraceSamples &candidate,
                          std::span<const Rename> renames);

/// "outer > inner".
std::string pathText(const ScopeSamples &scope);
/// "gemm: outer > inner", "copy (in flight)", "launch", "GPU time"; the kernel only if
/// `withKernel`.
std::string scopeText(const ScopeSamples &scope, bool withKernel);

} // namespace pstudio::compare
