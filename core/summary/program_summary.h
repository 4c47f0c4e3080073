// SPDX-License-Identifier: Apache-2.0
// The lines of a program with GPU activity, and of any other trace.
#pragma once

#include "core/summary/summary.h"

namespace pstudio::summary {

/// Whether a slice has the category of GPU activity of any supported profiler. O(slices).
bool hasGpuActivity(const Trace &trace);

/// Length, steps (slices "ProfilerStep#N"), idle share of the GPUs, the three kernels with most
/// time, launches with records inside of the kernel. O(slices log slices).
Summary programSummary(const Trace &trace);

/// Length, slices, tracks, the names with most time, lost data. O(tracks + names + notes).
Summary contentSummary(const Trace &trace);

} // namespace pstudio::summary
