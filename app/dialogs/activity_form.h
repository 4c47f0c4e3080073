// SPDX-License-Identifier: Apache-2.0
// Widgets for the data that the GPU vendor's tool records of a run.
#pragma once

#include <QWidget>

#include <array>

#include "core/base/result.h"
#include "core/run/activity_settings.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace pstudio {

class FieldErrors;

/// The rows of a form that edit ActivitySettings. Errors are about the fields "activity",
/// "pc_samples" and "counters". [thread: gui]
class ActivityForm : public QWidget {
  Q_OBJECT

public:
  /// Adds its rows to `form`; `errors` shows error messages under them. Both must outlive it.
  ActivityForm(QFormLayout *form, FieldErrors &errors, QWidget *parent);

  void setActivity(const ActivitySettings &activity);
  /// The settings of the rows. InvalidInput for invalid counter names, with the field in `where`.
  Result<ActivitySettings> activity() const;
  /// Shows the rows that a target ("cuda:sm_90a", "lab/hip") has, and those with a choice.
  /// \param isProgram  a whole program has no data of additional launches.
  void showRowsOf(const QString &target, bool isProgram);

Q_SIGNALS:
  void edited(); ///< the user changed a row

private:
  static constexpr size_t kKinds = 4;
  QFormLayout *m_form;
  std::array<QCheckBox *, kKinds> m_kinds{};
  QWidget *m_kindsRow = nullptr;
  QComboBox *m_period = nullptr;
  QWidget *m_periodRow = nullptr;
  QLineEdit *m_counters = nullptr;
  QWidget *m_countersRow = nullptr;
};

} // namespace pstudio
