// SPDX-License-Identifier: Apache-2.0
// Types of MLIR as those of a specification.
#pragma once

#include <optional>

#include "core/run/run_spec.h"
#include "mlir/IR/Types.h"

namespace pstudio {

/// The element type of a specification for a number of this type; nothing if there is none.
std::optional<DType> dtypeOf(mlir::Type type);

} // namespace pstudio
