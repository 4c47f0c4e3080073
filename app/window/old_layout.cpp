// SPDX-License-Identifier: Apache-2.0
#include "app/window/old_layout.h"

#include <QDockWidget>
#include <QMainWindow>

#include <memory>
#include <vector>

namespace pstudio {
namespace {

constexpr int kOldVersion = 7;

struct OldPanel {
  const char *dock; ///< object name of its dock
  const char *view; ///< that replaces it; empty: it is no panel any more
};
constexpr OldPanel kOldPanels[] = {{"passesPanel", "passes"},
                                   {"callTreeDock", "callTree"},
                                   {"queryDock", "query"},
                                   {"logPanel", ""},
                                   {"searchHitsDock", ""}};

} // namespace

QStringList restoreOldLayout(QMainWindow &window, const QByteArray &state) {
  // The state names docks, which must exist to be restored. Without them their tabs stay as gaps.
  std::vector<std::unique_ptr<QDockWidget>> docks;
  for (const OldPanel &old : kOldPanels) {
    docks.push_back(std::make_unique<QDockWidget>(&window));
    docks.back()->setObjectName(QLatin1String(old.dock));
    window.addDockWidget(Qt::BottomDockWidgetArea, docks.back().get());
    docks.back()->hide();
  }
  const bool isRestored = window.restoreState(state, kOldVersion);
  QStringList views;
  for (size_t i = 0; i < docks.size(); ++i) {
    if (isRestored && !docks[i]->isHidden() && *kOldPanels[i].view != '\0')
      views << QLatin1String(kOldPanels[i].view);
    window.removeDockWidget(docks[i].get());
  }
  return views;
}

} // namespace pstudio
