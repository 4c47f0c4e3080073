// SPDX-License-Identifier: Apache-2.0
// The reason why a SQLite database is no trace.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/result.h"

namespace pstudio::sqlite {

/// The error of a database that no reader recognises: it is damaged, of a tool whose databases are
/// not supported, made by this program of a trace, or of an unknown kind. The bytes are those of a
/// looksLikeDatabase(). O(tables).
Error unknownDatabase(std::span<const std::byte> bytes);

} // namespace pstudio::sqlite
