// SPDX-License-Identifier: Apache-2.0
// Command, working directory, environment and output folder of a program.
#pragma once

#include <QWidget>

#include "app/dialogs/field_errors.h"
#include "core/attach/attached_program.h"

class QLabel;
class QLineEdit;
class QTableWidget;

namespace pstudio {

class Settings;

/// The first page of the program dialog. [thread: gui]
class ProgramForm : public QWidget {
  Q_OBJECT

public:
  /// \param settings  must outlive the form.
  explicit ProgramForm(Settings &settings, QWidget *parent = nullptr);

  /// Shows command, folder, environment and output; the rest of `program` is not the form's.
  void setProgram(const attach::AttachedProgram &program);
  /// Writes the fields into `program`.
  void readInto(attach::AttachedProgram &program) const;

  /// Complains at the field that the error names. \return false if it names none.
  bool showError(const Error &error) { return m_errors->show(error); }
  void clearErrors() { m_errors->clear(); }
  const FieldErrors &errors() const { return *m_errors; }

Q_SIGNALS:
  void edited();

protected:
  void showEvent(QShowEvent *event) override;

private:
  QWidget *makeEnvironment();
  QWidget *withBrowse(QLineEdit *edit, const char *objectName, const QString &what,
                      void (ProgramForm::*browse)());
  void browseProgram();
  void browseFolder();
  void browseOutput();
  void appendVariable(const QString &name, const QString &value);
  void showWords();

  Settings &m_settings;
  FieldErrors *m_errors;
  QLineEdit *m_command;
  QLabel *m_words; ///< how the command is split
  QLineEdit *m_folder;
  QTableWidget *m_environment;
  QLineEdit *m_output;
};

} // namespace pstudio
