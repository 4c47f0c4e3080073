// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/wrapping_label.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pstudio {
namespace {

/// Where a label may break a line within a word; it has no width.
constexpr QChar kBreak(0x200b);

struct Lines {
  std::vector<qsizetype> begins; ///< of each line, in the text
  qreal height = 0;
};

Lines linesOf(const QString &text, const QFont &font, qreal width) {
  QString oneParagraph = text;
  oneParagraph.replace(QLatin1Char('\n'),
                       QChar::LineSeparator); // where the text itself ends a line
  QTextLayout layout(oneParagraph, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  Lines lines;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLeadingIncluded(true);
    line.setLineWidth(width);
    lines.begins.push_back(line.textStart());
    lines.height += line.height();
  }
  layout.endLayout();
  return lines;
}

} // namespace

WrappingLabel::WrappingLabel(const QString &text, QWidget *parent)
    : QLabel(text, parent), m_fullText(text) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setFocusPolicy(Qt::ClickFocus);
  setAccessibleName(text);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

int WrappingLabel::oneLineWidth() const {
  // One more: the width of a text is rounded differently by those who measure it.
  return static_cast<int>(std::ceil(QFontMetricsF(font()).horizontalAdvance(m_fullText))) + 1;
}

int WrappingLabel::heightForWidth(int width) const {
  return std::max(minimumSizeHint().height(),
                  static_cast<int>(std::ceil(linesOf(m_fullText, font(), width).height)));
}

QSize WrappingLabel::sizeHint() const {
  return {oneLineWidth(), minimumSizeHint().height()};
}

QSize WrappingLabel::minimumSizeHint() const {
  return {1, fontMetrics().lineSpacing()};
}

void WrappingLabel::resizeEvent(QResizeEvent *event) {
  QLabel::resizeEvent(event);
  breakLines();
}

void WrappingLabel::changeEvent(QEvent *event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
    breakLines();
}

void WrappingLabel::breakLines() {
  QString broken = m_fullText;
  const std::vector<qsizetype> begins = linesOf(m_fullText, font(), width()).begins;
  for (auto begin = begins.rbegin(); begin != begins.rend(); ++begin)
    if (*begin > 0 && !m_fullText[*begin - 1].isSpace())
      broken.insert(*begin, kBreak);
  if (broken != text())
    setText(broken);
}

void WrappingLabel::copySelection() {
  QApplication::clipboard()->setText(selectedText().remove(kBreak));
}

void WrappingLabel::keyPressEvent(QKeyEvent *event) {
  if (event->matches(QKeySequence::Copy) && hasSelectedText())
    copySelection();
  else
    QLabel::keyPressEvent(event);
}

void WrappingLabel::contextMenuEvent(QContextMenuEvent *event) {
  auto *menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy"), this, &WrappingLabel::copySelection)->setEnabled(hasSelectedText());
  menu->addAction(tr("Copy all"), this, [this] { QApplication::clipboard()->setText(m_fullText); });
  menu->popup(event->globalPos());
}

} // namespace pstudio
