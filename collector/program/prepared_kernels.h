// SPDX-License-Identifier: Apache-2.0
// Compiled kernels of a program. Each kernel is instrumented and compiled at its first launch.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "collector/collector.h"
#include "collector/program/device_memory.h"
#include "collector/program/gpu_handles.h"
#include "collector/program/kernel_spec.h"
#include "collector/program/program_device.h"
#include "collector/program/run_clock.h"
#include "collector/session/compile/kernel_compile.h"
#include "collector/session/launch/launcher.h"
#include "collector/session/pass_log.h"
#include "collector/session/stages.h"
#include "core/trace/trace_builder.h"

namespace pstudio::program {

/// A launch that host code requests.
struct LaunchRequest {
  KernelHandle kernel;
  LaunchShape shape;
  void *const *arguments = nullptr; ///< host address of each word of the arguments
  /// Number of words; nullopt if MLIR's lowering does not pass it (launches with clusters).
  std::optional<size_t> argumentCount;
  uint32_t site = 0;      ///< index into ProgramParts::sites
  void *stream = nullptr; ///< handle in host code
};

/// Resources of one launch of a kernel. Overlapping launches use different lanes.
struct LaunchLane {
  RunSpec spec; ///< the target keeps a reference
  std::unique_ptr<RunTarget> target;
  std::optional<BoundArguments> arguments;
  std::optional<Launcher> launcher; ///< once the kernel is compiled
  bool isBusy = false;
};

/// A kernel that can be launched with any grid.
struct PreparedKernel {
  std::string name; ///< as it is displayed
  CompiledKernel compiled;
  std::vector<std::unique_ptr<LaunchLane>> lanes; ///< at least one
};

/// Parameters of a kernel.
struct KernelParameters {
  std::vector<ParameterWord> words;
  KernelSignature signature; ///< without the parameters
  bool takesIntegers() const;
};

/// Code is compiled per kernel, block, cluster and dynamic shared memory, since the instrumentation
/// depends on these, and per set of facts about the integer arguments (known_facts.h). There are no
/// facts about pointers, since a memref descriptor does not guarantee any. A kernel with too many
/// different sets of facts gets code without facts. [one thread]
class PreparedKernels {
public:
  /// The references must outlive this object.
  PreparedKernels(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock, Stages &stages,
                  const CollectOptions &options, TraceBuilder &trace);

  void setModules(std::vector<KernelModuleText> modules) { m_modules = std::move(modules); }

  Result<const KernelParameters *> parametersOf(const KernelHandle &kernel);
  /// Facts about the integer arguments of this launch from which the target's code benefits; empty
  /// once the kernel has the largest number of variants.
  ArgumentFacts factsOf(const LaunchRequest &request, const KernelParameters &parameters,
                        std::span<const DeviceWord> words) const;
  /// True if prepare() does not have to compile.
  bool has(const KernelHandle &kernel, const LaunchShape &shape, const ArgumentFacts &facts) const;
  Result<PreparedKernel *> prepare(const KernelHandle &kernel, const LaunchShape &shape,
                                   const KernelParameters &parameters, ArgumentFacts facts);
  /// Returns a lane that no launch uses, with memory for the records of a launch with this grid.
  /// `mayFree`: no kernel runs on the device, so that memory can be freed.
  Result<LaunchLane *> takeLane(PreparedKernel &kernel, const std::array<uint32_t, 3> &grid,
                                bool mayFree);

  /// Writes the captures and the report of passes that the options request.
  Result<void> writeKept();

private:
  using KernelKey = std::pair<std::string, std::string>;                      ///< module, kernel
  using Key = std::tuple<std::string, std::string, LaunchShape, std::string>; ///< no grid

  static Key keyOf(const KernelHandle &kernel, LaunchShape shape, const ArgumentFacts &facts);
  Result<std::unique_ptr<PreparedKernel>> compile(const KernelHandle &kernel,
                                                  const LaunchShape &shape,
                                                  const KernelParameters &parameters,
                                                  ArgumentFacts facts);
  Result<LaunchLane *> addLane(PreparedKernel &kernel);
  Result<KernelModule> loadModule(const KernelHandle &kernel) const;
  std::string displayName(const KernelHandle &kernel) const;

  const ProgramSpec &m_spec;
  ProgramDevice &m_device;
  RunClock &m_clock;
  const CollectOptions &m_options;
  TraceBuilder &m_trace;
  Stages &m_stages;
  LaunchFiles m_files;
  PassLog m_passes;
  std::vector<KernelModuleText> m_modules;
  std::map<KernelKey, std::unique_ptr<KernelParameters>> m_parameters;
  std::map<Key, std::unique_ptr<PreparedKernel>> m_prepared;
};

} // namespace pstudio::program
