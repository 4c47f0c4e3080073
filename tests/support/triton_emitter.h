// SPDX-License-Identifier: Apache-2.0
// Builds profile buffers of Triton Proton for tests, word by word as its kernels store them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pstudio::test {

/// One CTA's block.
class TritonBlockEmitter {
public:
  /// `recordsPerWarp` is the capacity of each of the `warps` rings.
  TritonBlockEmitter(uint32_t warps, uint32_t recordsPerWarp);

  void scopeStart(uint32_t warp, uint32_t scope, uint64_t clock) {
    emit(warp, false, scope, false, clock);
  }
  void scopeEnd(uint32_t warp, uint32_t scope, uint64_t clock) {
    emit(warp, true, scope, false, clock);
  }
  void eventStart(uint32_t warp, uint32_t scope, uint64_t clock) {
    emit(warp, false, scope, true, clock);
  }
  void eventEnd(uint32_t warp, uint32_t scope, uint64_t clock) {
    emit(warp, true, scope, true, clock);
  }

  /// The block, padded to blockBytes().
  std::vector<std::byte> bytes() const;
  uint32_t blockBytes() const;
  uint32_t warps() const { return static_cast<uint32_t>(m_words.size()); }
  /// Overrides the stored word count of a warp.
  void setWords(uint32_t warp, uint32_t words) { m_words[warp] = words; }

  uint32_t preamble = 0xdeadbeef;
  uint32_t program = 0;
  uint32_t hardwareId = 0;
  uint64_t initTime = 1000;
  uint64_t preFinalTime = 2000;
  uint64_t postFinalTime = 2100;

private:
  void emit(uint32_t warp, bool end, uint32_t scope, bool async, uint64_t clock);

  uint32_t m_recordsPerWarp;
  std::vector<uint32_t> m_words;
  std::vector<std::byte> m_buffer;
};

/// The wrapper file around blocks of equal shape.
std::vector<std::byte> makeTritonFile(const std::vector<TritonBlockEmitter> &blocks,
                                      uint32_t device = 1);

} // namespace pstudio::test
