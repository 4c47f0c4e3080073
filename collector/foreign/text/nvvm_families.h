// SPDX-License-Identifier: Apache-2.0
// Translates intrinsics whose names are built from parts to PTX.
#pragma once

#include <optional>
#include <string_view>

#include "collector/foreign/text/nvvm_templates.h"

namespace pstudio::foreign {

/// Removes `prefix` from the front of `text`; false if `text` does not start with it.
bool consume(std::string_view &text, std::string_view prefix);

/// Arithmetic, conversions and bits: names without the overloads of pointers.
std::optional<PtxTemplate> arithmeticPtx(std::string_view name);
/// Matrix products of one warp.
std::optional<PtxTemplate> productPtx(std::string_view name);
/// Mbarriers, matrix stores, bulk and tensor copies. `space` is the overload of the pointer, "p3";
/// empty if the name has none.
std::optional<PtxTemplate> memoryPtx(std::string_view name, std::string_view space);

/// Tensor memory, cluster launch control and reductions of f32 in a warp, for chips from sm_100 on.
std::optional<PtxTemplate> tensorPtx(std::string_view name);

} // namespace pstudio::foreign
