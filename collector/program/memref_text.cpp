// SPDX-License-Identifier: Apache-2.0
#include "collector/program/memref_text.h"

#include <cstdio>
#include <cstring>

namespace pstudio::program {

MemrefView::MemrefView(int64_t rank, const void *descriptor)
    : m_rank(rank), m_descriptor(static_cast<const std::byte *>(descriptor)) {}

int64_t MemrefView::word(int64_t index) const {
  int64_t value = 0;
  std::memcpy(&value, m_descriptor + static_cast<size_t>(index) * sizeof value, sizeof value);
  return value;
}

const std::byte *MemrefView::data() const {
  return reinterpret_cast<const std::byte *>(static_cast<uint64_t>(word(1)));
}
int64_t MemrefView::offset() const {
  return word(2);
}
int64_t MemrefView::size(int64_t axis) const {
  return word(3 + axis);
}
int64_t MemrefView::stride(int64_t axis) const {
  return word(3 + m_rank + axis);
}

uint64_t MemrefView::spanBytes(uint64_t elementBytes) const {
  uint64_t last = 0; // the offset of the last element
  for (int64_t axis = 0; axis < m_rank; ++axis) {
    if (size(axis) <= 0)
      return 0;
    last += static_cast<uint64_t>(size(axis) - 1) * static_cast<uint64_t>(stride(axis));
  }
  return (last + 1) * elementBytes;
}

namespace {

template <class T> T read(const std::byte *at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// As an output stream of C++ prints it.
std::string elementText(const std::byte *base, int64_t index, ElementKind kind) {
  const auto at = [&]<class T>(T) { return read<T>(base + index * int64_t{sizeof(T)}); };
  char text[32];
  switch (kind) {
  case ElementKind::I8:
    return std::to_string(at(int8_t{}));
  case ElementKind::I16:
    return std::to_string(at(int16_t{}));
  case ElementKind::I32:
    return std::to_string(at(int32_t{}));
  case ElementKind::I64:
    return std::to_string(at(int64_t{}));
  case ElementKind::F32:
    std::snprintf(text, sizeof text, "%g", double{at(float{})});
    return text;
  case ElementKind::F64:
    std::snprintf(text, sizeof text, "%g", at(double{}));
    return text;
  }
  return {};
}

class MemrefWriter {
public:
  MemrefWriter(const MemrefView &memref, ElementKind kind) : m_memref(memref), m_kind(kind) {}

  void write(std::string &out, int64_t axis, int64_t offset) const {
    if (axis == m_memref.rank()) {
      out += elementText(m_memref.data(), offset, m_kind);
      return;
    }
    const int64_t size = m_memref.size(axis);
    // Each row of the innermost dimension is a line.
    const std::string separator = axis + 1 < m_memref.rank() ? ", \n" : ", ";
    out += '[';
    for (int64_t i = 0; i < size; ++i) {
      if (i > 0)
        out += separator + std::string(static_cast<size_t>(axis) + 1, ' ');
      write(out, axis + 1, offset + i * m_memref.stride(axis));
    }
    out += ']';
  }

private:
  const MemrefView &m_memref;
  ElementKind m_kind;
};

template <class Get> std::string listText(int64_t count, Get get) {
  std::string text = "[";
  for (int64_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(get(i));
  return text + "]";
}

} // namespace

std::string memrefShapeText(const MemrefView &memref, const std::string &title) {
  char base[32];
  std::snprintf(base, sizeof base, "%#llx",
                static_cast<unsigned long long>(reinterpret_cast<uint64_t>(memref.data())));
  return title + "base@ = " + base + " rank = " + std::to_string(memref.rank()) +
         " offset = " + std::to_string(memref.offset()) +
         " sizes = " + listText(memref.rank(), [&](int64_t i) { return memref.size(i); }) +
         " strides = " + listText(memref.rank(), [&](int64_t i) { return memref.stride(i); });
}

std::string memrefText(const MemrefView &memref, ElementKind kind, const std::string &title) {
  std::string text = memrefShapeText(memref, title) + " data = \n";
  const bool isScalar = memref.rank() == 0;
  if (isScalar)
    text += '[';
  MemrefWriter(memref, kind).write(text, 0, memref.offset());
  if (isScalar)
    text += ']';
  return text + '\n';
}

} // namespace pstudio::program
