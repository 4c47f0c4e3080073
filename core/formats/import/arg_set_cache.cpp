// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import/arg_set_cache.h"

#include <algorithm>
#include <utility>

namespace pstudio {
namespace {

constexpr size_t kMaxSharedSets = 1'000'000;

bool areSame(const Arg &a, const Arg &b) {
  return a.key == b.key && a.type == b.type && a.uintValue == b.uintValue;
}

uint32_t hashOf(std::span<const Arg> args) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15u;
  uint64_t hash = args.size();
  for (const Arg &arg : args) {
    const uint64_t key = uint64_t{arg.key.value} << 8 | static_cast<uint64_t>(arg.type);
    hash = (hash ^ key) * kFactor;
    hash = (hash ^ hash >> 32 ^ arg.uintValue) * kFactor;
    hash ^= hash >> 29;
  }
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

} // namespace

/// The slot of an equal set, or the free one where it would be.
size_t ArgSetCache::slotOf(std::span<const Arg> args, uint32_t hash) const {
  const size_t mask = m_entries.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    const Entry &entry = m_entries[i];
    if (!entry.id.isValid() ||
        (entry.hash == hash && std::ranges::equal(m_builder.argsOfSet(entry.id), args, areSame)))
      return i;
  }
}

void ArgSetCache::grow() {
  constexpr size_t kFirst = 1024;
  const std::vector<Entry> before =
      std::exchange(m_entries, std::vector<Entry>(std::max(kFirst, 2 * m_entries.size())));
  const size_t mask = m_entries.size() - 1;
  for (const Entry &entry : before) {
    size_t i = entry.hash & mask;
    while (entry.id.isValid() && m_entries[i].id.isValid())
      i = (i + 1) & mask;
    if (entry.id.isValid())
      m_entries[i] = entry;
  }
}

ArgSetId ArgSetCache::add(std::span<const Arg> args) {
  if (args.empty())
    return ArgSetId();
  if (2 * m_count >= m_entries.size())
    grow();
  const uint32_t hash = hashOf(args);
  Entry &entry = m_entries[slotOf(args, hash)];
  if (entry.id.isValid())
    return entry.id;
  const ArgSetId id = m_builder.addArgs(args);
  if (m_count < kMaxSharedSets) {
    entry = {hash, id};
    ++m_count;
  }
  return id;
}

ArgSetId ArgSetCache::join(ArgSetId first, ArgSetId second) {
  if (!first.isValid() || !second.isValid())
    return first.isValid() ? first : second;
  std::vector<Arg> joined = m_builder.argsIn(first);
  const std::vector<Arg> tail = m_builder.argsIn(second);
  for (const Arg &arg : tail) {
    auto same =
        std::find_if(joined.begin(), joined.end(), [&](const Arg &a) { return a.key == arg.key; });
    if (same != joined.end())
      *same = arg;
    else
      joined.push_back(arg);
  }
  return add(joined);
}

} // namespace pstudio
