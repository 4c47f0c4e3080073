// SPDX-License-Identifier: Apache-2.0
// Widgets and text for the instrumentation mode of a kernel.
#pragma once

#include <QWidget>

#include <array>
#include <vector>

#include "app/dialogs/run_question.h"
#include "core/base/result.h"
#include "core/run/instrumentation_mode.h"
#include "core/run/record_room.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace pstudio {

class FieldErrors;

/// The rows of a form that edit an InstrumentationMode. The last row is the text of the mode in the
/// syntax of the command line. An edit of the text updates the other rows, and the other way round.
/// Errors name the field "instrumentation" or one below it. [thread: gui]
class RecordingForm : public QWidget {
  Q_OBJECT

public:
  /// Adds its rows to `form`; `errors` shows error messages under them. Both must outlive it.
  RecordingForm(QFormLayout *form, FieldErrors &errors, QWidget *parent);

  void setMode(const InstrumentationMode &mode);
  /// Shows the rows that matter for a question, and the cost and the room of the records.
  void showRowsOf(RunQuestion question);
  /// The launch whose records must fit.
  void setLaunch(const RecordingLaunch &launch);
  /// The mode of the rows. InvalidInput for a text that is no mode, with the field in `where`.
  Result<InstrumentationMode> mode() const;

Q_SIGNALS:
  void edited(); ///< the user changed a row

private:
  void addWhatRows();
  void addBufferRows();
  void addSamplingRows();
  void addTextRow();
  /// A row that a question may hide.
  void addOptionRow(const QString &label, QWidget *editor, const QString &path);
  void addFigures();
  void connectRows();
  void show(const InstrumentationMode &mode);
  void rowChanged();
  void textChanged();
  void updateRows();
  void showFigures();   ///< cost and room
  bool records() const; ///< some row enables records
  Result<void> readTexts(InstrumentationMode &mode) const;

  FieldErrors &m_errors;
  QFormLayout *m_form;
  std::vector<QWidget *> m_rows; ///< editors of all rows
  RecordingLaunch m_launch;
  QCheckBox *m_enabled = nullptr;
  std::array<QCheckBox *, InstrumentationMode::kAutoModes> m_autoModes{};
  QLabel *m_cost = nullptr; ///< expected cost of the chosen modes
  QLabel *m_room = nullptr; ///< number of records that fit
  QComboBox *m_bufferType = nullptr;
  QSpinBox *m_slots = nullptr;
  QComboBox *m_strategy = nullptr;
  QComboBox *m_whenFull = nullptr;
  QComboBox *m_granularity = nullptr;
  QComboBox *m_metric = nullptr;
  QLineEdit *m_warps = nullptr;
  QLineEdit *m_ctas = nullptr;
  QSpinBox *m_every = nullptr;
  QLineEdit *m_include = nullptr;
  QLineEdit *m_exclude = nullptr;
  QLineEdit *m_text = nullptr;
  std::vector<InstrumentationMode::Callback> m_callbacks; ///< only the text row edits them
  InstrumentationMode::Groups m_groups = InstrumentationMode().groups; ///< only in the text
  InstrumentationMode::WarpBarriers m_warpBarriers = {};               ///< likewise
  uint32_t m_bins = InstrumentationMode().bins; ///< of strategy histogram; likewise
};

} // namespace pstudio
