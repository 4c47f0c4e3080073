// SPDX-License-Identifier: Apache-2.0
// Runs a compiled kernel over a grid on virtual SMs, with a time limit and a stop button.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/runtime/cpu/model.h"
#include "collector/runtime/cpu/program_map.h"
#include "collector/runtime/cpu/thread_context.h"
#include "core/base/result.h"

namespace pstudio::cpu {

class AccessTrace;

/// One argument as the kernel takes it, and what error messages call it.
struct KernelArgument {
  std::string name;
  uint64_t word = 0;  ///< the pointer, or the scalar's bits in the low bytes
  uint64_t bytes = 0; ///< what the kernel may touch behind the pointer [bytes]; 0 for scalars
  std::vector<int64_t> shape; ///< row-major; empty for scalars
  uint32_t elementBytes = 1;
};

/// Everything a launch needs. The program, the buffers and `cancel` must outlive the call.
struct LaunchRequest {
  KernelEntry entry = nullptr;
  const ProgramMap *program = nullptr;
  std::string kernel; ///< for messages
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  std::vector<KernelArgument> arguments;
  ModelParameters model;
  int64_t startCycle = 0; ///< the virtual SMs' clocks at the start
  uint32_t workers =
      0; ///< host threads; 0 = as many as there are SMs and host cores. No effect on results.
  double timeLimitSeconds = 0.0;             ///< wall clock; 0 = none
  const std::atomic<bool> *cancel = nullptr; ///< may be null
  std::function<void(double)>
      progress; ///< share of CTAs done, from the calling thread; may be empty
  /// What the kernel printed, when the launch has ended in whatever way: CTA after CTA, from the
  /// calling thread; may be empty.
  std::function<void(std::string_view)> print;
  /// Takes what the threads access, if the program was compiled to tell; may be null. Outlives the
  /// call. Holds 24 bytes for each access of each thread.
  AccessTrace *trace = nullptr;
};

struct LaunchResult {
  int64_t endCycle = 0; ///< when the last CTA ended [virtual cycles]
};

/// Runs every CTA: CTA i on SM i mod smCount, one at a time there, each starting when the one
/// before has ended. The result is the same for any number of workers, unless the kernel itself
/// races between CTAs. Blocks. The first fault stops all CTAs; of several, that of the lowest CTA
/// is reported (RunFailed). `cancel` is seen within about 20 ms.
Result<LaunchResult> launch(const LaunchRequest &request);

} // namespace pstudio::cpu
