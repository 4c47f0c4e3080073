// SPDX-License-Identifier: Apache-2.0
#include "core/image/gpu_image.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>

#include "core/base/byte_reader.h"
#include "core/image/decompression.h"
#include "core/image/elf_file.h"

namespace pstudio::image {
namespace {

constexpr uint32_t kWrapperMagic = 0x466243b1;
constexpr uint32_t kContainerMagic = 0xba55ed50;
constexpr uint16_t kContainerVersion = 1;
constexpr size_t kLeastContainerHead = 16;
constexpr size_t kLeastEntryHead = 64;
/// More entries than architectures and representations of any image.
constexpr size_t kMostEntries = 4096;
constexpr uint32_t kLongestOptions = 64 << 10;

// Flags of an entry's head.
constexpr uint64_t kLz4 = 0x2000, kZstd = 0x8000, kForArchitecture = 0x100000,
                   kForFamily = 0x200000;
/// Set by tools of CUDA 10 to 13 for plain and compressed entries alike, or of known meaning.
constexpr uint64_t kOtherCompression = 0x1000 | 0x4000;

std::string byteText(uint64_t offset) {
  return "byte " + std::to_string(offset);
}

uint32_t magicOf(std::span<const std::byte> bytes) {
  uint32_t magic = 0;
  if (bytes.size() >= sizeof magic)
    std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic;
}

/// The fixed part of an entry's head (FORMAT.md).
struct EntryHead {
  uint16_t kind, version;
  uint32_t headBytes;
  uint64_t storedBytes;
  uint32_t compressedBytes, optionsPlace;
  uint16_t minor, major;
  uint32_t architecture, namePlace, nameBytes;
  uint64_t flags, reserved, payloadBytes;
};
static_assert(sizeof(EntryHead) == kLeastEntryHead);

Compression compressionOf(uint64_t flags) {
  const bool isLz4 = (flags & kLz4) != 0, isZstd = (flags & kZstd) != 0;
  if ((flags & kOtherCompression) != 0 || (isLz4 && isZstd))
    return Compression::Unknown;
  return isLz4 ? Compression::Lz4 : isZstd ? Compression::Zstd : Compression::None;
}

EntryKind kindOf(uint16_t kind) {
  constexpr uint16_t kPtx = 1, kElf = 2;
  return kind == kPtx ? EntryKind::Ptx : kind == kElf ? EntryKind::Elf : EntryKind::Other;
}

/// The options of ptxas: two numbers, place and size, and then the text, all inside of the head.
Result<std::string> optionsOf(const EntryHead &head, std::span<const std::byte> bytes,
                              uint64_t offset) {
  if (head.optionsPlace == 0)
    return std::string();
  ByteReader reader(bytes);
  if (!reader.seek(head.optionsPlace))
    return fail(ErrorCode::InvalidFormat, "the options lie outside of their entry's head",
                byteText(offset));
  const Result<uint32_t> place = reader.read<uint32_t>(), size = reader.read<uint32_t>();
  if (!place || !size || *size > kLongestOptions || !reader.seek(*place))
    return fail(ErrorCode::InvalidFormat, "the options lie outside of their entry's head",
                byteText(offset));
  const auto text = reader.take(*size);
  if (!text)
    return fail(ErrorCode::InvalidFormat, "the options lie outside of their entry's head",
                byteText(offset));
  std::string options(reinterpret_cast<const char *>(text->data()), text->size());
  return options.substr(0, options.find('\0'));
}

Result<ImageEntry> entryFrom(const EntryHead &head, std::span<const std::byte> bytes,
                             uint64_t offset) {
  ImageEntry entry;
  entry.kind = kindOf(head.kind);
  entry.flags = head.flags;
  entry.compression = compressionOf(head.flags);
  entry.architecture.number = head.architecture;
  entry.architecture.suffix = (head.flags & kForArchitecture) != 0 ? 'a'
                              : (head.flags & kForFamily) != 0     ? 'f'
                                                                   : char(0);
  if (entry.kind == EntryKind::Ptx) { // the options of machine code are a table of its features
    PSTUDIO_TRY_ASSIGN(entry.ptxasOptions, optionsOf(head, bytes.first(head.headBytes), offset));
  }
  entry.offset = offset + head.headBytes;
  entry.payload = bytes.subspan(head.headBytes, head.storedBytes);
  entry.payloadBytes = head.storedBytes;
  if (entry.compression == Compression::None)
    return entry;
  if (head.compressedBytes > head.storedBytes)
    return fail(ErrorCode::InvalidFormat, "compressed code is longer than its entry",
                byteText(offset));
  entry.payload = entry.payload.first(head.compressedBytes);
  entry.payloadBytes = head.payloadBytes;
  return entry;
}

/// The entry at `offset` and the bytes that it takes.
Result<std::pair<ImageEntry, uint64_t>> readEntry(std::span<const std::byte> container,
                                                  uint64_t offset) {
  const std::span<const std::byte> bytes = container.subspan(offset);
  EntryHead head;
  if (bytes.size() < sizeof head)
    return fail(ErrorCode::InvalidFormat, "the head of an entry is cut off", byteText(offset));
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.headBytes < kLeastEntryHead || head.headBytes > bytes.size() ||
      head.storedBytes > bytes.size() - head.headBytes)
    return fail(ErrorCode::InvalidFormat, "an entry is longer than its image", byteText(offset));
  PSTUDIO_TRY_ASSIGN(ImageEntry entry, entryFrom(head, bytes, offset));
  return std::pair(std::move(entry), head.headBytes + head.storedBytes);
}

/// The container at the begin of the bytes, without what comes after it.
Result<std::span<const std::byte>> containerAt(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  PSTUDIO_TRY(reader.read<uint32_t>());
  PSTUDIO_TRY_ASSIGN(const uint16_t version, reader.read<uint16_t>());
  PSTUDIO_TRY_ASSIGN(const uint16_t headBytes, reader.read<uint16_t>());
  PSTUDIO_TRY_ASSIGN(const uint64_t size, reader.read<uint64_t>());
  if (version != kContainerVersion)
    return fail(ErrorCode::Unsupported,
                "fat binary of the unknown version " + std::to_string(version), byteText(4));
  if (headBytes < kLeastContainerHead || headBytes > bytes.size())
    return fail(ErrorCode::InvalidFormat, "the head of the fat binary is damaged", byteText(6));
  if (size > bytes.size() - headBytes)
    return fail(ErrorCode::InvalidFormat,
                "the fat binary is cut off: " + std::to_string(size) + " bytes are stated",
                byteText(8));
  return bytes.first(headBytes + size);
}

Result<GpuImage> readContainer(std::span<const std::byte> bytes) {
  PSTUDIO_TRY_ASSIGN(const std::span<const std::byte> container, containerAt(bytes));
  uint16_t headBytes = 0;
  std::memcpy(&headBytes, container.data() + 6, sizeof headBytes);
  GpuImage image;
  for (uint64_t offset = headBytes; offset < container.size();) {
    if (image.entries.size() == kMostEntries)
      return fail(ErrorCode::InvalidFormat, "the fat binary has too many entries",
                  byteText(offset));
    PSTUDIO_TRY_ASSIGN(auto entry, readEntry(container, offset));
    image.entries.push_back(std::move(entry.first));
    offset += entry.second;
  }
  return image;
}

bool isText(std::span<const std::byte> bytes) {
  if (bytes.empty())
    return false;
  const auto first = static_cast<unsigned char>(bytes[0]);
  return std::isspace(first) != 0 || first == '.' || first == '/';
}

GpuImage imageOf(GpuImage::Kind kind, std::span<const std::byte> bytes) {
  GpuImage image;
  image.kind = kind;
  ImageEntry &entry = image.entries.emplace_back();
  entry.kind = kind == GpuImage::Kind::Ptx ? EntryKind::Ptx : EntryKind::Elf;
  entry.payload = bytes;
  entry.payloadBytes = bytes.size();
  return image;
}

Result<std::string> stored(const ImageEntry &entry) {
  switch (entry.compression) {
  case Compression::None:
    return std::string(reinterpret_cast<const char *>(entry.payload.data()), entry.payload.size());
  case Compression::Lz4:
    return decompressLz4(entry.payload, entry.payloadBytes);
  case Compression::Zstd:
    return decompressZstd(entry.payload, entry.payloadBytes);
  case Compression::Unknown:
    break;
  }
  char flags[24];
  std::snprintf(flags, sizeof flags, "0x%llx", static_cast<unsigned long long>(entry.flags));
  return fail(ErrorCode::Unsupported, std::string("unknown compression (flags ") + flags + ")");
}

} // namespace

