// SPDX-License-Identifier: Apache-2.0
#include "core/access/access_columns.h"

#include <algorithm>

#include "core/base/check.h"

namespace pstudio::memory {

void AccessColumns::addAffine(uint16_t site, Picoseconds time, LaneMask mask, uint64_t base,
                              int64_t stride) {
  PSTUDIO_CHECK(mask != 0);
  const bool isSingle = (mask & (mask - 1)) == 0;
  push(site, time, shapeId({LaneShape::Form::Affine, mask, isSingle ? 0 : stride}), base);
}

void AccessColumns::addLanes(uint16_t site, Picoseconds time, LaneMask mask,
                             std::span<const uint64_t> addresses) {
  PSTUDIO_CHECK(addresses.size() == static_cast<size_t>(std::popcount(mask)));
  if (addresses.size() < 2) {
    addAffine(site, time, mask, addresses.empty() ? 0 : addresses[0], 0);
    return;
  }
  const auto first = static_cast<uint32_t>(std::countr_zero(mask));
  const LaneMask others = mask & (mask - 1);
  const int64_t gap = std::countr_zero(others) - static_cast<int64_t>(first);
  const int64_t stride = static_cast<int64_t>(addresses[1] - addresses[0]) / gap;
  const LaneAddresses affine = affineLanes(mask, addresses[0], stride);
  if (std::ranges::equal(affine.addresses(), addresses))
    addAffine(site, time, mask, addresses[0], stride);
  else
    pushOffsets(site, time, mask, addresses);
}

void AccessColumns::pushOffsets(uint16_t site, Picoseconds time, LaneMask mask,
                                std::span<const uint64_t> addresses) {
  const auto [low, high] = std::ranges::minmax_element(addresses);
  const bool isNear = *high - *low <= UINT32_MAX;
  const auto form = isNear ? LaneShape::Form::Near : LaneShape::Form::Far;
  push(site, time, shapeId({form, mask, 0}), m_offsets.size());
  const auto pushWide = [&](uint64_t value) {
    m_offsets.push_back(static_cast<uint32_t>(value));
    m_offsets.push_back(static_cast<uint32_t>(value >> 32));
  };
  if (isNear)
    pushWide(*low);
  for (const uint64_t address : addresses) {
    if (isNear)
      m_offsets.push_back(static_cast<uint32_t>(address - *low));
    else
      pushWide(address);
  }
}

void AccessColumns::push(uint16_t site, Picoseconds time, uint32_t shape, uint64_t base) {
  m_sites.push_back(site);
  m_shapeIds.push_back(shape);
  m_bases.push_back(base);
  m_times.push_back(time.value);
}

uint32_t AccessColumns::shapeId(const LaneShape &shape) {
  if (m_shapes.size() * 2 >= m_shapeSlots.size()) { // grow and rehash
    m_shapeSlots.assign(std::max<size_t>(m_shapeSlots.size() * 2, 64), 0);
    for (std::vector<LaneShape> old = std::move(m_shapes); const LaneShape &known : old)
      shapeId(known);
  }
  uint64_t hash = shape.mask * 0x9e3779b97f4a7c15u + static_cast<uint64_t>(shape.form);
  hash = (hash ^ hash >> 29 ^ static_cast<uint64_t>(shape.stride)) * 0xbf58476d1ce4e5b9u;
  const size_t slots = m_shapeSlots.size();
  for (size_t slot = hash >> 20 & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
    uint32_t &id = m_shapeSlots[slot];
    if (id != 0 && m_shapes[id - 1] == shape)
      return id - 1;
    if (id == 0) {
      m_shapes.push_back(shape);
      id = static_cast<uint32_t>(m_shapes.size());
      return id - 1;
    }
  }
}

std::vector<uint32_t> AccessColumns::takeShapes(const AccessColumns &other) {
  std::vector<uint32_t> numbers;
  numbers.reserve(other.m_shapes.size());
  for (const LaneShape &shape : other.m_shapes)
    numbers.push_back(shapeId(shape));
  return numbers;
}

uint64_t AccessColumns::takeOffsets(const AccessColumns &other) {
  const uint64_t shift = m_offsets.size();
  m_offsets.insert(m_offsets.end(), other.m_offsets.begin(), other.m_offsets.end());
  return shift;
}

void AccessColumns::append(const AccessColumns &other, uint64_t begin, uint64_t end,
                           std::span<const uint32_t> shapes, uint64_t shift) {
  const auto copy = [&](const auto &from, auto &to) {
    to.insert(to.end(), from.begin() + static_cast<ptrdiff_t>(begin),
              from.begin() + static_cast<ptrdiff_t>(end));
  };
  const size_t first = m_sites.size();
  copy(other.m_sites, m_sites);
  copy(other.m_times, m_times);
  copy(other.m_shapeIds, m_shapeIds);
  copy(other.m_bases, m_bases);
  for (size_t i = first; i < m_sites.size(); ++i) {
    m_bases[i] += other.m_shapes[m_shapeIds[i]].form == LaneShape::Form::Affine ? 0 : shift;
    m_shapeIds[i] = shapes[m_shapeIds[i]];
  }
}

void AccessColumns::shiftTimes(Picoseconds shift) {
  for (int64_t &time : m_times)
    time = static_cast<int64_t>(static_cast<uint64_t>(time) + static_cast<uint64_t>(shift.value));
}

void AccessColumns::reserve(uint64_t accesses) {
  m_sites.reserve(accesses);
  m_shapeIds.reserve(accesses);
  m_bases.reserve(accesses);
  m_times.reserve(accesses);
}

LaneAddresses AccessColumns::lanesOf(const Access &access) const {
  const LaneShape &shape = m_shapes[access.shape];
  if (shape.form == LaneShape::Form::Affine)
    return affineLanes(shape.mask, access.base, shape.stride);
  LaneAddresses lanes;
  const uint32_t *words = m_offsets.data() + access.base;
  const auto takeWide = [&] {
    const uint64_t value = words[0] | uint64_t{words[1]} << 32;
    words += 2;
    return value;
  };
  const bool isNear = shape.form == LaneShape::Form::Near;
  const uint64_t low = isNear ? takeWide() : 0;
  for (LaneMask left = shape.mask; left != 0; left &= left - 1)
    lanes.push(static_cast<uint32_t>(std::countr_zero(left)), isNear ? low + *words++ : takeWide());
  return lanes;
}

uint64_t AccessColumns::firstAddress(const Access &access) const {
  return m_shapes[access.shape].form == LaneShape::Form::Affine ? access.base
                                                                : lanesOf(access).address(0);
}

uint64_t AccessColumns::memoryBytes() const {
  return m_sites.capacity() * sizeof(uint16_t) + m_shapeIds.capacity() * sizeof(uint32_t) +
         m_bases.capacity() * sizeof(uint64_t) + m_times.capacity() * sizeof(int64_t) +
         m_offsets.capacity() * sizeof(uint32_t) + m_shapes.capacity() * sizeof(LaneShape) +
         m_shapeSlots.capacity() * sizeof(uint32_t);
}

} // namespace pstudio::memory
