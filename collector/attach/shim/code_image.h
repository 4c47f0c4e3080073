// SPDX-License-Identifier: Apache-2.0
// Kind of a code image that the program passes to the driver, and the identity of a cubin.
#pragma once

#include <string>

#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

struct CodeImage {
  ImageKind kind = ImageKind::Unknown;
  std::string hash;           ///< SHA-256 of a cubin; else empty
  uint64_t bytes = 0;         ///< of a cubin; else 0
  uint32_t number = kNoImage; ///< in the ImageStore
};

/// Reads an image that the driver has accepted. The size is computed from the image's headers, so
/// an invalid image could cause reads out of bounds. O(size) for a cubin.
CodeImage readImage(const void *image);

/// As readImage(), for a file that cuModuleLoad or cuLibraryLoadFromFile has accepted.
CodeImage readImageFile(const char *path);

/// Bytes of an image in memory.
struct ImageExtent {
  const void *begin = nullptr;
  uint64_t bytes = 0; ///< 0: unknown
};

/// The extent of an image that the driver has accepted: of the container that a wrapper names, of a
/// container, of text with its final zero left out. Text of more than 64 MiB has an unknown extent,
/// as have other bytes. O(text)
ImageExtent extentOf(const void *image);

/// Size of a 64-bit ELF image: the end of its last header, section or segment. 0 for other bytes.
uint64_t elfBytes(const void *image);

} // namespace pstudio::attach
