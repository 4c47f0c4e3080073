// SPDX-License-Identifier: Apache-2.0
// The buffers of a launch by name, for addresses that it records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/session/argument_binding.h"
#include "core/access/buffer_map.h"
#include "core/record/access_writer.h"

namespace pstudio {

/// Appends the arguments that are addresses: with their type and shape if they have buffers of
/// their own, as bytes else. `words` are what the launch passes, one for each argument.
void addArgumentBuffers(BoundArguments &arguments, std::span<const uint64_t> words,
                        std::vector<memory::Buffer> &buffers);

/// Appends the arguments that are tensor maps, and the buffers that are no arguments: those that
/// only maps look at. `addresses` are those of all buffers, by number.
void addTensorMaps(BoundArguments &arguments, std::span<const uint64_t> addresses,
                   record::LaunchMemory &memory);

/// What a copy by `layout` over memory at `address` reads and writes.
memory::TensorMap tensorMapOf(const TensorMapLayout &layout, uint32_t argument, uint64_t address);

} // namespace pstudio
