// SPDX-License-Identifier: Apache-2.0
// Reads a whole file. Internal to core/run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// All bytes of a regular file. Fails with Io (missing, a folder, unreadable) or InvalidInput (more
/// than `maxBytes`); `where` is the path.
Result<std::vector<std::byte>> readFileBytes(const std::filesystem::path &file, uint64_t maxBytes);

} // namespace pstudio
