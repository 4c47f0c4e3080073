// SPDX-License-Identifier: Apache-2.0
// A trace of rocprofv3 beside the records of the same run, on one axis.
#pragma once

#include "core/formats/rocprof/dispatch_alignment.h"

namespace pstudio::rocprof {

/// `recorded` with everything of `traced` under a group "rocprofv3", on the device's timer. The
/// group's arguments say the offset, by how many launches it was found and how far it may be off
/// ("clock.offsetNs", "clock.anchors", "clock.uncertaintyNs"), a note the same in words. Errors as
/// alignDispatches(). O(n).
Result<Trace> mergeRocprof(const Trace &recorded, const Trace &traced);

} // namespace pstudio::rocprof
