// SPDX-License-Identifier: Apache-2.0
// The tests' side of the stub: loads it and writes records.
#include "tests/collector/activity/stub_cupti/stub_cupti.h"

#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include "collector/vendor/cupti_records.h"
#include "collector/vendor/cupti_types.h"

namespace pstudio::test {
namespace {

using namespace pstudio::cupti;

template <class T> void put(StubRecord &record, size_t offset, T value) {
  std::memcpy(record.data() + offset, &value, sizeof value);
}

void putThree(StubRecord &record, size_t offset, const std::array<uint32_t, 3> &values) {
  std::memcpy(record.data() + offset, values.data(), sizeof values);
}

template <class Offsets>
StubRecord workRecord(ActivityKind kind, size_t bytes, const StubWork &work) {
  StubRecord record(bytes);
  put(record, 0, static_cast<uint32_t>(kind));
  put(record, Offsets::kStart, work.begin);
  put(record, Offsets::kEnd, work.end);
  put(record, Offsets::kDevice, uint32_t{0});
  put(record, Offsets::kContext, uint32_t{1});
  put(record, Offsets::kStream, work.stream);
  put(record, Offsets::kCorrelation, work.correlation);
  return record;
}

std::string inFolder(const char *name) {
  return std::string(STUB_CUPTI_FOLDER) + "/" + name;
}

} // namespace

StubRecord kernelRecord(const StubWork &work, const char *name, const std::array<uint32_t, 3> &grid,
                        const std::array<uint32_t, 3> &block) {
  StubRecord record = workRecord<KernelOffsets>(ActivityKind::ConcurrentKernel, 216, work);
  put(record, KernelOffsets::kName, name);
  put(record, KernelOffsets::kRegisters, uint16_t{40});
  put(record, KernelOffsets::kStaticShared, uint32_t{1024});
  put(record, KernelOffsets::kDynamicShared, uint32_t{2048});
  putThree(record, KernelOffsets::kGrid, grid);
  putThree(record, KernelOffsets::kBlock, block);
  return record;
}

StubRecord copyRecord(const StubWork &work, uint64_t bytes, uint8_t kind) {
  StubRecord record = workRecord<CopyOffsets>(ActivityKind::Memcpy, 96, work);
  put(record, CopyOffsets::kBytes, bytes);
  put(record, CopyOffsets::kDirection, kind);
  put(record, CopyOffsets::kSource, uint8_t{2});
  put(record, CopyOffsets::kTarget, uint8_t{3});
  put(record, CopyOffsets::kFlags, kCopyIsAsync);
  return record;
}

StubRecord memsetRecord(const StubWork &work, uint64_t bytes, uint32_t value) {
  StubRecord record = workRecord<MemsetOffsets>(ActivityKind::Memset, 88, work);
  put(record, MemsetOffsets::kBytes, bytes);
  put(record, MemsetOffsets::kValue, value);
  return record;
}

StubRecord callRecord(const StubWork &work, uint32_t function, uint32_t thread) {
  StubRecord record(40);
  put(record, 0, static_cast<uint32_t>(ActivityKind::Driver));
  put(record, ApiOffsets::kFunction, function);
  put(record, ApiOffsets::kStart, work.begin);
  put(record, ApiOffsets::kEnd, work.end);
  put(record, ApiOffsets::kProcess, uint32_t{4242});
  put(record, ApiOffsets::kThread, thread);
  put(record, ApiOffsets::kCorrelation, work.correlation);
  return record;
}

StubRecord foreignRecord() {
  StubRecord record(64);
  put(record, 0, uint32_t{38});
  return record;
}

std::string pathOfStubCupti() {
  return inFolder("libstub_cupti.so");
}

std::string pathOfIncompleteCupti() {
  return inFolder("libstub_cupti_incomplete.so");
}

StubCupti &freshStubCupti() {
  void *library = dlopen(pathOfStubCupti().c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, kStubCuptiSymbol) : nullptr;
  if (!symbol)
    std::abort(); // the test program was not built as a whole
  return *reinterpret_cast<StubCupti *(*)()>(symbol)();
}

} // namespace pstudio::test
