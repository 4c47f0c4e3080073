// SPDX-License-Identifier: Apache-2.0
// Draws rows of an IR difference: numbers, signs, coloured text, grounds.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QRect>
#include <QString>

#include "core/run/pass_report.h"
#include "viewer/geometry/ir/ir_diff.h"
#include "viewer/paint/theme.h"

class QPainter;

namespace pstudio {

/// Selection, search and link marks of a row.
struct IrRowLook {
  bool isCurrent = false, isSelected = false;
  bool hasFocus = false;
  QString found;  ///< highlighted in the lines; empty: nothing
  QString marked; ///< lines that contain it get a mark; empty: none
  bool isLeftLinked = false, isRightLinked = false; ///< these lines get one, too
};

/// Draws one difference in one font. Cheap to make; for one paint event. [thread: gui]
class IrPainter {
public:
  IrPainter(const IrDiff &diff, IrLanguage language, const Theme &theme);

  /// Pixels of a row, of the columns of numbers and signs, and of the text of `bytes` letters.
  static int rowHeight();
  int gutterWidth(bool isSideBySide) const;
  int textWidth(size_t bytes) const;

  /// Draws a row into `box`, its text moved to the left by `scroll`.
  void draw(QPainter &painter, const QRect &box, int scroll, bool isSideBySide, const IrRow &row,
            const IrRowLook &look) const;

  /// The ground of a line; the canvas for one that does not differ.
  static QColor ground(const Theme &theme, IrLineState state);
  /// The ground of that part of it which differs from its counterpart.
  static QColor strongGround(const Theme &theme, IrLineState state);

private:
  struct Line {
    uint32_t number;
    std::string_view text, counterpart; ///< the counterpart: in the other text, or empty
    IrLineState state;
  };

  void drawHidden(QPainter &painter, const QRect &box, uint32_t lines) const;
  void drawSide(QPainter &painter, const QRect &box, int scroll, const IrRow &row, bool isLeft,
                const IrRowLook &look) const;
  void drawUnified(QPainter &painter, const QRect &box, int scroll, const IrRow &row,
                   const IrRowLook &look) const;
  void drawNumber(QPainter &painter, const QRect &box, uint32_t number) const;
  void drawText(QPainter &painter, const QRect &box, int scroll, const Line &line,
                const IrRowLook &look) const;
  void drawMarks(QPainter &painter, const QRect &box, const IrRowLook &look, bool isMarked) const;
  double widthOf(std::string_view text) const;

  const IrDiff &m_diff;
  IrLanguage m_language;
  const Theme &m_theme;
  QFont m_font;
  QFontMetricsF m_metrics;
  int m_digits; ///< pixels of the longest line number
};

} // namespace pstudio
