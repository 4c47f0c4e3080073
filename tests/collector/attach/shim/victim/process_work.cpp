// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/victim/process_work.h"

#include <cstdio>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace pstudio::test {

const char *mappedFile(const std::string &path, bool isDeleted) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const off_t bytes = ::lseek(file, 0, SEEK_END);
  const void *mapped = ::mmap(nullptr, static_cast<size_t>(bytes), PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (isDeleted)
    ::unlink(path.c_str());
  return static_cast<const char *>(mapped);
}

void limitFileSize(uint64_t bytes) {
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

void callLaunchOf(const std::string &library) {
  void *loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = loaded ? dlsym(loaded, "cuLaunchKernel") : nullptr;
  std::printf("other %d\n", symbol ? reinterpret_cast<int (*)()>(symbol)() : -1);
}

} // namespace pstudio::test
