// SPDX-License-Identifier: Apache-2.0
// One call of the driver for each kind of copy and set, with its errors printed.
#include "tests/collector/attach/shim/victim/memory_work.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace pstudio::test {

void printError(const char *call, CuResult result) {
  if (result != CuResult::Success)
    std::printf("%s answers %d\n", call, static_cast<int>(result));
}

std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

uint64_t MemoryWork::allocated(size_t bytes) const {
  uint64_t memory = 0;
  printError("cuMemAlloc", driver.cuMemAlloc_v2(&memory, bytes));
  return memory;
}

void MemoryWork::free(uint64_t memory) const {
  printError("cuMemFree", driver.cuMemFree_v2(memory));
}

void MemoryWork::copy(size_t bytes) const {
  const std::string host(bytes, 'x');
  const uint64_t device = allocated(bytes);
  printError("copy", driver.cuMemcpyHtoD_v2(device, host.data(), bytes));
  printError("copy", driver.cuMemcpyHtoDAsync_v2(device, host.data(), bytes, stream));
  free(device);
}

void MemoryWork::copyToPeer(void *context, size_t bytes) const {
  const uint64_t from = allocated(bytes), to = allocated(bytes);
  printError("peer", driver.cuMemcpyPeerAsync(to, context, from, context, bytes, stream));
  free(from);
  free(to);
}

void MemoryWork::copyWhileLoading(const std::string &library) const {
  std::array<int, 2> begun{}; // ends of a pipe: the constructor writes a byte
  if (pipe(begun.data()) != 0 || setenv("VICTIM_BEGUN", std::to_string(begun[1]).c_str(), 1) != 0)
    return static_cast<void>(std::printf("no pipe\n"));
  std::thread loading([&] { dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL); });
  char byte = 0, target = 0;
  if (read(begun[0], &byte, 1) != 1)
    std::printf("the constructor was not called\n");
  printError("copy", driver.cuMemcpyHtoD_v2(reinterpret_cast<uint64_t>(&target), &byte, 1));
  loading.join();
}

void MemoryWork::set(size_t bytes) const {
  const uint64_t device = allocated(bytes);
  printError("set", driver.cuMemsetD8Async(device, 0, bytes, stream));
  free(device);
}

void MemoryWork::setRows(size_t width) const {
  const uint64_t device = allocated(4 * width);
  printError("setrows", driver.cuMemsetD2D16_v2(device, 2 * width, 0, width, 2));
  printError("setrows", driver.cuMemsetD2D16Async(device, 2 * width, 0, width, 2, stream));
  free(device);
}

CuResult MemoryWork::loadMapped(void **module, const std::string &path, size_t offset,
                                bool isDeleted) const {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const off_t bytes = ::lseek(file, 0, SEEK_END);
  void *mapped = ::mmap(nullptr, static_cast<size_t>(bytes), PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (isDeleted)
    ::unlink(path.c_str());
  return driver.cuModuleLoadData(module, static_cast<const char *>(mapped) + offset);
}

} // namespace pstudio::test
