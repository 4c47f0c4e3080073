// SPDX-License-Identifier: Apache-2.0
// Shares argument sets that a file spells out again and again.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// Adds argument sets to a builder, equal ones once, and remembers their content so that sets can
/// be joined. The cache is bounded: beyond it, sets are added without being shared. [not
/// thread-safe]
class ArgSetCache {
public:
  explicit ArgSetCache(TraceBuilder &builder) : m_builder(builder) {}

  /// The id of a set with these arguments in this order; none for an empty span. O(arguments).
  ArgSetId add(std::span<const Arg> args);
  /// A set with the arguments of both; of equal keys the later one wins. Either may be none.
  ArgSetId join(ArgSetId first, ArgSetId second);

private:
  struct Entry {
    uint32_t hash = 0;
    ArgSetId id; // none: free
  };
  size_t slotOf(std::span<const Arg> args, uint32_t hash) const;
  void grow();

  TraceBuilder &m_builder;
  std::vector<Entry> m_entries; // a hash table, at most half full; the builder has the arguments
  size_t m_count = 0;
};

} // namespace pstudio
