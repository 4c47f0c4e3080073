// SPDX-License-Identifier: Apache-2.0
// Stub of libpstudio_attach.so: it writes a line for each call to the file that PSTUDIO_STUB_LOG
// names.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <vector>

#include "collector/attach/shim/pstudio_attach.h"

namespace {

void note(const std::string &line) {
  const char *path = std::getenv("PSTUDIO_STUB_LOG");
  if (std::FILE *file = path ? std::fopen(path, "a") : nullptr) {
    std::fputs((line + "\n").c_str(), file);
    std::fclose(file);
  }
}

std::string text(const char *value) {
  return value ? value : "(null)";
}

std::vector<std::string> s_texts;
uint64_t s_lastScope = 0;

std::string named(uint32_t number) {
  return number == 0 ? "-" : s_texts.at(number - 1);
}

} // namespace

extern "C" {

uint32_t pstudio_attach_version(void) {
  const char *version = std::getenv("PSTUDIO_STUB_VERSION");
  return version ? static_cast<uint32_t>(std::atoi(version)) : 1;
}

void pstudio_attach_kernel_source(uint64_t function, const char *cubin, const char *metadata) {
  note("source\t" + std::to_string(function) + "\t" + text(cubin) + "\t" + text(metadata));
}

void pstudio_attach_autotune(int begin) {
  note("autotune\t" + std::to_string(begin));
}

void pstudio_attach_interpreter(const char *executable, const char *const *path, uint32_t count) {
  std::string line = "interpreter\t" + text(executable);
  for (uint32_t i = 0; i < count; ++i)
    line += "\t" + text(path[i]);
  note(line);
}

void pstudio_attach_python_files(const char *const *files, uint32_t count) {
  std::string line = "files";
  for (uint32_t i = 0; i < count; ++i)
    line += "\t" + text(files[i]);
  note(line);
}

void pstudio_attach_dump_folder(const char *folder, const char *flags) {
  note("dump\t" + text(folder) + "\t" + text(flags));
}

void pstudio_attach_notice(const char *code, const char *message) {
  note("notice\t" + text(code) + "\t" + text(message));
}

// The number of a text is its position, from 1 on, among the interned texts.
uint32_t pstudio_attach_intern(const char *value) {
  const auto known = std::find(s_texts.begin(), s_texts.end(), text(value));
  if (known != s_texts.end())
    return static_cast<uint32_t>(known - s_texts.begin()) + 1;
  s_texts.push_back(text(value));
  return static_cast<uint32_t>(s_texts.size());
}

uint64_t pstudio_attach_scope_enter(uint32_t name) {
  note("enter\t" + named(name) + "\t" + std::to_string(++s_lastScope));
  return s_lastScope;
}

void pstudio_attach_scope_exit(uint64_t scope) {
  note("exit\t" + std::to_string(scope));
}

uint64_t pstudio_attach_operation_enter(uint32_t name) {
  note("operation\t" + named(name) + "\t" + std::to_string(++s_lastScope));
  return s_lastScope;
}

void pstudio_attach_operation_exit(uint64_t operation) {
  note("operation-exit\t" + std::to_string(operation));
}

void pstudio_attach_state(uint32_t name, uint32_t part) {
  note("state\t" + named(name) + "\t" + named(part));
}

void pstudio_attach_metric(uint64_t scope, uint32_t name, double value, int isExclusive) {
  char number[32];
  std::snprintf(number, sizeof number, "%.17g", value);
  note("metric\t" + std::to_string(scope) + "\t" + named(name) + "\tdouble " + number +
       (isExclusive ? "\texclusive" : ""));
}

void pstudio_attach_metric_integer(uint64_t scope, uint32_t name, int64_t value, int isExclusive) {
  note("metric\t" + std::to_string(scope) + "\t" + named(name) + "\tint " + std::to_string(value) +
       (isExclusive ? "\texclusive" : ""));
}

void pstudio_attach_session(uint32_t session, uint32_t change, uint32_t name) {
  note("session\t" + std::to_string(session) + "\t" + std::to_string(change) + "\t" + named(name));
}

void pstudio_attach_session_start(uint32_t session, uint32_t name, uint32_t files) {
  note("session-start\t" + std::to_string(session) + "\t" + named(name) + "\t" +
       std::to_string(files));
}

void pstudio_attach_session_clear(uint32_t session, uint32_t phase) {
  note("clear\t" + std::to_string(session) + "\t" + std::to_string(phase));
}

void pstudio_attach_session_advance(uint32_t session) {
  note("advance\t" + std::to_string(session));
}

// The tree is the file that PSTUDIO_STUB_TREE names.
int pstudio_attach_session_tree(uint32_t session, uint32_t phase, uint32_t milliseconds) {
  note("tree\t" + std::to_string(session) + "\t" + std::to_string(phase) + "\t" +
       std::to_string(milliseconds));
  const char *path = std::getenv("PSTUDIO_STUB_TREE");
  return path ? ::open(path, O_RDONLY | O_CLOEXEC) : -1;
}

// Numbers count from 1.
uint32_t pstudio_attach_instrument(const char *kernel, const char *mode) {
  static uint32_t s_lastRule = 0;
  note("instrument\t" + text(kernel) + "\t" + (mode ? mode : "-") + "\t" +
       std::to_string(++s_lastRule));
  return s_lastRule;
}

void pstudio_attach_restore(uint32_t rule) {
  note("restore\t" + std::to_string(rule));
}

void pstudio_attach_step(int64_t step) {
  note("step\t" + std::to_string(step));
}

void pstudio_attach_flush(uint32_t milliseconds) {
  note("flush\t" + std::to_string(milliseconds));
}
}
