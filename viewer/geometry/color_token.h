// SPDX-License-Identifier: Apache-2.0
// The names of the colours that a draw list may use. A theme defines their values.
#pragma once

#include <cstdint>

namespace pstudio {

/// A colour by meaning. Geometry uses tokens; viewer/paint/theme.h maps them to colour values.
enum class ColorToken : uint8_t {
  None, ///< paints nothing

  // Surfaces, from the back to the front.
  Canvas,      ///< background of the slices
  Panel,       ///< docks, label column, ruler
  Raised,      ///< buttons, fields, cards
  RaisedHover, ///< the same under the pointer
  Stripe,      ///< the selected or current line of a list
  Border,      ///< between surfaces
  RowLine,     ///< between rows of tracks, fainter than Border
  GridLine,    ///< vertical time grid

  // Ink.
  Text,      ///< names and values
  TextMuted, ///< secondary words, units, headings
  TextLink,  ///< a word that can be clicked
  OnAccent,  ///< text on Accent
  InkDark,   ///< text on a light scope colour
  InkLight,  ///< text on a dark scope colour

  // States.
  Accent,      ///< primary button, current tab, keyboard focus
  AccentMuted, ///< the minimap window and range selections, painted translucent
  Selection,   ///< outline of the selected slice
  Hover,       ///< outline of the slice under the pointer
  Cursor,      ///< the vertical line at the pointer
  FlowArrow,   ///< arrow between two events
  Warning,     ///< badge: data loss
  Caution,     ///< badge: model or assumed time
  Good,        ///< badge: complete
  CardShadow,  ///< shadow of floating cards

  // Data that is not a scope.
  Density,      ///< busy share of a folded group
  DensityMuted, ///< the same for a group that is open below
  DensityTrack, ///< background of a density strip
  Minimap,      ///< busy share of the whole trace
  Instant,      ///< a point in time
  CounterFill,
  CounterLine,

  // An asynchronous operation in the overlap view; the text tokens are readable on any surface.
  AsyncIssue,   ///< the instructions that start it
  AsyncHidden,  ///< in flight during other work
  AsyncExposed, ///< waited for
  AsyncWork,    ///< work of the waiter after the wait
  AsyncOpen,    ///< outline of a bar whose end is unknown
  AsyncSpread,  ///< the marks of a spread, below the bars

  // A heat map; its cells have a ramp (ColorRamp).
  HeatNoData,    ///< background and hatching of areas without data, on Canvas
  HeatMark,      ///< outline of what is selected, readable on every colour of the ramp
  HeatMarkUnder, ///< below HeatMark, one pixel wider

  // Syntax colours of code; plain text uses Text. The backgrounds of differing lines are tints of
  // Good and Warning.
  CodeOperation,
  CodeType,
  CodeString,
  CodeNumber,

  // Scopes: one colour per scope name (scope_colors.h).
  Scope0,
  Scope1,
  Scope2,
  Scope3,
  Scope4,
  Scope5,
  Scope6,
  Scope7,
  Scope8,
  Scope9,
  // The ink on each of them, and the quieter tint used on asynchronous lanes.
  OnScope0,
  OnScope1,
  OnScope2,
  OnScope3,
  OnScope4,
  OnScope5,
  OnScope6,
  OnScope7,
  OnScope8,
  OnScope9,

  // Slices coloured by a number: from low to high (slice_colors.h).
  Level0,
  Level1,
  Level2,
  Level3,
  Level4,
  Level5,
  Level6,
  Level7,
  OnLevel0,
  OnLevel1,
  OnLevel2,
  OnLevel3,
  OnLevel4,
  OnLevel5,
  OnLevel6,
  OnLevel7,
  // The ink on AsyncIssue, AsyncHidden, AsyncExposed and AsyncWork.
  OnAsyncIssue,
  OnAsyncHidden,
  OnAsyncExposed,
  OnAsyncWork,

  Count ///< number of tokens, not a colour
};

/// A colour ramp of 256 entries for the cells of a raster. Entry 0 is transparent, entry 1 is the
/// canvas.
enum class ColorRamp : uint8_t {
  Heat,       ///< from 2 on: from low to high, with growing contrast to the canvas
  Categories, ///< 2 .. 9: the hues of the scopes, which then repeat
};

inline constexpr unsigned kScopeColorCount = 10;
/// The first entries are hues. The two entries after them are less saturated; they are used only
/// after all hues are taken.
inline constexpr unsigned kScopeHueCount = 8;

inline constexpr unsigned kLevelCount = 8;
/// The fill of a level (0 .. kLevelCount - 1) and the ink that can be read on it.
constexpr ColorToken levelFill(unsigned level) {
  return static_cast<ColorToken>(static_cast<unsigned>(ColorToken::Level0) + level);
}
constexpr ColorToken levelInk(unsigned level) {
  return static_cast<ColorToken>(static_cast<unsigned>(ColorToken::OnLevel0) + level);
}

/// The fill of palette entry `index` (0 .. kScopeColorCount - 1).
constexpr ColorToken scopeFill(unsigned index) {
  return static_cast<ColorToken>(static_cast<unsigned>(ColorToken::Scope0) + index);
}
/// The ink that can be read on that fill.
constexpr ColorToken scopeInk(unsigned index) {
  return static_cast<ColorToken>(static_cast<unsigned>(ColorToken::OnScope0) + index);
}

} // namespace pstudio
