// SPDX-License-Identifier: Apache-2.0
// Code images that the CUDA driver loads: fat binaries, cubins and PTX text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/image/architecture.h"

namespace pstudio::image {

enum class EntryKind : uint8_t {
  Ptx,
  Elf,   ///< machine code
  Other, ///< another representation, which no function of this folder reads
};

enum class Compression : uint8_t { None, Lz4, Zstd, Unknown };

/// One piece of code of an image. The views refer to the bytes of the image.
struct ImageEntry {
  EntryKind kind = EntryKind::Other;
  Compression compression = Compression::None;
  Architecture architecture; ///< number 0: not stated (a PTX text that is an image by itself)
  uint64_t flags = 0;        ///< as in the entry's head
  std::string ptxasOptions;  ///< of PTX: "-O1  --fmad false -maxrregcount=32 "
  uint64_t offset = 0;       ///< of the payload in the image [bytes]
  uint64_t payloadBytes = 0; ///< decompressed [bytes]
  std::span<const std::byte> payload; ///< as stored
};

/// An image. It refers to the bytes that it was read from, which must outlive it.
struct GpuImage {
  enum class Kind : uint8_t { FatBinary, Cubin, Ptx };
  Kind kind = Kind::FatBinary;
  std::vector<ImageEntry> entries; ///< in the order of the image; one for a cubin or a PTX text
};

/// Reads the heads of an image: a fat binary's container, a cubin, or PTX text. Bytes after a
/// container are ignored. Decompresses nothing. InvalidFormat with the offset for damaged bytes;
/// Unsupported for the head of a fat binary in a program (its container lies elsewhere) and for
/// bytes that are no image. O(entries), O(bytes) for text. [thread: any]
Result<GpuImage> readImage(std::span<const std::byte> bytes);

/// The containers in the section .nv_fatbin of a host program or library for x86-64 or AArch64, in
/// their order: what the CUDA runtime gives the driver. Empty if there is no such section.
/// InvalidFormat with the offset for a damaged file. O(containers). [thread: any]
Result<std::vector<std::span<const std::byte>>>
containersIn(std::span<const std::byte> hostProgram);

/// The decompressed payload; PTX without padding. Unsupported for an unknown compression,
/// InvalidFormat with the offset for damaged bytes. O(size). [thread: any]
Result<std::string> payloadOf(const ImageEntry &entry);

} // namespace pstudio::image
