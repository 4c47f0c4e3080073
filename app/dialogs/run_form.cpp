// SPDX-License-Identifier: Apache-2.0
// The fields of a run specification as widgets.
#include "app/dialogs/run_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

#include "app/dialogs/activity_form.h"
#include "app/dialogs/argument_table.h"
#include "app/dialogs/check_table.h"
#include "app/dialogs/fold_section.h"
#include "app/dialogs/form_rows.h"
#include "app/dialogs/recording_form.h"
#include "app/settings/text.h"
#include "core/run/run_spec_limits.h"

namespace pstudio {
namespace {

constexpr int kTableHeight = 148;
constexpr int kFieldInset = 24; // [pixels] around the text of a field

/// Product of the extents; 0 if it is above the limit, so that it cannot wrap around.
uint64_t productOf(const std::array<QSpinBox *, 3> &extents, uint64_t limit) {
  uint64_t all = 1;
  for (const QSpinBox *box : extents) {
    all *= static_cast<uint64_t>(box->value());
    if (all > limit)
      return 0;
  }
  return all;
}

/// Lanes of a warp of a target such as "cuda", "lab/hip:gfx942"; 0 if its architecture is unknown.
uint32_t lanesOf(const QString &target) {
  const QString place = target.section(QLatin1Char(':'), 0, 0).section(QLatin1Char('/'), -1);
  if (place != QLatin1String("hip"))
    return RecordingLaunch().lanes;
  const QString architecture = target.section(QLatin1Char(':'), 1);
  if (architecture.isEmpty())
    return 0;
  return architecture.startsWith(QLatin1String("gfx9")) ? 64 : 32;
}

} // namespace

RunForm::RunForm(QWidget *parent) : QWidget(parent), m_errors(new FieldErrors(this)) {
  m_arguments = new ArgumentTable(this);
  m_checks = new CheckTable(this);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 16);
  layout->setSpacing(20);
  layout->addWidget(makeQuestionSection());
  layout->addWidget(makeKernelSection());
  layout->addWidget(makeRecordingSection());
  layout->addWidget(m_launchFold = makeLaunchFold());
  layout->addWidget(m_moreFold = makeMoreFold());
  layout->addStretch(1);
  announceEdits();
}

FoldSection *RunForm::makeLaunchFold() {
  auto *fold = new FoldSection(tr("Launch, arguments, checks"), "launchFold", this);
  fold->add(makeLaunchSection());
  QWidget *arguments = makeTableSection(
      tr("Arguments"), QStringLiteral("arguments"), m_arguments, tr("Add argument"),
      [this] { m_arguments->addRow(); }, [this] { m_arguments->removeCurrentRow(); });
  arguments->layout()->addWidget(m_errors->addField(QStringLiteral("buffers"), m_arguments));
  fold->add(arguments);
  fold->add(makeTableSection(
      tr("Checks of the result"), QStringLiteral("checks"), m_checks, tr("Add check"),
      [this] { m_checks->addRow(); }, [this] { m_checks->removeCurrentRow(); }));
  m_kernelSections.push_back(fold);
  return fold;
}

FoldSection *RunForm::makeMoreFold() {
  auto *fold =
      new FoldSection(tr("Activity of the GPU, repetitions, time limit"), "moreFold", this);
  auto *section = new QWidget;
  auto *form = new QFormLayout(section);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(4);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_activity = new ActivityForm(form, *m_errors, section);
  connect(m_activity, &ActivityForm::edited, this, &RunForm::edited);
  addRepetitionRows(form);
  fold->add(section);
  return fold;
}

