// SPDX-License-Identifier: Apache-2.0
// A table of whole names, and the families whose names are built from parts.
#include "collector/foreign/nvvm_templates.h"

#include <array>

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
};

constexpr uint8_t kFlagsOfBulkLoad[] = {6, 7};
constexpr uint8_t kFlagsOfBulkStore[] = {4};
constexpr uint8_t kFlagsOfBulkPrefetch[] = {3};

std::string argument(size_t index) {
  return "@a" + std::to_string(index);
}

std::string arguments(size_t first, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") + argument(first + i);
  return text;
}

/// Takes `prefix` from the front of `text` if it is there.
bool consume(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// stmatrix.sync.aligned.{m8n8|m16n8}.x{1|2|4}[.trans].{b16|b8}
std::optional<PtxTemplate> matrixStore(std::string_view name) {
  const std::string_view whole = name;
  if (!consume(name, "stmatrix.sync.aligned."))
    return std::nullopt;
  const bool isWide = consume(name, "m16n8.x");
  if ((!isWide && !consume(name, "m8n8.x")) || name.empty())
    return std::nullopt;
  const size_t count = static_cast<size_t>(name[0] - '0');
  name.remove_prefix(1);
  if (count != 1 && count != 2 && count != 4)
    return std::nullopt;
  consume(name, ".trans");
  if (name != (isWide ? ".b8" : ".b16"))
    return std::nullopt;
  const std::string type(name);
  const std::string shape(whole.substr(0, whole.size() - type.size()));
  return PtxTemplate{shape + ".shared" + type + " [@a0], {" + arguments(1, count) + "};"};
}

/// Copies of many bytes without a descriptor.
std::optional<PtxTemplate> bulkCopy(std::string_view name) {
  if (!consume(name, "cp.async.bulk."))
    return std::nullopt;
  if (name == "global.to.shared.cluster")
    return PtxTemplate{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [@a0], "
                       "[@a2], @a3, [@a1];",
                       true, kFlagsOfBulkLoad};
  if (name == "shared.cta.to.cluster")
    return PtxTemplate{"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                       "[@a0], [@a2], @a3, [@a1];"};
  if (name == "shared.cta.to.global")
    return PtxTemplate{"cp.async.bulk.global.shared::cta.bulk_group [@a0], [@a1], @a2;", true,
                       kFlagsOfBulkStore};
  if (name == "prefetch.L2")
    return PtxTemplate{"cp.async.bulk.prefetch.L2.global [@a0], @a1;", true, kFlagsOfBulkPrefetch};
  return std::nullopt;
}

/// Places of the flags of tensor copies, by the number of dimensions less one.
constexpr uint8_t kFlagsOfTensorLoad[5][2] = {{6, 7}, {7, 8}, {8, 9}, {9, 10}, {10, 11}};
constexpr uint8_t kFlagsOfTensorStore[5][1] = {{4}, {5}, {6}, {7}, {8}};
constexpr uint8_t kFlagsOfTensorPrefetch[5][1] = {{3}, {4}, {5}, {6}, {7}};

/// Tiles of 1 to 5 dimensions, with a descriptor.
std::optional<PtxTemplate> tensorCopy(std::string_view name) {
  if (!consume(name, "cp.async.bulk.tensor."))
    return std::nullopt;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || name.size() != dot + 3 || name[dot + 2] != 'd' ||
      name[dot + 1] < '1' || name[dot + 1] > '5')
    return std::nullopt;
  const auto dimensions = static_cast<size_t>(name[dot + 1] - '0');
  const std::string shape = "cp.async.bulk.tensor." + std::string(name.substr(dot + 1));
  const std::string_view kind = name.substr(0, dot);
  if (kind == "g2s.tile")
    return PtxTemplate{shape +
                           ".shared::cluster.global.mbarrier::complete_tx::bytes [@a0], [@a2, {" +
                           arguments(3, dimensions) + "}], [@a1];",
                       true, kFlagsOfTensorLoad[dimensions - 1]};
  if (kind == "s2g.tile")
    return PtxTemplate{shape + ".global.shared::cta.bulk_group [@a1, {" + arguments(2, dimensions) +
                           "}], [@a0];",
                       true, kFlagsOfTensorStore[dimensions - 1]};
  if (kind == "prefetch.tile")
    return PtxTemplate{"cp.async.bulk.prefetch.tensor." + std::string(name.substr(dot + 1)) +
                           ".L2.global [@a0, {" + arguments(1, dimensions) + "}];",
                       true, kFlagsOfTensorPrefetch[dimensions - 1]};
  return std::nullopt;
}

/// ".p3", ".p0.p3": what overloading on pointers adds.
std::string_view withoutOverloads(std::string_view name) {
  while (true) {
    const size_t dot = name.rfind(".p");
    if (dot == std::string_view::npos || dot + 3 != name.size() || name[dot + 2] < '0' ||
        name[dot + 2] > '9')
      return name;
    name = name.substr(0, dot);
  }
}

} // namespace

std::optional<PtxTemplate> ptxOfIntrinsic(std::string_view name) {
  name = withoutOverloads(name);
  for (const Row &row : kRows)
    if (row.name == name)
      return PtxTemplate{std::string(row.text), row.hasEffects};
  if (auto store = matrixStore(name))
    return store;
  if (auto copy = bulkCopy(name))
    return copy;
  return tensorCopy(name);
}

std::string_view equivalentIntrinsic(std::string_view name, bool isBarrierZero) {
  if (name == "barrier.cta.sync.aligned.all")
    return isBarrierZero ? "llvm.nvvm.barrier0" : "llvm.nvvm.barrier.n";
  if (name == "barrier.cta.sync.aligned.count" || name == "barrier.cta.sync.aligned")
    return "llvm.nvvm.barrier";
  if (name == "barrier.cta.sync.all")
    return "llvm.nvvm.barrier.sync";
  if (name == "barrier.cta.sync.count" || name == "barrier.cta.sync")
    return "llvm.nvvm.barrier.sync.cnt";
  return {};
}

} // namespace pstudio::foreign
