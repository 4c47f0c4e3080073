// SPDX-License-Identifier: Apache-2.0
// Device memory and file for the records of one launch, given back unless the launch takes them.
#pragma once

#include <string>
#include <string_view>

#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

/// Needs the context to be current as long as it holds memory, and a CaptureGuard in open().
class RecordBuffer {
public:
  explicit RecordBuffer(Attachment &attachment) : m_attachment(attachment) {}
  ~RecordBuffer();
  RecordBuffer(const RecordBuffer &) = delete;
  RecordBuffer &operator=(const RecordBuffer &) = delete;

  /// Why there is no buffer: a code of report_codes.h and its detail.
  struct Problem {
    std::string_view code; ///< empty: none
    std::string text;
  };

  /// Reserves budget, file and memory, and zeroes the memory before what `stream` does next.
  Problem open(DeviceContext &context, uint64_t bytes, CuStream stream);
  CuDevicePointer address() const { return m_records.buffer.address; }
  RecordHeader &header() const;
  /// The device memory is never freed: a kernel may write to it at any time.
  void keepMemory() { m_records.keepsMemory = true; }
  /// The launch has them now.
  PendingRecords take();

private:
  Problem reserve(uint64_t bytes);
  Problem zero(CuStream stream);

  Attachment &m_attachment;
  PendingRecords m_records;
  uint64_t m_reservedBytes = 0;
  bool m_countsLaunch = false;
};

} // namespace pstudio::attach