QWidget *RunForm::makeQuestionSection() {
  auto *section = new QWidget(this);
  auto *heading = new QLabel(tr("Question"), section);
  heading->setProperty("role", QLatin1String("heading"));
  auto *layout = new QGridLayout(section);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setHorizontalSpacing(20);
  layout->setVerticalSpacing(4);
  layout->setColumnStretch(1, 1);
  layout->addWidget(heading, 0, 0, 1, 2);
  static constexpr std::array<const char *, kRunQuestions.size()> names{
      "questionTime", "questionCopies", "questionMemory", "questionByHand"};
  for (size_t i = 0; i < kRunQuestions.size(); ++i) {
    const RunQuestion question = kRunQuestions[i];
    m_questions[i] = new QRadioButton(titleOf(question));
    m_questions[i]->setObjectName(QLatin1String(names[i]));
    m_questions[i]->setAccessibleDescription(explanationOf(question));
    auto *records = new QLabel(explanationOf(question));
    records->setProperty("role", QLatin1String("muted"));
    const int row = static_cast<int>(i) + 1;
    layout->addWidget(m_questions[i], row, 0);
    layout->addWidget(records, row, 1);
    connect(m_questions[i], &QRadioButton::clicked, this,
            [this, question] { chooseQuestion(question); });
  }
  return section;
}

void RunForm::chooseQuestion(RunQuestion question) {
  // The specification's own mode, where it answers the question, is the better one.
  const bool isOwn = questionOf(m_base.mode) == question;
  if (const Result<InstrumentationMode> mode = m_recording->mode();
      mode && question != RunQuestion::ByHand)
    m_recording->setMode(isOwn ? m_base.mode : modeFor(question, *mode));
  showQuestion(question);
  Q_EMIT edited();
}

void RunForm::showQuestion(RunQuestion question) {
  m_question = question;
  const auto at = std::ranges::find(kRunQuestions, question) - kRunQuestions.begin();
  m_questions[static_cast<size_t>(at)]->setChecked(true);
  m_recording->showRowsOf(question);
  const bool isComplete = !m_base.function.empty() && !m_base.kernelFile.empty();
  const bool isAll = question == RunQuestion::ByHand;
  m_launchFold->setFolded(isComplete && !isAll);
  m_moreFold->setFolded(!isAll);
}

void RunForm::unfoldLaunch() {
  m_launchFold->setFolded(false);
}

void RunForm::showActivityRows() {
  m_activity->showRowsOf(targetText(), m_isProgram);
}

void RunForm::showLaunch() {
  RecordingLaunch launch;
  if (!m_isProgram) {
    launch.ctas = productOf(m_grid, RunSpecLimits::kMaxGridCtas);
    if (const uint32_t lanes = lanesOf(targetText()); lanes != 0) {
      launch.lanes = lanes;
      launch.threads = static_cast<uint32_t>(productOf(m_block, RunSpecLimits::kMaxBlockThreads));
    }
  }
  m_recording->setLaunch(launch);
}

QWidget *RunForm::makeKernelSection() {
  auto *section = new QWidget(this);
  QFormLayout *form = makeSection(section, tr("Kernel"));
  m_kernelHeading = section->findChild<QLabel *>();
  m_kernelFile = new QLineEdit;
  m_kernelFile->setObjectName(QStringLiteral("kernelFile"));
  m_kernelFile->setAccessibleName(tr("Kernel file"));
  m_kernelFile->setPlaceholderText(
      tr("an .mlir file with a gpu.func, LLVM IR (.ll, .llir), PTX (.ptx) or CUDA C++ (.cu)"));
  auto *browse = new QPushButton(tr("Browse..."));
  browse->setObjectName(QStringLiteral("browseKernel"));
  browse->setAccessibleName(tr("Select the kernel file"));
  connect(browse, &QPushButton::clicked, this, &RunForm::chooseKernelFile);
  addRow(form, *m_errors, tr("File"), besideEachOther({m_kernelFile, browse}, false),
         QStringLiteral("kernel.file"));
  m_function = new QLineEdit;
  m_function->setObjectName(QStringLiteral("kernelFunction"));
  m_function->setAccessibleName(tr("Kernel function"));
  m_function->setPlaceholderText(tr("name of the gpu.func, or of the .entry"));
  addKernelRow(form, tr("Function"), m_function, QStringLiteral("kernel.function"));
  addTargetRow(form);
  return section;
}

