// SPDX-License-Identifier: Apache-2.0
// The JSON header of a capture file: all data except the profile buffers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/launch_decoder.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// A profile buffer as it is stored.
struct StoredBuffer {
  uint64_t sizeBytes = 0;   ///< of the profile buffer
  uint64_t storedBytes = 0; ///< of its compressed form in the file
  uint32_t checksum = 0;    ///< CRC-32 of the profile buffer
};

/// One launch of the file; `capture.blocks` is empty here.
struct CaptureHeaderLaunch {
  LaunchCapture capture;
  StoredBuffer buffer;
};

struct CaptureHeader {
  TraceInfo info;
  std::vector<CaptureHeaderLaunch> launches;
};

/// The header as JSON; FORMAT.md lists the fields. O(size).
std::string captureHeaderToJson(const CaptureHeader &header);

/// InvalidFormat or InvalidInput with the field's path if a field is missing, unknown, of another
/// type or out of the range that decoding relies on. O(size).
Result<CaptureHeader> parseCaptureHeader(std::string_view json);

} // namespace pstudio::record
