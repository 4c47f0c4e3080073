// SPDX-License-Identifier: Apache-2.0
// The fields of a run specification as widgets.
#include "app/dialogs/run_form.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

#include "app/application/text.h"
#include "app/dialogs/argument_table.h"
#include "app/dialogs/check_table.h"

namespace pstudio {
namespace {

constexpr int kLabelWidth = 128;
constexpr int kTableHeight = 148;

/// What the recording menu offers, by index.
enum RecordingChoice { RecordAutomatic, RecordGlobal, RecordShared, RecordNothing };

RecordingChoice recordingChoice(const InstrumentationMode &mode) {
  if (!mode.enabled)
    return RecordNothing;
  switch (mode.bufferType) {
  case InstrumentationMode::BufferType::Shared:
    return RecordShared;
  case InstrumentationMode::BufferType::Global:
    return RecordGlobal;
  case InstrumentationMode::BufferType::Automatic:
    break;
  }
  return RecordAutomatic;
}

InstrumentationMode::BufferType bufferTypeOf(int choice) {
  switch (choice) {
  case RecordShared:
    return InstrumentationMode::BufferType::Shared;
  case RecordGlobal:
    return InstrumentationMode::BufferType::Global;
  default:
    return InstrumentationMode::BufferType::Automatic;
  }
}

/// What the menu for full buffers offers, by index.
enum StrategyChoice { KeepNewest, KeepOldest };

QSpinBox *makeNumber(const QString &objectName, const QString &accessibleName, int low, int high) {
  auto *box = new QSpinBox;
  box->setObjectName(objectName);
  box->setAccessibleName(accessibleName);
  box->setRange(low, high);
  box->setGroupSeparatorShown(true);
  return box;
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

} // namespace

RunForm::RunForm(QWidget *parent) : QWidget(parent), m_errors(new FieldErrors(this)) {
  m_arguments = new ArgumentTable(this);
  m_checks = new CheckTable(this);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 16);
  layout->setSpacing(20);
  layout->addWidget(makeKernelSection());
  layout->addWidget(makeLaunchSection());
  layout->addWidget(makeTableSection(
      tr("Arguments"), QStringLiteral("arguments"), m_arguments, tr("Add argument"),
      [this] { m_arguments->addRow(); }, [this] { m_arguments->removeCurrentRow(); }));
  layout->addWidget(makeTableSection(
      tr("Checks of the result"), QStringLiteral("checks"), m_checks, tr("Add check"),
      [this] { m_checks->addRow(); }, [this] { m_checks->removeCurrentRow(); }));
  layout->addWidget(makeRecordingSection());
  layout->addStretch(1);
  announceEdits();
}

QWidget *RunForm::makeKernelSection() {
  auto *section = new QWidget(this);
  QFormLayout *form = makeSection(section, tr("Kernel"));
  m_kernelFile = new QLineEdit;
  m_kernelFile->setObjectName(QStringLiteral("kernelFile"));
  m_kernelFile->setAccessibleName(tr("Kernel file"));
  m_kernelFile->setPlaceholderText(tr("an .mlir file with a gpu.func"));
  auto *browse = new QPushButton(tr("Browse..."));
  browse->setObjectName(QStringLiteral("browseKernel"));
  browse->setAccessibleName(tr("Choose the kernel file"));
  connect(browse, &QPushButton::clicked, this, &RunForm::chooseKernelFile);
  addRow(form, tr("File"), besideEachOther({m_kernelFile, browse}, false),
         QStringLiteral("kernel.file"));
  m_function = new QLineEdit;
  m_function->setObjectName(QStringLiteral("kernelFunction"));
  m_function->setAccessibleName(tr("Kernel function"));
  m_function->setPlaceholderText(tr("name of the gpu.func"));
  addRow(form, tr("Function"), m_function, QStringLiteral("kernel.function"));
  return section;
}

QWidget *RunForm::makeLaunchSection() {
  auto *section = new QWidget(this);
  QFormLayout *form = makeSection(section, tr("Launch"));
  m_target = new QComboBox;
  m_target->setObjectName(QStringLiteral("target"));
  m_target->setAccessibleName(tr("Target"));
  m_architecture = new QLineEdit;
  m_architecture->setObjectName(QStringLiteral("architecture"));
  m_architecture->setAccessibleName(tr("Architecture of the target"));
  m_architecture->setPlaceholderText(tr("architecture of the device"));
  m_architecture->setToolTip(tr("Compile for this architecture, such as sm_90a; empty: the "
                                "device's own"));
  m_targetReason = new QLabel;
  m_targetReason->setObjectName(QStringLiteral("targetReason"));
  m_targetReason->setProperty("role", QLatin1String("muted"));
  m_targetReason->setWordWrap(true);
  addRow(form, tr("Target"), besideEachOther({m_target, m_architecture}, true),
         QStringLiteral("target"));
  form->addRow(QString(), m_targetReason);
  addRow(form, tr("Grid"), makeExtents(QStringLiteral("grid"), tr("Grid, CTAs"), m_grid),
         QStringLiteral("grid"));
  addRow(form, tr("Block"), makeExtents(QStringLiteral("block"), tr("Block, threads"), m_block),
         QStringLiteral("block"));
  addRow(form, tr("Cluster"),
         makeExtents(QStringLiteral("cluster"), tr("Cluster, CTAs"), m_cluster),
         QStringLiteral("cluster"));
  m_dynamicShared =
      makeNumber(QStringLiteral("dynamicShared"), tr("Dynamic shared memory, bytes"), 0, 1 << 20);
  m_dynamicShared->setSuffix(tr(" bytes"));
  addRow(form, tr("Dynamic shared"), besideEachOther({m_dynamicShared}, true),
         QStringLiteral("dynamic_shared_bytes"));
  connect(m_target, &QComboBox::currentIndexChanged, this, &RunForm::showTargetReason);
  setTargets({});
  return section;
}

QWidget *RunForm::makeRecordingSection() {
  auto *section = new QWidget(this);
  QFormLayout *form = makeSection(section, tr("Recording"));
  m_mode = new QComboBox;
  m_mode->setObjectName(QStringLiteral("instrumentation"));
  m_mode->setAccessibleName(tr("Instrumentation"));
  m_mode->addItems({tr("Record"), tr("Record, buffer in global memory"),
                    tr("Record, buffer in shared memory"), tr("Do not record")});
  addRow(form, tr("Instrumentation"), m_mode, QStringLiteral("instrumentation"));
  m_slots = makeNumber(QStringLiteral("slots"), tr("Record slots of each unit"), 0, 1 << 30);
  m_slots->setSpecialValueText(tr("automatic"));
  m_slots->setToolTip(tr("Records that one unit can keep, a power of two"));
  addRow(form, tr("Slots per unit"), besideEachOther({m_slots}, true),
         QStringLiteral("instrumentation.slots"));
  m_strategy = new QComboBox;
  m_strategy->setObjectName(QStringLiteral("strategy"));
  m_strategy->setAccessibleName(tr("What a full buffer keeps"));
  m_strategy->addItems({tr("Keep the newest records"), tr("Keep the oldest records")});
  addRow(form, tr("When full"), m_strategy, QStringLiteral("instrumentation.strategy"));
  m_warmup = makeNumber(QStringLiteral("warmup"), tr("Warm-up launches"), 0, 1000);
  m_repeat = makeNumber(QStringLiteral("repeat"), tr("Recorded launches"), 1, 1000);
  addRow(form, tr("Warm-up"),
         besideEachOther({m_warmup, new QLabel(tr("launches, not recorded"))}, true),
         QStringLiteral("warmup"));
  addRow(form, tr("Repeat"),
         besideEachOther({m_repeat, new QLabel(tr("launches, recorded"))}, true),
         QStringLiteral("repeat"));
  m_timeLimit = new QDoubleSpinBox;
  m_timeLimit->setObjectName(QStringLiteral("timeLimit"));
  m_timeLimit->setAccessibleName(tr("Time limit of a launch, seconds"));
  m_timeLimit->setRange(0.1, 86400.0);
  m_timeLimit->setDecimals(1);
  m_timeLimit->setSuffix(tr(" s"));
  addRow(form, tr("Time limit"),
         besideEachOther({m_timeLimit, new QLabel(tr("for one launch"))}, true),
         QStringLiteral("time_limit_s"));
  return section;
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

void RunForm::addRow(QFormLayout *form, const QString &label, QWidget *editor,
                     const QString &path) {
  auto *name = new QLabel(label);
  name->setMinimumWidth(kLabelWidth);
  form->addRow(name, editor);
  QWidget *focus = editor->findChild<QLineEdit *>() ? editor->findChild<QLineEdit *>() : editor;
  form->addRow(QString(), m_errors->addField(path, focus));
}

void RunForm::announceEdits() {
  for (QLineEdit *edit : {m_kernelFile, m_function, m_architecture})
    connect(edit, &QLineEdit::textEdited, this, &RunForm::edited);
  for (QSpinBox *box : findChildren<QSpinBox *>())
    connect(box, &QSpinBox::valueChanged, this, &RunForm::edited);
  connect(m_timeLimit, &QDoubleSpinBox::valueChanged, this, &RunForm::edited);
  for (QComboBox *box : {m_target, m_mode, m_strategy})
    connect(box, &QComboBox::activated, this, &RunForm::edited);
  connect(m_arguments, &QTableWidget::cellChanged, this, &RunForm::edited);
  connect(m_checks, &QTableWidget::cellChanged, this, &RunForm::edited);
}

void RunForm::setSpec(const RunSpec &spec) {
  const QSignalBlocker blocker(this);
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
  m_arguments->setArguments(spec.arguments);
  m_checks->setChecks(spec.checks);
  m_mode->setCurrentIndex(recordingChoice(spec.mode));
  m_strategy->setCurrentIndex(
      spec.mode.strategy == InstrumentationMode::Strategy::First ? KeepOldest : KeepNewest);
  m_slots->setValue(static_cast<int>(spec.mode.slotsPerUnit));
  m_warmup->setValue(static_cast<int>(spec.warmup));
  m_repeat->setValue(static_cast<int>(spec.repeat));
  m_timeLimit->setValue(spec.timeLimitSeconds);
  clearErrors();
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
  PSTUDIO_TRY_ASSIGN(spec.arguments, m_arguments->arguments());
  PSTUDIO_TRY_ASSIGN(spec.checks, m_checks->checks());
  spec.mode.enabled = m_mode->currentIndex() != RecordNothing;
  spec.mode.bufferType = bufferTypeOf(m_mode->currentIndex());
  spec.mode.strategy = m_strategy->currentIndex() == KeepOldest
                           ? InstrumentationMode::Strategy::First
                           : InstrumentationMode::Strategy::Circular;
  spec.mode.slotsPerUnit = static_cast<uint32_t>(m_slots->value());
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
    const QString label =
        target.isAvailable ? target.name : tr("%1 (not available)").arg(target.name);
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
      text = target.isAvailable ? target.description : target.reason;
  m_targetReason->setText(text);
  m_targetReason->setVisible(!text.isEmpty());
}

bool RunForm::showError(const Error &error) {
  return m_errors->show(error);
}

void RunForm::clearErrors() {
  m_errors->clear();
}

void RunForm::chooseKernelFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Kernel file"), m_kernelFile->text(),
                                                    tr("MLIR (*.mlir);;All files (*)"));
  if (file.isEmpty())
    return;
  m_kernelFile->setText(file);
  Q_EMIT edited();
}

} // namespace pstudio