void RunForm::addTargetRow(QFormLayout *form) {
  m_target = new QComboBox;
  m_target->setObjectName(QStringLiteral("target"));
  m_target->setAccessibleName(tr("Target"));
  m_architecture = new QLineEdit;
  m_architecture->setObjectName(QStringLiteral("architecture"));
  m_architecture->setAccessibleName(tr("Architecture of the target"));
  m_architecture->setPlaceholderText(tr("architecture of the device"));
  m_architecture->setMinimumWidth(
      m_architecture->fontMetrics().horizontalAdvance(m_architecture->placeholderText()) +
      kFieldInset);
  m_architecture->setToolTip(
      tr("Compile for this architecture, such as sm_90a; empty: the device's architecture"));
  m_targetReason = new QLabel;
  m_targetReason->setObjectName(QStringLiteral("targetReason"));
  m_targetReason->setProperty("role", QLatin1String("muted"));
  m_targetReason->setWordWrap(true);
  addRow(form, *m_errors, tr("Target"), besideEachOther({m_target, m_architecture}, true),
         QStringLiteral("target"));
  form->addRow(QString(), m_targetReason);
  connect(m_target, &QComboBox::currentIndexChanged, this, &RunForm::showTargetReason);
  setTargets({});
}

QWidget *RunForm::makeLaunchSection() {
  auto *section = new QWidget(this);
  QFormLayout *form = makeSection(section, tr("Launch"));
  addKernelRow(form, tr("Grid"), makeExtents(QStringLiteral("grid"), tr("Grid, CTAs"), m_grid),
               QStringLiteral("grid"));
  addKernelRow(form, tr("Block"),
               makeExtents(QStringLiteral("block"), tr("Block, threads"), m_block),
               QStringLiteral("block"));
  addKernelRow(form, tr("Cluster"),
               makeExtents(QStringLiteral("cluster"), tr("Cluster, CTAs"), m_cluster),
               QStringLiteral("cluster"));
  m_dynamicShared =
      makeNumber(QStringLiteral("dynamicShared"), tr("Dynamic shared memory, bytes"), 0, 1 << 20);
  m_dynamicShared->setSuffix(tr(" bytes"));
  addKernelRow(form, tr("Dynamic shared"), besideEachOther({m_dynamicShared}, true),
               QStringLiteral("dynamic_shared_bytes"));
  m_cooperative = makeSwitch(
      QStringLiteral("cooperative"), tr("cooperative"),
      tr("Cooperative launch: all CTAs are co-resident and may synchronize with each other"));
  m_programmatic = makeSwitch(QStringLiteral("programmatic"), tr("programmatic"),
                              tr("Programmatic dependent launch: the kernel may start before the "
                                 "preceding work in the stream completes"));
  addKernelRow(form, tr("Kind of launch"), besideEachOther({m_cooperative, m_programmatic}, true),
               QStringLiteral("launch"));
  return section;
}

QWidget *RunForm::makeRecordingSection() {
  auto *section = new QWidget(this);
  QFormLayout *form = makeSection(section, tr("Recording"));
  m_recording = new RecordingForm(form, *m_errors, section);
  connect(m_recording, &RecordingForm::edited, this, &RunForm::edited);
  return section;
}

