// SPDX-License-Identifier: Apache-2.0
#include "app/window/palette_commands.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QPointer>

#include "app/documents/open_trace_list.h"
#include "app/window/window_actions.h"

namespace pstudio {
namespace {

QString words(const char *text) {
  return QCoreApplication::translate("CommandPalette", text);
}

QString plainTextOf(const QAction &action) {
  QString text = action.text();
  return text.remove(QLatin1Char('&'));
}

/// Menus may be filled anew while the palette is open: an action that is gone does nothing.
std::function<void()> triggering(QAction *action) {
  return [action = QPointer(action)] {
    if (action)
      action->trigger();
  };
}

} // namespace

QList<PaletteCommand> paletteCommands(const WindowActions &actions, OpenTraceList &traces,
                                      const QMenu &panels, const QMenu &examples) {
  QList<PaletteCommand> commands;
  for (QAction *action : actions.all()) {
    if (action == actions.palette || !action->isVisible())
      continue;
    const bool isEnabled = action->isEnabled();
    commands << PaletteCommand{action->objectName(),
                               WindowActions::nameOf(action),
                               action->shortcut().toString(QKeySequence::NativeText),
                               isEnabled ? action->whatsThis() : WindowActions::obstacleOf(action),
                               isEnabled,
                               triggering(action)};
  }
  for (const OpenTrace &open : traces.traces())
    commands << PaletteCommand{QStringLiteral("goTo.") + open.file,
                               words("Go to %1").arg(open.title),
                               {},
                               open.file,
                               true,
                               [&traces, id = open.id] { traces.setCurrent(id); }};
  for (QAction *panel : panels.actions())
    commands << PaletteCommand{
        QStringLiteral("panel.") + plainTextOf(*panel),
        (panel->isChecked() ? words("Hide panel %1") : words("Show panel %1"))
            .arg(plainTextOf(*panel)),
        {},
        words("Show or hide the panel"),
        panel->isEnabled(),
        triggering(panel)};
  for (QAction *example : examples.actions())
    commands << PaletteCommand{QStringLiteral("example.") + plainTextOf(*example),
                               words("Run the example %1").arg(plainTextOf(*example)),
                               {},
                               words("Run the example"),
                               example->isEnabled(),
                               triggering(example)};
  return commands;
}

} // namespace pstudio
