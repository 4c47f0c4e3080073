// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/passes/ir_painter.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

#include "viewer/geometry/ir/ir_tokens.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kRowHeight = 18;
constexpr int kEdge = 8; // before and after a column of numbers
constexpr int kSignWidth = 16;
constexpr int kMarkWidth = 3;
constexpr uint8_t kGroundTint = 38, kStrongTint = 88, kFoundTint = 120, kSelectedTint = 60;

/// The sign of a line state, which is never shown by colour alone.
QString signOf(IrLineState state) {
  switch (state) {
  case IrLineState::Same:
    return {};
  case IrLineState::Renumbered:
    return QStringLiteral("~");
  case IrLineState::Removed:
    return QString(QChar(0x2212));
  case IrLineState::Added:
    return QStringLiteral("+");
  }
  return {};
}

/// False for two lines that have little in common: a mark on nearly a whole line does not help.
bool isWorthMarking(const TextStretch &part, std::string_view line) {
  const size_t indent = std::min(line.find_first_not_of(' '), line.size());
  return 2 * (part.end - part.begin) < line.size() - indent;
}

bool isNamed(std::string_view line, const IrRowLook &look) {
  return !look.marked.isEmpty() && toQString(line).contains(look.marked);
}

int longestNumber(const IrDiff &diff) {
  return static_cast<int>(
      QString::number(std::max({diff.before().size(), diff.after().size(), size_t{99}})).size());
}

} // namespace

IrPainter::IrPainter(const IrDiff &diff, IrLanguage language, const Theme &theme)
    : m_diff(diff), m_language(language), m_theme(theme), m_font(windowFont(FontRole::MonoSmall)),
      m_metrics(m_font),
      m_digits(static_cast<int>(
          std::ceil(m_metrics.horizontalAdvance(QLatin1Char('0')) * longestNumber(diff)))) {}

int IrPainter::rowHeight() {
  return windowLength(kRowHeight);
}

int IrPainter::gutterWidth(bool isSideBySide) const {
  const int number = m_digits + 2 * kEdge;
  return (isSideBySide ? number : 2 * number - kEdge) + kSignWidth;
}

int IrPainter::textWidth(size_t bytes) const {
  return static_cast<int>(
      std::ceil(m_metrics.horizontalAdvance(QLatin1Char('0')) * static_cast<double>(bytes)));
}

double IrPainter::widthOf(std::string_view text) const {
  return m_metrics.horizontalAdvance(toQString(text));
}

QColor IrPainter::ground(const Theme &theme, IrLineState state) {
  switch (state) {
  case IrLineState::Removed:
    return theme.tinted(ColorToken::Warning, kGroundTint);
  case IrLineState::Added:
    return theme.tinted(ColorToken::Good, kGroundTint);
  default:
    return theme.color(ColorToken::Canvas);
  }
}

QColor IrPainter::strongGround(const Theme &theme, IrLineState state) {
  return theme.tinted(state == IrLineState::Removed ? ColorToken::Warning : ColorToken::Good,
                      kStrongTint);
}

void IrPainter::draw(QPainter &painter, const QRect &box, int scroll, bool isSideBySide,
                     const IrRow &row, const IrRowLook &look) const {
  painter.setFont(m_font);
  if (row.hiddenLines > 0) {
    drawHidden(painter, box, row.hiddenLines);
    drawMarks(painter, box, look, false);
    return;
  }
  if (!isSideBySide) {
    drawUnified(painter, box, scroll, row, look);
    return;
  }
  const int half = box.width() / 2;
  drawSide(painter, QRect(box.left(), box.top(), half, box.height()), scroll, row, true, look);
  drawSide(painter, QRect(box.left() + half, box.top(), box.width() - half, box.height()), scroll,
           row, false, look);
  painter.fillRect(box.left() + half, box.top(), 1, box.height(),
                   m_theme.color(ColorToken::Border));
}

void IrPainter::drawHidden(QPainter &painter, const QRect &box, uint32_t lines) const {
  painter.fillRect(box, m_theme.color(ColorToken::Panel));
  painter.setPen(m_theme.color(ColorToken::TextMuted));
  const QString count = toQString(formatCount(lines));
  const QString text = lines == 1
                           ? QCoreApplication::translate("IrView", "%1 equal line").arg(count)
                           : QCoreApplication::translate("IrView", "%1 equal lines").arg(count);
  painter.drawText(box, Qt::AlignCenter, text);
}

