// SPDX-License-Identifier: Apache-2.0
// The search in a trace: query, hits and current hit.
#pragma once

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

#include "core/search/trace_search.h"
#include "viewer/models/job.h"

namespace pstudio {

/// One search, shared by the field, the list of hits and the timeline. It runs on a thread of its
/// own; a new query or trace cancels it. [thread: gui]
class SearchModel : public QObject {
  Q_OBJECT

public:
  enum class State : uint8_t {
    NoTrace,
    NoQuery,
    Invalid,   ///< error() is set
    Searching, ///< result() is null
    Done,
  };

  explicit SearchModel(QObject *parent = nullptr);

  /// Searches the trace for the query; null: no trace. Does nothing for the same trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  void setQuery(const SearchQuery &query);
  /// The parts of the trace to search; initially all.
  void setParts(SearchParts parts);
  SearchParts parts() const { return m_parts; }
  /// Only hits on these tracks of the trace, by TrackId; empty: on all. setTrace() clears it.
  void setTracks(std::vector<bool> tracks);

  const std::shared_ptr<const Trace> &trace() const { return m_trace; }
  const SearchQuery &query() const { return m_query; }
  State state() const { return m_state; }
  const Error &error() const { return m_error; } ///< of the regular expression
  /// Of this trace and this query; null unless the state is Done.
  const std::shared_ptr<const SearchResult> &result() const { return m_result; }

  /// The current hit, if any; an index into SearchResult::hits.
  std::optional<size_t> current() const { return m_current; }
  void goTo(size_t hit);
  /// Goes to the next hit (1) or the previous one (-1), around the end. Starts at the event of
  /// follow() if there is no current hit. During a search, the step follows after its end.
  void step(int direction);
  /// The user selected an event elsewhere: goes to its hit if it is one, without hitChosen().
  void follow(const EventRef &event);

Q_SIGNALS:
  void changed();             ///< query, state or result
  void currentChanged();      ///< current() is another one
  void hitChosen(size_t hit); ///< goTo() or step(): show it

private:
  void restart();
  State startSearch();
  void take(std::shared_ptr<const SearchResult> result);
  void setCurrent(std::optional<size_t> hit);
  std::optional<size_t> hitOfAnchor() const;

  std::shared_ptr<const Trace> m_trace;
  SearchQuery m_query;
  SearchParts m_parts = allSearchParts();
  std::vector<bool> m_tracks; ///< that are searched; empty: all
  State m_state = State::NoTrace;
  Error m_error;
  std::shared_ptr<const SearchResult> m_result;
  std::optional<size_t> m_current;
  std::optional<SearchHit> m_anchor; ///< event of follow(), or the current hit
  int m_pendingStep = 0;
  Job m_job{this}; ///< last: its jobs deliver to this
};

} // namespace pstudio
