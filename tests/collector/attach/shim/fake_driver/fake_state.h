// SPDX-License-Identifier: Apache-2.0
// State of the fake driver of attached programs: contexts, code, memory, streams and captures.
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

#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/hooks.h"
#include "tests/collector/attach/shim/fake_driver/fake_graphs.h"
#include "tests/collector/attach/shim/fake_driver/fake_work.h"

// With the hooks' declarations in hooks.h: a definition of another type is an error.
extern "C" {
namespace pstudio::test {
#define FAKE_DECLARE(name, since, required, result, ...)                                           \
  PSTUDIO_ATTACH_EXPORT result name(__VA_ARGS__);
PSTUDIO_ATTACH_DRIVER(FAKE_DECLARE)
#undef FAKE_DECLARE
} // namespace pstudio::test
}

namespace pstudio::test {

using pstudio::CuDeviceAttribute;
using pstudio::CuFunctionAttribute;
using pstudio::CuLaunchConfig;
using pstudio::CuResult;
using pstudio::kCuCaptureModeRelaxed;
using pstudio::kCuProcAddressPerThreadStream;
inline constexpr CuResult kCuSuccess = CuResult::Success,
                          kCuDeinitialized = CuResult::Deinitialized,
                          kCuNotFound = CuResult::NotFound, kCuNotReady = CuResult::NotReady;
using FakeClock = std::chrono::steady_clock;

/// Errors of the real driver that the fake driver returns. The product has no names for those with
/// a number.
inline constexpr CuResult kInvalidValue = CuResult::InvalidValue,
                          kOutOfMemory = CuResult::OutOfMemory,
                          kInvalidImage = CuResult::InvalidImage, kInvalidContext{201},
                          kInvalidHandle{400}, kIllegalState{401},
                          kNotPermitted = CuResult::NotPermitted,
                          kNotSupported = CuResult::NotSupported,
                          kCaptureInvalidated = CuResult::CaptureInvalidated, kUpdateFailure{910};

/// Limit of static and dynamic shared memory of a CTA on the fake device [bytes], as on sm_90.
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
struct FakeStream;

/// A variable of a module. Managed ones are found by cuLibraryGetManaged alone.
struct FakeVariable {
  std::vector<uint64_t> words;
  size_t bytes = 0;
  bool isManaged = false;
  const FakeStream *writer = nullptr; ///< stream of the last copy between variables
};

/// A CUfunction or a CUkernel. Only a launch accepts either of them.
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
  std::map<std::string, FakeVariable> variables; ///< by name
};

struct FakeContext {
  uint64_t id = 0;
  CuResult error = kCuSuccess; ///< of a kernel; all later calls return it
};

struct FakeStream {
  FakeContext *context = nullptr;
  uint64_t done = 0;                           ///< number of completed operations
  std::map<const FakeStream *, uint64_t> seen; ///< operations of others for which it waited
  FakeClock::time_point busyUntil{};
  bool isCapturing = false;
  FakeCapture captured;
};

struct FakeEvent {
  const FakeStream *stream = nullptr;
  uint64_t operation = 0;
  FakeClock::time_point ready{};
  FakeContext *context = nullptr;
};

struct FakeAllocation {
  size_t bytes = 0;
  const FakeStream *writer = nullptr; ///< stream of the last write
  uint64_t operation = 0;
  FakeContext *context = nullptr;
  bool isOfPool = false; ///< allocated in the order of a stream
};

/// The state of the process. All functions of the driver hold the mutex.
struct FakeDriver {
  std::mutex mutex;
  std::list<FakeContext> contexts;
  std::deque<FakeEntry> entries;
  std::vector<FakeEntry *> freeEntries; ///< reused, the last one first
  std::list<FakeCode> codes;
  std::vector<FakeCode *> freeCodes;
  std::map<void *, FakeStream> streams; ///< by handle; the handles 0 and 1 denote the same stream
  std::list<FakeEvent> events;
  std::map<uint64_t, FakeAllocation> allocations;
  std::map<std::string, int> launches; ///< by kernel name
  std::string lastLaunch;              ///< kernel and its attributes 8, 9 and 14
  std::vector<std::string> offences;   ///< calls that a program must not make
  uint64_t contextCount = 0;
  int globalCaptures = 0;
  bool captureIsBroken = false;
  bool hasWaited = false; ///< a load has waited for a launch
  std::condition_variable launched;
  std::atomic<FakeObserver> observer = nullptr;
  int lateQueries = 0; ///< number of event queries after isOver
  bool isOver = false; ///< the process ends: calls return kCuDeinitialized

  FakeEntry *newEntry(FakeEntry::Kind kind, const FakeKernelText &text, FakeCode *code);
  void freeCode(FakeCode *code);
  FakeStream &stream(void *handle);
  /// The variable at an address; null if there is none.
  FakeVariable *variableAt(uint64_t address);
  int launchCount() const;
  /// Call this in functions that a global capture forbids.
  void forbidInCapture(const char *call);
};

/// The driver is never destroyed.
FakeDriver &fakeDriver();

/// State of the calling thread.
struct FakeThread {
  std::vector<FakeContext *> stack;
  int captureMode = 0;
};
FakeThread &fakeThread();

} // namespace pstudio::test

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
