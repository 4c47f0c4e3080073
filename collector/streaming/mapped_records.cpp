// SPDX-License-Identifier: Apache-2.0
#include "collector/streaming/mapped_records.h"

#include <algorithm>

#include "core/record/block_reader.h"

namespace pstudio {

Result<MappedRecords> MappedRecords::allocate(const gpu::Device &device, uint64_t bytes,
                                              const record::StreamShape &shape) {
  Result<gpu::MappedBuffer> blocks =
      gpu::MappedBuffer::allocate(device, bytes, "the profile buffer");
  if (!blocks) {
    blocks.error().hint = "strategy=stream needs page-locked host memory for every unit of the "
                          "grid: use fewer slots, or sample CTAs";
    return tl::unexpected<Error>(std::move(blocks).error());
  }
  MappedRecords records(std::move(*blocks), shape);
  const uint64_t ctas = bytes / record::streamBlockBytes(shape);
  const uint64_t staged = ctas * shape.units * shape.stagedSlots * record::kSlotBytes;
  if (staged == 0)
    return records;
  PSTUDIO_TRY_ASSIGN(
      gpu::DeviceBuffer staging,
      gpu::DeviceBuffer::allocate(device, staged, "records that are not flushed yet"));
  records.m_staging.emplace(std::move(staging));
  return records;
}

void MappedRecords::appendArguments(std::vector<uint64_t> &words) const {
  words.push_back(m_blocks.address());
  if (m_staging)
    words.push_back(m_staging->address());
}

void MappedRecords::clear() {
  // Chunks and staged slots are read only where a count says that they were written.
  const size_t block = record::streamBlockBytes(m_shape);
  const size_t counted = record::streamRingOffset(m_shape, 0);
  for (size_t at = 0; at < blocks().size(); at += block)
    std::ranges::fill(blocks().subspan(at, counted), std::byte{0});
}

std::optional<Nanoseconds> MappedRecords::firstBegin() const {
  const size_t block = record::streamBlockBytes(m_shape);
  std::optional<Nanoseconds> first;
  for (size_t at = 0; at < blocks().size(); at += block)
    if (const auto begin = record::beginOfBlock(blocks().subspan(at, block));
        begin && begin->value != 0) // a CTA that was stopped in the midst of its header
      first = first ? std::min(*first, *begin) : *begin;
  return first;
}

} // namespace pstudio
