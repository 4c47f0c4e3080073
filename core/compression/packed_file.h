// SPDX-License-Identifier: Apache-2.0
// A file within gzip, zstd or a zip archive, which its content determines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/inflate.h"

namespace pstudio {

/// The wrapping of a file.
enum class Packing : uint8_t { None, Gzip, Zstd, Zip };

/// Detects the wrapping from the first four bytes.
Packing packingOf(std::span<const std::byte> bytes);

/// A file that was unpacked.
struct Unpacked {
  std::string bytes;
  bool isCutOff = false; ///< the gzip or zstd data ends early or is damaged
  std::string member;    ///< name in the zip archive; empty for gzip and zstd
};

/// Whether the beginning of a member is that of a file that the caller reads.
using MemberTest = std::function<bool(std::span<const std::byte> beginning)>;

/// Unpacks one level. Of a zip archive with several members, the one that `isWanted` accepts; the
/// test gets about the first MiB of each, decompressed where they are gzip or zstd data in turn.
/// Errors as inflate(), decompressZstd() and ZipArchive; InvalidFormat too, with the names of
/// members, if none or several are wanted. `bytes` are not of Packing::None. O(input + output).
/// [thread: any]
Result<Unpacked> unpack(std::span<const std::byte> bytes, const InflateLimits &limits,
                        const MemberTest &isWanted);

/// Unpacks until nothing is packed: one level, or a gzip or zstd file in a zip archive. Packed
/// bytes otherwise nested are InvalidFormat. Errors as unpack().
Result<Unpacked> unpackAll(std::span<const std::byte> bytes, const InflateLimits &limits,
                           const MemberTest &isWanted);

} // namespace pstudio
