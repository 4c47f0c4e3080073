// SPDX-License-Identifier: Apache-2.0
// Which kernels of a program are recorded, and in which mode.
#pragma once

#include <QWidget>

#include <map>
#include <string_view>

#include "app/dialogs/field_errors.h"
#include "core/attach/attach_report.h"
#include "core/attach/attached_program.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QTableView;

namespace pstudio {

class KernelTableModel;
class RecordingForm;

/// The page after a listing. [thread: gui]
class KernelChoice : public QWidget {
  Q_OBJECT

public:
  explicit KernelChoice(QWidget *parent = nullptr);

  /// Shows the kernels with the ticks of `program`.
  void setReport(const attach::AttachReport &report, const attach::AttachedProgram &program);
  /// Shows the counts of a run with these kernels; ticks and settings stay.
  void setCounts(const attach::AttachReport &report);
  /// Writes ticks, mode and limits into `program`; an error is about a field of the mode.
  Result<void> readInto(attach::AttachedProgram &program) const;

  bool hasTicks() const;
  /// The activity is chosen, and the program launched kernels.
  bool recordsActivity() const;
  bool showError(const Error &error) { return m_errors->show(error); }
  void clearErrors() { m_errors->clear(); }
  const FieldErrors &errors() const { return *m_errors; }
  KernelTableModel &model() { return *m_model; }

Q_SIGNALS:
  void edited();

private:
  QWidget *makeRecording();
  void addSetting(QFormLayout *form, const char *name, const QString &label, QWidget *editor,
                  QWidget *row);
  void fitColumns();
  void showEmptiness(const attach::AttachReport &report);

  FieldErrors *m_errors;
  KernelTableModel *m_model;
  QTableView *m_table;
  QLabel *m_empty; ///< in place of the table
  RecordingForm *m_recording = nullptr;
  QComboBox *m_activity = nullptr;
  std::map<std::string_view, QWidget *> m_editors; ///< of settings, by AttachOption::name
};

} // namespace pstudio
