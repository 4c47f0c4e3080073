// SPDX-License-Identifier: Apache-2.0
// Colours of slices by a property other than their scope, and the legend of each choice.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/slice_state.h"
#include "core/trace/trace.h"
#include "viewer/geometry/color_token.h"

namespace pstudio {

/// Property of a slice that its colour shows.
enum class ColorBy : uint8_t {
  Scope,    ///< ScopeColors
  Duration, ///< relative to the median of the slices of the same scope
  Sm,       ///< the SM that it was recorded on
  State,    ///< waiting, work, issue or in flight
};
inline constexpr size_t kColorByCount = 4;

/// "duration": for menus.
std::string colorByName(ColorBy by);

/// One line of a legend.
struct ColorMeaning {
  ColorToken fill = ColorToken::None;
  std::string label;
};

/// Colours of a slice; the default is that of a slice without a level or an SM.
struct SliceShade {
  ColorToken fill = ColorToken::Density;
  ColorToken ink = ColorToken::Text;
};

/// Colours of the slices of one trace. The trace must outlive it. [thread: any]
class SliceColors {
public:
  /// O(names) for Duration and State, O(tracks) else. Medians are those of NameUse.
  SliceColors(const Trace &trace, ColorBy by);

  ColorBy by() const { return m_by; }
  /// Of a slice on `track`. O(1).
  SliceShade shade(SliceId slice, TrackId track) const;
  ColorToken fill(SliceId slice, TrackId track) const { return shade(slice, track).fill; }
  ColorToken ink(SliceId slice, TrackId track) const { return shade(slice, track).ink; }
  /// The meaning of each colour as text, and a sentence about the rule; the latter has no colour.
  std::vector<ColorMeaning> legend() const;

  /// Upper ends of the levels of Duration, as multiples of the median; the last has none.
  static constexpr std::array<double, kLevelCount - 1> kLevelEnds = {0.5, 0.8, 1.25, 2, 4, 8, 16};

private:
  /// None of a slice without both ends.
  std::optional<unsigned> levelOf(SliceId slice) const;
  void findMedians();
  void findSms();

  const Trace *m_trace;
  ColorBy m_by;
  SliceState stateOf(SliceId slice) const;
  void findStates();

  std::vector<int64_t> m_medians;     ///< by StringId [ps]; of Duration
  bool m_hasOpen = false;             ///< a slice lacks one of its ends; of Duration
  std::vector<SliceState> m_states;   ///< by StringId, of the name alone; of State
  std::vector<uint8_t> m_smHues;      ///< by TrackId; UINT8_MAX without an SM; of Sm
  std::vector<std::string> m_smNames; ///< of the first hues
  size_t m_smCount = 0;
};

} // namespace pstudio
