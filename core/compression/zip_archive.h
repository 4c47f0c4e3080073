// SPDX-License-Identifier: Apache-2.0
// The members of a zip archive (PKWARE's APPNOTE.TXT, sections 4.3 and 4.5.3), of untrusted files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/inflate.h"

namespace pstudio {

/// A file of an archive. Sizes are those that the archive states.
struct ZipMember {
  std::string_view name; ///< as stored, any bytes; valid as long as the archive's bytes
  uint64_t bytes = 0;    ///< decompressed
  uint64_t packedBytes = 0;
  uint64_t headerOffset = 0; ///< of its local header [bytes]
  uint32_t checksum = 0;     ///< CRC-32 of the decompressed bytes
  uint16_t method = 0;       ///< 0 stored, 8 deflated
  bool isEncrypted = false;
};

/// Whether `bytes` begin as a zip archive does: with the header of a member or of an empty list.
bool looksLikeZip(std::span<const std::byte> bytes);

/// The list of members of an archive. [thread: any]
class ZipArchive {
public:
  /// Reads the list at the end of the archive; folders are left out. `bytes` must outlive the
  /// archive. InvalidFormat if the list is missing, damaged or longer than kMostMembers.
  /// O(members).
  static Result<ZipArchive> open(std::span<const std::byte> bytes);
  static constexpr size_t kMostMembers = 100'000;

  std::span<const ZipMember> members() const { return m_members; }

  /// The decompressed bytes of a member. Errors name it: Unsupported if it is encrypted or of
  /// another method, InvalidFormat if it is damaged or exceeds the limits. O(bytes).
  Result<std::string> read(const ZipMember &member, const InflateLimits &limits) const;
  /// About the first `bytes` bytes, without a check of the whole. Errors as read().
  Result<std::string> readBeginning(const ZipMember &member, size_t bytes) const;

private:
  explicit ZipArchive(std::span<const std::byte> bytes) : m_bytes(bytes) {}
  Result<std::span<const std::byte>> packedBytesOf(const ZipMember &member) const;

  std::span<const std::byte> m_bytes;
  std::vector<ZipMember> m_members;
};

} // namespace pstudio
