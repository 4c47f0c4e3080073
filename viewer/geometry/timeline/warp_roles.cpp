// SPDX-License-Identifier: Apache-2.0
// Names of roles, and the scopes of warps.
#include "viewer/geometry/timeline/warp_roles.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace pstudio {
namespace {

constexpr uint32_t kNoRole = UINT32_MAX;
constexpr size_t kMostScopesInRole = 4;

/// The words of a warp's name that are neither "warp" nor a number.
std::string roleInName(std::string_view name) {
  std::string role;
  for (size_t at = 0; at < name.size();) {
    const size_t end = std::min(name.find(' ', at), name.size());
    const std::string_view word = name.substr(at, end - at);
    const bool isNumber = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
      return std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
    if (!word.empty() && !isNumber && word != "warp")
      role += (role.empty() ? "" : " ") + std::string(word);
    at = end + 1;
  }
  return role;
}

/// Collects distinct names, track by track, without clearing a table for each.
class NameSets {
public:
  explicit NameSets(const Trace &trace) : m_trace(trace) {}

  /// The distinct names of the track's slices, sorted by id. O(slices of the track).
  std::vector<StringId> of(const Track &track) {
    ++m_round;
    std::vector<StringId> found;
    for (uint32_t i = 0; i < track.rowCount; ++i) {
      const Row &row = m_trace.row(RowId(track.firstRow.value + i));
      for (const StringId name :
           m_trace.sliceNames().subspan(row.firstSlice.value, row.sliceCount)) {
        if (!name.isValid())
          continue;
        if (name.value >= m_seen.size())
          m_seen.resize(name.value + 1, 0);
        if (m_seen[name.value] != m_round)
          found.push_back(name);
        m_seen[name.value] = m_round;
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

private:
  const Trace &m_trace;
  std::vector<uint32_t> m_seen; ///< by StringId: the last round that met it
  uint32_t m_round = 0;
};

std::string roleOfScopes(const Trace &trace, const std::vector<StringId> &scopes) {
  if (scopes.empty())
    return "no scopes";
  std::set<std::string_view> names;
  for (const StringId scope : scopes)
    names.insert(trace.string(scope));
  std::string role;
  size_t count = 0;
  for (const std::string_view name : names) {
    if (count++ == kMostScopesInRole)
      return role + ", " + std::to_string(names.size() - kMostScopesInRole) + " more";
    role += (role.empty() ? "" : ", ") + std::string(name);
  }
  return role;
}

} // namespace

WarpRoles warpRoles(const Trace &trace) {
  const auto tracks = trace.tracks();
  NameSets sets(trace);
  std::map<std::vector<StringId>, std::string> byScopes;
  std::vector<std::string> roles(tracks.size());
  std::map<std::string, uint32_t> order;
  for (size_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i].kind != TrackKind::Warp)
      continue;
    roles[i] = roleInName(trace.string(tracks[i].name));
    if (roles[i].empty()) {
      const auto [place, isNew] = byScopes.try_emplace(sets.of(tracks[i]));
      if (isNew)
        place->second = roleOfScopes(trace, place->first);
      roles[i] = place->second;
    }
    order[roles[i]] = 0;
  }
  WarpRoles found;
  for (auto &[label, index] : order) {
    index = static_cast<uint32_t>(found.labels.size());
    found.labels.push_back(label);
  }
  found.ofTrack.assign(tracks.size(), kNoRole);
  for (size_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].kind == TrackKind::Warp)
      found.ofTrack[i] = order[roles[i]];
  return found;
}

std::vector<StringId> scopesOfWarps(const Trace &trace) {
  std::vector<NameUse> found;
  for (const NameUse &use : trace.nameUses())
    if (use.warpTotalPs >= 0)
      found.push_back(use);
  std::sort(found.begin(), found.end(), [&](const NameUse &a, const NameUse &b) {
    if (a.warpTotalPs != b.warpTotalPs)
      return a.warpTotalPs > b.warpTotalPs;
    return trace.string(a.name) < trace.string(b.name);
  });
  std::vector<StringId> scopes;
  for (const NameUse &use : found)
    scopes.push_back(use.name);
  return scopes;
}

} // namespace pstudio
