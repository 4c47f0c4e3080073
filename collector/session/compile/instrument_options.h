// SPDX-License-Identifier: Apache-2.0
// Options of the instrumentation for a launch.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "collector/session/run_target.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// The options contain the facts about the specification's arguments on its target (known_facts.h).
/// Segments in shared memory can use the device's limit minus the shared memory of the kernel,
/// dynamic shared memory included. If the mode does not specify the place of segments, they use at
/// most 1/24 of an SM's shared memory for each CTA (as in Triton Proton: more would reduce
/// occupancy), and only if 64 slots, or the number that the mode specifies, fit into that. Else
/// they are in global memory. With strategy flush, segments are always in shared memory, with the
/// largest size within 1/24. With the mode memory, segments in global memory are as large as the
/// records that the kernel may write, up to 65536 slots each and 256 MiB for the launch, but not
/// smaller than in other modes.
InstrumentOptions instrumentOptions(const RunSpec &spec, const KernelSignature &signature,
                                    const DeviceLimits &limits);

/// InvalidInput, with the valid ids, if the mode samples warps or CTAs that the launch does not
/// have. `limits` are the limits of the target.
Result<void> checkSampling(const RunSpec &spec, const DeviceLimits &limits);

/// Number of CTAs of the launch that record. Each has a block in the profile buffer.
uint64_t recordedCtas(const RunSpec &spec);

} // namespace pstudio
