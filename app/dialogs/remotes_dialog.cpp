// SPDX-License-Identifier: Apache-2.0
// The machines that kernels run on: add, change, remove, try out.
#include "app/dialogs/remotes_dialog.h"

#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

#include "app/dialogs/form_rows.h"
#include "app/settings/text.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/screen_fit.h"

namespace pstudio {
namespace {

constexpr int kListWidth = 180;
constexpr int kRemoteEnvironmentHeight = 64;
constexpr int kResultHeight = 96;
constexpr int kLongestLimit = 3600; ///< [s]

QLabel *makeRemoteNote(const char *objectName, const char *role) {
  auto *label = new QLabel;
  label->setObjectName(QLatin1String(objectName));
  label->setProperty("role", QLatin1String(role));
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QString environmentText(const std::map<std::string, std::string> &environment) {
  QStringList lines;
  for (const auto &[name, value] : environment)
    lines << toQString(name + "=" + value);
  return lines.join(QLatin1Char('\n'));
}

/// All of them together, or what is wrong with one.
Result<RemoteSettings> settingsOf(const std::vector<RemoteTarget> &remotes) {
  RemoteSettings settings;
  for (const RemoteTarget &remote : remotes) {
    if (settings.find(remote.name))
      return fail(ErrorCode::InvalidInput, "two remotes have the name '" + remote.name + "'");
    PSTUDIO_TRY(settings.set(remote));
  }
  return settings;
}

} // namespace

Result<std::map<std::string, std::string>> environmentOf(const QString &text) {
  std::map<std::string, std::string> environment;
  for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    const qsizetype equals = line.indexOf(QLatin1Char('='));
    if (equals < 1)
      return fail(ErrorCode::InvalidInput, "'" + toUtf8(line) + "' is not a variable", {},
                  "write each line as NAME=VALUE");
    environment[toUtf8(line.left(equals).trimmed())] = toUtf8(line.mid(equals + 1));
  }
  return environment;
}

RemotesDialog::RemotesDialog(std::filesystem::path file, QString program, QWidget *parent)
    : QDialog(parent), m_file(std::move(file)), m_program(std::move(program)) {
  setObjectName(QStringLiteral("remotesDialog"));
  setWindowTitle(tr("Remote machines"));
  resizeWithinScreen(*this, {760, 540});
  auto *columns = new QHBoxLayout;
  columns->setSpacing(20);
  columns->addWidget(makeList());
  auto *right = new QVBoxLayout;
  right->setSpacing(16);
  right->addWidget(makeForm());
  right->addWidget(makeTest(), 1);
  columns->addLayout(right, 1);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 12);
  layout->setSpacing(16);
  layout->addLayout(columns, 1);
  layout->addWidget(makeButtons());
  connect(m_list, &QListWidget::currentRowChanged, this, &RemotesDialog::showRemote);
  connect(&m_check, &RemoteCheck::ended, this, &RemotesDialog::showTestResult);
  load();
}

QWidget *RemotesDialog::makeList() {
  auto *column = new QWidget;
  column->setFixedWidth(kListWidth);
  m_list = new QListWidget;
  m_list->setObjectName(QStringLiteral("remoteList"));
  m_list->setAccessibleName(tr("Remote machines"));
  QPushButton *add = makeButton(tr("Add"), "addRemote");
  m_remove = makeButton(tr("Remove"), "removeRemote");
  connect(add, &QPushButton::clicked, this, &RemotesDialog::addRemote);
  connect(m_remove, &QPushButton::clicked, this, &RemotesDialog::removeRemote);
  auto *layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(m_list, 1);
  layout->addWidget(besideEachOther({add, m_remove}, true));
  return column;
}

