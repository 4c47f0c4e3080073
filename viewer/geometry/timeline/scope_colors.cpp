// SPDX-License-Identifier: Apache-2.0
// Assignment of palette entries to scope names.
#include "viewer/geometry/timeline/scope_colors.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/trace/slice_flags.h"

namespace pstudio {
namespace {

/// Order of assignment: names in kernels come first, because kernels are the subject of the
/// recording.
enum class Importance : uint8_t { Other, InKernel };

/// The distinct slice names of the trace: those inside of launches first, each part in alphabetical
/// order.
std::vector<std::pair<StringId, Importance>> distinctNames(const Trace &trace) {
  std::vector<std::pair<StringId, Importance>> sorted;
  for (const NameUse &use : trace.nameUses())
    sorted.emplace_back(use.name, use.isInKernel ? Importance::InKernel : Importance::Other);
  std::sort(sorted.begin(), sorted.end(), [&trace](const auto &a, const auto &b) {
    if (a.second != b.second)
      return a.second > b.second;
    return trace.string(a.first) < trace.string(b.first);
  });
  return sorted;
}

/// The entry with the least weight: the preferred one, else the next hue, else a quieter one.
unsigned leastUsed(const std::array<uint64_t, kScopeColorCount> &weights, unsigned preferred) {
  unsigned best = preferred;
  for (unsigned i = 1; i < kScopeColorCount; ++i) {
    const unsigned entry = i < kScopeHueCount ? (preferred + i) % kScopeHueCount : i;
    if (weights[entry] < weights[best])
      best = entry;
  }
  return best;
}

} // namespace

unsigned preferredScopeColor(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<unsigned>((hash ^ (hash >> 32)) % kScopeHueCount);
}

void ScopeColors::set(StringId name, unsigned entry) {
  if (name.value >= m_index.size())
    m_index.resize(name.value + 1, 0);
  m_index[name.value] = static_cast<uint8_t>(entry);
}

ScopeColors::ScopeColors(const Trace &trace, const Trace &beside, const ScopeColors &colorsBeside)
    : ScopeColors(trace) {
  std::unordered_map<std::string_view, unsigned> entries;
  for (const auto &[name, importance] : distinctNames(beside))
    entries.emplace(beside.string(name), colorsBeside.index(name));
  for (const auto &[name, importance] : distinctNames(trace))
    if (const auto entry = entries.find(trace.string(name)); entry != entries.end())
      set(name, entry->second);
}

ScopeColors::ScopeColors(const Trace &trace) {
  constexpr uint64_t kInKernelWeight = uint64_t{1} << 32; // more than any number of other names
  std::array<uint64_t, kScopeColorCount> weights{};
  for (const auto &[name, importance] : distinctNames(trace)) {
    const unsigned entry = leastUsed(weights, preferredScopeColor(trace.string(name)));
    weights[entry] += importance == Importance::InKernel ? kInKernelWeight : 1;
    set(name, entry);
  }
}

namespace {

/// Totals by StringId; names without a slice in `range` have count 0.
std::vector<ScopeTotal> totalsIn(const Trace &trace, const TimeRange &range) {
  std::vector<ScopeTotal> byName;
  const auto names = trace.sliceNames();
  const auto begins = trace.sliceBegins();
  const auto durations = trace.sliceDurations();
  const auto flags = trace.sliceFlags();
  const int64_t first = range.begin.value, last = range.end.value;
  for (size_t i = 0; i < names.size(); ++i) {
    const int64_t end = begins[i] + durations[i];
    if (!names[i].isValid() || begins[i] >= last || end < first)
      continue;
    if (names[i].value >= byName.size())
      byName.resize(names[i].value + 1);
    ScopeTotal &total = byName[names[i].value];
    total.name = names[i];
    ++total.count;
    if (isWholeSlice(flags[i]))
      total.total += Picoseconds(std::min(end, last) - std::max(begins[i], first));
  }
  return byName;
}

} // namespace

std::vector<ScopeTotal> scopeTotals(const Trace &trace, const std::optional<TimeRange> &range) {
  std::vector<ScopeTotal> totals;
  if (range)
    totals = totalsIn(trace, *range);
  else
    for (const NameUse &use : trace.nameUses())
      totals.push_back({use.name, use.count, use.total});
  std::erase_if(totals, [](const ScopeTotal &t) { return t.count == 0; });
  std::sort(totals.begin(), totals.end(), [&trace](const ScopeTotal &a, const ScopeTotal &b) {
    if (a.total != b.total)
      return a.total > b.total;
    return trace.string(a.name) < trace.string(b.name);
  });
  return totals;
}

} // namespace pstudio
