// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/access_facts_reader.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include "core/formats/pftrace/access_fields.h"
#include "core/formats/pftrace/message_reader.h"

namespace pstudio {
namespace {

/// The value, or one that nothing accepts.
uint32_t narrowed(uint64_t value) {
  return value <= UINT32_MAX ? static_cast<uint32_t>(value) : 0;
}

std::optional<memory::AccessSpace> spaceOf(uint64_t value) {
  if (value >= memory::kAccessSpaces)
    return std::nullopt;
  return static_cast<memory::AccessSpace>(value);
}

memory::PhaseRule readRule(protozero::data_view data) {
  namespace fields = extension::phase_rule;
  memory::PhaseRule rule;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kBytes))
      rule.bytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kOfLoads))
      rule.ofLoads = field.uint64() != 0;
    else if (field.isVarint(fields::kBanks))
      rule.banks = narrowed(field.uint64());
    else if (field.isBytes(fields::kMasks))
      for (size_t i = 0; i < std::min(rule.masks.size(), field.bytes().size()); ++i)
        rule.masks[i] = static_cast<uint8_t>(field.bytes().data()[i]);
  });
  return rule;
}

/// A model with more rules than there is room for is one that nothing accepts.
memory::MemoryModel readModel(protozero::data_view data) {
  namespace fields = extension::memory_model;
  memory::MemoryModel model;
  size_t rules = 0;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kLineBytes))
      model.lineBytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kSectorBytes))
      model.sectorBytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kBanks))
      model.banks.banks = narrowed(field.uint64());
    else if (field.isVarint(fields::kBankBytes))
      model.banks.bankBytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kPhaseBytes))
      model.banks.phaseBytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kMaxLaneBytes))
      model.banks.maxLaneBytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kAtomicsOneByOne))
      model.banks.atomicsOneByOne = field.uint64() != 0;
    else if (field.isBytes(fields::kPhaseRules) && rules++ < model.banks.rules.size())
      model.banks.rules[rules - 1] = readRule(field.bytes());
  });
  model.banks.banks = rules > model.banks.rules.size() ? 0 : model.banks.banks;
  return model;
}

struct Site {
  memory::AccessSite site;
  std::optional<memory::CountedBins> counted;
};

void readCounted(const FieldReader &field, std::optional<memory::CountedBins> &counted) {
  namespace fields = extension::access_site;
  if (field.isVarint(fields::kBins))
    counted.emplace().bins = narrowed(field.uint64());
  else if (field.isVarint(fields::kShift) && counted)
    counted->shift = narrowed(field.uint64());
  else if (field.isBytes(fields::kCountedBuffer) && counted)
    counted->buffer = field.text();
  else if (field.isVarint(fields::kStart) && counted)
    counted->start = field.uint64();
}

/// None if it is of no kind or space that we know.
std::optional<Site> readSite(protozero::data_view data) {
  namespace fields = extension::access_site;
  Site read;
  memory::AccessSite &site = read.site;
  bool isKnown = true;
  forEachField(data, [&](const FieldReader &field) {
    readCounted(field, read.counted);
    if (field.isVarint(fields::kKind)) {
      isKnown = isKnown && field.uint64() < memory::kAccessKinds;
      site.kind = static_cast<memory::AccessKind>(field.uint64());
    } else if (field.isVarint(fields::kSpace)) {
      isKnown = isKnown && spaceOf(field.uint64());
      site.space = spaceOf(field.uint64()).value_or(site.space);
    } else if (field.isVarint(fields::kBytesPerLane)) {
      site.bytesPerLane = narrowed(field.uint64());
    } else if (field.isBytes(fields::kName)) {
      site.name = field.text();
    } else if (field.isBytes(fields::kLocation)) {
      site.location = field.text();
    }
  });
  if (read.counted && !memory::isUsable(*read.counted))
    read.counted.reset();
  return isKnown ? std::optional(std::move(read)) : std::nullopt;
}

std::optional<memory::Buffer> readBuffer(protozero::data_view data) {
  namespace fields = extension::buffer;
  memory::Buffer buffer;
  bool isKnown = true;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(fields::kName))
      buffer.name = field.text();
    else if (field.isBytes(fields::kDtype))
      buffer.dtype = field.text();
    else if (field.isVarint(fields::kBase))
      buffer.base = field.uint64();
    else if (field.isVarint(fields::kElementBytes))
      buffer.elementBytes = narrowed(field.uint64());
    else if (field.isVarint(fields::kSpace)) {
      isKnown = isKnown && spaceOf(field.uint64());
      buffer.space = spaceOf(field.uint64()).value_or(buffer.space);
    } else {
      field.appendVarints(fields::kShape, buffer.shape);
    }
  });
  return isKnown ? std::optional(std::move(buffer)) : std::nullopt;
}

class FactsReader {
public:
  AccessFacts run(protozero::data_view message) {
    forEachField(message, [&](const FieldReader &field) { read(field); });
    if (m_facts.isModelBad = !memory::isUsable(m_facts.accesses.model); m_facts.isModelBad)
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
    else if (field.isFixed64(fields::kSampledPart))
      m_facts.share.sampledPart = field.float64();
    else if (field.isBytes(fields::kModel))
      m_facts.accesses.model = readModel(field.bytes());
    else if (field.isBytes(fields::kSites))
      addSite(readSite(field.bytes()));
    else if (field.isBytes(fields::kBuffers))
      addBuffer(readBuffer(field.bytes()));
    else
      field.appendVarints(fields::kCounts, m_counts);
  }

  void addSite(std::optional<Site> site) {
    Result<uint16_t> added = site ? m_facts.accesses.table.addSite(std::move(site->site))
                                  : fail(ErrorCode::InvalidFormat, "unknown kind of access");
    m_facts.badSites += added ? 0 : 1;
    m_facts.sites.push_back(added ? *added : kNoSite);
    if (added && site->counted)
      m_facts.accesses.counts.sites.push_back(*std::move(site->counted));
  }

  /// The numbers of all counts, which may stand in front of the sites.
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
  void addBuffer(std::optional<memory::Buffer> buffer) {
    if (buffer && memory::BufferMap::make({*buffer}))
      m_buffers.push_back(*std::move(buffer));
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
