// SPDX-License-Identifier: Apache-2.0
#include "core/record/access_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "core/record/access_layout.h"

namespace pstudio::record {

using memory::AccessSpace;
using memory::LaneMask;

AccessWriter::AccessWriter(const OperationTable &operations, const LaunchMemory &memory,
                           uint32_t threads, uint32_t lanesPerWarp)
    : m_operations(operations), m_implied(operations), m_memory(memory), m_threads(threads),
      m_lanesPerWarp(std::clamp(lanesPerWarp, 1u, memory::kMaxLanes)),
      m_bulk(operations, {memory.tensorMaps, memory.sharedBase}, m_table) {
  m_sites.resize(operations.operations.size());
  for (size_t i = 0; i < m_sites.size(); ++i) {
    const Operation &operation = operations.operations[i];
    if (!operation.access)
      continue;
    m_isWanted = true;
    if (!memory::isByLane(operation.access->kind)) {
      m_bulk.addSites(static_cast<uint32_t>(i));
      continue;
    }
    const auto site =
        m_table.addSite({operation.access->kind, operation.access->space,
                         operation.access->bytesPerLane, operation.name, operation.location});
    if (!site) // accesses without a site are counted as unknown
      continue;
    m_sites[i] = *site;
    if (!operation.access->counted)
      continue;
    m_counts.sites.push_back(*operation.access->counted);
    if (operation.access->space == AccessSpace::Shared)
      m_counts.sites.back().start = memory.sharedBase;
  }
  // Either all sites of a launch have counters or none, and all have the same number of bins.
  const auto hasOtherBins = [&](const memory::CountedBins &counted) {
    return counted.bins != m_counts.sites.front().bins;
  };
  if (m_counts.sites.size() != m_table.sites().size() ||
      std::ranges::any_of(m_counts.sites, hasOtherBins))
    m_counts.sites.clear();
}

void AccessWriter::addCounters(uint64_t cta, std::span<const CtaCounter> counters) {
  const uint32_t bins = m_counts.empty() ? 1 : m_counts.sites.front().bins;
  for (const CtaCounter &counter : counters) {
    const uint32_t id = counter.slot / bins, bin = counter.slot % bins;
    if (m_counts.empty() || id >= m_sites.size() || !m_sites[id])
      m_unknown += counter.accesses;
    else if (counter.lanes < counter.accesses ||
             counter.lanes > counter.accesses * memory::kMaxLanes)
      ++m_oddCounters;
    else
      m_counts.cells.push_back({*m_sites[id], static_cast<uint16_t>(bin),
                                static_cast<uint32_t>(cta), counter.accesses, counter.lanes});
  }
}

void AccessWriter::addWarp(uint32_t cta, const MatchedUnit &unit,
                           const std::function<Picoseconds(int64_t cycles)> &timeAt) {
  if (unit.accesses.empty())
    return;
  if (!m_table.beginWarp(cta, unit.number)) {
    for (const Record &record : unit.accesses)
      m_repeated += m_implied.perRecord(record.operation);
    return;
  }
  const uint64_t before = uint64_t{unit.number} * m_lanesPerWarp;
  const uint64_t lanes =
      before < m_threads ? std::min<uint64_t>(m_threads - before, m_lanesPerWarp) : m_lanesPerWarp;
  const LaneMask live = ~LaneMask{0} >> (memory::kMaxLanes - lanes);
  for (const Record &record : unit.accesses)
    add(record, unit, live, timeAt(record.cycles));
}

void AccessWriter::add(const Record &record, const MatchedUnit &unit, LaneMask live,
                       Picoseconds time) {
  ++m_records;
  const Operation *operation = m_operations.find(OperationId(record.operation));
  const std::span<const LaneAddress> told =
      std::span(unit.addresses).subspan(record.payload, record.key);
  const LaneMask mask = record.partial ? record.laneMask : live;
  if (operation != nullptr && operation->access && !memory::isByLane(operation->access->kind))
    return m_bulk.add(record.operation, told, mask, time);
  if (operation == nullptr || !operation->access || operation->access->distance ||
      !m_sites[record.operation]) {
    m_unknown += m_implied.perRecord(record.operation);
    return;
  }
  const AccessFacts &facts = *operation->access;
  const bool isOneEncoded = told.size() == 1 && mask != 0;
  if (facts.offsets && isOneEncoded)
    completeByOffsets(facts, unit, mask, told[0]);
  else if (!facts.laneXors.empty() && isOneEncoded)
    completeSwizzled(facts, mask, told[0]);
  else if (facts.stride && facts.groupLanes == 0 && isOneEncoded)
    return addAffine(record.operation, mask, lowestAddress(facts, mask, told[0]), *facts.stride,
                     time);
  else if (!completeLanes(facts, told, mask)) {
    m_contradicting += m_implied.perRecord(record.operation);
    return;
  }
  addLanes(record.operation, mask, time);
}

/// Fills m_addresses with the addresses of the lanes of `mask`, by rising lane. Returns false if
/// the recorded addresses do not determine them or do not match `mask`.
bool AccessWriter::completeLanes(const AccessFacts &facts, std::span<const LaneAddress> told,
                                 LaneMask mask) {
  const uint32_t group = facts.stride ? facts.groupLanes : 1;
  const uint64_t start = facts.space == AccessSpace::Shared ? m_memory.sharedBase : 0;
  m_addresses.clear();
  size_t next = 0;
  const LaneAddress *first = nullptr; // of the group that the lane is in
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    if (next < told.size() && told[next].lane == lane)
      first = &told[next++];
    if (group == 0 || first == nullptr || first->lane / group != lane / group)
      return false;
    m_addresses.push_back(first->address - start +
                          (lane - first->lane) * static_cast<uint64_t>(facts.stride.value_or(0)));
  }
  return mask != 0 && next == told.size();
}

