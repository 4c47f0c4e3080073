// SPDX-License-Identifier: Apache-2.0
// Payloads of worker messages. Internal to core/worker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/worker/worker_messages.h"

namespace pstudio {

/// The type byte: 1 + index in WorkerMessage.
uint8_t messageType(const WorkerMessage &message);

/// The payload as compact JSON.
std::string messagePayload(const WorkerMessage &message);

/// The message of a type and payload; InvalidFormat if the type is unknown or the payload does not
/// fit it.
Result<WorkerMessage> messageFromPayload(uint8_t type, std::string_view payload);

} // namespace pstudio
