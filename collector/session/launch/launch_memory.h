// SPDX-License-Identifier: Apache-2.0
// The named buffers of a launch, for the lookup of recorded addresses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/session/argument_binding.h"
#include "core/access/buffer_map.h"
#include "core/record/access_writer.h"

namespace pstudio {

/// Appends the arguments that are addresses: with their type and shape if they have buffers, else
/// as bytes. `words` are the arguments of the launch, one word each.
void addArgumentBuffers(BoundArguments &arguments, std::span<const uint64_t> words,
                        std::vector<memory::Buffer> &buffers);

/// Appends the arguments that are tensor maps, and the buffers that are no arguments (only tensor
/// maps refer to them). `addresses` contains the addresses of all buffers, by number.
void addTensorMaps(BoundArguments &arguments, std::span<const uint64_t> addresses,
                   record::LaunchMemory &memory);

/// The tensor map of `layout` over memory at `address`, in the form of the trace.
memory::TensorMap tensorMapOf(const TensorMapLayout &layout, uint32_t argument, uint64_t address);

} // namespace pstudio
