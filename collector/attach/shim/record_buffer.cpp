// SPDX-License-Identifier: Apache-2.0
// Limits first, then the file, then the device: what fails is undone in the destructor.
#include "collector/attach/shim/record_buffer.h"

#include <new>

#include <unistd.h>

namespace pstudio::attach {

RecordBuffer::~RecordBuffer() {
  const CaptureGuard guard(m_attachment.driver);
  if (m_records.context && !m_records.keepsMemory)
    m_records.buffer.free(m_attachment.driver, m_records.context->stream);
  if (m_records.done)
    m_attachment.driver.cuEventDestroy_v2(m_records.done);
  m_records.file.discard();
  m_attachment.budget.bytes -= m_reservedBytes;
  m_attachment.budget.launches -= m_countsLaunch;
}

RecordBuffer::Problem RecordBuffer::reserve(uint64_t bytes) {
  RecordBudget &budget = m_attachment.budget;
  m_countsLaunch = true;
  if (budget.launches.fetch_add(1) >= m_attachment.welcome.settings.mostLaunches) {
    m_attachment.stopChoosing();
    return {"most.launches", {}};
  }
  m_reservedBytes = bytes;
  const uint64_t before = budget.bytes.fetch_add(bytes);
  if (before + bytes > m_attachment.welcome.settings.mostRecordBytes)
    return {"memory.limit", std::to_string(bytes) + " bytes, " + std::to_string(before) +
                                " bytes are in use by earlier launches"};
  static constinit std::atomic<uint32_t> s_files = 0;
  const std::string path = m_attachment.welcome.rawFolder + "/" + std::to_string(getpid()) + "." +
                           std::to_string(++s_files) + ".records";
  std::string_view problem;
  m_records.file = MappedFile::create(path, kRecordsOffset + bytes, problem);
  if (!m_records.file)
    return {problem, std::to_string(bytes) + " bytes"};
  new (m_records.file.data()) RecordHeader;
  return {};
}

RecordBuffer::Problem RecordBuffer::zero(CuStream stream) {
  const DriverApi &driver = m_attachment.driver;
  const CuStream ours = m_records.context->stream;
  const OwnWork own(m_attachment.activity);
  CuEvent zeroed = nullptr;
  const char *call = "cuMemsetD8Async";
  CuResult result = driver.cuMemsetD8Async(m_records.buffer.address, 0, m_records.bytes, ours);
  if (result == CuResult::Success) {
    call = "cuEventCreate";
    result = driver.cuEventCreate(&zeroed, gpu::kEventDisableTiming);
  }
  if (result == CuResult::Success) {
    call = "cuEventRecord";
    result = driver.cuEventRecord(zeroed, ours);
  }
  if (result == CuResult::Success) {
    call = "cuStreamWaitEvent";
    result = driver.cuStreamWaitEvent(stream, zeroed, 0);
  }
  if (zeroed)
    driver.cuEventDestroy_v2(zeroed); // the driver keeps what the stream waits for
  if (result == CuResult::Success)
    return {};
  return {"driver.error", driver.describe(call, result)};
}

RecordBuffer::Problem RecordBuffer::open(DeviceContext &context, uint64_t bytes, CuStream stream) {
  const DriverApi &driver = m_attachment.driver;
  m_records.context = &context;
  m_records.bytes = bytes;
  if (Problem problem = reserve(bytes); !problem.code.empty())
    return problem;
  if (const CuResult result = driver.cuEventCreate(&m_records.done, gpu::kEventDisableTiming);
      result != CuResult::Success)
    return {"driver.error", driver.describe("cuEventCreate", result)};
  if (bytes == 0)
    return {};
  if (const CuResult result = m_records.buffer.allocate(driver, bytes, context.stream);
      result != CuResult::Success)
    return {"memory.device",
            std::to_string(bytes) + " bytes, " + driver.describe("cuMemAlloc", result)};
  return zero(stream);
}

RecordHeader &RecordBuffer::header() const {
  return *reinterpret_cast<RecordHeader *>(m_records.file.data());
}

PendingRecords RecordBuffer::take() {
  PendingRecords taken = std::move(m_records);
  m_records = PendingRecords();
  m_reservedBytes = 0;
  m_countsLaunch = false;
  return taken;
}

} // namespace pstudio::attach
