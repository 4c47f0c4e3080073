// SPDX-License-Identifier: Apache-2.0
// The colours of scope names: the same in the timeline, the legend, the inspector and the picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/color_token.h"

namespace pstudio {

/// The preferred palette entry of a name: FNV-1a of its bytes, so it is the same in every trace and
/// version.
unsigned preferredScopeColor(std::string_view name);

/// Colours of all slice names of one trace. A name gets its preferred entry. If an earlier name has
/// the entry, the name gets the next free entry, so up to kScopeColorCount names have different
/// colours. Names of scopes in kernels come first, then those of drivers and files, each in
/// alphabetical order. With more names the least used entries are shared, those of kernels last.
/// Built in O(names log names), then O(1). [thread: any]
class ScopeColors {
public:
  ScopeColors() = default;
  explicit ScopeColors(const Trace &trace);
  /// Colours for a trace that is shown beside another one: names of both have the colours of that
  /// one. O(names of both).
  ScopeColors(const Trace &trace, const Trace &beside, const ScopeColors &colorsBeside);

  /// Palette entry of a name that occurs on a slice of the trace; 0 for others.
  unsigned index(StringId name) const {
    return name.value < m_index.size() ? m_index[name.value] : 0;
  }
  ColorToken fill(StringId name) const { return scopeFill(index(name)); }
  ColorToken ink(StringId name) const { return scopeInk(index(name)); }

private:
  void set(StringId name, unsigned entry);

  std::vector<uint8_t> m_index; // by StringId
};

/// One line of the legend.
struct ScopeTotal {
  StringId name;
  uint64_t count = 0;
  Picoseconds total; ///< sum of the durations of whole slices; nested scopes count in each
};

/// Every slice name with its count and total, longest total first. With a range, only slices that
/// overlap it count, with their part in the range. O(names log names); with a range O(slices).
std::vector<ScopeTotal> scopeTotals(const Trace &trace,
                                    const std::optional<TimeRange> &range = std::nullopt);

} // namespace pstudio
