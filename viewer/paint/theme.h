// SPDX-License-Identifier: Apache-2.0
// Colours and fonts of the application: one table for the timeline, the widgets and the exported
// pictures.
#pragma once

#include <array>

#include <QColor>
#include <QFont>

#include "viewer/geometry/color_token.h"
#include "viewer/geometry/draw_list.h"

class QApplication;

namespace pstudio {

/// The colours of the scopes.
enum class ScopePalette : uint8_t {
  Standard,
  OkabeIto, ///< for colour-blind users (Okabe and Ito, 2008), the same in dark and light
};

enum class ThemeKind : uint8_t { Dark, Light, DarkOkabeIto, LightOkabeIto };

constexpr ThemeKind themeKind(bool isDark, ScopePalette palette) {
  if (palette == ScopePalette::OkabeIto)
    return isDark ? ThemeKind::DarkOkabeIto : ThemeKind::LightOkabeIto;
  return isDark ? ThemeKind::Dark : ThemeKind::Light;
}
constexpr bool isDark(ThemeKind kind) {
  return kind == ThemeKind::Dark || kind == ThemeKind::DarkOkabeIto;
}
constexpr ScopePalette paletteOf(ThemeKind kind) {
  return kind == themeKind(isDark(kind), ScopePalette::OkabeIto) ? ScopePalette::OkabeIto
                                                                 : ScopePalette::Standard;
}

/// The values of one theme. Immutable.
class Theme {
public:
  /// The theme of `kind`; lives as long as the program.
  static const Theme &of(ThemeKind kind);

  ThemeKind kind() const { return m_kind; }
  /// Opaque; transparent only for ColorToken::None.
  QColor color(ColorToken token) const;
  /// The colour mixed with the canvas: 255 is the colour itself, 0 the canvas.
  QColor tinted(ColorToken token, uint8_t tint) const;

  /// Entries of a ramp, with premultiplied alpha; lives as long as the program.
  const std::array<QRgb, 256> &ramp(ColorRamp ramp) const;

  /// WCAG 2.1 contrast ratio of two opaque colours, 1 to 21.
  static double contrast(const QColor &a, const QColor &b);

private:
  explicit Theme(ThemeKind kind) : m_kind(kind) {}
  ThemeKind m_kind;
};

/// The font of a role: Inter for words, JetBrains Mono for aligned numbers; where they are not
/// installed, the system's sans-serif and fixed-width fonts. Sizes are in logical pixels, so a
/// picture is the same on every screen.
QFont fontFor(FontRole role);

/// Applies `kind` to the whole application: Fusion, palette, style sheet and base font.
/// \param furtherRules  of the style sheet, after those of styleSheetFor()
/// [thread: gui; cost: all widgets are styled again if the style sheet changes]
void applyTheme(QApplication &application, ThemeKind kind, const QString &furtherRules = {});

/// The style sheet that applyTheme() installs, for widgets that are shown without such an
/// application.
QString styleSheetFor(const Theme &theme);

} // namespace pstudio
