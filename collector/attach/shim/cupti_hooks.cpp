// SPDX-License-Identifier: Apache-2.0
// Hooks of CUPTI: all of them give CUPTI to the program before its call.
#include "collector/attach/shim/cupti_hooks.h"

#include <atomic>
#include <iterator>
#include <string_view>

#include <dlfcn.h>

#include "collector/attach/shim/activity.h"
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/cupti_library.h"
#include "collector/attach/shim/driver_library.h"

namespace pstudio::attach {

using cupti::CuptiResult;

namespace {

enum class CuptiHookId : unsigned {
#define PSTUDIO_ATTACH_ID(name, ...) name,
  PSTUDIO_ATTACH_CUPTI_HOOKS(PSTUDIO_ATTACH_ID)
#undef PSTUDIO_ATTACH_ID
};

struct CuptiHook {
  const char *symbol;
  void *function; ///< ours
};

const CuptiHook s_hooks[] = {
#define PSTUDIO_ATTACH_ROW(name, ...) {#name, reinterpret_cast<void *>(&name)},
    PSTUDIO_ATTACH_CUPTI_HOOKS(PSTUDIO_ATTACH_ROW)
#undef PSTUDIO_ATTACH_ROW
};
/// libcupti's functions; null until they are needed.
constinit std::atomic<void *> s_real[std::size(s_hooks)] = {};

const CuptiHook *hookOf(std::string_view symbol) {
  for (const CuptiHook &hook : s_hooks)
    if (symbol == hook.symbol)
      return &hook;
  return nullptr;
}

void *realFunction(CuptiHookId id) {
  const auto number = static_cast<unsigned>(id);
  if (void *known = s_real[number].load(std::memory_order_acquire))
    return known;
  void *library = loadedCupti();
  void *found = library ? realDlsym(library, s_hooks[number].symbol) : nullptr;
  if (found)
    s_real[number].store(found, std::memory_order_release);
  return found;
}

/// `caller` is where the hook returns to. Code of libcupti may call its own exported functions.
template <class... Values>
CuptiResult takeOver(CuptiHookId id, const void *caller, Values... values) {
  void *found = realFunction(id);
  if (isAttachWanted() && !isInCupti(caller))
    Activity::giveToProgram(s_hooks[static_cast<unsigned>(id)].symbol, found);
  const auto real = reinterpret_cast<CuptiResult (*)(Values...)>(found);
  return real ? real(values...) : CuptiResult::NotInitialized;
}

} // namespace

FoundSymbol findCuptiSymbol(void *handle, const char *name, void *caller) {
  const CuptiHook *hook = hookOf(name);
  if (!hook || !isAttachWanted() || isInCupti(caller))
    return {nullptr, false};
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT) { // the shim's own are in the global scope
    if (loadedCupti())
      return {nullptr, false};
    return {realDlsym(RTLD_NEXT, name), true};
  }
  void *found = realDlsym(handle, name);
  if (!found)
    return {nullptr, false}; // once more, for dlerror
  if (found == hook->function && !loadedCupti())
    return {realDlsym(RTLD_NEXT, name), true};
  if (!isInCupti(found))
    return {found, true};
  void *known = nullptr;
  if (s_real[hook - s_hooks].compare_exchange_strong(known, found) || known == found)
    return {hook->function, true};
  // A second libcupti, whose function the hook would not call.
  Activity::giveToProgram(name, found);
  return {found, true};
}

extern "C" {

CuptiResult cuptiSubscribe(cupti::Subscriber *subscriber, cupti::Callback callback, void *data) {
  return takeOver(CuptiHookId::cuptiSubscribe, __builtin_return_address(0), subscriber, callback,
                  data);
}

CuptiResult cuptiSubscribe_v2(cupti::Subscriber *subscriber, cupti::Callback callback, void *data,
                              void *options) {
  return takeOver(CuptiHookId::cuptiSubscribe_v2, __builtin_return_address(0), subscriber, callback,
                  data, options);
}

CuptiResult cuptiActivityRegisterCallbacks(cupti::BufferRequested requested,
                                           cupti::BufferCompleted completed) {
  return takeOver(CuptiHookId::cuptiActivityRegisterCallbacks, __builtin_return_address(0),
                  requested, completed);
}

CuptiResult cuptiActivityRegisterCallbacks_v2(cupti::Subscriber subscriber, void *requested,
                                              void *completed) {
  return takeOver(CuptiHookId::cuptiActivityRegisterCallbacks_v2, __builtin_return_address(0),
                  subscriber, requested, completed);
}

CuptiResult cuptiActivityEnable(cupti::ActivityKind kind) {
  return takeOver(CuptiHookId::cuptiActivityEnable, __builtin_return_address(0), kind);
}

CuptiResult cuptiActivityEnable_v2(cupti::Subscriber subscriber, cupti::ActivityKind kind,
                                   void *options) {
  return takeOver(CuptiHookId::cuptiActivityEnable_v2, __builtin_return_address(0), subscriber,
                  kind, options);
}
}

} // namespace pstudio::attach
