// SPDX-License-Identifier: Apache-2.0
// The keys of the timeline: the one table that key events and the list of keys use.
#pragma once

#include <QList>
#include <QString>

#include <cstdint>
#include <optional>

namespace pstudio {

/// Command of a key of the timeline.
enum class TimelineCommand : uint8_t {
  ZoomIn,
  ZoomOut,
  PanLeft,
  PanRight,
  ScrollUp,
  ScrollDown,
  PageUp,
  PageDown,
  Fit,    ///< the area or the selection, else everything
  FitAll, ///< everything
  Clear,
  Activate,
  PreviousOnRow,
  NextOnRow,
  RowAbove,
  RowBelow,
  Parent,
  FirstChild,
  ArrowSource,
  ArrowTarget,
  PreviousInstance,
  NextInstance,
  MarkArea,
  ExtendLeft,
  ExtendRight,
  ExtendUp,
  ExtendDown,
  AddNote,
  ViewBack,
  ViewForward,
  FrameTimes,
};

/// One line of the list of keys.
struct TimelineKeyHelp {
  QString keys;
  QString meaning;
};

/// The command of a pressed key; nothing if the timeline does not use it. Shift counts only where a
/// key has another command with it: layouts need it for signs such as + and <.
std::optional<TimelineCommand> timelineCommandOf(int key, Qt::KeyboardModifiers modifiers);

/// All keys of the timeline with their meanings, made from the same table.
QList<TimelineKeyHelp> timelineKeyHelp();

} // namespace pstudio
