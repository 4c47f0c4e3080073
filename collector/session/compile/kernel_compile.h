// SPDX-License-Identifier: Apache-2.0
// One kernel instrumented and compiled, or taken from the cache: the stages from a module to code
// on the target.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "collector/codegen/kernel_module.h"
#include "collector/collector.h"
#include "collector/session/pass_log.h"
#include "collector/session/run_target.h"
#include "collector/session/stages.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// An instrumented kernel as code of a target, and the decisions of its compile.
struct CompiledKernel {
  InstrumentedKernel kernel;
  std::shared_ptr<KernelCode> code;
  bool mayBeShared = false; ///< its records may be in shared memory while it runs
  std::string cacheState;   ///< "hit", "miss" or "rebuilt"; empty without a cache
  std::string passReport;   ///< id of the report of its passes; empty if not requested
  ArgumentFacts facts;      ///< that every launch of it must satisfy
};

/// Adds facts about the compile to a launch's capture.
void describeCompile(const CompiledKernel &compiled, record::LaunchCapture &capture);

/// Compiles the kernel of `spec` with its mode for `target`, which is open. `options` select the
/// cache and the report of passes. A new compile consumes `module`: it cannot be compiled again.
/// The user's callbacks are compiled first. Errors of callbackCodeOf(), checkSampling(),
/// KernelModule and RunTarget; Cancelled between two stages.
Result<CompiledKernel> compileKernel(const RunSpec &spec, KernelModule &module,
                                     const KernelSignature &signature, RunTarget &target,
                                     Stages &stages, const CollectOptions &options);
/// As above, with options from the caller, whose facts may be specific to one launch, and with a
/// log of passes that other compiles can share.
Result<CompiledKernel> compileKernel(const RunSpec &spec, KernelModule &module,
                                     const InstrumentOptions &instrumentation, RunTarget &target,
                                     Stages &stages, const CollectOptions &options,
                                     PassLog &passes);

} // namespace pstudio
