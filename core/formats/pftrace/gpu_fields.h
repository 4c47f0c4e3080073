// SPDX-License-Identifier: Apache-2.0
// Field numbers of Perfetto's packets of GPUs and logs.
#pragma once

#include "core/formats/pftrace/perfetto_fields.h"

/// Numbers from Perfetto's protos/perfetto/trace/gpu, trace/android/android_log.proto,
/// common/gpu_counter_descriptor.proto and trace/track_event/log_message.proto (checked November
/// 2026).
namespace pstudio::perfetto {

/// Payloads of a packet.
namespace gpu_packet {
constexpr Field kAndroidLog = 39;
constexpr Field kGpuCounterEvent = 52;
constexpr Field kGpuRenderStageEvent = 53;
constexpr Field kGpuLog = 63;
constexpr Field kVulkanApiEvent = 65;
constexpr Field kGpuMemTotalEvent = 71;
} // namespace gpu_packet

namespace gpu_interned_data {
constexpr Field kSourceLocations = 4;
constexpr Field kLogMessageBodies = 20;
constexpr Field kGraphicsContexts = 23;
constexpr Field kGpuSpecifications = 24;
constexpr Field kComputeKernels = 1000;
constexpr Field kComputeArgNames = 1001;
constexpr Field kKernelDemangledName = 3; ///< of a compute kernel; its name is the entry's text
constexpr Field kLocationFunction = 3;    ///< of a source location; its file is the entry's text
constexpr Field kLocationLine = 4;
} // namespace gpu_interned_data

namespace render_stage {
constexpr Field kEventId = 1;
constexpr Field kDuration = 2;
constexpr Field kOldQueueId = 3;
constexpr Field kOldStageId = 4;
constexpr Field kContext = 5;
constexpr Field kExtraData = 6;
constexpr Field kSpecifications = 7;
constexpr Field kRenderTarget = 8;
constexpr Field kRenderPass = 9;
constexpr Field kSubmissionId = 10;
constexpr Field kGpuId = 11;
constexpr Field kCommandBuffer = 12;
constexpr Field kQueueIid = 13;
constexpr Field kStageIid = 14;
constexpr Field kName = 17;
constexpr Field kWaitIds = 18;
constexpr Field kKernelIid = 19;
constexpr Field kNameIid = 20;
constexpr Field kLaunch = 21;
constexpr Field kSpecifiedQueues = 2; ///< of the old specifications
constexpr Field kSpecifiedStages = 3;
constexpr Field kDescriptionName = 1;
constexpr Field kExtraName = 1;
constexpr Field kExtraValue = 2;
constexpr Field kLaunchGrid = 1;
constexpr Field kLaunchWorkgroup = 2;
constexpr Field kLaunchArgs = 3;
} // namespace render_stage

namespace compute_arg {
constexpr Field kNameIid = 1;
constexpr Field kName = 2;
constexpr Field kInt = 3;
constexpr Field kUint = 4;
constexpr Field kDouble = 5;
constexpr Field kText = 6;
} // namespace compute_arg

namespace gpu_counter {
constexpr Field kDescriptor = 1;
constexpr Field kCounters = 2;
constexpr Field kGpuId = 3;
constexpr Field kSpecs = 1; ///< of the descriptor
constexpr Field kSpecId = 1;
constexpr Field kSpecName = 2;
constexpr Field kSpecNumerators = 7;
constexpr Field kSpecDenominators = 8;
constexpr Field kSpecDirection = 11;
constexpr uint64_t kForwards = 2; ///< a value holds from its time on; else up to its time
constexpr Field kId = 1;
constexpr Field kIntValue = 2;
constexpr Field kDoubleValue = 3;
} // namespace gpu_counter

namespace gpu_log {
constexpr Field kSeverity = 1;
constexpr Field kTag = 2;
constexpr Field kMessage = 3;
} // namespace gpu_log

namespace vulkan_api {
constexpr Field kQueueSubmit = 2;
constexpr Field kDurationNs = 1;
constexpr Field kPid = 2;
constexpr Field kTid = 3;
constexpr Field kQueue = 4;
constexpr Field kSubmissionId = 6;
} // namespace vulkan_api

namespace gpu_mem {
constexpr Field kGpuId = 1;
constexpr Field kPid = 2;
constexpr Field kSize = 3;
} // namespace gpu_mem

namespace android_log {
constexpr Field kEvents = 1;
constexpr Field kLogId = 1;
constexpr Field kPid = 2;
constexpr Field kTid = 3;
constexpr Field kTimestamp = 5; ///< CLOCK_REALTIME [ns]
constexpr Field kTag = 6;
constexpr Field kPriority = 7;
constexpr Field kMessage = 8;
} // namespace android_log

namespace log_message {
constexpr Field kOfTrackEvent = 21;
constexpr Field kSourceLocationIid = 1;
constexpr Field kBodyIid = 2;
constexpr Field kPriority = 3;
} // namespace log_message

constexpr uint32_t kClockRealtime = 1;

} // namespace pstudio::perfetto
