// SPDX-License-Identifier: Apache-2.0
// Intrinsics of tensor memory (tcgen05), cluster launch control and reductions of f32, without
// those whose results and operands are vectors.
#include <string>

#include "collector/foreign/text/nvvm_families.h"

namespace pstudio::foreign {
namespace {

struct TensorRow {
  std::string_view name, text;
};

/// "@g" is "cta_group::1" or "cta_group::2".
constexpr TensorRow kTensorRows[] = {
    {"alloc", "tcgen05.alloc.@g.sync.aligned.b32 [@a0], @a1;"},
    {"alloc.shared", "tcgen05.alloc.@g.sync.aligned.shared::cta.b32 [@a0], @a1;"},
    {"dealloc", "tcgen05.dealloc.@g.sync.aligned.b32 @a0, @a1;"},
    {"relinq.alloc.permit", "tcgen05.relinquish_alloc_permit.@g.sync.aligned;"},
    {"shift.down", "tcgen05.shift.@g.down [@a0];"},
    {"commit", "tcgen05.commit.@g.mbarrier::arrive::one.b64 [@a0];"},
    {"commit.shared", "tcgen05.commit.@g.mbarrier::arrive::one.shared::cluster.b64 [@a0];"},
    {"commit.mc", "tcgen05.commit.@g.mbarrier::arrive::one.multicast::cluster.b64 [@a0], @a1;"},
    {"commit.mc.shared", "tcgen05.commit.@g.mbarrier::arrive::one.shared::cluster."
                         "multicast::cluster.b64 [@a0], @a1;"},
};

/// Without a group of CTAs.
constexpr TensorRow kWarpRows[] = {
    {"tcgen05.wait.ld", "tcgen05.wait::ld.sync.aligned;"},
    {"tcgen05.wait.st", "tcgen05.wait::st.sync.aligned;"},
    {"tcgen05.fence.before.thread.sync", "tcgen05.fence::before_thread_sync;"},
    {"tcgen05.fence.after.thread.sync", "tcgen05.fence::after_thread_sync;"},
    {"clusterlaunchcontrol.try_cancel.async.shared",
     "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [@a0], "
     "[@a1];"},
    {"clusterlaunchcontrol.try_cancel.async.multicast.shared",
     "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes."
     "multicast::cluster::all.b128 [@a0], [@a1];"},
    {"redux.sync.fmax", "redux.sync.max.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmax.NaN", "redux.sync.max.NaN.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmax.abs", "redux.sync.max.abs.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmax.abs.NaN", "redux.sync.max.abs.NaN.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmin", "redux.sync.min.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmin.NaN", "redux.sync.min.NaN.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmin.abs", "redux.sync.min.abs.f32 @r0, @a0, @a1;"},
    {"redux.sync.fmin.abs.NaN", "redux.sync.min.abs.NaN.f32 @r0, @a0, @a1;"},
};

/// Shapes of tcgen05.cp.
constexpr TensorRow kCopyShapes[] = {{"128x256b", "128x256b"},
                                     {"4x256b", "4x256b"},
                                     {"128x128b", "128x128b"},
                                     {"64x128b_warpx2_02_13", "64x128b.warpx2::02_13"},
                                     {"64x128b_warpx2_01_23", "64x128b.warpx2::01_23"},
                                     {"32x128b_warpx4", "32x128b.warpx4"}};

PtxTemplate withGroup(std::string_view text, std::string_view group) {
  std::string ptx(text);
  constexpr std::string_view kMark = "@g";
  ptx.replace(ptx.find(kMark), kMark.size(), "cta_group::" + std::string(group));
  return {std::move(ptx), true};
}

/// "128x128b.b4x16_p64": the shape, and the format of the source if it is not that of the
/// destination.
std::optional<PtxTemplate> copyPtx(std::string_view name, std::string_view group) {
  for (const TensorRow &shape : kCopyShapes) {
    std::string_view rest = name;
    if (!consume(rest, shape.name) ||
        (!rest.empty() && rest != ".b4x16_p64" && rest != ".b6x16_p32"))
      continue;
    const std::string format = rest.empty() ? "" : ".b8x16" + std::string(rest);
    return withGroup("tcgen05.cp.@g." + std::string(shape.text) + format + " [@a0], @a1;", group);
  }
  return std::nullopt;
}

} // namespace

std::optional<PtxTemplate> tensorPtx(std::string_view name) {
  for (const TensorRow &row : kWarpRows)
    if (row.name == name)
      return PtxTemplate{std::string(row.text), true};
  if (!consume(name, "tcgen05."))
    return std::nullopt;
  constexpr std::string_view kGroups = ".cg";
  const size_t at = name.rfind(kGroups);
  const std::string_view group =
      at == std::string_view::npos ? std::string_view() : name.substr(at + kGroups.size());
  if (group != "1" && group != "2")
    return std::nullopt;
  name = name.substr(0, at);
  for (const TensorRow &row : kTensorRows)
    if (row.name == name)
      return withGroup(row.text, group);
  return consume(name, "cp.") ? copyPtx(name, group) : std::nullopt;
}

} // namespace pstudio::foreign
