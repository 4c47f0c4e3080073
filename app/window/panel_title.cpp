// SPDX-License-Identifier: Apache-2.0
// The title of a panel: its name and a button that closes it.
#include "app/window/panel_title.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "app/window/icon_set.h"

namespace pstudio {

PanelTitle::PanelTitle(const QString &title, const IconSet &icons, QDockWidget *panel)
    : QWidget(panel) {
  setObjectName(QStringLiteral("panelTitle"));
  setAttribute(Qt::WA_StyledBackground);
  setToolTip(tr("Drag to move, double-click to float. View > Panels brings a closed one back."));
  auto *label = new QLabel(title);
  label->setProperty("role", QLatin1String("heading"));
  auto *close = new QToolButton;
  close->setObjectName(QStringLiteral("closePanel"));
  close->setIcon(icons.icon(QStringLiteral("close"), ColorToken::TextMuted));
  close->setIconSize({12, 12});
  close->setProperty("quiet", true);
  close->setToolTip(tr("Close the panel"));
  close->setAccessibleName(tr("Close the panel %1").arg(title));
  connect(close, &QToolButton::clicked, panel, &QWidget::close);
  auto *layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 2, 4, 2);
  layout->addWidget(label, 1);
  layout->addWidget(close);
}

} // namespace pstudio
