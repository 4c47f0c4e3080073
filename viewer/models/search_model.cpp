// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/search_model.h"

#include <algorithm>
#include <utility>

#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {

SearchModel::SearchModel(QObject *parent) : QObject(parent) {}

void SearchModel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace)
    return;
  m_trace = std::move(trace);
  m_anchor.reset();
  m_tracks.clear();
  restart();
}

void SearchModel::setQuery(const SearchQuery &query) {
  if (query == m_query)
    return;
  m_query = query;
  restart();
}

void SearchModel::setParts(SearchParts parts) {
  if (parts == m_parts)
    return;
  m_parts = parts;
  restart();
}

void SearchModel::setTracks(std::vector<bool> tracks) {
  if (tracks == m_tracks)
    return;
  m_tracks = std::move(tracks);
  restart();
}

void SearchModel::restart() {
  m_job.cancel();
  m_result.reset();
  m_pendingStep = 0;
  const bool hadCurrent = std::exchange(m_current, std::nullopt).has_value();
  m_state = startSearch();
  Q_EMIT changed();
  if (hadCurrent)
    Q_EMIT currentChanged();
}

SearchModel::State SearchModel::startSearch() {
  if (!m_trace)
    return State::NoTrace;
  if (m_query.text.empty())
    return State::NoQuery;
  auto matcher = TextMatcher::make(m_query);
  if (!matcher) {
    m_error = matcher.error();
    return State::Invalid;
  }
  m_job.start(
      [trace = m_trace, parts = m_parts, tracks = m_tracks,
       matcher = std::move(*matcher)](const std::stop_token &stop) {
        const auto name = [&trace](TrackId track) { return trackLabel(*trace, track); };
        std::optional<SearchResult> found = searchTrace(*trace, matcher, name, stop, parts);
        if (found && !tracks.empty())
          keepHitsOn(*trace, tracks, *found);
        return found;
      },
      [this](std::optional<SearchResult> found) {
        if (found)
          take(std::make_shared<const SearchResult>(std::move(*found)));
      });
  return State::Searching;
}

void SearchModel::take(std::shared_ptr<const SearchResult> result) {
  m_result = std::move(result);
  m_state = State::Done;
  Q_EMIT changed();
  setCurrent(hitOfAnchor());
  if (const int direction = std::exchange(m_pendingStep, 0); direction != 0)
    step(direction);
}

void SearchModel::setCurrent(std::optional<size_t> hit) {
  if (hit == m_current)
    return;
  m_current = hit;
  Q_EMIT currentChanged();
}

std::optional<size_t> SearchModel::hitOfAnchor() const {
  if (!m_result || !m_anchor)
    return std::nullopt;
  const auto hit = std::ranges::lower_bound(m_result->hits, *m_anchor, comesBefore);
  const bool isHit = hit != m_result->hits.end() && !comesBefore(*m_anchor, *hit);
  return isHit ? std::optional(static_cast<size_t>(hit - m_result->hits.begin())) : std::nullopt;
}

void SearchModel::goTo(size_t hit) {
  if (!m_result || hit >= m_result->hits.size())
    return;
  m_anchor = m_result->hits[hit];
  setCurrent(hit);
  Q_EMIT hitChosen(hit);
}

void SearchModel::step(int direction) {
  if (m_state == State::Searching)
    m_pendingStep = direction;
  if (!m_result || m_result->hits.empty())
    return;
  const size_t count = m_result->hits.size();
  size_t next = direction > 0 ? 0 : count - 1;
  if (m_current) {
    next = (*m_current + (direction > 0 ? 1 : count - 1)) % count;
  } else if (m_anchor) {
    const auto after = std::ranges::lower_bound(m_result->hits, *m_anchor, comesBefore);
    const auto index = static_cast<size_t>(after - m_result->hits.begin());
    next = (index + (direction > 0 ? 0 : count - 1)) % count;
  }
  goTo(next);
}

void SearchModel::follow(const EventRef &event) {
  if (!m_trace)
    return;
  const bool isSlice = event.kind == EventRef::Kind::Slice;
  const int64_t begin =
      isSlice ? m_trace->sliceBegins()[event.index] : m_trace->instants()[event.index].time.value;
  m_anchor = SearchHit{begin, event.index, isSlice ? HitKind::Slice : HitKind::Instant};
  setCurrent(hitOfAnchor());
}

} // namespace pstudio
