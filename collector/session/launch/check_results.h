// SPDX-License-Identifier: Apache-2.0
// Comparison of a kernel's output buffers with the checks of its specification.
#pragma once

#include <vector>

#include "collector/collector.h"
#include "collector/session/argument_binding.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Makes every check of the specification, so that log and trace contain all wrong results, and
/// returns the first that failed (WrongResult). The buffers must have been fetched after the last
/// launch.
Result<void> checkResults(const RunSpec &spec, const BoundArguments &arguments,
                          ProgressSink &progress, TraceBuilder &trace,
                          std::vector<CheckOutcome> &outcomes);

} // namespace pstudio
