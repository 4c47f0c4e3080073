// SPDX-License-Identifier: Apache-2.0
// The look of standard widgets, made from the theme's tokens.
#include <QApplication>
#include <QPalette>
#include <QStyleFactory>
#include <QToolTip>

#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"
#include "viewer/paint/window_font_refresh.h"

namespace pstudio {
namespace {

QPalette paletteFor(const Theme &theme) {
  QPalette palette;
  auto set = [&](QPalette::ColorRole role, ColorToken token) {
    palette.setColor(role, theme.color(token));
  };
  set(QPalette::Window, ColorToken::Panel);
  set(QPalette::WindowText, ColorToken::Text);
  set(QPalette::Base, ColorToken::Canvas);
  set(QPalette::AlternateBase, ColorToken::Panel);
  set(QPalette::Text, ColorToken::Text);
  set(QPalette::PlaceholderText, ColorToken::TextMuted);
  set(QPalette::Button, ColorToken::Raised);
  set(QPalette::ButtonText, ColorToken::Text);
  set(QPalette::BrightText, ColorToken::Warning);
  set(QPalette::Highlight, ColorToken::Accent);
  set(QPalette::HighlightedText, ColorToken::OnAccent);
  set(QPalette::Link, ColorToken::TextLink);
  set(QPalette::LinkVisited, ColorToken::TextLink);
  set(QPalette::ToolTipBase, ColorToken::Raised);
  set(QPalette::ToolTipText, ColorToken::Text);
  set(QPalette::Light, ColorToken::RaisedHover);
  set(QPalette::Midlight, ColorToken::RaisedHover);
  set(QPalette::Mid, ColorToken::Border);
  set(QPalette::Dark, ColorToken::Border);
  set(QPalette::Shadow, ColorToken::CardShadow);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, theme.color(ColorToken::TextMuted));
  return palette;
}

// @token is replaced by the colour of the token, @small-size and @title-size by sizes of texts.
constexpr const char *kSheet = R"(
QMainWindow, QDialog { background: @panel; }
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px 6px; }
QToolBar { background: @panel; border: 0; border-bottom: 1px solid @border; padding: 6px 8px; spacing: 6px; }
QStatusBar { background: @panel; border-top: 1px solid @border; }
QStatusBar::item { border: 0; }
QMenuBar { background: @panel; border-bottom: 1px solid @border; }
QMenuBar::item { padding: 4px 8px; background: transparent; }
QMenuBar::item:selected { background: @stripe; border-radius: 4px; }
QMenu { background: @panel; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 32px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: @stripe; color: @text; }
QMenu::item:disabled { color: @text-muted; }
QMenu::separator { height: 1px; background: @border; margin: 4px 8px; }
QPushButton, QToolButton { background: @raised; color: @text; border: 1px solid @border; border-radius: 4px;
  padding: 4px 12px; min-height: 16px; }
QPushButton:hover, QToolButton:hover { background: @raised-hover; }
QPushButton:pressed, QToolButton:pressed { background: @stripe; }
QToolButton[compact="true"] { padding: 2px 8px; min-height: 14px; }
QToolButton[popupMode="2"] { padding-right: 20px; }
QToolButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 6px; }
QToolButton:checked { background: @stripe; border: 1px solid @accent; color: @text; }
QPushButton:disabled, QToolButton:disabled { color: @text-muted; background: @panel; }
QPushButton:focus, QToolButton:focus { border: 1px solid @accent; }
QPushButton:default, QPushButton[primary="true"], QToolButton[primary="true"] { background: @accent;
  color: @on-accent; border: 1px solid @accent; }
QPushButton[primary="true"]:disabled, QToolButton[primary="true"]:disabled { background: @raised;
  color: @text-muted; border: 1px solid @border; }
QPushButton:flat { background: transparent; border: 1px solid transparent; }
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox { background: @canvas; color: @text; border: 1px solid @border;
  border-radius: 4px; padding: 3px 8px; min-height: 18px; selection-background-color: @accent;
  selection-color: @on-accent; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border: 1px solid @accent; }
