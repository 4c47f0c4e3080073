// SPDX-License-Identifier: Apache-2.0
// The writing side of the table of handles.
#include "collector/attach/shim/handle_map.h"

namespace pstudio::attach {

template <unsigned kBits>
typename BasicHandleMap<kBits>::Place *BasicHandleMap<kBits>::findPlace(uintptr_t key) {
  for (size_t i = place(key);; i = next(i)) {
    const uintptr_t found = m_places[i].key.load(std::memory_order_relaxed);
    if (found == key)
      return &m_places[i];
    if (found == kEmpty)
      return nullptr;
  }
}

template <unsigned kBits> bool BasicHandleMap<kBits>::set(const void *handle, uintptr_t value) {
  const auto key = reinterpret_cast<uintptr_t>(handle);
  if (key == kEmpty || key == kRemoved)
    return false;
  Place *chosen = findPlace(key);
  if (!chosen) {
    size_t i = place(key);
    while (m_places[i].key.load(std::memory_order_relaxed) > kRemoved)
      i = next(i);
    chosen = &m_places[i];
    const bool isEmpty = chosen->key.load(std::memory_order_relaxed) == kEmpty;
    if (isEmpty && m_filled == kMaxFilled)
      return false;
    m_filled += isEmpty;
  }
  chosen->value.store(value, std::memory_order_relaxed);
  chosen->key.store(key, std::memory_order_release);
  return true;
}

template <unsigned kBits> void BasicHandleMap<kBits>::remove(const void *handle) {
  const auto key = reinterpret_cast<uintptr_t>(handle);
  Place *found = key > kRemoved ? findPlace(key) : nullptr;
  if (!found)
    return;
  found->key.store(kRemoved, std::memory_order_release);
  // Removed places before an empty one lead nowhere: they are empty again.
  size_t i = static_cast<size_t>(found - m_places.data());
  if (m_places[next(i)].key.load(std::memory_order_relaxed) != kEmpty)
    return;
  while (m_places[i].key.load(std::memory_order_relaxed) == kRemoved) {
    m_places[i].key.store(kEmpty, std::memory_order_release);
    --m_filled;
    i = (i + kCapacity - 1) & (kCapacity - 1);
  }
}

template class BasicHandleMap<16>;
template class BasicHandleMap<12>;

} // namespace pstudio::attach
