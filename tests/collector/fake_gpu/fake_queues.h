// SPDX-License-Identifier: Apache-2.0
// State and behaviour of a fake driver for GPUs of any vendor: memory, streams with their queues,
// events.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <set>

#include "collector/runtime/gpu/driver_functions.h"
#include "tests/collector/fake_gpu/fake_gpu.h"

namespace pstudio::test {

using gpu::DriverResult;

struct FakeStream;

/// An item of queued work. A stream executes one item for each query, so that a test detects host
/// code that does not wait long enough.
struct FakeWork {
  FakeOutcome outcome = FakeOutcome::Completes;
  std::function<void()> run;
  std::function<void()> begin = {};  ///< called once, before all others
  std::function<bool()> canEnd = {}; ///< empty: it can end
};

struct FakeContext {
  std::list<FakeStream> streams;
  DriverResult fault = DriverResult::Success;
  uint64_t nowNs = 0;
};

struct FakeStream {
  FakeContext *context = nullptr;
  std::deque<FakeWork> queue;
};

struct FakeEvent {
  FakeStream *stream = nullptr; ///< stream of the last record
  size_t pending = 0;           ///< queued records that have not been executed
  uint64_t timeNs = 0;
  bool hasTime = true;
};

/// The state of one loaded library. `call` is the name of the exported function that a member
/// implements.
class FakeQueues {
public:
  virtual ~FakeQueues() = default;

  std::list<FakeEvent> events;
  FakeMemory memory; ///< on the device
  std::map<void *, std::vector<std::byte>> pinned;
  std::set<void *> mapped; ///< memory of `pinned` that kernels may access

  virtual FakeGpu &shared() = 0;
  virtual FakeContext *current() = 0; ///< null if there is none
  virtual uint64_t memoryBytes() = 0; ///< of the current device
  /// Whether kernels wait for each other. A query then advances all streams.
  virtual bool isLockstep() { return false; }
  virtual void faulted() {} ///< called after a kernel faults

  /// Records the call. Returns the result that the test has set or that a fault has left, otherwise
  /// Success. `needsContext`: a call without a current context is an offence.
  DriverResult begin(const char *call, bool needsContext = true);
  void offend(const std::string &what) { shared().offences.push_back(what); }
  /// Executes the next item of the stream, if there is one. Success if the queue is empty.
  DriverResult advance(FakeStream &stream);
  /// Waits for all streams of the context as the driver would. Records an offence if that never
  /// ends.
  void drain(FakeContext &context, const std::string &call);
  FakeStream *streamOf(gpu::Handle handle, const char *call);
  /// The bytes on the device; null, with an offence, if the range is invalid.
  std::byte *deviceBytes(uint64_t address, size_t size, const char *call);
  DriverResult enqueue(gpu::Handle stream, const char *call, FakeWork work);

  DriverResult allocate(const char *call, uint64_t *address, size_t size);
  DriverResult free(const char *call, uint64_t address);
  DriverResult memoryInfo(const char *call, size_t *free, size_t *total);
  DriverResult allocateHost(const char *call, void **host, size_t size, unsigned flags);
  DriverResult addressOfHost(const char *call, uint64_t *address, void *host, unsigned flags);
  DriverResult freeHost(const char *call, void *host);
  DriverResult copyToDevice(const char *call, uint64_t to, const void *from, size_t size,
                            gpu::Handle stream);
  DriverResult copyToHost(const char *call, void *to, uint64_t from, size_t size,
                          gpu::Handle stream);
  DriverResult fill(const char *call, uint64_t to, unsigned char value, size_t size,
                    gpu::Handle stream);
  DriverResult createStream(const char *call, gpu::Handle *stream, unsigned flags);
  DriverResult destroyStream(const char *call, gpu::Handle stream);
  DriverResult queryStream(const char *call, gpu::Handle stream);
  DriverResult synchronizeStream(const char *call, gpu::Handle stream);
  DriverResult createEvent(const char *call, gpu::Handle *event, unsigned flags);
  DriverResult destroyEvent(const char *call, gpu::Handle event);
  DriverResult recordEvent(const char *call, gpu::Handle event, gpu::Handle stream);
  DriverResult queryEvent(const char *call, gpu::Handle event);
  DriverResult elapsedTime(const char *call, float *milliseconds, gpu::Handle first,
                           gpu::Handle second);

  /// The element of `list` at `handle`; null, with an offence, if there is none.
  template <class Item> Item *checked(std::list<Item> &list, const void *handle, const char *call) {
    for (Item &item : list)
      if (&item == handle)
        return &item;
    offend(std::string(call) + " of a handle that does not exist");
    return nullptr;
  }

private:
  DriverResult step(FakeStream &stream);
  void countUnpinned(const void *host, size_t size);
};

template <class Item> void eraseItem(std::list<Item> &list, const Item *item) {
  list.remove_if([&](const Item &i) { return &i == item; });
}

} // namespace pstudio::test

/// Returns from the function with the result of begin() of `queues`, unless that is Success.
#define FAKE_GPU_BEGIN(queues, ...)                                                                \
  if (const DriverResult early = (queues).begin(__VA_ARGS__); early != DriverResult::Success)      \
  return early
