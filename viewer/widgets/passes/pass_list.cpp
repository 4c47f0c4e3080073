// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/passes/pass_list.h"

#include <QStandardItemModel>

#include <algorithm>

#include "core/base/number_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/passes/pass_list_delegate.h"

namespace pstudio {
namespace {

QString milliseconds(Nanoseconds time) {
  return toQString(millisecondsText(std::chrono::nanoseconds(time.value)));
}

bool isNotable(const PassRun &pass) {
  return pass.changed || pass.failed;
}

/// "@k" of "function @k": the kind is said by the stage.
QString shortScope(const std::string &scope) {
  const QString text = toQString(scope);
  const qsizetype at = text.indexOf(QLatin1Char('@'));
  return at < 0 ? QString() : text.mid(at);
}

} // namespace

PassList::PassList(QWidget *parent) : QTreeView(parent), m_model(new QStandardItemModel(this)) {
  setObjectName(QStringLiteral("passList"));
  setAccessibleName(tr("Passes"));
  setModel(m_model);
  setItemDelegate(new PassListDelegate(this));
  setHeaderHidden(true);
  setFrameShape(QFrame::NoFrame);
  setEditTriggers(NoEditTriggers);
  setUniformRowHeights(true);
  setIndentation(10);
  setMouseTracking(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
    if (const PassPlace place = current(); place.isValid())
      Q_EMIT passChosen(place);
  });
}

void PassList::setReport(std::shared_ptr<const PassReport> report) {
  m_report = std::move(report);
  fill();
}

void PassList::setOnlyChanged(bool isOn) {
  const PassPlace place = current();
  m_isOnlyChanged = isOn;
  fill();
  setCurrent(place);
}

int PassList::allPasses() const {
  int count = 0;
  if (m_report)
    for (const PassStage &stage : m_report->stages)
      count += static_cast<int>(stage.passes.size());
  return count;
}

QStandardItem *PassList::stageItem(int stage) const {
  const PassStage &source = m_report->stages[static_cast<size_t>(stage)];
  auto *item = new QStandardItem(toQString(source.name));
  item->setData(stage, StageRole);
  item->setData(milliseconds(timeOf(source)), TimeRole);
  const auto changed = std::ranges::count_if(source.passes, isNotable);
  item->setData(tr("%1 of %2").arg(changed).arg(source.passes.size()), DetailRole);
  item->setToolTip(tr("%1 of %2 passes changed the IR").arg(changed).arg(source.passes.size()));
  item->setFlags(Qt::ItemIsEnabled);
  return item;
}

QStandardItem *PassList::passItem(int stage, int pass, double longestNs) const {
  const PassStage &source = m_report->stages[static_cast<size_t>(stage)];
  const PassRun &run = source.passes[static_cast<size_t>(pass)];
  auto *item = new QStandardItem(toQString(run.name));
  item->setData(stage, StageRole);
  item->setData(pass, PassRole);
  item->setData(milliseconds(run.time), TimeRole);
  item->setData(longestNs > 0 ? static_cast<double>(run.time.value) / longestNs : 0.0, ShareRole);
  const QString state = run.failed    ? QStringLiteral("failed")
                        : run.changed ? QStringLiteral("changed")
                                      : QString();
  item->setData(state, StateRole);
  if (source.language == IrLanguage::Llvm) // one pass for each function, again and again
    item->setData(shortScope(run.scope), DetailRole);
  const QString outcome = run.failed    ? tr("failed")
                          : run.changed ? tr("changed the IR")
                                        : tr("changed nothing");
  item->setToolTip(tr("%1 on %2: %3").arg(item->text(), toQString(run.scope), outcome));
  item->setAccessibleText(item->toolTip());
  return item;
}

void PassList::fill() {
  m_model->clear();
  m_shown = 0;
  if (!m_report)
    return;
  double longest = 0;
  for (const PassStage &stage : m_report->stages)
    for (const PassRun &pass : stage.passes)
      longest = std::max(longest, static_cast<double>(pass.time.value));
  for (int stage = 0; stage < static_cast<int>(m_report->stages.size()); ++stage) {
    const auto &passes = m_report->stages[static_cast<size_t>(stage)].passes;
    QStandardItem *parent = stageItem(stage);
    for (int pass = 0; pass < static_cast<int>(passes.size()); ++pass) {
      if (m_isOnlyChanged && !isNotable(passes[static_cast<size_t>(pass)]))
        continue;
      parent->appendRow(passItem(stage, pass, longest));
      ++m_shown;
    }
    m_model->appendRow(parent);
  }
  expandAll();
  for (int stage = 0; stage < m_model->rowCount(); ++stage)
    if (const QStandardItem *first = m_model->item(stage)->child(0)) {
      setCurrentIndex(first->index());
      break;
    }
}

PassPlace PassList::current() const {
  const QVariant pass = currentIndex().data(PassRole);
  if (!pass.isValid())
    return {};
  return {currentIndex().data(StageRole).toInt(), pass.toInt()};
}

void PassList::setCurrent(const PassPlace &place) {
  for (int stage = 0; stage < m_model->rowCount(); ++stage)
    for (int row = 0; row < m_model->item(stage)->rowCount(); ++row) {
      const QStandardItem *item = m_model->item(stage)->child(row);
      if (PassPlace{item->data(StageRole).toInt(), item->data(PassRole).toInt()} == place) {
        setCurrentIndex(item->index());
        scrollTo(item->index());
        return;
      }
    }
}

} // namespace pstudio
