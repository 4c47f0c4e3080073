// SPDX-License-Identifier: Apache-2.0
// roctracer, the older tool of ROCm, recording this process.
#pragma once

#include "collector/activity/hip/activity_source.h"

namespace pstudio::roc {

/// Candidate paths in their order: the value of PSTUDIO_ROCTRACER (a file, or a folder that
/// contains it) alone; otherwise the loader's own search, ROCm's installations, Python's wheels.
std::vector<std::string> roctracerCandidates(const Environment &environment);

/// Opens the first roctracer that can be used, and starts to record. Unsupported if there is none,
/// if its version is not 4, or if another session of this process records.
Result<std::unique_ptr<ActivitySource>> beginRoctracer(const RecordedKinds &kinds,
                                                       const Environment &environment);

} // namespace pstudio::roc
