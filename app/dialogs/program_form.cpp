// SPDX-License-Identifier: Apache-2.0
// The fields of a program that is run as it is.
#include "app/dialogs/program_form.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "app/dialogs/file_choice.h"
#include "app/dialogs/form_rows.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "core/base/number_text.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kEnvironmentHeight = 116;
constexpr int kVariableNameWidth = 200;

/// A word as a shell would take it back.
QString quoted(const QString &word) {
  const bool isPlain = !word.isEmpty() && std::ranges::all_of(word, [](QChar c) {
    return c.isLetterOrNumber() || QStringLiteral("_-./=:,+@%").contains(c);
  });
  QString inner = word;
  return isPlain ? word
                 : QLatin1Char('\'') + inner.replace(QLatin1Char('\''), QLatin1String("'\\''")) +
                       QLatin1Char('\'');
}

QTableWidgetItem *makeCell(const QString &text) {
  auto *item = new QTableWidgetItem(text);
  item->setFont(windowFont(FontRole::Mono));
  return item;
}

} // namespace

ProgramForm::ProgramForm(Settings &settings, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_errors(new FieldErrors(this)),
      m_command(makeText(QStringLiteral("programCommand"), tr("Command line"),
                         tr("python train.py --steps 10"))),
      m_words(new QLabel),
      m_folder(makeText(QStringLiteral("programFolder"), tr("Working directory"), {})),
      m_environment(new QTableWidget(0, 2)),
      m_output(makeText(QStringLiteral("programOutput"), tr("Output folder"),
                        tr("a new folder for each run, kept until the window closes"))) {
  auto *section = new QWidget;
  QFormLayout *form = makeSection(section, tr("Program"));
  setFontRole(*m_command, FontRole::Mono);
  setFocusProxy(m_command);
  m_words->setObjectName(QStringLiteral("programWords"));
  m_words->setProperty("role", QLatin1String("muted"));
  m_words->setTextFormat(Qt::PlainText);
  m_words->setWordWrap(true);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  addRow(
      form, *m_errors, tr("Command"),
      withBrowse(m_command, "browseProgram", tr("Choose a program"), &ProgramForm::browseProgram),
      QStringLiteral("command"));
  form->addRow(QString(), m_words);
  addRow(form, *m_errors, tr("Working directory"),
         withBrowse(m_folder, "browseFolder", tr("Choose the working directory"),
                    &ProgramForm::browseFolder),
         QStringLiteral("folder"));
  addRow(form, *m_errors, tr("Environment"), makeEnvironment(), QStringLiteral("environment"));
  addRow(form, *m_errors, tr("Output folder"),
         withBrowse(m_output, "browseOutput", tr("Choose the output folder"),
                    &ProgramForm::browseOutput),
         QStringLiteral("output"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 16);
  layout->addWidget(section);
  layout->addStretch(1);
  for (QLineEdit *edit : {m_command, m_folder, m_output})
    connect(edit, &QLineEdit::textEdited, this, &ProgramForm::edited);
  connect(m_environment, &QTableWidget::itemChanged, this, &ProgramForm::edited);
  connect(m_command, &QLineEdit::textChanged, this, &ProgramForm::showWords);
  showWords();
}

QWidget *ProgramForm::withBrowse(QLineEdit *edit, const char *objectName, const QString &what,
                                 void (ProgramForm::*browse)()) {
  QPushButton *button = makeButton(tr("Browse..."), objectName, what);
  connect(button, &QPushButton::clicked, this, browse);
  return besideEachOther({edit, button}, false);
}

QWidget *ProgramForm::makeEnvironment() {
  m_environment->setObjectName(QStringLiteral("programEnvironment"));
  m_environment->setAccessibleName(tr("Variables added to the environment"));
  m_environment->setToolTip(
      tr("Variables that the program gets in addition to those of Proton Studio. They are stored "
         "with the recent programs as plain text"));
  m_environment->setHorizontalHeaderLabels({tr("Name"), tr("Value")});
  m_environment->horizontalHeader()->setStretchLastSection(true);
  m_environment->horizontalHeader()->resizeSection(0, kVariableNameWidth);
  m_environment->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_environment->verticalHeader()->hide();
  m_environment->setTabKeyNavigation(false);
  m_environment->setFixedHeight(kEnvironmentHeight);
  QPushButton *add = makeButton(tr("Add"), "addVariable", tr("Add a variable"));
  QPushButton *remove = makeButton(tr("Remove"), "removeVariable", tr("Remove the variable"));
  connect(add, &QPushButton::clicked, this, [this] {
    appendVariable({}, {});
    m_environment->setCurrentCell(m_environment->rowCount() - 1, 0);
    m_environment->editItem(m_environment->currentItem());
  });
  connect(remove, &QPushButton::clicked, this, [this] {
    m_environment->removeRow(m_environment->currentRow());
    Q_EMIT edited();
  });
  auto *column = new QWidget;
  auto *layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(m_environment);
  layout->addWidget(besideEachOther({add, remove}, true));
  return column;
}

void ProgramForm::appendVariable(const QString &name, const QString &value) {
  const int row = m_environment->rowCount();
  m_environment->insertRow(row);
  m_environment->setItem(row, 0, makeCell(name));
  m_environment->setItem(row, 1, makeCell(value));
}

/// A dialog that opens selects the text of its field, with the cursor at the end: of a long command
/// only the end would be seen.
void ProgramForm::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  const auto turnAround = [this] {
    const int length = static_cast<int>(m_command->text().size());
    if (length > 0 && m_command->selectionLength() == length)
      m_command->setSelection(length, -length);
  };
  QMetaObject::invokeMethod(this, turnAround, Qt::QueuedConnection);
}

void ProgramForm::setProgram(const attach::AttachedProgram &program) {
  m_command->setText(toQString(program.command));
  m_command->setCursorPosition(0);
  m_folder->setText(QDir::toNativeSeparators(pathToQString(program.folder)));
  m_output->setText(QDir::toNativeSeparators(pathToQString(program.output)));
  m_environment->setRowCount(0);
  for (const auto &[name, value] : program.environment)
    appendVariable(toQString(name), toQString(value));
  clearErrors();
}

void ProgramForm::readInto(attach::AttachedProgram &program) const {
  const auto pathOf = [](const QLineEdit *edit) {
    const QString text = edit->text().trimmed();
    return text.isEmpty() ? std::filesystem::path() : toPath(QFileInfo(text).absoluteFilePath());
  };
  program.command = toUtf8(m_command->text());
  program.folder = pathOf(m_folder);
  program.output = pathOf(m_output);
  program.environment.clear();
  for (int row = 0; row < m_environment->rowCount(); ++row) {
    const QString name = m_environment->item(row, 0)->text();
    const QString value = m_environment->item(row, 1)->text();
    if (!name.isEmpty() || !value.isEmpty()) // an empty row is not filled in yet
      program.environment[toUtf8(name)] = toUtf8(value);
  }
}

void ProgramForm::showWords() {
  attach::AttachedProgram program;
  program.command = toUtf8(m_command->text());
  QStringList words;
  if (const auto split = attach::wordsOf(program))
    for (const std::string &word : *split)
      words << quoted(toQString(word));
  m_words->setText(
      words.isEmpty()
          ? tr("Words are split as in a shell. Variables, wildcards and pipes are not expanded.")
          : tr("Program %1, %2: %3")
                .arg(words.first(),
                     toQString(countText(static_cast<uint64_t>(words.size() - 1), "argument",
                                         "arguments")),
                     words.size() > 1 ? words.mid(1).join(QLatin1String("  ")) : tr("none")));
}

void ProgramForm::browseProgram() {
  const QString file = FileChoice(m_settings, this).fileToRead(tr("Program"), {});
  if (file.isEmpty())
    return;
  m_command->setText(quoted(file));
  Q_EMIT edited();
}

void ProgramForm::browseFolder() {
  const QString folder =
      QFileDialog::getExistingDirectory(this, tr("Working directory"), m_folder->text());
  if (folder.isEmpty())
    return;
  m_folder->setText(QDir::toNativeSeparators(folder));
  Q_EMIT edited();
}

void ProgramForm::browseOutput() {
  const QString folder = FileChoice(m_settings, this).folderToRead(tr("Output folder"));
  if (folder.isEmpty())
    return;
  m_output->setText(QDir::toNativeSeparators(folder));
  Q_EMIT edited();
}

} // namespace pstudio
