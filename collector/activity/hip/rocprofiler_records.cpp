// SPDX-License-Identifier: Apache-2.0
// Reads at byte offsets: new versions extend records at their ends, and each record contains its
// size.
#include "collector/activity/hip/rocprofiler_records.h"

#include <algorithm>
#include <array>

#include <unistd.h>

#include "core/base/little_endian.h"

namespace pstudio::roc {
namespace {

using activity::ActivityLog;

template <class T> T load(const void *record, size_t offset) {
  return loadLittle<T>(static_cast<const std::byte *>(record) + offset);
}

std::array<uint32_t, 3> three(const std::byte *record, size_t offset) {
  return {load<uint32_t>(record, offset), load<uint32_t>(record, offset + 4),
          load<uint32_t>(record, offset + 8)};
}

/// By number: of rocprofiler_memory_copy_operation_t.
constexpr std::array<std::array<const char *, 3>, 5> kDirections{
    {{"of unknown direction", "", ""},
     {"host to host", "host", "host"},
     {"host to device", "host", "device"},
     {"device to host", "device", "host"},
     {"device to device", "device", "device"}}};

/// Calls that poll while this program waits for a launch.
constexpr std::array kPollingCalls{"hipStreamQuery", "hipEventQuery", "hipGetLastError",
                                   "hipSetDevice", "hipGetDevice"};

/// True if the work has a begin and an end; otherwise it is counted.
bool isFinished(const activity::ToolTime &time, ActivityLog &log) {
  const bool isWhole = time.beginNs > 0 && time.endNs >= time.beginNs;
  log.unfinished += !isWhole;
  return isWhole;
}

/// True if the record is long enough for the fields that are read; otherwise it is counted.
bool hasRoom(const std::byte *record, size_t needed, ActivityLog &log) {
  const bool isLong = load<uint64_t>(record, RecordStart::kSize) >= needed;
  log.damaged += !isLong;
  return isLong;
}

template <class Offsets> activity::ToolTime timeOf(const std::byte *record) {
  return {load<int64_t>(record, Offsets::kBegin), load<int64_t>(record, Offsets::kEnd)};
}

} // namespace

void RocprofilerReader::noteSymbol(const RocprofilerCallbackRecord &record) {
  using At = CallbackOffsets;
  const unsigned char *rest =
      record.bytes + (m_library.hasAncestors() ? At::kAfterLong : At::kAfterShort);
  if (load<uint32_t>(rest, 0) != m_library.kinds().codeObject ||
      load<int32_t>(rest, At::kOperation) != kKernelSymbolRegistered ||
      load<int32_t>(rest, At::kPhase) != kRocprofilerPhaseLoad)
    return;
  const auto *payload = reinterpret_cast<const std::byte *>(load<uintptr_t>(rest, At::kPayload));
  if (!payload || load<uint64_t>(payload, RecordStart::kSize) < SymbolOffsets::kNeeded)
    return;
  const auto *text = reinterpret_cast<const char *>(load<uintptr_t>(payload, SymbolOffsets::kName));
  std::string name(text ? text : "");
  if (name.ends_with(".kd"))
    name.resize(name.size() - 3);
  const std::lock_guard lock(m_mutex);
  m_kernels[load<uint64_t>(payload, SymbolOffsets::kKernel)] = std::move(name);
}

std::string RocprofilerReader::kernelName(uint64_t kernel) const {
  const std::lock_guard lock(m_mutex);
  const auto found = m_kernels.find(kernel);
  return found == m_kernels.end() ? "kernel " + std::to_string(kernel) : found->second;
}

void RocprofilerReader::read(std::span<RocprofilerRecord *const> records, uint64_t dropped) {
  const RocprofilerKinds &kinds = m_library.kinds();
  m_log.add([&](ActivityLog &log) {
    log.dropped += dropped;
    for (const RocprofilerRecord *record : records) {
      const auto *payload = static_cast<const std::byte *>(record->payload);
      if (record->category != kRocprofilerTracing || !payload)
        ++log.unknownKinds;
      else if (record->kind == kinds.dispatch)
        addDispatch(payload, log);
      else if (record->kind == kinds.copy)
        addCopy(payload, log);
      else if (record->kind == kinds.call)
        addCall(payload, log);
      else
        ++log.unknownKinds;
    }
  });
}

void RocprofilerReader::addDispatch(const std::byte *at, ActivityLog &log) {
  using At = DispatchOffsets;
  activity::KernelActivity kernel;
  if (!hasRoom(at, At::kNeeded, log) || !isFinished(kernel.time = timeOf<At>(at), log))
    return;
  kernel.place = {m_agents(load<uint64_t>(at, At::kAgent)), 0,
                  m_queues(load<uint64_t>(at, At::kQueue))};
  kernel.correlation = static_cast<uint32_t>(load<uint64_t>(at, At::kCorrelation));
  kernel.name = kernelName(load<uint64_t>(at, At::kKernel));
  kernel.block = three(at, At::kBlock);
  kernel.grid = three(at, At::kGrid);
  for (size_t i = 0; i < 3; ++i) // HSA counts threads
    kernel.grid[i] /= std::max(kernel.block[i], 1u);
  kernel.staticSharedBytes = load<uint32_t>(at, At::kLds);
  kernel.localBytesPerThread = load<uint32_t>(at, At::kScratch);
  log.kernels.push_back(std::move(kernel));
}

void RocprofilerReader::addCopy(const std::byte *at, ActivityLog &log) {
  using At = CopyOffsets;
  activity::CopyActivity copy;
  if (!hasRoom(at, At::kNeeded, log) || !isFinished(copy.time = timeOf<At>(at), log))
    return;
  const auto number = load<uint32_t>(at, At::kOperation);
  const auto &direction = kDirections[number < kDirections.size() ? number : 0];
  copy.direction = direction[0];
  copy.from = direction[1];
  copy.to = direction[2];
  // The device is the endpoint that is not the host. A copy has no queue of its own.
  const bool isFromDevice = copy.from == "device";
  copy.place = {m_agents(load<uint64_t>(at, isFromDevice ? At::kFrom : At::kTo)), 0,
                m_queues(UINT64_MAX)};
  copy.correlation = static_cast<uint32_t>(load<uint64_t>(at, At::kCorrelation));
  copy.bytes = load<uint64_t>(at, At::kBytes);
  copy.isAsync = true;
  log.copies.push_back(std::move(copy));
}

void RocprofilerReader::addCall(const std::byte *at, ActivityLog &log) {
  using At = CallOffsets;
  if (!hasRoom(at, At::kShort, log))
    return;
  const bool isLong = load<uint64_t>(at, At::kSize) >= At::kLong;
  const std::byte *rest = at + (isLong ? At::kAfterLong : At::kAfterShort);
  activity::ApiActivity call;
  call.time = {load<int64_t>(rest, 0), load<int64_t>(rest, 8)};
  if (!isFinished(call.time, log))
    return;
  call.process = static_cast<uint32_t>(::getpid());
  call.thread = static_cast<uint32_t>(load<uint64_t>(rest, 16));
  call.correlation = static_cast<uint32_t>(load<uint64_t>(at, At::kCorrelation));
  const auto number = load<int32_t>(at, At::kOperation);
  const char *name = nullptr;
  m_library.api().rocprofiler_query_buffer_tracing_kind_operation_name(m_library.kinds().call,
                                                                       number, &name, nullptr);
  call.name = name ? name : "call " + std::to_string(number);
  if (std::ranges::find(kPollingCalls, call.name) == kPollingCalls.end())
    log.calls.push_back(std::move(call));
}

} // namespace pstudio::roc
