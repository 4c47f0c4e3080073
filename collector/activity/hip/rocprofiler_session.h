// SPDX-License-Identifier: Apache-2.0
// rocprofiler-sdk recording this process.
#pragma once

#include "collector/activity/hip/activity_source.h"
#include "collector/activity/hip/rocprofiler_library.h"

namespace pstudio::roc {

/// Registers with the library and starts to record. Unsupported if it is configured already: it
/// takes one configuration in a process, before the HIP runtime is opened.
Result<std::unique_ptr<ActivitySource>>
beginRocprofiler(std::shared_ptr<const RocprofilerLibrary> library, const RecordedKinds &kinds);

} // namespace pstudio::roc
