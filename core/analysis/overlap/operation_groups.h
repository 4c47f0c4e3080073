// SPDX-License-Identifier: Apache-2.0
// Operations grouped by a number, such as their stage.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/analysis/overlap/async_operation.h"

namespace pstudio::analysis {

/// Indices of operations by key, keys ascending.
struct OperationGroups {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> first; ///< of group i in `indices`; one more than keys
  std::vector<uint32_t> indices;
  std::span<const uint32_t> of(size_t group) const {
    return std::span(indices).subspan(first[group], first[group + 1] - first[group]);
  }
};

/// O(operations + keys log keys). Within a group the order is kept.
template <class KeyOf>
OperationGroups groupBy(std::span<const AsyncOperation> operations, const KeyOf &keyOf) {
  OperationGroups groups;
  std::unordered_map<uint64_t, uint32_t> numbers;
  std::vector<uint32_t> numberOf(operations.size());
  uint64_t lastKey = 0;
  uint32_t lastNumber = kNoIndex;
  for (size_t i = 0; i < operations.size(); ++i) {
    const uint64_t key = keyOf(operations[i]);
    if (lastNumber == kNoIndex || key != lastKey)
      lastNumber = numbers.try_emplace(key, static_cast<uint32_t>(numbers.size())).first->second;
    lastKey = key;
    numberOf[i] = lastNumber;
  }
  for (const auto &[key, number] : numbers)
    groups.keys.push_back(key);
  std::ranges::sort(groups.keys);
  std::vector<uint32_t> rank(numbers.size());
  for (uint32_t i = 0; i < groups.keys.size(); ++i)
    rank[numbers[groups.keys[i]]] = i;
  groups.first.assign(groups.keys.size() + 1, 0);
  for (uint32_t &number : numberOf)
    ++groups.first[(number = rank[number]) + 1];
  for (size_t i = 1; i < groups.first.size(); ++i)
    groups.first[i] += groups.first[i - 1];
  groups.indices.resize(operations.size());
  std::vector<uint32_t> next(groups.first.begin(), groups.first.end() - 1);
  for (uint32_t i = 0; i < numberOf.size(); ++i)
    groups.indices[next[numberOf[i]]++] = i;
  return groups;
}

} // namespace pstudio::analysis
