// SPDX-License-Identifier: Apache-2.0
// The dialog that makes a run: loads a specification or a whole program, edits it, checks it field
// by field, saves or runs it.
#pragma once

#include <QDialog>

#include <optional>

#include "app/run/target_query.h"
#include "core/base/result.h"
#include "core/run/program_spec.h"
#include "core/run/run_spec.h"

class QLabel;
class QPushButton;

namespace pstudio {

class RunForm;
class Settings;

/// Accepted = run program() if there is one, else spec(). [thread: gui]
class RunDialog : public QDialog {
  Q_OBJECT

public:
  /// \param settings  must outlive the dialog.
  explicit RunDialog(Settings &settings, QWidget *parent = nullptr);

  /// Shows the specification of a file, a program (isProgramFile()) with the default settings, or a
  /// specification that runs the first kernel of a PTX file (runSpecForPtx()).
  /// An error leaves the fields as they are.
  Result<void> loadFile(const QString &file);
  void setSpec(const RunSpec &spec);
  void setProgram(const ProgramSpec &program);
  void setTargets(const QList<TargetAvailability> &targets);
  /// Shows why runs are not possible here; saving stays possible. Empty: runs are possible.
  void setRunProblem(const QString &problem);

  /// The specification as checked when the dialog was accepted.
  const RunSpec &spec() const { return m_spec; }
  /// The program as checked when the dialog was accepted; none if it was a specification.
  const std::optional<ProgramSpec> &program() const { return m_program; }
  RunForm &form() { return *m_form; }

private:
  Result<void> loadPtx(const QString &file);
  void chooseFile();
  void saveAs();
  void run();
  /// Reads and checks the fields; errors are shown at their fields.
  bool validate();
  bool validateProgram();
  bool tellErrorOfField(const Error &error);
  void showProblem(const QString &text);
  /// The fields do not contain the file that was to be loaded. Runs stay disabled until a field is
  /// edited or a load succeeds.
  void showLoadFailure(const QString &file, const Error &error);
  void setOutOfDate(bool isOutOfDate);

  Settings &m_settings;
  RunForm *m_form;
  QLabel *m_file;
  QLabel *m_problem;
  QPushButton *m_save;
  QPushButton *m_run;
  QString m_obstacle;         ///< why nothing can be run here; or empty
  bool m_isOutOfDate = false; ///< a load has failed since
  RunSpec m_spec;
  std::optional<ProgramSpec> m_program;
};

/// The specification after it was written as text and parsed again, as later readers parse it.
Result<RunSpec> checkSpec(const RunSpec &spec);

} // namespace pstudio
