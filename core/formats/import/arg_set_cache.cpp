// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import/arg_set_cache.h"

#include <algorithm>
#include <cstring>

namespace pstudio {
namespace {

constexpr size_t kMaxSharedSets = 1'000'000;

/// The arguments as bytes without padding, so that equal arguments have equal keys.
std::string keyOf(std::span<const Arg> args) {
  std::string key;
  key.reserve(args.size() * (sizeof(uint32_t) + 1 + sizeof(uint64_t)));
  for (const Arg &arg : args) {
    key.append(reinterpret_cast<const char *>(&arg.key.value), sizeof(uint32_t));
    key.push_back(static_cast<char>(arg.type));
    key.append(reinterpret_cast<const char *>(&arg.uintValue), sizeof(uint64_t));
  }
  return key;
}

} // namespace

ArgSetId ArgSetCache::add(std::span<const Arg> args) {
  if (args.empty())
    return ArgSetId();
  std::string key = keyOf(args);
  if (auto found = m_ids.find(key); found != m_ids.end())
    return found->second;
  const ArgSetId id = m_builder.addArgs(args);
  if (m_ids.size() < kMaxSharedSets)
    m_ids.emplace(std::move(key), id);
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
