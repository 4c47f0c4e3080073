// SPDX-License-Identifier: Apache-2.0
// The functions that a program may call: see pstudio_attach.h.
#include "collector/attach/shim/pstudio_attach.h"

#include <bit>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/counted_part.h"
#include "collector/attach/shim/dump_folder.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/host_path.h"
#include "collector/attach/shim/launch_choice.h"
#include "collector/attach/shim/pending_notes.h"
#include "collector/attach/shim/program_rules.h"
#include "collector/attach/shim/tree_request.h"

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
  const KernelHandle handle =
      findKernel(*attachment, reinterpret_cast<pstudio::CuFunction>(function));
  if (!handle || !handle.kernel->counters)
    return;
  KernelSource source;
  source.kernel = handle.kernel->number;
  source.cubin = cut(cubin);
  source.metadata = cut(metadata ? metadata : "");
  attachment->announce(*handle.kernel, &source);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_autotune(int begin) {
  const int change = begin ? 1 : -1;
  changeAutotuning(change);
  if (isAttachWanted())
    HostPath::changeAutotuning(change);
}

PSTUDIO_ATTACH_EXPORT uint32_t pstudio_attach_intern(const char *text) {
  return isAttachWanted() && text ? HostPath::text(text) : 0;
}

PSTUDIO_ATTACH_EXPORT uint64_t pstudio_attach_scope_enter(uint32_t name) {
  return isAttachWanted() ? HostPath::enterScope(name) : 0;
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_scope_exit(uint64_t scope) {
  if (isAttachWanted())
    HostPath::exitScope(scope);
}

PSTUDIO_ATTACH_EXPORT uint64_t pstudio_attach_operation_enter(uint32_t name) {
  return isAttachWanted() ? HostPath::enterOperation(name) : 0;
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_operation_exit(uint64_t operation) {
  if (isAttachWanted())
    HostPath::exitOperation(operation);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_state(uint32_t name, uint32_t part) {
  if (isAttachWanted())
    HostPath::setState(name, part);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_metric(uint64_t scope, uint32_t name, double value,
                                                 int isExclusive) {
  if (isAttachWanted())
    HostPath::addMetric(scope, name, std::bit_cast<uint64_t>(value),
                        isExclusive ? uint32_t(kMetricExclusive) : 0u);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_metric_integer(uint64_t scope, uint32_t name,
                                                         int64_t value, int isExclusive) {
  if (isAttachWanted())
    HostPath::addMetric(scope, name, static_cast<uint64_t>(value),
                        kMetricInteger | (isExclusive ? uint32_t(kMetricExclusive) : 0u));
}

PSTUDIO_ATTACH_EXPORT uint32_t pstudio_attach_instrument(const char *kernel, const char *mode) {
  if (!isAttachWanted() || !kernel || !*kernel)
    return 0;
  return ProgramRules::add(cut(kernel, kMaxMessageBytes / 4),
                           cut(mode ? mode : "", kMaxMessageBytes / 4));
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_restore(uint32_t rule) {
  if (isAttachWanted() && rule)
    ProgramRules::drop(rule);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_step(int64_t step) {
  CountedPart::setStep(step < 0 ? CountedPart::kNoStep : static_cast<uint64_t>(step));
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_session_start(uint32_t session, uint32_t name,
                                                        uint32_t files) {
  if (isAttachWanted())
    HostPath::noteSession(session, SessionChange::Start, name,
                          files & (kSessionTree | kSessionTrace));
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_session(uint32_t session, uint32_t change,
                                                  uint32_t name) {
  const auto known = static_cast<SessionChange>(change);
  if (isAttachWanted() && known >= SessionChange::Start && known <= SessionChange::Finalize)
    HostPath::noteSession(session, known, name);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_session_clear(uint32_t session, uint32_t phase) {
  if (isAttachWanted())
    HostPath::notePhase(session, SessionChange::Clear, phase);
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_session_advance(uint32_t session) {
  if (isAttachWanted())
    HostPath::notePhase(session, SessionChange::AdvancePhase, 0);
}

PSTUDIO_ATTACH_EXPORT int pstudio_attach_session_tree(uint32_t session, uint32_t phase,
                                                      uint32_t milliseconds) {
  Attachment *attachment = isAttachWanted() ? Attachment::existing() : nullptr;
  return attachment ? requestTree(*attachment, session, phase, milliseconds).release() : -1;
}

PSTUDIO_ATTACH_EXPORT uint32_t pstudio_attach_path(void) {
  Attachment *attachment = isAttachWanted() ? Attachment::get() : nullptr;
  return attachment ? HostPath::current(*attachment) : 0;
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_dump_folder(const char *folder, const char *flags) {
  if (isAttachWanted() && folder && *folder)
    setDumpFolder(cut(folder), cut(flags ? flags : ""));
}

PSTUDIO_ATTACH_EXPORT void pstudio_attach_python_files(const char *const *files, uint32_t count) {
  Attachment *attachment = isAttachWanted() ? Attachment::existing() : nullptr;
  if (!attachment || !files)
    return;
  PythonFiles message;
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i) {
    std::string file = cut(files[i] ? files[i] : "");
    bytes += file.size() + sizeof(uint32_t);
    message.files.push_back(std::move(file));
    if (bytes > kMaxMessageBytes / 2 || i + 1 == count) {
      attachment->send(message);
      message.files.clear();
      bytes = 0;
    }
  }
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
    if (bytes > kMaxMessageBytes / 2)
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
