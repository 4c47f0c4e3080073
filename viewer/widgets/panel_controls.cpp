// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/panel_controls.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QSplitter>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QTimer>
#include <QToolButton>

#include "viewer/widgets/elided_label.h"

namespace pstudio {
namespace {

constexpr int kComboInset = 4; // [pixels] that the style keeps on both sides of the text

/// Cuts the beginning of a text that is too long: names of traces often differ at the end.
class ElidingCombo : public QComboBox {
protected:
  void paintEvent(QPaintEvent *) override {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    if (currentIndex() < 0 && !placeholderText().isEmpty()) {
      option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText());
      option.currentText = placeholderText();
    }
    const QRect field =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideLeft,
                                                       field.width() - kComboInset);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }
};

constexpr int kMinCombo = 104, kComboLetters = 15;
constexpr int kShareUnit = 100; // stretch factors are at most 255

} // namespace

QComboBox *makeCombo(const char *name, const QString &accessibleName) {
  auto *combo = new ElidingCombo;
  combo->setObjectName(QLatin1String(name));
  combo->setAccessibleName(accessibleName);
  combo->setToolTip(accessibleName);
  // By the length of a text: measuring thousands of CTAs takes long.
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setMinimumContentsLength(kComboLetters);
  combo->setMinimumWidth(kMinCombo);
  return combo;
}

QToolButton *makeSwitch(const char *name, const QString &text, const QString &tip) {
  auto *button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setCheckable(true);
  button->setProperty("compact", true);
  return button;
}

QToolButton *makeButton(const char *name, const QString &text, const QString &tip) {
  QToolButton *button = makeSwitch(name, text, tip);
  button->setCheckable(false);
  return button;
}

QLineEdit *makeFindField(const char *name, const QString &accessibleName,
                         const QString &placeholder, int leastWidth) {
  auto *field = new QLineEdit;
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(accessibleName);
  field->setPlaceholderText(placeholder);
  field->setClearButtonEnabled(true);
  field->setMinimumWidth(leastWidth);
  return field;
}

ElidedLabel *makeStatusLine(const char *name, const QString &accessibleName, int leastWidth) {
  auto *line = new ElidedLabel;
  line->setObjectName(QLatin1String(name));
  line->setAccessibleName(accessibleName);
  line->setTextFormat(Qt::PlainText);
  line->setMinimumWidth(leastWidth);
  return line;
}

QWidget *makeColumn(std::initializer_list<QWidget *> widgets) {
  auto *made = new QWidget;
  auto *column = new QVBoxLayout(made);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  for (QWidget *widget : widgets)
    column->addWidget(widget);
  column->setStretch(column->count() - 1, 1);
  return made;
}

QSplitter *makeParts(const char *name, const QString &accessibleName,
                     std::initializer_list<std::pair<QWidget *, int>> parts) {
  auto *splitter = new QSplitter(Qt::Horizontal);
  splitter->setObjectName(QLatin1String(name));
  splitter->setAccessibleName(accessibleName);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  QList<int> shares;
  for (const auto &[widget, share] : parts) {
    splitter->addWidget(widget);
    splitter->setStretchFactor(splitter->count() - 1, share / kShareUnit);
    shares << share;
  }
  splitter->setSizes(shares);
  return splitter;
}

PanelBar::PanelBar(const QMargins &margins, int gap)
    : m_groups(new QBoxLayout(QBoxLayout::LeftToRight, this)), m_gap(gap) {
  m_groups->setContentsMargins(margins);
  m_groups->setSpacing(gap);
  setMinimumWidth(1); // what its groups need beside each other is no demand
}

QHBoxLayout *PanelBar::addGroup(std::initializer_list<QWidget *> controls, bool isWide) {
  auto *group = new QHBoxLayout;
  group->setSpacing(m_gap);
  for (QWidget *control : controls)
    group->addWidget(control);
  m_groups->addLayout(group, isWide ? 1 : 0);
  for (int i = 0; isWide && i + 1 < m_groups->count(); ++i)
    m_groups->setStretch(i, 0);
  return group;
}

void PanelBar::changeEvent(QEvent *event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && isVisible())
    QTimer::singleShot(0, this, &PanelBar::arrange); // when the controls have their fonts, too
}

void PanelBar::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  arrange();
}

void PanelBar::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  arrange();
}

void PanelBar::arrange() {
  int needed = m_groups->contentsMargins().left() + m_groups->contentsMargins().right();
  for (int i = 0; i < m_groups->count(); ++i)
    needed += m_groups->itemAt(i)->minimumSize().width() + (i > 0 ? m_gap : 0);
  const auto direction = needed <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  if (m_groups->direction() == direction)
    return;
  m_groups->setDirection(direction);
  m_groups->setSpacing(direction == QBoxLayout::LeftToRight ? m_gap : m_gap / 2);
  updateGeometry();
}

} // namespace pstudio
