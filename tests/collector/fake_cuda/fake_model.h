// SPDX-License-Identifier: Apache-2.0
// What the fake driver keeps: contexts, streams with their queues, events and memory.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "collector/runtime/cuda/driver_types.h"
#include "tests/collector/fake_cuda/fake_cuda.h"

namespace pstudio::test {

using cuda::CuResult;

struct FakeStream;

/// A piece of queued work; a stream does one each time somebody asks about it, so that what the
/// host does too early shows.
struct FakeWork {
  FakeOutcome outcome = FakeOutcome::Completes;
  std::function<void()> run;
  std::function<void()> begin = {};  ///< before anything else, once
  std::function<bool()> canEnd = {}; ///< empty: it can
};

struct FakeContext {
  std::list<FakeStream> streams;
  CuResult fault = CuResult::Success;
  uint64_t nowNs = 0;
};

struct FakeStream {
  FakeContext *context = nullptr;
  std::deque<FakeWork> queue;
};

struct FakeEvent {
  FakeStream *stream = nullptr; ///< where it was recorded last
  size_t pending = 0;           ///< records that have not had their turn
  uint64_t timeNs = 0;
  bool hasTime = true;
};

struct FakeFunction {
  FakeKernel kernel;
};

struct FakeModule {
  std::list<FakeFunction> functions;
};

/// Everything behind the functions of one loaded library.
struct FakeModel {
  FakeCuda script;
  std::list<FakeContext> contexts;
  std::list<FakeEvent> events;
  std::list<FakeModule> modules;
  FakeMemory memory;                                    ///< on the device
  std::map<std::string, cuda::CuDevicePointer> globals; ///< where they are in `memory`
  std::map<void *, std::vector<std::byte>> pinned;
  std::set<void *> mapped;             ///< of these, what kernels may use
  std::map<void *, size_t> registered; ///< of the host's memory
  std::vector<FakeContext *> current;  ///< the stack of the one thread that tests use
};

FakeModel &model();

/// The work's turn, if the stream has any. Success once nothing is left.
CuResult advance(FakeStream &stream);
/// Waits for all streams of the context as the driver would; an offence if that never ends.
void drain(FakeContext &context, const std::string &call);

/// Counts the call; the answer that the test planned, or that a fault left behind, or else nothing
/// (Success). `needsContext`: without a current context the call is an offence.
CuResult begin(const char *call, bool needsContext = true);
void offend(const std::string &what);

/// The element of `list` at `handle`, or null and an offence.
template <class Item> Item *checked(std::list<Item> &list, const void *handle, const char *call) {
  for (Item &item : list)
    if (&item == handle)
      return &item;
  offend(std::string(call) + " of a handle that does not exist");
  return nullptr;
}

template <class Item> void eraseItem(std::list<Item> &list, const Item *item) {
  list.remove_if([&](const Item &i) { return &i == item; });
}

} // namespace pstudio::test

/// Leaves the function with what begin() answered, unless that is Success.
#define FAKE_BEGIN(...)                                                                            \
  if (const CuResult early = begin(__VA_ARGS__); early != CuResult::Success)                       \
  return early
