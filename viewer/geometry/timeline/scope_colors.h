// SPDX-License-Identifier: Apache-2.0
// Which colour a scope name has: the same in the timeline, the legend, the inspector and the
// picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/color_token.h"

namespace pstudio {

/// The palette entry that a name asks for: FNV-1a of its bytes, so the same in every trace and
/// version.
unsigned preferredScopeColor(std::string_view name);

/// Colours of all slice names of one trace. A name gets its preferred entry; where two names of the
/// trace ask for the same one, the one that comes later takes the next free entry, so up to
/// kScopeColorCount names are told apart. Names of scopes in kernels come first, then those of
/// drivers and files, each by spelling. With more names the least used entries are shared, those
/// of kernels last. Built in O(names log names), then O(1). [thread: any]
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

/// Every slice name with its count and total, longest total first; with a range, of the slices that
/// are seen in it, with what of them lies there. O(names log names); with a range O(slices).
std::vector<ScopeTotal> scopeTotals(const Trace &trace,
                                    const std::optional<TimeRange> &range = std::nullopt);

} // namespace pstudio
