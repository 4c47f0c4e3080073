// SPDX-License-Identifier: Apache-2.0
#include "core/image/kernel_code.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/image/elf_file.h"

namespace pstudio::image {
namespace {

constexpr uint8_t kSizedForm = 4;
constexpr uint8_t kRequiredBlock = 0x10, kParameterBytes = 0x19;

/// An attribute of .nv.info.KERNEL.
struct InfoHead {
  uint8_t form = 0;
  uint8_t attribute = 0;
  uint16_t value = 0; ///< for kSizedForm: bytes that follow
};
static_assert(sizeof(InfoHead) == 4);

void readAttributes(std::span<const std::byte> info, KernelCode &code) {
  while (info.size() >= sizeof(InfoHead)) {
    InfoHead head;
    std::memcpy(&head, info.data(), sizeof head);
    info = info.subspan(sizeof head);
    const size_t size = head.form == kSizedForm ? head.value : 0;
    if (size > info.size())
      return;
    std::array<uint32_t, 3> block{};
    if (head.attribute == kParameterBytes && size == 0)
      code.parameterBytes = head.value;
    if (head.attribute == kRequiredBlock && size == sizeof block) {
      std::memcpy(block.data(), info.data(), sizeof block);
      code.requiredBlock = block;
    }
    info = info.subspan(size);
  }
}

/// True for data that instructions of the kernel read: of the kernel itself, or of its module.
bool isDataOf(std::string_view section, const std::string &suffix) {
  constexpr std::string_view kConstants = ".nv.constant";
  if (section.starts_with(kConstants)) // ".nv.constant3", ".nv.constant0.KERNEL"
    return section.find('.', kConstants.size()) == section.npos || section.ends_with(suffix);
  return section == ".nv.global.init" || section == ".rela.text" + suffix ||
         section == ".rel.text" + suffix;
}

} // namespace

Result<KernelCode> kernelCodeIn(std::span<const std::byte> cubin, std::string_view kernel) {
  PSTUDIO_TRY_ASSIGN(const ElfFile file, ElfFile::read(cubin));
  const std::string suffix = "." + std::string(kernel);
  const ElfSection *text = file.find(".text" + suffix);
  if (!text)
    return fail(ErrorCode::InvalidInput, "the machine code has no kernel " + std::string(kernel));
  KernelCode code;
  code.instructions = text->bytes;
  for (const ElfSection &section : file.sections())
    if (isDataOf(section.name, suffix))
      code.data[section.name] = section.bytes;
  if (const ElfSection *shared = file.find(".nv.shared" + suffix))
    code.sharedBytes = shared->size;
  if (const ElfSection *info = file.find(".nv.info" + suffix))
    readAttributes(info->bytes, code);
  return code;
}

bool isSameCode(const KernelCode &one, const KernelCode &other) {
  return std::ranges::equal(one.instructions, other.instructions) &&
         std::ranges::equal(one.data, other.data,
                            [](const auto &left, const auto &right) {
                              return left.first == right.first &&
                                     std::ranges::equal(left.second, right.second);
                            }) &&
         one.sharedBytes == other.sharedBytes && one.requiredBlock == other.requiredBlock;
}

} // namespace pstudio::image
