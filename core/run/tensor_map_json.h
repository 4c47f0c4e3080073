// SPDX-License-Identifier: Apache-2.0
// Tensor maps in the JSON of a specification.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/base/json_field.h"
#include "core/base/result.h"
#include "core/run/tensor_map.h"

namespace pstudio {

/// Reads the object "tensor_map" of an argument. What only its buffer can tell is not checked
/// (tensor_map_layout.h).
Result<TensorMapArgument> parseTensorMap(const JsonField &field);

/// The object, without fields that have their default.
nlohmann::ordered_json tensorMapToJson(const TensorMapArgument &map);

} // namespace pstudio