void RunForm::addRepetitionRows(QFormLayout *form) {
  m_warmup =
      makeNumber(QStringLiteral("warmup"), tr("Warm-up launches"), 0, RunSpecLimits::kMaxLaunches);
  m_repeat =
      makeNumber(QStringLiteral("repeat"), tr("Recorded launches"), 1, RunSpecLimits::kMaxLaunches);
  addKernelRow(form, tr("Warm-up"),
               besideEachOther({m_warmup, new QLabel(tr("launches, not recorded"))}, true),
               QStringLiteral("warmup"));
  addKernelRow(form, tr("Repeat"),
               besideEachOther({m_repeat, new QLabel(tr("launches, recorded"))}, true),
               QStringLiteral("repeat"));
  m_timeLimitScope = new QLabel(tr("for one launch"));
  m_timeLimit = new QDoubleSpinBox;
  m_timeLimit->setObjectName(QStringLiteral("timeLimit"));
  m_timeLimit->setAccessibleName(tr("Time limit of a launch, seconds"));
  m_timeLimit->setRange(0.1, RunSpecLimits::kMaxTimeLimitSeconds);
  m_timeLimit->setDecimals(1);
  m_timeLimit->setSuffix(tr(" s"));
  addRow(form, *m_errors, tr("Time limit"), besideEachOther({m_timeLimit, m_timeLimitScope}, true),
         QStringLiteral("time_limit_s"));
}

QWidget *RunForm::makeTableSection(const QString &title, const QString &path, QWidget *table,
                                   const QString &add, const std::function<void()> &addTableRow,
                                   const std::function<void()> &removeTableRow) {
  auto *section = new QWidget(this);
  auto *heading = new QLabel(title, section);
  heading->setProperty("role", QLatin1String("heading"));
  auto *addButton = new QPushButton(add, section);
  addButton->setObjectName(QLatin1String("add:") + path);
  addButton->setAccessibleName(add);
  connect(addButton, &QPushButton::clicked, this, addTableRow);
  auto *removeButton = new QPushButton(tr("Remove"), section);
  removeButton->setObjectName(QLatin1String("remove:") + path);
  removeButton->setAccessibleName(tr("Remove the selected row"));
  connect(removeButton, &QPushButton::clicked, this, removeTableRow);
  auto *top = new QHBoxLayout;
  top->setSpacing(8);
  top->addWidget(heading, 1);
  top->addWidget(addButton);
  top->addWidget(removeButton);

  table->setFixedHeight(kTableHeight);
  auto *layout = new QVBoxLayout(section);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addLayout(top);
  layout->addWidget(table);
  layout->addWidget(m_errors->addField(path, table));
  m_kernelSections.push_back(section);
  return section;
}

QWidget *RunForm::makeExtents(const QString &name, const QString &accessibleName,
                              std::array<QSpinBox *, 3> &fields) {
  static constexpr std::array axes = {'x', 'y', 'z'};
  auto *row = new QWidget;
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  for (size_t axis = 0; axis < fields.size(); ++axis) {
    const QChar letter = QLatin1Char(axes[axis]);
    fields[axis] = makeNumber(name + letter.toUpper(), accessibleName + QLatin1Char(' ') + letter,
                              1, std::numeric_limits<int>::max());
    fields[axis]->setMinimumWidth(104);
    layout->addWidget(new QLabel(QString(letter)));
    layout->addWidget(fields[axis]);
  }
  layout->addStretch(1);
  return row;
}

void RunForm::addKernelRow(QFormLayout *form, const QString &label, QWidget *editor,
                           const QString &path) {
  addRow(form, *m_errors, label, editor, path);
  m_kernelRows.emplace_back(form, editor);
}

void RunForm::showAsProgram(bool isProgram) {
  m_isProgram = isProgram;
  for (const auto &[form, editor] : m_kernelRows)
    form->setRowVisible(editor, !isProgram);
  for (QWidget *section : m_kernelSections)
    section->setVisible(!isProgram);
  m_kernelHeading->setText(isProgram ? tr("Program") : tr("Kernel"));
  m_timeLimitScope->setText(isProgram ? tr("for the whole program") : tr("for one launch"));
  showActivityRows();
  showLaunch();
}

