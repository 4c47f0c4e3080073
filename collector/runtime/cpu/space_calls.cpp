// SPDX-License-Identifier: Apache-2.0
// The state space of generic addresses.
#include <algorithm>

#include "collector/runtime/cpu/cta_scheduler.h"
#include "collector/runtime/cpu/launch.h"
#include "collector/runtime/cpu/runtime_calls.h"

namespace pstudio::cpu::calls {
namespace {

/// No thread has more local memory above the frame of a function that it calls.
constexpr uint64_t kMaxStackBytes = 256 * 1024;

uint64_t asNumber(const void *address) {
  return reinterpret_cast<uint64_t>(address);
}

} // namespace

uint32_t isShared(ThreadContext *context, const std::byte *address) {
  const CtaThread &thread = threadOf(context);
  const LaunchRequest &request = thread.cta->request();
  const uint64_t bytes = request.program->staticSharedBytes + request.dynamicSharedBytes;
  return asNumber(address) - asNumber(thread.shared) < bytes ? 1 : 0;
}

uint32_t isGlobal(ThreadContext *context, const std::byte *address) {
  if (isShared(context, address) != 0)
    return 0;
  const std::vector<KernelArgument> &arguments = threadOf(context).cta->request().arguments;
  const bool isArgument = std::ranges::any_of(arguments, [&](const KernelArgument &argument) {
    return asNumber(address) - argument.word < argument.bytes;
  });
  return isArgument || asNumber(address) - asNumber(__builtin_frame_address(0)) >= kMaxStackBytes
             ? 1
             : 0;
}

} // namespace pstudio::cpu::calls
