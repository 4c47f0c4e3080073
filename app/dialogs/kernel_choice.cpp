// SPDX-License-Identifier: Apache-2.0
// The kernels of a listing above the rows of the recording mode.
#include "app/dialogs/kernel_choice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include "app/dialogs/form_rows.h"
#include "app/dialogs/kernel_table_model.h"
#include "app/dialogs/recording_form.h"
#include "app/settings/text.h"
#include "core/attach/process_choice.h"

namespace pstudio {
namespace {

constexpr int kMinTableHeight = 160;
constexpr int kNameWidth = 260;
constexpr int kNarrowNameWidth = 200; ///< beside columns that few programs have
constexpr int kHeaderPadding = 12;    ///< of the style, which the columns' hints lack

void showSetting(QWidget *editor, const attach::AttachOption<const std::string> &setting) {
  qobject_cast<QLineEdit *>(editor)->setText(toQString(setting.value));
}

// A setting is whether a box is checked, the data of a menu's entry, or a number.
template <class T> void showSetting(QWidget *editor, const attach::AttachOption<T> &setting) {
  const auto value = static_cast<int>(setting.inUnits());
  if (auto *box = qobject_cast<QCheckBox *>(editor)) {
    box->setChecked(value != 0);
  } else if (auto *menu = qobject_cast<QComboBox *>(editor)) {
    menu->setCurrentIndex(menu->findData(value));
  } else if (auto *number = qobject_cast<QSpinBox *>(editor)) {
    number->setRange(static_cast<int>(setting.rule.low), static_cast<int>(setting.rule.high));
    number->setValue(value);
  }
}

void readSetting(const QWidget *editor, const attach::AttachOption<std::string> &setting) {
  setting.value = qobject_cast<const QLineEdit *>(editor)->text().trimmed().toStdString();
}

int valueOf(const QWidget *editor) {
  if (const auto *box = qobject_cast<const QCheckBox *>(editor))
    return box->isChecked() ? 1 : 0;
  if (const auto *menu = qobject_cast<const QComboBox *>(editor))
    return menu->currentData().toInt();
  return qobject_cast<const QSpinBox *>(editor)->value();
}

template <class T> void readSetting(const QWidget *editor, const attach::AttachOption<T> &setting) {
  setting.setInUnits(valueOf(editor));
}

} // namespace

KernelChoice::KernelChoice(QWidget *parent)
    : QWidget(parent), m_errors(new FieldErrors(this)), m_model(new KernelTableModel(this)),
      m_table(new QTableView), m_empty(new QLabel) {
  m_table->setObjectName(QStringLiteral("kernelTable"));
  m_table->setAccessibleName(tr("Kernels of the program"));
  m_table->setModel(m_model);
  m_table->setMinimumHeight(kMinTableHeight);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                           QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents); // long reasons
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_empty->setObjectName(QStringLiteral("noKernels"));
  m_empty->setWordWrap(true);
  m_empty->setTextFormat(Qt::PlainText);
  m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_empty->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto *scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("kernelRecordingScroll"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(makeRecording());
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 8, 0);
  layout->setSpacing(4);
  auto *heading = new QLabel(tr("Kernels"));
  heading->setProperty("role", QLatin1String("heading"));
  layout->addWidget(heading);
  layout->addWidget(m_table, 3);
  layout->addWidget(m_empty, 3);
  layout->addWidget(m_errors->addField(QStringLiteral("kernels"), m_table));
  layout->addSpacing(8);
  layout->addWidget(scroll, 4);
  connect(m_model, &KernelTableModel::ticksChanged, this, &KernelChoice::edited);
}

void KernelChoice::addSetting(QFormLayout *form, const char *name, const QString &label,
                              QWidget *editor, QWidget *row) {
  m_editors[name] = editor;
  addRow(form, *m_errors, label, row, QLatin1String(name));
}

