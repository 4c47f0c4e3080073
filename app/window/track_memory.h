// SPDX-License-Identifier: Apache-2.0
// Keeps how the tracks of a kernel are shown from one trace of it to the next.
#pragma once

#include <QObject>

namespace pstudio {

class Settings;
class TimelineView;

/// Shows the trace of a new timeline as the kernel was shown last, and stores every change.
/// [thread: gui]
class TrackMemory : public QObject {
  Q_OBJECT

public:
  /// Both must outlive it.
  TrackMemory(TimelineView &view, Settings &settings, QObject *parent);
};

} // namespace pstudio
