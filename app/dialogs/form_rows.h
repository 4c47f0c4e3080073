// SPDX-License-Identifier: Apache-2.0
// The look of the run dialog's sections: a heading, rows of label and editor, a line for error
// messages.
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

// The parent of a new widget is the widget that it is added to. [thread: gui]

QSpinBox *makeNumber(const QString &objectName, const QString &accessibleName, int low, int high);
QCheckBox *makeSwitch(const QString &objectName, const QString &text, const QString &toolTip);
QComboBox *makeMenu(const QString &objectName, const QString &accessibleName,
                    const QStringList &entries);
QLineEdit *makeText(const QString &objectName, const QString &accessibleName,
                    const QString &placeholder);
/// No button of a dialog is its default button, because the fields use Enter. Without `meaning` the
/// text is the accessible name.
QPushButton *makeButton(const QString &text, const char *objectName, const QString &meaning = {});

/// A row of widgets; left-aligned with `hasStretch`.
QWidget *besideEachOther(std::initializer_list<QWidget *> widgets, bool hasStretch);

/// Gives `section` a heading and returns the form below it.
QFormLayout *makeSection(QWidget *section, const QString &title);

/// Adds a row without errors.
void addLabelledRow(QFormLayout *form, const QString &label, QWidget *editor);
/// Adds a row, and under it the label for errors of the field `path` and of the paths below it.
void addRow(QFormLayout *form, FieldErrors &errors, const QString &label, QWidget *editor,
            const QString &path);

} // namespace pstudio
