// SPDX-License-Identifier: Apache-2.0
#include "core/image/elf_file.h"

#include <cstring>
#include <string>

#include <elf.h>

namespace pstudio::image {
namespace {

tl::unexpected<Error> damagedAt(uint64_t offset, std::string message) {
  return fail(ErrorCode::InvalidFormat, std::move(message), "byte " + std::to_string(offset));
}

/// The text at `offset` of a table of strings; empty outside of it.
std::string_view textAt(std::span<const std::byte> table, uint64_t offset) {
  if (offset >= table.size())
    return {};
  const char *begin = reinterpret_cast<const char *>(table.data() + offset);
  return {begin, ::strnlen(begin, table.size() - offset)};
}

Result<Elf64_Shdr> headerAt(std::span<const std::byte> bytes, uint64_t table, uint64_t index) {
  Elf64_Shdr header;
  const uint64_t offset = table + index * sizeof header;
  if (table > bytes.size() || bytes.size() - table < (index + 1) * sizeof header)
    return damagedAt(offset, "the head of a section lies outside of the ELF file");
  std::memcpy(&header, bytes.data() + offset, sizeof header);
  return header;
}

Result<std::span<const std::byte>> contentsOf(std::span<const std::byte> bytes,
                                              const Elf64_Shdr &header, uint64_t headerOffset) {
  if (header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL)
    return std::span<const std::byte>();
  if (header.sh_offset > bytes.size() || header.sh_size > bytes.size() - header.sh_offset)
    return damagedAt(headerOffset, "a section lies outside of the ELF file");
  return bytes.subspan(header.sh_offset, header.sh_size);
}

} // namespace

bool isElf(std::span<const std::byte> bytes) {
  return bytes.size() >= sizeof(Elf64_Ehdr) && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0 &&
         bytes[EI_CLASS] == std::byte{ELFCLASS64} && bytes[EI_DATA] == std::byte{ELFDATA2LSB};
}

Result<ElfFile> ElfFile::read(std::span<const std::byte> bytes) {
  if (!isElf(bytes))
    return damagedAt(0, "no 64-bit ELF file");
  Elf64_Ehdr head;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (head.e_shnum != 0 && head.e_shentsize != sizeof(Elf64_Shdr))
    return damagedAt(offsetof(Elf64_Ehdr, e_shentsize), "heads of sections of an unknown size");
  ElfFile file;
  file.m_type = head.e_type;
  file.m_machine = head.e_machine;
  file.m_abiVersion = head.e_ident[EI_ABIVERSION];
  file.m_flags = head.e_flags;
  // Files with 65,280 sections or more store their number in the first one.
  uint64_t count = head.e_shnum, names = head.e_shstrndx;
  if (head.e_shoff != 0 && (count == 0 || names == SHN_XINDEX)) {
    PSTUDIO_TRY_ASSIGN(const Elf64_Shdr first, headerAt(bytes, head.e_shoff, 0));
    count = count == 0 ? first.sh_size : count;
    names = names == SHN_XINDEX ? first.sh_link : names;
  }
  if (count > bytes.size() / sizeof(Elf64_Shdr))
    return damagedAt(head.e_shoff, "the ELF file states too many sections");
  std::span<const std::byte> texts;
  if (names < count) {
    PSTUDIO_TRY_ASSIGN(const Elf64_Shdr header, headerAt(bytes, head.e_shoff, names));
    PSTUDIO_TRY_ASSIGN(texts, contentsOf(bytes, header, head.e_shoff));
  }
  file.m_sections.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    PSTUDIO_TRY_ASSIGN(const Elf64_Shdr header, headerAt(bytes, head.e_shoff, i));
    PSTUDIO_TRY_ASSIGN(const auto contents,
                       contentsOf(bytes, header, head.e_shoff + i * sizeof header));
    file.m_sections.push_back(
        {textAt(texts, header.sh_name), header.sh_type, header.sh_link, contents, header.sh_size});
  }
  return file;
}

const ElfSection *ElfFile::find(std::string_view name) const {
  for (const ElfSection &section : m_sections)
    if (section.name == name)
      return &section;
  return nullptr;
}

} // namespace pstudio::image
