// SPDX-License-Identifier: Apache-2.0
// Loads, shows, complains, saves.
#include "app/dialogs/run_dialog.h"

#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/dialogs/file_choice.h"
#include "app/dialogs/run_form.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "core/base/output_file.h"
#include "core/run/ptx_run_spec.h"
#include "core/run/run_file_kind.h"
#include "viewer/widgets/screen_fit.h"

namespace pstudio {
namespace {

const char *const kSpecFilter =
    QT_TRANSLATE_NOOP("pstudio::RunDialog", "Run specification (*.json);;All files (*)");
const char *const kLoadFilter =
    QT_TRANSLATE_NOOP("pstudio::RunDialog",
                      "Run specifications, programs and PTX (*.json *.mlir *.ptx);;All files (*)");

QPushButton *makeButton(const QString &text, const char *objectName, QWidget *parent) {
  auto *button = new QPushButton(text, parent);
  button->setObjectName(QLatin1String(objectName));
  button->setAccessibleName(text);
  button->setAutoDefault(false);
  return button;
}

} // namespace

Result<RunSpec> checkSpec(const RunSpec &spec) {
  // Relative to the root every path is written in full, so nothing depends on where the text lies.
  PSTUDIO_TRY_ASSIGN(RunSpec checked, parseRunSpec(runSpecToJson(spec, "/"), "/"));
  checked.path = spec.path;
  return checked;
}

RunDialog::RunDialog(Settings &settings, QWidget *parent)
    : QDialog(parent), m_settings(settings), m_form(new RunForm), m_file(new QLabel),
      m_problem(new QLabel), m_save(makeButton(tr("Save specification as..."), "saveSpec", this)),
      m_run(makeButton(tr("Run"), "runButton", this)) {
  setObjectName(QStringLiteral("runDialog"));
  setWindowTitle(tr("Set up a run"));
  resizeWithinScreen(*this, {720, 760});

  m_file->setObjectName(QStringLiteral("specFile"));
  m_file->setProperty("role", QLatin1String("muted"));
  m_file->setText(tr("New specification, not saved"));
  m_file->setTextInteractionFlags(Qt::TextSelectableByMouse);
  QPushButton *load = makeButton(tr("Load..."), "loadSpec", this);
  load->setToolTip(tr("Load a run specification, an MLIR program with its own host code, or PTX"));
  auto *top = new QHBoxLayout;
  top->setContentsMargins(20, 12, 20, 12);
  top->addWidget(m_file, 1);
  top->addWidget(load);

  auto *scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("runFormScroll"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(m_form);

  m_problem->setObjectName(QStringLiteral("runProblem"));
  m_problem->setProperty("role", QLatin1String("fieldError"));
  m_problem->setWordWrap(true);
  m_problem->hide();
  QPushButton *cancel = makeButton(tr("Cancel"), "cancelButton", this);
  m_run->setDefault(true);
  m_run->setProperty("primary", true);
  auto *buttons = new QHBoxLayout;
  buttons->setContentsMargins(20, 12, 20, 12);
  buttons->setSpacing(8);
  buttons->addWidget(m_save);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(m_run);

  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(scroll, 1);
  auto *problem = new QHBoxLayout;
  problem->setContentsMargins(20, 8, 20, 0);
  problem->addWidget(m_problem);
  layout->addLayout(problem);
  layout->addLayout(buttons);
  connect(load, &QPushButton::clicked, this, &RunDialog::chooseFile);
  connect(m_save, &QPushButton::clicked, this, &RunDialog::saveAs);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_run, &QPushButton::clicked, this, &RunDialog::run);
  connect(m_form, &RunForm::edited, m_form, &RunForm::clearErrors);
  connect(m_form, &RunForm::edited, this, [this] { setOutOfDate(false); });
  setSpec(RunSpec{});
}

Result<void> RunDialog::loadFile(const QString &file) {
  if (isProgramFile(toPath(file))) {
    PSTUDIO_TRY_ASSIGN(const ProgramSpec program, loadProgramSpec(toPath(file)));
    setProgram(program);
    return {};
  }
  if (isPtxFile(toPath(file)))
    return loadPtx(file);
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, loadRunSpec(toPath(file)));
  setSpec(spec);
  return {};
}

