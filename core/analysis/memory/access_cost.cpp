// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/access_cost.h"

#include <algorithm>
#include <array>
#include <bit>

namespace pstudio::memory {

SectorCost sectorCost(const BytePieces &pieces, const MemoryModel &model) {
  SectorCost cost;
  const auto sectorShift = static_cast<uint32_t>(std::countr_zero(model.sectorBytes));
  cost.sectors = pieces.units(sectorShift);
  cost.lines = pieces.units(static_cast<uint32_t>(std::countr_zero(model.lineBytes)));
  cost.bytes = pieces.bytes();
  cost.ideal = (cost.bytes >> sectorShift) + ((cost.bytes & (model.sectorBytes - 1)) != 0);
  cost.isMisaligned = pieces.pieces().size() == 1 && cost.sectors > cost.ideal;
  return cost;
}

namespace {

/// The requested words of one phase.
class PhaseWords {
public:
  PhaseWords(uint32_t bankBytes, uint32_t banks) : m_bankBytes(bankBytes), m_banks(banks) {}

  void add(uint64_t address, uint32_t bytes) {
    const uint64_t first = address / m_bankBytes;
    const uint64_t count = (address % m_bankBytes + bytes - 1) / m_bankBytes + 1;
    for (uint64_t word = 0; word < count; ++word)
      m_words[m_count++] = first + word;
  }

  bool isEmpty() const { return m_count == 0; }
  /// The number of requested words per bank. A word that several lanes request counts once, unless
  /// `oneByOne` is set: then it counts once per lane.
  std::array<uint16_t, 64> perBank(bool oneByOne) {
    const auto begin = m_words.begin(), end = begin + static_cast<std::ptrdiff_t>(m_count);
    auto last = end;
    if (!oneByOne) {
      if (!std::is_sorted(begin, end))
        std::sort(begin, end);
      last = std::unique(begin, end);
    }
    std::array<uint16_t, 64> counts{};
    for (auto word = begin; word != last; ++word)
      ++counts[*word & (m_banks - 1)];
    return counts;
  }

private:
  const uint32_t m_bankBytes, m_banks;
  // A lane requests at most 64 bytes (isUsable), and one word more if they begin within a word.
  std::array<uint64_t, size_t{kMaxLanes} * 65> m_words;
  size_t m_count = 0;
};

/// The phase of a lane, by the masks of a rule.
uint32_t phaseOf(uint32_t lane, const PhaseRule &rule) {
  uint32_t phase = 0;
  for (const uint8_t mask : rule.masks)
    phase = phase << 1 | (static_cast<uint32_t>(std::popcount(lane & mask)) & 1);
  return phase;
}

/// A part of each lane's bytes that the banks of shared memory serve at once.
struct BankPart {
  const LaneAddresses &lanes;
  const BankRules &rules;
  uint32_t offset; ///< of the part within a lane
  uint32_t bytes;
  bool oneByOne;

  /// Calls visit(words of each bank) for each phase of neighbouring lanes with a lane.
  template <class Visit> void forNeighbours(uint32_t lanesPerPhase, const Visit &visit) const {
    for (uint32_t i = 0; i < lanes.count();) {
      const uint32_t phase = lanes.lane(i) / lanesPerPhase;
      PhaseWords words(rules.bankBytes, rules.banks);
      for (; i < lanes.count() && lanes.lane(i) / lanesPerPhase == phase; ++i)
        words.add(lanes.address(i) + offset, bytes);
      visit(words.perBank(oneByOne));
    }
  }

  /// The same for the phases of a rule.
  template <class Visit> void forRule(const PhaseRule &rule, const Visit &visit) const {
    for (uint32_t phase = 0; phase < 1u << rule.masks.size(); ++phase) {
      PhaseWords words(rules.bankBytes, rule.banks);
      for (uint32_t i = 0; i < lanes.count(); ++i)
        if (phaseOf(lanes.lane(i), rule) == phase)
          words.add(lanes.address(i) + offset, bytes);
      if (!words.isEmpty())
        visit(words.perBank(oneByOne));
    }
  }
};

/// Calls visit(words of each bank) for each phase with a lane.
template <class Visit>
void forPhases(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
               const BankRules &rules, const Visit &visit) {
  if (!isByLane(kind))
    return;
  const bool oneByOne = kind == AccessKind::Atomic && rules.atomicsOneByOne;
  for (uint32_t offset = 0; offset < bytesPerLane; offset += rules.maxLaneBytes) {
    const uint32_t bytes = std::min(rules.maxLaneBytes, bytesPerLane - offset);
    const BankPart part{lanes, rules, offset, bytes, oneByOne};
    // Lanes narrower than a bank count as one bank wide: narrow accesses do not get larger phases.
    const uint32_t perLane = std::max(bytes, rules.bankBytes);
    if (const PhaseRule *rule = rules.ruleFor(perLane, kind == AccessKind::Load))
      part.forRule(*rule, visit);
    else
      part.forNeighbours(std::max(rules.phaseBytes / perLane, 1u), visit);
  }
}

} // namespace

BankCost bankCost(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
                  const BankRules &rules) {
  BankCost cost;
  forPhases(lanes, bytesPerLane, kind, rules, [&](const std::array<uint16_t, 64> &words) {
    const uint32_t degree = *std::ranges::max_element(words);
    cost.wavefronts += degree;
    cost.degree = std::max(cost.degree, degree);
    ++cost.phases;
  });
  return cost;
}

BankLoad bankLoad(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
                  const BankRules &rules) {
  BankLoad load;
  forPhases(lanes, bytesPerLane, kind, rules, [&](const std::array<uint16_t, 64> &words) {
    for (size_t bank = 0; bank < words.size(); ++bank) {
      load.words[bank] += words[bank];
      load.extra[bank] += words[bank] > 1 ? words[bank] - 1u : 0;
    }
  });
  return load;
}

} // namespace pstudio::memory
