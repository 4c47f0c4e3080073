// SPDX-License-Identifier: Apache-2.0
// Decompresses zstd data of untrusted files within bounds.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/inflate.h"

namespace pstudio {

/// Whether `bytes` begin with the magic number of a zstd frame or of a skippable one (RFC 8878).
bool looksLikeZstd(std::span<const std::byte> bytes);

/// Decompresses zstd data, all frames of it. The bytes before a cut or damage are kept. Errors as
/// inflate(); InvalidFormat too for a frame whose window needs more than 128 MiB. O(input +
/// output). [thread: any]
Result<Inflated> decompressZstd(std::span<const std::byte> bytes, const InflateLimits &limits);

} // namespace pstudio
