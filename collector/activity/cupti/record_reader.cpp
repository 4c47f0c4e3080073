// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/record_reader.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "collector/activity/activity_names.h"
#include "collector/vendor/cupti_records.h"

namespace pstudio::cupti {
namespace {

using activity::ActivityLog;
using activity::ApiActivity;
using activity::CopyActivity;
using activity::directionName;
using activity::KernelActivity;
using activity::memoryName;
using activity::MemsetActivity;
using activity::ToolTime;

constexpr std::array kPollingCalls{
    DriverCall::CtxPushCurrentOld, DriverCall::CtxPopCurrentOld, DriverCall::EventQuery,
    DriverCall::StreamQuery,       DriverCall::CtxGetCurrent,    DriverCall::CtxPushCurrent,
    DriverCall::CtxPopCurrent,     DriverCall::GetErrorString,   DriverCall::GetErrorName};

/// Reads fields at their byte offsets: records are aligned to 8 bytes only.
class Fields {
public:
  explicit Fields(const uint8_t *record) : m_record(record) {}
  template <class T> T at(size_t offset) const {
    T value;
    std::memcpy(&value, m_record + offset, sizeof value);
    return value;
  }
  std::array<uint32_t, 3> threeAt(size_t offset) const {
    return {at<uint32_t>(offset), at<uint32_t>(offset + 4), at<uint32_t>(offset + 8)};
  }

private:
  const uint8_t *m_record;
};

template <class Offsets> ToolTime timeOf(const Fields &fields) {
  return {static_cast<int64_t>(fields.at<uint64_t>(Offsets::kStart)),
          static_cast<int64_t>(fields.at<uint64_t>(Offsets::kEnd))};
}

/// False for unavailable times, for which the library writes 0, and for an end before the begin.
bool isFinished(const ToolTime &time) {
  return time.beginNs > 0 && time.endNs >= time.beginNs;
}

template <class Offsets> void fillWork(const Fields &fields, activity::DeviceWork &work) {
  work.time = timeOf<Offsets>(fields);
  work.place = {fields.at<uint32_t>(Offsets::kDevice), fields.at<uint32_t>(Offsets::kContext),
                fields.at<uint32_t>(Offsets::kStream)};
  work.correlation = fields.at<uint32_t>(Offsets::kCorrelation);
}

KernelActivity kernelFrom(const Fields &fields) {
  using At = KernelOffsets;
  KernelActivity kernel;
  fillWork<At>(fields, kernel);
  const char *name = fields.at<const char *>(At::kName);
  kernel.name = name ? name : "unnamed kernel";
  kernel.grid = fields.threeAt(At::kGrid);
  kernel.block = fields.threeAt(At::kBlock);
  kernel.cluster = fields.threeAt(At::kCluster);
  kernel.registersPerThread = fields.at<uint16_t>(At::kRegisters);
  kernel.staticSharedBytes = fields.at<uint32_t>(At::kStaticShared);
  kernel.dynamicSharedBytes = fields.at<uint32_t>(At::kDynamicShared);
  kernel.localBytesPerThread = fields.at<uint32_t>(At::kLocalPerThread);
  return kernel;
}

CopyActivity copyFrom(const Fields &fields) {
  using At = CopyOffsets;
  CopyActivity copy;
  fillWork<At>(fields, copy);
  copy.direction = activity::directionName(fields.at<uint8_t>(At::kDirection));
  copy.from = activity::memoryName(fields.at<uint8_t>(At::kSource));
  copy.to = activity::memoryName(fields.at<uint8_t>(At::kTarget));
  copy.bytes = fields.at<uint64_t>(At::kBytes);
  copy.isAsync = (fields.at<uint8_t>(At::kFlags) & kCopyIsAsync) != 0;
  return copy;
}

MemsetActivity memsetFrom(const Fields &fields) {
  using At = MemsetOffsets;
  MemsetActivity memset;
  fillWork<At>(fields, memset);
  memset.bytes = fields.at<uint64_t>(At::kBytes);
  memset.value = fields.at<uint32_t>(At::kValue);
  return memset;
}

ApiActivity callFrom(const Library &library, const Fields &fields) {
  using At = ApiOffsets;
  ApiActivity call;
  call.time = timeOf<At>(fields);
  call.process = fields.at<uint32_t>(At::kProcess);
  call.thread = fields.at<uint32_t>(At::kThread);
  call.correlation = fields.at<uint32_t>(At::kCorrelation);
  call.result = fields.at<uint32_t>(At::kResult);
  const uint32_t function = fields.at<uint32_t>(At::kFunction);
  const char *name = nullptr;
  const CuptiResult named =
      library.api().cuptiGetCallbackName(CallbackDomain::DriverApi, function, &name);
  call.name = named == CuptiResult::Success && name ? std::string(name)
                                                    : "driver call " + std::to_string(function);
  return call;
}

template <class Activity>
void add(Activity activity, std::vector<Activity> &all, ActivityLog &log) {
  if (isFinished(activity.time))
    all.push_back(std::move(activity));
  else
    ++log.unfinished;
}

void addRecord(const Library &library, const uint8_t *record, ActivityLog &log) {
  const Fields fields(record);
  switch (static_cast<ActivityKind>(fields.at<uint32_t>(0))) {
  case ActivityKind::ConcurrentKernel:
    return add(kernelFrom(fields), log.kernels, log);
  case ActivityKind::Memcpy:
    return add(copyFrom(fields), log.copies, log);
  case ActivityKind::Memset:
    return add(memsetFrom(fields), log.memsets, log);
  case ActivityKind::Driver:
    if (!isPollingCall(fields.at<uint32_t>(ApiOffsets::kFunction)))
      add(callFrom(library, fields), log.calls, log);
    return;
  default:
    ++log.unknownKinds;
  }
}

} // namespace

std::span<const DriverCall> pollingCalls() {
  return kPollingCalls;
}

bool isPollingCall(uint32_t function) {
  return std::ranges::find(kPollingCalls, static_cast<DriverCall>(function)) != kPollingCalls.end();
}

void readRecords(const Library &library, std::span<uint8_t> buffer, ActivityLog &log) {
  uint8_t *record = nullptr;
  for (;;) {
    const CuptiResult next =
        library.api().cuptiActivityGetNextRecord(buffer.data(), buffer.size(), &record);
    if (next == CuptiResult::MaxLimitReached)
      return; // the end of the buffer
    if (next != CuptiResult::Success || !record) {
      ++log.damaged;
      return;
    }
    addRecord(library, record, log);
  }
}

} // namespace pstudio::cupti