Result<void> RunDialog::loadPtx(const QString &file) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, runSpecForPtx(toPath(file)));
  setSpec(spec);
  m_form->unfoldLaunch();
  m_file->setText(tr("New specification, not saved. PTX states no sizes: check the launch and the "
                     "arguments"));
  setWindowTitle(tr("Run the kernel %1").arg(toQString(spec.function)));
  return {};
}

void RunDialog::setProgram(const ProgramSpec &program) {
  const QString file = pathToQString(program.file);
  m_form->setProgram(program);
  m_save->hide(); // the program's file says it all
  m_file->setText(QDir::toNativeSeparators(file));
  setWindowTitle(tr("Run the program %1").arg(QFileInfo(file).completeBaseName()));
}

void RunDialog::setSpec(const RunSpec &spec) {
  m_spec = spec;
  m_form->setSpec(spec);
  m_save->show();
  if (!spec.path.empty()) {
    m_file->setText(QDir::toNativeSeparators(pathToQString(spec.path)));
    setWindowTitle(tr("Run %1").arg(QFileInfo(pathToQString(spec.path)).completeBaseName()));
  }
}

void RunDialog::setTargets(const QList<TargetAvailability> &targets) {
  m_form->setTargets(targets);
}

void RunDialog::setRunProblem(const QString &problem) {
  m_obstacle = problem;
  m_run->setEnabled(problem.isEmpty() && !m_isOutOfDate);
  showProblem(problem);
}

void RunDialog::showLoadFailure(const QString &file, const Error &error) {
  setOutOfDate(true);
  showProblem(tr("%1 was not loaded. The fields are unchanged. %2")
                  .arg(QFileInfo(file).fileName(), toQString(error.toString())));
}

void RunDialog::setOutOfDate(bool isOutOfDate) {
  if (m_isOutOfDate == isOutOfDate)
    return;
  m_isOutOfDate = isOutOfDate;
  setRunProblem(m_obstacle);
}

void RunDialog::chooseFile() {
  const QString file =
      FileChoice(m_settings, this).fileToRead(tr("Run specification or program"), tr(kLoadFilter));
  if (file.isEmpty())
    return;
  if (const auto loaded = loadFile(file); !loaded)
    showLoadFailure(file, loaded.error());
  else
    setOutOfDate(false);
}

void RunDialog::saveAs() {
  if (!validate())
    return;
  const FileChoice choice(m_settings, this);
  const QString file =
      choice.fileToWrite(tr("Save specification"), QStringLiteral("run.json"), tr(kSpecFilter));
  if (file.isEmpty())
    return;
  const QFileInfo info(file);
  const auto written =
      choice.write(info.absoluteFilePath(), runSpecToJson(m_spec, toPath(info.absolutePath())));
  if (!written) {
    showProblem(tr("Not saved: %1").arg(toQString(written.error().toString())));
    return;
  }
  m_spec.path = toPath(info.absoluteFilePath());
  setSpec(m_spec);
}

void RunDialog::run() {
  if (validate())
    accept();
}

bool RunDialog::validate() {
  m_form->clearErrors();
  showProblem({});
  m_program.reset();
  if (m_form->isProgram())
    return validateProgram();
  Result<RunSpec> spec = m_form->spec();
  if (spec)
    spec = checkSpec(*spec);
  if (!spec)
    return tellErrorOfField(spec.error());
  m_spec = *spec;
  return true;
}

bool RunDialog::validateProgram() {
  const Result<ProgramSpec> program = m_form->program();
  if (!program)
    return tellErrorOfField(program.error());
  m_program = *program;
  return true;
}

/// False, as the answer of validate().
bool RunDialog::tellErrorOfField(const Error &error) {
  if (m_form->showError(error))
    showProblem(tr("Correct the marked field."));
  else
    showProblem(toQString(error.toString()));
  return false;
}

void RunDialog::showProblem(const QString &text) {
  m_problem->setText(text);
  m_problem->setVisible(!text.isEmpty());
}

} // namespace pstudio
