// SPDX-License-Identifier: Apache-2.0
// Run > Program: a command, its kernels, which of them are recorded, and what came of it.
#pragma once

#include <QDialog>

#include <functional>
#include <memory>

#include "app/run/program_run.h"
#include "core/attach/attached_program.h"

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTemporaryDir;

namespace pstudio {

class KernelChoice;
class ProgramForm;
class ProgramReportTable;
class Settings;

/// Four pages: the command, a run with its output, the kernels, the report. Does not block the
/// window. Closing it while the program runs stops the program. [thread: gui]
class ProgramDialog : public QDialog {
  Q_OBJECT

public:
  enum class Page { Command, Output, Kernels, Report };
  /// A new folder for a recording of this title.
  using FolderMaker = std::function<Result<QString>(const QString &title)>;

  /// \param settings  must outlive the dialog. \param collector  proton-collect; empty if there is
  /// none. \param obstacle  why nothing can be run here; or empty.
  ProgramDialog(Settings &settings, QString collector, const QString &obstacle,
                FolderMaker makeFolder, QWidget *parent = nullptr);
  ~ProgramDialog() override;

  /// Shows the first page with it. Ignored while a program runs.
  void setProgram(const attach::AttachedProgram &program);
  Page page() const;
  ProgramRun &run() { return *m_run; }
  void reject() override;

Q_SIGNALS:
  /// A run begins: it is one of the recent programs now.
  void started(const pstudio::attach::AttachedProgram &program);
  /// \param isKept  the folder is one that the user chose.
  void recorded(const pstudio::attach::AttachFolder &folder, bool isKept);

private:
  QWidget *makeOutputPage();
  QWidget *makeReportPage();
  QWidget *makeButtons();
  void showPage(Page page);
  void updateButtons();
  void showProblem(const QString &text);
  void goOn();
  void goBack();
  void list();
  void record();
  void startRun(attach::AttachRequest request, const QString &output);
  void stop();
  void runEnded(const ProgramEnd &end);
  void showKernels(const ProgramEnd &end);
  void showReport(const ProgramEnd &end);
  void showFailure(const ProgramEnd &end);
  QString endText(const ProgramEnd &end) const;

  Settings &m_settings;
  const QString m_collector;
  const QString m_obstacle;
  FolderMaker m_makeFolder;
  attach::AttachedProgram m_program;
  std::unique_ptr<QTemporaryDir> m_listing; ///< report of the last listing
  bool m_hasKernels = false;                ///< a listing succeeded since the command was edited
  ProgramRun *m_run;
  QStackedWidget *m_pages;
  ProgramForm *m_form;
  KernelChoice *m_kernels;
  ProgramReportTable *m_report = nullptr;
  QLabel *m_reportSummary = nullptr;
  QLabel *m_activity = nullptr;
  QProgressBar *m_progress = nullptr;
  QPlainTextEdit *m_output = nullptr;
  QLabel *m_problem = nullptr;
  QPushButton *m_back = nullptr;
  QPushButton *m_stop = nullptr;
  QPushButton *m_close = nullptr;
  QPushButton *m_next = nullptr;
};

} // namespace pstudio
