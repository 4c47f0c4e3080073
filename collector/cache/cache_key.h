// SPDX-License-Identifier: Apache-2.0
// The name of a compile: the same for compiles that give the same code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pstudio {

/// Collects everything that a compile depends on, part by part. Two keys are the same exactly if
/// the same parts were added in the same order with the same names; parts cannot run into each
/// other.
class CacheKeyBuilder {
public:
  /// Begins with the version of this product, the program file (a developer's build changes without
  /// a new version) and the version of LLVM.
  CacheKeyBuilder();
  /// `name` is the kind of the part: "ir", "mode".
  CacheKeyBuilder &add(std::string_view name, std::string_view value);
  CacheKeyBuilder &add(std::string_view name, uint64_t value);
  /// 64 hexadecimal digits. O(length of all parts).
  std::string key() const;

private:
  std::string m_text;
};

} // namespace pstudio
