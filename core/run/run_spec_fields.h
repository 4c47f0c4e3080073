// SPDX-License-Identifier: Apache-2.0
// The names and limits of a run specification, once: the parser uses them and a test holds the JSON
// schema to them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pstudio {

/// Ranges of a specification's numbers, all inclusive.
struct RunSpecLimits {
  static constexpr uint32_t kMaxBlockThreads = 1024;          ///< product of block
  static constexpr uint64_t kMaxGridCtas = uint64_t{1} << 31; ///< product of grid
  static constexpr uint64_t kMaxClusterCtas = 16;             ///< product of cluster
  static constexpr int64_t kMaxDynamicSharedBytes = 1 << 20;  ///< more than any GPU has
  static constexpr size_t kMaxRank = 8;                       ///< dimensions of a buffer
  static constexpr size_t kMaxArguments = 64;
  static constexpr size_t kMaxBuffers = 64; ///< that are no arguments
  static constexpr size_t kMaxChecks = 64;
  static constexpr int64_t kMaxLaunches = 1000;           ///< of warmup and of repeat
  static constexpr double kMaxTimeLimitSeconds = 86400.0; ///< above 0
  static constexpr uint64_t kMaxFileBytes = 16u << 20;    ///< of the specification itself
};

/// One kind of object in a specification.
struct RunSpecObject {
  std::string_view schemaName;            ///< its definition in the schema ("" is the root)
  std::vector<std::string_view> fields;   ///< every name that it may have
  std::vector<std::string_view> required; ///< those that it must have
};

/// Every kind of object.
std::span<const RunSpecObject> runSpecObjects();
/// The object with this name. It must exist.
const RunSpecObject &runSpecObject(std::string_view schemaName);

/// "f16", "bf16", ... in the order of DType.
std::span<const std::string_view> dtypeNames();

} // namespace pstudio
