// SPDX-License-Identifier: Apache-2.0
// The buffers of a launch by name, for addresses that it records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/session/argument_binding.h"
#include "core/access/buffer_map.h"

namespace pstudio {

/// Appends the arguments that are addresses: with their type and shape if they have buffers of
/// their own, as bytes else. `words` are what the launch passes, one for each argument.
void addArgumentBuffers(BoundArguments &arguments, std::span<const uint64_t> words,
                        std::vector<memory::Buffer> &buffers);

} // namespace pstudio
