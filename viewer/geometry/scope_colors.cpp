// SPDX-License-Identifier: Apache-2.0
// Assignment of palette entries to scope names.
#include "viewer/geometry/scope_colors.h"

#include <algorithm>
#include <array>

namespace pstudio {
namespace {

/// The distinct slice names of the trace, by spelling.
std::vector<StringId> distinctNames(const Trace &trace) {
  std::vector<bool> seen;
  std::vector<StringId> names;
  for (const StringId name : trace.sliceNames()) {
    if (!name.isValid())
      continue;
    if (name.value >= seen.size())
      seen.resize(name.value + 1);
    if (!seen[name.value]) {
      seen[name.value] = true;
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end(),
            [&trace](StringId a, StringId b) { return trace.string(a) < trace.string(b); });
  return names;
}

} // namespace

unsigned preferredScopeColor(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<unsigned>((hash ^ (hash >> 32)) % kScopeHueCount);
}

ScopeColors::ScopeColors(const Trace &trace) {
  std::array<bool, kScopeColorCount> taken{};
  unsigned used = 0;
  for (const StringId name : distinctNames(trace)) {
    unsigned entry = preferredScopeColor(trace.string(name));
    if (used >= kScopeHueCount && used < kScopeColorCount)
      entry = used; // all hues are taken, a quieter entry is free
    while (used < kScopeHueCount && taken[entry])
      entry = (entry + 1) % kScopeHueCount;
    taken[entry] = true;
    ++used;
    if (name.value >= m_index.size())
      m_index.resize(name.value + 1, 0);
    m_index[name.value] = static_cast<uint8_t>(entry);
  }
}

std::vector<ScopeTotal> scopeTotals(const Trace &trace) {
  std::vector<ScopeTotal> byName;
  const auto names = trace.sliceNames();
  const auto durations = trace.sliceDurations();
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].isValid())
      continue;
    if (names[i].value >= byName.size())
      byName.resize(names[i].value + 1);
    ScopeTotal &total = byName[names[i].value];
    total.name = names[i];
    ++total.count;
    total.total += Picoseconds(durations[i]);
  }
  std::erase_if(byName, [](const ScopeTotal &t) { return t.count == 0; });
  std::sort(byName.begin(), byName.end(), [&trace](const ScopeTotal &a, const ScopeTotal &b) {
    if (a.total != b.total)
      return a.total > b.total;
    return trace.string(a.name) < trace.string(b.name);
  });
  return byName;
}

} // namespace pstudio
