// SPDX-License-Identifier: Apache-2.0
// How the argument table spells a tensor map: the buffer and what differs from the defaults.
#pragma once

#include <QString>

#include "core/base/result.h"
#include "core/run/tensor_map.h"

namespace pstudio {

/// All but the box: "A, swizzle 128B, shape 4 x 30 x 64".
QString formatTensorMap(const TensorMapArgument &map);
/// The same back; the box stays empty. An error names the part and what may stand there.
Result<TensorMapArgument> parseTensorMapText(const QString &text);

} // namespace pstudio
