// SPDX-License-Identifier: Apache-2.0
// The title of a panel: its name, the switch of its views, and buttons that maximise and close it.
#include "app/window/panel_title.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "app/window/icon_set.h"
#include "app/window/window_actions.h"

namespace pstudio {
namespace {

QToolButton *makeButton(const char *name, const QIcon &icon, const QString &toolTip,
                        const QString &accessibleName) {
  auto *button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setIcon(icon);
  button->setIconSize({12, 12});
  button->setProperty("quiet", true);
  button->setToolTip(toolTip);
  button->setAccessibleName(accessibleName);
  return button;
}

constexpr int kSwitchGap = 10; // [pixels] between the name and the switch

} // namespace

PanelTitle::PanelTitle(const QString &title, const IconSet &icons, QDockWidget *panel,
                       QAction *maximize)
    : QWidget(panel), m_views(new QHBoxLayout) {
  setObjectName(QStringLiteral("panelTitle"));
  setAttribute(Qt::WA_StyledBackground);
  setToolTip(tr("Drag to move, double-click to float. The menu View reopens a closed panel."));
  auto *label = new QLabel(title);
  label->setProperty("role", QLatin1String("heading"));
  auto *close = makeButton("closePanel", icons.icon(QStringLiteral("close"), ColorToken::TextMuted),
                           tr("Close the panel"), tr("Close the panel %1").arg(title));
  connect(close, &QToolButton::clicked, panel, &QWidget::close);
  auto *layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 2, 4, 2);
  layout->setSpacing(2);
  layout->addWidget(label);
  layout->addLayout(m_views);
  layout->addStretch(1);
  m_views->setContentsMargins(kSwitchGap, 0, 0, 0);
  m_views->setSpacing(2);
  if (maximize) {
    auto *button =
        makeButton("maximizePanel", icons.icon(QStringLiteral("maximize"), ColorToken::TextMuted),
                   maximize->toolTip(), tr("Maximise or restore the panel %1").arg(title));
    connect(button, &QToolButton::clicked, maximize, &QAction::trigger);
    layout->addWidget(button);
  }
  layout->addWidget(close);
}

QToolButton *PanelTitle::addView(const QAction &action, const QString &text) {
  auto *button = new QToolButton;
  button->setObjectName(action.objectName() + QLatin1String("View"));
  button->setText(text);
  button->setToolTip(action.toolTip());
  button->setAccessibleName(WindowActions::nameOf(&action));
  button->setCheckable(true);
  button->setProperty("strip", true);
  m_views->addWidget(button);
  return button;
}

} // namespace pstudio
