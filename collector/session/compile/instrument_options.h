// SPDX-License-Identifier: Apache-2.0
// What the instrumentation is told about a launch.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "collector/session/run_target.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// With what is known of the specification's arguments on its target (known_facts.h). Segments in
/// shared memory get what the kernel, its dynamic shared memory included, leaves of the
/// device's limit. If the mode leaves the place of segments open, they get no more than a 24th of
/// an SM's shared memory for each CTA (as Triton Proton: more would cost occupancy), and shared
/// memory at all only if 64 slots fit into that, or the number that the mode asks for. With
/// strategy flush segments are in shared memory in any case, of the largest size that takes no more
/// than that. With the mode memory, segments in global memory get what the kernel may write, up to
/// 65536 slots each and 256 MiB for the launch, but no less than in other modes.
InstrumentOptions instrumentOptions(const RunSpec &spec, const KernelSignature &signature,
                                    const DeviceLimits &limits);

/// InvalidInput, with the ids that there are, if the mode samples warps or CTAs that the launch
/// does not have. `limits` are those of the target.
Result<void> checkSampling(const RunSpec &spec, const DeviceLimits &limits);

/// CTAs of the launch that record: those have a block in the profile buffer.
uint64_t recordedCtas(const RunSpec &spec);

} // namespace pstudio
