// SPDX-License-Identifier: Apache-2.0
// Recorded and counted accesses against those of the interpreter.
#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <optional>

#include "tests/collector/generated/generated_case.h"

namespace pstudio::test {
namespace {

using Accesses = std::map<AccessPlace, std::vector<WarpAccess>>;

/// Memory operations of the tree by line.
using Operations = std::map<uint32_t, const Statement *>;

void addOperations(const std::vector<Statement> &statements, Operations &operations) {
  using Kind = Statement::Kind;
  for (const Statement &statement : statements) {
    if (statement.kind == Kind::Load || statement.kind == Kind::Store ||
        statement.kind == Kind::Atomic)
      operations[statement.line] = &statement;
    for (const auto *inner : {&statement.prelude, &statement.body, &statement.otherwise})
      addOperations(*inner, operations);
  }
}

Operations operationsOf(const Kernel &kernel) {
  Operations operations;
  for (const Function &function : kernel.functions)
    addOperations(function.body, operations);
  return operations;
}

/// The line of "file:line:column".
uint32_t lineOf(const memory::AccessSite &site) {
  const size_t column = site.location.rfind(':');
  const size_t begin = column == 0 || column == std::string::npos
                           ? std::string::npos
                           : site.location.rfind(':', column - 1);
  uint32_t line = 0;
  if (begin != std::string::npos)
    std::from_chars(site.location.data() + begin + 1, site.location.data() + column, line);
  return line;
}

memory::AccessKind kindOf(const Statement &statement) {
  return statement.kind == Statement::Kind::Load    ? memory::AccessKind::Load
         : statement.kind == Statement::Kind::Store ? memory::AccessKind::Store
                                                    : memory::AccessKind::Atomic;
}

/// Why a site is none of the tree's memory operations; empty if it is one.
std::string siteDifference(const memory::AccessSite &site, const Operations &operations) {
  const auto found = operations.find(lineOf(site));
  if (found == operations.end())
    return "an access that the kernel does not have: " + memory::siteText(site);
  const Statement &statement = *found->second;
  const MemoryInfo &info = memoryInfo(statement.memory);
  const auto space = info.isShared ? memory::AccessSpace::Shared : memory::AccessSpace::Global;
  if (site.space != space)
    return memory::siteText(site) + " is in " + (info.isShared ? "shared" : "global") + " memory";
  if (site.kind != kindOf(statement))
    return memory::siteText(site) + " has another kind";
  if (site.bytesPerLane != info.bytes * statement.elements)
    return memory::siteText(site) + " has " + std::to_string(site.bytesPerLane) +
           " bytes a lane, expected " + std::to_string(info.bytes * statement.elements);
  return {};
}

std::string text(const WarpAccess &access) {
  char mask[16];
  const auto end = std::to_chars(mask, mask + sizeof mask, access.mask, 16);
  std::string line = "lanes 0x" + std::string(mask, end.ptr) + " at";
  for (size_t i = 0; i < access.addresses.size() && i < 4; ++i)
    line += " +" + std::to_string(access.addresses[i]);
  return line + (access.addresses.size() > 4 ? " ..." : "");
}

std::string text(const AccessPlace &place) {
  return "line " + std::to_string(place.line) + " CTA " + std::to_string(place.cta) + " warp " +
         std::to_string(place.warp);
}

/// The recorded accesses, addresses from the start of the memory that the operation names.
class RecordedAccesses {
public:
  RecordedAccesses(const memory::LaunchAccesses &recorded, const Operations &operations)
      : m_recorded(recorded), m_operations(operations) {}

  std::string difference; ///< why they cannot be those of the tree

  Accesses read() {
    Accesses accesses;
    const memory::AccessTable &table = m_recorded.table;
    for (const memory::WarpRun &run : table.warps())
      for (uint64_t i = run.begin; i < run.end && difference.empty(); ++i) {
        const memory::AccessSite &site = table.sites()[table[i].site];
        accesses[{lineOf(site), run.cta, run.warp}].push_back(access(table, table[i], site));
      }
    return accesses;
  }

private:
  WarpAccess access(const memory::AccessTable &table, const memory::Access &access,
                    const memory::AccessSite &site) {
    const Statement &statement = *m_operations.at(lineOf(site));
    const char *name = memoryInfo(statement.memory).name;
    WarpAccess result;
    const memory::LaneAddresses lanes = table.lanesOf(access);
    for (uint32_t i = 0; i < lanes.count(); ++i) {
      const uint64_t address = lanes.address(i);
      const uint32_t buffer = m_recorded.buffers.find(site.space, address);
      if (buffer == memory::BufferMap::kNone ||
          m_recorded.buffers.buffers()[buffer].name.find(name) == std::string::npos) {
        difference = memory::siteText(site) + " is at " +
                     m_recorded.buffers.describe(site.space, address) + ", expected " + name;
        break;
      }
      result.mask |= uint32_t{1} << lanes.lane(i);
      result.addresses.push_back(address - m_recorded.buffers.buffers()[buffer].base);
    }
    return result;
  }

