// SPDX-License-Identifier: Apache-2.0
// What the window needs from outside: settings, readers, the worker, and who answers questions.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

#include "app/settings/resource_locator.h"
#include "app/settings/settings.h"
#include "app/documents/open_traces.h"
#include "app/run/run_launcher.h"

namespace pstudio {

/// What the user wants to happen to results that were never saved.
enum class UnsavedChoice { Save, Discard, Cancel };

/// What the window needs from outside; tests put other things here.
struct WindowServices {
  Settings &settings; ///< must outlive the window
  ResourceLocator resources;
  TraceReaders readers;
  TraceSaver::Writer writer;
  std::optional<WorkerCommand> worker; ///< nothing = kernels cannot be run here
  QString resultRoot;                  ///< folder for the results of runs
  /// Asks about unsaved results, by title. Empty = a message box.
  std::function<UnsavedChoice(const QStringList &titles)> askUnsaved;
  /// Asks whether to end a run in progress and quit. Empty = a message box.
  std::function<bool(const QString &run)> askEndRun = {};
  /// Whether the desktop is dark. Empty = as its palette is.
  std::function<bool()> isDesktopDark = {};
};

} // namespace pstudio
