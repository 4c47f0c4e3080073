// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/access_encoder.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <protozero/pbf_writer.hpp>
#include <protozero/varint.hpp>

#include "core/access/access_fields.h"
#include "core/formats/pftrace/access_fields.h"
#include "core/formats/pftrace/message_fields.h"

namespace pstudio {
namespace {

using protozero::pbf_writer;
namespace fields = extension;

/// Numbers one after the other, small ones in few bytes.
class VarintColumn {
public:
  void push(uint64_t value) {
    if (m_bytes.size() - m_size < protozero::max_varint_length)
      m_bytes.resize(std::max<size_t>(m_bytes.size() * 2, 256));
    m_size += static_cast<size_t>(protozero::add_varint_to_buffer(m_bytes.data() + m_size, value));
  }
  /// Modulo 2^64; small if the two are near each other.
  void pushDifference(uint64_t value, uint64_t from) {
    push(protozero::encode_zigzag64(static_cast<int64_t>(value - from)));
  }
  void writeTo(pbf_writer &message, fields::Field field) const {
    if (m_size > 0)
      message.add_bytes(field, m_bytes.data(), m_size);
  }

private:
  std::string m_bytes;
  size_t m_size = 0;
};

template <class T> void addMessage(fields::Field number, const T &value, pbf_writer &facts) {
  pbf_writer message(facts, number);
  writeFields(message, value);
}

void addCounts(const std::vector<memory::AccessCount> &cells, pbf_writer &facts) {
  VarintColumn column;
  uint64_t lastCta = 0;
  for (const memory::AccessCount &cell : cells) {
    column.push(cell.site);
    column.pushDifference(cell.cta, lastCta);
    lastCta = cell.cta;
    column.push(cell.bin);
    column.push(cell.accesses);
    column.push(cell.lanes);
  }
  column.writeTo(facts, fields::access_facts::kCounts);
}

/// The columns of one message.
class AccessEncoder {
public:
  AccessEncoder(const memory::AccessTable &table, const AccessStep &step)
      : m_table(table), m_step(step), m_lastBases(table.sites().size()) {}

  void run(std::string &message) {
    for (size_t r = m_step.firstRun; r < m_step.endRun; ++r)
      addRun(m_table.warps()[r]);
    pbf_writer writer(message);
    writer.add_uint64(fields::accesses::kLaunch, m_step.launch.value + uint64_t{1});
    m_runs.writeTo(writer, fields::accesses::kRuns);
    m_kinds.writeTo(writer, fields::accesses::kKinds);
    m_kindOf.writeTo(writer, fields::accesses::kKindOf);
    m_times.writeTo(writer, fields::accesses::kTimes);
    m_bases.writeTo(writer, fields::accesses::kBases);
    m_lanes.writeTo(writer, fields::accesses::kLanes);
  }

private:
  void addRun(const memory::WarpRun &run) {
    const uint64_t begin = std::max(run.begin, m_step.begin);
    const uint64_t end = std::min(run.end, m_step.end);
    m_runs.pushDifference(run.cta, m_lastCta);
    m_lastCta = run.cta;
    m_runs.push(run.warp);
    m_runs.push(end - begin);
    uint64_t last = m_runTime;
    for (uint64_t i = begin; i < end; ++i) {
      const memory::Access access = m_table[i];
      const auto time = static_cast<uint64_t>(access.time.value);
      m_times.pushDifference(time, last);
      last = time;
      if (i == begin)
        m_runTime = time;
      m_kindOf.push(kindOf(access));
      addAddresses(access);
    }
  }

  void addAddresses(const memory::Access &access) {
    uint64_t &base = m_lastBases[access.site];
    if (m_table.shapes()[access.shape].form == memory::LaneShape::Form::Affine) {
      m_bases.pushDifference(access.base, base);
      base = access.base;
      return;
    }
    const memory::LaneAddresses lanes = m_table.lanesOf(access);
    m_bases.pushDifference(lanes.address(0), base);
    base = lanes.address(0);
    for (uint32_t lane = 1; lane < lanes.count(); ++lane)
      m_lanes.pushDifference(lanes.address(lane), lanes.address(lane - 1));
  }

  /// The number of what the access has in common with others, which is written at its first.
  uint64_t kindOf(const memory::Access &access) {
    const uint64_t key = uint64_t{access.shape} << 16 | access.site;
    if (key == m_lastKey)
      return m_lastKind;
    const auto [known, isNew] = m_kindNumbers.try_emplace(key, m_kindNumbers.size());
    if (isNew) {
      const memory::LaneShape &shape = m_table.shapes()[access.shape];
      const bool isAffine = shape.form == memory::LaneShape::Form::Affine;
      m_kinds.push(uint64_t{access.site} * 2 + (isAffine ? 1 : 0));
      m_kinds.push(shape.mask);
      if (isAffine)
        m_kinds.push(protozero::encode_zigzag64(shape.stride));
    }
    m_lastKey = key;
    m_lastKind = known->second;
    return m_lastKind;
  }

  const memory::AccessTable &m_table;
  const AccessStep &m_step;
  VarintColumn m_runs, m_kinds, m_kindOf, m_times, m_bases, m_lanes;
  std::unordered_map<uint64_t, uint64_t> m_kindNumbers;
  uint64_t m_lastKey = UINT64_MAX, m_lastKind = 0;
  std::vector<uint64_t> m_lastBases; // by site
  uint64_t m_runTime = 0;            // of the first access of the run before
  uint64_t m_lastCta = 0;
};

} // namespace

void encodeAccessFacts(const memory::LaunchAccesses &accesses, std::string &message) {
  pbf_writer facts(message);
  const memory::RecordedShare &share = accesses.table.share();
  facts.add_uint64(fields::access_facts::kAccesses, accesses.table.size());
  facts.add_uint64(fields::access_facts::kDropped, share.dropped);
  facts.add_uint64(fields::access_facts::kWithoutLanes, share.noLanes);
  facts.add_double(fields::access_facts::kSampledPart, share.sampledPart);
  if (share.joined > 0)
    facts.add_uint64(fields::access_facts::kJoined, share.joined);
  addMessage(fields::access_facts::kModel, accesses.model, facts);
  const std::span<const memory::AccessSite> sites = accesses.table.sites();
  const memory::AccessCounts &counts = accesses.counts;
  for (size_t i = 0; i < sites.size(); ++i) {
    pbf_writer site(facts, fields::access_facts::kSites);
    writeFields(site, sites[i]);
    if (!counts.empty())
      writeFields(site, counts.sites[i]);
  }
  for (const memory::Buffer &buffer : accesses.buffers.buffers())
    addMessage(fields::access_facts::kBuffers, buffer, facts);
  addCounts(counts.cells, facts);
}

void encodeAccesses(const memory::AccessTable &table, const AccessStep &step,
                    std::string &message) {
  AccessEncoder(table, step).run(message);
}

} // namespace pstudio
