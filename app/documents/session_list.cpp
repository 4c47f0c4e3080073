// SPDX-License-Identifier: Apache-2.0
// The open sessions, in the order in which they were opened, and which of them is shown.
#include "app/documents/session_list.h"

#include <algorithm>

namespace pstudio {

SessionList::SessionList(QObject *parent) : QAbstractListModel(parent) {}

SessionId SessionList::add(const QString &title, const QString &file, bool isUnsaved,
                           LoadedTrace data) {
  const int row = static_cast<int>(m_sessions.size());
  beginInsertRows({}, row, row);
  m_sessions << Session{++m_lastId, uniqueTitle(title), file, isUnsaved, std::move(data)};
  endInsertRows();
  setCurrent(m_lastId);
  return m_lastId;
}

void SessionList::remove(SessionId id) {
  const int row = rowOf(id);
  if (row < 0)
    return;
  beginRemoveRows({}, row, row);
  m_sessions.removeAt(row);
  endRemoveRows();
  if (id != m_current)
    return;
  const int neighbour = std::min(row, static_cast<int>(m_sessions.size()) - 1);
  m_current = neighbour < 0 ? kNoSession : m_sessions[neighbour].id;
  Q_EMIT currentChanged(m_current);
}

void SessionList::markSaved(SessionId id, const QString &file) {
  const int row = rowOf(id);
  if (row < 0)
    return;
  m_sessions[row].file = file;
  m_sessions[row].isUnsaved = false;
  Q_EMIT dataChanged(index(row), index(row));
}

void SessionList::setCurrent(SessionId id) {
  if (id == m_current || rowOf(id) < 0)
    return;
  m_current = id;
  Q_EMIT currentChanged(id);
}

const Session *SessionList::find(SessionId id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &m_sessions[row];
}

SessionId SessionList::findFile(const QString &file) const {
  for (const Session &session : m_sessions)
    if (session.file == file)
      return session.id;
  return kNoSession;
}

QModelIndex SessionList::indexOf(SessionId id) const {
  return index(rowOf(id));
}

int SessionList::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_sessions.size());
}

QVariant SessionList::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= m_sessions.size())
    return {};
  const Session &session = m_sessions[index.row()];
  switch (role) {
  case Qt::DisplayRole:
    return session.title;
  case IdRole:
    return session.id;
  case SubtitleRole:
    return session.isUnsaved ? tr("not saved") : tr("file");
  case Qt::ToolTipRole:
    return session.isUnsaved ? tr("Result of a run, not saved yet") : session.file;
  case Qt::AccessibleTextRole:
    return session.title + QLatin1String(", ") + data(index, SubtitleRole).toString();
  default:
    return {};
  }
}

int SessionList::rowOf(SessionId id) const {
  for (int row = 0; row < m_sessions.size(); ++row)
    if (m_sessions[row].id == id)
      return row;
  return -1;
}

QString SessionList::uniqueTitle(const QString &title) const {
  const auto isTaken = [this](const QString &candidate) {
    return std::any_of(m_sessions.begin(), m_sessions.end(),
                       [&](const Session &s) { return s.title == candidate; });
  };
  QString candidate = title;
  for (int number = 2; isTaken(candidate); ++number)
    candidate = tr("%1 #%2").arg(title).arg(number);
  return candidate;
}

} // namespace pstudio
