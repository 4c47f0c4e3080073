// SPDX-License-Identifier: Apache-2.0
// The field "memory" of a launch in a capture's header: buffers, tensor maps, rules of the chip.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/json_field.h"
#include "core/record/access_writer.h"

namespace pstudio::record {

/// FORMAT.md names the fields. O(buffers).
nlohmann::json launchMemoryToJson(const LaunchMemory &memory);

/// Fails as parseCaptureHeader(), and for a model or tensor map with numbers that none has.
Result<LaunchMemory> parseLaunchMemory(const JsonField &field);

} // namespace pstudio::record
