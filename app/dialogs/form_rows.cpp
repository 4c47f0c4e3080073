// SPDX-License-Identifier: Apache-2.0
// Distances and sizes of the run dialog's rows.
#include "app/dialogs/form_rows.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/dialogs/field_errors.h"

namespace pstudio {
namespace {

constexpr int kLabelWidth = 128;

} // namespace

QSpinBox *makeNumber(const QString &objectName, const QString &accessibleName, int low, int high) {
  auto *box = new QSpinBox;
  box->setObjectName(objectName);
  box->setAccessibleName(accessibleName);
  box->setRange(low, high);
  box->setGroupSeparatorShown(true);
  return box;
}

QCheckBox *makeSwitch(const QString &objectName, const QString &text, const QString &toolTip) {
  auto *box = new QCheckBox(text);
  box->setObjectName(objectName);
  box->setAccessibleName(text);
  box->setToolTip(toolTip);
  return box;
}

QComboBox *makeMenu(const QString &objectName, const QString &accessibleName,
                    const QStringList &entries) {
  auto *menu = new QComboBox;
  menu->setObjectName(objectName);
  menu->setAccessibleName(accessibleName);
  menu->addItems(entries);
  return menu;
}

QLineEdit *makeText(const QString &objectName, const QString &accessibleName,
                    const QString &placeholder) {
  auto *edit = new QLineEdit;
  edit->setObjectName(objectName);
  edit->setAccessibleName(accessibleName);
  edit->setPlaceholderText(placeholder);
  return edit;
}

QPushButton *makeButton(const QString &text, const char *objectName, const QString &meaning) {
  auto *button = new QPushButton(text);
  button->setObjectName(QLatin1String(objectName));
  button->setAccessibleName(meaning.isEmpty() ? text : meaning);
  button->setToolTip(meaning);
  button->setAutoDefault(false);
  return button;
}

QWidget *besideEachOther(std::initializer_list<QWidget *> widgets, bool hasStretch) {
  auto *row = new QWidget;
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  for (QWidget *widget : widgets)
    layout->addWidget(widget);
  if (hasStretch)
    layout->addStretch(1);
  return row;
}

QFormLayout *makeSection(QWidget *section, const QString &title) {
  auto *heading = new QLabel(title, section);
  heading->setProperty("role", QLatin1String("heading"));
  auto *form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(4);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  auto *layout = new QVBoxLayout(section);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(heading);
  layout->addLayout(form);
  return form;
}

void addLabelledRow(QFormLayout *form, const QString &label, QWidget *editor) {
  auto *name = new QLabel(label);
  name->setMinimumWidth(kLabelWidth);
  form->addRow(name, editor);
}

void addRow(QFormLayout *form, FieldErrors &errors, const QString &label, QWidget *editor,
            const QString &path) {
  addLabelledRow(form, label, editor);
  QWidget *focus = editor->findChild<QLineEdit *>() ? editor->findChild<QLineEdit *>() : editor;
  form->addRow(QString(), errors.addField(path, focus));
}

} // namespace pstudio
