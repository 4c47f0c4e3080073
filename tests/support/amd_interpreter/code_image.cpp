// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/code_image.h"

#include <algorithm>
#include <cstring>

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pstudio::test::amdgpu {
namespace {

using ElfFile = llvm::object::ELFFile<llvm::object::ELF64LE>;

tl::unexpected<Error> elfFailure(llvm::Error error) {
  return fail(ErrorCode::InvalidFormat, llvm::toString(std::move(error)));
}

/// The bytes of all loaded segments at their offsets.
Result<std::vector<std::byte>> segmentBytes(const ElfFile &file, std::string_view text) {
  auto headers = file.program_headers();
  if (!headers)
    return elfFailure(headers.takeError());
  std::vector<std::byte> bytes;
  for (const auto &header : *headers) {
    if (header.p_type != llvm::ELF::PT_LOAD)
      continue;
    if (header.p_offset > text.size() || header.p_filesz > text.size() - header.p_offset)
      return fail(ErrorCode::InvalidFormat, "a segment ends after the file");
    bytes.resize(std::max<size_t>(bytes.size(), header.p_vaddr + header.p_memsz));
    std::memcpy(bytes.data() + header.p_vaddr, text.data() + header.p_offset, header.p_filesz);
  }
  return bytes;
}

/// Applies the dynamic relocations to an image that begins at `base`.
Result<void> relocate(const ElfFile &file, std::vector<std::byte> &bytes) {
  auto sections = file.sections();
  if (!sections)
    return elfFailure(sections.takeError());
  for (const auto &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_RELA)
      continue;
    auto relocations = file.relas(section);
    if (!relocations)
      return elfFailure(relocations.takeError());
    for (const auto &relocation : *relocations) {
      if (relocation.getType(false) != llvm::ELF::R_AMDGPU_RELATIVE64)
        return fail(ErrorCode::Unsupported,
                    "relocation " + std::to_string(relocation.getType(false)));
      const uint64_t value =
          reinterpret_cast<uint64_t>(bytes.data()) + static_cast<uint64_t>(relocation.r_addend);
      if (relocation.r_offset + sizeof value > bytes.size())
        return fail(ErrorCode::InvalidFormat, "a relocation is outside of the segments");
      std::memcpy(bytes.data() + relocation.r_offset, &value, sizeof value);
    }
  }
  return {};
}

/// The address of symbol `name` in the file's address space.
Result<uint64_t> symbolAddress(const ElfFile &file, const std::string &name) {
  auto sections = file.sections();
  if (!sections)
    return elfFailure(sections.takeError());
  for (const auto &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_DYNSYM && section.sh_type != llvm::ELF::SHT_SYMTAB)
      continue;
    auto symbols = file.symbols(&section);
    auto strings = file.getStringTableForSymtab(section);
    if (!symbols || !strings)
      return fail(ErrorCode::InvalidFormat, "the symbols cannot be read");
    for (const auto &symbol : *symbols)
      if (auto found = symbol.getName(*strings); found && *found == name)
        return symbol.st_value;
  }
  return fail(ErrorCode::InvalidInput, "the code object has no symbol " + name);
}

KernelDescriptor descriptorOf(const std::byte *at, bool isWave32) {
  const auto word = [at](size_t offset) {
    uint32_t value = 0;
    std::memcpy(&value, at + offset, sizeof value);
    return value;
  };
  const uint32_t first = word(48), second = word(52);
  const uint32_t properties = word(56) & 0xffff, preload = word(56) >> 16;
  KernelDescriptor descriptor;
  descriptor.ldsBytes = word(0);
  descriptor.scratchBytes = word(4);
  descriptor.vectorRegisters = ((first & 63) + 1) * 8;
  descriptor.userRegisters = second >> 1 & 31;
  descriptor.hasCtaIdX = second >> 7 & 1;
  descriptor.hasCtaIdY = second >> 8 & 1;
  descriptor.hasCtaIdZ = second >> 9 & 1;
  descriptor.hasCtaInfo = second >> 10 & 1;
  descriptor.hasPrivateBuffer = properties & 1;
  descriptor.hasDispatchPointer = properties >> 1 & 1;
  descriptor.hasQueuePointer = properties >> 2 & 1;
  descriptor.hasArgumentPointer = properties >> 3 & 1;
  descriptor.hasDispatchId = properties >> 4 & 1;
  descriptor.hasFlatScratch = properties >> 5 & 1;
  descriptor.hasPrivateSize = properties >> 6 & 1;
  descriptor.preloadedWords = isWave32 ? 0 : preload & 127;
  descriptor.preloadOffset = preload >> 7;
  return descriptor;
}

} // namespace

CodeImage::CodeImage(std::vector<std::byte> bytes, Decoder decoder)
    : m_bytes(std::move(bytes)), m_decoder(std::move(decoder)),
      m_instructions(m_bytes.size() / 4 + 1) {}

Result<CodeImage> CodeImage::load(std::string_view codeObject, const std::string &entry,
                                  const std::string &chip) {
  auto file = ElfFile::create(llvm::StringRef(codeObject.data(), codeObject.size()));
  if (!file)
    return elfFailure(file.takeError());
  PSTUDIO_TRY_ASSIGN(std::vector<std::byte> bytes, segmentBytes(*file, codeObject));
  PSTUDIO_TRY(relocate(*file, bytes));
  PSTUDIO_TRY_ASSIGN(const uint64_t descriptor, symbolAddress(*file, entry + ".kd"));
  PSTUDIO_TRY_ASSIGN(Decoder decoder, Decoder::open(chip));
  if (descriptor > bytes.size() || bytes.size() - descriptor < 64)
    return fail(ErrorCode::InvalidFormat, "the descriptor is outside of the segments");
  CodeImage image(std::move(bytes), std::move(decoder));
  image.m_descriptor = descriptorOf(image.m_bytes.data() + descriptor, !chip.starts_with("gfx9"));
  int64_t offset = 0;
  std::memcpy(&offset, image.m_bytes.data() + descriptor + 16, sizeof offset);
  image.m_entryOffset = descriptor + static_cast<uint64_t>(offset);
  // Firmware that preloads arguments skips the code for one that does not.
  constexpr uint64_t kWithoutPreloading = 256;
  if (image.m_descriptor.preloadedWords != 0)
    image.m_entryOffset += kWithoutPreloading;
  return image;
}

Result<CodeImage> CodeImage::ofCode(std::string_view code, const std::string &chip) {
  PSTUDIO_TRY_ASSIGN(Decoder decoder, Decoder::open(chip));
  std::vector<std::byte> bytes(code.size());
  std::memcpy(bytes.data(), code.data(), code.size());
  CodeImage image(std::move(bytes), std::move(decoder));
  image.m_descriptor.vectorRegisters = 256;
  return image;
}

Result<const Instruction *> CodeImage::at(uint64_t pc) {
  const uint64_t offset = offsetOf(pc);
  if (offset >= m_bytes.size() || offset % 4 != 0)
    return fail(ErrorCode::InvalidFormat, "the program counter is outside of the code");
  std::unique_ptr<Instruction> &instruction = m_instructions[offset / 4];
  if (!instruction) {
    const std::span<const uint8_t> code(reinterpret_cast<const uint8_t *>(m_bytes.data()) + offset,
                                        m_bytes.size() - offset);
    PSTUDIO_TRY_ASSIGN(instruction, m_decoder.decode(code));
  }
  return instruction.get();
}

} // namespace pstudio::test::amdgpu
