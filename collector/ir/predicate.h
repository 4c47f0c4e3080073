// SPDX-License-Identifier: Apache-2.0
// A condition under which a thread executes an operation.
#pragma once

#include <cstdint>

#include "mlir/IR/Value.h"

namespace pstudio {

struct Predicate {
  mlir::Value value; ///< an integer that is not 0, or a vector of them
  bool isNegated = false;
  int32_t element = -1; ///< of a vector: the index of the integer
  bool operator==(const Predicate &) const = default;
};

} // namespace pstudio
