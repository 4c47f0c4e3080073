// SPDX-License-Identifier: Apache-2.0
#include "core/compression/zip_archive.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <zlib.h>

#include "core/base/byte_reader.h"
#include "core/base/little_endian.h"

namespace pstudio {
namespace {

// Signatures and sizes of the structures of an archive.
constexpr uint32_t kLocalHeader = 0x04034b50;
constexpr uint32_t kListEntry = 0x02014b50;
constexpr uint32_t kListEnd = 0x06054b50;
constexpr uint32_t kList64End = 0x06064b50;
constexpr uint32_t kList64Locator = 0x07064b50;
constexpr size_t kLocalHeaderBytes = 30;
constexpr size_t kListEntryBytes = 46;
constexpr size_t kListEndBytes = 22;
constexpr size_t kLocatorBytes = 20;
constexpr size_t kList64EndBytes = 56;
constexpr size_t kLongestComment = 65'535;
constexpr uint16_t kZip64Extra = 1;
constexpr uint16_t kEncrypted = 1;
constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;

tl::unexpected<Error> damagedList() {
  return fail(ErrorCode::InvalidFormat, "the zip archive ends early or its list is damaged", "",
              "unpack it with another program, or copy it again");
}

template <class T> T at(std::span<const std::byte> bytes, size_t offset) {
  return loadLittle<T>(bytes.data() + offset);
}

/// Place of the list of members.
struct ListPlace {
  uint64_t offset = 0;
  uint64_t count = 0;
};

/// Offset of the record that ends the archive: only a comment follows it.
std::optional<size_t> findListEnd(std::span<const std::byte> bytes) {
  if (bytes.size() < kListEndBytes)
    return std::nullopt;
  const size_t last = bytes.size() - kListEndBytes;
  const size_t first = last > kLongestComment ? last - kLongestComment : 0;
  for (size_t offset = last + 1; offset-- > first;)
    if (at<uint32_t>(bytes, offset) == kListEnd &&
        at<uint16_t>(bytes, offset + 20) == last - offset)
      return offset;
  return std::nullopt;
}

/// The place as the ZIP64 record before the end record states it, if there is one.
std::optional<ListPlace> list64Place(std::span<const std::byte> bytes, size_t listEnd) {
  if (listEnd < kLocatorBytes || at<uint32_t>(bytes, listEnd - kLocatorBytes) != kList64Locator)
    return std::nullopt;
  const auto offset = at<uint64_t>(bytes, listEnd - kLocatorBytes + 8);
  if (offset > bytes.size() || bytes.size() - offset < kList64EndBytes ||
      at<uint32_t>(bytes, offset) != kList64End)
    return std::nullopt;
  return ListPlace{at<uint64_t>(bytes, offset + 48), at<uint64_t>(bytes, offset + 32)};
}

Result<ListPlace> placeOfList(std::span<const std::byte> bytes) {
  const std::optional<size_t> end = findListEnd(bytes);
  if (!end)
    return damagedList();
  ListPlace place = {at<uint32_t>(bytes, *end + 16), at<uint16_t>(bytes, *end + 10)};
  if (const auto large = list64Place(bytes, *end))
    place = *large;
  if (place.count > ZipArchive::kMostMembers)
    return fail(ErrorCode::InvalidFormat,
                "the zip archive has " + std::to_string(place.count) + " members, more than " +
                    std::to_string(ZipArchive::kMostMembers),
                "", "unpack the one that contains the trace");
  if (place.offset > *end)
    return damagedList();
  return place;
}

/// Replaces sizes and an offset that do not fit 32 bits by those of the ZIP64 extra field, which
/// has them in this order.
void readLargeSizes(std::span<const std::byte> extra, ZipMember &member) {
  while (extra.size() >= 4) {
    const auto id = at<uint16_t>(extra, 0);
    const auto size = std::min<size_t>(at<uint16_t>(extra, 2), extra.size() - 4);
    std::span<const std::byte> values = extra.subspan(4, size);
    extra = extra.subspan(4 + size);
    if (id != kZip64Extra)
      continue;
    for (uint64_t *value : {&member.bytes, &member.packedBytes, &member.headerOffset})
      if (*value == UINT32_MAX && values.size() >= 8) {
        *value = at<uint64_t>(values, 0);
        values = values.subspan(8);
      }
  }
}

/// The member of the entry that `reader` stands on.
Result<ZipMember> readEntry(ByteReader &reader) {
  PSTUDIO_TRY_ASSIGN(const std::span<const std::byte> entry, reader.take(kListEntryBytes));
  if (at<uint32_t>(entry, 0) != kListEntry)
    return damagedList();
  ZipMember member;
  member.isEncrypted = (at<uint16_t>(entry, 8) & kEncrypted) != 0;
  member.method = at<uint16_t>(entry, 10);
  member.checksum = at<uint32_t>(entry, 16);
  member.packedBytes = at<uint32_t>(entry, 20);
  member.bytes = at<uint32_t>(entry, 24);
  member.headerOffset = at<uint32_t>(entry, 42);
  PSTUDIO_TRY_ASSIGN(const std::span<const std::byte> name, reader.take(at<uint16_t>(entry, 28)));
  PSTUDIO_TRY_ASSIGN(const std::span<const std::byte> extra, reader.take(at<uint16_t>(entry, 30)));
  PSTUDIO_TRY(reader.take(at<uint16_t>(entry, 32))); // its comment
  member.name = {reinterpret_cast<const char *>(name.data()), name.size()};
  readLargeSizes(extra, member);
  return member;
}

tl::unexpected<Error> failOfMember(const ZipMember &member, ErrorCode code, std::string message,
                                   std::string hint = {}) {
  return fail(code, std::move(message), "member " + std::string(member.name), std::move(hint));
}

uint32_t checksumOf(std::string_view bytes) {
  return static_cast<uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

} // namespace

bool looksLikeZip(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(uint32_t))
    return false;
  const auto magic = at<uint32_t>(bytes, 0);
  return magic == kLocalHeader || magic == kListEnd;
}

Result<ZipArchive> ZipArchive::open(std::span<const std::byte> bytes) {
  PSTUDIO_TRY_ASSIGN(const ListPlace place, placeOfList(bytes));
  ZipArchive archive(bytes);
  ByteReader reader(bytes);
  PSTUDIO_TRY(reader.seek(place.offset));
  for (uint64_t i = 0; i < place.count; ++i) {
    Result<ZipMember> member = readEntry(reader);
    if (!member)
      return damagedList();
    if (!member->name.ends_with('/')) // a folder
      archive.m_members.push_back(*member);
  }
  return archive;
}

Result<std::span<const std::byte>> ZipArchive::packedBytesOf(const ZipMember &member) const {
  if (member.isEncrypted)
    return failOfMember(member, ErrorCode::Unsupported, "the member is encrypted",
                        "unpack it first");
  if (member.method != kStored && member.method != kDeflated)
    return failOfMember(member, ErrorCode::Unsupported,
                        "the member is compressed with method " + std::to_string(member.method) +
                            ", which is not supported",
                        "unpack it first");
  const auto damaged = [&] {
    return failOfMember(member, ErrorCode::InvalidFormat, "the member is damaged");
  };
  ByteReader reader(m_bytes);
  if (!reader.seek(member.headerOffset))
    return damaged();
  const auto header = reader.take(kLocalHeaderBytes);
  if (!header || at<uint32_t>(*header, 0) != kLocalHeader ||
      !reader.take(at<uint16_t>(*header, 26)) || !reader.take(at<uint16_t>(*header, 28)))
    return damaged();
  const auto packed = reader.take(member.packedBytes);
  if (!packed || (member.method == kStored && member.packedBytes != member.bytes))
    return damaged();
  return *packed;
}

Result<std::string> ZipArchive::read(const ZipMember &member, const InflateLimits &limits) const {
  PSTUDIO_TRY_ASSIGN(const std::span<const std::byte> packed, packedBytesOf(member));
  std::string bytes;
  if (member.method == kStored) {
    PSTUDIO_TRY(checkInflated(limits, packed.size(), packed.size()));
    if (!growInflated(bytes, packed.size()))
      return outOfInflateMemory();
    std::memcpy(bytes.data(), packed.data(), packed.size());
  } else {
    InflateLimits raw = limits;
    raw.wrapping = DeflateWrapping::None;
    Result<Inflated> inflated = inflate(packed, raw);
    if (!inflated) {
      inflated.error().where = "member " + std::string(member.name);
      return tl::unexpected<Error>(std::move(inflated).error());
    }
    if (inflated->isCutOff)
      return failOfMember(member, ErrorCode::InvalidFormat, "the member is damaged");
    bytes = std::move(inflated->bytes);
  }
  if (bytes.size() != member.bytes || checksumOf(bytes) != member.checksum)
    return failOfMember(member, ErrorCode::InvalidFormat,
                        "the member is damaged: its checksum is wrong");
  return bytes;
}

Result<std::string> ZipArchive::readBeginning(const ZipMember &member, size_t bytes) const {
  PSTUDIO_TRY_ASSIGN(const std::span<const std::byte> packed, packedBytesOf(member));
  if (member.method == kStored)
    return std::string(reinterpret_cast<const char *>(packed.data()),
                       std::min(packed.size(), bytes));
  PSTUDIO_TRY_ASSIGN(Inflated inflated, inflate(packed, {.mostBytes = bytes,
                                                         .mostExpansion = kExpansionOfDeflate,
                                                         .wrapping = DeflateWrapping::None,
                                                         .isBeginning = true}));
  return std::move(inflated.bytes);
}

} // namespace pstudio
