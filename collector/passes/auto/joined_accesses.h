// SPDX-License-Identifier: Apache-2.0
// Accesses that the record of another one implies.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mlir/Interfaces/FunctionInterfaces.h"

#include "collector/analysis/access_operands.h"
#include "collector/analysis/address_analysis.h"
#include "collector/classification/operation_classifier.h"
#include "collector/ir/proton_dialect.h"
#include "core/record/thread_offsets.h"

namespace pstudio::automode {

/// An access that is to be recorded or counted.
struct AccessPlace {
  mlir::Operation *op;
  AccessOperands access;
  std::optional<int64_t> stride;     ///< from lane to lane [bytes]
  uint32_t group;                    ///< lanes that it holds within; 0: all of a warp
  std::optional<LaneXors> xors = {}; ///< below the stride
  std::optional<record::ThreadOffsets> offsets = {}; ///< without stride and xors
  proton::CountedAttr counted = {};
  std::optional<int64_t> distance = {}; ///< from the nearest place before without one [bytes]
};

/// Puts each access after the access that implies it, with the distance. That is an access of the
/// same run (access_runs.h) whose address differs by a constant in every lane. `places` are in the
/// order of the text. At most 16 records before each access are examined. O(accesses * operations
/// that compute an address).
std::vector<AccessPlace> joinAccesses(mlir::FunctionOpInterface function,
                                      std::vector<AccessPlace> places,
                                      const Classifiers &classifiers,
                                      const AddressAnalysis &analysis);

} // namespace pstudio::automode
