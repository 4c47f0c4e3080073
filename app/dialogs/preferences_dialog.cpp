// SPDX-License-Identifier: Apache-2.0
// Four fields and two buttons.
#include "app/dialogs/preferences_dialog.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/dialogs/form_rows.h"

namespace pstudio {
namespace {

// The entries of the menus are in the order of the enumerators.
QStringList timeWords() {
  return {PreferencesDialog::tr("Unit that suits the size"), PreferencesDialog::tr("Always ns"),
          PreferencesDialog::tr("Always us"), PreferencesDialog::tr("Always ms"),
          PreferencesDialog::tr("Cycles first, times second")};
}

QStringList themeWords() {
  return {PreferencesDialog::tr("As the desktop"), PreferencesDialog::tr("Light"),
          PreferencesDialog::tr("Dark")};
}

QStringList paletteWords() {
  return {PreferencesDialog::tr("Standard"),
          PreferencesDialog::tr("For colour-blind users (Okabe and Ito)")};
}

QLabel *makeHint(const QString &text) {
  auto *hint = new QLabel(text);
  hint->setProperty("role", QLatin1String("muted"));
  return hint;
}

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences &preferences, QWidget *parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(tr("Preferences"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(16);
  layout->addWidget(makeFields());
  layout->addStretch(1);
  layout->addWidget(makeButtons());
  // The texts grow while the dialog is open.
  layout->setSizeConstraint(QLayout::SetMinAndMaxSize);
  setPreferences(preferences);
  connect(m_textSize, &QSpinBox::valueChanged, this, &PreferencesDialog::report);
  for (const QComboBox *menu : {m_times, m_theme, m_palette})
    connect(menu, &QComboBox::currentIndexChanged, this, &PreferencesDialog::report);
}

QWidget *PreferencesDialog::makeFields() {
  auto *fields = new QWidget;
  auto *form = new QFormLayout(fields);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(8);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto addField = [form](const QString &name, QWidget *field, const QString &hint) {
    auto *label = new QLabel(name);
    label->setBuddy(field);
    auto *column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(field);
    if (!hint.isEmpty())
      column->addWidget(makeHint(hint));
    form->addRow(label, column);
  };
  m_textSize = makeNumber(QStringLiteral("textSize"), tr("Text size"), kMinTextSize, kMaxTextSize);
  m_textSize->setSuffix(tr(" px"));
  m_times = makeMenu(QStringLiteral("times"), tr("Times"), timeWords());
  m_theme = makeMenu(QStringLiteral("themeChoice"), tr("Theme"), themeWords());
  m_palette = makeMenu(QStringLiteral("scopePalette"), tr("Colours of scopes"), paletteWords());
  addField(tr("Text size"), m_textSize, tr("Exported pictures keep their own size"));
  addField(tr("Times"), m_times, tr("Cycles where the clock of a track is known"));
  addField(tr("Theme"), m_theme, {});
  addField(tr("Colours of scopes"), m_palette, {});
  return fields;
}

QWidget *PreferencesDialog::makeButtons() {
  m_reset = makeButton(tr("Reset to defaults"), "resetPreferences");
  auto *close = makeButton(tr("Close"), "closePreferences");
  connect(m_reset, &QPushButton::clicked, this, [this] {
    setPreferences({});
    Q_EMIT changed(m_preferences);
  });
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  auto *space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  return besideEachOther({m_reset, space, close}, false);
}

void PreferencesDialog::setPreferences(const Preferences &preferences) {
  m_preferences = preferences;
  const QSignalBlocker size(m_textSize), times(m_times), theme(m_theme), palette(m_palette);
  m_textSize->setValue(preferences.textSize);
  m_times->setCurrentIndex(static_cast<int>(preferences.times));
  m_theme->setCurrentIndex(static_cast<int>(preferences.theme));
  m_palette->setCurrentIndex(static_cast<int>(preferences.palette));
  m_reset->setEnabled(preferences != Preferences());
}

void PreferencesDialog::report() {
  Preferences chosen;
  chosen.textSize = m_textSize->value();
  chosen.times = static_cast<TimeStyle>(m_times->currentIndex());
  chosen.theme = static_cast<ThemeChoice>(m_theme->currentIndex());
  chosen.palette = static_cast<ScopePalette>(m_palette->currentIndex());
  m_preferences = chosen;
  m_reset->setEnabled(chosen != Preferences());
  Q_EMIT changed(chosen);
}

} // namespace pstudio
