// SPDX-License-Identifier: Apache-2.0
// The slices, instants and memory accesses of a source line.
#pragma once

#include <optional>
#include <stop_token>

#include "core/search/trace_search.h"
#include "core/source/trace_places.h"

namespace pstudio {

/// All of them in the trace, as if a search had found them. `line` is a number of `places`, which
/// is of `trace`. None if a stop was requested. O(slices + instants + accesses + hits log hits).
std::optional<SearchResult> eventsOfLine(const Trace &trace, const TracePlaces &places,
                                         uint32_t line, const std::stop_token &stop = {});

/// The first hit that is a slice or an instant and begins at or after `time`; the first of all
/// where none does; none without such hits. O(hits).
std::optional<size_t> firstEventFrom(const SearchResult &result, Picoseconds time);

/// Number of hits that are slices or instants. O(hits).
size_t eventCount(const SearchResult &result);

} // namespace pstudio
