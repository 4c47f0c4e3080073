// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/source/code_delegate.h"

#include <QPainter>

#include "viewer/geometry/ir/ir_tokens.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/source/code_lines_model.h"

namespace pstudio {
namespace {

constexpr int kLinkWidth = 3; // [pixels] of the mark before a linked line
constexpr uint8_t kLinkedTint = 44, kFoundGround = 120;

} // namespace

void CodeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const {
  painter->save();
  painter->setClipRect(option.rect);
  paintGround(*painter, option, index);
  const QRect box = option.rect.adjusted(kInset, 0, -kInset, 0);
  painter->setFont(windowFont(FontRole::MonoSmall));
  if (index.data(CodeLinesModel::IsText).toBool()) {
    paintText(*painter, box, index);
  } else {
    const auto *model = static_cast<const CodeLinesModel *>(index.model());
    const bool isFigure = index.column() < static_cast<int>(model->columns().size());
    painter->setPen(m_theme->color(isFigure ? ColorToken::Text : ColorToken::TextMuted));
    painter->drawText(
        box, index.data(Qt::TextAlignmentRole).toInt(),
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideLeft, box.width()));
  }
  painter->restore();
}

/// A linked line also has a mark beside its number: links are never shown by colour alone.
void CodeDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const {
  const bool isSelected = option.state & QStyle::State_Selected;
  const bool isLinked = index.data(CodeLinesModel::IsLinked).toBool();
  if (isLinked)
    painter.fillRect(option.rect, m_theme->tinted(ColorToken::Accent, kLinkedTint));
  if (isSelected || option.state & QStyle::State_MouseOver)
    painter.fillRect(option.rect,
                     option.palette.color(isSelected ? QPalette::Midlight : QPalette::Button));
  if (const double heat = index.data(CodeLinesModel::HeatOf).toDouble(); heat > 0)
    painter.fillRect(option.rect.adjusted(0, 1, 0, -1), NumberTable::heatColor(*m_theme, heat));
  const auto *model = static_cast<const CodeLinesModel *>(index.model());
  if (isLinked && index.column() == model->textColumn())
    painter.fillRect(option.rect.left(), option.rect.top(), kLinkWidth, option.rect.height(),
                     m_theme->color(ColorToken::Accent));
}

void CodeDelegate::paintText(QPainter &painter, const QRect &box, const QModelIndex &index) const {
  const auto *model = static_cast<const CodeLinesModel *>(index.model());
  const QString text = index.data().toString();
  const QFontMetricsF metrics(painter.font());
  const auto width = [&](qsizetype end) { return metrics.horizontalAdvance(text.left(end)); };
  if (!m_found.isEmpty()) {
    QColor ground = m_theme->tinted(ColorToken::Caution, kFoundGround);
    for (qsizetype at = text.indexOf(m_found, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(m_found, at + m_found.size(), Qt::CaseInsensitive))
      painter.fillRect(QRectF(box.left() + width(at), box.top(),
                              width(at + m_found.size()) - width(at), box.height()),
                       ground);
  }
  const double base = box.top() + (box.height() + metrics.ascent() - metrics.descent()) / 2.0;
  const bool isKnown = model->lines()[static_cast<size_t>(index.row())].text.has_value();
  if (!isKnown || !model->language()) {
    painter.setPen(m_theme->color(isKnown ? ColorToken::Text : ColorToken::TextMuted));
    painter.drawText(QPointF(box.left(), base), text);
    return;
  }
  const std::string bytes = text.toStdString();
  double x = box.left();
  size_t from = 0;
  const auto draw = [&](size_t end, ColorToken color) {
    const QString piece = toQString(std::string_view(bytes).substr(from, end - from));
    painter.setPen(m_theme->color(color));
    painter.drawText(QPointF(x, base), piece);
    x += metrics.horizontalAdvance(piece);
    from = end;
  };
  for (const IrToken &token : irTokens(bytes, *model->language())) {
    draw(token.begin, ColorToken::Text);
    draw(token.end, colorOf(token.kind));
  }
  draw(bytes.size(), ColorToken::Text);
}

} // namespace pstudio
