// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/activity_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>

#include "app/dialogs/field_errors.h"
#include "app/dialogs/form_rows.h"
#include "app/settings/text.h"
#include "core/run/target_place.h"

namespace pstudio {
namespace {

constexpr std::array<bool ActivityKinds::*, 4> kMembers{
    &ActivityKinds::kernels, &ActivityKinds::copies, &ActivityKinds::memsets, &ActivityKinds::api};
constexpr std::array<const char *, 4> kObjectNames{"activityKernels", "activityCopies",
                                                   "activityMemsets", "activityApi"};

// Of the menu of periods: none, the tool's choice, then powers of two.
constexpr int kNone = 0;
constexpr int kToolsChoice = 1;
constexpr int kFirstPeriod = 2;
constexpr int kShortestExponent = 5;
constexpr int kLongestExponent = 20; // longer ones, from a specification, are added

QString periodText(uint32_t cycles) {
  return ActivityForm::tr("every %1 cycles").arg(QLocale::c().toString(cycles));
}

} // namespace

ActivityForm::ActivityForm(QFormLayout *form, FieldErrors &errors, QWidget *parent)
    : QWidget(parent), m_form(form) {
  setVisible(false); // its rows are the form's
  const std::array<QString, kKinds> names{tr("Kernels"), tr("Copies"), tr("Memsets"),
                                          tr("Driver calls")};
  auto *kinds = new QWidget;
  auto *layout = new QHBoxLayout(kinds);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(20);
  for (size_t i = 0; i < kKinds; ++i) {
    m_kinds[i] = new QCheckBox(names[i]);
    m_kinds[i]->setObjectName(QLatin1String(kObjectNames[i]));
    connect(m_kinds[i], &QCheckBox::clicked, this, &ActivityForm::edited);
    layout->addWidget(m_kinds[i]);
  }
  layout->addStretch(1);
  kinds->setToolTip(tr("Recorded by CUPTI on an NVIDIA GPU, on the same time axis. Without CUPTI "
                       "the run continues and the trace contains a note"));
  m_kindsRow = kinds;
  addRow(form, errors, tr("Also record"), kinds, QStringLiteral("activity"));
  m_period =
      makeMenu(QStringLiteral("pcSamples"), tr("PC sampling"), {tr("None"), tr("CUPTI's default")});
  for (int exponent = kShortestExponent; exponent <= kLongestExponent; ++exponent)
    m_period->addItem(periodText(uint32_t{1} << exponent), uint32_t{1} << exponent);
  m_period->setToolTip(tr("PC and stall reason of sampled warps by source line, from one "
                          "additional, uninstrumented launch"));
  m_periodRow = besideEachOther({m_period}, true);
  addRow(form, errors, tr("PC samples"), m_periodRow, QStringLiteral("pc_samples"));
  m_counters = makeText(QStringLiteral("counters"), tr("Hardware counters"),
                        tr("none, or names: sm__cycles_elapsed.avg"));
  m_counters->setToolTip(
      tr("Read in additional, uninstrumented launches. proton-collect counters lists all names"));
  m_countersRow = m_counters;
  addRow(form, errors, tr("Counters"), m_countersRow, QStringLiteral("counters"));
  connect(m_period, &QComboBox::activated, this, &ActivityForm::edited);
  connect(m_counters, &QLineEdit::textEdited, this, &ActivityForm::edited);
}

void ActivityForm::setActivity(const ActivitySettings &activity) {
  for (size_t i = 0; i < kKinds; ++i)
    m_kinds[i]->setChecked(activity.kinds.*kMembers[i]);
  const std::optional<uint32_t> period = activity.samples.pcPeriod;
  int index = period ? kToolsChoice : kNone;
  if (period && *period != 0) {
    if (m_period->findData(*period) < kFirstPeriod)
      m_period->addItem(periodText(*period), *period);
    index = m_period->findData(*period);
  }
  m_period->setCurrentIndex(index);
  m_counters->setText(toQString(countersText(activity.samples.counters)));
}

void ActivityForm::showRowsOf(const QString &target, bool isProgram) {
  const std::string place = splitPlace(toUtf8(target)).target;
  const bool isNvidia = place.starts_with("cuda");
  const bool isGpu = isNvidia || place.starts_with("hip");
  bool hasKinds = false; // other ones than without a choice
  for (size_t i = 0; i < kKinds; ++i)
    hasKinds |= m_kinds[i]->isChecked() != ActivityKinds().*kMembers[i];
  m_form->setRowVisible(m_kindsRow, isGpu || hasKinds);
  m_form->setRowVisible(m_periodRow, !isProgram && (isNvidia || m_period->currentIndex() != kNone));
  m_form->setRowVisible(m_countersRow, !isProgram && (isNvidia || !m_counters->text().isEmpty()));
}

Result<ActivitySettings> ActivityForm::activity() const {
  ActivitySettings activity;
  for (size_t i = 0; i < kKinds; ++i)
    activity.kinds.*kMembers[i] = m_kinds[i]->isChecked();
  if (const int index = m_period->currentIndex(); index != kNone)
    activity.samples.pcPeriod = index == kToolsChoice ? 0 : m_period->currentData().toUInt();
  Result<std::vector<std::string>> counters = parseCounters(toUtf8(m_counters->text()));
  if (!counters) {
    counters.error().where = "counters";
    return tl::unexpected<Error>(std::move(counters).error());
  }
  activity.samples.counters = *std::move(counters);
  return activity;
}

} // namespace pstudio
