// SPDX-License-Identifier: Apache-2.0
// The open traces, in the order in which they were opened, and which of them is shown.
#pragma once

#include <QAbstractListModel>
#include <QList>

#include "app/documents/open_trace.h"

namespace pstudio {

/// A list model of the open traces. At most one is current. [thread: gui]
class OpenTraceList : public QAbstractListModel {
  Q_OBJECT

public:
  enum Role { IdRole = Qt::UserRole + 1, SubtitleRole };

  explicit OpenTraceList(QObject *parent = nullptr);

  /// Adds an open trace at the end and makes it current. The title is numbered if it is taken.
  OpenTraceId add(const QString &title, const QString &file, bool isUnsaved, LoadedTrace data);
  /// Other data of the same trace, of a run in progress or that has just ended.
  void replace(OpenTraceId id, LoadedTrace data);
  /// Of a run in progress. It is never saved before.
  OpenTraceId addLive(const QString &title, LoadedTrace data);
  /// The run has ended and left nothing else.
  void endLive(OpenTraceId id, const QString &title);
  /// Removes an open trace; its neighbour becomes current. Unknown ids are ignored.
  void remove(OpenTraceId id);
  /// The trace has been saved under `file`, with these notes and views.
  void markSaved(OpenTraceId id, const QString &file, const review::Review &review);

  OpenTraceId current() const { return m_current; }
  void setCurrent(OpenTraceId id);

  const QList<OpenTrace> &traces() const { return m_traces; }
  const OpenTrace *
  find(OpenTraceId id) const; ///< null if there is none; valid until the list changes
  /// The open trace that shows `file`, or kNoOpenTrace.
  OpenTraceId findFile(const QString &file) const;
  QModelIndex indexOf(OpenTraceId id) const;

  int rowCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
  void replaced(int id);       ///< its data
  void currentChanged(int id); ///< kNoOpenTrace when the last one is closed

private:
  int rowOf(OpenTraceId id) const;
  QString uniqueTitle(const QString &title) const;

  QList<OpenTrace> m_traces;
  OpenTraceId m_current = kNoOpenTrace;
  OpenTraceId m_lastId = kNoOpenTrace;
};

} // namespace pstudio
