// SPDX-License-Identifier: Apache-2.0
// The kernels of a program as code: each is instrumented and compiled when it is first launched.
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

/// A launch as host code orders it.
struct LaunchRequest {
  KernelHandle kernel;
  LaunchShape shape;
  void *const *arguments = nullptr; ///< where each word of the arguments is, in host memory
  /// How many there are; nothing where MLIR's lowering does not tell (launches with clusters).
  std::optional<size_t> argumentCount;
  uint32_t site = 0;      ///< index into ProgramParts::sites
  void *stream = nullptr; ///< that host code names
};

/// What one launch at a time of a kernel needs: launches that overlap have one each.
struct LaunchLane {
  RunSpec spec; ///< the target keeps a reference
  std::unique_ptr<RunTarget> target;
  std::optional<BoundArguments> arguments;
  std::optional<Launcher> launcher; ///< once the kernel is compiled
  bool isBusy = false;
};

/// A kernel that is ready to launch with any grid.
struct PreparedKernel {
  std::string name; ///< as it is displayed
  CompiledKernel compiled;
  std::vector<std::unique_ptr<LaunchLane>> lanes; ///< at least one
};

/// What a kernel takes.
struct KernelParameters {
  std::vector<ParameterWord> words;
  KernelSignature signature; ///< without the parameters
  bool takesIntegers() const;
};

/// Code is compiled per kernel, block, cluster and dynamic shared memory, since the instrumentation
/// depends on these, and for what the target gains from knowing of the arguments (known_facts.h):
/// of integers, since a descriptor promises nothing of its pointers. A kernel whose arguments keep
/// changing gets general code in the end. [one thread]
class PreparedKernels {
public:
  /// The references must outlive this.
  PreparedKernels(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock, Stages &stages,
                  const CollectOptions &options, TraceBuilder &trace);

  void setModules(std::vector<KernelModuleText> modules) { m_modules = std::move(modules); }

  Result<const KernelParameters *> parametersOf(const KernelHandle &kernel);
  /// What the target gains from knowing of this launch's integers; nothing once there is enough
  /// code.
  ArgumentFacts factsOf(const LaunchRequest &request, const KernelParameters &parameters,
                        std::span<const DeviceWord> words) const;
  /// Whether prepare() has nothing to compile.
  bool has(const KernelHandle &kernel, const LaunchShape &shape, const ArgumentFacts &facts) const;
  Result<PreparedKernel *> prepare(const KernelHandle &kernel, const LaunchShape &shape,
                                   const KernelParameters &parameters, ArgumentFacts facts);
  /// A lane that no launch uses, with memory for the records of a launch with this grid. `mayFree`:
  /// nothing runs on the device, so that memory can be given back.
  Result<LaunchLane *> takeLane(PreparedKernel &kernel, const std::array<uint32_t, 3> &grid,
                                bool mayFree);

  /// Writes the captures and the report of passes that the options ask for.
  Result<void> writeKept();

private:
  using KernelKey = std::pair<std::string, std::string>;                      ///< module, kernel
  using Key = std::tuple<std::string, std::string, LaunchShape, std::string>; ///< but grid; facts

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
