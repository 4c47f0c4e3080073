// SPDX-License-Identifier: Apache-2.0
// Stands for libpstudio_attach.so: writes a line for each call to the file that PSTUDIO_STUB_LOG
// names.
#include <cstdio>
#include <cstdlib>
#include <string>

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

void pstudio_attach_notice(const char *code, const char *message) {
  note("notice\t" + text(code) + "\t" + text(message));
}

void pstudio_attach_flush(uint32_t milliseconds) {
  note("flush\t" + std::to_string(milliseconds));
}
}
