// SPDX-License-Identifier: Apache-2.0
// One trace with or without the cost of recording in its times.
#pragma once

#include <QObject>
#include <QString>

#include "app/documents/open_trace.h"

class QThread;

namespace pstudio {

/// Makes the corrected trace in the background when it is first wanted, and keeps it.
/// [thread: gui]
class CostSubtraction : public QObject {
  Q_OBJECT

public:
  explicit CostSubtraction(LoadedTrace recorded, QObject *parent = nullptr);
  /// Waits for a correction that is being made.
  ~CostSubtraction() override;

  /// Why there is nothing to subtract, for the user; empty if there is something.
  QString obstacle() const;
  /// Whether the cost is to be subtracted.
  bool isOn() const { return m_isOn; }
  /// Wanted, but still being made; the trace as recorded is shown until it is there.
  bool isBusy() const { return m_isOn && !m_corrected.trace; }
  /// Does nothing if there is an obstacle.
  void setOn(bool isOn);

  const LoadedTrace &recorded() const { return m_recorded; }
  const LoadedTrace &shown() const {
    return m_isOn && m_corrected.trace ? m_corrected : m_recorded;
  }
  bool isSubtracted() const { return &shown() == &m_corrected; }

Q_SIGNALS:
  /// Whether it is on, busy, or what is shown.
  void changed();

private:
  void start();

  LoadedTrace m_recorded;
  LoadedTrace m_corrected;
  QThread *m_thread = nullptr;
  bool m_isOn = false;
};

} // namespace pstudio
