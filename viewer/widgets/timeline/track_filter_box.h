// SPDX-License-Identifier: Apache-2.0
// The part of the Tracks panel that chooses tracks: filter, hidden tracks and colours.
#pragma once

#include <QPointer>
#include <QWidget>

#include "viewer/widgets/timeline/track_controls.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace pstudio {

/// Shows the state of the TrackControls of the current timeline and passes commands on to it.
/// [thread: gui]
class TrackFilterBox : public QWidget {
  Q_OBJECT

public:
  explicit TrackFilterBox(QWidget *parent = nullptr);

  /// null: no timeline. It may be destroyed at any time.
  void setControls(TrackControls *controls);

Q_SIGNALS:
  /// The state of the controls has changed, or there are others.
  void changed();

private:
  void showState();

  QPointer<TrackControls> m_controls;
  QLineEdit *m_filter;
  QLabel *m_count;
  QPushButton *m_hidden;
  QComboBox *m_color;
};

} // namespace pstudio
