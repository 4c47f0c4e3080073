// SPDX-License-Identifier: Apache-2.0
// Common parts of the pictures of all views: head, headings, charts and findings.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include <QSize>

#include "viewer/charts/heat_charts.h"
#include "viewer/geometry/overlap/finding_cards.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/paint/draw_list_painter.h"

namespace pstudio {

/// Pictures of this width and more have two columns [logical pixels].
inline constexpr float kTwoColumns = 880;
/// Height of a heading in a picture.
inline constexpr float kPictureHeading = 24;

/// A line of facts, whose parts are separated by dots (appendPart()).
struct PictureFacts {
  std::string text;
  FontRole font = FontRole::Body;
};

/// The head of a picture. No part of it is left out or cut, at any width. Without a title there is
/// no head.
struct PictureHead {
  std::string title;
  std::vector<PictureFacts> facts;
  std::vector<QualityBadge> badges; ///< in any order: warnings are drawn first
};

/// Findings of a picture.
struct PictureFindings {
  std::vector<analysis::Finding> cards;
  const std::set<std::string> &off; ///< codes of findings that are left out; outlives the picture
  EvidenceName nameOf;
};

/// One picture: its list is drawn, flushed to the painter and cleared, part by part.
class PictureCanvas {
protected:
  PictureCanvas(QSize size, ThemeKind theme, TextShaping shaping);

  /// Fills the background. The canvas uses `painter` for everything from now on.
  void start(QPainter &painter);
  /// Clears the list, for a part of this width.
  void clear(float width) { m_list.clear({0, 0, width, m_height}); }
  /// Paints the list, with its origin at this point.
  void flush(float x, float y);
  /// Adds one line to the list, which ends at the box.
  void addText(const std::string &text, PixelRect box, FontRole font, ColorToken color,
               TextAlign align = TextAlign::Left);

  /// Draws the head into the list, which is cleared, in as many lines as it needs.
  /// \return where the content begins.
  float drawHead(const PictureHead &head);
  /// Paints a heading at the top of `area`, and beside it the keys that fit.
  void paintHeading(const std::string &text, const PixelRect &area,
                    std::span<const ChartKey> keys = {});
  /// Fills `area` with a heading and the chart below it.
  void paintChartBlock(const std::string &heading, ChartPtr chart, const PixelRect &area,
                       std::span<const ChartKey> keys = {});

  /// Draws cards into the list, which is cleared. \return their height, 0 if there are none.
  float drawCards(const PictureFindings &findings, float width, float mostHeight = 1e6f);
  /// Height of the heading, the first card and the line that counts the others; 0 if there are
  /// none.
  float leastFindings(const PictureFindings &findings, float width);
  /// Paints heading and cards, or nothing if there are none.
  void paintFindings(const PictureFindings &findings, const PixelRect &area);

  const Theme &m_theme;
  const float m_width, m_height;
  TextCache m_texts;
  DrawList m_list;
  QPainter *m_painter = nullptr;
};

} // namespace pstudio
