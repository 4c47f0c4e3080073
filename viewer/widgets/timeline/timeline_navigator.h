// SPDX-License-Identifier: Apache-2.0
// Moves through a timeline by command: from event to event, along arrows, through the views that
// were shown, and to a typed time. Extends the selected area by key.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "viewer/geometry/timeline/flow_partners.h"
#include "viewer/geometry/timeline/slice_walk.h"
#include "viewer/geometry/timeline/view_history.h"
#include "viewer/widgets/timeline/timeline_keys.h"

namespace pstudio {

class TimeInput;
class TimelineView;

/// Uses only the public interface of the view, which owns it. [thread: gui]
class TimelineNavigator : public QObject {
  Q_OBJECT

public:
  explicit TimelineNavigator(TimelineView &view);

  /// Executes commands that move the selection, the area or the view through its history. False if
  /// the command is none of them or has nothing to act on: the key then has no effect, or its
  /// effect without Shift.
  bool execute(TimelineCommand command);
  /// Selects and reveals an event of the trace.
  void show(const EventRef &event);
  std::optional<EventRef> selectedEvent() const;
  /// The ends of the arrows that are drawn for the selected event.
  std::vector<FlowPartner> partners() const;
  /// Opens the input of a time or cycle in the view, and moves there.
  void askTime();
  /// Records the current view in the history.
  void noteView();
  /// Updates the current step of the history, without a new step: the view changed without a
  /// command, for example its height.
  void adoptView();
  bool canGoBack() const { return m_history.canGoBack(); }
  bool canGoForward() const { return m_history.canGoForward(); }
  /// Clears the history: another trace is shown.
  void restart();
  /// Zooms to the area if it was changed later than the selection; else false.
  bool fitArea();

Q_SIGNALS:
  void historyChanged(); ///< canGoBack() or canGoForward() may have changed

private:
  bool walk(TimelineCommand command);
  bool showSlice(SliceId slice);
  bool showInstant(InstantId instant);
  bool followArrow(bool isBack);
  bool markSelected();
  bool extendArea(TimelineCommand command);
  void adoptArea();
  bool extendTime(WalkDirection direction);
  bool stepIteration(int direction);
  bool extendLines(WalkDirection direction);
  void setExtended();
  bool showView(const std::optional<ViewState> &state);
  void goTo(const QString &text);

  TimelineView &m_view;
  TimeInput *m_input = nullptr; ///< made when it is first needed
  ViewHistory m_history;
  QElapsedTimer m_clock;
  bool m_isRestoring = false;
  bool m_isAreaNewest = false;

  /// The area as its keys extend it: the head moves, the anchor stays.
  struct Extension {
    TimeRange range; ///< of the area that it belongs to
    std::vector<TrackId> tracks;
    Picoseconds anchor;
    Picoseconds head;
    bool isHeadAbove = false; ///< the first line moves, not the last
  };
  Extension m_extension;
};

} // namespace pstudio
