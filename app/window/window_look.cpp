// SPDX-License-Identifier: Apache-2.0
#include "app/window/window_look.h"

#include <QApplication>

#include "app/dialogs/preferences_dialog.h"
#include "app/settings/settings.h"
#include "app/window/window_style.h"

namespace pstudio {

WindowLook::WindowLook(Settings &settings, std::function<bool()> isDesktopDark, QWidget *window)
    : QObject(window), m_settings(settings), m_isDesktopDark(std::move(isDesktopDark)),
      m_window(window), m_preferences(settings.preferences()), m_theme(preferredTheme()) {
  apply();
}

ThemeKind WindowLook::preferredTheme() const {
  bool dark = m_preferences.theme == ThemeChoice::Dark;
  if (m_preferences.theme == ThemeChoice::System)
    dark = m_isDesktopDark ? m_isDesktopDark() : isDesktopDark(*qApp);
  return themeKind(dark, m_preferences.palette);
}

void WindowLook::apply() {
  setTimeStyle(m_preferences.times);
  setWindowTextSize(*qApp, m_preferences.textSize);
  m_theme = preferredTheme();
  applyWindowTheme(*qApp, m_theme);
}

void WindowLook::setPreferences(const Preferences &preferences) {
  m_preferences = preferences;
  m_settings.setPreferences(preferences);
  if (auto *dialog = m_window->findChild<PreferencesDialog *>())
    dialog->setPreferences(preferences);
  apply();
  Q_EMIT changed();
}

void WindowLook::setTheme(ThemeKind theme) {
  Preferences preferences = m_preferences;
  preferences.theme = isDark(theme) ? ThemeChoice::Dark : ThemeChoice::Light;
  preferences.palette = paletteOf(theme);
  setPreferences(preferences);
}

void WindowLook::followDesktop() {
  if (m_preferences.theme != ThemeChoice::System || preferredTheme() == m_theme)
    return;
  apply();
  Q_EMIT changed();
}

void WindowLook::showDialog() {
  auto *dialog = m_window->findChild<PreferencesDialog *>();
  if (dialog == nullptr) {
    dialog = new PreferencesDialog(m_preferences, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreferencesDialog::changed, this, &WindowLook::setPreferences);
  }
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

} // namespace pstudio
