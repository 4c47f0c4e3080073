// SPDX-License-Identifier: Apache-2.0
// Style of the window, in addition to the style of viewer/paint for standard widgets.
#include "app/window/window_style.h"

#include <QApplication>

#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

QString windowStyleSheet(const Theme &theme) {
  const QString mono = fontFor(FontRole::Mono).family();
  return QStringLiteral(R"(
QLabel[role="warning"] { color: %1; }
QLabel[role="fieldError"] { color: %2; font-size: %11px; }
QLabel[role="messageWhat"] { font-weight: 600; }
QLabel[role="messageWhere"] { font-family: "%5"; color: %4; }
QLabel[role="messageHint"] { color: %4; }
QLabel[role="sourceContext"] { color: %4; }
QLabel[role="sourceLine"] { background: %3; }
QToolBar#messageDrawer { background: %10; border: 0; border-top: 1px solid %6; padding: 0; spacing: 0; }
QWidget#messageLine QToolButton { padding: 1px 10px; min-height: 14px; }
QWidget#messageLine QToolButton#dismissNewest { padding: 2px; }
QFrame#message { background: %3; border: 0; border-bottom: 1px solid %6; border-left: 3px solid %2; }
QFrame#message[severity="warning"] { border-left: 3px solid %1; }
QFrame#message[severity="info"] { border-left: 3px solid %7; }
QFrame#message QToolButton, QToolButton[quiet="true"] { background: transparent; border: 1px solid transparent;
  padding: 3px; }
QFrame#message QToolButton:hover, QToolButton[quiet="true"]:hover { background: %8; }
QWidget#startPageGround, QWidget#startPageBody { background: %9; }
QPlainTextEdit#logText { font-family: "%5"; padding: 4px; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 14px; height: 14px; background: %9; border: 1px solid %4;
  border-radius: 3px; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { image: url(:/icons/check.svg); border-color: %7; }
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled { background: %3; border-color: %6; }
QCheckBox:focus, QRadioButton:focus { color: %7; }
QRadioButton { spacing: 8px; }
QRadioButton::indicator { width: 12px; height: 12px; background: %9; border: 1px solid %4; border-radius: 7px; }
QRadioButton::indicator:checked { background: %7; border: 1px solid %4; }
QComboBox::down-arrow { image: url(:/icons/chevron_down.svg); width: 12px; height: 12px; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {
  background: transparent; border: 0; width: 18px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/chevron_up.svg); width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/chevron_down.svg); width: 10px; height: 10px; }
QPlainTextEdit#remoteEnvironment, QListWidget#remoteList { border: 1px solid %6; border-radius: 4px; }
QPlainTextEdit#remoteEnvironment { padding: 2px 6px; }
QListWidget#remoteList::item { padding: 4px 8px; border: 1px solid transparent; }
QFileDialog { backward-icon: url(:/icons/folder_back.svg); forward-icon: url(:/icons/folder_forward.svg);
  filedialog-parent-directory-icon: url(:/icons/folder_up.svg);
  filedialog-new-directory-icon: url(:/icons/folder_new.svg);
  filedialog-listview-icon: url(:/icons/view_list.svg);
  filedialog-detailedview-icon: url(:/icons/view_details.svg); }
QFileDialog QToolButton { padding: 2px; min-height: 0; }
QToolBar#panelStrip { border: 0; border-top: 1px solid %6; padding: 2px 8px; spacing: 2px; }
QToolButton[strip="true"] { background: transparent; border: 1px solid transparent; padding: 2px 10px; min-height: 14px; }
QToolButton[strip="true"]:hover { background: %8; }
QToolButton[strip="true"]:checked { background: %3; border: 1px solid %6; }
QToolButton[strip="true"]:focus { border: 1px solid %7; }
QToolButton[muted="true"] { color: %4; }
QToolButton[fold="true"] { background: transparent; border: 1px solid transparent; padding: 3px 6px 3px 0; font-weight: 600; }
QToolButton[fold="true"]:hover { background: %8; }
QToolButton[fold="true"]:focus { border: 1px solid %7; }
QWidget#panelTitle { background: %10; border-bottom: 1px solid %6; }
QTableWidget::item { padding: 2px 7px; border: 1px solid transparent; }
QTableWidget { border: 1px solid %6; border-radius: 4px; }
QTableWidget QComboBox { border: 0; border-radius: 0; background: transparent; padding: 3px 8px; }
)")
      .arg(theme.color(ColorToken::Caution).name(), theme.color(ColorToken::Warning).name(),
           theme.color(ColorToken::Raised).name(), theme.color(ColorToken::TextMuted).name(), mono,
           theme.color(ColorToken::Border).name(), theme.color(ColorToken::Accent).name(),
           theme.color(ColorToken::RaisedHover).name(), theme.color(ColorToken::Canvas).name())
      .arg(theme.color(ColorToken::Panel).name())
      .arg(windowFont(FontRole::Small).pixelSize());
}

} // namespace

void applyWindowTheme(QApplication &application, ThemeKind kind) {
  applyTheme(application, kind, windowStyleSheet(Theme::of(kind)));
}

bool isDesktopDark(QApplication &application) {
  const QPalette ours = application.palette();
  application.setPalette(QPalette()); // then palette() is the desktop's
  const QPalette desktop = application.palette();
  application.setPalette(ours);
  return desktop.color(QPalette::Window).lightness() <
         desktop.color(QPalette::WindowText).lightness();
}

const Theme &shownTheme(const QPalette &palette) {
  for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light})
    if (Theme::of(kind).color(ColorToken::Canvas) == palette.color(QPalette::Base))
      return Theme::of(kind);
  return Theme::of(ThemeKind::Dark);
}

} // namespace pstudio
