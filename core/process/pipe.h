// SPDX-License-Identifier: Apache-2.0
// A pipe, and reads and writes that signals do not interrupt.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/result.h"
#include "core/process/descriptor.h"

namespace pstudio {

/// Both ends of a pipe, closed on exec.
struct Pipe {
  Descriptor readEnd;
  Descriptor writeEnd;
};
Result<Pipe> makePipe();

/// Writes all bytes. A closed reader is an Io error (SIGPIPE must be ignored). [blocks]
Result<void> writeAll(int descriptor, std::span<const std::byte> bytes);

/// Reads available bytes, or waits for some; 0 at the end of the stream. [blocks]
Result<size_t> readSome(int descriptor, std::span<std::byte> buffer);

} // namespace pstudio
