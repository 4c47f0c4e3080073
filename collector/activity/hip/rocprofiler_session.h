// SPDX-License-Identifier: Apache-2.0
// rocprofiler-sdk recording this process.
#pragma once

#include "collector/activity/hip/activity_source.h"

namespace pstudio::roc {

/// Registers with the first rocprofiler-sdk that can be used, and starts to record. Unsupported if
/// there is none, or if it is configured already: it takes one configuration in a process, before
/// the HIP runtime is opened.
Result<std::unique_ptr<ActivitySource>> beginRocprofiler(const RecordedKinds &kinds,
                                                         const Environment &environment);

} // namespace pstudio::roc
