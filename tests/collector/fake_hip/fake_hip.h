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

namespace pstudio::test {

/// What the next launch does when its turn comes.
enum class FakeHipOutcome { Completes, NeverEnds, Faults };

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

/// Device memory by address.
using FakeHipMemory = std::map<uint64_t, std::vector<std::byte>>;

/// What a test sets before and reads after. One per loaded library; a test starts with a new one.
struct FakeHip {
  int version = 70'000'000; ///< 7.0
  std::vector<FakeHipDevice> devices;
  std::set<std::string> kernels; ///< that every code object holds
  /// Function name -> what its next call answers, once, without doing anything else.
  std::map<std::string, int> failNext;
  bool hasOtherLayout = false; ///< the structure of properties is none that is known
  FakeHipOutcome nextLaunch = FakeHipOutcome::Completes;
  int fault = 700;
  uint64_t nanosecondsPerLaunch = 1000;
  /// Does a kernel's work when its turn comes; for one that never ends or faults, what it gets done
  /// before. May be empty.
  std::function<void(const FakeHipLaunch &, FakeHipMemory &)> body;

  std::vector<std::string> calls; ///< every call but queries, in order
  size_t queries = 0;
  std::vector<FakeHipLaunch> launches;
  std::string codeObject; ///< the last one that was loaded: its first 64 bytes
  /// What a real library would punish: foreign handles, bytes out of bounds, frees beside a kernel
  /// that never ends.
  std::vector<std::string> offences;
  std::map<std::string, int> live; ///< kind -> objects that exist
};

/// An MI300X: waves of 64 lanes, 64 KiB of LDS.
FakeHipDevice fakeMi300();
/// A Radeon RX 7900: waves of 32 lanes.
FakeHipDevice fakeRadeon();

/// Name of the exported function `FakeHip *()`, which forgets everything that the library holds
/// and gives its new state: without devices and kernels.
inline constexpr const char *kFakeHipSymbol = "pstudioFakeHip";

} // namespace pstudio::test
