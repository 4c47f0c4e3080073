// SPDX-License-Identifier: Apache-2.0
// The card beside the pointer, which describes a slice, an instant or a counter.
#pragma once

#include <QWidget>

#include "core/trace/trace.h"
#include "viewer/geometry/card_line.h"
#include "viewer/geometry/timeline/counter_scale.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/scope_colors.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"

namespace pstudio {

/// The lines about a slice: start, duration in ns and cycles, the place where it ran, and the
/// called function. Unknown values are dashes.
std::vector<CardLine> cardLines(const Trace &trace, SliceId slice);

/// The lines about an instant: its time and the place where it was recorded.
std::vector<CardLine> instantCardLines(const Trace &trace, InstantId instant);

/// The lines about a counter at one of its samples: the value, its begin and duration, the range of
/// all values, and the place where it was recorded.
std::vector<CardLine> counterCardLines(const Trace &trace, TrackId counter, uint32_t sample,
                                       const CounterScale &scale);

/// Floats above its parent, never under the pointer and never cut off; takes no input. [thread:
/// gui]
class HoverCard : public QWidget {
  Q_OBJECT
public:
  explicit HoverCard(QWidget *parent);

  void setThemeKind(ThemeKind kind);
  /// Shows the slice beside `pointer` (in the parent's coordinates). \param merged  slices that
  /// share its pixel column, with it.
  void showSlice(const Trace &trace, const ScopeColors &colors, SliceId slice, QPointF pointer,
                 uint32_t merged = 1);
  /// The same for an instant.
  void showInstant(const Trace &trace, InstantId instant, QPointF pointer);
  /// The same for a counter at one of its samples.
  void showCounter(const Trace &trace, TrackId counter, uint32_t sample, const CounterScale &scale,
                   QPointF pointer);
  /// Any title, with a square of the colour before it, and lines below.
  void show(std::string_view title, ColorToken color, std::vector<CardLine> lines, QPointF pointer);

protected:
  void paintEvent(QPaintEvent *event) override;

private:
  void moveBeside(QPointF pointer);
  float contentWidth() const;

  ThemeKind m_theme = ThemeKind::Dark;
  std::string m_title;
  ColorToken m_color = ColorToken::None;
  std::vector<CardLine> m_lines;
  TextCache m_texts;
  DrawList m_list;
};

} // namespace pstudio