  const memory::LaunchAccesses &m_recorded;
  const Operations &m_operations;
};

/// Each lane's addresses at a place, in order.
std::vector<std::vector<uint64_t>> byLane(const std::vector<WarpAccess> &accesses) {
  std::vector<std::vector<uint64_t>> lanes(32);
  for (const WarpAccess &access : accesses) {
    size_t next = 0;
    for (uint32_t lane = 0; lane < 32; ++lane)
      if (access.mask >> lane & 1)
        lanes[lane].push_back(access.addresses[next++]);
  }
  return lanes;
}

std::string stepsDifference(const std::vector<WarpAccess> &have,
                            const std::vector<WarpAccess> &want) {
  for (size_t i = 0; i < std::min(have.size(), want.size()); ++i)
    if (have[i] != want[i])
      return "access " + std::to_string(i) + " has " + text(have[i]) + ", expected " +
             text(want[i]);
  if (have.size() != want.size())
    return std::to_string(have.size()) + " accesses, expected " + std::to_string(want.size());
  return {};
}

std::string lanesDifference(const std::vector<WarpAccess> &have,
                            const std::vector<WarpAccess> &want) {
  const auto haveLanes = byLane(have), wantLanes = byLane(want);
  for (uint32_t lane = 0; lane < 32; ++lane)
    if (haveLanes[lane] != wantLanes[lane])
      return "lane " + std::to_string(lane) + " has " + std::to_string(haveLanes[lane].size()) +
             " accesses, expected " + std::to_string(wantLanes[lane].size()) +
             (haveLanes[lane].size() == wantLanes[lane].size() ? " at other addresses" : "");
  return {};
}

std::string compare(const Accesses &have, const Accesses &want, AccessOrder order) {
  static const std::vector<WarpAccess> kNone;
  const auto at = [](const Accesses &accesses, const AccessPlace &place) -> const auto & {
    const auto found = accesses.find(place);
    return found == accesses.end() ? kNone : found->second;
  };
  for (const Accesses *places : {&want, &have})
    for (const auto &[place, unused] : *places) {
      const auto &some = at(have, place), &all = at(want, place);
      const std::string difference =
          order == AccessOrder::Steps ? stepsDifference(some, all) : lanesDifference(some, all);
      if (!difference.empty())
        return text(place) + ": " + difference;
    }
  return {};
}

struct Total {
  uint64_t accesses = 0, lanes = 0;
  bool operator==(const Total &) const = default;
};
using Totals = std::map<std::pair<uint32_t, uint32_t>, Total>; // by line and CTA

std::string compareCounts(const memory::LaunchAccesses &counted, const Accesses &want,
                          AccessOrder order) {
  Totals have, all;
  for (const memory::AccessCount &cell : counted.counts.cells) {
    Total &total = have[{lineOf(counted.table.sites()[cell.site]), cell.cta}];
    total.accesses += cell.accesses;
    total.lanes += cell.lanes;
  }
  for (const auto &[place, accesses] : want)
    for (const WarpAccess &access : accesses) {
      Total &total = all[{place.line, place.cta}];
      ++total.accesses;
      total.lanes += static_cast<uint64_t>(std::popcount(access.mask));
    }
  if (order == AccessOrder::Lanes)
    for (Totals *totals : {&have, &all})
      for (auto &[place, total] : *totals)
        total.accesses = 0;
  for (const Totals *places : {&all, &have})
    for (const auto &[place, unused] : *places)
      if (have[place] != all[place])
        return "line " + std::to_string(place.first) + " CTA " + std::to_string(place.second) +
               ": counted " + std::to_string(have[place].accesses) + " accesses of " +
               std::to_string(have[place].lanes) + " lanes, expected " +
               std::to_string(all[place].accesses) + " of " + std::to_string(all[place].lanes);
  return {};
}

} // namespace

std::string accessDifference(const GeneratedCase &made, const memory::LaunchAccesses &accesses,
                             AccessOrder order) {
  const Operations operations = operationsOf(made.kernel);
  for (const memory::AccessSite &site : accesses.table.sites())
    if (std::string difference = siteDifference(site, operations); !difference.empty())
      return difference;
  if (!accesses.counts.empty())
    return compareCounts(accesses, made.expected.accesses, order);
  if (accesses.table.share().dropped != 0)
    return std::to_string(accesses.table.share().dropped) + " accesses were dropped";
  RecordedAccesses recorded(accesses, operations);
  const Accesses have = recorded.read();
  if (!recorded.difference.empty())
    return recorded.difference;
  return compare(have, made.expected.accesses, order);
}

} // namespace pstudio::test
