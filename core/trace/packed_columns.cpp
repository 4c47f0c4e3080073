// SPDX-License-Identifier: Apache-2.0
// Packing of columns once their values are final.
#include "core/trace/packed_columns.h"

#include <algorithm>
#include <unordered_map>

namespace pstudio {
namespace {

constexpr size_t kMaxCategories = 256;
constexpr size_t kMinPerException = 4;

bool needsEightBytes(int64_t length) {
  return length < 0 || length >= int64_t{Lengths::kException};
}

} // namespace

int64_t Lengths::exceptionAt(size_t index) const {
  const auto found = std::lower_bound(m_longIndices.begin(), m_longIndices.end(), index);
  return m_longValues[static_cast<size_t>(found - m_longIndices.begin())];
}

std::vector<int64_t> &LengthColumn::unpacked() {
  if (m_narrow.empty())
    return m_wide;
  const Lengths packed = view();
  m_wide.assign(packed.begin(), packed.end());
  // Assigning {} would keep their memory.
  std::vector<uint32_t>().swap(m_narrow);
  std::vector<uint32_t>().swap(m_longIndices);
  std::vector<int64_t>().swap(m_longValues);
  return m_wide;
}

void LengthColumn::pack() {
  const auto exceptions =
      static_cast<size_t>(std::count_if(m_wide.begin(), m_wide.end(), needsEightBytes));
  if (m_wide.empty() || exceptions > m_wide.size() / kMinPerException) {
    m_wide.shrink_to_fit();
    return;
  }
  m_narrow.resize(m_wide.size());
  m_longIndices.reserve(exceptions);
  m_longValues.reserve(exceptions);
  for (size_t i = 0; i < m_wide.size(); ++i) {
    if (!needsEightBytes(m_wide[i])) {
      m_narrow[i] = static_cast<uint32_t>(m_wide[i]);
      continue;
    }
    m_narrow[i] = Lengths::kException;
    m_longIndices.push_back(static_cast<uint32_t>(i));
    m_longValues.push_back(m_wide[i]);
  }
  std::vector<int64_t>().swap(m_wide);
}

size_t LengthColumn::memoryBytes() const {
  return m_wide.capacity() * sizeof(int64_t) + m_narrow.capacity() * sizeof(uint32_t) +
         m_longIndices.capacity() * sizeof(uint32_t) + m_longValues.capacity() * sizeof(int64_t);
}

void CategoryColumn::pack() {
  std::unordered_map<StringId, uint8_t> numbers;
  std::vector<StringId> values;
  std::vector<uint8_t> narrow(m_wide.size());
  for (size_t i = 0; i < m_wide.size(); ++i) {
    if (i > 0 && m_wide[i] == m_wide[i - 1]) {
      narrow[i] = narrow[i - 1];
      continue;
    }
    const auto known = numbers.find(m_wide[i]);
    if (known != numbers.end()) {
      narrow[i] = known->second;
      continue;
    }
    if (values.size() == kMaxCategories) {
      m_wide.shrink_to_fit();
      return;
    }
    narrow[i] = static_cast<uint8_t>(values.size());
    numbers.emplace(m_wide[i], narrow[i]);
    values.push_back(m_wide[i]);
  }
  m_narrow = std::move(narrow);
  m_values = std::move(values);
  std::vector<StringId>().swap(m_wide);
}

size_t CategoryColumn::memoryBytes() const {
  return m_wide.capacity() * sizeof(StringId) + m_narrow.capacity() +
         m_values.capacity() * sizeof(StringId);
}

} // namespace pstudio
