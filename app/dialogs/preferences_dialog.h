// SPDX-License-Identifier: Apache-2.0
// The preferences: text size, unit of times, theme and colours.
#pragma once

#include <QDialog>

#include "app/settings/preferences.h"

class QComboBox;
class QFormLayout;
class QPushButton;
class QSpinBox;

namespace pstudio {

/// Reports each change at once; there is nothing to confirm. [thread: gui]
class PreferencesDialog : public QDialog {
  Q_OBJECT

public:
  explicit PreferencesDialog(const Preferences &preferences, QWidget *parent = nullptr);

  /// Shows preferences that were changed elsewhere, without changed().
  void setPreferences(const Preferences &preferences);

Q_SIGNALS:
  void changed(const Preferences &preferences);

private:
  QWidget *makeFields();
  QWidget *makeButtons();
  void report();

  Preferences m_preferences;
  QSpinBox *m_textSize = nullptr;
  QComboBox *m_times = nullptr;
  QComboBox *m_theme = nullptr;
  QComboBox *m_palette = nullptr;
  QPushButton *m_reset = nullptr;
};

} // namespace pstudio