void RunForm::announceEdits() {
  for (QLineEdit *edit : {m_kernelFile, m_function, m_architecture})
    connect(edit, &QLineEdit::textEdited, this, &RunForm::edited);
  for (const auto &extents : {m_grid, m_block, m_cluster})
    for (QSpinBox *box : extents)
      connect(box, &QSpinBox::valueChanged, this, &RunForm::edited);
  for (QSpinBox *box : {m_dynamicShared, m_warmup, m_repeat})
    connect(box, &QSpinBox::valueChanged, this, &RunForm::edited);
  for (QCheckBox *box : {m_cooperative, m_programmatic})
    connect(box, &QCheckBox::toggled, this, &RunForm::edited);
  connect(m_timeLimit, &QDoubleSpinBox::valueChanged, this, &RunForm::edited);
  connect(m_target, &QComboBox::activated, this, &RunForm::edited);
  for (const auto &extents : {m_grid, m_block})
    for (QSpinBox *box : extents)
      connect(box, &QSpinBox::valueChanged, this, &RunForm::showLaunch);
  connect(m_target, &QComboBox::currentIndexChanged, this, &RunForm::showActivityRows);
  connect(m_target, &QComboBox::currentIndexChanged, this, &RunForm::showLaunch);
  connect(m_architecture, &QLineEdit::textChanged, this, &RunForm::showLaunch);
  connect(m_arguments, &QTableWidget::cellChanged, this, &RunForm::edited);
  connect(m_checks, &QTableWidget::cellChanged, this, &RunForm::edited);
}

void RunForm::setProgram(const ProgramSpec &program) {
  RunSpec spec;
  static_cast<RunSettings &>(spec) = program;
  spec.kernelFile = program.file;
  setSpec(spec);
  showAsProgram(true);
}

Result<ProgramSpec> RunForm::program() const {
  Result<ProgramSpec> program = loadProgramSpec(toPath(m_kernelFile->text().trimmed()));
  if (!program) {
    program.error().where = "kernel.file";
    return program;
  }
  if (Result<void> target = pstudio::setTarget(*program, toUtf8(targetText())); !target) {
    target.error().where = "target";
    return tl::unexpected<Error>(target.error());
  }
  PSTUDIO_TRY_ASSIGN(program->mode, m_recording->mode());
  PSTUDIO_TRY_ASSIGN(const ActivitySettings activity, m_activity->activity());
  program->activity.kinds = activity.kinds; // there are no samples of a program
  program->timeLimitSeconds = m_timeLimit->value();
  return program;
}

void RunForm::setSpec(const RunSpec &spec) {
  const QSignalBlocker blocker(this);
  showAsProgram(false);
  m_base = spec;
  m_kernelFile->setText(pathToQString(spec.kernelFile));
  m_function->setText(toQString(spec.function));
  setTarget(toQString(spec.target));
  for (size_t axis = 0; axis < 3; ++axis) {
    m_grid[axis]->setValue(static_cast<int>(spec.grid[axis]));
    m_block[axis]->setValue(static_cast<int>(spec.block[axis]));
    m_cluster[axis]->setValue(static_cast<int>(spec.cluster[axis]));
  }
  m_dynamicShared->setValue(static_cast<int>(spec.dynamicSharedBytes));
  m_cooperative->setChecked(spec.launch.cooperative);
  m_programmatic->setChecked(spec.launch.programmatic);
  m_arguments->setArguments(spec.arguments, spec.buffers);
  m_checks->setChecks(spec.checks);
  m_recording->setMode(spec.mode);
  m_activity->setActivity(spec.activity);
  m_warmup->setValue(static_cast<int>(spec.warmup));
  m_repeat->setValue(static_cast<int>(spec.repeat));
  m_timeLimit->setValue(spec.timeLimitSeconds);
  clearErrors();
  showActivityRows();
  showLaunch();
  showQuestion(questionOf(spec.mode));
}

