// SPDX-License-Identifier: Apache-2.0
// Random kernels with functions that call each other, and what their records must be.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace pstudio::test {

/// A start or end of a scope, as a warp makes it.
struct ExpectedRecord {
  bool isStart = false;
  std::string scope;
  std::string path;       ///< functions from the kernel inwards, "/f2/f0"; empty in the kernel
  int parent = -1;        ///< index, among the warp's records, of the start of the scope around it
  bool isPartial = false; ///< made by the lanes of kPartialMask only
  bool operator==(const ExpectedRecord &) const = default;
};
inline constexpr uint32_t kPartialMask = 0xff;

/// A kernel "k" over `%A: memref<1024xf32>` and up to 5 functions, with scopes, loops, branches
/// that warps take differently, branches that lanes take differently, and calls.
struct RandomCalls {
  std::string source;
  std::vector<std::vector<ExpectedRecord>> warps; ///< of 2 warps
};

/// The program of a seed; each warp makes at most `mostRecords` records.
RandomCalls makeRandomCalls(uint64_t seed, size_t mostRecords);

} // namespace pstudio::test