Result<GpuImage> readImage(std::span<const std::byte> bytes) {
  const uint32_t magic = magicOf(bytes);
  if (magic == kContainerMagic)
    return readContainer(bytes);
  if (magic == kWrapperMagic)
    return fail(ErrorCode::Unsupported, "these bytes refer to a fat binary and do not contain it",
                byteText(0));
  if (isElf(bytes)) {
    PSTUDIO_TRY(ElfFile::read(bytes));
    return imageOf(GpuImage::Kind::Cubin, bytes);
  }
  if (isText(bytes))
    return imageOf(GpuImage::Kind::Ptx, bytes);
  return fail(ErrorCode::Unsupported, "neither a fat binary nor a cubin nor PTX", byteText(0));
}

Result<std::vector<std::span<const std::byte>>>
containersIn(std::span<const std::byte> hostProgram) {
  std::vector<std::span<const std::byte>> found;
  PSTUDIO_TRY_ASSIGN(const ElfFile file, ElfFile::read(hostProgram));
  for (const ElfSection &section : file.sections()) {
    if (section.name != ".nv_fatbin")
      continue;
    for (size_t offset = 0; offset + kLeastContainerHead <= section.bytes.size();) {
      constexpr size_t kAlignment = 8;
      const auto rest = section.bytes.subspan(offset);
      if (magicOf(rest) != kContainerMagic) { // padding
        offset += kAlignment;
        continue;
      }
      PSTUDIO_TRY_ASSIGN(const auto container, containerAt(rest));
      found.push_back(container);
      offset += (container.size() + kAlignment - 1) / kAlignment * kAlignment;
    }
  }
  return found;
}

Result<std::string> payloadOf(const ImageEntry &entry) {
  Result<std::string> payload = stored(entry);
  if (!payload) {
    payload.error().where = byteText(entry.offset);
    return payload;
  }
  if (entry.kind == EntryKind::Ptx) // padded with zeros
    payload->resize(std::min(payload->size(), payload->find('\0')));
  return payload;
}

} // namespace pstudio::image
