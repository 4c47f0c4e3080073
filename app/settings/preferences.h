// SPDX-License-Identifier: Apache-2.0
// Preferences of the user for all traces and windows.
#pragma once

#include <cstdint>

#include "viewer/geometry/time_style.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"

namespace pstudio {

enum class ThemeChoice : uint8_t {
  System, ///< light or dark, as the desktop
  Light,
  Dark,
};

/// The initial values are the defaults.
struct Preferences {
  int textSize = kUsualTextSize; ///< of the window [logical pixels], kMinTextSize..kMaxTextSize
  TimeStyle times = TimeStyle::Automatic;
  ThemeChoice theme = ThemeChoice::Dark;
  ScopePalette palette = ScopePalette::Standard;

  bool operator==(const Preferences &) const = default;
};

} // namespace pstudio
