// SPDX-License-Identifier: Apache-2.0
// Widgets and text for the instrumentation mode of a kernel.
#pragma once

#include <QWidget>

#include <array>

#include "core/base/result.h"
#include "core/run/instrumentation_mode.h"

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
  /// The mode of the rows. InvalidInput for a text that is no mode, with the field in `where`.
  Result<InstrumentationMode> mode() const;

Q_SIGNALS:
  void edited(); ///< the user changed a row

private:
  void addWhatRows(QFormLayout *form);
  void addBufferRows(QFormLayout *form);
  void addSamplingRows(QFormLayout *form);
  void addTextRow(QFormLayout *form);
  void connectRows();
  void show(const InstrumentationMode &mode);
  void rowChanged();
  void textChanged();
  void updateRows();
  bool records() const; ///< some row enables records
  Result<void> readTexts(InstrumentationMode &mode) const;

  FieldErrors &m_errors;
  QCheckBox *m_enabled = nullptr;
  std::array<QCheckBox *, InstrumentationMode::kAutoModes> m_autoModes{};
  QLabel *m_cost = nullptr; ///< expected cost of the chosen modes
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
