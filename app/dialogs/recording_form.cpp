// SPDX-License-Identifier: Apache-2.0
// Rows of widgets for the parts of an instrumentation mode.
#include "app/dialogs/recording_form.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include "app/dialogs/field_errors.h"
#include "app/dialogs/form_rows.h"
#include "app/settings/text.h"
#include "core/run/expected_cost.h"
#include "core/run/mode_names.h"

namespace pstudio {
namespace {

using Mode = InstrumentationMode;

constexpr int kAutoModeColumns = 3;

/// The menus list the enumerators in their order, so that an index is the value of an enumerator.
template <class Enum> Enum chosen(const QComboBox *menu) {
  return static_cast<Enum>(menu->currentIndex());
}
template <class Enum> void choose(QComboBox *menu, Enum value) {
  menu->setCurrentIndex(static_cast<int>(value));
}

/// The error with the path of its field in `where`.
tl::unexpected<Error> at(const QString &path, Error error) {
  error.where = toUtf8(path);
  return tl::unexpected<Error>(std::move(error));
}

Result<IdRanges> readIds(const QLineEdit *edit, const QString &path) {
  Result<IdRanges> ids = IdRanges::parse(toUtf8(edit->text().remove(QLatin1Char(' '))));
  if (!ids)
    return at(path, std::move(ids).error());
  return ids;
}

std::vector<std::string> readNames(const QLineEdit *edit) {
  std::vector<std::string> names;
  for (const QString &name : edit->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
    if (!name.trimmed().isEmpty())
      names.push_back(toUtf8(name.trimmed()));
  return names;
}

QString joined(const std::vector<std::string> &names) {
  QStringList list;
  for (const std::string &name : names)
    list.append(toQString(name));
  return list.join(QStringLiteral(", "));
}

QLabel *makeUnit(const QString &text) {
  auto *label = new QLabel(text);
  label->setProperty("role", QLatin1String("muted"));
  return label;
}

} // namespace

RecordingForm::RecordingForm(QFormLayout *form, FieldErrors &errors, QWidget *parent)
    : QWidget(parent), m_errors(errors), m_form(form) {
  hide(); // the rows belong to the form; this object only connects them
  addFigures();
  addWhatRows();
  addBufferRows();
  addSamplingRows();
  addTextRow();
  connectRows();
  show(Mode());
}

void RecordingForm::addFigures() {
  const auto addFigure = [&](const QString &name, const char *objectName) {
    auto *figure = new QLabel;
    figure->setObjectName(QLatin1String(objectName));
    figure->setAccessibleName(name);
    figure->setWordWrap(true);
    figure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addLabelledRow(m_form, name, figure);
    return figure;
  };
  m_cost = addFigure(tr("Cost"), "expectedCost");
  m_room = addFigure(tr("Records that fit"), "recordRoom");
}

void RecordingForm::addOptionRow(const QString &label, QWidget *editor, const QString &path) {
  addRow(m_form, m_errors, label, editor, path);
  m_rows.push_back(editor);
}

void RecordingForm::showRowsOf(RunQuestion question) {
  for (QWidget *row : m_rows)
    m_form->setRowVisible(row, question == RunQuestion::ByHand);
  if (question == RunQuestion::Memory) // fewer CTAs cost less
    m_form->setRowVisible(m_ctas, true);
  // No question changes a restriction of the specification, so it stays in view.
  for (QLineEdit *row : {m_warps, m_ctas})
    if (!row->text().isEmpty())
      m_form->setRowVisible(row, true);
  if (!m_include->text().isEmpty() || !m_exclude->text().isEmpty())
    m_form->setRowVisible(m_include->parentWidget(), true);
}

void RecordingForm::setLaunch(const RecordingLaunch &launch) {
  m_launch = launch;
  showFigures();
}

void RecordingForm::addWhatRows() {
  m_enabled = new QCheckBox(tr("The kernel's annotations"));
  m_enabled->setObjectName(QStringLiteral("recordEnabled"));
  m_enabled->setToolTip(tr("Record the scopes and events in the kernel's source. If this option "
                           "and all options below are off, the kernel runs uninstrumented"));
  addOptionRow(tr("Record"), m_enabled, QStringLiteral("instrumentation.enabled"));
  const std::array<QString, Mode::kAutoModes> names{tr("Functions"),        tr("Loops"),
                                                    tr("Barriers"),         tr("Times of accesses"),
                                                    tr("Memory accesses"),  tr("Async operations"),
                                                    tr("Matrix operations")};
  static constexpr std::array<const char *, Mode::kAutoModes> objectNames{
      "autoFunctions", "autoLoops", "autoBarriers", "autoAccesses",
      "autoMemory",    "autoAsync", "autoMatrix"};
  auto *grid = new QWidget;
  auto *layout = new QGridLayout(grid);
  layout->setContentsMargins(0, 5, 0, 4); // the first line stands beside its label
  layout->setHorizontalSpacing(20);
  layout->setVerticalSpacing(4);
  layout->setColumnStretch(kAutoModeColumns, 1);
  for (size_t i = 0; i < names.size(); ++i) {
    m_autoModes[i] = new QCheckBox(names[i]);
    m_autoModes[i]->setObjectName(QLatin1String(objectNames[i]));
    layout->addWidget(m_autoModes[i], static_cast<int>(i) / kAutoModeColumns,
                      static_cast<int>(i) % kAutoModeColumns);
  }
  using AutoMode = Mode::AutoMode;
  m_autoModes[static_cast<size_t>(AutoMode::Accesses)]->setToolTip(
      tr("Durations of sequences of loads and stores"));
  m_autoModes[static_cast<size_t>(AutoMode::Memory)]->setToolTip(
      tr("Addresses of each load and store, for the panel Memory. Every access is a record and "
         "slows the kernel down. Select fewer warps, CTAs or iterations to reduce the cost"));
  addOptionRow(tr("Also, without annotations"), grid, QStringLiteral("instrumentation.modes"));
  m_include = makeText(QStringLiteral("includeFunctions"), tr("Recorded functions"),
                       tr("all, or names: load_*, store"));
  m_exclude =
      makeText(QStringLiteral("excludeFunctions"), tr("Excluded functions"), tr("none, or names"));
  addOptionRow(tr("In functions"),
               besideEachOther({m_include, makeUnit(tr("except")), m_exclude}, false),
               QStringLiteral("instrumentation.include"));
}

void RecordingForm::addBufferRows() {
  m_bufferType = makeMenu(QStringLiteral("bufferType"), tr("Location of the profile buffer"),
                          {tr("Automatic"), tr("Shared memory"), tr("Global memory")});
  m_slots = makeNumber(QStringLiteral("slots"), tr("Record slots per unit"), 0, kMaxModeSlots);
  m_slots->setSpecialValueText(tr("automatic"));
  m_slots->setToolTip(
      tr("Slots of 8 bytes per recording unit, a power of two. A record takes one slot, a group of "
         "three records two, and up to 63 records in a row half a slot each"));
  addOptionRow(tr("Buffer"),
               besideEachOther({m_bufferType, m_slots, makeUnit(tr("slots per unit"))}, true),
               QStringLiteral("instrumentation.slots"));
  m_strategy = makeMenu(QStringLiteral("strategy"), tr("Strategy for a full buffer"),
                        {tr("Keep the newest records"), tr("Keep the oldest records"),
                         tr("Flush to global memory"), tr("Stream to the host"),
                         tr("Count accesses, record nothing")});
  m_whenFull = makeMenu(QStringLiteral("whenFull"), tr("Strategy for a slow host"),
                        {tr("and wait"), tr("and drop records")});
  addOptionRow(tr("When full"), besideEachOther({m_strategy, m_whenFull}, true),
               QStringLiteral("instrumentation.strategy"));
  m_metric = makeMenu(QStringLiteral("metric"), tr("Clock of the timestamps"),
                      {tr("SM cycles"), tr("Global timer")});
  addOptionRow(tr("Clock"), besideEachOther({m_metric}, true),
               QStringLiteral("instrumentation.metric"));
}

void RecordingForm::addSamplingRows() {
  m_granularity = makeMenu(QStringLiteral("granularity"), tr("Recording units"),
                           {tr("Each thread"), tr("Each warp"), tr("One of 2 warps"),
                            tr("One of 4 warps"), tr("One of 8 warps"), tr("One warp per CTA"),
                            tr("One warp per warp group"), tr("One of 2 warp groups"),
                            tr("One of 4 warp groups"), tr("One of 8 warp groups")});
  addOptionRow(tr("Granularity"), besideEachOther({m_granularity}, true),
               QStringLiteral("instrumentation.granularity"));
  m_warps =
      makeText(QStringLiteral("sampledWarps"), tr("Recorded warps"), tr("all, or ids: 0, 4-7"));
  addOptionRow(tr("Warps"), m_warps, QStringLiteral("instrumentation.warps"));
  m_ctas =
      makeText(QStringLiteral("sampledCtas"), tr("Recorded CTAs"), tr("all, or ids: 0-31, 64"));
  addOptionRow(tr("CTAs"), m_ctas, QStringLiteral("instrumentation.ctas"));
  m_every =
      makeNumber(QStringLiteral("every"), tr("Interval of recorded iterations"), 1, kMaxModeEvery);
  m_every->setPrefix(tr("every "));
  m_every->setSpecialValueText(tr("every iteration"));
  addOptionRow(tr("Iterations"), besideEachOther({m_every}, true),
               QStringLiteral("instrumentation.every"));
}

void RecordingForm::addTextRow() {
  m_text = makeText(QStringLiteral("modeText"), tr("Mode as text"), {});
  m_text->setToolTip(tr("Value of --mode on the command line. Paste a mode to set all rows"));
  addOptionRow(tr("Mode"), m_text, QStringLiteral("instrumentation"));
}

void RecordingForm::connectRows() {
  connect(m_enabled, &QCheckBox::clicked, this, &RecordingForm::rowChanged);
  for (QCheckBox *box : m_autoModes)
    connect(box, &QCheckBox::clicked, this, &RecordingForm::rowChanged);
  for (QComboBox *menu : {m_bufferType, m_strategy, m_whenFull, m_granularity, m_metric})
    connect(menu, &QComboBox::currentIndexChanged, this, &RecordingForm::rowChanged);
  for (QSpinBox *box : {m_slots, m_every})
    connect(box, &QSpinBox::valueChanged, this, &RecordingForm::rowChanged);
  for (QLineEdit *edit : {m_warps, m_ctas, m_include, m_exclude})
    connect(edit, &QLineEdit::textEdited, this, &RecordingForm::rowChanged);
  connect(m_text, &QLineEdit::editingFinished, this, &RecordingForm::textChanged);
  connect(m_text, &QLineEdit::textEdited, this, &RecordingForm::edited);
}

void RecordingForm::setMode(const Mode &mode) {
  show(mode);
}

void RecordingForm::show(const Mode &mode) {
  // Blocks the change signals of the rows: only changes by the user are reported.
  std::vector<QSignalBlocker> blockers;
  for (QWidget *row : std::initializer_list<QWidget *>{m_bufferType, m_strategy, m_whenFull,
                                                       m_granularity, m_metric, m_slots, m_every})
    blockers.emplace_back(row);
  m_enabled->setChecked(mode.enabled && mode.annotations == Mode::Annotations::Keep);
  for (size_t i = 0; i < m_autoModes.size(); ++i)
    m_autoModes[i]->setChecked(mode.has(static_cast<Mode::AutoMode>(i)));
  choose(m_bufferType, mode.bufferType);
  choose(m_strategy, mode.strategy);
  choose(m_whenFull, mode.whenFull);
  choose(m_granularity, mode.granularity);
  choose(m_metric, mode.metric);
  m_slots->setValue(static_cast<int>(mode.slotsPerUnit));
  m_every->setValue(static_cast<int>(mode.every));
  m_warps->setText(toQString(mode.warps.toString()));
  m_ctas->setText(toQString(mode.ctas.toString()));
  m_include->setText(joined(mode.include));
  m_exclude->setText(joined(mode.exclude));
  m_callbacks = mode.callbacks;
  m_bins = mode.bins;
  m_groups = mode.groups;
  m_warpBarriers = mode.warpBarriers;
  m_text->setText(toQString(mode.toString()));
  updateRows();
}

void RecordingForm::rowChanged() {
  if (const Result<Mode> changed = mode())
    m_text->setText(toQString(changed->toString()));
  updateRows();
  Q_EMIT edited();
}

void RecordingForm::textChanged() {
  const Result<Mode> read = Mode::parse(toUtf8(m_text->text().trimmed()));
  if (read)
    return show(*read);
  Error error = read.error();
  error.where = "instrumentation";
  m_errors.show(error);
}

void RecordingForm::updateRows() {
  const bool isEnabled = records();
  for (QWidget *row : std::initializer_list<QWidget *>{m_bufferType, m_slots, m_strategy,
                                                       m_whenFull, m_granularity, m_metric, m_warps,
                                                       m_ctas, m_every, m_include, m_exclude})
    row->setEnabled(isEnabled);
  m_whenFull->setVisible(chosen<Mode::Strategy>(m_strategy) == Mode::Strategy::Stream);
  showFigures();
}

void RecordingForm::showFigures() {
  const Result<Mode> shown = mode();
  const QString cost = shown ? toQString(expectedCost(*shown)) : QString();
  const QString room = shown ? toQString(recordRoom(*shown, m_launch)) : QString();
  m_cost->setText(cost);
  m_room->setText(room);
  m_form->setRowVisible(m_cost, !cost.isEmpty());
  m_form->setRowVisible(m_room, !room.isEmpty());
}

bool RecordingForm::records() const {
  return m_enabled->isChecked() || !m_callbacks.empty() ||
         std::ranges::any_of(m_autoModes, &QCheckBox::isChecked);
}

Result<void> RecordingForm::readTexts(Mode &mode) const {
  PSTUDIO_TRY_ASSIGN(mode.warps, readIds(m_warps, QStringLiteral("instrumentation.warps")));
  PSTUDIO_TRY_ASSIGN(mode.ctas, readIds(m_ctas, QStringLiteral("instrumentation.ctas")));
  mode.include = readNames(m_include);
  mode.exclude = readNames(m_exclude);
  return {};
}

Result<Mode> RecordingForm::mode() const {
  Mode mode;
  mode.enabled = records();
  if (!mode.enabled)
    return mode;
  if (!m_enabled->isChecked())
    mode.annotations = Mode::Annotations::Drop;
  for (size_t i = 0; i < m_autoModes.size(); ++i)
    if (m_autoModes[i]->isChecked())
      mode.autoModes.push_back(static_cast<Mode::AutoMode>(i));
  mode.bufferType = chosen<Mode::BufferType>(m_bufferType);
  mode.strategy = chosen<Mode::Strategy>(m_strategy);
  if (mode.strategy == Mode::Strategy::Histogram)
    mode.bins = m_bins;
  if (mode.strategy == Mode::Strategy::Stream)
    mode.whenFull = chosen<Mode::WhenFull>(m_whenFull);
  mode.groups = m_groups;
  if (mode.has(Mode::AutoMode::Barriers))
    mode.warpBarriers = m_warpBarriers;
  mode.granularity = chosen<Mode::Granularity>(m_granularity);
  mode.metric = chosen<Mode::Metric>(m_metric);
  mode.slotsPerUnit = static_cast<uint32_t>(m_slots->value());
  mode.every = static_cast<uint32_t>(m_every->value());
  PSTUDIO_TRY(readTexts(mode));
  mode.callbacks = m_callbacks;
  return mode;
}

} // namespace pstudio
