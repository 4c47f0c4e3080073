// SPDX-License-Identifier: Apache-2.0
// External services of the window: settings, readers, the worker, and the answers to questions.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

#include "app/documents/open_traces.h"
#include "app/run/run_launcher.h"
#include "app/settings/resource_locator.h"
#include "app/settings/settings.h"

namespace pstudio {

/// The user's choice for results that were never saved.
enum class UnsavedChoice { Save, Discard, Cancel };

/// External services of the window; tests replace them.
struct WindowServices {
  Settings &settings; ///< must outlive the window
  ResourceLocator resources;
  TraceReaders readers;
  TraceSaver::Writer writer;
  std::optional<WorkerCommand> worker; ///< nothing = kernels cannot be run here
  QString resultRoot;                  ///< folder for the results of runs
  /// The question about unsaved results, by title. Empty = a message box.
  std::function<UnsavedChoice(const QStringList &titles)> askUnsaved;
  /// The question whether to end a run in progress and quit. Empty = a message box.
  std::function<bool(const QString &run)> askEndRun = {};
  /// Whether the desktop is dark. Empty = as its palette is.
  std::function<bool()> isDesktopDark = {};
};

} // namespace pstudio