QWidget *KernelChoice::makeRecording() {
  auto *section = new QWidget;
  QFormLayout *form = makeSection(section, tr("Recording"));
  m_recording = new RecordingForm(form, *m_errors, section);
  m_activity = makeMenu(QStringLiteral("recordActivity"), tr("Recorded work of the GPU"),
                        {tr("Kernels and copies of the GPU"),
                         tr("Kernels outside graphs, copies, and CUDA graphs as a whole"),
                         tr("Not recorded")});
  m_activity->setToolTip(tr("When each kernel, copy and memset ran, and the call tree of the "
                            "program. A profiler in the program keeps its own records. Each "
                            "recorded kernel of a CUDA graph takes the GPU about 1.3 us more"));
  for (int i = 0; const auto activity : {attach::DeviceActivity::On, attach::DeviceActivity::Graphs,
                                         attach::DeviceActivity::Off})
    m_activity->setItemData(i++, static_cast<int>(activity));
  addSetting(form, "activity", tr("Program"), m_activity, besideEachOther({m_activity}, true));
  QComboBox *callPath =
      makeMenu(QStringLiteral("callPath"), tr("Where in the program a launch happened"),
               {tr("Scopes"), tr("Scopes and Python frames"), tr("Not recorded")});
  for (int i = 0; const auto path :
                  {attach::CallPath::Scopes, attach::CallPath::Python, attach::CallPath::None})
    callPath->setItemData(i++, static_cast<int>(path));
  addSetting(form, "callpath", tr("Call path"), callPath, besideEachOther({callPath}, true));
  QCheckBox *autotuning =
      makeSwitch(QStringLiteral("countAutotuning"), tr("Count and record them, too"),
                 tr("Launches of an autotuner's benchmark. Records change which "
                    "configuration wins"));
  addSetting(form, "autotuning", tr("Autotuning"), autotuning, autotuning);
  QCheckBox *scopes =
      makeSwitch(QStringLiteral("kernelScopes"), tr("Scopes of the kernels' own code"),
                 tr("pl.scope and pl.record of triton.profiler.language become slices. The program "
                    "compiles its kernels with marks, in a cache of their own"));
  addSetting(form, "kernel_scopes", tr("Kernel scopes"), scopes, scopes);
  connect(scopes, &QCheckBox::toggled, this, &KernelChoice::edited);
  auto *range = new QLineEdit;
  range->setObjectName(QStringLiteral("countedRange"));
  range->setAccessibleName(tr("Part of the program whose launches are counted and recorded"));
  range->setPlaceholderText(tr("the whole program; profiler, scope=NAME, step=2-4"));
  addSetting(form, "range", tr("Range"), range, range);
  connect(range, &QLineEdit::textEdited, this, &KernelChoice::edited);
  auto *processes = new QLineEdit;
  processes->setObjectName(QStringLiteral("chosenProcesses"));
  processes->setAccessibleName(tr("Processes of the program that are recorded"));
  processes->setPlaceholderText(tr("all; rank=0,3, rank=0-3, name=train*, first=2"));
  addSetting(form, "processes", tr("Processes"), processes, processes);
  connect(processes, &QLineEdit::textEdited, this, &KernelChoice::edited);
  QSpinBox *launches =
      makeNumber(QStringLiteral("mostLaunches"), tr("Most recorded launches of a process"), 1, 1);
  addSetting(form, "most_launches", tr("At most"), launches,
             besideEachOther({launches, new QLabel(tr("launches of a process"))}, true));
  QSpinBox *memory =
      makeNumber(QStringLiteral("mostMemory"), tr("Device memory for records"), 1, 1);
  memory->setSuffix(tr(" MiB"));
  addSetting(form, "most_memory_mib", tr("Memory"), memory,
             besideEachOther({memory, new QLabel(tr("for records on the device"))}, true));
  connect(m_recording, &RecordingForm::edited, this, &KernelChoice::edited);
  connect(m_activity, &QComboBox::currentIndexChanged, this, &KernelChoice::edited);
  section->layout()->setContentsMargins(0, 0, 12, 12);
  return section;
}

void KernelChoice::setReport(const attach::AttachReport &report,
                             const attach::AttachedProgram &program) {
  m_model->setReport(report);
  m_model->setTicks(program.kernels);
  if (const auto mode = InstrumentationMode::parse(program.mode))
    m_recording->setMode(*mode);
  visitFields(fieldsOf(program.settings), [this](const auto &option) {
    if (const auto found = m_editors.find(option.name); found != m_editors.end())
      showSetting(found->second, option);
  });
  fitColumns();
  m_table->setVisible(!report.kernels.empty());
  m_empty->setVisible(report.kernels.empty());
  showEmptiness(report);
}

void KernelChoice::setCounts(const attach::AttachReport &report) {
  m_model->setCounts(report);
  fitColumns();
}

void KernelChoice::fitColumns() {
  for (int column = 0; column + 1 < KernelTableModel::kColumns; ++column) {
    m_table->setColumnHidden(column, !m_model->hasContent(column));
    m_table->resizeColumnToContents(column);
    m_table->setColumnWidth(column, m_table->columnWidth(column) + kHeaderPadding);
  }
  const bool isNarrow = m_model->hasContent(KernelTableModel::Replays) ||
                        m_model->hasContent(KernelTableModel::Outside);
  m_table->setColumnWidth(KernelTableModel::Name, isNarrow ? kNarrowNameWidth : kNameWidth);
}

void KernelChoice::showEmptiness(const attach::AttachReport &report) {
  QStringList lines{tr("No kernel was seen.")};
  for (const std::string &note : report.notes)
    lines << toQString(note);
  lines << tr("Go back and check the command: it must launch CUDA kernels on a GPU of this "
              "machine. On another machine, run proton-collect attach there and open its output "
              "folder here.");
  m_empty->setText(lines.join(QLatin1Char('\n')));
}

Result<void> KernelChoice::readInto(attach::AttachedProgram &program) const {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode, m_recording->mode());
  program.kernels = m_model->ticks();
  program.mode = mode.toString();
  visitFields(fieldsOf(program.settings), [this](const auto &option) {
    if (const auto found = m_editors.find(option.name); found != m_editors.end())
      readSetting(found->second, option);
  });
  if (!attach::parseCountedRange(program.settings.range))
    return fail(ErrorCode::InvalidInput, "no range: " + program.settings.range, "range",
                "use profiler, scope=NAME, step=N or step=A-B; steps count from 0");
  if (auto choice = attach::ProcessChoice::parse(program.settings.processes); !choice) {
    choice.error().where = "processes";
    return tl::unexpected<Error>(choice.error());
  }
  return {};
}

bool KernelChoice::hasTicks() const {
  return !m_model->ticks().empty();
}

bool KernelChoice::recordsActivity() const {
  return m_activity->currentData() != static_cast<int>(attach::DeviceActivity::Off) &&
         m_model->rowCount() > 0;
}

} // namespace pstudio
