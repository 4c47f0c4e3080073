// SPDX-License-Identifier: Apache-2.0
// A part of a form under a title that folds it.
#include "app/dialogs/fold_section.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace pstudio {
namespace {

constexpr int kBodyIndent = 12; // [pixels]
constexpr int kPartDistance = 20;

} // namespace

FoldSection::FoldSection(const QString &title, const char *name, QWidget *parent)
    : QWidget(parent), m_title(new QToolButton), m_body(new QWidget),
      m_bodyLayout(new QVBoxLayout(m_body)) {
  m_title->setObjectName(QLatin1String(name));
  m_title->setText(title);
  m_title->setAccessibleName(title);
  m_title->setCheckable(true);
  m_title->setChecked(true);
  m_title->setProperty("fold", true);
  m_title->setArrowType(Qt::DownArrow);
  m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_title->setFocusPolicy(Qt::StrongFocus);
  m_bodyLayout->setContentsMargins(kBodyIndent, 0, 0, 0);
  m_bodyLayout->setSpacing(kPartDistance);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(m_title, 0, Qt::AlignLeft);
  layout->addWidget(m_body);
  connect(m_title, &QToolButton::toggled, this, [this](bool isOpen) {
    m_title->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(isOpen);
  });
}

void FoldSection::add(QWidget *widget) {
  m_bodyLayout->addWidget(widget);
}

void FoldSection::setFolded(bool isFolded) {
  m_title->setChecked(!isFolded);
}

bool FoldSection::isFolded() const {
  return !m_title->isChecked();
}

void FoldSection::openAround(QWidget *widget) {
  for (QWidget *around = widget; around != nullptr; around = around->parentWidget())
    if (auto *section = qobject_cast<FoldSection *>(around))
      section->setFolded(false);
}

} // namespace pstudio