QWidget *RemotesDialog::makeForm() {
  m_form = new QWidget;
  QFormLayout *form = makeSection(m_form, tr("Machine"));
  form->setVerticalSpacing(8);
  m_name = makeText(QStringLiteral("remoteName"), tr("Name"), tr("lab"));
  m_name->setToolTip(tr("Prefix of the machine's targets: NAME/cuda"));
  m_command = makeText(QStringLiteral("remoteCommand"), tr("Command"),
                       tr("ssh HOST proton-collect worker"));
  m_command->setToolTip(tr("Starts the worker on the remote machine. The connection is "
                           "non-interactive: ssh needs a key, not a password"));
  setFontRole(*m_command, FontRole::Mono);
  m_environment = new QPlainTextEdit;
  m_environment->setObjectName(QStringLiteral("remoteEnvironment"));
  m_environment->setAccessibleName(tr("Environment of the command"));
  m_environment->setPlaceholderText(tr("NAME=VALUE, one per line; may be empty"));
  m_environment->setFixedHeight(kRemoteEnvironmentHeight);
  m_environment->setTabChangesFocus(true);
  m_connectLimit =
      makeNumber(QStringLiteral("connectLimit"), tr("Connection timeout"), 1, kLongestLimit);
  m_silenceLimit =
      makeNumber(QStringLiteral("silenceLimit"), tr("Heartbeat timeout"), 1, kLongestLimit);
  for (QSpinBox *box : {m_connectLimit, m_silenceLimit})
    box->setSuffix(tr(" s"));
  form->addRow(tr("Name"), m_name);
  form->addRow(tr("Command"), m_command);
  form->addRow(tr("Environment"), m_environment);
  form->addRow(tr("Answer within"), besideEachOther({m_connectLimit}, true));
  form->addRow(tr("Lost after"),
               besideEachOther({m_silenceLimit, new QLabel(tr("without a heartbeat"))}, true));
  for (QLineEdit *edit : {m_name, m_command})
    connect(edit, &QLineEdit::textEdited, this, &RemotesDialog::takeEdits);
  connect(m_environment, &QPlainTextEdit::textChanged, this, &RemotesDialog::takeEdits);
  for (QSpinBox *box : {m_connectLimit, m_silenceLimit})
    connect(box, &QSpinBox::valueChanged, this, &RemotesDialog::takeEdits);
  return m_form;
}

QWidget *RemotesDialog::makeTest() {
  auto *section = new QWidget;
  m_test = makeButton(tr("Test"), "testRemote");
  m_test->setToolTip(m_program.isEmpty() ? tr("proton-collect was not found")
                                         : tr("Connect and list the machine's targets"));
  connect(m_test, &QPushButton::clicked, this, &RemotesDialog::testRemote);
  m_result = makeRemoteNote("testResult", "muted");
  m_result->setMinimumHeight(kResultHeight);
  m_result->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto *layout = new QHBoxLayout(section);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  layout->addWidget(m_test, 0, Qt::AlignTop);
  layout->addWidget(m_result, 1);
  return section;
}

QWidget *RemotesDialog::makeButtons() {
  auto *row = new QWidget;
  m_problem = makeRemoteNote("remotesProblem", "fieldError");
  QPushButton *cancel = makeButton(tr("Cancel"), "cancelRemotes");
  QPushButton *save = makeButton(tr("Save"), "saveRemotes");
  save->setDefault(true);
  save->setProperty("primary", true);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(save, &QPushButton::clicked, this, &RemotesDialog::save);
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(m_problem, 1);
  layout->addWidget(cancel);
  layout->addWidget(save);
  return row;
}

void RemotesDialog::load() {
  const Result<RemoteSettings> settings = loadRemotes(m_file);
  if (settings)
    m_remotes = settings->remotes;
  else
    showProblem(toQString(settings.error().toString()));
  for (const RemoteTarget &remote : m_remotes)
    m_list->addItem(toQString(remote.name));
  m_list->setCurrentRow(m_remotes.empty() ? -1 : 0);
  showRemote(m_list->currentRow());
}

int RemotesDialog::current() const {
  const int row = m_list->currentRow();
  return row >= 0 && row < static_cast<int>(m_remotes.size()) ? row : -1;
}

