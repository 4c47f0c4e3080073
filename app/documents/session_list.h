// SPDX-License-Identifier: Apache-2.0
// The open sessions, in the order in which they were opened, and which of them is shown.
#pragma once

#include <QAbstractListModel>
#include <QList>

#include "app/documents/session.h"

namespace pstudio {

/// A list model of the open sessions. At most one is current. [thread: gui]
class SessionList : public QAbstractListModel {
  Q_OBJECT

public:
  enum Role { IdRole = Qt::UserRole + 1, SubtitleRole };

  explicit SessionList(QObject *parent = nullptr);

  /// Adds a session at the end and makes it current. The title is numbered if it is taken.
  SessionId add(const QString &title, const QString &file, bool isUnsaved, LoadedTrace data);
  /// Removes a session; its neighbour becomes current. Unknown ids are ignored.
  void remove(SessionId id);
  /// The result of a run has been saved under `file`.
  void markSaved(SessionId id, const QString &file);

  SessionId current() const { return m_current; }
  void setCurrent(SessionId id);

  const QList<Session> &sessions() const { return m_sessions; }
  const Session *find(SessionId id) const; ///< null if there is none; valid until the list changes
  /// The session that shows `file`, or kNoSession.
  SessionId findFile(const QString &file) const;
  QModelIndex indexOf(SessionId id) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
  void currentChanged(int id); ///< kNoSession when the last one is closed

private:
  int rowOf(SessionId id) const;
  QString uniqueTitle(const QString &title) const;

  QList<Session> m_sessions;
  SessionId m_current = kNoSession;
  SessionId m_lastId = kNoSession;
};

} // namespace pstudio
