// SPDX-License-Identifier: Apache-2.0
// A HIP runtime without a GPU: it records calls, models memory, streams and the order of launches,
// runs no kernel, and fails as a test specifies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/collector/fake_gpu/fake_gpu.h"

namespace pstudio::test {

/// A device as the library reports it. The keys of the attributes are their numbers in HIP's list.
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
  std::vector<std::byte> segment; ///< the argument segment of the launch
  /// The ELF file that contains the kernel; empty if the image is none.
  std::shared_ptr<const std::string> codeObject;

  /// The word at `offset` of the segment.
  uint64_t word(size_t offset) const;
};

/// Input that a test sets before a call and reads after it. There is one per loaded library; each
/// test starts with a new one.
struct FakeHip : FakeGpu {
  int version = 70'000'000; ///< 7.0
  std::vector<FakeHipDevice> devices;
  std::set<std::string> kernels; ///< that every code object contains
  bool hasOtherLayout = false;   ///< the structure of properties has an unknown layout
  /// The work of a kernel when the stream executes it; for a kernel that never ends or faults, the
  /// work that it does before. May be empty.
  std::function<void(const FakeHipLaunch &, FakeMemory &)> body;

  std::vector<FakeHipLaunch> launches;
  std::string codeObject; ///< the first 64 bytes of the code object that was loaded last
};

/// An MI300X: wavefronts of 64 lanes, 64 KiB of LDS.
FakeHipDevice fakeMi300();
/// A Radeon RX 7900: wavefronts of 32 lanes.
FakeHipDevice fakeRadeon();

/// Name of the exported function `FakeHip *()`, which resets the library and returns its new state:
/// without devices and kernels.
inline constexpr const char *kFakeHipSymbol = "pstudioFakeHip";

} // namespace pstudio::test