void IrPainter::drawSide(QPainter &painter, const QRect &box, int scroll, const IrRow &row,
                         bool isLeft, const IrRowLook &look) const {
  const uint32_t number = isLeft ? row.left : row.right;
  if (number == IrRow::kNoLine) {
    painter.fillRect(box, m_theme.color(ColorToken::Panel));
    drawMarks(painter, box, look, false);
    return;
  }
  const uint32_t otherNumber = isLeft ? row.right : row.left;
  const auto &own = isLeft ? m_diff.before() : m_diff.after();
  const auto &other = isLeft ? m_diff.after() : m_diff.before();
  const Line line{number, own[number],
                  otherNumber == IrRow::kNoLine ? std::string_view() : other[otherNumber],
                  isLeft ? row.leftState : row.rightState};
  painter.fillRect(box, ground(m_theme, line.state));
  drawNumber(painter, QRect(box.left() + kEdge, box.top(), m_digits, box.height()), line.number);
  QRect text = box;
  text.setLeft(box.left() + gutterWidth(true) - kSignWidth);
  drawText(painter, text, scroll, line, look);
  drawMarks(painter, box, look,
            (isLeft ? look.isLeftLinked : look.isRightLinked) || isNamed(line.text, look));
}

void IrPainter::drawUnified(QPainter &painter, const QRect &box, int scroll, const IrRow &row,
                            const IrRowLook &look) const {
  const bool isLeft = row.right == IrRow::kNoLine;
  const Line line{isLeft ? row.left : row.right,
                  isLeft ? m_diff.before()[row.left] : m_diff.after()[row.right],
                  {},
                  isLeft ? row.leftState : row.rightState};
  painter.fillRect(box, ground(m_theme, line.state));
  QRect number(box.left() + kEdge, box.top(), m_digits, box.height());
  if (row.left != IrRow::kNoLine)
    drawNumber(painter, number, row.left);
  number.translate(m_digits + kEdge, 0);
  if (row.right != IrRow::kNoLine)
    drawNumber(painter, number, row.right);
  QRect text = box;
  text.setLeft(box.left() + gutterWidth(false) - kSignWidth);
  drawText(painter, text, scroll, line, look);
  drawMarks(painter, box, look,
            (isLeft ? look.isLeftLinked : look.isRightLinked) || isNamed(line.text, look));
}

void IrPainter::drawNumber(QPainter &painter, const QRect &box, uint32_t number) const {
  painter.setPen(m_theme.color(ColorToken::TextMuted));
  painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, QString::number(number + 1));
}

void IrPainter::drawText(QPainter &painter, const QRect &box, int scroll, const Line &line,
                         const IrRowLook &look) const {
  painter.setPen(m_theme.color(ColorToken::Text));
  painter.drawText(QRect(box.left(), box.top(), kSignWidth, box.height()), Qt::AlignCenter,
                   signOf(line.state));
  painter.save();
  const QRect area = box.adjusted(kSignWidth, 0, 0, 0);
  painter.setClipRect(area);
  const double left = area.left() - scroll;
  const auto fill = [&](size_t begin, size_t end, const QColor &color) {
    const double x = left + widthOf(line.text.substr(0, begin));
    painter.fillRect(
        QRectF(x, box.top(), widthOf(line.text.substr(begin, end - begin)), box.height()), color);
  };
  const bool isDifferent = line.state == IrLineState::Removed || line.state == IrLineState::Added;
  if (isDifferent && !line.counterpart.empty()) {
    const TextStretch part = differingPart(line.text, line.counterpart);
    if (isWorthMarking(part, line.text))
      fill(part.begin, part.end, strongGround(m_theme, line.state));
  }
  const std::string found = look.found.toStdString();
  for (size_t at = found.empty() ? line.text.npos : line.text.find(found); at != line.text.npos;
       at = line.text.find(found, at + found.size()))
    fill(at, at + found.size(), m_theme.tinted(ColorToken::Caution, kFoundTint));

  double x = left;
  size_t from = 0;
  const auto draw = [&](size_t end, ColorToken color) {
    const QString piece = toQString(line.text.substr(from, end - from));
    painter.setPen(m_theme.color(color));
    painter.drawText(
        QPointF(x, box.top() + (rowHeight() + m_metrics.ascent() - m_metrics.descent()) / 2.0),
        piece);
    x += m_metrics.horizontalAdvance(piece);
    from = end;
  };
  for (const IrToken &token : irTokens(line.text, m_language)) {
    if (x > area.right())
      break;
    draw(token.begin, ColorToken::Text);
    draw(token.end, colorOf(token.kind));
  }
  draw(line.text.size(), ColorToken::Text);
  painter.restore();
}

void IrPainter::drawMarks(QPainter &painter, const QRect &box, const IrRowLook &look,
                          bool isMarked) const {
  if (isMarked)
    painter.fillRect(box.right() - kMarkWidth + 1, box.top(), kMarkWidth, box.height(),
                     m_theme.color(ColorToken::Caution));
  if (look.isSelected) {
    QColor over = m_theme.color(ColorToken::Accent);
    over.setAlpha(kSelectedTint);
    painter.fillRect(box, over);
  }
  if (look.isCurrent)
    painter.fillRect(box.left(), box.top(), kMarkWidth, box.height(),
                     m_theme.color(look.hasFocus ? ColorToken::Accent : ColorToken::TextMuted));
}

} // namespace pstudio
