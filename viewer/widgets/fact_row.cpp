// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/fact_row.h"

#include <QEvent>

#include <algorithm>

#include "viewer/widgets/wrapping_label.h"

namespace pstudio {
namespace {

constexpr int kGap = 12; // between name and value

} // namespace

FactRow::FactRow(WrappingLabel *name, WrappingLabel *value) : m_name(name), m_value(value) {
  m_name->setParent(this);
  m_value->setParent(this);
  m_value->setAlignment(Qt::AlignRight | Qt::AlignTop);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

bool FactRow::fitsOneLine(int width) const {
  return m_name->fullText().isEmpty() ||
         m_name->oneLineWidth() + kGap + m_value->oneLineWidth() <= width;
}

int FactRow::heightForWidth(int width) const {
  if (m_name->fullText().isEmpty())
    return m_value->heightForWidth(width);
  if (fitsOneLine(width)) // more lines only where the text itself has them
    return std::max(m_name->heightForWidth(m_name->oneLineWidth()),
                    m_value->heightForWidth(width - m_name->oneLineWidth()));
  return m_name->heightForWidth(width) + m_value->heightForWidth(width);
}

QSize FactRow::sizeHint() const {
  return {m_name->oneLineWidth() + kGap + m_value->oneLineWidth(), minimumSizeHint().height()};
}

QSize FactRow::minimumSizeHint() const {
  return {1, std::max(m_name->minimumSizeHint().height(), m_value->minimumSizeHint().height())};
}

void FactRow::resizeEvent(QResizeEvent *) {
  place();
}

bool FactRow::event(QEvent *event) {
  if (event->type() == QEvent::LayoutRequest) { // a label has another font now
    updateGeometry();
    place();
  }
  return QWidget::event(event);
}

void FactRow::place() {
  if (fitsOneLine(width())) {
    const int nameWidth = m_name->fullText().isEmpty() ? 0 : m_name->oneLineWidth();
    m_name->setGeometry(0, 0, nameWidth, height());
    m_value->setGeometry(nameWidth, 0, width() - nameWidth, height());
    return;
  }
  const int below = m_name->heightForWidth(width());
  m_name->setGeometry(0, 0, width(), below);
  m_value->setGeometry(0, below, width(), height() - below);
}

} // namespace pstudio
