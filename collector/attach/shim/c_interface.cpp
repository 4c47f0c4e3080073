// SPDX-License-Identifier: Apache-2.0
// The functions that a program may call: see pstudio_attach.h.
#include "collector/attach/shim/pstudio_attach.h"

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/launch_choice.h"
#include "collector/attach/shim/pending_notes.h"

using namespace pstudio::attach;

extern "C" {

PSTUDIO_ATTACH_EXPORT uint32_t pstudio_attach_version(void) {
  return 1;
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_kernel_source(uint64_t function, const char *cubin,
                                                        const char *metadata) {
  Attachment *attachment = isAttachWanted() ? Attachment::get() : nullptr;
  if (!attachment || !function || !cubin)
    return;
  const KernelHandle handle = findKernel(*attachment, reinterpret_cast<CuFunction>(function));
  if (!handle || !handle.kernel->counters)
    return;
  KernelSource source;
  source.kernel = handle.kernel->number;
  source.cubin = cut(cubin);
  source.metadata = cut(metadata ? metadata : "");
  attachment->announce(*handle.kernel, &source);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_autotune(int begin) {
  changeAutotuning(begin ? 1 : -1);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_interpreter(const char *executable,
                                                      const char *const *path, uint32_t count) {
  if (!isAttachWanted() || !executable)
    return;
  Interpreter interpreter;
  interpreter.executable = cut(executable);
  size_t bytes = interpreter.executable.size();
  for (uint32_t i = 0; path && i < count; ++i) {
    std::string entry = cut(path[i] ? path[i] : "");
    bytes += entry.size() + sizeof(uint32_t);
    if (bytes > kMostMessageBytes / 2)
      break;
    interpreter.path.push_back(std::move(entry));
  }
  if (Attachment *attachment = Attachment::existing())
    attachment->send(interpreter);
  keepForLater(std::move(interpreter)); // also for a child that is forked later
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_notice(const char *code, const char *text) {
  if (!isAttachWanted() || !code)
    return;
  if (Attachment *attachment = Attachment::existing())
    return attachment->notify(code, nullptr, 0, text ? text : "");
  Notice notice;
  notice.code = cut(code, 64);
  notice.text = cut(text ? text : "");
  keepForLater(std::move(notice));
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_flush(uint32_t milliseconds) {
  if (Attachment *attachment = Attachment::existing())
    attachment->flush(milliseconds);
}
}
