// SPDX-License-Identifier: Apache-2.0
// A CUDA driver without a GPU: it keeps memory, streams and launches in order, runs no kernel, and
// fails the way a test tells it to.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/collector/fake_gpu/fake_gpu.h"

namespace pstudio::test {

/// A device as the driver shows it; the attributes by their number in the driver's API.
struct FakeDevice {
  std::string name;
  uint64_t memoryBytes = 0;
  std::map<int, int> attributes;
};

/// A kernel that every module of the fake driver holds.
struct FakeKernel {
  std::string name;
  std::map<int, int> attributes;
  std::vector<size_t> parameterBytes;
};

/// A launch that the driver accepted.
struct FakeLaunch {
  std::string kernel;
  std::array<unsigned, 3> grid{};
  std::array<unsigned, 3> block{};
  std::array<unsigned, 3> cluster{1, 1, 1};
  unsigned dynamicSharedBytes = 0;
  std::vector<int> launchAttributes;              ///< their numbers, of a launch that has any
  std::vector<uint64_t> arguments;                ///< the first 8 bytes of each
  std::vector<std::vector<std::byte>> parameters; ///< all of their bytes
  std::map<int, int> attributes;                  ///< of the kernel, at this launch
};

/// A tensor map that the driver encoded, in its words; `bytes` of the map begin with its number.
struct FakeTensorMap {
  int dataType = 0;
  uint64_t address = 0;
  std::vector<uint64_t> extents;
  std::vector<uint64_t> strideBytes;
  std::vector<unsigned> box;
  std::vector<unsigned> elementStrides;
  std::array<int, 4> modes{}; ///< interleave, swizzle, promotion, fill
};

/// What a test sets before and reads after. One per loaded library; a test starts with a new one.
struct FakeCuda : FakeGpu {
  int version = 13000;
  std::vector<FakeDevice> devices;
  std::vector<FakeKernel> kernels;
  std::map<std::string, size_t> globalBytes; ///< of the globals that every module has
  std::string compilerErrors;                ///< not empty: PTX is refused with this text
  std::string compilerReport;
  int compilerResult = 218;
  int activeClusters = 4;
  int activeCtasPerSm = 2;
  /// Kernel -> what its next launch does, once, instead of `nextLaunch`.
  std::map<std::string, FakeOutcome> outcomes;
  /// Does a kernel's work when its turn comes; for one that never ends or faults, what it gets done
  /// before. May be empty.
  std::function<void(const FakeLaunch &, FakeMemory &)> body;
  /// Hears of each module that is loaded, once `ptx` is its text, and may change what it holds;
  /// may be empty.
  std::function<void()> moduleLoaded;
  /// Hears of a launch when the driver accepts it, before its turn comes; may be empty.
  std::function<void(const FakeLaunch &)> accepted;
  /// Whether a kernel that has begun can end by now; empty: it can. Asked until it says so.
  std::function<bool(const FakeLaunch &)> canEnd;
  /// Appended to by `body`: what its kernel prints. The driver writes it to standard output at the
  /// next call that blocks.
  std::string printed;
  /// Written to standard error when a kernel faults.
  std::string printedAtFault;

  std::vector<FakeLaunch> launches;
  std::vector<FakeTensorMap> tensorMaps;
  std::string ptx; ///< the last text that was compiled
  std::vector<int> compilerOptions;
};

/// An H200, as its driver describes it.
FakeDevice fakeH200();
/// An A100: no clusters.
FakeDevice fakeA100();

/// Name of the exported function `FakeCuda *()`, which forgets everything that the library holds
/// and gives its new state: without devices and kernels.
inline constexpr const char *kFakeCudaSymbol = "pstudioFakeCuda";

} // namespace pstudio::test
