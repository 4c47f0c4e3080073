// SPDX-License-Identifier: Apache-2.0
// From a command to its kernels, from ticks to traces.
#include "app/dialogs/program_dialog.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QVBoxLayout>

#include <algorithm>

#include "app/dialogs/form_rows.h"
#include "app/dialogs/kernel_choice.h"
#include "app/dialogs/program_form.h"
#include "app/dialogs/program_report_table.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "core/base/number_text.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/screen_fit.h"

namespace pstudio {
namespace {

constexpr int kMaxOutputLines = 10'000;
constexpr qsizetype kShownLastLines = 4;
constexpr int kFirstSignalCode = 128;

QLabel *makeNote(const char *objectName, const char *role) {
  auto *label = new QLabel;
  label->setObjectName(QLatin1String(objectName));
  label->setProperty("role", QLatin1String(role));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QVBoxLayout *makePage(QWidget *page) {
  auto *layout = new QVBoxLayout(page);
  layout->setContentsMargins(20, 16, 20, 0);
  layout->setSpacing(8);
  return layout;
}

QString sentenceOf(const Error &error) {
  QString text = toQString(error.message);
  if (!error.where.empty())
    text.prepend(toQString(error.where) + QLatin1String(": "));
  if (!error.hint.empty())
    text += QLatin1String(" - ") + toQString(error.hint);
  return text;
}

/// "train" of "python train.py": what the results are called.
QString titleOf(const attach::AttachedProgram &program) {
  const auto words = attach::wordsOf(program);
  if (!words)
    return QStringLiteral("program");
  for (const std::string &word : *words)
    if (word.ends_with(".py"))
      return QFileInfo(toQString(word)).completeBaseName();
  return QFileInfo(toQString(words->front())).fileName();
}

QString summaryOf(const attach::AttachFolder &folder) {
  const attach::AttachReport &report = folder.report;
  if (report.recorded.empty() && folder.traces.empty())
    return ProgramDialog::tr("Nothing was recorded");
  if (report.recorded.empty() && report.rejected.empty())
    return ProgramDialog::tr("Kernels and copies of the GPU recorded");
  const QString recorded =
      ProgramDialog::tr("%1 recorded")
          .arg(toQString(
              countText(static_cast<uint64_t>(report.recorded.size()), "launch", "launches")));
  if (report.rejected.empty())
    return recorded;
  return ProgramDialog::tr("%1; %2 on what was not recorded")
      .arg(recorded,
           toQString(countText(static_cast<uint64_t>(report.rejected.size()), "row", "rows")));
}

} // namespace

ProgramDialog::ProgramDialog(Settings &settings, QString collector, const QString &obstacle,
                             FolderMaker makeFolder, QWidget *parent)
    : QDialog(parent), m_settings(settings), m_collector(std::move(collector)),
      m_obstacle(obstacle), m_makeFolder(std::move(makeFolder)), m_run(new ProgramRun(this)),
      m_pages(new QStackedWidget), m_form(new ProgramForm(settings)), m_kernels(new KernelChoice) {
  setObjectName(QStringLiteral("programDialog"));
  setWindowTitle(tr("Run a program"));
  resizeWithinScreen(*this, {920, 680});
  auto *scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("programFormScroll"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(m_form);
  m_pages->setObjectName(QStringLiteral("programPages"));
  for (QWidget *page :
       std::initializer_list<QWidget *>{scroll, makeOutputPage(), m_kernels, makeReportPage()})
    m_pages->addWidget(page);
  m_problem = makeNote("programProblem", "warning");
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_pages, 1);
  m_form->setFocus(); // typing begins with the command
  auto *problem = new QHBoxLayout;
  problem->setContentsMargins(20, 8, 20, 0);
  problem->addWidget(m_problem);
  layout->addLayout(problem);
  layout->addWidget(makeButtons());
  connect(m_form, &ProgramForm::edited, this, [this] {
    m_form->clearErrors();
    m_hasKernels = false;
    showProblem(m_obstacle);
  });
  connect(m_kernels, &KernelChoice::edited, this, [this] {
    m_kernels->clearErrors();
    updateButtons();
  });
  connect(m_run, &ProgramRun::printed, this, [this](const QStringList &lines) {
    m_output->appendPlainText(lines.join(QLatin1Char('\n')));
  });
  connect(m_run, &ProgramRun::ended, this, &ProgramDialog::runEnded);
  showPage(Page::Command);
  showProblem(m_obstacle);
}

ProgramDialog::~ProgramDialog() {
  m_run->disconnect(this);
}

QWidget *ProgramDialog::makeOutputPage() {
  auto *page = new QWidget;
  m_activity = makeNote("programActivity", "heading");
  m_progress = new QProgressBar;
  m_progress->setObjectName(QStringLiteral("programProgress"));
  m_progress->setAccessibleName(tr("The program runs"));
  m_progress->setRange(0, 0); // how long it takes is not known
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(4);
  m_output = new QPlainTextEdit;
  m_output->setObjectName(QStringLiteral("programOutputText"));
  m_output->setAccessibleName(tr("Output of the program"));
  m_output->setReadOnly(true);
  setFontRole(*m_output, FontRole::Mono);
  m_output->setMaximumBlockCount(kMaxOutputLines);
  m_output->setPlaceholderText(tr("The program has printed nothing yet."));
  QVBoxLayout *layout = makePage(page);
  layout->addWidget(m_activity);
  layout->addWidget(m_progress);
  layout->addWidget(m_output, 1);
  return page;
}

QWidget *ProgramDialog::makeReportPage() {
  auto *page = new QWidget;
  m_reportSummary = makeNote("programSummary", "heading");
  m_report = new ProgramReportTable;
  QVBoxLayout *layout = makePage(page);
  layout->addWidget(m_reportSummary);
  layout->addWidget(m_report, 1);
  return page;
}

QWidget *ProgramDialog::makeButtons() {
  auto *row = new QWidget;
  m_back = makeButton(tr("Back"), "programBack");
  m_stop = makeButton(tr("Stop"), "programStop");
  m_close = makeButton(tr("Close"), "programClose");
  m_next = makeButton(tr("List kernels"), "programNext");
  m_next->setDefault(true);
  m_next->setProperty("primary", true);
  connect(m_back, &QPushButton::clicked, this, &ProgramDialog::goBack);
  connect(m_stop, &QPushButton::clicked, this, &ProgramDialog::stop);
  connect(m_close, &QPushButton::clicked, this, &ProgramDialog::reject);
  connect(m_next, &QPushButton::clicked, this, &ProgramDialog::goOn);
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(20, 12, 20, 12);
  layout->setSpacing(8);
  layout->addWidget(m_back);
  layout->addStretch(1);
  layout->addWidget(m_close);
  layout->addWidget(m_stop);
  layout->addWidget(m_next);
  return row;
}

void ProgramDialog::setProgram(const attach::AttachedProgram &program) {
  if (m_run->isRunning())
    return;
  m_program = program;
  m_hasKernels = false;
  m_form->setProgram(program);
  showPage(Page::Command);
  showProblem(m_obstacle);
}

ProgramDialog::Page ProgramDialog::page() const {
  return static_cast<Page>(m_pages->currentIndex());
}

void ProgramDialog::showPage(Page page) {
  m_pages->setCurrentIndex(static_cast<int>(page));
  showProblem({});
  updateButtons();
}

void ProgramDialog::showProblem(const QString &text) {
  m_problem->setText(text);
  m_problem->setVisible(!text.isEmpty());
}

void ProgramDialog::updateButtons() {
  const bool isRunning = m_run->isRunning();
  m_back->setVisible(page() != Page::Command && !isRunning);
  m_stop->setVisible(isRunning);
  m_close->setVisible(!isRunning);
  m_progress->setVisible(isRunning);
  m_next->setVisible(page() == Page::Command || page() == Page::Kernels);
  const bool isActivityAlone = page() == Page::Kernels && !m_kernels->hasTicks();
  m_next->setText(page() != Page::Kernels ? tr("List kernels")
                  : isActivityAlone       ? tr("Record activity")
                                          : tr("Record"));
  m_next->setAccessibleName(m_next->text());
  m_next->setToolTip(
      page() != Page::Kernels ? tr("Run the program once and list its kernels; nothing is recorded")
      : isActivityAlone       ? tr("No kernel is ticked: run the program again and record when its "
                                         "kernels and copies ran")
                              : tr("Run the program again and record the ticked kernels"));
  m_next->setEnabled(page() == Page::Kernels ? !isActivityAlone || m_kernels->recordsActivity()
                                             : m_obstacle.isEmpty());
}

void ProgramDialog::goOn() {
  if (page() == Page::Kernels)
    record();
  else
    list();
}

void ProgramDialog::goBack() {
  showPage(page() == Page::Kernels || !m_hasKernels ? Page::Command : Page::Kernels);
  if (page() == Page::Command)
    showProblem(m_obstacle);
}

void ProgramDialog::list() {
  m_form->clearErrors();
  m_form->readInto(m_program);
  const auto request = attach::checkStart(m_program).and_then(
      [this] { return attach::requestOf(m_program, /*isListing=*/true); });
  if (!request) {
    if (!m_form->showError(request.error()))
      showProblem(sentenceOf(request.error()));
    return;
  }
  m_listing = std::make_unique<QTemporaryDir>();
  if (!m_listing->isValid())
    return showProblem(tr("No temporary folder can be made: %1").arg(m_listing->errorString()));
  startRun(*request, m_listing->filePath(QStringLiteral("listing")));
}

void ProgramDialog::record() {
  m_kernels->clearErrors();
  Result<attach::AttachRequest> request = m_kernels->readInto(m_program).and_then(
      [this] { return attach::requestOf(m_program, /*isListing=*/false); });
  if (const auto checked = attach::checkStart(m_program); request && !checked)
    request = tl::unexpected<Error>(checked.error());
  if (!request) {
    if (!m_kernels->showError(request.error()))
      showProblem(sentenceOf(request.error()));
    return;
  }
  const Result<QString> output = m_program.output.empty()
                                     ? m_makeFolder(titleOf(m_program))
                                     : Result<QString>(pathToQString(m_program.output));
  if (!output)
    return showProblem(sentenceOf(output.error()));
  startRun(*std::move(request), *output);
}

void ProgramDialog::startRun(attach::AttachRequest request, const QString &output) {
  const Page before = page();
  m_output->clear();
  request.output = toPath(output);
  m_activity->setText(request.isListing ? tr("Listing the kernels of %1").arg(titleOf(m_program))
                                        : tr("Recording %1").arg(titleOf(m_program)));
  m_stop->setText(tr("Stop"));
  m_stop->setToolTip(tr("Ask the program to end, as Ctrl+C does. What arrived until then is kept"));
  showPage(Page::Output); // before the start, whose end may be shown before it returns
  if (const auto begun = m_run->start(m_collector, m_program, request); !begun) {
    showPage(before);
    return showProblem(sentenceOf(begun.error()));
  }
  updateButtons();
  Q_EMIT started(m_program);
}

void ProgramDialog::stop() {
  if (m_run->isStopping())
    return m_run->kill();
  m_run->stop();
  m_activity->setText(tr("Stopping the program"));
  m_stop->setText(tr("Kill"));
  m_stop->setToolTip(tr("End the program at once. There is no report then"));
}

void ProgramDialog::reject() {
  if (m_run->isRunning())
    return stop();
  QDialog::reject();
}

void ProgramDialog::runEnded(const ProgramEnd &end) {
  if (!end.folder)
    showFailure(end);
  else if (end.isListing)
    showKernels(end);
  else
    showReport(end);
}

QString ProgramDialog::endText(const ProgramEnd &end) const {
  const int code = end.folder->report.exitCode;
  if (end.isStopped)
    return end.isListing ? tr("The program was stopped: launches are counted until then.")
                         : tr("The program was stopped: what was recorded until then is kept.");
  if (code == 0)
    return {};
  const QString how = code > kFirstSignalCode
                          ? tr("The program was ended by signal %1.").arg(code - kFirstSignalCode)
                          : tr("The program ended with exit code %1.").arg(code);
  if (end.lastLines.isEmpty())
    return tr("%1 It printed nothing.").arg(how);
  const qsizetype count = std::min(kShownLastLines, end.lastLines.size());
  return tr("%1 Its last output:\n%2").arg(how, end.lastLines.last(count).join(QLatin1Char('\n')));
}

void ProgramDialog::showKernels(const ProgramEnd &end) {
  m_hasKernels = true;
  m_kernels->setReport(end.folder->report, m_program);
  showPage(Page::Kernels);
  showProblem(endText(end));
}

void ProgramDialog::showReport(const ProgramEnd &end) {
  const attach::AttachReport &report = end.folder->report;
  m_report->setReport(report);
  m_kernels->setCounts(report);
  m_reportSummary->setText(summaryOf(*end.folder));
  showPage(Page::Report);
  showProblem(endText(end));
  Q_EMIT recorded(*end.folder, !m_program.output.empty());
}

void ProgramDialog::showFailure(const ProgramEnd &end) {
  m_activity->setText(end.isStopped ? tr("The program was killed")
                                    : tr("The program was not run to its end"));
  updateButtons();
  showProblem(sentenceOf(end.folder.error()));
}

} // namespace pstudio
