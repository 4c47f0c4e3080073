// SPDX-License-Identifier: Apache-2.0
#include "core/record/launch_blocks.h"

namespace pstudio::record {
namespace {

/// CTAs that have a block.
Result<uint64_t> blockCount(const LaunchCapture &capture) {
  uint64_t ctas = 1;
  for (uint32_t extent : capture.grid) {
    if (extent == 0)
      return fail(ErrorCode::InvalidInput, "the grid of the launch has an extent of 0");
    // Each factor is below 2^32 and the product so far below 2^32 too, so this cannot overflow.
    ctas *= extent;
    if (ctas > UINT32_MAX)
      return fail(ErrorCode::Unsupported, "a grid of more than 2^32 - 1 CTAs cannot be decoded");
  }
  const IdRanges &sampled = capture.sampling.ctas;
  return sampled.isEmpty() ? ctas : sampled.countBelow(static_cast<uint32_t>(ctas));
}

/// As blockCount(), of a grid in which something is recorded.
Result<uint64_t> recordedBlocks(const LaunchCapture &capture) {
  PSTUDIO_TRY_ASSIGN(const uint64_t ctas, blockCount(capture));
  if (ctas == 0)
    return fail(ErrorCode::InvalidInput, "none of the sampled CTAs, " +
                                             capture.sampling.ctas.toString() +
                                             ", is in the grid of the launch");
  return ctas;
}

/// Bytes of each block, or why the buffer cannot be that of the launch.
Result<size_t> strideOf(const LaunchCapture &capture) {
  const std::string size = std::to_string(capture.blocks.size());
  PSTUDIO_TRY_ASSIGN(const uint64_t ctas, recordedBlocks(capture));
  if (ctas > capture.blocks.size() / kHeaderBytes)
    return fail(ErrorCode::InvalidFormat,
                "a profile buffer of " + size + " bytes is too small for the grid");
  const size_t stride = capture.blocks.size() / ctas;
  if (stride * ctas != capture.blocks.size() || stride % kBlockAlignment != 0)
    return fail(ErrorCode::InvalidFormat, "a profile buffer of " + size + " bytes cannot hold " +
                                              std::to_string(ctas) + " blocks of equal size");
  return stride;
}

/// Blocks of a streamed launch: its log has only those of CTAs that ran.
Result<size_t> streamedBlocks(const LaunchCapture &capture) {
  constexpr uint64_t kMost = uint64_t{1} << 26;
  PSTUDIO_TRY_ASSIGN(const uint64_t ctas, recordedBlocks(capture));
  if (ctas > kMost)
    return fail(ErrorCode::Unsupported, "a streamed grid of more than " + std::to_string(kMost) +
                                            " CTAs cannot be decoded");
  return static_cast<size_t>(ctas);
}

} // namespace

Result<LaunchBlocks> LaunchBlocks::find(const LaunchCapture &capture) {
  LaunchBlocks blocks;
  if (!capture.streamed.empty()) {
    PSTUDIO_TRY_ASSIGN(blocks.m_count, streamedBlocks(capture));
    PSTUDIO_TRY_ASSIGN(StreamLog log, StreamLog::read(capture.streamed));
    blocks.m_log.emplace(std::move(log));
    blocks.m_bytes = capture.streamed.size();
    return blocks;
  }
  PSTUDIO_TRY_ASSIGN(blocks.m_stride, strideOf(capture));
  blocks.m_blocks = capture.blocks;
  blocks.m_count = capture.blocks.size() / blocks.m_stride;
  blocks.m_bytes = capture.blocks.size();
  return blocks;
}

} // namespace pstudio::record
