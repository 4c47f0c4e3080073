// SPDX-License-Identifier: Apache-2.0
// The fields of a run specification as widgets.
#pragma once

#include <QWidget>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/dialogs/field_errors.h"
#include "app/dialogs/run_question.h"
#include "app/run/target_query.h"
#include "core/base/result.h"
#include "core/run/program_spec.h"
#include "core/run/run_spec.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;
class QVBoxLayout;

namespace pstudio {

class ActivityForm;
class ArgumentTable;
class CheckTable;
class FoldSection;
class RecordingForm;

/// Shows a specification and returns the edited one. The form checks the syntax of its own texts
/// only: parseRunSpec() checks the values, and the caller passes its errors to showError().
/// [thread: gui]
class RunForm : public QWidget {
  Q_OBJECT

public:
  explicit RunForm(QWidget *parent = nullptr);

  void setSpec(const RunSpec &spec);
  /// The specification in the fields; an error is about text that cannot be read, `where` is its
  /// field.
  Result<RunSpec> spec() const;

  /// Shows a whole program: the fields that its own host code decides are hidden until setSpec().
  void setProgram(const ProgramSpec &program);
  bool isProgram() const { return m_isProgram; }
  /// The program in the fields. Errors of setTarget() and loadProgramSpec(), with the field where
  /// it is one.
  Result<ProgramSpec> program() const;

  /// The question that the run answers: chosen by the user, at first that of the shown mode.
  RunQuestion question() const { return m_question; }
  /// Opens launch and arguments, which are folded where a specification contains them.
  void unfoldLaunch();

  /// Lists the targets with the reasons of those that cannot be used. Keeps the chosen one.
  void setTargets(const QList<TargetAvailability> &targets);
  /// Why the chosen target cannot be used; empty if it can or if its state is unknown.
  QString targetProblem() const;

  /// Shows the error at the field that it names. \return false if it names no field of the form.
  bool showError(const Error &error);
  void clearErrors();
  const FieldErrors &errors() const { return *m_errors; }

Q_SIGNALS:
  void edited(); ///< the user changed a field

private:
  QWidget *makeQuestionSection();
  QWidget *makeKernelSection();
  void addTargetRow(QFormLayout *form);
  QWidget *makeLaunchSection();
  FoldSection *makeLaunchFold();
  FoldSection *makeMoreFold();
  QWidget *makeRecordingSection();
  void addRepetitionRows(QFormLayout *form);
  void chooseQuestion(RunQuestion question); ///< by the user
  void showQuestion(RunQuestion question);
  void showActivityRows();
  void showLaunch(); ///< to the figures of the recording
  QWidget *makeTableSection(const QString &title, const QString &path, QWidget *table,
                            const QString &add, const std::function<void()> &addRow,
                            const std::function<void()> &removeRow);
  QWidget *makeExtents(const QString &name, const QString &accessibleName,
                       std::array<QSpinBox *, 3> &fields);
  /// A row that a program does not have.
  void addKernelRow(QFormLayout *form, const QString &label, QWidget *editor, const QString &path);
  void showAsProgram(bool isProgram);
  void announceEdits();
  void chooseKernelFile();
  void setTarget(const QString &text);
  QString targetText() const;
  void showTargetReason();

  FieldErrors *m_errors;
  RunSpec m_base; ///< parts that the form does not show: path
  QLabel *m_kernelHeading = nullptr;
  QLineEdit *m_kernelFile = nullptr;
  QLineEdit *m_function = nullptr;
  QComboBox *m_target = nullptr;
  QLineEdit *m_architecture = nullptr; ///< text after the target's colon; may be empty
  QLabel *m_targetReason = nullptr;
  std::array<QSpinBox *, 3> m_grid{};
  std::array<QSpinBox *, 3> m_block{};
  std::array<QSpinBox *, 3> m_cluster{};
  QSpinBox *m_dynamicShared = nullptr;
  QCheckBox *m_cooperative = nullptr;
  QCheckBox *m_programmatic = nullptr;
  ArgumentTable *m_arguments = nullptr;
  CheckTable *m_checks = nullptr;
  RecordingForm *m_recording = nullptr;
  ActivityForm *m_activity = nullptr;
  QSpinBox *m_warmup = nullptr;
  QSpinBox *m_repeat = nullptr;
  QDoubleSpinBox *m_timeLimit = nullptr;
  QLabel *m_timeLimitScope = nullptr;
  FoldSection *m_launchFold = nullptr; ///< launch, arguments, checks
  FoldSection *m_moreFold = nullptr;   ///< activity, repetitions, limit
  std::array<QRadioButton *, kRunQuestions.size()> m_questions{};
  RunQuestion m_question = RunQuestion::Time;
  bool m_isProgram = false;
  std::vector<std::pair<QFormLayout *, QWidget *>> m_kernelRows; ///< not of a program
  std::vector<QWidget *> m_kernelSections;                       ///< not of a program
  QList<TargetAvailability> m_targets;
};

} // namespace pstudio
