// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/victim/choice_words.h"

#include <cstdio>
#include <vector>

#include <dlfcn.h>

#include "collector/attach/shim/pstudio_attach.h"

namespace pstudio::test {

namespace {

template <class Function> Function *inShim(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

#define SHIM(name) (*inShim<decltype(pstudio_attach_##name)>("pstudio_attach_" #name))

void addChoiceWords(std::map<std::string, std::function<void()>> &commands,
                    const std::function<std::string()> &word) {
  static std::vector<uint64_t> s_scopes;
  commands["scope"] = [word] {
    s_scopes.push_back(SHIM(scope_enter)(SHIM(intern)(word().c_str())));
  };
  commands["endscope"] = [] {
    SHIM(scope_exit)(s_scopes.back());
    s_scopes.pop_back();
  };
  commands["operation"] = [word, operation = uint64_t(0)]() mutable {
    const uint32_t name = SHIM(intern)("work");
    if (std::stoi(word()) != 0) {
      operation = SHIM(operation_enter)(name);
      return;
    }
    SHIM(metric)(operation, name, 1.5, 0);
    SHIM(operation_exit)(operation);
  };
  commands["step"] = [word] { SHIM(step)(std::stoi(word())); };
  commands["instrument"] = [word] {
    const std::string kernel = word();
    std::printf("rule %u\n", SHIM(instrument)(kernel.c_str(), word().c_str()));
  };
  commands["interpreter"] = [word] {
    const char *path[] = {"/one", "/two"};
    SHIM(interpreter)(word().c_str(), path, 2);
  };
  commands["notice"] = [word] {
    const std::string code = word();
    SHIM(notice)(code.c_str(), word().c_str());
  };
  commands["restore"] = [word] { SHIM(restore)(static_cast<uint32_t>(std::stoi(word()))); };
}

} // namespace pstudio::test
