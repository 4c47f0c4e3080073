// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/victim/choice_words.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <vector>

#include <dlfcn.h>
#include <unistd.h>

#include "collector/attach/shim/pstudio_attach.h"

namespace pstudio::test {

namespace {

template <class Function> Function *inShim(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

#define SHIM(name) (*inShim<decltype(pstudio_attach_##name)>("pstudio_attach_" #name))

namespace {

void addSessionWords(std::map<std::string, std::function<void()>> &commands,
                     const std::function<std::string()> &word) {
  const auto number = [word] { return static_cast<uint32_t>(std::stol(word())); };
  commands["session"] = [number] {
    const uint32_t session = number(), change = number();
    if (change == 1)
      SHIM(session_start)(session, SHIM(intern)("profile"), 1);
    else
      SHIM(session)(session, change, 0);
  };
  commands["clear"] = [number] {
    const uint32_t session = number();
    SHIM(session_clear)(session, number());
  };
  commands["advance"] = [number] { SHIM(session_advance)(number()); };
  commands["tree"] = [word, number] {
    const uint32_t session = number(), phase = number();
    const int file = SHIM(session_tree)(session, phase, 60'000);
    const std::string path = word();
    std::ofstream copy(path, std::ios::binary);
    std::string bytes(static_cast<size_t>(std::max<off_t>(lseek(file, 0, SEEK_END), 0)), '\0');
    if (pread(file, bytes.data(), bytes.size(), 0) > 0)
      copy << bytes;
    close(file);
  };
}

} // namespace

void addChoiceWords(std::map<std::string, std::function<void()>> &commands,
                    const std::function<std::string()> &word) {
  addSessionWords(commands, word);
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
