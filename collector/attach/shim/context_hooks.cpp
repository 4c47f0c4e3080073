// SPDX-License-Identifier: Apache-2.0
// Hooks of what ends contexts, of stream captures, and of the range between cuProfilerStart and
// cuProfilerStop.
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/counted_part.h"
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

/// For the records of a context that the program destroys; the driver would wait for its kernels.
constexpr uint32_t kDestroyTimeoutMs = 60000;

void waitForRecords(Attachment &attachment, const DeviceContext &context) {
  if (!attachment.drainer.flush(kDestroyTimeoutMs, &context))
    attachment.drainer.abandon(&context);
}

void leave(Attachment &attachment, DeviceContext *context) {
  if (!context)
    return;
  waitForRecords(attachment, *context);
  attachment.contexts.forget(*context);
}

/// end(attachment) and the records that have arrived, then the driver's call.
template <HookId hook, class Handle, class End> CuResult endThen(Handle handle, const End &end) {
  const RealFunction<hook> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing()) {
    end(*attachment);
    attachment->activity.flush(kDestroyTimeoutMs);
  }
  return real(handle);
}

template <HookId hook> CuResult destroyContext(CuContext context) {
  return endThen<hook>(context, [context](Attachment &attachment) {
    leave(attachment, attachment.contexts.find(context));
  });
}

template <HookId hook> CuResult resetDevice(CuDevice device) {
  return endThen<hook>(device, [device](Attachment &attachment) {
    for (DeviceContext *context : attachment.contexts.ofDevice(device))
      leave(attachment, context);
  });
}

// The context stays if it is retained elsewhere, so its twins are kept: a later context of the
// device has another number.
template <HookId hook> CuResult releaseDevice(CuDevice device) {
  return endThen<hook>(device, [device](Attachment &attachment) {
    for (DeviceContext *context : attachment.contexts.ofDevice(device))
      waitForRecords(attachment, *context);
  });
}

/// Never below 0: some captures begin through a function without a hook.
void count(std::atomic<int> &captures, int change) {
  int known = captures.load(std::memory_order_relaxed);
  while (known + change >= 0 && !captures.compare_exchange_weak(known, known + change)) {
  }
}

/// An error of a call that ends a capture may be of one that goes on: of another stream, or of
/// none.
bool hasChanged(CuResult result, int change) {
  return result == CuResult::Success || (change < 0 && (result == CuResult::CaptureInvalidated ||
                                                        result == CuResult::CaptureUnjoined));
}

template <HookId hook, class... Values> CuResult changeCapture(int change, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(values...);
  Attachment *attachment = real.isNested() ? nullptr : Attachment::get();
  if (attachment && hasChanged(result, change))
    count(attachment->captures, change);
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

CuResult hipDeviceReset() {
  const RealFunction<HookId::hipDeviceReset> real;
  Attachment *attachment = real.isNested() ? nullptr : Attachment::existing();
  CuDevice device = 0;
  if (attachment && attachment->driver.cuCtxGetDevice(&device) == CuResult::Success)
    for (DeviceContext *context : attachment->contexts.ofDevice(device))
      leave(*attachment, context);
  return real();
}

CuResult hipStreamBeginCapture(CuStream stream, int mode) {
  return changeCapture<HookId::hipStreamBeginCapture>(1, stream, mode);
}

CuResult hipStreamEndCapture(CuStream stream, void **graph) {
  return changeCapture<HookId::hipStreamEndCapture>(-1, stream, graph);
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

// The range is open as soon as the program's call has returned, and closed before the driver stops.
CuResult cuProfilerStart() {
  const RealFunction<HookId::cuProfilerStart> real;
  const CuResult result = real();
  if (!real.isNested() && result == CuResult::Success)
    CountedPart::setProfiling(true);
  return result;
}

CuResult cuProfilerStop() {
  const RealFunction<HookId::cuProfilerStop> real;
  if (!real.isNested())
    CountedPart::setProfiling(false);
  return real();
}

PSTUDIO_ATTACH_CAPTURES()
PSTUDIO_ATTACH_CAPTURES(_ptsz)
#undef PSTUDIO_ATTACH_CAPTURES
}

} // namespace pstudio::attach
