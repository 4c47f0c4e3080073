// SPDX-License-Identifier: Apache-2.0
// Compresses to the zlib format (RFC 1950).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pstudio {

/// Compresses one stream after the other and keeps its memory (about 256 KiB) between them. The
/// same input, in whatever pieces, gives the same output. Not thread-safe.
class Deflater {
public:
  /// `level` is zlib's: 1 is fastest, 9 is smallest. Fails with Io if there is no memory.
  static Result<Deflater> make(int level);
  Deflater(Deflater &&) noexcept;
  Deflater &operator=(Deflater &&) noexcept;
  ~Deflater();

  /// Takes the next bytes of the stream; what is compressed already is appended to `out`.
  void append(std::span<const std::byte> bytes, std::string &out);
  /// Ends the stream, appends the rest of it to `out`, and is ready for the next stream.
  void finish(std::string &out);

private:
  struct State;
  explicit Deflater(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

/// CRC-32 (ISO 3309, as in gzip) of `bytes`, going on from `before`. O(bytes).
uint32_t crc32Of(std::span<const std::byte> bytes, uint32_t before = 0);

} // namespace pstudio
