// SPDX-License-Identifier: Apache-2.0
// Unmodified programs: their dialog, their results, the recent ones.
#pragma once

#include <QObject>
#include <QString>

#include "core/attach/attach_report.h"
#include "core/attach/attached_program.h"
#include "viewer/widgets/start_page.h"

class QWidget;

namespace pstudio {

struct Message;
class IconSet;
class OpenTraces;
class ProgramDialog;
class RunLauncher;
class Settings;
class StartPage;

/// Connects the program dialog with settings and open traces. [thread: gui]
class ProgramPresenter : public QObject {
  Q_OBJECT

public:
  /// \param window  parent of the dialog. All must outlive the presenter.
  ProgramPresenter(QWidget &window, Settings &settings, OpenTraces &traces, RunLauncher &runs);

  /// Shows the dialog, with the last program in it at first.
  void showDialog();
  /// Shows the dialog with one of Settings::recentPrograms(); nothing for another number.
  void showRecent(int number);
  /// Settings::recentPrograms() for the start page, in their order.
  QList<StartPageEntry> recentEntries(const QIcon &icon) const;
  /// The same, on the start page.
  void showRecentOn(StartPage &page, IconSet &icons) const;
  /// Shows a dialog for an output folder; empty if the user cancels.
  QString chooseFolder();
  /// Opens all traces of an output folder; `path` is the folder or its report.json.
  void openFolder(const QString &path);
  ProgramDialog *dialog() const { return m_dialog; } ///< null before it was shown

Q_SIGNALS:
  void recentProgramsChanged();
  void problem(const QString &whatFailed, const pstudio::Error &error);
  void reported(const pstudio::Message &message);

private:
  ProgramDialog &makeDialog();
  void present(const attach::AttachedProgram &program);
  /// Opens the merged trace alone where there is one.
  void openTraces(const attach::AttachFolder &folder, bool isKept);

  QWidget &m_window;
  Settings &m_settings;
  OpenTraces &m_traces;
  RunLauncher &m_runs;
  ProgramDialog *m_dialog = nullptr; ///< of the window
};

} // namespace pstudio
