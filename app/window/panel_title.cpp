// SPDX-License-Identifier: Apache-2.0
// The title of a panel: its name and buttons that maximise and close it.
#include "app/window/panel_title.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "app/window/icon_set.h"

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

} // namespace

PanelTitle::PanelTitle(const QString &title, const IconSet &icons, QDockWidget *panel,
                       QAction *maximize)
    : QWidget(panel) {
  setObjectName(QStringLiteral("panelTitle"));
  setAttribute(Qt::WA_StyledBackground);
  setToolTip(tr("Drag to move, double-click to float. View > Panels reopens a closed panel."));
  auto *label = new QLabel(title);
  label->setProperty("role", QLatin1String("heading"));
  auto *close = makeButton("closePanel", icons.icon(QStringLiteral("close"), ColorToken::TextMuted),
                           tr("Close the panel"), tr("Close the panel %1").arg(title));
  connect(close, &QToolButton::clicked, panel, &QWidget::close);
  auto *layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 2, 4, 2);
  layout->setSpacing(2);
  layout->addWidget(label, 1);
  if (maximize) {
    auto *button =
        makeButton("maximizePanel", icons.icon(QStringLiteral("maximize"), ColorToken::TextMuted),
                   maximize->toolTip(), tr("Maximise or restore the panel %1").arg(title));
    connect(button, &QToolButton::clicked, maximize, &QAction::trigger);
    layout->addWidget(button);
  }
  layout->addWidget(close);
}

} // namespace pstudio
