// SPDX-License-Identifier: Apache-2.0
// Hooks of what ends contexts, and of stream captures.
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

/// For the records of a context that the program destroys; the driver would wait for its kernels.
constexpr uint32_t kDestroyTimeoutMs = 60000;

void leave(Attachment &attachment, DeviceContext *context) {
  if (!context)
    return;
  if (!attachment.drainer.flush(kDestroyTimeoutMs, context))
    attachment.drainer.abandon(context);
  attachment.contexts.forget(*context);
}

template <HookId hook> CuResult destroyContext(CuContext context) {
  const RealFunction<hook> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    leave(*attachment, attachment->contexts.find(context));
  return real(context);
}

template <HookId hook> CuResult resetDevice(CuDevice device) {
  const RealFunction<hook> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    for (DeviceContext *context : attachment->contexts.ofDevice(device))
      leave(*attachment, context);
  return real(device);
}

// The context stays if it is retained elsewhere, so its twins are kept: a later context of the
// device has another number.
template <HookId hook> CuResult releaseDevice(CuDevice device) {
  const RealFunction<hook> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    for (DeviceContext *context : attachment->contexts.ofDevice(device))
      attachment->drainer.flush(kDestroyTimeoutMs, context);
  return real(device);
}

template <HookId hook, class... Values> CuResult changeCapture(int change, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(values...);
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::get())
    if (result == kCuSuccess || change < 0) // a capture that became invalid ends with an error
      attachment->captures.fetch_add(change, std::memory_order_relaxed);
  return result;
}

} // namespace

extern "C" {

CuResult cuCtxDestroy(CuContext context) {
  return destroyContext<HookId::cuCtxDestroy>(context);
}

CuResult cuCtxDestroy_v2(CuContext context) {
  return destroyContext<HookId::cuCtxDestroy_v2>(context);
}

CuResult cuDevicePrimaryCtxReset(CuDevice device) {
  return resetDevice<HookId::cuDevicePrimaryCtxReset>(device);
}

CuResult cuDevicePrimaryCtxReset_v2(CuDevice device) {
  return resetDevice<HookId::cuDevicePrimaryCtxReset_v2>(device);
}

CuResult cuDevicePrimaryCtxRelease(CuDevice device) {
  return releaseDevice<HookId::cuDevicePrimaryCtxRelease>(device);
}

CuResult cuDevicePrimaryCtxRelease_v2(CuDevice device) {
  return releaseDevice<HookId::cuDevicePrimaryCtxRelease_v2>(device);
}

#define PSTUDIO_ATTACH_CAPTURES(suffix)                                                            \
  CuResult cuStreamBeginCapture##suffix(CuStream stream) {                                         \
    return changeCapture<HookId::cuStreamBeginCapture##suffix>(1, stream);                         \
  }                                                                                                \
  CuResult cuStreamBeginCapture_v2##suffix(CuStream stream, int mode) {                            \
    return changeCapture<HookId::cuStreamBeginCapture_v2##suffix>(1, stream, mode);                \
  }                                                                                                \
  CuResult cuStreamBeginCaptureToGraph##suffix(CuStream stream, void *graph, const void *nodes,    \
                                               const void *edges, size_t count, int mode) {        \
    return changeCapture<HookId::cuStreamBeginCaptureToGraph##suffix>(1, stream, graph, nodes,     \
                                                                      edges, count, mode);         \
  }                                                                                                \
  CuResult cuStreamEndCapture##suffix(CuStream stream, void **graph) {                             \
    return changeCapture<HookId::cuStreamEndCapture##suffix>(-1, stream, graph);                   \
  }

PSTUDIO_ATTACH_CAPTURES()
PSTUDIO_ATTACH_CAPTURES(_ptsz)
#undef PSTUDIO_ATTACH_CAPTURES
}

} // namespace pstudio::attach
