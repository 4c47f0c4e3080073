// SPDX-License-Identifier: Apache-2.0
// Draw lists: reuse of buffers and their form as text.
#include "viewer/geometry/draw_list.h"

#include <cstdio>

#include "core/base/check.h"

namespace pstudio {

void DrawList::clear(PixelRect clip) {
  m_clip = clip;
  m_text.clear();
  for (Layer &layer : m_layers) {
    layer.rects.clear();
    layer.lines.clear();
    layer.curves.clear();
    layer.texts.clear();
    layer.rasters.clear();
  }
  m_cells.clear();
}

void DrawList::addRaster(DrawLayer layer, DrawRaster raster, std::span<const uint8_t> cells) {
  PSTUDIO_CHECK(cells.size() == size_t{raster.columns} * raster.rows);
  raster.offset = m_cells.size();
  m_cells.insert(m_cells.end(), cells.begin(), cells.end());
  at(layer).rasters.push_back(raster);
}

void DrawList::addText(DrawLayer layer, DrawText run, std::string_view text) {
  run.offset = static_cast<uint32_t>(m_text.size());
  run.length = static_cast<uint32_t>(text.size());
  m_text.append(text);
  at(layer).texts.push_back(run);
}

size_t DrawList::rectCount() const {
  size_t count = 0;
  for (const Layer &layer : m_layers)
    count += layer.rects.size();
  return count;
}

std::string_view colorTokenName(ColorToken token) {
  static constexpr std::array<std::string_view, static_cast<size_t>(ColorToken::Count)> kNames = {
      "none",          "canvas",          "panel",
      "raised",        "raised-hover",    "stripe",
      "border",        "row-line",        "grid",
      "text",          "text-muted",      "text-link",
      "on-accent",     "ink-dark",        "ink-light",
      "accent",        "accent-muted",    "selection",
      "hover",         "cursor",          "flow",
      "warning",       "caution",         "good",
      "shadow",        "density",         "density-muted",
      "density-track", "minimap",         "instant",
      "counter-fill",  "counter-line",    "async-issue",
      "async-hidden",  "async-exposed",   "async-work",
      "async-open",    "async-spread",    "heat-no-data",
      "heat-mark",     "heat-mark-under", "code-operation",
      "code-type",     "code-string",     "code-number",
      "scope0",        "scope1",          "scope2",
      "scope3",        "scope4",          "scope5",
      "scope6",        "scope7",          "scope8",
      "scope9",        "on-scope0",       "on-scope1",
      "on-scope2",     "on-scope3",       "on-scope4",
      "on-scope5",     "on-scope6",       "on-scope7",
      "on-scope8",     "on-scope9",       "level0",
      "level1",        "level2",          "level3",
      "level4",        "level5",          "level6",
      "level7",        "on-level0",       "on-level1",
      "on-level2",     "on-level3",       "on-level4",
      "on-level5",     "on-level6",       "on-level7",
      "on-issue",      "on-hidden",       "on-exposed",
      "on-work"};
  return kNames[static_cast<size_t>(token)];
}

namespace {

std::string number(float value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", static_cast<double>(value));
  return buffer;
}

std::string box(const PixelRect &r) {
  return number(r.x) + "," + number(r.y) + " " + number(r.width) + "x" + number(r.height);
}

std::string rectText(const DrawRect &r) {
  static constexpr std::array<const char *, 3> kCorners = {"", " soft", " round"};
  std::string line = "rect " + box(r.rect) + " " + std::string(colorTokenName(r.fill));
  line += kCorners[static_cast<size_t>(r.corner)];
  if (r.opacity != 255)
    line += " opacity " + std::to_string(r.opacity);
  if (r.tint != 255)
    line += " tint " + std::to_string(r.tint);
  if (r.outline != ColorToken::None)
    line += " outline " + std::string(colorTokenName(r.outline)) + " " + number(r.outlineWidth);
  if (r.dashed)
    line += " dashed";
  if (r.hatched)
    line += " hatched";
  return line;
}

/// The cells of a row as runs: "3x00 12 2xff".
std::string runsText(std::span<const uint8_t> cells) {
  std::string line;
  for (size_t i = 0; i < cells.size();) {
    size_t end = i + 1;
    while (end < cells.size() && cells[end] == cells[i])
      ++end;
    char cell[8];
    std::snprintf(cell, sizeof cell, "%02x", unsigned{cells[i]});
    line += " " + (end - i == 1 ? std::string() : std::to_string(end - i) + "x") + cell;
    i = end;
  }
  return line;
}

std::string rasterText(const DrawRaster &r, std::span<const uint8_t> cells) {
  static constexpr std::array<const char *, 2> kRamps = {"heat", "categories"};
  std::string text = "raster " + box(r.rect) + " " + std::to_string(r.columns) + "x" +
                     std::to_string(r.rows) + " " + kRamps[static_cast<size_t>(r.ramp)] + " in " +
                     box(r.clip) + "\n";
  for (uint32_t row = 0; row < r.rows; ++row)
    text += " " + runsText(cells.subspan(size_t{row} * r.columns, r.columns)) + "\n";
  return text;
}

std::string curveText(const DrawCurve &c) {
  std::string line = c.filled ? "triangle" : "curve";
  const size_t used = c.filled ? 6 : 8;
  for (size_t i = 0; i < used; i += 2)
    line += " " + number(c.points[i]) + "," + number(c.points[i + 1]);
  return line + " " + std::string(colorTokenName(c.color));
}

} // namespace

std::string DrawList::toText() const {
  static constexpr std::array<const char *, 5> kLayers = {"ground", "grid", "data", "label",
                                                          "overlay"};
  static constexpr std::array<const char *, 3> kAligns = {"left", "center", "right"};
  std::string out = "clip " + box(m_clip) + "\n";
  for (size_t i = 0; i < m_layers.size(); ++i) {
    const std::string prefix = std::string(kLayers[i]) + " ";
    for (const DrawRaster &r : m_layers[i].rasters)
      out += prefix + rasterText(r, cells(r));
    for (const DrawRect &r : m_layers[i].rects)
      out += prefix + rectText(r) + "\n";
    for (const DrawLine &l : m_layers[i].lines)
      out += prefix + "line " + number(l.x0) + "," + number(l.y0) + " " + number(l.x1) + "," +
             number(l.y1) + " " + std::string(colorTokenName(l.color)) +
             (l.dashed ? " dashed" : "") + "\n";
    for (const DrawCurve &c : m_layers[i].curves)
      out += prefix + curveText(c) + "\n";
    for (const DrawText &t : m_layers[i].texts)
      out += prefix + "text " + box(t.box) + " " + kAligns[static_cast<size_t>(t.align)] + " " +
             std::string(colorTokenName(t.color)) + " \"" + std::string(text(t)) + "\"\n";
  }
  return out;
}

} // namespace pstudio
