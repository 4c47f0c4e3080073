// SPDX-License-Identifier: Apache-2.0
// A table of whole names; the families whose names are built from parts are in nvvm_families.
#include "collector/foreign/text/nvvm_templates.h"

#include <algorithm>

#include "collector/foreign/text/nvvm_families.h"

namespace pstudio::foreign {
namespace {

struct Row {
  std::string_view name, text;
  bool hasEffects = true;
};

constexpr Row kRows[] = {
    {"barrier.cta.arrive.aligned.count", "bar.arrive @a0, @a1;"},
    {"barrier.cta.arrive.aligned", "bar.arrive @a0, @a1;"},
    {"barrier.cta.arrive.count", "barrier.arrive @a0, @a1;"},
    {"barrier.cta.arrive", "barrier.arrive @a0, @a1;"},
    {"barrier.cta.red.and.aligned.all", "bar.red.and.pred @r0, @a0, @a1;"},
    {"barrier.cta.red.or.aligned.all", "bar.red.or.pred @r0, @a0, @a1;"},
    {"barrier.cta.red.popc.aligned.all", "bar.red.popc.u32 @r0, @a0, @a1;"},
    {"barrier.cta.red.and.aligned.count", "bar.red.and.pred @r0, @a0, @a1, @a2;"},
    {"barrier.cta.red.or.aligned.count", "bar.red.or.pred @r0, @a0, @a1, @a2;"},
    {"barrier.cta.red.popc.aligned.count", "bar.red.popc.u32 @r0, @a0, @a1, @a2;"},
    {"elect.sync", "elect.sync @r0|@r1, @a0;"},
    {"fence.mbarrier_init.release.cluster", "fence.mbarrier_init.release.cluster;"},
    {"fence.proxy.alias", "fence.proxy.alias;"},
    {"fence.proxy.async", "fence.proxy.async;"},
    {"fence.proxy.async.global", "fence.proxy.async.global;"},
    {"fence.proxy.async.shared_cluster", "fence.proxy.async.shared::cluster;"},
    {"fence.proxy.async.shared_cta", "fence.proxy.async.shared::cta;"},
    {"fence.proxy.tensormap_generic.acquire.cluster",
     "fence.proxy.tensormap::generic.acquire.cluster [@a0], @i1;"},
    {"fence.proxy.tensormap_generic.acquire.cta",
     "fence.proxy.tensormap::generic.acquire.cta [@a0], @i1;"},
    {"fence.proxy.tensormap_generic.acquire.gpu",
     "fence.proxy.tensormap::generic.acquire.gpu [@a0], @i1;"},
    {"fence.proxy.tensormap_generic.acquire.sys",
     "fence.proxy.tensormap::generic.acquire.sys [@a0], @i1;"},
    {"fence.proxy.tensormap_generic.release.cluster",
     "fence.proxy.tensormap::generic.release.cluster;"},
    {"fence.proxy.tensormap_generic.release.cta", "fence.proxy.tensormap::generic.release.cta;"},
    {"fence.proxy.tensormap_generic.release.gpu", "fence.proxy.tensormap::generic.release.gpu;"},
    {"fence.proxy.tensormap_generic.release.sys", "fence.proxy.tensormap::generic.release.sys;"},
    {"griddepcontrol.launch.dependents", "griddepcontrol.launch_dependents;"},
    {"griddepcontrol.wait", "griddepcontrol.wait;"},
    {"pm.event.mask", "pmevent.mask @i0;"},
    {"prefetch.L1", "prefetch.L1 [@a0];"},
    {"prefetch.L2", "prefetch.L2 [@a0];"},
    {"prefetch.global.L1", "prefetch.global.L1 [@a0];"},
    {"prefetch.global.L2", "prefetch.global.L2 [@a0];"},
    {"prefetch.global.L2.evict.last", "prefetch.global.L2::evict_last [@a0];"},
    {"prefetch.global.L2.evict.normal", "prefetch.global.L2::evict_normal [@a0];"},
    {"prefetch.local.L1", "prefetch.local.L1 [@a0];"},
    {"prefetch.local.L2", "prefetch.local.L2 [@a0];"},
    {"prefetch.tensormap", "prefetch.tensormap [@a0];"},
    {"prefetchu.L1", "prefetchu.L1 [@a0];"},
    {"read.ptx.sreg.globaltimer.lo", "mov.u32 @r0, %globaltimer_lo;"},
    {"tanh.approx.f32", "tanh.approx.f32 @r0, @a0;", false},
    {"wgmma.commit_group.sync.aligned", "wgmma.commit_group.sync.aligned;"},
    {"wgmma.fence.sync.aligned", "wgmma.fence.sync.aligned;"},
    {"wgmma.wait_group.sync.aligned", "wgmma.wait_group.sync.aligned @i0;"},
    {"applypriority.L2.evict.normal", "applypriority.L2::evict_normal [@a0], @i1;"},
    {"applypriority.global.L2.evict.normal", "applypriority.global.L2::evict_normal [@a0], @i1;"},
    {"barrier.cta.red.and.all", "barrier.red.and.pred @r0, @a0, @a1;"},
    {"barrier.cta.red.or.all", "barrier.red.or.pred @r0, @a0, @a1;"},
    {"barrier.cta.red.popc.all", "barrier.red.popc.u32 @r0, @a0, @a1;"},
    {"barrier.cta.red.and.count", "barrier.red.and.pred @r0, @a0, @a1, @a2;"},
    {"barrier.cta.red.or.count", "barrier.red.or.pred @r0, @a0, @a1, @a2;"},
    {"barrier.cta.red.popc.count", "barrier.red.popc.u32 @r0, @a0, @a1, @a2;"},
    {"discard.L2", "discard.L2 [@a0], @i1;"},
    {"discard.global.L2", "discard.global.L2 [@a0], @i1;"},
    {"read.ptx.sreg.aggr_smem_size", "mov.u32 @r0, %aggr_smem_size;", false},
    {"read.ptx.sreg.dynamic_smem_size", "mov.u32 @r0, %dynamic_smem_size;", false},
    {"read.ptx.sreg.total_smem_size", "mov.u32 @r0, %total_smem_size;", false},
};

struct EquivalentRow {
  std::string_view name, known;
};

constexpr EquivalentRow kEquivalents[] = {
    {"barrier.cta.sync.aligned.all", "llvm.nvvm.barrier.n"},
    {"barrier.cta.sync.aligned.count", "llvm.nvvm.barrier"},
    {"barrier.cta.sync.aligned", "llvm.nvvm.barrier"},
    {"barrier.cta.sync.all", "llvm.nvvm.barrier.sync"},
    {"barrier.cta.sync.count", "llvm.nvvm.barrier.sync.cnt"},
    {"barrier.cta.sync", "llvm.nvvm.barrier.sync.cnt"},
    {"ex2.approx.f32", "llvm.nvvm.ex2.approx.f"},
    {"ex2.approx.ftz.f32", "llvm.nvvm.ex2.approx.ftz.f"},
    {"ex2.approx.v2f16", "llvm.nvvm.ex2.approx.f16x2"},
    {"fabs.f32", "llvm.nvvm.fabs.f"},
    {"fabs.ftz.f32", "llvm.nvvm.fabs.ftz.f"},
    {"fabs.f64", "llvm.nvvm.fabs.d"},
};

/// An intrinsic whose name starts with `prefix` and contains `part`.
struct NeedRow {
  std::string_view prefix, part, need;
};

/// PTX ISA 9.0, "Target ISA Notes" and "PTX ISA Notes", of instructions without a text here.
constexpr NeedRow kNeeds[] = {
    {"tcgen05.ld.", "", "sm_100a"},
    {"tcgen05.st.", "", "sm_100a"},
    {"tcgen05.mma", "", "sm_100a"},
    {"mma.block.scale.", "", "sm_120a"},
    {"mma.sp.block.scale.", "", "sm_120a"},
    {"mma.", ".block.scale.", "sm_120a"},
    {"mma.", ".kind.", "sm_120a"},
    {"mma.m16n8k16.row.col.", ".e4m3.", "PTX 8.7"},
    {"mma.m16n8k16.row.col.", ".e5m2.", "PTX 8.7"},
    {"mma.m16n8k32.row.col.f16.e", "", "PTX 8.7"},
    {"clusterlaunchcontrol.query_cancel", "", "sm_100"},
    {"st.bulk", "", "sm_100"},
    {"ldmatrix.sync.aligned.m16n16.", "", "sm_100a"},
    {"ldmatrix.sync.aligned.m8n16.", "", "sm_100a"},
    {"stmatrix.sync.aligned.m16n8.", "", "sm_100a"},
    {"ff.to.e2m", "", "sm_100a"},
    {"ff.to.e3m2", "", "sm_100a"},
    {"ff.to.ue8m0", "", "sm_100a"},
    {"bf16x2.to.ue8m0", "", "sm_100a"},
    {"ue8m0x2.to.", "", "sm_100a"},
    {"e2m1x2.to.", "", "sm_100a"},
    {"e2m3x2.to.", "", "sm_100a"},
    {"e3m2x2.to.", "", "sm_100a"},
    {"f32x4.to.", "", "sm_100a"},
    {"ff2f16x2.rs", "", "sm_100a"},
    {"ff2bf16x2.rs", "", "sm_100a"},
    {"f2tf32.rn", ".satfinite", "sm_100a"},
    {"f2tf32.rz", ".satfinite", "sm_100a"},
    {"cp.async.bulk.shared.cta.to.global.bytemask", "", "sm_100"},
    {"cp.async.bulk.tensor.", ".gather4.", "sm_100"},
    {"cp.async.bulk.tensor.", ".scatter4.", "sm_100"},
    {"cp.async.bulk.tensor.", ".im2col.w.", "sm_100"},
    {"cp.async.bulk.tensor.g2s.cta.", "", "PTX 8.6"},
    {"mbarrier.", ".relaxed.", "PTX 8.6"},
    {"cp.async.bulk.global.to.shared.cta", "", "PTX 8.6"},
    {"fence.acquire.sync_restrict.", "", "PTX 8.6"},
    {"fence.release.sync_restrict.", "", "PTX 8.6"},
    {"fence.proxy.async_generic.", "", "PTX 8.6"},
    {"tensormap.replace.swizzle.atomicity", "", "PTX 8.6"},
};

/// Removes the suffix for overloads from `name`: leaves "stmatrix.sync.aligned.m8n8.x1.b16" and
/// returns "p3"; of ".p0.p3" the last.
std::string_view takeOverloads(std::string_view &name) {
  std::string_view last;
  while (true) {
    const size_t dot = name.rfind(".p");
    if (dot == std::string_view::npos || dot + 3 != name.size() || name[dot + 2] < '0' ||
        name[dot + 2] > '9')
      return last;
    if (last.empty())
      last = name.substr(dot + 1);
    name = name.substr(0, dot);
  }
}

} // namespace

std::optional<PtxTemplate> ptxOfIntrinsic(std::string_view name) {
  const std::string_view space = takeOverloads(name);
  if (!neededBeyondLlvm19(name).empty())
    return std::nullopt;
  for (const Row &row : kRows)
    if (row.name == name)
      return PtxTemplate{std::string(row.text), row.hasEffects};
  if (auto tensor = tensorPtx(name))
    return tensor;
  if (auto arithmetic = arithmeticPtx(name))
    return arithmetic;
  if (auto product = productPtx(name))
    return product;
  return memoryPtx(name, space);
}

std::string_view equivalentIntrinsic(std::string_view name, bool isBarrierZero) {
  const auto *const row =
      std::find_if(std::begin(kEquivalents), std::end(kEquivalents),
                   [&](const EquivalentRow &each) { return each.name == name; });
  if (row == std::end(kEquivalents))
    return {};
  return isBarrierZero && row->known == "llvm.nvvm.barrier.n" ? "llvm.nvvm.barrier0" : row->known;
}

std::string_view neededBeyondLlvm19(std::string_view name) {
  for (const NeedRow &row : kNeeds)
    if (name.starts_with(row.prefix) &&
        name.find(row.part, row.prefix.size() - 1) != std::string_view::npos)
      return row.need;
  return {};
}

NvvmClass classOfIntrinsic(std::string_view name) {
  if (!equivalentIntrinsic(name, false).empty())
    return NvvmClass::Equivalent;
  if (!neededBeyondLlvm19(name).empty())
    return NvvmClass::NoChip;
  return ptxOfIntrinsic(name) ? NvvmClass::InlinePtx : NvvmClass::Opaque;
}

} // namespace pstudio::foreign
