// SPDX-License-Identifier: Apache-2.0
// Copies and sets of the victim, and its images in mapped memory.
#pragma once

#include <cstddef>
#include <string>

#include "tests/collector/attach/shim/victim/driver_table.h"

namespace pstudio::test {

/// Prints an error of a call of the driver.
void printError(const char *call, CuResult result);

/// The bytes of a file; empty if it cannot be read.
std::string contents(const std::string &path);

/// In memory of its own, which it gives back.
struct MemoryWork {
  DriverTable &driver;
  void *stream = nullptr;

  /// To the device: once in the way that waits, once in the stream.
  void copy(size_t bytes) const;
  void copyToPeer(void *context, size_t bytes) const;
  /// While another thread is in the constructor of `library`.
  void copyWhileLoading(const std::string &library) const;
  void set(size_t bytes) const;
  /// Two rows of 16-bit numbers: once in the way that waits, once in the stream.
  void setRows(size_t width) const;
  /// Loads the image at an offset of a file that is mapped, as those of a program are. `isDeleted`:
  /// the file is deleted before that.
  CuResult loadMapped(void **module, const std::string &path, size_t offset, bool isDeleted) const;

private:
  uint64_t allocated(size_t bytes) const;
  void free(uint64_t memory) const;
};

} // namespace pstudio::test
