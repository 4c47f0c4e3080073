// SPDX-License-Identifier: Apache-2.0
// Large pages for tables that are filled once: the system maps them in a fraction of the time.
#pragma once

#include <cstddef>
#include <vector>

namespace pstudio {

/// Requests large pages for memory that is not yet filled. A hint: without effect on small ones,
/// and where the system has none. [thread: any]
void useLargePages(void *memory, size_t bytes);

/// Reserves room for `count` elements in all, in large pages. Room that stays unused takes address
/// space only.
template <class T> void reserveLarge(std::vector<T> &table, size_t count) {
  if (count <= table.capacity())
    return;
  table.reserve(count);
  useLargePages(table.data() + table.size(), (count - table.size()) * sizeof(T));
}

} // namespace pstudio
