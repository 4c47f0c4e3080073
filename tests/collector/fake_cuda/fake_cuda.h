// SPDX-License-Identifier: Apache-2.0
// A CUDA driver without a GPU: it models memory, streams and the order of launches, runs no kernel,
// and fails as a test specifies.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/collector/fake_gpu/fake_gpu.h"

namespace pstudio::test {

/// A device as the driver reports it. The keys of the attributes are their numbers in the driver
/// API.
struct FakeDevice {
  std::string name;
  uint64_t memoryBytes = 0;
  std::map<int, int> attributes;
};

/// A kernel that every module of the fake driver contains.
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
  std::vector<int> launchAttributes;              ///< numbers of its attributes
  std::vector<uint64_t> arguments;                ///< the first 8 bytes of each
  std::vector<std::vector<std::byte>> parameters; ///< all of their bytes
  std::map<int, int> attributes;                  ///< of the kernel, at this launch
};

/// The arguments of a tensor map that the driver encoded. The bytes of the map begin with its
/// number.
struct FakeTensorMap {
  int dataType = 0;
  uint64_t address = 0;
  std::vector<uint64_t> extents;
  std::vector<uint64_t> strideBytes;
  std::vector<unsigned> box;
  std::vector<unsigned> elementStrides;
  std::array<int, 4> modes{}; ///< interleave, swizzle, promotion, fill
};

/// Input that a test sets before a call and reads after it. There is one per loaded library; each
/// test starts with a new one.
struct FakeCuda : FakeGpu {
  int version = 13000;
  std::vector<FakeDevice> devices;
  std::vector<FakeKernel> kernels;
  std::map<std::string, size_t> globalBytes; ///< of the globals that every module has
  std::string compilerErrors;                ///< not empty: PTX is rejected with this text
  std::string compilerReport;
  int compilerResult = 218;
  int activeClusters = 4;
  int activeCtasPerSm = 2;
  /// Kernel -> outcome of its next launch only, which replaces `nextLaunch`.
  std::map<std::string, FakeOutcome> outcomes;
  /// The work of a kernel when the stream executes it; for a kernel that never ends or faults, the
  /// work that it does before. May be empty.
  std::function<void(const FakeLaunch &, FakeMemory &)> body;
  /// Called for each loaded module after `ptx` is set. May change the content of the module. May be
  /// empty.
  std::function<void()> moduleLoaded;
  /// Called when the driver accepts a launch, before the stream executes it. May be empty.
  std::function<void(const FakeLaunch &)> accepted;
  /// Whether a kernel that has begun can end now; called until it returns true. Empty: it can end.
  std::function<bool(const FakeLaunch &)> canEnd;
  /// The output of kernels, to which `body` appends. The driver writes it to standard output at the
  /// next call that blocks.
  std::string printed;
  /// Written to standard error when a kernel faults.
  std::string printedAtFault;

  std::vector<FakeLaunch> launches;
  std::vector<FakeTensorMap> tensorMaps;
  std::string ptx; ///< the text that was compiled last
  std::vector<int> compilerOptions;
};

/// An H200 as its driver describes it.
FakeDevice fakeH200();
/// An A100: no clusters.
FakeDevice fakeA100();

/// Name of the exported function `FakeCuda *()`, which resets the library and returns its new
/// state: without devices and kernels.
inline constexpr const char *kFakeCudaSymbol = "pstudioFakeCuda";

} // namespace pstudio::test
