// SPDX-License-Identifier: Apache-2.0
// The modes that kernels of attached programs can have.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {

/// The mode of an attached kernel: records in global memory. InvalidInput for no mode; Unsupported
/// for a mode that needs a host of its own: strategy=stream, callbacks.
Result<InstrumentationMode> parseAttachMode(std::string_view text);

/// The mode if none is given.
inline constexpr std::string_view kDefaultAttachMode = "functions,loops,barriers";

} // namespace pstudio::attach
