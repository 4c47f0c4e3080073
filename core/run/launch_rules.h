// SPDX-License-Identifier: Apache-2.0
// Requirements on a launch that the file of a kernel states: required and maximum sizes of CTAs,
// grids and clusters.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio {

/// One statement of a kernel's file about its launches.
struct LaunchRule {
  enum class Field : uint8_t { Block, Grid, Cluster };
  enum class Kind : uint8_t {
    Exactly, ///< the extents of the launch
    AtMost,  ///< the product of the extents limits that of the launch
    AtLeast, ///< likewise
  };
  Field field = Field::Block;
  Kind kind = Kind::Exactly;
  std::string attribute; ///< in the file: "nvvm.reqntid"
  /// Threads of a CTA, CTAs of a grid or of a cluster: x, y, z. As in the file, where a number may
  /// be 0 or negative.
  std::array<int64_t, 3> extents{1, 1, 1};
};

/// Sizes of a launch. A field that is unknown is not checked.
struct LaunchExtents {
  std::optional<std::array<uint32_t, 3>> block, grid, cluster;
};

/// InvalidInput, with the attribute and both values, if a rule has an extent below 1 or the launch
/// contradicts it. `given`: what states the shape ("specification gives"); `where`: its file, to
/// which the name of the field is added.
Result<void> checkLaunchRules(std::string_view kernel, std::span<const LaunchRule> rules,
                              const LaunchExtents &shape, std::string_view given,
                              std::string_view where);

/// The block that a rule requires, if there is one; the last one if there are several.
std::optional<std::array<uint32_t, 3>> requiredBlock(std::span<const LaunchRule> rules);

} // namespace pstudio
