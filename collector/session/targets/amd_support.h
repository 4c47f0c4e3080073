// SPDX-License-Identifier: Apache-2.0
// What a specification may ask of other targets alone, and what to do instead.
#pragma once

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Unsupported, at the field, with what to do instead, for what AMD GPUs do not have or what is not
/// built for them: clusters, cooperative and programmatic launches, the strategy stream, callbacks.
Result<void> checkAmdSpec(const RunSpec &spec);

} // namespace pstudio
