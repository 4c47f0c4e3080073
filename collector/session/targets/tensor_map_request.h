// SPDX-License-Identifier: Apache-2.0
// Converts a checked tensor map to a request to the driver.
#pragma once

#include <cstdint>

#include "collector/runtime/cuda/tensor_map.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio {

/// Request for a tensor map with `layout` over the tensor that begins at the device address
/// `address`.
cuda::TensorMapRequest tensorMapRequest(const TensorMapLayout &layout, uint64_t address);

} // namespace pstudio
