// SPDX-License-Identifier: Apache-2.0
// The most that a GPU can compute and transfer, for the utilisation of a kernel.
#pragma once

#include <optional>
#include <string_view>

#include "core/calltree/call_tree.h"

namespace pstudio::calltree {

/// Floating-point operations a second of the matrix units for numbers of `bits` (8, 16, 32 or 64),
/// as Triton Proton computes them: the rate for 8 bits divided by bits / 8. Empty for a device
/// without a rate here (CUDA 80, 89, 90, 100; HIP gfx90a, gfx942, gfx950) or without the properties
/// "arch", and where the rate depends on them "num_sms" and "clock_rate" (kHz).
std::optional<double> peakFlops(std::string_view type, const DeviceProperties &device, int bits);

/// Bytes a second of the device memory: for CUDA from "bus_width" (bits) and "memory_clock_rate"
/// (kHz), for HIP by "arch". Empty if it is unknown.
std::optional<double> peakBytes(std::string_view type, const DeviceProperties &device);

} // namespace pstudio::calltree
