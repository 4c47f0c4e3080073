// SPDX-License-Identifier: Apache-2.0
// A checked tensor map as the driver is asked for it.
#pragma once

#include <cstdint>

#include "collector/runtime/cuda/tensor_map.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio {

/// `layout` over the tensor that begins at `address` on the device.
cuda::TensorMapRequest tensorMapRequest(const TensorMapLayout &layout, uint64_t address);

} // namespace pstudio
