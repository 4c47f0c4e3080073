// SPDX-License-Identifier: Apache-2.0
// A specification for a kernel of which only the PTX is known, to be completed by the user.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Runs the first entry of a PTX file on the target cuda. PTX states no sizes: every parameter of
/// 64 bits is a buffer of 1024 random f32, every other number is 1024 or 1.0, the block is the
/// entry's or has 128 threads, the grid has one CTA. Io if the file cannot be read; InvalidFormat
/// with file:line:column for text that is no PTX; InvalidInput for a module without an entry.
/// O(length)
Result<RunSpec> runSpecForPtx(const std::filesystem::path &file);

} // namespace pstudio
