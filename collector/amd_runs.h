// SPDX-License-Identifier: Apache-2.0
// All that a run needs of AMD GPUs. A build without them (PSTUDIO_WITH_AMD=OFF) has no_amd.cpp in
// place of amd_runs.cpp; every function there reports Unsupported with the option that adds them.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "collector/collector.h"
#include "collector/live_kernels.h"

namespace pstudio {

class KernelModule;
struct KernelSignature;

/// collect() for a specification whose target is "hip" or "hip:ARCHITECTURE".
Result<RunOutcome> collectOnAmd(const RunSpec &spec, ProgressSink &progress,
                                const std::atomic<bool> &cancel, const CollectOptions &options);

/// openLiveKernels() for specifications of that target; at least one.
Result<std::unique_ptr<LiveKernels>> openAmdSession(std::vector<RunSpec> specs,
                                                    ProgressSink &progress,
                                                    const std::atomic<bool> &cancel,
                                                    const CollectOptions &options);

/// The kernel of `module`, which is consumed, as a code object (CodeFormat::Hsaco) or as
/// assembly text (CodeFormat::Isa). Errors of compileToAmd().
Result<std::string> emitAmdCode(const RunSpec &spec, KernelModule &module,
                                const KernelSignature &signature, CodeFormat format);

/// The kernels of `module`, which is consumed, as instrumented LLVM IR. Errors of
/// amd::instrumentedIr(). \param chip  "gfx942", "gfx1100+wavefrontsize64"
Result<std::string> instrumentedAmdIr(KernelModule &module, const std::string &chip,
                                      const std::array<uint32_t, 3> &block,
                                      const std::string &file);

/// The entry of listTargets(). Opens the HIP library: about 0.1 s.
TargetInfo describeAmdTarget();

} // namespace pstudio
