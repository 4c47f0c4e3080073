// SPDX-License-Identifier: Apache-2.0
// The open traces, in the order in which they were opened, and which of them is shown.
#include "app/documents/open_trace_list.h"

#include <algorithm>

namespace pstudio {

OpenTraceList::OpenTraceList(QObject *parent) : QAbstractListModel(parent) {}

OpenTraceId OpenTraceList::add(const QString &title, const QString &file, bool isUnsaved,
                               LoadedTrace data) {
  const int row = static_cast<int>(m_traces.size());
  beginInsertRows({}, row, row);
  auto review = std::make_shared<ReviewModel>(data.review.review);
  connect(review.get(), &ReviewModel::modifiedChanged, this, [this, id = m_lastId + 1] {
    if (const QModelIndex changed = indexOf(id); changed.isValid())
      Q_EMIT dataChanged(changed, changed);
  });
  m_traces << OpenTrace{++m_lastId,
                        uniqueTitle(title),
                        file,
                        isUnsaved ? file : QString(),
                        isUnsaved,
                        false,
                        std::move(data),
                        std::move(review)};
  endInsertRows();
  setCurrent(m_lastId);
  return m_lastId;
}

void OpenTraceList::replace(OpenTraceId id, LoadedTrace data) {
  if (const int row = rowOf(id); row >= 0) {
    m_traces[row].data = std::move(data);
    Q_EMIT replaced(id);
  }
}

OpenTraceId OpenTraceList::addLive(const QString &title, LoadedTrace data) {
  const OpenTraceId id = add(title, {}, true, std::move(data));
  const int row = rowOf(id);
  m_traces[row].isLive = true;
  Q_EMIT dataChanged(index(row), index(row));
  return id;
}

void OpenTraceList::endLive(OpenTraceId id, const QString &title) {
  if (const int row = rowOf(id); row >= 0) {
    m_traces[row].isLive = false;
    m_traces[row].title = uniqueTitle(title);
    Q_EMIT dataChanged(index(row), index(row));
  }
}

void OpenTraceList::remove(OpenTraceId id) {
  const int row = rowOf(id);
  if (row < 0)
    return;
  beginRemoveRows({}, row, row);
  m_traces.removeAt(row);
  endRemoveRows();
  if (id != m_current)
    return;
  const int neighbour = std::min(row, static_cast<int>(m_traces.size()) - 1);
  m_current = neighbour < 0 ? kNoOpenTrace : m_traces[neighbour].id;
  Q_EMIT currentChanged(m_current);
}

void OpenTraceList::markSaved(OpenTraceId id, const QString &file, const review::Review &review) {
  const int row = rowOf(id);
  if (row < 0)
    return;
  m_traces[row].file = file;
  m_traces[row].isUnsaved = false;
  m_traces[row].review->markStored(review);
  Q_EMIT dataChanged(index(row), index(row));
}

void OpenTraceList::setCurrent(OpenTraceId id) {
  if (id == m_current || rowOf(id) < 0)
    return;
  m_current = id;
  Q_EMIT currentChanged(id);
}

const OpenTrace *OpenTraceList::find(OpenTraceId id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &m_traces[row];
}

OpenTraceId OpenTraceList::findFile(const QString &file) const {
  for (const OpenTrace &openTrace : m_traces)
    if (openTrace.file == file)
      return openTrace.id;
  return kNoOpenTrace;
}

QModelIndex OpenTraceList::indexOf(OpenTraceId id) const {
  return index(rowOf(id));
}

int OpenTraceList::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_traces.size());
}

QVariant OpenTraceList::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= m_traces.size())
    return {};
  const OpenTrace &openTrace = m_traces[index.row()];
  switch (role) {
  case Qt::DisplayRole:
    return openTrace.title;
  case IdRole:
    return openTrace.id;
  case SubtitleRole:
    return openTrace.isLive                 ? tr("running")
           : openTrace.isUnsaved            ? tr("not saved")
           : openTrace.review->isModified() ? tr("notes not saved")
                                            : tr("file");
  case Qt::ToolTipRole:
    return openTrace.isLive      ? tr("Records so far of a run in progress")
           : openTrace.isUnsaved ? tr("Result of a run, not saved yet")
                                 : openTrace.file;
  case Qt::AccessibleTextRole:
    return openTrace.title + QLatin1String(", ") + data(index, SubtitleRole).toString();
  default:
    return {};
  }
}

int OpenTraceList::rowOf(OpenTraceId id) const {
  for (int row = 0; row < m_traces.size(); ++row)
    if (m_traces[row].id == id)
      return row;
  return -1;
}

QString OpenTraceList::uniqueTitle(const QString &title) const {
  const auto isTaken = [this](const QString &candidate) {
    return std::any_of(m_traces.begin(), m_traces.end(),
                       [&](const OpenTrace &s) { return s.title == candidate; });
  };
  QString candidate = title;
  for (int number = 2; isTaken(candidate); ++number)
    candidate = tr("%1 #%2").arg(title).arg(number);
  return candidate;
}

} // namespace pstudio
