// SPDX-License-Identifier: Apache-2.0
// Decompresses gzip and zlib data that nobody vouches for.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pstudio {

/// Decompressed bytes, and whether the input stopped or was damaged before its end.
struct Inflated {
  std::string bytes;
  bool isCutOff = false;
};

/// Whether `bytes` begin like a gzip file (RFC 1952).
bool looksLikeGzip(std::span<const std::byte> bytes);

/// Decompresses gzip (several members too) or zlib data. What precedes a cut or damage is kept. An
/// Error if nothing can be decompressed or if the output would exceed `mostBytes` (a few kilobytes
/// can claim to be terabytes).
Result<Inflated> inflate(std::span<const std::byte> bytes, size_t mostBytes);

/// Raw deflate data (RFC 1951) without a header; as inflate() otherwise.
Result<Inflated> inflateRaw(std::span<const std::byte> bytes, size_t mostBytes);

} // namespace pstudio
