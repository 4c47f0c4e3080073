// SPDX-License-Identifier: Apache-2.0
// The part of NVTX's header that runs in programs: it loads the tool at the first call.
#include "tests/collector/attach/shim/victim/nvtx_words.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <dlfcn.h>

#include "collector/vendor/nvtx_types.h"

namespace pstudio::test {

namespace {

using namespace pstudio::nvtx;

/// Functions by their number; null without a tool.
std::array<AnyFunction, 16> s_core{}, s_domain{};

int getTable(Module module, FunctionTable *table, unsigned *size) {
  static std::array<AnyFunction *, 17> s_places[2]; // entry 0 and the last one are null
  auto &functions = module == Module::Core ? s_core : s_domain;
  auto &places = s_places[module == Module::Core ? 0 : 1];
  for (size_t i = 1; i < functions.size(); ++i)
    places[i] = &functions[i];
  *table = places.data();
  *size = static_cast<unsigned>(functions.size());
  return module == Module::Core || module == Module::Core2;
}

const void *exportTable(uint32_t table) {
  static constexpr Callbacks kCallbacks{sizeof(Callbacks), getTable};
  return table == kCallbacksTable ? &kCallbacks : nullptr;
}

void loadTool() {
  static bool s_isLoaded = false;
  if (std::exchange(s_isLoaded, true))
    return;
  const char *path = std::getenv("NVTX_INJECTION64_PATH");
  void *library = path ? dlopen(path, RTLD_LAZY) : nullptr;
  void *found = library ? dlsym(library, "InitializeInjectionNvtx2") : nullptr;
  if (found && reinterpret_cast<Initialize>(found)(exportTable) == 0)
    std::puts("the tool failed");
}

template <class Result, class... Parameters, class Id>
Result call(const std::array<AnyFunction, 16> &functions, Id id, Parameters... values) {
  loadTool();
  const AnyFunction function = functions[static_cast<size_t>(id)];
  return function ? reinterpret_cast<Result (*)(Parameters...)>(function)(values...) : Result(-2);
}

EventAttributes named(const void *message, MessageType type) {
  EventAttributes event;
  event.version = 3;
  event.size = sizeof event;
  event.messageType = type;
  event.message = message;
  return event;
}

int pushIn(Handle domain, const std::string &name) {
  const auto text = call<Handle, Handle, const char *>(s_domain, DomainFunction::RegisterStringA,
                                                       domain, name.c_str());
  const EventAttributes event = named(text, MessageType::Registered);
  return call<int, Handle, const EventAttributes *>(s_domain, DomainFunction::RangePushEx, domain,
                                                    &event);
}

} // namespace

void addNvtxWords(std::map<std::string, std::function<void()>> &commands,
                  const std::function<std::string()> &word) {
  static std::map<std::string, Handle> s_domains;
  static std::map<std::string, RangeId> s_ranges;
  const auto domain = [word] {
    Handle &handle = s_domains[word()];
    if (!handle)
      handle = call<Handle, const char *>(s_domain, DomainFunction::CreateA, "domain");
    return handle;
  };
  commands["push"] = [word] {
    std::printf("depth %d\n",
                call<int, const char *>(s_core, CoreFunction::RangePushA, word().c_str()));
  };
  commands["pushw"] = [word] {
    const std::string name = word();
    const std::wstring wide(name.begin(), name.end());
    call<int, const wchar_t *>(s_core, CoreFunction::RangePushW, (wide + L'\u00e9').c_str());
  };
  commands["pop"] = [] { std::printf("depth %d\n", call<int>(s_core, CoreFunction::RangePop)); };
  commands["pushin"] = [word, domain] {
    const Handle handle = domain();
    pushIn(handle, word());
  };
  commands["popin"] = [domain] { call<int, Handle>(s_domain, DomainFunction::RangePop, domain()); };
  commands["start"] = [word] {
    RangeId &range = s_ranges[word()];
    const std::string name = word();
    const EventAttributes event = named(name.c_str(), MessageType::Ascii);
    range = call<RangeId, const EventAttributes *>(s_core, CoreFunction::RangeStartEx, &event);
  };
  commands["end"] = [word] {
    call<void, RangeId>(s_core, CoreFunction::RangeEnd, s_ranges[word()]);
  };
}

} // namespace pstudio::test
