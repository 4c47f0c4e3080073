// SPDX-License-Identifier: Apache-2.0
// The table of hooks, and its look-ups by name, version and address.
#include "collector/attach/shim/hooks.h"

#include <string_view>

#include <dlfcn.h>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/cupti_hooks.h"
#include "collector/attach/shim/cupti_library.h"
#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/nvrtc_hooks.h"

namespace pstudio::attach {

thread_local constinit int t_runningHooks = 0;

namespace {

struct Hook {
  const char *symbol; ///< as libcuda exports it
  const char *base;   ///< as cuGetProcAddress names it
  int since, before;  ///< versions of this binary interface
  bool isPerThread;
  void *function; ///< ours
};

/// The real functions of a hook; null until they are needed.
struct RealAddresses {
  std::atomic<void *> driver; ///< libcuda's
  std::atomic<void *> next;   ///< that of the next library that exports the name
};

#define PSTUDIO_ATTACH_ROW(name, base, since, before, perThread, ...)                              \
  {#name, #base, since, before, perThread, reinterpret_cast<void *>(&name)},
const Hook s_hooks[] = {PSTUDIO_ATTACH_HOOKS(PSTUDIO_ATTACH_ROW)};
#undef PSTUDIO_ATTACH_ROW
constinit RealAddresses s_real[std::size(s_hooks)] = {};

const Hook *hookOfSymbol(std::string_view symbol) {
  for (const Hook &hook : s_hooks)
    if (symbol == hook.symbol)
      return &hook;
  return nullptr;
}

RealAddresses &realOf(const Hook &hook) {
  return s_real[&hook - s_hooks];
}

DriverKind kindOf(const Hook &hook) {
  return attach::kindOf(static_cast<HookId>(&hook - s_hooks));
}

bool isExportedBy(const Hook &hook, void *found) {
  void *library = driverLibrary(kindOf(hook));
  return library && realDlsym(library, hook.symbol) == found;
}

/// Remembers libcuda's function and returns ours. Any other function stays as it is.
void *replace(const Hook &hook, void *found) {
  if (!isInDriver(found))
    return found;
  void *none = nullptr;
  realOf(hook).driver.compare_exchange_strong(none, found);
  return hook.function;
}

/// The hook for the variant of a function that a call of cuGetProcAddress requests; null if none.
const Hook *hookOfVariant(std::string_view name, void *found, int version, uint64_t flags) {
  const Hook *exact = hookOfSymbol(name);
  if (exact && name != exact->base)
    return exact; // with its suffix
  const bool wantsPerThread = flags & kCuProcAddressPerThreadStream;
  const Hook *best = nullptr;
  for (const Hook &hook : s_hooks) {
    if (name != hook.base || version < hook.since || (hook.isPerThread && !wantsPerThread))
      continue;
    const bool isInRange = version < hook.before;
    const bool isNewest = hook.before == kUnknownVersion;
    if (isInRange || (isNewest && isExportedBy(hook, found)))
      if (!best || hook.isPerThread)
        best = &hook;
  }
  return best;
}

void *driverFunction(const Hook &hook) {
  std::atomic<void *> &slot = realOf(hook).driver;
  if (void *known = slot.load(std::memory_order_acquire))
    return known;
  void *library = driverLibrary(kindOf(hook));
  void *found = library ? realDlsym(library, hook.symbol) : nullptr;
  if (found)
    slot.store(found, std::memory_order_release);
  return found;
}

void *nextFunction(const Hook &hook) {
  std::atomic<void *> &slot = realOf(hook).next;
  void *found = realDlsym(RTLD_NEXT, hook.symbol);
  if (!found || isInDriver(found))
    found = driverFunction(hook);
  if (found)
    slot.store(found, std::memory_order_release);
  return found;
}

} // namespace

void *realFunction(HookId id, bool isNested) {
  const Hook &hook = s_hooks[static_cast<unsigned>(id)];
  if (isNested) [[unlikely]]
    return driverFunction(hook);
  void *known = realOf(hook).next.load(std::memory_order_acquire);
  return known ? known : nextFunction(hook);
}

FoundSymbol findSymbol(void *handle, const char *name, void *caller) {
  const Hook *hook = hookOfSymbol(name);
  if (!hook)
    return name[0] == 'n' ? findNvrtcSymbol(handle, name) : findCuptiSymbol(handle, name, caller);
  if (!isAttachWanted() || isInDriver(caller) || isInCupti(caller))
    return {nullptr, false};
  // The global scope contains the shim's own functions: they are the answer, but not in a process
  // without a driver, which would find none.
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT) {
    if (driverLibrary(kindOf(*hook)))
      return {nullptr, false};
    return {realDlsym(RTLD_NEXT, name), true};
  }
  void *found = realDlsym(handle, name);
  if (!found)
    return {nullptr, false}; // once more, for dlerror
  if (found == hook->function && !driverLibrary(kindOf(*hook)))
    return {realDlsym(RTLD_NEXT, name), true};
  return {replace(*hook, found), true};
}

void *replaceHipAddress(const char *name, void *found) {
  if (!name || !found || !isAttachWanted())
    return found;
  const Hook *hook = hookOfSymbol(name);
  // HIP may return the variant for the thread's default stream, which has no hook.
  return hook && kindOf(*hook) == DriverKind::Hip && isExportedBy(*hook, found)
             ? replace(*hook, found)
             : found;
}

bool isOtherDriver(DriverKind kind) {
  const Attachment *attachment = Attachment::existing();
  return attachment && attachment->driver.isHip() != (kind == DriverKind::Hip);
}

void *replaceProcAddress(const char *name, void *found, int version, uint64_t flags) {
  if (!name || !found || !isAttachWanted())
    return found;
  const Hook *hook = hookOfVariant(name, found, version, flags);
  return hook ? replace(*hook, found) : found;
}

} // namespace pstudio::attach
