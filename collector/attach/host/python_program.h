// SPDX-License-Identifier: Apache-2.0
// Which Python interpreter runs a process.
#pragma once

#include <cstdint>
#include <optional>

#include "collector/attach/host/backend.h"
#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

/// As the process reported it, else of its program file if that is a Python; executable empty if it
/// is none.
PythonProgram pythonOf(uint32_t process, const std::optional<Interpreter> &interpreter);

} // namespace pstudio::attach
