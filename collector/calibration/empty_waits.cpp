// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/empty_waits.h"

#include <algorithm>

#include "collector/calibration/micro_launch.h"
#include "collector/calibration/sample_statistics.h"

namespace pstudio::calibration {
namespace {

using analysis::AsyncQueue;

/// Launches before the measured ones: the first fetches the kernel's code.
constexpr int kWarmups = 2;
constexpr int kLaunches = 4;
constexpr uint32_t kMostWarps = 15; ///< each meets alone at a barrier of its own, and 0 is taken
constexpr double kShare = 0.9;      ///< of the empty waits, which are not to count as blocked
/// Slots of a warp: a power of two that holds all records of the kernel.
constexpr uint32_t kSlots = 256;

constexpr uint32_t kHopper = 90;

} // namespace

std::vector<AsyncQueue> queuesOf(const nvidia::Architecture &architecture) {
  std::vector<AsyncQueue> queues{AsyncQueue::CopyGroup, AsyncQueue::NamedBarrier};
  if (architecture.capability >= kHopper) {
    queues.push_back(AsyncQueue::BulkGroup);
    queues.push_back(AsyncQueue::Mbarrier);
  }
  if (architecture.capability == kHopper && architecture.isSpecific)
    queues.push_back(AsyncQueue::MatrixGroup);
  return queues;
}

Result<std::vector<EmptyWait>> evaluateEmptyWaits(std::span<const AsyncQueue> queues,
                                                  std::span<const UnitRecords> launches,
                                                  const record::OperationTable &operations) {
  std::vector<EmptyWait> waits;
  for (const AsyncQueue queue : queues) {
    const std::string name = emptyWaitName(queue);
    std::vector<double> lengths;
    for (const UnitRecords &units : launches)
      for (const auto &records : units) {
        const std::vector<double> some = durationsOf(records, operations, name);
        lengths.insert(lengths.end(), some.begin(), some.end());
      }
    if (lengths.empty())
      return fail(ErrorCode::RunFailed, "the calibration kernel recorded no '" + name + "'");
    waits.push_back({queue, percentileOf(std::move(lengths), kShare)});
  }
  return waits;
}

Result<std::vector<EmptyWait>> measureEmptyWaits(const cuda::Context &context,
                                                 const nvidia::Architecture &architecture,
                                                 const InstrumentationMode &mode, uint32_t warps) {
  PSTUDIO_TRY_ASSIGN(MeasuringDevice device, MeasuringDevice::open(context, architecture));
  InstrumentationMode recording = mode;
  recording.enabled = true;
  recording.autoModes.clear();
  recording.slotsPerUnit = kSlots;
  const std::vector<AsyncQueue> queues = queuesOf(architecture);
  PSTUDIO_TRY_ASSIGN(MicroLaunch kernel,
                     MicroLaunch::prepare(device, emptyQueueWaits(queues), recording,
                                          std::clamp(warps, 1u, kMostWarps)));
  std::vector<UnitRecords> launches;
  for (int i = 0; i < kWarmups + kLaunches; ++i) {
    PSTUDIO_TRY_ASSIGN(MicroResult result, kernel.run(device, 1));
    if (i >= kWarmups)
      launches.push_back(std::move(result.units));
  }
  return evaluateEmptyWaits(queues, launches, kernel.operations());
}

} // namespace pstudio::calibration
