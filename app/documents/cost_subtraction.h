// SPDX-License-Identifier: Apache-2.0
// A trace whose times include or exclude the cost of recording.
#pragma once

#include <QObject>
#include <QString>

#include "app/documents/open_trace.h"
#include "viewer/models/job.h"

namespace pstudio {

/// Makes the corrected trace in the background at the first setOn(true), and keeps it.
/// [thread: gui]
class CostSubtraction : public QObject {
  Q_OBJECT

public:
  explicit CostSubtraction(LoadedTrace recorded, QObject *parent = nullptr);

  /// Why no cost can be subtracted, as a text for the user; empty if it can.
  QString obstacle() const;
  /// Whether the cost is to be subtracted.
  bool isOn() const { return m_isOn; }
  /// The corrected trace is requested, but not complete. The recorded trace is shown until then.
  bool isBusy() const { return m_isOn && !m_corrected.trace; }
  /// Does nothing if there is an obstacle.
  void setOn(bool isOn);

  const LoadedTrace &recorded() const { return m_recorded; }
  const LoadedTrace &shown() const {
    return m_isOn && m_corrected.trace ? m_corrected : m_recorded;
  }
  bool isSubtracted() const { return &shown() == &m_corrected; }

Q_SIGNALS:
  /// The values of isOn(), isBusy() or shown() have changed.
  void changed();

private:
  LoadedTrace m_recorded;
  LoadedTrace m_corrected;
  bool m_isOn = false;
  Job m_job{this};
};

} // namespace pstudio
