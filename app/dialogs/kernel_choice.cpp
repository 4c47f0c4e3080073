// SPDX-License-Identifier: Apache-2.0
// The kernels of a listing above the rows of the recording mode.
#include "app/dialogs/kernel_choice.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include "app/settings/text.h"
#include "app/dialogs/form_rows.h"
#include "app/dialogs/kernel_table_model.h"
#include "app/dialogs/recording_form.h"

namespace pstudio {
namespace {

constexpr int kMost = 1 << 20;
constexpr int kLeastTableHeight = 160;
constexpr int kNameWidth = 260;
constexpr int kHeaderPadding = 12; ///< of the style, which the columns' hints lack

} // namespace

KernelChoice::KernelChoice(QWidget *parent)
    : QWidget(parent), m_errors(new FieldErrors(this)), m_model(new KernelTableModel(this)),
      m_table(new QTableView), m_empty(new QLabel) {
  m_table->setObjectName(QStringLiteral("kernelTable"));
  m_table->setAccessibleName(tr("Kernels of the program"));
  m_table->setModel(m_model);
  m_table->setMinimumHeight(kLeastTableHeight);
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

QWidget *KernelChoice::makeRecording() {
  auto *section = new QWidget;
  QFormLayout *form = makeSection(section, tr("Recording"));
  m_recording = new RecordingForm(form, *m_errors, section);
  m_activity = makeSwitch(QStringLiteral("recordActivity"), tr("Kernels and copies of the GPU"),
                          tr("When each kernel, copy and memset ran, and the call tree of the "
                             "program. A profiler in the program keeps its own records"));
  addRow(form, *m_errors, tr("Program"), m_activity, QStringLiteral("activity"));
  m_callPath = makeMenu(QStringLiteral("callPath"), tr("Where in the program a launch happened"),
                        {tr("Scopes"), tr("Scopes and Python frames"), tr("Not recorded")});
  addRow(form, *m_errors, tr("Call path"), besideEachOther({m_callPath}, true),
         QStringLiteral("callpath"));
  m_autotuning = makeSwitch(QStringLiteral("countAutotuning"), tr("Count and record them, too"),
                            tr("Launches of an autotuner's benchmark. Records change which "
                               "configuration wins"));
  addRow(form, *m_errors, tr("Autotuning"), m_autotuning, QStringLiteral("autotuning"));
  m_mostLaunches = makeNumber(QStringLiteral("mostLaunches"),
                              tr("Most recorded launches of a process"), 1, kMost);
  addRow(form, *m_errors, tr("At most"),
         besideEachOther({m_mostLaunches, new QLabel(tr("launches of a process"))}, true),
         QStringLiteral("most_launches"));
  m_mostMemory =
      makeNumber(QStringLiteral("mostMemory"), tr("Device memory for records"), 1, kMost);
  m_mostMemory->setSuffix(tr(" MiB"));
  addRow(form, *m_errors, tr("Memory"),
         besideEachOther({m_mostMemory, new QLabel(tr("for records on the device"))}, true),
         QStringLiteral("most_memory_mib"));
  connect(m_recording, &RecordingForm::edited, this, &KernelChoice::edited);
  connect(m_activity, &QCheckBox::toggled, this, &KernelChoice::edited);
  section->layout()->setContentsMargins(0, 0, 12, 12);
  return section;
}

void KernelChoice::setReport(const attach::AttachReport &report,
                             const attach::AttachedProgram &program) {
  m_model->setReport(report);
  m_model->setTicks(program.kernels);
  if (const auto mode = InstrumentationMode::parse(program.mode))
    m_recording->setMode(*mode);
  m_activity->setChecked(program.recordsActivity);
  const auto *path = std::ranges::find(attach::kCallPaths, program.callPath);
  m_callPath->setCurrentIndex(
      path == attach::kCallPaths.end() ? 0 : static_cast<int>(path - attach::kCallPaths.begin()));
  m_autotuning->setChecked(program.countsAutotuning);
  m_mostLaunches->setValue(static_cast<int>(program.mostLaunches));
  m_mostMemory->setValue(static_cast<int>(program.mostMemoryMib));
  for (int column = 0; column + 1 < KernelTableModel::kColumns; ++column) {
    m_table->resizeColumnToContents(column);
    m_table->setColumnWidth(column, m_table->columnWidth(column) + kHeaderPadding);
  }
  m_table->setColumnWidth(KernelTableModel::Name, kNameWidth);
  m_table->setVisible(!report.kernels.empty());
  m_empty->setVisible(report.kernels.empty());
  showEmptiness(report);
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
  program.recordsActivity = m_activity->isChecked();
  program.callPath = attach::kCallPaths[static_cast<size_t>(m_callPath->currentIndex())];
  program.countsAutotuning = m_autotuning->isChecked();
  program.mostLaunches = static_cast<uint32_t>(m_mostLaunches->value());
  program.mostMemoryMib = static_cast<uint32_t>(m_mostMemory->value());
  return {};
}

bool KernelChoice::hasTicks() const {
  return !m_model->ticks().empty();
}

bool KernelChoice::recordsActivity() const {
  return m_activity->isChecked() && m_model->rowCount() > 0;
}

} // namespace pstudio
