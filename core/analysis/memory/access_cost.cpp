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

/// The words that the banks are asked for in one phase.
class PhaseWords {
public:
  explicit PhaseWords(const BankRules &rules) : m_rules(rules) {}

  void add(uint64_t address, uint32_t bytes) {
    const uint64_t first = address / m_rules.bankBytes;
    const uint64_t count = (address % m_rules.bankBytes + bytes - 1) / m_rules.bankBytes + 1;
    for (uint64_t word = 0; word < count; ++word)
      m_words[m_count++] = first + word;
  }

  /// How many words each bank is asked for. A word that several lanes name counts once, unless each
  /// of them is to be served on its own.
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
      ++counts[*word & (m_rules.banks - 1)];
    return counts;
  }

private:
  const BankRules &m_rules;
  // A lane names at most 64 bytes (isUsable), and a word more if they begin within one.
  std::array<uint64_t, size_t{kMaxLanes} * 65> m_words;
  size_t m_count = 0;
};

/// Calls visit(words of each bank) for each phase with a lane.
template <class Visit>
void forPhases(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
               const BankRules &rules, const Visit &visit) {
  if (!isByLane(kind))
    return;
  const bool oneByOne = kind == AccessKind::Atomic && rules.atomicsOneByOne;
  for (uint32_t part = 0; part < bytesPerLane; part += rules.maxLaneBytes) {
    const uint32_t bytes = std::min(rules.maxLaneBytes, bytesPerLane - part);
    // Narrow lanes fill no phase: all lanes of 32 are served at once, however few bytes they name.
    const uint32_t perLane = std::max(bytes, rules.bankBytes);
    const uint32_t lanesPerPhase = std::max(rules.phaseBytes / perLane, 1u);
    for (uint32_t i = 0; i < lanes.count();) {
      const uint32_t phase = lanes.lane(i) / lanesPerPhase;
      PhaseWords words(rules);
      for (; i < lanes.count() && lanes.lane(i) / lanesPerPhase == phase; ++i)
        words.add(lanes.address(i) + part, bytes);
      visit(words.perBank(oneByOne));
    }
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
