// SPDX-License-Identifier: Apache-2.0
// The launches of a program: each kernel is instrumented and compiled when it is first launched,
// and each launch goes to the trace.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "collector/collector.h"
#include "collector/program/device_memory.h"
#include "collector/program/gpu_handles.h"
#include "collector/program/kernel_spec.h"
#include "collector/program/program_device.h"
#include "collector/program/run_clock.h"
#include "collector/session/drain_logs.h"
#include "collector/session/kept_captures.h"
#include "collector/session/pass_log.h"
#include "collector/session/stages.h"
#include "collector/session/stream_drainer.h"
#include "core/trace/trace_builder.h"

namespace pstudio::program {

/// A launch as host code orders it.
struct LaunchRequest {
  KernelHandle kernel;
  LaunchShape shape;
  void *const *arguments = nullptr; ///< where each word of the arguments is, in host memory
  /// How many there are; nothing where MLIR's lowering does not tell (launches with clusters).
  std::optional<size_t> argumentCount;
  uint32_t site = 0; ///< index into ProgramParts::sites
};

/// `error` with the place of what host code asked for, unless it tells one already.
Error locatedAt(Error error, const std::string &place);

/// Code is compiled per kernel, block, cluster and dynamic shared memory, since the instrumentation
/// depends on these, and for what the target gains from knowing of the arguments (known_facts.h):
/// of integers, since a descriptor promises nothing of its pointers. A kernel whose arguments keep
/// changing gets general code in the end. [one thread]
class LaunchRunner {
public:
  /// The references must outlive this.
  LaunchRunner(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock,
               ProgressSink &progress, const CollectOptions &options);
  ~LaunchRunner();

  void setParts(std::vector<KernelModuleText> kernelModules, std::vector<CallSite> sites);
  /// Launches and waits for the end; the records go to the trace, even if the launch failed. Errors
  /// of KernelModule and RunTarget, with the place of the launch.
  Result<void> launch(const LaunchRequest &request, const DeviceMemory &memory);

  /// "file:line:column" of a call site, or empty.
  std::string placeOf(uint32_t site) const;

  TraceBuilder &trace() { return m_trace; }
  uint64_t launchCount() const { return m_launchCount; }
  /// Writes the captures and the report of passes that were to be kept.
  Result<void> writeKept();

private:
  struct Parameters;
  struct Prepared;
  using KernelKey = std::pair<std::string, std::string>;                      ///< module, kernel
  using Key = std::tuple<std::string, std::string, LaunchShape, std::string>; ///< but grid; facts

  Result<const Parameters *> parametersOf(const KernelHandle &kernel);
  ArgumentFacts factsOf(const LaunchRequest &request, std::span<const ParameterWord> parameters,
                        std::span<const DeviceWord> words) const;
  Result<Prepared *> prepare(const LaunchRequest &request, const Parameters &parameters,
                             ArgumentFacts facts);
  Result<std::unique_ptr<Prepared>> compile(const LaunchRequest &request,
                                            const Parameters &parameters, ArgumentFacts facts);
  Result<KernelModule> loadModule(const KernelHandle &kernel) const;
  std::string displayName(const KernelHandle &kernel) const;
  Result<void> run(Prepared &prepared, const LaunchRequest &request, std::vector<DeviceWord> words);
  /// Somewhere for the logs, once.
  Result<void> prepareStream();
  /// All that is known of a launch but its records.
  record::LaunchCapture describe(const Prepared &prepared, const std::string &site) const;
  Result<std::unique_ptr<StreamDrainer>> drain(const Prepared &prepared, const std::string &site,
                                               std::span<std::byte> blocks);
  Result<void> decode(Prepared &prepared, const std::string &site, std::span<std::byte> profile);
  void stage(std::string_view name) { m_progress.stage(name); }

  const ProgramSpec &m_spec;
  ProgramDevice &m_device;
  RunClock &m_clock;
  ProgressSink &m_progress;
  const CollectOptions &m_options;
  Stages m_stages;
  PassLog m_passes;
  std::vector<KernelModuleText> m_modules;
  std::vector<CallSite> m_sites;
  std::map<KernelKey, std::unique_ptr<Parameters>> m_parameters;
  std::map<Key, std::unique_ptr<Prepared>> m_prepared;
  std::map<std::string, uint32_t> m_indices; ///< of the next launch, by displayed name
  uint64_t m_launchCount = 0;
  std::optional<DrainLogs> m_logs;  ///< of streamed launches; they stay until the trace is written
  std::filesystem::path m_drainLog; ///< of the last of them
  KeptCaptures m_kept;
  TraceBuilder m_trace;
};

} // namespace pstudio::program