QLineEdit QToolButton { background: transparent; border: 0; padding: 0; min-height: 0; }
QComboBox { background: @raised; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @border; selection-background-color: @stripe;
  selection-color: @text; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: @canvas; color: @text; border: 0;
  selection-background-color: @accent; selection-color: @on-accent; }
QAbstractItemView { background: @panel; alternate-background-color: @panel; color: @text; border: 0; outline: 0;
  selection-background-color: @stripe; selection-color: @text; }
QAbstractItemView::item { padding: 2px 3px; border: 1px solid transparent; }
QAbstractItemView::item:hover { background: @stripe; }
QAbstractItemView::item:selected { background: @stripe; color: @text; }
QHeaderView::section { background: @panel; color: @text-muted; border: 0; border-bottom: 1px solid @border;
  padding: 4px 10px 4px 8px; font-weight: 600; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: border; subcontrol-position: center right;
  width: 8px; height: 6px; right: 2px; }
QTabBar { background: @panel; }
QTabBar::tab { background: @panel; color: @text-muted; border: 0; border-bottom: 2px solid transparent;
  padding: 6px 14px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabWidget::pane { border: 0; border-top: 1px solid @border; }
QDockWidget { color: @text-muted; font-weight: 600; }
QDockWidget::title { background: @panel; padding: 6px 10px; border-bottom: 1px solid @border; }
QGroupBox { border: 1px solid @border; border-radius: 4px; margin-top: 10px; padding-top: 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 8px; color: @text-muted; }
QProgressBar { background: @raised; border: 0; border-radius: 3px; height: 6px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QScrollBar:vertical { background: @canvas; width: 12px; margin: 0; }
QScrollBar:horizontal { background: @canvas; height: 12px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @text-muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QWidget#overlapPanel, QScrollArea#overlapSide, QWidget#overlapSideContent { background: @canvas; }
QFrame#timeInput, QFrame#commandPalette, QFrame#searchList { background: @raised; border: 1px solid @border; border-radius: 4px; }
QFrame#commandPalette QListView { background: @raised; }
QSplitter::handle { background: @border; }
QLabel { background: transparent; }
QLabel[role="muted"] { color: @text-muted; }
QLabel[role="link"] { color: @text-link; }
QLabel[role="heading"] { color: @text-muted; font-size: @small-size; font-weight: 600; }
QLabel[role="title"] { font-size: @title-size; font-weight: 600; }
)";

} // namespace

QString styleSheetFor(const Theme &theme) {
  QString sheet = QString::fromUtf8(kSheet);
  // Longer names first: "text-muted" before "text".
  static constexpr std::array kTokens = {
      ColorToken::RaisedHover, ColorToken::Raised,   ColorToken::TextMuted, ColorToken::TextLink,
      ColorToken::Text,        ColorToken::OnAccent, ColorToken::Accent,    ColorToken::Canvas,
      ColorToken::Panel,       ColorToken::Stripe,   ColorToken::Border};
  for (const ColorToken token : kTokens) {
    const std::string_view name = colorTokenName(token);
    const QString key =
        QLatin1Char('@') + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    sheet.replace(key, theme.color(token).name());
  }
  const auto sizeOf = [](FontRole role) {
    return QStringLiteral("%1px").arg(windowFont(role).pixelSize());
  };
  sheet.replace(QLatin1String("@small-size"), sizeOf(FontRole::Small));
  sheet.replace(QLatin1String("@title-size"), sizeOf(FontRole::Title));
  return sheet;
}

void applyTheme(QApplication &application, ThemeKind kind, const QString &furtherRules) {
  const Theme &theme = Theme::of(kind);
  // Another style, font or sheet lays out all widgets again, so each is set only if it changes.
  if (application.styleSheet().isEmpty())
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setPalette(paletteFor(theme));
  const QFont font = windowFont(FontRole::Body);
  const bool isOtherFont = application.font() != font;
  if (isOtherFont)
    application.setFont(font);
  QToolTip::setPalette(paletteFor(theme));
  const QString sheet = styleSheetFor(theme) + furtherRules;
  const bool isOtherSheet = application.styleSheet() != sheet;
  if (isOtherSheet)
    application.setStyleSheet(sheet);
  if (isOtherFont || isOtherSheet)
    refreshWindowFonts(); // another style sheet puts fonts back
}

} // namespace pstudio
