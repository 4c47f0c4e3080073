// SPDX-License-Identifier: Apache-2.0
// Images that the fake driver loads: headers as real ones have, and a text that describes kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <elf.h>

namespace pstudio::test {

// A kernel is a line "kernel NAME key=value ...", with these keys:
//   parameters  their number, 8 bytes each: an address, a number that the kernel adds to what is
//               there, and for a twin the address of the records
//   registers, local, shared, clusters   attributes
//   ctas        that run on one multiprocessor at once
//   ms          how long a launch takes
//   launch      error that the launch function answers
//   fault       error that the kernel ends with
//   waits       1: the first load of such an image in the process ends when a kernel is launched
//   idle        1: a launch does nothing and is not counted, for measurements
//   count       1: adds its number to the variable `count` of its module
//   cell        1: the same, to a variable whose address is in `pstudio_address_of_count`
//   read        1: adds the variable `count` to what is there
//   weight      1: adds the variable `weight` to what is there
//   weigh       1: adds its number to `weight`
// A variable is a line "variable NAME BYTES VALUE" or "managed NAME BYTES VALUE".

/// EM_CUDA; the fake driver rejects other ELF files.
inline constexpr Elf64_Half kFakeMachine = 190;

/// An ELF file whose one segment is `text`.
inline std::string fakeCubin(const std::string &text) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_machine = kFakeMachine;
  header.e_ehsize = sizeof header;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  Elf64_Phdr segment{};
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = text.size() + 1;
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof header);
  bytes.append(reinterpret_cast<const char *>(&segment), sizeof segment);
  bytes.append(text.c_str(), text.size() + 1);
  return bytes;
}

/// Size of the head of a container.
inline constexpr size_t kFakeHeadBytes = 16;

/// A container of fat binaries, which states `bytes` after its head; by default those of the text.
inline std::string fakeFatBinary(const std::string &text, uint64_t bytes = 0) {
  const uint64_t size = bytes == 0 ? text.size() + 1 : bytes;
  std::string container("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
  container.append(reinterpret_cast<const char *>(&size), sizeof size);
  return container + text + '\0';
}

/// PTX text.
inline std::string fakePtx(const std::string &text) {
  return ".version 8.0\n" + text;
}

/// The text of an image; null for bytes that the fake driver does not load.
inline const char *textOfImage(const void *image) {
  const char *bytes = static_cast<const char *>(image);
  if (bytes[0] == '.')
    return bytes;
  Elf64_Half machine = 0;
  if (std::memcmp(bytes, ELFMAG, SELFMAG) == 0)
    std::memcpy(&machine, bytes + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
  if (machine == kFakeMachine)
    return bytes + sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
  if (std::memcmp(bytes, "\x50\xed\x55\xba", 4) == 0)
    return bytes + kFakeHeadBytes;
  if (std::memcmp(bytes, "\xb1\x43\x62\x46", 4) == 0) { // a wrapper: magic, version, address
    const void *inner = nullptr;
    std::memcpy(&inner, bytes + 8, sizeof inner);
    return textOfImage(inner);
  }
  return nullptr;
}

} // namespace pstudio::test
