// SPDX-License-Identifier: Apache-2.0
// The values of both themes, the palette of the scopes, and the fonts.
#include "viewer/paint/theme.h"

#include <QFontDatabase>
#include <array>
#include <cmath>

namespace pstudio {
namespace {

using Rgb = uint32_t;

struct Entry {
  ColorToken token;
  Rgb dark;
  Rgb light;
};

// Text has a contrast of at least 4.5 on Canvas, Panel, Raised and Stripe; tests/viewer computes
// all of them.
constexpr std::array kEntries = {
    Entry{ColorToken::Canvas, 0x131417, 0xffffff},
    Entry{ColorToken::Panel, 0x1a1d23, 0xf4f5f8},
    Entry{ColorToken::Raised, 0x23272f, 0xe9ebf0},
    Entry{ColorToken::RaisedHover, 0x2d323c, 0xdfe2e9},
    Entry{ColorToken::Stripe, 0x262a33, 0xe6e9f0},
    Entry{ColorToken::Border, 0x2c313a, 0xd5d9e1},
    Entry{ColorToken::RowLine, 0x1d2026, 0xeceef2},
    Entry{ColorToken::GridLine, 0x24282f, 0xe3e6eb},
    Entry{ColorToken::Text, 0xe7e9ee, 0x1a1d23},
    Entry{ColorToken::TextMuted, 0x98a0ae, 0x565d6b},
    Entry{ColorToken::TextLink, 0x6cb0fa, 0x1260b8},
    Entry{ColorToken::OnAccent, 0x0d1520, 0xffffff},
    Entry{ColorToken::InkDark, 0x101216, 0x101216},
    Entry{ColorToken::InkLight, 0xffffff, 0xffffff},
    Entry{ColorToken::Accent, 0x6cb0fa, 0x1c66c9},
    Entry{ColorToken::AccentMuted, 0x5b9bea, 0x4b8ae0},
    Entry{ColorToken::Selection, 0xffffff, 0x0b0d10},
    Entry{ColorToken::Hover, 0xc3c8d2, 0x4a505c},
    Entry{ColorToken::Cursor, 0x6cb0fa, 0x1c66c9},
    Entry{ColorToken::FlowArrow, 0x7dbcff, 0x1259b4},
    Entry{ColorToken::Warning, 0xf0645a, 0xc62f28},
    Entry{ColorToken::Caution, 0xe3aa45, 0x8a5a00},
    Entry{ColorToken::Good, 0x58b98a, 0x1d7a4c},
    Entry{ColorToken::CardShadow, 0x000000, 0x5a6070},
    Entry{ColorToken::Density, 0x3d63a6, 0x5d93e1},
    Entry{ColorToken::DensityMuted, 0x3b3f47, 0xccd0d8},
    Entry{ColorToken::DensityTrack, 0x191c22, 0xf1f4f9},
    Entry{ColorToken::Minimap, 0x3b5f9c, 0x5d93e1},
    Entry{ColorToken::Instant, 0xe7e9ee, 0x2a2f38},
    Entry{ColorToken::CounterFill, 0x3f5f6e, 0xa9cbd8},
    Entry{ColorToken::CounterLine, 0x7fb3c8, 0x3d7c94},
    Entry{ColorToken::AsyncIssue, 0x3fa577, 0x3f9770},
    Entry{ColorToken::AsyncHidden, 0x2f6a7d, 0x3c9eb5},
    Entry{ColorToken::AsyncExposed, 0xda8c2c, 0xd27e21},
    Entry{ColorToken::AsyncWork, 0x477cd5, 0x5c8ee4},
    Entry{ColorToken::AsyncOpen, 0x6fb7cc, 0x2c7f96},
    Entry{ColorToken::AsyncSpread, 0xa9b1bf, 0x565d6b},
    Entry{ColorToken::HeatNoData, 0x3a3f4a, 0xc3c8d2},
    Entry{ColorToken::HeatMark, 0xffffff, 0x0b0d10},
    Entry{ColorToken::HeatMarkUnder, 0x0b0d10, 0xffffff},
    Entry{ColorToken::CodeOperation, 0x8fbcf8, 0x1a52a8},
    Entry{ColorToken::CodeType, 0x7ccfc0, 0x0b6153},
    Entry{ColorToken::CodeString, 0xe0bb78, 0x7a4a00},
    Entry{ColorToken::CodeNumber, 0xcfaaf0, 0x70379c},
};

struct ScopeEntry {
  Rgb dark;
  Rgb light;
};

// Ten hues that stay apart in the three common colour deficiencies because neighbours differ in
// lightness too (after Okabe and Ito, 2008, toned for a dark and a light ground).
constexpr std::array<ScopeEntry, kScopeColorCount> kScopes = {
    ScopeEntry{0x3f73cf, 0x5991ea}, // blue
    ScopeEntry{0xd68f31, 0xcf7f19}, // orange
    ScopeEntry{0x2b7d59, 0x46a27a}, // green
    ScopeEntry{0x8a5fc4, 0xa680db}, // purple
    ScopeEntry{0xc2513f, 0xe46f5e}, // vermilion
    ScopeEntry{0x45a5ba, 0x389eb3}, // cyan
    ScopeEntry{0xb5b13f, 0xa69229}, // yellow
    ScopeEntry{0xbb6299, 0xd271b0}, // pink
    ScopeEntry{0x6c778c, 0x8593ab}, // slate
    ScopeEntry{0x8f6b4a, 0xb48962}, // brown
};

// As published, with two greys and a brown in place of black, which is the dark canvas.
constexpr std::array<Rgb, kScopeColorCount> kOkabeIto = {
    0x0072b2, // blue
    0xe69f00, // orange
    0x009e73, // bluish green
    0xcc79a7, // reddish purple
    0xd55e00, // vermilion
    0x56b4e9, // sky blue
    0xf0e442, // yellow
    0xc4c8d0, // light grey
    0x6f7684, // grey
    0x8c5a3c, // brown
};

// For the light canvas: the same hues, dark enough to be visible on white and apart for every eye.
constexpr std::array<Rgb, kScopeColorCount> kOkabeItoLight = {
    0x2f42bb, // blue
    0xc18a00, // orange
    0x169c5a, // bluish green
    0xe06e8b, // reddish purple
    0xc84e00, // vermilion
    0x199bdd, // sky blue
    0x8a8338, // yellow
    0x807fb5, // light grey
    0x69745b, // grey
    0x6f430d, // brown
};

double channel(int value) {
  const double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &c) {
  return 0.2126 * channel(c.red()) + 0.7152 * channel(c.green()) + 0.0722 * channel(c.blue());
}

using Colors = std::array<QColor, static_cast<size_t>(ColorToken::Count)>;

// From low to high: lightness is monotonic, away from the canvas, so the order is visible with
// every colour deficiency and in print. The hue (blue, teal, orange, red or yellow) is only an aid.
constexpr std::array<Rgb, 6> kHeatDark = {0x26305f, 0x2b5596, 0x238b98,
                                          0xb0ac52, 0xecc257, 0xfdf6b8};
constexpr std::array<Rgb, 6> kHeatLight = {0xd6e4f8, 0x9fcaee, 0x78b9c9,
                                           0xc4772e, 0xa93a26, 0x650e16};

/// The colour at `place` [0, 1] of the stops.
QRgb between(const std::array<Rgb, 6> &stops, double place) {
  place *= static_cast<double>(stops.size() - 1);
  const size_t stop = std::min(static_cast<size_t>(place), stops.size() - 2);
  const double share = place - static_cast<double>(stop);
  const auto mix = [&](int shift) {
    const double from = (stops[stop] >> shift) & 0xff, to = (stops[stop + 1] >> shift) & 0xff;
    return static_cast<int>(std::lround(from + share * (to - from)));
  };
  return qRgb(mix(16), mix(8), mix(0));
}

Colors colorsOf(ThemeKind kind) {
  const bool isDark = pstudio::isDark(kind);
  Colors colors;
  colors.fill(QColor(0, 0, 0, 0));
  auto set = [&colors](ColorToken token, Rgb rgb) {
    colors[static_cast<size_t>(token)] = QColor::fromRgb(QRgb(rgb));
  };
  for (const Entry &entry : kEntries)
    set(entry.token, isDark ? entry.dark : entry.light);
  const QColor dark = colors[static_cast<size_t>(ColorToken::InkDark)];
  const QColor light = colors[static_cast<size_t>(ColorToken::InkLight)];
  const auto setInk = [&](ColorToken ink, ColorToken on) {
    const bool useLight = Theme::contrast(light, colors[static_cast<size_t>(on)]) >= 4.5;
    colors[static_cast<size_t>(ink)] = useLight ? light : dark;
  };
  for (unsigned i = 0; i < kScopeColorCount; ++i) {
    const Rgb standard = isDark ? kScopes[i].dark : kScopes[i].light;
    const Rgb okabeIto = isDark ? kOkabeIto[i] : kOkabeItoLight[i];
    set(scopeFill(i), paletteOf(kind) == ScopePalette::OkabeIto ? okabeIto : standard);
    setInk(scopeInk(i), scopeFill(i));
  }
  for (unsigned i = 0; i < kLevelCount; ++i) {
    set(levelFill(i), between(isDark ? kHeatDark : kHeatLight, i / double{kLevelCount - 1}));
    setInk(levelInk(i), levelFill(i));
  }
  setInk(ColorToken::OnAsyncIssue, ColorToken::AsyncIssue);
  setInk(ColorToken::OnAsyncHidden, ColorToken::AsyncHidden);
  setInk(ColorToken::OnAsyncExposed, ColorToken::AsyncExposed);
  setInk(ColorToken::OnAsyncWork, ColorToken::AsyncWork);
  return colors;
}

using Ramp = std::array<QRgb, 256>;
constexpr size_t kRampBegin = 2; // 0: no data, 1: the canvas

Ramp heatRamp(const std::array<Rgb, 6> &stops, const QColor &canvas) {
  Ramp ramp{};
  ramp[1] = canvas.rgb();
  for (size_t i = kRampBegin; i < ramp.size(); ++i)
    ramp[i] = between(stops, static_cast<double>(i - kRampBegin) /
                                 static_cast<double>(ramp.size() - 1 - kRampBegin));
  return ramp;
}

Ramp categoryRamp(const Colors &colors, const QColor &canvas) {
  Ramp ramp{};
  ramp[1] = canvas.rgb();
  for (size_t i = kRampBegin; i < ramp.size(); ++i) {
    const auto hue = static_cast<unsigned>((i - kRampBegin) % kScopeHueCount);
    ramp[i] = colors[static_cast<size_t>(scopeFill(hue))].rgb();
  }
  return ramp;
}

QString firstInstalled(const char *family, QFontDatabase::SystemFont fallback) {
  static const QStringList kFamilies = QFontDatabase::families();
  const QString name = QString::fromLatin1(family);
  return kFamilies.contains(name) ? name : QFontDatabase::systemFont(fallback).family();
}

} // namespace

const Theme &Theme::of(ThemeKind kind) {
  static const std::array<Theme, 4> kThemes = {Theme(ThemeKind::Dark), Theme(ThemeKind::Light),
                                               Theme(ThemeKind::DarkOkabeIto),
                                               Theme(ThemeKind::LightOkabeIto)};
  return kThemes[static_cast<size_t>(kind)];
}

QColor Theme::color(ColorToken token) const {
  static const std::array<Colors, 4> kColors = {
      colorsOf(ThemeKind::Dark), colorsOf(ThemeKind::Light), colorsOf(ThemeKind::DarkOkabeIto),
      colorsOf(ThemeKind::LightOkabeIto)};
  return kColors[static_cast<size_t>(m_kind)][static_cast<size_t>(token)];
}

const std::array<QRgb, 256> &Theme::ramp(ColorRamp ramp) const {
  const auto rampsOf = [](ThemeKind kind) {
    const Colors colors = colorsOf(kind);
    const QColor canvas = colors[static_cast<size_t>(ColorToken::Canvas)];
    return std::array{heatRamp(isDark(kind) ? kHeatDark : kHeatLight, canvas),
                      categoryRamp(colors, canvas)};
  };
  static const std::array kRamps = {rampsOf(ThemeKind::Dark), rampsOf(ThemeKind::Light),
                                    rampsOf(ThemeKind::DarkOkabeIto),
                                    rampsOf(ThemeKind::LightOkabeIto)};
  return kRamps[static_cast<size_t>(m_kind)][static_cast<size_t>(ramp)];
}

QColor Theme::tinted(ColorToken token, uint8_t tint) const {
  const QColor over = color(token);
  const QColor under = color(ColorToken::Canvas);
  auto mix = [tint](int a, int b) { return (a * tint + b * (255 - tint) + 127) / 255; };
  return QColor(mix(over.red(), under.red()), mix(over.green(), under.green()),
                mix(over.blue(), under.blue()));
}

double Theme::contrast(const QColor &a, const QColor &b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QFont fontFor(FontRole role) {
  static const QString kWords = firstInstalled("Inter", QFontDatabase::GeneralFont);
  static const QString kNumbers = firstInstalled("JetBrains Mono", QFontDatabase::FixedFont);
  static constexpr std::array<int, static_cast<size_t>(FontRole::Count)> kPixels = {11, 12, 12, 14,
                                                                                    18, 11, 12};
  const bool isMono = role == FontRole::Mono || role == FontRole::MonoSmall;
  QFont font(isMono ? kNumbers : kWords);
  font.setPixelSize(kPixels[static_cast<size_t>(role)]);
  const bool isBold =
      role == FontRole::BodyBold || role == FontRole::Heading || role == FontRole::Title;
  font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
  font.setStyleHint(isMono ? QFont::Monospace : QFont::SansSerif);
  font.setHintingPreference(QFont::PreferNoHinting);
  if (isMono) // its ligatures draw "0x7f" as a product and "->" as an arrow
    font.setStyleStrategy(QFont::PreferNoShaping);
  return font;
}

} // namespace pstudio
