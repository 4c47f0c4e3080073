// SPDX-License-Identifier: Apache-2.0
#include "core/image/cubin.h"

#include <algorithm>
#include <cstring>

#include <elf.h>

#include "core/image/elf_file.h"

namespace pstudio::image {
namespace {

constexpr uint16_t kMachineCuda = 190; // EM_CUDA
/// st_other of a kernel's symbol (STO_CUDA_ENTRY).
constexpr unsigned char kKernelSymbol = 0x10;
/// EI_ABIVERSION from which on e_flags has the architecture in its second byte.
constexpr uint8_t kSecondAbi = 8;
constexpr uint32_t kForArchitectureFlag = 0x800; ///< before the second ABI version

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// The description of the first note of a type; empty if there is none.
std::span<const std::byte> noteOf(std::span<const std::byte> notes, uint32_t type) {
  constexpr size_t kAlignment = 4;
  const auto padded = [](uint64_t size) {
    return (size + kAlignment - 1) / kAlignment * kAlignment;
  };
  while (notes.size() >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr head;
    std::memcpy(&head, notes.data(), sizeof head);
    notes = notes.subspan(sizeof head);
    const uint64_t name = padded(head.n_namesz), description = padded(head.n_descsz);
    if (name > notes.size() || head.n_descsz > notes.size() - name)
      return {};
    if (head.n_type == type)
      return notes.subspan(name, head.n_descsz);
    notes = notes.subspan(std::min<uint64_t>(name + description, notes.size()));
  }
  return {};
}

uint32_t virtualNumberOf(const ElfFile &file) {
  constexpr uint32_t kFactsNote = 1000;
  constexpr size_t kVirtualAt = 2; // after the note's version
  if (const ElfSection *section = file.find(".note.nv.cuinfo"))
    if (const auto note = noteOf(section->bytes, kFactsNote);
        note.size() >= kVirtualAt + sizeof(uint16_t)) {
      uint16_t number = 0;
      std::memcpy(&number, note.data() + kVirtualAt, sizeof number);
      return number;
    }
  return file.abiVersion() < kSecondAbi ? (file.flags() >> 16) & 0xff : 0;
}

/// "sm_90a" of "-arch sm_90a" in the command lines that made the file.
std::optional<Architecture> statedArchitecture(std::string_view commands) {
  constexpr std::string_view kOption = "-arch ";
  const size_t begin = commands.find(kOption);
  if (begin == commands.npos)
    return std::nullopt;
  const std::string_view rest = commands.substr(begin + kOption.size());
  return architectureFrom(rest.substr(0, rest.find_first_of(std::string_view(" \0", 2))));
}

Architecture architectureOf(const ElfFile &file, std::string_view commands) {
  Architecture found;
  const bool isSecond = file.abiVersion() >= kSecondAbi;
  found.number = isSecond ? (file.flags() >> 8) & 0xff : file.flags() & 0xff;
  if (!isSecond && (file.flags() & kForArchitectureFlag) != 0)
    found.suffix = 'a';
  if (const auto stated = statedArchitecture(commands); stated && stated->number == found.number)
    found = *stated;
  return found;
}

void addKernels(const ElfFile &file, const ElfSection &symbols, CubinFacts &facts) {
  if (symbols.link >= file.sections().size())
    return;
  const std::string_view names = textOf(file.sections()[symbols.link].bytes);
  for (size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.bytes.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, symbols.bytes.data() + at, sizeof symbol);
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || (symbol.st_other & kKernelSymbol) == 0 ||
        symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.size())
      continue;
    const std::string_view name = names.substr(symbol.st_name);
    facts.kernels.emplace_back(name.substr(0, name.find('\0')));
  }
}

} // namespace

bool CubinFacts::contains(std::string_view kernel) const {
  return std::ranges::find(kernels, kernel) != kernels.end();
}

Result<CubinFacts> readCubin(std::span<const std::byte> bytes) {
  PSTUDIO_TRY_ASSIGN(const ElfFile file, ElfFile::read(bytes));
  if (file.machine() != kMachineCuda)
    return fail(ErrorCode::Unsupported,
                "an ELF file of machine " + std::to_string(file.machine()) +
                    ", not of an NVIDIA GPU",
                "byte " + std::to_string(offsetof(Elf64_Ehdr, e_machine)));
  CubinFacts facts;
  const ElfSection *tools = file.find(".note.nv.tkinfo");
  const std::string_view commands = tools ? textOf(tools->bytes) : std::string_view();
  facts.architecture = architectureOf(file, commands);
  facts.virtualNumber = virtualNumberOf(file);
  facts.isRelocatable = file.type() == ET_REL;
  facts.isLinked = commands.find(std::string_view("\0nvlink\0", 8)) != commands.npos;
  for (const ElfSection &section : file.sections())
    if (section.type == SHT_SYMTAB)
      addKernels(file, section, facts);
  return facts;
}

} // namespace pstudio::image
