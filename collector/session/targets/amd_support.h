// SPDX-License-Identifier: Apache-2.0
// Rejection of features that only other targets support, with the alternatives.
#pragma once

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Unsupported, with the field and the alternative, for features that AMD GPUs do not have or that
/// are not implemented for them: clusters, cooperative and programmatic launches, the strategy
/// stream, callbacks.
Result<void> checkAmdSpec(const RunSpec &spec);

} // namespace pstudio
