// SPDX-License-Identifier: Apache-2.0
// A HIP runtime without a GPU: it records calls, keeps memory, streams and launches in order, runs
// no kernel, and fails the way a test tells it to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/collector/fake_gpu/fake_gpu.h"

namespace pstudio::test {

/// A device as the library shows it; the attributes by their number in HIP's own list.
struct FakeHipDevice {
  std::string name;
  std::string architecture;
  uint64_t memoryBytes = 0;
  std::map<int, int> attributes;
};

/// A launch that the library accepted.
struct FakeHipLaunch {
  std::string kernel;
  int device = -1;
  std::array<unsigned, 3> grid{};
  std::array<unsigned, 3> block{};
  unsigned dynamicLdsBytes = 0;
  std::vector<std::byte> segment; ///< of arguments, as the launch gave it

  /// The word at `offset` of the segment.
  uint64_t word(size_t offset) const;
};

/// What a test sets before and reads after. One per loaded library; a test starts with a new one.
struct FakeHip : FakeGpu {
  int version = 70'000'000; ///< 7.0
  std::vector<FakeHipDevice> devices;
  std::set<std::string> kernels; ///< that every code object holds
  bool hasOtherLayout = false;   ///< the structure of properties is none that is known
  /// Does a kernel's work when its turn comes; for one that never ends or faults, what it gets done
  /// before. May be empty.
  std::function<void(const FakeHipLaunch &, FakeMemory &)> body;

  std::vector<FakeHipLaunch> launches;
  std::string codeObject; ///< the last one that was loaded: its first 64 bytes
};

/// An MI300X: waves of 64 lanes, 64 KiB of LDS.
FakeHipDevice fakeMi300();
/// A Radeon RX 7900: waves of 32 lanes.
FakeHipDevice fakeRadeon();

/// Name of the exported function `FakeHip *()`, which forgets everything that the library holds
/// and gives its new state: without devices and kernels.
inline constexpr const char *kFakeHipSymbol = "pstudioFakeHip";

} // namespace pstudio::test
