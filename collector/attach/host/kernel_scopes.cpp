// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/kernel_scopes.h"

#include <map>
#include <tuple>

namespace pstudio::attach {
namespace {

class ScopeCollector {
public:
  explicit ScopeCollector(const Trace &trace)
      : m_trace(trace), m_launches(trace.launches().size()),
        m_scopeOf(trace.sliceCount(), KernelScope::kNoParent) {}

  std::vector<KernelScopes> collect() && {
    for (const Track &track : m_trace.tracks()) {
      if (track.kind != TrackKind::Warp || track.launch.value >= m_launches.size())
        continue;
      ++m_launches[track.launch.value].warps;
      for (uint32_t i = 0; i < track.rowCount; ++i)
        addRow(track.launch.value, m_trace.row(RowId(track.firstRow.value + i)));
    }
    return std::move(m_launches);
  }

private:
  /// Rows come from outside inwards, so that the parents of their slices are known.
  void addRow(uint32_t launch, const Row &row) {
    const auto cycles = m_trace.sliceCycleDurations();
    for (uint32_t i = 0; i < row.sliceCount; ++i) {
      const uint32_t slice = row.firstSlice.value + i;
      if ((m_trace.sliceFlags()[slice] & kSliceAsync) != 0)
        continue;
      const SliceId parent = m_trace.sliceParents()[slice];
      const uint32_t scope =
          scopeNamed(launch, parent.isValid() ? m_scopeOf[parent.value] : KernelScope::kNoParent,
                     m_trace.sliceNames()[slice]);
      m_scopeOf[slice] = scope;
      if (!cycles.empty() && m_trace.sliceBeginCycles()[slice] != Trace::kNoCycles)
        m_launches[launch].scopes[scope].cycles += static_cast<uint64_t>(cycles[slice]);
    }
  }

  uint32_t scopeNamed(uint32_t launch, uint32_t parent, StringId name) {
    std::vector<KernelScope> &scopes = m_launches[launch].scopes;
    const auto [found, isNew] =
        m_ids.try_emplace({launch, parent, name.value}, static_cast<uint32_t>(scopes.size()));
    if (isNew)
      scopes.push_back({std::string(m_trace.string(name)), parent, 0});
    return found->second;
  }

  const Trace &m_trace;
  std::vector<KernelScopes> m_launches;
  std::vector<uint32_t> m_scopeOf; ///< by slice
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> m_ids;
};

} // namespace

std::vector<KernelScopes> kernelScopesOf(const Trace &trace) {
  return ScopeCollector(trace).collect();
}

} // namespace pstudio::attach
