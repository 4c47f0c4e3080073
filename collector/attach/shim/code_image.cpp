// SPDX-License-Identifier: Apache-2.0
// Magic numbers of images, and the extent of an ELF file in memory.
#include "collector/attach/shim/code_image.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collector/attach/protocol/sha256.h"

namespace pstudio::attach {

namespace {

constexpr uint32_t kFatBinaryWrapper = 0x466243b1;
constexpr uint32_t kFatBinary = 0xba55ed50;

template <class T> T at(const void *image, uint64_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char *>(image) + offset, sizeof value);
  return value;
}

bool isElf(const void *image) {
  const char *bytes = static_cast<const char *>(image);
  // Byte by byte: a text image may be shorter than the magic number.
  for (int i = 0; i < SELFMAG; ++i)
    if (bytes[i] != ELFMAG[i])
      return false;
  return bytes[EI_CLASS] == ELFCLASS64;
}

bool isText(const void *image) {
  const auto first = static_cast<const unsigned char *>(image)[0];
  return std::isspace(first) || first == '.' || first == '/';
}

} // namespace

uint64_t elfBytes(const void *image) {
  if (!isElf(image))
    return 0;
  const auto header = at<Elf64_Ehdr>(image, 0);
  uint64_t end = std::max({uint64_t(header.e_ehsize),
                           header.e_shoff + uint64_t(header.e_shnum) * header.e_shentsize,
                           header.e_phoff + uint64_t(header.e_phnum) * header.e_phentsize});
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(image, header.e_shoff + i * header.e_shentsize);
    if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL)
      end = std::max(end, section.sh_offset + section.sh_size);
  }
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = at<Elf64_Phdr>(image, header.e_phoff + i * header.e_phentsize);
    end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  return end;
}

ImageExtent extentOf(const void *image) {
  if (!image)
    return {};
  if (isText(image)) {
    constexpr size_t kMostText = size_t{64} << 20;
    const size_t bytes = strnlen(static_cast<const char *>(image), kMostText);
    return {image, bytes < kMostText ? bytes : 0};
  }
  if (isElf(image))
    return {image, elfBytes(image)};
  // core/image/FORMAT.md has the layouts of both.
  if (at<uint32_t>(image, 0) == kFatBinaryWrapper)
    image = at<const void *>(image, 8);
  if (!image || at<uint32_t>(image, 0) != kFatBinary)
    return {};
  const uint64_t head = at<uint16_t>(image, 6), rest = at<uint64_t>(image, 8);
  constexpr uint64_t kMostBytes = uint64_t{4} << 30;
  return {image, rest <= kMostBytes ? head + rest : 0};
}

CodeImage readImage(const void *image) {
  CodeImage read;
  if (!image)
    return read;
  if (isElf(image)) {
    read.kind = ImageKind::Cubin;
    read.bytes = elfBytes(image);
    read.hash = sha256({static_cast<const char *>(image), read.bytes});
  } else if (isText(image)) {
    read.kind = ImageKind::Ptx;
  } else {
    const auto magic = at<uint32_t>(image, 0);
    if (magic == kFatBinaryWrapper || magic == kFatBinary)
      read.kind = ImageKind::FatBinary;
  }
  return read;
}

CodeImage readImageFile(const char *path) {
  CodeImage read;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts {};
  if (file < 0 || fstat(file, &facts) != 0 || facts.st_size < 4) {
    if (file >= 0)
      close(file);
    return read;
  }
  const auto bytes = static_cast<size_t>(facts.st_size);
  void *image = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (image == MAP_FAILED)
    return read;
  read = readImage(image);
  munmap(image, bytes);
  return read;
}

} // namespace pstudio::attach
