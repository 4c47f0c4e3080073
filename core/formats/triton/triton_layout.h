// SPDX-License-Identifier: Apache-2.0
// The profile buffer of Triton Proton's instrumentation backend (Triton 3.4 to 3.8). Little-endian.
// Described, with its source, in FORMAT.md. Nothing else spells out an offset or a bit of it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::record::triton {

// --- The file: a wrapper around the blocks of one launch
// ------------------------------------------------------
/// Byte offsets of the u32 fields of the wrapper.
enum FileOffset : uint32_t {
  kFileVersion = 0,        ///< kFormatVersion
  kFileHeaderOffset = 4,   ///< kHeaderOffset
  kFileHeaderSize = 8,     ///< kFileFixedBytes + 4 * unit count
  kFilePayloadOffset = 12, ///< of the first block, from the start of the file
  kFilePayloadSize = 16,   ///< [bytes]
  kFileDevice = 20,        ///< DeviceType
  kFileBlockCount = 24,
  kFileTotalUnits = 28,   ///< warps of a CTA, recorded or not
  kFileScratchBytes = 32, ///< bytes of a block
  kFileUnitCount = 36,    ///< recorded warps; their ids follow
};
inline constexpr uint32_t kFileFixedBytes = 40;
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr uint32_t kHeaderOffset = 4;
enum class DeviceType : uint32_t { Unknown = 0, Cuda = 1, Hip = 2 };

// --- A block: header | one u32 word count per warp | one segment per recorded warp | padding
// ------------------
enum BlockOffset : uint32_t {
  kBlockPreamble = 0,     ///< u32 kPreamble; 0: the CTA never recorded
  kBlockProgram = 4,      ///< u32 linear CTA id
  kBlockHardware = 8,     ///< u32 SM / CU
  kBlockBufferBytes = 12, ///< u32 bytes of all segments; stored by finalize
  kBlockInitTime = 16,    ///< u64 [ns]
  kBlockPreFinal = 24,    ///< u64 [ns] before the records are copied out
  kBlockPostFinal = 32,   ///< u64 [ns] after
};
inline constexpr uint32_t kBlockHeaderBytes = 40;
inline constexpr uint32_t kCountBytes = 4;
inline constexpr uint32_t kPreamble = 0xdeadbeefu;

// --- A record: tag word, clock word
// ---------------------------------------------------------------------------
//   31   30      23  22   21     11 10               0
//  +---+-----------+-----+---------+------------------+   word 0
//  |end| scope id  |async|    0    | clock bits 42-32 |
//  +---+-----------+-----+---------+------------------+
//  word 1: clock bits 31..0
inline constexpr uint32_t kRecordBytes = 8;
inline constexpr uint32_t kWordsPerRecord = 2;
inline constexpr unsigned kClockBits = 43;
inline constexpr unsigned kShortClockBits = 32; ///< of kernels built with "clock32"
inline constexpr uint32_t kScopeCount = 256;

constexpr bool isEnd(uint32_t tag) {
  return tag >> 31 != 0;
}
constexpr uint32_t scopeOf(uint32_t tag) {
  return tag >> 23 & 0xff;
}
constexpr bool isAsync(uint32_t tag) {
  return (tag >> 22 & 1) != 0;
}
constexpr uint64_t clockOf(uint32_t tag, uint32_t word) {
  return uint64_t{tag & 0x7ff} << 32 | word;
}
constexpr uint32_t makeTag(bool end, uint32_t scope, bool async, uint64_t clock) {
  return uint32_t{end} << 31 | (scope & 0xff) << 23 | uint32_t{async} << 22 |
         (static_cast<uint32_t>(clock >> 32) & 0x7ff);
}

} // namespace pstudio::record::triton
