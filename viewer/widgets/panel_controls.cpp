// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/panel_controls.h"

#include <QComboBox>
#include <QToolButton>

namespace pstudio {
namespace {

constexpr int kLeastCombo = 104, kComboLetters = 15;

} // namespace

QComboBox *makeCombo(const char *name, const QString &accessibleName) {
  auto *combo = new QComboBox;
  combo->setObjectName(QLatin1String(name));
  combo->setAccessibleName(accessibleName);
  combo->setToolTip(accessibleName);
  // By the length of a text: measuring thousands of CTAs takes long.
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setMinimumContentsLength(kComboLetters);
  combo->setMinimumWidth(kLeastCombo);
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

} // namespace pstudio
