// SPDX-License-Identifier: Apache-2.0
// A main window with its own settings and folders, for tests and for the tool that writes pictures.
#pragma once

#include <QSettings>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>

#include "app/window/main_window.h"

namespace pstudio::test {

/// The window stores its settings and files in a temporary folder. Requires a QApplication.
class WindowFixture {
public:
  explicit WindowFixture(std::optional<WorkerCommand> worker = std::nullopt);

  MainWindow &window() { return *m_window; }
  Settings &settings() { return m_settings; }
  /// An absolute path in the temporary folder.
  QString path(const QString &name) const { return m_folder.filePath(name); }
  /// The answer to the window's question about unsaved results, and the number of questions.
  UnsavedChoice answer = UnsavedChoice::Discard;
  int questions = 0;
  /// The same for a run in progress, and the runs in the questions.
  bool endsRun = true;
  QStringList endedRuns;
  /// The theme of the desktop.
  bool isDesktopDark = false;

  /// Closes the window and opens another one on the same settings and folders. \return whether it
  /// closed. \param between  called while no window is open.
  bool restart(const std::function<void()> &between = {});
  void show(QSize size = {1600, 960});
  /// Processes events until nothing moves any more: after a change of the panels or of the size.
  /// Ends the test program if the layout does not come to rest within kLoadMs.
  void settle();

private:
  void openWindow();

  QTemporaryDir m_folder;
  QSettings m_store;
  Settings m_settings;
  std::optional<WorkerCommand> m_worker;
  std::unique_ptr<MainWindow> m_window;
};

/// The worker of this build; nullopt if it was not built or this build has no collector.
std::optional<WorkerCommand> realWorker();
/// A worker whose behaviour `behaviour` selects (fake_worker.cpp).
WorkerCommand fakeWorker(const QString &behaviour);
/// The first slice with this name. \pre the trace has one
SliceId firstSliceNamed(const Trace &trace, std::string_view name);
/// A small trace: one SM, one CTA, two warps with nested scopes and arguments, 400 cycles of 1 ns
/// each. With a recording cost the time base is measured, as on a GPU.
Trace smallTrace(const std::optional<RecordingCost> &cost = std::nullopt);
/// Writes smallTrace() as .pftrace. Ends the test program if that fails.
void writeSmallTrace(const QString &file);

/// Time limit for reading a trace [ms].
inline constexpr int kLoadMs = 20000;
/// Time limit for a run of an example [ms].
inline constexpr int kRunMs = 120000;

/// The specification of the example gemm_tiled.
QString gemmSpec();
/// Fails the test function if the file cannot be written.
void writeBytes(const QString &path, const QByteArray &bytes);

/// Waits until `count` traces are open, none of them is live, and no file is being read.
bool waitForOpenTraces(MainWindow &window, qsizetype count, int limitMs = kLoadMs);

/// Opens smallTrace() from a file of this name; returns its path.
QString openSmall(WindowFixture &fixture, const QString &name);

} // namespace pstudio::test
