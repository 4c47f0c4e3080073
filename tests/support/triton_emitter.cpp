// SPDX-License-Identifier: Apache-2.0
#include "tests/support/triton_emitter.h"

#include <algorithm>

#include "core/base/little_endian.h"
#include "core/formats/triton/triton_layout.h"

namespace pstudio::test {

using namespace record::triton;

TritonBlockEmitter::TritonBlockEmitter(uint32_t warps, uint32_t recordsPerWarp)
    : m_recordsPerWarp(recordsPerWarp), m_words(warps),
      m_buffer(size_t{warps} * recordsPerWarp * kRecordBytes) {}

void TritonBlockEmitter::emit(uint32_t warp, bool end, uint32_t scope, bool async, uint64_t clock) {
  const uint32_t slot = m_words[warp] / kWordsPerRecord % m_recordsPerWarp;
  std::byte *record = m_buffer.data() + (size_t{warp} * m_recordsPerWarp + slot) * kRecordBytes;
  storeLittle<uint32_t>(record, makeTag(end, scope, async, clock));
  storeLittle<uint32_t>(record + 4, static_cast<uint32_t>(clock));
  m_words[warp] += kWordsPerRecord;
}

uint32_t TritonBlockEmitter::blockBytes() const {
  const size_t used = kBlockHeaderBytes + m_words.size() * kCountBytes + m_buffer.size();
  return static_cast<uint32_t>((used + 127) / 128 * 128);
}

std::vector<std::byte> TritonBlockEmitter::bytes() const {
  std::vector<std::byte> block(blockBytes());
  std::byte *at = block.data();
  storeLittle<uint32_t>(at + kBlockPreamble, preamble);
  storeLittle<uint32_t>(at + kBlockProgram, program);
  storeLittle<uint32_t>(at + kBlockHardware, hardwareId);
  storeLittle<uint32_t>(at + kBlockBufferBytes, static_cast<uint32_t>(m_buffer.size()));
  storeLittle<uint64_t>(at + kBlockInitTime, initTime);
  storeLittle<uint64_t>(at + kBlockPreFinal, preFinalTime);
  storeLittle<uint64_t>(at + kBlockPostFinal, postFinalTime);
  for (size_t warp = 0; warp < m_words.size(); ++warp)
    storeLittle<uint32_t>(at + kBlockHeaderBytes + warp * kCountBytes, m_words[warp]);
  std::copy(m_buffer.begin(), m_buffer.end(),
            at + kBlockHeaderBytes + m_words.size() * kCountBytes);
  return block;
}

std::vector<std::byte> makeTritonFile(const std::vector<TritonBlockEmitter> &blocks,
                                      uint32_t device) {
  const uint32_t warps = blocks.front().warps();
  const uint32_t headerSize = kFileFixedBytes + 4 * warps;
  std::vector<std::byte> file(headerSize);
  const auto store = [&](uint32_t offset, uint32_t value) {
    storeLittle<uint32_t>(file.data() + offset, value);
  };
  store(kFileVersion, kFormatVersion);
  store(kFileHeaderOffset, kHeaderOffset);
  store(kFileHeaderSize, headerSize);
  store(kFilePayloadOffset, headerSize);
  store(kFilePayloadSize, static_cast<uint32_t>(blocks.size()) * blocks.front().blockBytes());
  store(kFileDevice, device);
  store(kFileBlockCount, static_cast<uint32_t>(blocks.size()));
  store(kFileTotalUnits, warps);
  store(kFileScratchBytes, blocks.front().blockBytes());
  store(kFileUnitCount, warps);
  for (uint32_t warp = 0; warp < warps; ++warp)
    store(kFileFixedBytes + 4 * warp, warp);
  for (const TritonBlockEmitter &block : blocks) {
    const auto bytes = block.bytes();
    file.insert(file.end(), bytes.begin(), bytes.end());
  }
  return file;
}

} // namespace pstudio::test