void RemotesDialog::showRemote(int row) {
  m_isShowing = true;
  const bool isThere = row >= 0 && row < static_cast<int>(m_remotes.size());
  const RemoteTarget remote = isThere ? m_remotes[static_cast<size_t>(row)] : RemoteTarget{};
  m_name->setText(toQString(remote.name));
  m_command->setText(toQString(remote.command));
  m_command->setCursorPosition(0);
  m_environment->setPlainText(environmentText(remote.environment));
  m_connectLimit->setValue(static_cast<int>(remote.connectLimit.count()));
  m_silenceLimit->setValue(static_cast<int>(remote.silenceLimit.count()));
  m_form->setEnabled(isThere);
  m_remove->setEnabled(isThere);
  m_test->setEnabled(isThere && !m_program.isEmpty());
  m_result->setText(isThere ? QString()
                            : tr("Add a machine with a GPU that is reachable by ssh and name it. "
                                 "The run dialog then lists its targets."));
  m_result->setProperty("role", QLatin1String("muted"));
  m_result->style()->polish(m_result);
  m_isShowing = false;
}

void RemotesDialog::takeEdits() {
  const int row = current();
  if (m_isShowing || row < 0)
    return;
  showProblem({});
  RemoteTarget &remote = m_remotes[static_cast<size_t>(row)];
  remote.name = toUtf8(m_name->text().trimmed());
  remote.command = toUtf8(m_command->text().trimmed());
  remote.connectLimit = std::chrono::seconds(m_connectLimit->value());
  remote.silenceLimit = std::chrono::seconds(m_silenceLimit->value());
  if (const auto environment = environmentOf(m_environment->toPlainText()))
    remote.environment = *environment;
  else
    showProblem(toQString(environment.error().toString()));
  m_list->item(row)->setText(toQString(remote.name));
}

void RemotesDialog::addRemote() {
  RemoteTarget remote;
  const auto isTaken = [this](const std::string &name) {
    return std::ranges::find(m_remotes, name, &RemoteTarget::name) != m_remotes.end();
  };
  int number = 1;
  for (remote.name = "lab"; isTaken(remote.name); remote.name = "lab-" + std::to_string(number))
    ++number;
  remote.command = "ssh HOST proton-collect worker";
  m_remotes.push_back(remote);
  m_list->addItem(toQString(remote.name));
  m_list->setCurrentRow(m_list->count() - 1);
  m_command->setFocus();
  m_command->setSelection(4, 4); // HOST, to be written over
}

void RemotesDialog::removeRemote() {
  const int row = current();
  if (row < 0)
    return;
  m_remotes.erase(m_remotes.begin() + row);
  delete m_list->takeItem(row);
  showRemote(m_list->currentRow());
  showProblem({});
}

void RemotesDialog::testRemote() {
  const int row = current();
  if (row < 0 || m_program.isEmpty())
    return;
  const RemoteTarget &remote = m_remotes[static_cast<size_t>(row)];
  if (const Result<void> started = m_check.start(m_program, remote); !started)
    return showTestResult(false, toQString(started.error().toString()));
  m_test->setEnabled(false);
  m_result->setProperty("role", QLatin1String("muted"));
  m_result->style()->polish(m_result);
  m_result->setText(tr("Connecting to %1, at most %2 s ...")
                        .arg(toQString(remote.name))
                        .arg(remote.connectLimit.count()));
}

void RemotesDialog::showTestResult(bool isReached, const QString &text) {
  m_test->setEnabled(current() >= 0);
  m_result->setProperty("role", QLatin1String(isReached ? "" : "warning"));
  m_result->style()->polish(m_result);
  m_result->setText(text);
}

void RemotesDialog::showProblem(const QString &text) {
  m_problem->setText(text);
}

void RemotesDialog::save() {
  Result<void> saved;
  if (const auto environment = environmentOf(m_environment->toPlainText()); !environment)
    saved = tl::unexpected<Error>(environment.error());
  if (saved) {
    const Result<RemoteSettings> settings = settingsOf(m_remotes);
    saved = settings ? saveRemotes(*settings, m_file) : tl::unexpected<Error>(settings.error());
  }
  if (!saved)
    return showProblem(toQString(saved.error().toString()));
  accept();
}

} // namespace pstudio
