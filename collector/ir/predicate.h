// SPDX-License-Identifier: Apache-2.0
// A condition under which a thread does something.
#pragma once

#include "mlir/IR/Value.h"

namespace pstudio {

struct Predicate {
  mlir::Value value; ///< an integer that is not 0
  bool isNegated = false;
  bool operator==(const Predicate &) const = default;
};

} // namespace pstudio
