// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/table_csv.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QMenu>

#include <algorithm>
#include <utility>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {
namespace {

QElapsedTimer startedTimer() {
  QElapsedTimer timer;
  timer.start();
  return timer;
}

} // namespace

TableCsv::TableCsv(QAbstractItemView &view, const QString &name, Text text)
    : QObject(&view), m_view(view), m_name(name), m_text(std::move(text)) {
  view.setContextMenuPolicy(Qt::CustomContextMenu);
  connect(&view, &QWidget::customContextMenuRequested, this, &TableCsv::showMenu);
}

TableCsv::TableCsv(QAbstractItemView &view, const QString &name, const SortedTableModel &model)
    : TableCsv(view, name, [&model] { return model.csv(); }) {
  m_model = &model;
  m_next.setInterval(0);
  connect(&m_next, &QTimer::timeout, this, &TableCsv::makeMore);
  const auto abandon = [this] {
    if (!m_next.isActive())
      return;
    m_next.stop();
    m_made.clear();
    m_uses.clear();
    Q_EMIT abandoned();
  };
  connect(&model, &QAbstractItemModel::modelReset, this, abandon);
  connect(&model, &QAbstractItemModel::layoutChanged, this, abandon);
}

void TableCsv::setText(Text text) {
  m_text = std::move(text);
  m_model = nullptr;
}

void TableCsv::make(Use use) {
  if (!m_model || m_model->rowCount() <= kAtOnce)
    return use(m_text());
  m_uses.push_back(std::move(use));
  if (m_next.isActive()) // the same text serves both
    return;
  m_made = m_model->csvHead();
  m_line = 0;
  m_next.start();
  Q_EMIT started(m_model->rowCount());
}

void TableCsv::makeMore() {
  constexpr int kLines = 250, kBudgetMs = 10;
  const int count = m_model->rowCount();
  for (QElapsedTimer time = startedTimer(); m_line < count && time.elapsed() < kBudgetMs;) {
    const int end = std::min(count, m_line + kLines);
    m_made += m_model->csvLines(m_line, end);
    m_line = end;
  }
  if (m_line < count)
    return;
  m_next.stop();
  const std::string text = std::exchange(m_made, {});
  for (const Use &use : std::exchange(m_uses, {}))
    use(text);
}

void TableCsv::setHandlers(std::function<void()> copy, std::function<void()> save) {
  m_copy = std::move(copy);
  m_save = std::move(save);
}

void TableCsv::setOtherActions(std::function<void(QMenu &, const QModelIndex &)> add) {
  m_addOthers = std::move(add);
}

void TableCsv::copy() {
  if (m_copy)
    return m_copy();
  make([this](const std::string &text) {
    QApplication::clipboard()->setText(toQString(text));
    Q_EMIT copied();
  });
}

void TableCsv::save() {
  if (m_save)
    return m_save();
  Q_EMIT saveRequested();
}

void TableCsv::showMenu(QPoint position) {
  QMenu menu(&m_view);
  menu.setObjectName(QStringLiteral("tableMenu"));
  if (m_addOthers)
    m_addOthers(menu, m_view.indexAt(position));
  if (!menu.isEmpty())
    menu.addSeparator();
  const bool hasLines = m_view.model() && m_view.model()->rowCount() > 0;
  menu.addAction(tr("Copy as CSV"), this, &TableCsv::copy)->setEnabled(hasLines);
  menu.addAction(tr("Save as CSV..."), this, &TableCsv::save)->setEnabled(hasLines);
  menu.exec(m_view.viewport()->mapToGlobal(position));
}

} // namespace pstudio
