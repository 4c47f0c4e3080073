// SPDX-License-Identifier: Apache-2.0
// What the fake driver of attached programs keeps: contexts, code, memory, streams and captures.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "collector/attach/shim/driver_types.h"
#include "tests/collector/attach/shim/fake_driver/fake_work.h"

namespace pstudio::test {

using attach::CuLaunchConfig;
using attach::CuResult;
using attach::kCuCaptureModeRelaxed;
using attach::kCuDeinitialized;
using attach::kCuNotFound;
using attach::kCuNotReady;
using attach::kCuProcAddressPerThreadStream;
using attach::kCuSuccess;
using FakeClock = std::chrono::steady_clock;

/// Errors of the driver that the fake one answers with.
inline constexpr CuResult kInvalidValue = 1, kOutOfMemory = 2, kInvalidImage = 200,
                          kInvalidContext = 201, kInvalidHandle = 400, kIllegalState = 401,
                          kNotPermitted = 800, kNotSupported = 801, kCaptureInvalidated = 901;

/// Static and dynamic shared memory that a CTA of the fake device may have [bytes], as on sm_90.
inline constexpr int kSharedBytesOfCta = 232448;

struct FakeKernelText {
  std::string name;
  std::map<std::string, int> values;
  bool isIdle = false;
  int value(const char *key, int otherwise) const {
    const auto found = values.find(key);
    return found == values.end() ? otherwise : found->second;
  }
};

struct FakeCode;

/// A CUfunction or a CUkernel: neither is valid in the place of the other, but at a launch.
struct FakeEntry {
  enum class Kind { Free, Function, LibraryKernel } kind = Kind::Free;
  FakeKernelText text;
  FakeCode *code = nullptr;
  std::map<int, int> attributes;
};

/// A CUmodule or a CUlibrary.
struct FakeCode {
  bool isLibrary = false;
  std::vector<FakeKernelText> kernels;
  std::list<FakeEntry *> entries;
};

struct FakeContext {
  uint64_t id = 0;
  int error = 0; ///< of a kernel; all later calls answer it
};

struct FakeStream {
  FakeContext *context = nullptr;
  uint64_t done = 0;                           ///< operations
  std::map<const FakeStream *, uint64_t> seen; ///< operations of others that it waited for
  FakeClock::time_point busyUntil{};
  bool isCapturing = false;
};

struct FakeEvent {
  const FakeStream *stream = nullptr;
  uint64_t operation = 0;
  FakeClock::time_point ready{};
  FakeContext *context = nullptr;
};

struct FakeAllocation {
  size_t bytes = 0;
  const FakeStream *writer = nullptr; ///< of what was written last
  uint64_t operation = 0;
  FakeContext *context = nullptr;
  bool isOfPool = false; ///< ordered by a stream
};

/// One for the process. All functions of the driver hold the mutex.
struct FakeDriver {
  std::mutex mutex;
  std::list<FakeContext> contexts;
  std::deque<FakeEntry> entries;
  std::vector<FakeEntry *> freeEntries; ///< used again, the last one first
  std::list<FakeCode> codes;
  std::vector<FakeCode *> freeCodes;
  std::map<void *, FakeStream> streams; ///< by handle; 0 and 1 are one
  std::list<FakeEvent> events;
  std::map<uint64_t, FakeAllocation> allocations;
  std::map<std::string, int> launches; ///< by the kernel's name
  std::string lastLaunch;              ///< kernel and its attributes, 8, 9 and 14
  std::vector<std::string> offences;   ///< calls that a program may not make
  uint64_t contextCount = 0;
  int globalCaptures = 0;
  bool captureIsBroken = false;
  bool hasWaited = false; ///< a load, for a launch
  std::condition_variable launched;
  std::atomic<FakeObserver> observer = nullptr;
  int lateQueries = 0; ///< of events, once isOver
  bool isOver = false; ///< the process ends: calls answer kCuDeinitialized

  FakeEntry *newEntry(FakeEntry::Kind kind, const FakeKernelText &text, FakeCode *code);
  void freeCode(FakeCode *code);
  FakeStream &stream(void *handle);
  int launchCount() const;
  /// To be called by what a global capture forbids.
  void forbidInCapture(const char *call);
};

/// Never destroyed.
FakeDriver &fakeDriver();

/// The calling thread's.
struct FakeThread {
  std::vector<FakeContext *> stack;
  int captureMode = 0;
};
FakeThread &fakeThread();

} // namespace pstudio::test

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
