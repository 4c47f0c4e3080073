// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/elided_label.h"

#include "viewer/paint/shown_text.h"

namespace pstudio {

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::setFullText(const QString &text) {
  m_fullText = text;
  setToolTip(text);
  setAccessibleName(text);
  elide();
}

void ElidedLabel::resizeEvent(QResizeEvent *event) {
  QLabel::resizeEvent(event);
  elide();
}

void ElidedLabel::elide() {
  setText(fontMetrics().elidedText(shownText(m_fullText), Qt::ElideRight, width()));
}

} // namespace pstudio
