// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cpu/access_trace.h"

#include <algorithm>

#include "collector/runtime/cpu/launch.h"

namespace pstudio::cpu {

namespace {

using memory::AccessKind;
using memory::AccessSpace;

/// Number of the site for an access in this space: two of each, as ProgramMap::accesses come.
uint16_t siteOf(uint32_t access, AccessSpace space) {
  return static_cast<uint16_t>(access * 2 + (space == AccessSpace::Shared ? 1 : 0));
}

/// "tile"; "workgroup buffer 2" where the source has no name.
std::string nameOf(const SharedBuffer &shared) {
  const bool isNumber =
      std::ranges::all_of(shared.name, [](char c) { return c >= '0' && c <= '9'; });
  return isNumber ? "workgroup buffer " + shared.name : shared.name;
}

std::string objectName(const AccessSite &access, const LaunchRequest &request) {
  switch (access.object) {
  case ObjectKind::Argument:
    return access.index < request.arguments.size() ? request.arguments[access.index].name : "";
  case ObjectKind::Shared:
    return nameOf(request.program->sharedBuffers[access.index]);
  case ObjectKind::DynamicShared:
    return "dynamic shared memory";
  case ObjectKind::Variable:
    return request.program->variables[access.index].name;
  case ObjectKind::Local:
    return request.program->locals[access.index].name;
  case ObjectKind::Unknown:
    break;
  }
  return "memory";
}

AccessKind kindOf(const AccessSite &access) {
  if (access.isAtomic)
    return AccessKind::Atomic;
  return access.isWrite ? AccessKind::Store : AccessKind::Load;
}

Result<void> addSites(const LaunchRequest &request, memory::AccessTable &table) {
  for (const AccessSite &access : request.program->accesses)
    for (const AccessSpace space : {AccessSpace::Global, AccessSpace::Shared}) {
      const std::string verb = access.isAtomic ? "update " : access.isWrite ? "store " : "load ";
      // Those of unknown length do not get into the table.
      PSTUDIO_TRY(table.addSite({.kind = kindOf(access),
                                 .space = space,
                                 .bytesPerLane = std::max(access.bytes, 1u),
                                 .name = verb + objectName(access, request),
                                 .location = access.location}));
    }
  return {};
}

/// An access of a warp to which lanes are still added.
struct WarpAccess {
  uint16_t site = 0;
  int64_t clock = 0;
  memory::LaneMask mask = 0;
  std::vector<uint64_t> addresses; // by rising lane
};

/// The accesses of a warp. The n-th execution of an operation by each lane forms one access.
class WarpAccesses {
public:
  WarpAccesses(const CtaAccesses &cta, size_t accesses)
      : m_cta(cta), m_found(accesses * 2), m_comings(accesses * 2) {}

  void addLane(uint32_t lane, const std::vector<LaneAccess> &accesses) {
    std::ranges::fill(m_comings, 0u);
    for (const LaneAccess &access : accesses) {
      const uint64_t inShared = access.address - m_cta.sharedBase;
      const bool isShared = inShared < m_cta.sharedBytes;
      const uint16_t site =
          siteOf(access.access, isShared ? AccessSpace::Shared : AccessSpace::Global);
      WarpAccess &warp = nth(site, m_comings[site]++, access.clock);
      warp.clock = std::min(warp.clock, access.clock);
      warp.mask |= memory::LaneMask{1} << lane;
      warp.addresses.push_back(isShared ? inShared : access.address);
    }
  }

  /// Returns the number of accesses that the table cannot hold: all accesses of a site have one
  /// length.
  uint64_t addTo(memory::AccessTable &table, const ProgramMap &program) {
    std::ranges::stable_sort(m_accesses, {}, &WarpAccess::clock);
    uint64_t left = 0;
    for (const WarpAccess &access : m_accesses) {
      if (program.accesses[access.site / 2].bytes == 0)
        ++left;
      else
        table.addLanes(access.site, Picoseconds(access.clock * 1000), access.mask,
                       access.addresses);
    }
    return left;
  }

private:
  WarpAccess &nth(uint16_t site, uint32_t coming, int64_t clock) {
    std::vector<size_t> &ofSite = m_found[site];
    if (coming == ofSite.size()) {
      ofSite.push_back(m_accesses.size());
      m_accesses.push_back({site, clock, 0, {}});
    }
    return m_accesses[ofSite[coming]];
  }

  const CtaAccesses &m_cta;
  std::vector<WarpAccess> m_accesses;
  std::vector<std::vector<size_t>> m_found; // by site and number of the execution, into m_accesses
  std::vector<uint32_t> m_comings;          // executions by the current lane so far, by site
};

} // namespace

void AccessTrace::add(uint32_t cta, CtaAccesses accesses) {
  const std::lock_guard lock(m_mutex);
  m_ctas.insert_or_assign(cta, std::move(accesses));
}

Result<memory::AccessTable> AccessTrace::table(const LaunchRequest &request) const {
  memory::AccessTable table;
  PSTUDIO_TRY(addSites(request, table));
  memory::RecordedShare share;
  const uint32_t lanes = request.model.lanesPerWarp;
  for (const auto &[cta, accesses] : m_ctas)
    for (uint32_t first = 0; first < accesses.threads.size(); first += lanes) {
      PSTUDIO_TRY(table.beginWarp(cta, first / lanes));
      WarpAccesses warp(accesses, request.program->accesses.size());
      const size_t end = std::min<size_t>(first + lanes, accesses.threads.size());
      for (size_t thread = first; thread < end; ++thread)
        warp.addLane(static_cast<uint32_t>(thread - first), accesses.threads[thread]);
      share.dropped += warp.addTo(table, *request.program);
    }
  table.setShare(share);
  return table;
}

std::vector<memory::Buffer> sharedBuffersOf(const ProgramMap &program,
                                            uint64_t dynamicSharedBytes) {
  std::vector<memory::Buffer> buffers;
  for (const SharedBuffer &shared : program.sharedBuffers) {
    const bool hasShape = !shared.shape.empty();
    buffers.push_back({.name = nameOf(shared),
                       .space = AccessSpace::Shared,
                       .base = shared.offset,
                       .elementBytes = hasShape ? shared.elementBytes : 1,
                       .shape = hasShape
                                    ? shared.shape
                                    : std::vector<int64_t>{static_cast<int64_t>(shared.bytes)}});
  }
  if (dynamicSharedBytes > 0)
    buffers.push_back({.name = "dynamic shared memory",
                       .space = AccessSpace::Shared,
                       .base = program.staticSharedBytes,
                       .shape = {static_cast<int64_t>(dynamicSharedBytes)}});
  return buffers;
}

Result<memory::BufferMap> buffersOf(const LaunchRequest &request) {
  std::vector<memory::Buffer> buffers;
  for (const KernelArgument &argument : request.arguments)
    if (argument.bytes > 0)
      buffers.push_back({.name = argument.name,
                         .space = AccessSpace::Global,
                         .base = argument.word,
                         .elementBytes = argument.elementBytes,
                         .shape = argument.shape});
  for (memory::Buffer &shared : sharedBuffersOf(*request.program, request.dynamicSharedBytes))
    buffers.push_back(std::move(shared));
  return memory::BufferMap::make(std::move(buffers));
}

} // namespace pstudio::cpu
