// SPDX-License-Identifier: Apache-2.0
// History of the views of a timeline: zoom, scroll and lines, back and forward.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "viewer/geometry/timeline/track_arrangement.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// A state that can be restored.
struct ViewState {
  Viewport viewport;
  double scrollY = 0;
  /// Shared by all states with the same arrangement; null: unknown.
  std::shared_ptr<const TrackArrangement> tracks;
  size_t noteMoves = 0; ///< number of drags of note ends so far
  bool operator==(const ViewState &) const = default;
};

/// Changes within kPause of each other are one step: a held key or a drag is undone as a whole.
/// Another arrangement of the lines begins a step, unless it is the next letter of a filter; so
/// does a note that was dragged. Time is passed in, so that the class has no clock.
/// [not thread-safe]
class ViewHistory {
public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kPause{500};
  static constexpr size_t kMaxSteps = 256; ///< older steps are discarded

  /// Discards all views; `state` is the current one.
  void restart(const ViewState &state);
  /// The view changed at `now`. O(1).
  void record(const ViewState &state, Milliseconds now);
  /// The same view in another form, such as another width: no step.
  void replaceCurrent(const ViewState &state) { m_current = state; }
  const ViewState &current() const { return m_current; }

  bool canGoBack() const { return !m_past.empty(); }
  bool canGoForward() const { return !m_future.empty(); }
  /// The view before the current one, which becomes current; nothing if there is none.
  std::optional<ViewState> back();
  std::optional<ViewState> forward();

private:
  ViewState m_current;
  std::deque<ViewState> m_past;             ///< the newest last
  std::vector<ViewState> m_future;          ///< the next one last
  std::optional<Milliseconds> m_lastChange; ///< none: the next change begins a step
};

} // namespace pstudio
