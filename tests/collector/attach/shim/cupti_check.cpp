// SPDX-License-Identifier: Apache-2.0
// Compares the shim's declarations of CUPTI, and of the driver's copies and sets, with the vendor's
// headers, where those are installed. Everything happens at compile time; the object file is empty.
#include <cstddef>
#include <type_traits>

#include <cuda.h>
#include <cupti.h>

#include "collector/attach/shim/cupti_api.h"
#include "collector/attach/shim/driver_types.h"
#include "collector/attach/shim/work_table.h"

namespace pstudio::attach {
namespace {

/// Whether a caller of `Ours` passes what a callee of `Theirs` reads. Handles are void * here.
template <class Ours, class Theirs> constexpr bool agrees() {
  return std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs) &&
         alignof(Ours) == alignof(Theirs);
}
template <class Ours, class Theirs> struct SameCall : std::false_type {};
template <class Result, class... Ours, class... Theirs>
struct SameCall<int (*)(Ours...), Result (*)(Theirs...)>
    : std::bool_constant<sizeof...(Ours) == sizeof...(Theirs)> {
  static_assert((agrees<Ours, Theirs>() && ...));
};

#define CHECK_FUNCTION(name, required, ...)                                                        \
  static_assert(SameCall<int (*)(__VA_ARGS__), decltype(&::name)>::value, #name);
PSTUDIO_ATTACH_CUPTI(CHECK_FUNCTION)
#undef CHECK_FUNCTION

// The headers declare those of the legacy default stream.
#define CHECK_WORK(name, base, since, before, perThread, ...)                                      \
  static_assert(SameCall<int (*)(__VA_ARGS__), decltype(&::name)>::value, #name);
PSTUDIO_ATTACH_WAITING_COPIES(CHECK_WORK, , false)
PSTUDIO_ATTACH_STREAM_COPIES(CHECK_WORK, , false)
PSTUDIO_ATTACH_WAITING_SETS(CHECK_WORK, , false)
PSTUDIO_ATTACH_STREAM_SETS(CHECK_WORK, , false)
#undef CHECK_WORK

static_assert(kCuptiSuccess == CUPTI_SUCCESS);
static_assert(kCuptiNotInitialized == CUPTI_ERROR_NOT_INITIALIZED);
static_assert(kCuptiManySubscribers == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
static_assert(kCuptiMemcpy == CUPTI_ACTIVITY_KIND_MEMCPY);
static_assert(kCuptiPeerCopy == CUPTI_ACTIVITY_KIND_MEMCPY2);
static_assert(kCuptiMemset == CUPTI_ACTIVITY_KIND_MEMSET);
static_assert(kCuptiDriver == CUPTI_ACTIVITY_KIND_DRIVER);
static_assert(kCuptiKernel == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
static_assert(kCuptiExternalCorrelation == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
static_assert(kCuptiOurCorrelation == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2);
static_assert(kCuptiFlushForced == CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);

#if CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
using Copy = CUpti_ActivityMemcpy6;
using PeerCopy = CUpti_ActivityMemcpyPtoP4;
using OlderPeerCopy = CUpti_ActivityMemcpyPtoP3;
#else
using Kernel = CUpti_ActivityKernel9;
using Copy = CUpti_ActivityMemcpy5;
using PeerCopy = CUpti_ActivityMemcpyPtoP4;
using OlderPeerCopy = CUpti_ActivityMemcpyPtoP4;
#endif
using Set = CUpti_ActivityMemset4;
using External = CUpti_ActivityExternalCorrelation;

#define CHECK_FIELD(offset, theirs, field, bytes)                                                  \
  static_assert(offset == offsetof(theirs, field) && sizeof(theirs::field) == bytes, #offset);
CHECK_FIELD(CuptiKernelAt::kRegisters, Kernel, registersPerThread, 2)
CHECK_FIELD(CuptiKernelAt::kStart, Kernel, start, 8)
CHECK_FIELD(CuptiKernelAt::kEnd, Kernel, end, 8)
CHECK_FIELD(CuptiKernelAt::kDevice, Kernel, deviceId, 4)
CHECK_FIELD(CuptiKernelAt::kStream, Kernel, streamId, 4)
CHECK_FIELD(CuptiKernelAt::kGrid, Kernel, gridX, 4)
CHECK_FIELD(CuptiKernelAt::kBlock, Kernel, blockX, 4)
CHECK_FIELD(CuptiKernelAt::kCorrelation, Kernel, correlationId, 4)
CHECK_FIELD(CuptiKernelAt::kName, Kernel, name, 8)
CHECK_FIELD(CuptiKernelAt::kGraphNode, Kernel, graphNodeId, 8)
CHECK_FIELD(CuptiCopyAt::kDirection, Copy, copyKind, 1)
CHECK_FIELD(CuptiCopyAt::kSource, Copy, srcKind, 1)
CHECK_FIELD(CuptiCopyAt::kTarget, Copy, dstKind, 1)
CHECK_FIELD(CuptiCopyAt::kBytes, Copy, bytes, 8)
CHECK_FIELD(CuptiCopyAt::kStart, Copy, start, 8)
CHECK_FIELD(CuptiCopyAt::kEnd, Copy, end, 8)
CHECK_FIELD(CuptiCopyAt::kDevice, Copy, deviceId, 4)
CHECK_FIELD(CuptiCopyAt::kStream, Copy, streamId, 4)
CHECK_FIELD(CuptiCopyAt::kCorrelation, Copy, correlationId, 4)
CHECK_FIELD(CuptiCopyAt::kGraphNode, Copy, graphNodeId, 8)
CHECK_FIELD(CuptiPeerCopyAt::kDirection, PeerCopy, copyKind, 1)
CHECK_FIELD(CuptiPeerCopyAt::kSource, PeerCopy, srcKind, 1)
CHECK_FIELD(CuptiPeerCopyAt::kTarget, PeerCopy, dstKind, 1)
CHECK_FIELD(CuptiPeerCopyAt::kBytes, PeerCopy, bytes, 8)
CHECK_FIELD(CuptiPeerCopyAt::kStart, PeerCopy, start, 8)
CHECK_FIELD(CuptiPeerCopyAt::kEnd, PeerCopy, end, 8)
CHECK_FIELD(CuptiPeerCopyAt::kDevice, PeerCopy, deviceId, 4)
CHECK_FIELD(CuptiPeerCopyAt::kStream, PeerCopy, streamId, 4)
CHECK_FIELD(CuptiPeerCopyAt::kCorrelation, PeerCopy, correlationId, 4)
CHECK_FIELD(CuptiPeerCopyAt::kGraphNode, PeerCopy, graphNodeId, 8)
CHECK_FIELD(CuptiPeerCopyAt::kDirection, OlderPeerCopy, copyKind, 1)
CHECK_FIELD(CuptiPeerCopyAt::kSource, OlderPeerCopy, srcKind, 1)
CHECK_FIELD(CuptiPeerCopyAt::kTarget, OlderPeerCopy, dstKind, 1)
CHECK_FIELD(CuptiPeerCopyAt::kBytes, OlderPeerCopy, bytes, 8)
CHECK_FIELD(CuptiPeerCopyAt::kStart, OlderPeerCopy, start, 8)
CHECK_FIELD(CuptiPeerCopyAt::kEnd, OlderPeerCopy, end, 8)
CHECK_FIELD(CuptiPeerCopyAt::kDevice, OlderPeerCopy, deviceId, 4)
CHECK_FIELD(CuptiPeerCopyAt::kStream, OlderPeerCopy, streamId, 4)
CHECK_FIELD(CuptiPeerCopyAt::kCorrelation, OlderPeerCopy, correlationId, 4)
CHECK_FIELD(CuptiPeerCopyAt::kGraphNode, OlderPeerCopy, graphNodeId, 8)
CHECK_FIELD(CuptiSetAt::kBytes, Set, bytes, 8)
CHECK_FIELD(CuptiSetAt::kStart, Set, start, 8)
CHECK_FIELD(CuptiSetAt::kEnd, Set, end, 8)
CHECK_FIELD(CuptiSetAt::kDevice, Set, deviceId, 4)
CHECK_FIELD(CuptiSetAt::kStream, Set, streamId, 4)
CHECK_FIELD(CuptiSetAt::kCorrelation, Set, correlationId, 4)
CHECK_FIELD(CuptiSetAt::kMemory, Set, memoryKind, 2)
CHECK_FIELD(CuptiSetAt::kGraphNode, Set, graphNodeId, 8)
CHECK_FIELD(CuptiExternalAt::kKind, External, externalKind, 4)
CHECK_FIELD(CuptiExternalAt::kLaunch, External, externalId, 8)
CHECK_FIELD(CuptiExternalAt::kCorrelation, External, correlationId, 4)
#undef CHECK_FIELD

} // namespace
} // namespace pstudio::attach
