// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/amd/kernel_metadata.h"

#include <charconv>
#include <optional>

namespace pstudio::amd {
namespace {

std::optional<uint64_t> figure(std::string_view metadata, std::string_view key) {
  const size_t at = metadata.find(key);
  if (at == std::string_view::npos)
    return std::nullopt;
  const size_t begin = metadata.find_first_not_of(' ', at + key.size());
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(metadata.data() + std::min(begin, metadata.size()),
                                            metadata.data() + metadata.size(), value);
  static_cast<void>(end);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

} // namespace

Result<KernelResources> resourcesIn(std::string_view isa) {
  const size_t begin = isa.find(".amdgpu_metadata");
  const std::string_view metadata = isa.substr(std::min(begin, isa.size()));
  const auto vectors = figure(metadata, ".vgpr_count:");
  const auto scalars = figure(metadata, ".sgpr_count:");
  const auto lds = figure(metadata, ".group_segment_fixed_size:");
  const auto scratch = figure(metadata, ".private_segment_fixed_size:");
  const auto arguments = figure(metadata, ".kernarg_segment_size:");
  if (!vectors || !scalars || !lds || !scratch || !arguments)
    return fail(ErrorCode::InvalidFormat, "the compiler does not report the kernel's resources");
  KernelResources resources;
  resources.vectorRegisters = static_cast<uint32_t>(*vectors);
  resources.scalarRegisters = static_cast<uint32_t>(*scalars);
  resources.spilledRegisters =
      static_cast<uint32_t>(figure(metadata, ".vgpr_spill_count:").value_or(0) +
                            figure(metadata, ".sgpr_spill_count:").value_or(0));
  resources.ldsBytes = *lds;
  resources.scratchBytes = *scratch;
  resources.argumentBytes = *arguments;
  return resources;
}

} // namespace pstudio::amd
