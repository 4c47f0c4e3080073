// SPDX-License-Identifier: Apache-2.0
// The kernels of a listing above the rows of the recording mode.
#include "app/dialogs/kernel_choice.h"

#include <algorithm>
#include <array>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include "app/dialogs/form_rows.h"
#include "app/dialogs/kernel_table_model.h"
#include "app/dialogs/recording_form.h"
#include "app/settings/text.h"

namespace pstudio {
namespace {

constexpr int kLeastTableHeight = 160;
constexpr int kNameWidth = 260;
constexpr int kHeaderPadding = 12; ///< of the style, which the columns' hints lack
/// In the order of the menu.
constexpr std::array kCallPaths{attach::CallPath::Scopes, attach::CallPath::Python,
                                attach::CallPath::None};

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

void KernelChoice::addMenu(QComboBox *menu) {
  m_settings.push_back({[menu](const attach::AttachSettings &settings) {
                          const auto *path = std::ranges::find(kCallPaths, settings.callPath);
                          menu->setCurrentIndex(static_cast<int>(path - kCallPaths.begin()));
                        },
                        [menu](attach::AttachSettings &settings) {
                          settings.callPath =
                              kCallPaths.at(static_cast<size_t>(menu->currentIndex()));
                        }});
}

void KernelChoice::addSwitch(QCheckBox *box, bool attach::AttachSettings::*member) {
  m_settings.push_back(
      {[=](const attach::AttachSettings &settings) { box->setChecked(settings.*member); },
       [=](attach::AttachSettings &settings) { settings.*member = box->isChecked(); }});
}

template <class T>
QSpinBox *KernelChoice::makeLimit(const char *name, const QString &meaning,
                                  T attach::AttachSettings::*member) {
  const attach::SettingRange range = attach::rangeOf(member);
  QSpinBox *box = makeNumber(QLatin1String(name), meaning, static_cast<int>(range.low),
                             static_cast<int>(range.high));
  m_settings.push_back({[=](const attach::AttachSettings &settings) {
                          box->setValue(static_cast<int>(settings.*member / range.unit));
                        },
                        [=](attach::AttachSettings &settings) {
                          settings.*member =
                              static_cast<T>(static_cast<uint64_t>(box->value()) * range.unit);
                        }});
  return box;
}

QWidget *KernelChoice::makeRecording() {
  using Settings = attach::AttachSettings;
  auto *section = new QWidget;
  QFormLayout *form = makeSection(section, tr("Recording"));
  m_recording = new RecordingForm(form, *m_errors, section);
  m_activity = makeSwitch(QStringLiteral("recordActivity"), tr("Kernels and copies of the GPU"),
                          tr("When each kernel, copy and memset ran, and the call tree of the "
                             "program. A profiler in the program keeps its own records"));
  addSwitch(m_activity, &Settings::recordsActivity);
  addRow(form, *m_errors, tr("Program"), m_activity, QStringLiteral("activity"));
  QComboBox *callPath =
      makeMenu(QStringLiteral("callPath"), tr("Where in the program a launch happened"),
               {tr("Scopes"), tr("Scopes and Python frames"), tr("Not recorded")});
  addMenu(callPath);
  addRow(form, *m_errors, tr("Call path"), besideEachOther({callPath}, true),
         QStringLiteral("callpath"));
  QCheckBox *autotuning =
      makeSwitch(QStringLiteral("countAutotuning"), tr("Count and record them, too"),
                 tr("Launches of an autotuner's benchmark. Records change which "
                    "configuration wins"));
  addSwitch(autotuning, &Settings::countsAutotuning);
  addRow(form, *m_errors, tr("Autotuning"), autotuning, QStringLiteral("autotuning"));
  QSpinBox *launches =
      makeLimit("mostLaunches", tr("Most recorded launches of a process"), &Settings::mostLaunches);
  addRow(form, *m_errors, tr("At most"),
         besideEachOther({launches, new QLabel(tr("launches of a process"))}, true),
         QStringLiteral("most_launches"));
  QSpinBox *memory =
      makeLimit("mostMemory", tr("Device memory for records"), &Settings::mostRecordBytes);
  memory->setSuffix(tr(" MiB"));
  addRow(form, *m_errors, tr("Memory"),
         besideEachOther({memory, new QLabel(tr("for records on the device"))}, true),
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
  for (const SettingRow &row : m_settings)
    row.show(program.settings);
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
  for (const SettingRow &row : m_settings)
    row.read(program.settings);
  return {};
}

bool KernelChoice::hasTicks() const {
  return !m_model->ticks().empty();
}

bool KernelChoice::recordsActivity() const {
  return m_activity->isChecked() && m_model->rowCount() > 0;
}

} // namespace pstudio
