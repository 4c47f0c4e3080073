// SPDX-License-Identifier: Apache-2.0
// Text of a tensor map in the argument table: the buffer, and the values that are not the defaults.
#pragma once

#include <QString>

#include "core/base/result.h"
#include "core/run/tensor_map.h"

namespace pstudio {

/// All but the box: "A, swizzle 128B, shape 4 x 30 x 64".
QString formatTensorMap(const TensorMapArgument &map);
/// Parses that text; the box stays empty. An error names the part and its valid values.
Result<TensorMapArgument> parseTensorMapText(const QString &text);

} // namespace pstudio
