// SPDX-License-Identifier: Apache-2.0
// The preferences as they are applied: theme, size of texts, unit of times.
#pragma once

#include <QObject>

#include <functional>

#include "app/settings/preferences.h"

class QWidget;

namespace pstudio {

/// Property of a panel whose width follows the size of texts: the scale when it was set.
inline constexpr const char *kTextScale = "textScale";

class PreferencesDialog;
class Settings;

/// Stores preferences and applies them to the process; its views follow changed(). [thread: gui]
class WindowLook : public QObject {
  Q_OBJECT

public:
  /// Applies the stored preferences. \param isDesktopDark  empty: as the desktop's palette is.
  WindowLook(Settings &settings, std::function<bool()> isDesktopDark, QWidget *window);

  const Preferences &preferences() const { return m_preferences; }
  ThemeKind theme() const { return m_theme; }

  void setPreferences(const Preferences &preferences);
  /// Light or dark and the palette become preferences.
  void setTheme(ThemeKind theme);
  /// The desktop may have another theme now.
  void followDesktop();
  void showDialog();

Q_SIGNALS:
  void changed();

private:
  ThemeKind preferredTheme() const;
  void apply();

  Settings &m_settings;
  const std::function<bool()> m_isDesktopDark;
  QWidget *m_window;
  Preferences m_preferences;
  ThemeKind m_theme;
};

} // namespace pstudio
