// SPDX-License-Identifier: Apache-2.0
// The commands of the window's command palette.
#pragma once

#include <QList>

#include "app/window/command_palette.h"

class QMenu;

namespace pstudio {

class OpenTraceList;
class WindowActions;

/// All actions but the one that opens the palette, the open traces, the panels of `panels` (its
/// entries show or hide them), and the runs of `examples`. All of them must outlive the commands.
QList<PaletteCommand> paletteCommands(const WindowActions &actions, OpenTraceList &traces,
                                      const QMenu &panels, const QMenu &examples);

} // namespace pstudio
