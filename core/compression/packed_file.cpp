// SPDX-License-Identifier: Apache-2.0
#include "core/compression/packed_file.h"

#include <algorithm>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/compression/zip_archive.h"
#include "core/compression/zstd_frames.h"

namespace pstudio {
namespace {

/// More than the first packet of a trace of this program.
constexpr size_t kBeginningBytes = size_t{1} << 20;
constexpr size_t kMostTestedMembers = 256;
constexpr size_t kMostNamedMembers = 8;

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// The members in an error: "a.json, b.json and 3 others".
std::string namesOf(std::span<const ZipMember> members) {
  std::string text;
  for (const ZipMember &member : members.first(std::min(members.size(), kMostNamedMembers)))
    text += (text.empty() ? "" : ", ") + printableText(member.name);
  if (members.size() > kMostNamedMembers)
    text += " and " + countText(members.size() - kMostNamedMembers, "other", "others");
  return text;
}

/// Whether the caller wants a member that begins with `beginning`, which may be compressed again.
bool isWantedBeginning(const std::string &beginning, const MemberTest &isWanted) {
  const InflateLimits limits = {.mostBytes = kBeginningBytes, .isBeginning = true};
  const std::span<const std::byte> bytes = bytesOf(beginning);
  switch (packingOf(bytes)) {
  case Packing::None:
    return isWanted(bytes);
  case Packing::Zip:
    return false;
  case Packing::Gzip:
  case Packing::Zstd:
    break;
  }
  const Result<Inflated> inner =
      looksLikeGzip(bytes) ? inflate(bytes, limits) : decompressZstd(bytes, limits);
  return inner && packingOf(bytesOf(inner->bytes)) == Packing::None &&
         isWanted(bytesOf(inner->bytes));
}

/// The one member to unpack.
Result<ZipMember> chosenMember(const ZipArchive &archive, const MemberTest &isWanted) {
  const std::span<const ZipMember> members = archive.members();
  if (members.empty())
    return fail(ErrorCode::InvalidFormat, "the zip archive is empty");
  if (members.size() == 1)
    return members.front();
  std::vector<ZipMember> wanted;
  for (const ZipMember &member : members.first(std::min(members.size(), kMostTestedMembers))) {
    const Result<std::string> beginning = archive.readBeginning(member, kBeginningBytes);
    if (beginning && isWantedBeginning(*beginning, isWanted))
      wanted.push_back(member);
  }
  if (wanted.size() == 1)
    return wanted.front();
  if (wanted.empty())
    return fail(ErrorCode::InvalidFormat,
                "no member of the zip archive can be opened: " + namesOf(members), "",
                "unpack the one that contains the trace");
  return fail(ErrorCode::InvalidFormat,
              "the zip archive has " + countText(wanted.size(), "member", "members") +
                  " that can be opened: " + namesOf(wanted),
              "", "unpack the one to open");
}

Result<Unpacked> unpackZip(std::span<const std::byte> bytes, const InflateLimits &limits,
                           const MemberTest &isWanted) {
  PSTUDIO_TRY_ASSIGN(const ZipArchive archive, ZipArchive::open(bytes));
  PSTUDIO_TRY_ASSIGN(const ZipMember member, chosenMember(archive, isWanted));
  PSTUDIO_TRY_ASSIGN(std::string content, archive.read(member, limits));
  return Unpacked{std::move(content), false, std::string(member.name)};
}

} // namespace

Packing packingOf(std::span<const std::byte> bytes) {
  return looksLikeGzip(bytes)   ? Packing::Gzip
         : looksLikeZstd(bytes) ? Packing::Zstd
         : looksLikeZip(bytes)  ? Packing::Zip
                                : Packing::None;
}

Result<Unpacked> unpack(std::span<const std::byte> bytes, const InflateLimits &limits,
                        const MemberTest &isWanted) {
  const Packing packing = packingOf(bytes);
  if (packing == Packing::Zip)
    return unpackZip(bytes, limits, isWanted);
  PSTUDIO_TRY_ASSIGN(Inflated inflated, packing == Packing::Gzip ? inflate(bytes, limits)
                                                                 : decompressZstd(bytes, limits));
  return Unpacked{std::move(inflated.bytes), inflated.isCutOff, {}};
}

Result<Unpacked> unpackAll(std::span<const std::byte> bytes, const InflateLimits &limits,
                           const MemberTest &isWanted) {
  PSTUDIO_TRY_ASSIGN(Unpacked unpacked, unpack(bytes, limits, isWanted));
  const bool wasZip = packingOf(bytes) == Packing::Zip;
  const Packing inner = packingOf(bytesOf(unpacked.bytes));
  if (inner == Packing::None)
    return unpacked;
  if (!wasZip || inner == Packing::Zip)
    return fail(ErrorCode::InvalidFormat, "the file is compressed twice", "", "decompress it once");
  PSTUDIO_TRY_ASSIGN(Unpacked file, unpack(bytesOf(unpacked.bytes), limits, isWanted));
  if (packingOf(bytesOf(file.bytes)) != Packing::None)
    return fail(ErrorCode::InvalidFormat, "the file is compressed twice", "", "decompress it once");
  file.member = std::move(unpacked.member);
  return file;
}

} // namespace pstudio
