// SPDX-License-Identifier: Apache-2.0
// What the fake HIP runtime keeps: streams with their queues, events and memory.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <string>

#include "collector/runtime/hip/hip_types.h"
#include "tests/collector/fake_hip/fake_hip.h"

namespace pstudio::test {

using hip::HipResult;

/// A piece of queued work; a stream does one each time somebody asks about it, so that what the
/// host does too early shows.
struct FakeHipWork {
  FakeHipOutcome outcome = FakeHipOutcome::Completes;
  std::function<void()> run;
  std::function<void()> begin = {}; ///< before anything else, once
};

struct FakeHipStream {
  std::deque<FakeHipWork> queue;
};

struct FakeHipEvent {
  FakeHipStream *stream = nullptr; ///< where it was recorded last
  size_t pending = 0;              ///< records that have not had their turn
  bool hasTime = true;
  uint64_t timeNs = 0;
};

struct FakeHipFunction {
  std::string name;
};

struct FakeHipModule {
  std::list<FakeHipFunction> functions;
};

/// Everything behind the functions of one loaded library.
struct FakeHipModel {
  FakeHip script;
  std::list<FakeHipStream> streams;
  std::list<FakeHipEvent> events;
  std::list<FakeHipModule> modules;
  FakeHipMemory memory; ///< on the device
  std::map<void *, std::vector<std::byte>> pinned;
  HipResult fault = HipResult::Success;
  uint64_t nowNs = 0;
  int current = 0; ///< device of the one thread that tests use
};

FakeHipModel &hipModel();

/// The work's turn, if the stream has any. Success once nothing is left.
HipResult advance(FakeHipStream &stream);
/// Waits for all streams as hipFree and the like do; an offence if that never ends.
void drain(const std::string &call);

/// Counts the call; the answer that the test planned, or that a fault left behind, or else nothing
/// (Success).
HipResult begin(const char *call);
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
#define FAKE_HIP_BEGIN(call)                                                                       \
  if (const HipResult early = begin(call); early != HipResult::Success)                            \
  return early
