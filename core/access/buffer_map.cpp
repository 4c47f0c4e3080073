// SPDX-License-Identifier: Apache-2.0
#include "core/access/buffer_map.h"

#include <algorithm>
#include <numeric>
#include <queue>

#include "core/base/number_text.h"

namespace pstudio::memory {

namespace {

/// An address below this limit that is in no buffer is reported as an offset from a null pointer.
constexpr uint64_t kNullBytes = 4096;

Result<uint64_t> sizeOf(const Buffer &buffer) {
  if (buffer.elementBytes == 0)
    return fail(ErrorCode::InvalidInput, "elements of 0 bytes", buffer.name);
  uint64_t bytes = buffer.elementBytes;
  const bool isEmpty = std::ranges::count(buffer.shape, 0) > 0;
  for (const int64_t extent : buffer.shape) {
    if (extent < 0)
      return fail(ErrorCode::InvalidInput, "extent " + std::to_string(extent), buffer.name);
    if (!isEmpty && __builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes))
      return fail(ErrorCode::InvalidInput, "more than 2^64 bytes", buffer.name);
  }
  if (isEmpty)
    return uint64_t{0};
  if (bytes - 1 > UINT64_MAX - buffer.base)
    return fail(ErrorCode::InvalidInput, "reaches beyond the end of the address space",
                buffer.name);
  return bytes;
}

} // namespace

Result<BufferMap> BufferMap::make(std::vector<Buffer> buffers) {
  BufferMap map;
  for (const Buffer &buffer : buffers) {
    PSTUDIO_TRY_ASSIGN(const uint64_t bytes, sizeOf(buffer));
    map.m_bytes.push_back(bytes);
  }
  map.m_buffers = std::move(buffers);
  map.findSegments(AccessSpace::Global);
  map.findSegments(AccessSpace::Shared);
  map.findOverlaps(AccessSpace::Global);
  map.findOverlaps(AccessSpace::Shared);
  return map;
}

void BufferMap::findSegments(AccessSpace space) {
  std::vector<uint32_t> byBase;
  std::vector<uint64_t> cuts; // where the owner may change: first bytes, and bytes after the last
  for (uint32_t i = 0; i < m_buffers.size(); ++i) {
    if (m_buffers[i].space != space || m_bytes[i] == 0)
      continue;
    byBase.push_back(i);
    cuts.push_back(m_buffers[i].base);
    if (const uint64_t after = m_buffers[i].base + m_bytes[i]; after != 0)
      cuts.push_back(after);
  }
  std::ranges::stable_sort(byBase, {}, [&](uint32_t i) { return m_buffers[i].base; });
  std::ranges::sort(cuts);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

  // Buffers that have begun, the smallest on top. Buffers that have ended are removed when they
  // reach the top.
  const auto isLater = [&](uint32_t a, uint32_t b) {
    return m_bytes[a] != m_bytes[b] ? m_bytes[a] > m_bytes[b] : a > b;
  };
  std::priority_queue<uint32_t, std::vector<uint32_t>, decltype(isLater)> open(isLater);
  std::vector<BufferSegment> &segments = m_segments[static_cast<size_t>(space)];
  size_t next = 0;
  for (size_t i = 0; i < cuts.size(); ++i) {
    for (; next < byBase.size() && m_buffers[byBase[next]].base == cuts[i]; ++next)
      open.push(byBase[next]);
    while (!open.empty() && cuts[i] - m_buffers[open.top()].base >= m_bytes[open.top()])
      open.pop();
    if (open.empty())
      continue;
    const uint64_t last = i + 1 < cuts.size() ? cuts[i + 1] - 1 : UINT64_MAX;
    if (!segments.empty() && segments.back().buffer == open.top() &&
        segments.back().last + 1 == cuts[i])
      segments.back().last = last;
    else
      segments.push_back({cuts[i], last, open.top()});
  }
}

void BufferMap::findOverlaps(AccessSpace space) {
  std::vector<uint32_t> order(m_buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::erase_if(order, [&](uint32_t i) { return m_bytes[i] == 0 || m_buffers[i].space != space; });
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return m_buffers[i].base; });
  for (size_t i = 0; i < order.size(); ++i) {
    const uint32_t one = order[i];
    const uint64_t last = m_buffers[one].base + (m_bytes[one] - 1);
    for (size_t k = i + 1; k < order.size() && m_buffers[order[k]].base <= last; ++k) {
      const uint32_t other = order[k];
      if (m_overlaps.size() == kMaxOverlaps)
        return;
      const uint64_t otherLast = m_buffers[other].base + (m_bytes[other] - 1);
      m_overlaps.push_back({std::min(one, other), std::max(one, other), m_buffers[other].base,
                            std::min(last, otherLast)});
    }
  }
}

const BufferSegment *BufferMap::segmentAt(AccessSpace space, uint64_t address) const {
  const std::span<const BufferSegment> all = segments(space);
  const auto after = std::ranges::upper_bound(all, address, {}, &BufferSegment::first);
  if (after == all.begin() || std::prev(after)->last < address)
    return nullptr;
  return &*std::prev(after);
}

uint32_t BufferMap::find(AccessSpace space, uint64_t address) const {
  const BufferSegment *segment = segmentAt(space, address);
  return segment ? segment->buffer : kNone;
}

std::vector<int64_t> BufferMap::indicesOf(uint32_t buffer, uint64_t offset) const {
  const Buffer &of = m_buffers[buffer];
  std::vector<int64_t> indices(of.shape.size());
  uint64_t element = offset / of.elementBytes;
  for (size_t i = of.shape.size(); i-- > 0;) {
    const auto extent = static_cast<uint64_t>(std::max<int64_t>(of.shape[i], 1));
    // The outermost index is not limited to its extent, so it shows an offset after the end.
    indices[i] = static_cast<int64_t>(i == 0 ? element : element % extent);
    element /= extent;
  }
  return indices;
}

std::string BufferMap::describe(AccessSpace space, uint64_t address) const {
  const uint32_t buffer = find(space, address);
  if (buffer == kNone)
    return outsideText(space, address);
  const Buffer &of = m_buffers[buffer];
  const uint64_t offset = address - of.base;
  std::string text = of.name;
  const std::vector<int64_t> indices = indicesOf(buffer, offset);
  for (size_t i = 0; i < indices.size(); ++i)
    text += (i == 0 ? "[" : ", ") + std::to_string(indices[i]);
  if (!indices.empty())
    text += "]";
  if (const uint64_t inside = offset % of.elementBytes; inside != 0)
    text += " + " + countText(inside, "byte", "bytes");
  return text;
}

std::string BufferMap::outsideText(AccessSpace space, uint64_t address) const {
  if (space == AccessSpace::Global && address < kNullBytes)
    return address == 0 ? "null" : "null + " + countText(address, "byte", "bytes");
  std::string text = hexText(address) + " (outside every buffer";
  const std::span<const BufferSegment> all = segments(space);
  const auto next = std::ranges::upper_bound(all, address, {}, &BufferSegment::first);
  // The text contains the nearer of the two neighbouring buffers.
  const uint64_t before = next == all.begin() ? UINT64_MAX : address - std::prev(next)->last - 1;
  const uint64_t after = next == all.end() ? UINT64_MAX : next->first - address;
  if (!all.empty() && before <= after)
    text += ", " + countText(before, "byte", "bytes") + " after " +
            m_buffers[std::prev(next)->buffer].name;
  else if (!all.empty())
    text += ", " + countText(after, "byte", "bytes") + " before " + m_buffers[next->buffer].name;
  return text + ")";
}

} // namespace pstudio::memory
