// SPDX-License-Identifier: Apache-2.0
// The page of a call tree that was opened without a trace.
#include "app/window/tree_page.h"

#include <QVBoxLayout>

#include "viewer/widgets/calltree/call_tree_panel.h"

namespace pstudio {

TreePage::TreePage(const OpenTrace &openTrace, ThemeKind theme, QWidget *parent)
    : QWidget(parent), m_openTrace(openTrace.id), m_panel(new CallTreePanel) {
  setObjectName(QStringLiteral("treePage"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_panel);
  setFocusProxy(m_panel);
  m_panel->setThemeKind(theme);
  const auto tree = openTrace.data.tree;
  m_panel->setSources({{openTrace.title, [tree] { return tree; }}}, nullptr);
}

} // namespace pstudio
