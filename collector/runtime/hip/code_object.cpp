// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/code_object.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "core/base/little_endian.h"

namespace pstudio::hip {
namespace {

using Json = nlohmann::json;
using Bytes = std::span<const std::byte>;

constexpr uint32_t kNoteSegment = 4;   // PT_NOTE
constexpr uint32_t kMetadataNote = 32; // NT_AMDGPU_METADATA
constexpr uint16_t kMachine = 224;     // EM_AMDGPU
constexpr size_t kElfHeaderBytes = 64;
constexpr size_t kProgramHeaderBytes = 56;

tl::unexpected<Error> damaged(std::string what) {
  return fail(ErrorCode::InvalidFormat, "the code object " + std::move(what));
}

/// `bytes` from `offset` on, or nothing if they reach beyond the file.
std::optional<Bytes> part(Bytes file, uint64_t offset, uint64_t bytes) {
  if (offset > file.size() || bytes > file.size() - offset)
    return std::nullopt;
  return file.subspan(static_cast<size_t>(offset), static_cast<size_t>(bytes));
}

constexpr size_t padded(size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

/// The description of AMD's metadata note in a segment of notes.
std::optional<Bytes> metadataIn(Bytes notes) {
  while (notes.size() >= 12) {
    const auto nameBytes = loadLittle<uint32_t>(notes.data());
    const auto bytes = loadLittle<uint32_t>(notes.data() + 4);
    const auto type = loadLittle<uint32_t>(notes.data() + 8);
    const uint64_t begin = 12 + uint64_t(padded(nameBytes));
    const auto description = part(notes, begin, bytes);
    if (!description)
      return std::nullopt;
    const auto name = part(notes, 12, nameBytes);
    const std::string_view owner(reinterpret_cast<const char *>(name->data()), name->size());
    if (type == kMetadataNote && owner.substr(0, owner.find('\0')) == "AMDGPU")
      return description;
    notes = notes.subspan(std::min<size_t>(notes.size(), begin + padded(bytes)));
  }
  return std::nullopt;
}

Result<Bytes> metadataOf(Bytes file) {
  const auto header = part(file, 0, kElfHeaderBytes);
  constexpr std::string_view kMagic("\x7f"
                                    "ELF\x02\x01",
                                    6); // 64 bits, little-endian
  if (!header ||
      !std::equal(kMagic.begin(), kMagic.end(), reinterpret_cast<const char *>(header->data())))
    return damaged("is no ELF file of 64 bits");
  if (loadLittle<uint16_t>(header->data() + 18) != kMachine)
    return damaged("is not for an AMD GPU");
  const auto programHeaders = loadLittle<uint64_t>(header->data() + 32);
  const auto stride = loadLittle<uint16_t>(header->data() + 54);
  const auto count = loadLittle<uint16_t>(header->data() + 56);
  for (uint32_t i = 0; i < count; ++i) {
    const auto entry = part(file, programHeaders + uint64_t(i) * stride, kProgramHeaderBytes);
    if (!entry)
      return damaged("is cut off in its program headers");
    if (loadLittle<uint32_t>(entry->data()) != kNoteSegment)
      continue;
    const auto notes = part(file, loadLittle<uint64_t>(entry->data() + 8),
                            loadLittle<uint64_t>(entry->data() + 32));
    if (!notes)
      return damaged("is cut off in its notes");
    if (const auto metadata = metadataIn(*notes))
      return *metadata;
  }
  return damaged("has no AMDGPU metadata");
}

uint64_t number(const Json &map, const char *key) {
  const auto found = map.find(key);
  return found != map.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

std::string text(const Json &map, const char *key) {
  const auto found = map.find(key);
  return found != map.end() && found->is_string() ? found->get<std::string>() : std::string();
}

uint32_t number32(const Json &map, const char *key) {
  return static_cast<uint32_t>(std::min<uint64_t>(number(map, key), UINT32_MAX));
}

Result<std::vector<KernelArgument>> argumentsOf(const Json &kernel, uint32_t segmentBytes) {
  std::vector<KernelArgument> arguments;
  const auto list = kernel.find(".args");
  if (list == kernel.end())
    return arguments; // a kernel without any
  if (!list->is_array())
    return damaged("has no list of arguments");
  for (const Json &entry : *list) {
    if (!entry.is_object())
      return damaged("has an argument that is no map");
    KernelArgument argument{number32(entry, ".offset"), number32(entry, ".size"),
                            text(entry, ".value_kind")};
    if (argument.offset > segmentBytes || argument.bytes > segmentBytes - argument.offset)
      return damaged("has an argument beyond its kernarg segment");
    arguments.push_back(std::move(argument));
  }
  std::ranges::stable_sort(arguments, {}, &KernelArgument::offset);
  return arguments;
}

Result<KernelLayout> layoutFrom(const Json &kernel) {
  KernelLayout layout;
  layout.entry = text(kernel, ".name");
  layout.argumentBytes = number32(kernel, ".kernarg_segment_size");
  layout.ldsBytes = number(kernel, ".group_segment_fixed_size");
  layout.scratchBytes = number(kernel, ".private_segment_fixed_size");
  layout.lanesPerWave = number32(kernel, ".wavefront_size");
  layout.maxThreadsPerCta = number32(kernel, ".max_flat_workgroup_size");
  layout.vectorRegisters = number32(kernel, ".vgpr_count");
  layout.scalarRegisters = number32(kernel, ".sgpr_count");
  layout.spilledRegisters =
      number32(kernel, ".vgpr_spill_count") + number32(kernel, ".sgpr_spill_count");
  PSTUDIO_TRY_ASSIGN(layout.arguments, argumentsOf(kernel, layout.argumentBytes));
  return layout;
}

} // namespace

Result<KernelLayout> layoutOf(std::string_view codeObject, std::string_view entry) {
  PSTUDIO_TRY_ASSIGN(const Bytes metadata, metadataOf(std::as_bytes(std::span(codeObject))));
  const auto *begin = reinterpret_cast<const uint8_t *>(metadata.data());
  const Json document = Json::from_msgpack(begin, begin + metadata.size(), true, false);
  if (!document.is_object() || !document.contains("amdhsa.kernels") ||
      !document["amdhsa.kernels"].is_array())
    return damaged("has metadata that lists no kernels");
  std::string known;
  for (const Json &kernel : document["amdhsa.kernels"]) {
    if (!kernel.is_object())
      return damaged("has metadata of a kernel that is no map");
    if (text(kernel, ".name") == entry) {
      PSTUDIO_TRY_ASSIGN(KernelLayout layout, layoutFrom(kernel));
      layout.target = text(document, "amdhsa.target");
      return layout;
    }
    known += (known.empty() ? "" : ", ") + text(kernel, ".name");
  }
  return fail(ErrorCode::InvalidInput,
              "the code object has no kernel " + std::string(entry) + "; it has " + known);
}

} // namespace pstudio::hip