/// The address of the lowest lane of `mask`.
uint64_t AccessWriter::lowestAddress(const AccessFacts &facts, LaneMask mask,
                                     const LaneAddress &told) const {
  const auto first = static_cast<int64_t>(std::countr_zero(mask));
  const auto steps = static_cast<uint64_t>(first - static_cast<int64_t>(told.lane));
  const uint64_t start = facts.space == AccessSpace::Shared ? m_memory.sharedBase : 0;
  return told.address + steps * static_cast<uint64_t>(*facts.stride) - start;
}

/// As completeLanes(), from the address of one of the lanes.
void AccessWriter::completeSwizzled(const AccessFacts &facts, LaneMask mask,
                                    const LaneAddress &told) {
  const uint64_t start = facts.space == AccessSpace::Shared ? m_memory.sharedBase : 0;
  const uint64_t low = lowBitsOf(facts.laneXors);
  const auto stride = static_cast<uint64_t>(facts.stride.value_or(0));
  m_addresses.clear();
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    uint64_t inLow = told.address & low;
    for (size_t bit = 0; bit < facts.laneXors.size(); ++bit)
      if (((lane ^ told.lane) >> bit & 1) != 0)
        inLow ^= facts.laneXors[bit];
    const uint64_t above = (told.address & ~low) + (uint64_t{lane} - told.lane) * stride;
    m_addresses.push_back((above | inLow) - start);
  }
}

/// The same with the offsets of the unit's threads.
void AccessWriter::completeByOffsets(const AccessFacts &facts, const MatchedUnit &unit,
                                     LaneMask mask, const LaneAddress &recorded) {
  const uint64_t start = facts.space == AccessSpace::Shared ? m_memory.sharedBase : 0;
  const uint64_t first = uint64_t{unit.number} * m_lanesPerWarp;
  const uint64_t base = recorded.address - facts.offsets->of(first + recorded.lane) - start;
  m_addresses.clear();
  for (LaneMask left = mask; left != 0; left &= left - 1)
    m_addresses.push_back(base +
                          facts.offsets->of(first + static_cast<uint32_t>(std::countr_zero(left))));
}

/// Counts the access and returns its site; none if the table has no site for it.
std::optional<uint16_t> AccessWriter::siteOf(const ImpliedAccess &implied) {
  const std::optional<uint16_t> site = m_sites[implied.operation];
  ++(site ? m_impliedAccesses : m_unknown);
  return site;
}

/// Adds the access of a record, and those that it implies.
void AccessWriter::addAffine(uint32_t operation, LaneMask mask, uint64_t base, int64_t stride,
                             Picoseconds time) {
  m_table.addAffine(*m_sites[operation], time, mask, base, stride);
  for (const ImpliedAccess &implied : m_implied.of(operation))
    if (const std::optional<uint16_t> site = siteOf(implied))
      m_table.addAffine(*site, time, mask, base + implied.distance, stride);
}

/// The same for the addresses in m_addresses.
void AccessWriter::addLanes(uint32_t operation, LaneMask mask, Picoseconds time) {
  m_table.addLanes(*m_sites[operation], time, mask, m_addresses);
  uint64_t added = 0;
  for (const ImpliedAccess &implied : m_implied.of(operation)) {
    const std::optional<uint16_t> site = siteOf(implied);
    if (!site)
      continue;
    for (uint64_t &address : m_addresses)
      address += implied.distance - added;
    added = implied.distance;
    m_table.addLanes(*site, time, mask, m_addresses);
  }
}

std::shared_ptr<const memory::LaunchAccesses>
AccessWriter::finish(const memory::RecordedShare &share, TraceBuilder &trace) {
  if (!m_isWanted)
    return nullptr;
  trace.addNote(NoteCode::RecordAccessUnknown, m_unknown);
  trace.addNote(NoteCode::RecordAccessOdd, m_contradicting);
  trace.addNote(NoteCode::RecordAccessRepeated, m_repeated);
  m_bulk.addNotes(trace);
  memory::RecordedShare known = share;
  // The estimate assumes that dropped records implied as many accesses as kept records.
  if (m_records > 0)
    known.dropped += static_cast<uint64_t>(
        std::llround(static_cast<double>(share.dropped) * static_cast<double>(m_impliedAccesses) /
                     static_cast<double>(m_records)));
  known.dropped += m_bulk.missing();
  known.joined = m_impliedAccesses;
  m_table.setShare(known);
  trace.addNote(NoteCode::RecordCounterOdd, m_oddCounters);
  std::ranges::sort(m_counts.cells, {}, [](const memory::AccessCount &cell) {
    return std::tuple(cell.site, cell.cta, cell.bin);
  });
  Result<memory::BufferMap> buffers = memory::BufferMap::make(m_memory.buffers);
  if (!buffers) {
    trace.addNote(NoteCode::RecordBuffersOdd, {buffers.error().message});
    buffers = memory::BufferMap::make({});
  }
  return std::make_shared<const memory::LaunchAccesses>(memory::LaunchAccesses{
      std::move(m_table), std::move(*buffers), m_memory.model, std::move(m_counts)});
}

} // namespace pstudio::record
