// SPDX-License-Identifier: Apache-2.0
// The look of the run dialog's sections: a heading, rows of label and editor, a line for
// complaints.
#pragma once

#include <QString>
#include <QStringList>

#include <initializer_list>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QWidget;

namespace pstudio {

class FieldErrors;

// What is made belongs to the widget that it is put into. [thread: gui]

QSpinBox *makeNumber(const QString &objectName, const QString &accessibleName, int low, int high);
QCheckBox *makeSwitch(const QString &objectName, const QString &text, const QString &toolTip);
QComboBox *makeMenu(const QString &objectName, const QString &accessibleName,
                    const QStringList &entries);
QLineEdit *makeText(const QString &objectName, const QString &accessibleName,
                    const QString &placeholder);
/// No button of a dialog is its default: Enter belongs to the fields. Without `meaning` the text is
/// the accessible name.
QPushButton *makeButton(const QString &text, const char *objectName, const QString &meaning = {});

/// A row of widgets; with `hasStretch` they keep to the left.
QWidget *besideEachOther(std::initializer_list<QWidget *> widgets, bool hasStretch);

/// Gives `section` a heading and returns the form below it.
QFormLayout *makeSection(QWidget *section, const QString &title);

/// Adds a row, and under it the place for complaints about the field `path` and what is below it.
void addRow(QFormLayout *form, FieldErrors &errors, const QString &label, QWidget *editor,
            const QString &path);

} // namespace pstudio
