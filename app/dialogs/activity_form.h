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
  /// The rows for data that needs additional launches: hidden for a whole program.
  std::array<QWidget *, 2> sampleRows() const { return {m_periodRow, m_countersRow}; }

Q_SIGNALS:
  void edited(); ///< the user changed a row

private:
  static constexpr size_t kKinds = 4;
  std::array<QCheckBox *, kKinds> m_kinds{};
  QComboBox *m_period = nullptr;
  QWidget *m_periodRow = nullptr;
  QLineEdit *m_counters = nullptr;
  QWidget *m_countersRow = nullptr;
};

} // namespace pstudio
