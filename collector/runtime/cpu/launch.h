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

/// One argument of the kernel, and its name in error messages.
struct KernelArgument {
  std::string name;
  uint64_t word = 0;  ///< the pointer, or the scalar's bits in the low bytes
  uint64_t bytes = 0; ///< accessible size of the pointer's target [bytes]; 0 for scalars
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
      progress; ///< receives the share of CTAs done, on the calling thread; may be empty
  /// Receives the output of the kernel after the launch has ended, also after an error: CTA after
  /// CTA, on the calling thread; may be empty.
  std::function<void(std::string_view)> print;
  /// Receives the accesses of the threads, if the program was compiled with
  /// CompileOptions::tracesAccesses; may be null. Must outlive the call. Takes 24 bytes for each
  /// access of each thread.
  AccessTrace *trace = nullptr;
};

struct LaunchResult {
  int64_t endCycle = 0; ///< when the last CTA ended [virtual cycles]
};

/// Runs every CTA: CTA i on SM i mod smCount. An SM runs one CTA at a time; each starts when its
/// predecessor has ended. The result is the same for any number of workers, unless CTAs of the
/// kernel race with each other. Blocks. The first fault stops all CTAs. Of several faults, the one
/// of the lowest CTA is reported (RunFailed). `cancel` takes effect within about 20 ms.
Result<LaunchResult> launch(const LaunchRequest &request);

} // namespace pstudio::cpu