Result<RunSpec> RunForm::spec() const {
  RunSpec spec = m_base;
  spec.kernelFile = toPath(m_kernelFile->text().trimmed());
  if (!spec.kernelFile.empty() && spec.kernelFile.is_relative() && !spec.path.empty())
    spec.kernelFile = spec.path.parent_path() / spec.kernelFile;
  spec.function = toUtf8(m_function->text().trimmed());
  spec.target = toUtf8(targetText());
  for (size_t axis = 0; axis < 3; ++axis) {
    spec.grid[axis] = static_cast<uint32_t>(m_grid[axis]->value());
    spec.block[axis] = static_cast<uint32_t>(m_block[axis]->value());
    spec.cluster[axis] = static_cast<uint32_t>(m_cluster[axis]->value());
  }
  spec.dynamicSharedBytes = static_cast<uint64_t>(m_dynamicShared->value());
  spec.launch = {m_cooperative->isChecked(), m_programmatic->isChecked()};
  PSTUDIO_TRY_ASSIGN(spec.arguments, m_arguments->arguments());
  PSTUDIO_TRY_ASSIGN(spec.buffers, m_arguments->buffers());
  PSTUDIO_TRY_ASSIGN(spec.checks, m_checks->checks());
  PSTUDIO_TRY_ASSIGN(spec.mode, m_recording->mode());
  PSTUDIO_TRY_ASSIGN(spec.activity, m_activity->activity());
  spec.warmup = static_cast<uint32_t>(m_warmup->value());
  spec.repeat = static_cast<uint32_t>(m_repeat->value());
  spec.timeLimitSeconds = m_timeLimit->value();
  return spec;
}

void RunForm::setTargets(const QList<TargetAvailability> &targets) {
  const QSignalBlocker blocker(m_target);
  const QString chosen =
      m_target->count() ? m_target->currentData().toString() : QStringLiteral("cpu");
  m_targets = targets;
  m_target->clear();
  for (const TargetAvailability &target : targets) {
    const QString label = target.isAvailable ? target.name
                          : target.name.endsWith(QLatin1Char('/'))
                              ? tr("%1 (no answer)").arg(target.name.chopped(1))
                              : tr("%1 (not available)").arg(target.name);
    m_target->addItem(label, target.name);
  }
  if (m_target->findData(chosen) < 0)
    m_target->addItem(chosen, chosen);
  m_target->setCurrentIndex(m_target->findData(chosen));
  showTargetReason();
}

void RunForm::setTarget(const QString &text) {
  const QString name = text.section(QLatin1Char(':'), 0, 0);
  if (m_target->findData(name) < 0)
    m_target->addItem(name, name);
  m_target->setCurrentIndex(m_target->findData(name));
  m_architecture->setText(text.section(QLatin1Char(':'), 1));
}

QString RunForm::targetText() const {
  const QString name = m_target->currentData().toString();
  const QString architecture = m_architecture->text().trimmed();
  return architecture.isEmpty() ? name : name + QLatin1Char(':') + architecture;
}

QString RunForm::targetProblem() const {
  const QString chosen = m_target->currentData().toString();
  for (const TargetAvailability &target : m_targets)
    if (target.name == chosen)
      return target.isAvailable ? QString() : target.reason;
  return {};
}

void RunForm::showTargetReason() {
  const QString chosen = m_target->currentData().toString();
  QString text;
  for (const TargetAvailability &target : std::as_const(m_targets))
    if (target.name == chosen)
      text = target.isAvailable
                 ? (QStringList{target.description} + target.offers).join(QLatin1String(", "))
                 : target.reason;
  if (!text.isEmpty())
    text.front() = text.front().toUpper();
  m_targetReason->setText(text);
  m_targetReason->setVisible(!text.isEmpty());
}

bool RunForm::showError(const Error &error) {
  if (fieldPathOf(error).startsWith(QLatin1String("instrumentation")))
    showQuestion(RunQuestion::ByHand); // other questions hide the field
  return m_errors->show(error);
}

void RunForm::clearErrors() {
  m_errors->clear();
}

void RunForm::chooseKernelFile() {
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Kernel file"), m_kernelFile->text(),
                                   tr("Kernels (*.mlir *.ll *.llir *.ptx *.cu);;All files (*)"));
  if (file.isEmpty())
    return;
  m_kernelFile->setText(file);
  Q_EMIT edited();
}

} // namespace pstudio
