// SPDX-License-Identifier: Apache-2.0
// Two stacks of views around the current one.
#include "viewer/geometry/timeline/view_history.h"

#include <utility>

namespace pstudio {
namespace {

/// Whether a note was moved, or the lines were rearranged by a change other than typing into the
/// filter.
bool isArrangedAnew(const ViewState &before, const ViewState &now) {
  if (before.noteMoves != now.noteMoves)
    return true;
  if (before.tracks == now.tracks || !before.tracks || !now.tracks)
    return false;
  const auto &was = before.tracks->choice, &is = now.tracks->choice;
  return was.filter == is.filter || was.filter.empty() || is.filter.empty();
}

} // namespace

void ViewHistory::restart(const ViewState &state) {
  m_current = state;
  m_past.clear();
  m_future.clear();
  m_lastChange.reset();
}

void ViewHistory::record(const ViewState &state, Milliseconds now) {
  if (state == m_current)
    return;
  const bool continues =
      m_lastChange && now - *m_lastChange <= kPause && !isArrangedAnew(m_current, state);
  m_lastChange = now;
  if (!continues) {
    m_past.push_back(m_current);
    if (m_past.size() > kMaxSteps)
      m_past.pop_front();
    m_future.clear();
  }
  m_current = state;
}

std::optional<ViewState> ViewHistory::back() {
  if (m_past.empty())
    return std::nullopt;
  m_future.push_back(std::exchange(m_current, m_past.back()));
  m_past.pop_back();
  m_lastChange.reset();
  return m_current;
}

std::optional<ViewState> ViewHistory::forward() {
  if (m_future.empty())
    return std::nullopt;
  m_past.push_back(std::exchange(m_current, m_future.back()));
  m_future.pop_back();
  m_lastChange.reset();
  return m_current;
}

} // namespace pstudio
