// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/access_facts_reader.h"

#include <optional>
#include <span>
#include <tuple>

#include "core/access/access_fields.h"
#include "core/formats/pftrace/access_fields.h"
#include "core/formats/pftrace/message_fields.h"

namespace pstudio {
namespace {

struct Site {
  memory::AccessSite site;
  std::optional<memory::CountedBins> counted;
};

/// None if it is of no kind or space that is known.
std::optional<Site> readSite(protozero::data_view data) {
  Site read;
  memory::CountedBins counted{.bins = 0}; // which is not usable
  const bool fits = readFields(data, read.site);
  if (readFields(data, counted) && memory::isUsable(counted))
    read.counted = std::move(counted);
  return fits ? std::optional(std::move(read)) : std::nullopt;
}

class FactsReader {
public:
  AccessFacts run(protozero::data_view message) {
    forEachField(message, [&](const FieldReader &field) { read(field); });
    m_facts.isModelBad = m_facts.isModelBad || !memory::isUsable(m_facts.accesses.model);
    if (m_facts.isModelBad)
      m_facts.accesses.model = {};
    const double part = m_facts.share.sampledPart;
    if (m_facts.isShareBad = !(part > 0 && part <= 1); m_facts.isShareBad)
      m_facts.share.sampledPart = 1;
    if (auto map = memory::BufferMap::make(std::move(m_buffers)))
      m_facts.accesses.buffers = *std::move(map);
    readCounts();
    return std::move(m_facts);
  }

private:
  void read(const FieldReader &field) {
    namespace fields = extension::access_facts;
    if (field.isVarint(fields::kAccesses))
      m_facts.accessCount = field.uint64();
    else if (field.isVarint(fields::kDropped))
      m_facts.share.dropped = field.uint64();
    else if (field.isVarint(fields::kWithoutLanes))
      m_facts.share.noLanes = field.uint64();
    else if (field.isVarint(fields::kJoined))
      m_facts.share.joined = field.uint64();
    else if (field.isFixed64(fields::kSampledPart))
      m_facts.share.sampledPart = field.float64();
    else if (field.isBytes(fields::kModel))
      readModel(field.bytes());
    else if (field.isBytes(fields::kSites))
      addSite(readSite(field.bytes()));
    else if (field.isBytes(fields::kBuffers))
      addBuffer(field.bytes());
    else
      field.appendVarints(fields::kCounts, m_counts);
  }

  void readModel(protozero::data_view message) {
    m_facts.accesses.model = {};
    m_facts.isModelBad = !readFields(message, m_facts.accesses.model);
  }

  void addSite(std::optional<Site> site) {
    Result<uint16_t> added = site ? m_facts.accesses.table.addSite(std::move(site->site))
                                  : fail(ErrorCode::InvalidFormat, "unknown kind of access");
    m_facts.badSites += added ? 0 : 1;
    m_facts.sites.push_back(added ? *added : kNoSite);
    if (added && site->counted)
      m_facts.accesses.counts.sites.push_back(*std::move(site->counted));
  }

  /// Reads the numbers of all counts. In the message they may precede the sites.
  void readCounts() {
    constexpr size_t kNumbers = 5;
    memory::AccessCounts &counts = m_facts.accesses.counts;
    if (counts.sites.size() != m_facts.accesses.table.sites().size())
      counts.sites.clear();
    uint64_t cta = 0;
    for (size_t i = 0; i + kNumbers <= m_counts.size(); i += kNumbers) {
      cta += static_cast<uint64_t>(protozero::decode_zigzag64(m_counts[i + 1]));
      addCount({m_counts.data() + i, kNumbers}, cta);
    }
    m_facts.badCounts += m_counts.size() % kNumbers != 0;
  }

  void addCount(std::span<const uint64_t> numbers, uint64_t cta) {
    memory::AccessCounts &counts = m_facts.accesses.counts;
    const auto site = numbers[0] < m_facts.sites.size() ? m_facts.sites[numbers[0]] : kNoSite;
    if (counts.empty() || site == kNoSite || cta > UINT32_MAX ||
        numbers[2] >= counts.sites[site].bins || numbers[3] == 0 || numbers[4] < numbers[3] ||
        numbers[4] / memory::kMaxLanes > numbers[3]) {
      ++m_facts.badCounts;
      return;
    }
    const memory::AccessCount count{static_cast<uint16_t>(site), static_cast<uint16_t>(numbers[2]),
                                    static_cast<uint32_t>(cta), numbers[3], numbers[4]};
    const auto order = [](const memory::AccessCount &cell) {
      return std::tuple(cell.site, cell.cta, cell.bin);
    };
    if (counts.cells.empty() || order(counts.cells.back()) < order(count))
      counts.cells.push_back(count);
    else
      ++m_facts.badCounts;
  }

  /// Each is tried by itself, so that a bad one costs no other.
  void addBuffer(protozero::data_view message) {
    memory::Buffer buffer;
    if (readFields(message, buffer) && memory::BufferMap::make({buffer}))
      m_buffers.push_back(std::move(buffer));
    else
      ++m_facts.badBuffers;
  }

  AccessFacts m_facts;
  std::vector<memory::Buffer> m_buffers;
  std::vector<uint64_t> m_counts; ///< numbers of counts, as they stand in the file
};

} // namespace

AccessFacts readAccessFacts(protozero::data_view message) {
  return FactsReader().run(message);
}

} // namespace pstudio
