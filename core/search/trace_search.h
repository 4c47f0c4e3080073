// SPDX-License-Identifier: Apache-2.0
// Everything in a trace that a text or a regular expression matches.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/search/match_bits.h"
#include "core/search/text_matcher.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Kind of a hit. Hits at one time are in this order.
enum class HitKind : uint8_t {
  Track,   ///< by its name; index = TrackId; begins with its first event
  Counter, ///< as Track, of counters
  Slice,   ///< by its name, category or arguments; index = SliceId
  Instant, ///< likewise; index = InstantId
  Access,  ///< a memory access, by its operation, source line or buffer; index: see AccessPlace
};
inline constexpr uint8_t kHitKinds = 5;

/// Part of a trace that is searched. Slices and Instants are found by their names, and by arguments
/// and categories if Arguments is set, too; Arguments alone finds both kinds by these.
enum class SearchPart : uint8_t { Slices, Instants, Arguments, Tracks, Counters, Accesses };
inline constexpr size_t kSearchParts = 6;
using SearchParts = std::bitset<kSearchParts>; ///< by SearchPart
constexpr SearchParts allSearchParts() {
  return SearchParts((1u << kSearchParts) - 1);
}

/// The part of an event that matched.
enum class HitReason : uint8_t { Name, Argument };

/// One hit.
struct SearchHit {
  int64_t beginPs = 0;
  uint32_t index = 0; ///< by kind
  HitKind kind = HitKind::Slice;
  HitReason reason = HitReason::Name;
  bool operator==(const SearchHit &) const = default;
};
/// The order of hits: by time, kind and index.
bool comesBefore(const SearchHit &a, const SearchHit &b);

/// A memory access of a launch.
struct AccessPlace {
  LaunchId launch;
  uint64_t access = 0; ///< in its AccessTable
};

/// Result of a search. It refers to the searched trace by ids. [thread: any]
struct SearchResult {
  std::vector<SearchHit> hits; ///< all, ordered by comesBefore()
  MatchBits slices, instants;
  MatchBits tracks; ///< counters, too
  /// Number of the first access of each launch when the accesses of all launches are numbered
  /// consecutively; the index of a hit of kind Access is such a number.
  std::vector<uint64_t> accessStarts;
  /// Accesses that were not searched: those from number 2^32 on.
  uint64_t skippedAccesses = 0;
};

/// The name that a track is shown with.
using TrackNames = std::function<std::string(TrackId)>;

/// Searches all of the trace. Each distinct name, and each distinct pair of key and value of the
/// arguments, is compared once; a pair is compared as "key=value" (argumentMatches()), a memory
/// operation as "name (file:line:column)", and its buffer by name. \param parts  the parts to
/// search; other parts give no hits. None if a stop was requested. O(distinct texts + slices +
/// instants + arguments + tracks
/// + accesses + hits log hits).
std::optional<SearchResult> searchTrace(const Trace &trace, const TextMatcher &matcher,
                                        const TrackNames &trackNames, std::stop_token stop = {},
                                        SearchParts parts = allSearchParts());

/// Removes the hits on other tracks than `tracks` (by TrackId); the bits stay, because they are of
/// all tracks. O(hits log rows).
void keepHitsOn(const Trace &trace, const std::vector<bool> &tracks, SearchResult &result);

/// Of a hit of kind Access. O(log launches).
AccessPlace accessOf(const SearchResult &result, const SearchHit &hit);

/// Finds the tracks of warps. The trace must outlive it. [thread: any]
class WarpTracks {
public:
  /// O(tracks).
  explicit WarpTracks(const Trace &trace);
  /// None if the trace has no track for it. O(log warps).
  TrackId trackOf(const AccessPlace &place) const;

private:
  struct Warp {
    uint32_t launch = 0, cta = 0, warp = 0;
    TrackId track;
    auto operator<=>(const Warp &) const = default;
  };
  const Trace &m_trace;
  std::vector<Warp> m_warps; // ascending
};

/// The track of a hit; none for an access of a warp without a track. O(log rows).
TrackId trackOfHit(const Trace &trace, const SearchResult &result, const SearchHit &hit,
                   const WarpTracks &warps);
/// Time of a hit, at least 1 ps long.
TimeRange timeOfHit(const Trace &trace, const SearchHit &hit);
/// "load", or "load A (file.mlir:7:3)" of an access.
std::string nameOfHit(const Trace &trace, const SearchResult &result, const SearchHit &hit,
                      const TrackNames &trackNames);

} // namespace pstudio
