// SPDX-License-Identifier: Apache-2.0
// Programs of NVRTC often give the driver a cubin only (CuPy, PyTorch's fusers). NVRTC also has the
// PTX from which it made that cubin, for `sm_` targets too.
#include "collector/attach/shim/nvrtc_hooks.h"

#include <atomic>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/code_image.h"
#include "collector/attach/shim/compiled_sources.h"
#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/loaded_libraries.h"

namespace pstudio::attach {

namespace {

constexpr std::string_view kNvrtc = "libnvrtc.so"; // .13, .12; not libnvrtc-builtins.so

enum class NvrtcHookId : unsigned {
#define PSTUDIO_ATTACH_ID(name, ...) name,
  PSTUDIO_ATTACH_NVRTC_HOOKS(PSTUDIO_ATTACH_ID)
#undef PSTUDIO_ATTACH_ID
};

struct NvrtcHook {
  const char *symbol;
  void *function; ///< ours
};

const NvrtcHook s_nvrtcHooks[] = {
#define PSTUDIO_ATTACH_ROW(name, ...) {#name, reinterpret_cast<void *>(&name)},
    PSTUDIO_ATTACH_NVRTC_HOOKS(PSTUDIO_ATTACH_ROW)
#undef PSTUDIO_ATTACH_ROW
};
/// The libnvrtc that dlsym answers with the hooks; null until one is known.
constinit std::atomic<void *> s_nvrtc = nullptr;

const NvrtcHook *nvrtcHookOf(std::string_view symbol) {
  for (const NvrtcHook &hook : s_nvrtcHooks)
    if (symbol == hook.symbol)
      return &hook;
  return nullptr;
}

void *nvrtcLibrary() {
  void *known = s_nvrtc.load(std::memory_order_acquire);
  if (known)
    return known;
  void *loaded = loadedLibrary(kNvrtc);
  s_nvrtc.compare_exchange_strong(known, loaded);
  return known ? known : loaded;
}

/// The libnvrtc of a call: that with which the caller is linked, else that of the hooks. A process
/// may have two, and the programs of one are invalid in the other.
void *nvrtcOf(const void *caller) {
  void *needed = libraryNeededBy(caller, kNvrtc);
  return needed ? needed : nvrtcLibrary();
}

template <class Function> struct NvrtcCall;
template <class... Parameters> struct NvrtcCall<NvrtcResult (*)(Parameters...)> {
  void *library;
  const char *name;
  NvrtcResult operator()(Parameters... values) const {
    constexpr auto kInternalError = NvrtcResult{11};
    void *found = library ? realDlsym(library, name) : nullptr;
    return found ? reinterpret_cast<NvrtcResult (*)(Parameters...)>(found)(values...)
                 : kInternalError;
  }
};

/// The functions of one libnvrtc that the hooks call.
struct Nvrtc {
  void *library;
#define PSTUDIO_ATTACH_MEMBER(name, ...)                                                           \
  NvrtcCall<NvrtcResult (*)(__VA_ARGS__)> name{library, #name};
  PSTUDIO_ATTACH_NVRTC_HOOKS(PSTUDIO_ATTACH_MEMBER)
  PSTUDIO_ATTACH_NVRTC_CALLS(PSTUDIO_ATTACH_MEMBER)
#undef PSTUDIO_ATTACH_MEMBER
};

std::vector<std::string> textsOf(int count, const char *const *options) {
  std::vector<std::string> texts;
  for (int i = 0; options && i < count; ++i)
    texts.emplace_back(options[i] ? options[i] : "");
  return texts;
}

/// The PTX of a compiled program; empty if NVRTC has none, as for -dlto.
std::string ptxOf(const Nvrtc &nvrtc, NvrtcProgram program) {
  size_t bytes = 0;
  if (nvrtc.nvrtcGetPTXSize(program, &bytes) != NvrtcResult::Success || bytes <= 1)
    return {};
  std::string ptx(bytes, '\0'); // with the final zero
  if (nvrtc.nvrtcGetPTX(program, ptx.data()) != NvrtcResult::Success)
    return {};
  ptx.resize(std::string_view(ptx.c_str()).size());
  return ptx;
}

void keepPtxBeside(const Nvrtc &nvrtc, NvrtcProgram program, const char *cubin) {
  size_t bytes = 0;
  if (nvrtc.nvrtcGetCUBINSize(program, &bytes) != NvrtcResult::Success ||
      bytes < sizeof(uint64_t[8])) // an ELF header
    return;
  const CodeImage image = readImage(cubin);
  std::string ptx = image.hash.empty() ? std::string() : ptxOf(nvrtc, program);
  if (!ptx.empty())
    keepSource(image.hash, {std::move(ptx), optionsOf(program)});
}

} // namespace

FoundSymbol findNvrtcSymbol(void *handle, const char *name) {
  const NvrtcHook *hook = nvrtcHookOf(name);
  if (!hook || !isAttachWanted())
    return {nullptr, false};
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT) { // the shim's own are in the global scope
    if (nvrtcLibrary())
      return {nullptr, false};
    return {realDlsym(RTLD_NEXT, name), true};
  }
  void *found = realDlsym(handle, name);
  if (!found)
    return {nullptr, false}; // once more, for dlerror
  if (found == hook->function && !nvrtcLibrary())
    return {realDlsym(RTLD_NEXT, name), true};
  // Another library may export the name, and a second libnvrtc has programs of its own, of which
  // the first one has no PTX.
  void *library = isInLibrary(found, kNvrtc) ? nvrtcLibrary() : nullptr;
  const bool isOfOurs = library && realDlsym(library, name) == found;
  return {isOfOurs ? hook->function : found, true};
}

extern "C" {

NvrtcResult nvrtcCompileProgram(NvrtcProgram program, int count, const char *const *options) {
  const Nvrtc nvrtc{nvrtcOf(__builtin_return_address(0))};
  const NvrtcResult result = nvrtc.nvrtcCompileProgram(program, count, options);
  if (result == NvrtcResult::Success && isAttachWanted())
    keepOptions(program, textsOf(count, options));
  return result;
}

NvrtcResult nvrtcGetCUBIN(NvrtcProgram program, char *cubin) {
  const Nvrtc nvrtc{nvrtcOf(__builtin_return_address(0))};
  const NvrtcResult result = nvrtc.nvrtcGetCUBIN(program, cubin);
  if (result == NvrtcResult::Success && isAttachWanted())
    keepPtxBeside(nvrtc, program, cubin);
  return result;
}

NvrtcResult nvrtcDestroyProgram(NvrtcProgram *program) {
  const Nvrtc nvrtc{nvrtcOf(__builtin_return_address(0))};
  if (program && isAttachWanted())
    forgetOptions(*program);
  return nvrtc.nvrtcDestroyProgram(program);
}
}

} // namespace pstudio::attach
