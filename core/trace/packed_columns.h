// SPDX-License-Identifier: Apache-2.0
// Columns of a trace in fewer bytes: lengths in four, categories in one, unless the trace has
// others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "core/base/ids.h"

namespace pstudio {

/// Iterates over a column by index. Value is what its operator[] returns.
template <class Column, class Value> class ColumnIterator {
public:
  using value_type = Value;
  using difference_type = ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  ColumnIterator() = default;
  ColumnIterator(const Column *column, size_t index) : m_column(column), m_index(index) {}
  Value operator*() const { return (*m_column)[m_index]; }
  ColumnIterator &operator++() {
    ++m_index;
    return *this;
  }
  ColumnIterator operator++(int) {
    ColumnIterator before = *this;
    ++m_index;
    return before;
  }
  bool operator==(const ColumnIterator &other) const { return m_index == other.m_index; }

private:
  const Column *m_column = nullptr;
  size_t m_index = 0;
};

/// Reads a LengthColumn, which must outlive it. O(1) for each value, O(log exceptions) for one that
/// does not fit four bytes. [thread: any]
class Lengths {
public:
  using Iterator = ColumnIterator<Lengths, int64_t>;
  Lengths() = default;
  Lengths(std::span<const int64_t> wide) : m_size(wide.size()), m_wide(wide) {}
  Lengths(std::span<const uint32_t> narrow, std::span<const uint32_t> longIndices,
          std::span<const int64_t> longValues)
      : m_size(narrow.size()), m_narrow(narrow), m_longIndices(longIndices),
        m_longValues(longValues) {}

  size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  int64_t operator[](size_t index) const {
    if (!m_wide.empty())
      return m_wide[index];
    const uint32_t value = m_narrow[index];
    return value != kException ? value : exceptionAt(index);
  }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, m_size}; }

  static constexpr uint32_t kException = UINT32_MAX;

private:
  int64_t exceptionAt(size_t index) const;

  size_t m_size = 0;
  std::span<const int64_t> m_wide;
  std::span<const uint32_t> m_narrow;
  std::span<const uint32_t> m_longIndices; ///< ascending
  std::span<const int64_t> m_longValues;
};

/// Signed lengths. It grows and changes in eight bytes each; pack() makes that four if at most a
/// quarter of them is negative or does not fit. [not thread-safe]
class LengthColumn {
public:
  size_t size() const { return m_wide.empty() ? m_narrow.size() : m_wide.size(); }
  bool empty() const { return size() == 0; }
  void add(int64_t value) { m_wide.push_back(value); }
  /// All of them in eight bytes, to be changed; empty if there are none.
  std::vector<int64_t> &unpacked();
  /// Only while unpacked.
  int64_t operator[](size_t index) const { return m_wide[index]; }
  void pack();
  Lengths view() const {
    return m_narrow.empty() ? Lengths(m_wide) : Lengths(m_narrow, m_longIndices, m_longValues);
  }
  size_t memoryBytes() const;

private:
  std::vector<int64_t> m_wide;
  std::vector<uint32_t> m_narrow;
  std::vector<uint32_t> m_longIndices;
  std::vector<int64_t> m_longValues;
};

/// Reads a CategoryColumn, which must outlive it. [thread: any]
class Categories {
public:
  using Iterator = ColumnIterator<Categories, StringId>;
  Categories() = default;
  Categories(std::span<const StringId> wide) : m_size(wide.size()), m_wide(wide) {}
  Categories(std::span<const uint8_t> narrow, std::span<const StringId> values)
      : m_size(narrow.size()), m_narrow(narrow), m_values(values) {}

  size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  StringId operator[](size_t index) const {
    return m_wide.empty() ? m_values[m_narrow[index]] : m_wide[index];
  }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, m_size}; }

private:
  size_t m_size = 0;
  std::span<const StringId> m_wide;
  std::span<const uint8_t> m_narrow;
  std::span<const StringId> m_values;
};

/// Names of categories. It grows in four bytes each; pack() makes that one if there are at most 256
/// different ones. [not thread-safe]
class CategoryColumn {
public:
  bool empty() const { return m_wide.empty() && m_narrow.empty(); }
  /// All of them in four bytes, to be changed; only before pack().
  std::vector<StringId> &unpacked() { return m_wide; }
  void pack();
  Categories view() const {
    return m_narrow.empty() ? Categories(m_wide) : Categories(m_narrow, m_values);
  }
  size_t memoryBytes() const;

private:
  std::vector<StringId> m_wide;
  std::vector<uint8_t> m_narrow;
  std::vector<StringId> m_values;
};

} // namespace pstudio
