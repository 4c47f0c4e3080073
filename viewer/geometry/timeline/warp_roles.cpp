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
constexpr size_t kMaxScopesInRole = 4;

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

/// The distinct names of the track's slices, ascending. O(names of its rows).
std::vector<StringId> namesOf(const Trace &trace, const Track &track) {
  std::vector<StringId> found;
  for (uint32_t i = 0; i < track.rowCount; ++i) {
    const auto names = trace.rowNames().of(RowId(track.firstRow.value + i));
    found.insert(found.end(), names.begin(), names.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::string roleOfScopes(const Trace &trace, const std::vector<StringId> &scopes) {
  if (scopes.empty())
    return "no scopes";
  std::set<std::string_view> names;
  for (const StringId scope : scopes)
    names.insert(trace.string(scope));
  std::string role;
  size_t count = 0;
  for (const std::string_view name : names) {
    if (count++ == kMaxScopesInRole)
      return role + ", " + std::to_string(names.size() - kMaxScopesInRole) + " more";
    role += (role.empty() ? "" : ", ") + std::string(name);
  }
  return role;
}

} // namespace

WarpRoles warpRoles(const Trace &trace) {
  const auto tracks = trace.tracks();
  std::map<std::vector<StringId>, std::string> byScopes;
  std::vector<std::string> roles(tracks.size());
  std::map<std::string, uint32_t> order;
  for (size_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i].kind != TrackKind::Warp)
      continue;
    roles[i] = roleInName(trace.string(tracks[i].name));
    if (roles[i].empty()) {
      const auto [place, isNew] = byScopes.try_emplace(namesOf(trace, tracks[i]));
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
