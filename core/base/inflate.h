// SPDX-License-Identifier: Apache-2.0
// Decompresses gzip and zlib data of untrusted files within bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/read_progress.h"
#include "core/base/result.h"

namespace pstudio {

/// Decompressed bytes, and whether the input stopped or was damaged before its end.
struct Inflated {
  std::string bytes;
  bool isCutOff = false;
};

/// Whether `bytes` begin with the magic number of gzip (RFC 1952).
bool looksLikeGzip(std::span<const std::byte> bytes);

/// Output bytes for each input byte that decompression accepts. Traces and JSON of real programs
/// stay below 60; data made to exhaust memory comes close to kExpansionOfDeflate.
constexpr size_t kMaxExpansion = 250;
/// The largest expansion that the deflate format permits (zlib's documentation).
constexpr size_t kExpansionOfDeflate = 1032;

/// Wrapping of deflate data.
enum class DeflateWrapping : uint8_t {
  GzipOrZlib, ///< which one, the data determines
  None,       ///< raw deflate data, as in zip archives
};

/// Bounds of one decompression. The time is proportional to input and output bytes.
struct InflateLimits {
  size_t mostBytes = 0; ///< of output
  /// Output bytes for each input byte; not checked for the first 16 MiB of output.
  size_t mostExpansion = kMaxExpansion;
  const ReadProgress *progress = nullptr; ///< a cancelled one ends the decompression; may be null
  DeflateWrapping wrapping = DeflateWrapping::GzipOrZlib;
  bool isBeginning = false; ///< stop at `mostBytes`, cut off, in place of an error
};

/// The limit of output that is kept as a whole, such as that of a file: 16 GiB, and not more than
/// half of the physical memory, since what is made of the bytes takes memory, too.
size_t mostInflatedBytes();

/// Whether `output` bytes made of `input` bytes are within the limits. Errors as inflate().
Result<void> checkInflated(const InflateLimits &limits, size_t input, size_t output);
/// Resizes the output of a decompression. False if there is no memory.
bool growInflated(std::string &bytes, size_t size);
/// The error for that.
tl::unexpected<Error> outOfInflateMemory();

/// Decompresses gzip (several members too), zlib or raw deflate data. The bytes before a cut or
/// damage are kept. Errors: InvalidFormat if no byte can be decompressed or the output exceeds a
/// limit, Io if memory is exhausted, Cancelled.
Result<Inflated> inflate(std::span<const std::byte> bytes, const InflateLimits &limits);

} // namespace pstudio
