// SPDX-License-Identifier: Apache-2.0
// Queries of one statement that several classes of instructions share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/ptx/program.h"

namespace pstudio::ptx {

/// The number that operand `index` is; nullopt for a register or a statement with fewer operands.
std::optional<uint32_t> immediateAt(const Statement &statement, size_t index);

/// The first operand from `from` on that is an address, or -1.
int addressFrom(const Statement &statement, size_t from);

} // namespace pstudio::ptx
