// SPDX-License-Identifier: Apache-2.0
// The tests' side of the stubs: loads them and writes records.
#include "tests/collector/activity/stub_rocm/stub_rocm.h"

#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>

#include "collector/activity/hip/rocprofiler_api.h"
#include "collector/activity/hip/roctracer_api.h"
#include "core/base/little_endian.h"

namespace pstudio::test {
namespace {

using namespace pstudio::roc;

constexpr size_t kDispatchBytes = 184;
constexpr size_t kCopyBytes = 96;

template <class T> void put(RocmRecord &record, size_t offset, T value) {
  storeLittle<T>(record.data() + offset, value);
}

void putThree(RocmRecord &record, size_t offset, const std::array<uint32_t, 3> &values) {
  for (size_t i = 0; i < 3; ++i)
    put(record, offset + 4 * i, values[i]);
}

template <class At> RocmRecord workRecord(size_t bytes, const RocmWork &work) {
  RocmRecord record(bytes);
  put<uint64_t>(record, At::kSize, bytes);
  put<uint64_t>(record, At::kCorrelation, work.correlation);
  put<int64_t>(record, At::kBegin, work.begin);
  put<int64_t>(record, At::kEnd, work.end);
  return record;
}

std::string inFolder(const char *name) {
  return std::string(STUB_ROCM_FOLDER) + "/" + name;
}

template <class State> State &freshState(const std::string &path, const char *symbol) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  auto *fresh = library ? reinterpret_cast<State *(*)()>(dlsym(library, symbol)) : nullptr;
  if (!fresh) {
    std::fprintf(stderr, "no stub: %s\n", dlerror());
    std::abort();
  }
  return *fresh();
}

} // namespace

RocmRecord dispatchRecord(const RocmWork &work, uint64_t kernel,
                          const std::array<uint32_t, 3> &grid,
                          const std::array<uint32_t, 3> &block) {
  using At = DispatchOffsets;
  RocmRecord record = workRecord<At>(kDispatchBytes, work);
  put<uint64_t>(record, At::kAgent, 0xa11ce);
  put<uint64_t>(record, At::kQueue, 77);
  put<uint64_t>(record, At::kKernel, kernel);
  put<uint32_t>(record, At::kScratch, 16);
  put<uint32_t>(record, At::kLds, 2048);
  putThree(record, At::kBlock, block);
  putThree(record, At::kGrid, grid);
  return record;
}

RocmRecord rocmCopyRecord(const RocmWork &work, uint64_t bytes, uint32_t direction) {
  using At = CopyOffsets;
  RocmRecord record = workRecord<At>(kCopyBytes, work);
  put<uint32_t>(record, At::kOperation, direction);
  put<uint64_t>(record, direction == 3 ? At::kFrom : At::kTo, 0xa11ce);
  put<uint64_t>(record, direction == 3 ? At::kTo : At::kFrom, 0xc9);
  put<uint64_t>(record, At::kBytes, bytes);
  return record;
}

RocmRecord rocmCallRecord(const RocmWork &work, int32_t function, bool hasAncestor) {
  using At = CallOffsets;
  const size_t bytes = hasAncestor ? At::kLong : At::kShort;
  const size_t rest = hasAncestor ? At::kAfterLong : At::kAfterShort;
  RocmRecord record(bytes);
  put<uint64_t>(record, At::kSize, bytes);
  put<int32_t>(record, At::kOperation, function);
  put<uint64_t>(record, At::kCorrelation, work.correlation);
  put<int64_t>(record, rest, work.begin);
  put<int64_t>(record, rest + 8, work.end);
  put<uint64_t>(record, rest + 16, 11);
  return record;
}

RocmRecord tracerRecord(uint32_t domain, uint32_t operation, const RocmWork &work, uint32_t kind,
                        uint64_t bytes) {
  using At = RoctracerOffsets;
  RocmRecord record(At::kRecordBytes);
  put<uint32_t>(record, At::kDomain, domain);
  put<uint32_t>(record, At::kOperation, operation);
  put<uint32_t>(record, At::kKind, kind);
  put<uint64_t>(record, At::kCorrelation, work.correlation);
  put<int64_t>(record, At::kBegin, work.begin);
  put<int64_t>(record, At::kEnd, work.end);
  put<uint64_t>(record, At::kQueue, 77);
  put<uint64_t>(record, At::kBytes, bytes);
  if (domain == 3)
    put<uint32_t>(record, At::kThread, 11);
  return record;
}

std::string pathOfStubRocprofiler() {
  return inFolder("libstub_rocprofiler.so");
}
std::string pathOfStubRoctracer() {
  return inFolder("libstub_roctracer.so");
}
std::string pathOfIncompleteRocprofiler() {
  return inFolder("libstub_rocprofiler_incomplete.so");
}

StubRocprofiler &freshStubRocprofiler() {
  return freshState<StubRocprofiler>(pathOfStubRocprofiler(), kStubRocprofilerSymbol);
}
StubRoctracer &freshStubRoctracer() {
  return freshState<StubRoctracer>(pathOfStubRoctracer(), kStubRoctracerSymbol);
}

} // namespace pstudio::test
