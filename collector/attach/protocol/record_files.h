// SPDX-License-Identifier: Apache-2.0
// The files that an attached program writes below out/raw: counters of its kernels, and records of
// its chosen launches. They are mapped memory: if the program is killed, the data so far is kept.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace pstudio::attach {

/// 'PSAC' and 'PSAR' as little-endian words.
inline constexpr uint32_t kCounterMagic = 0x43415350u;
inline constexpr uint32_t kRecordMagic = 0x52415350u;
inline constexpr uint32_t kFileVersion = 3;

// --- PID.counters: CounterHeader, then kMostKernels rows of KernelCounters, row i of kernel i

/// Kernels of a process with separate counters. Further kernels run unchanged and are counted
/// together.
inline constexpr uint32_t kMostKernels = 8192;

struct CounterHeader {
  uint32_t magic = kCounterMagic;
  uint32_t version = kFileVersion;
  uint32_t process = 0;
  uint32_t isClosed = 0;               ///< 1: the process closed the file at its exit
  std::atomic<uint64_t> uncounted = 0; ///< launches of kernels beyond kMostKernels
  std::atomic<uint64_t> unknown = 0;   ///< launches of handles with an unknown kernel
  std::array<uint64_t, 4> reserved{};
};
static_assert(sizeof(CounterHeader) == 64);

/// Launches of one kernel. Each launch is counted in exactly one of `launches`, `autotuning`,
/// `captured` and `outside`.
struct KernelCounters {
  std::atomic<uint64_t> launches = 0;   ///< launches that --launch numbers
  std::atomic<uint64_t> autotuning = 0; ///< inside an autotuner's benchmark
  std::atomic<uint64_t> captured = 0;   ///< during the capture of a CUDA graph
  std::atomic<uint64_t> recorded = 0;   ///< the part of `launches` that ran with the twin
  std::atomic<uint64_t> outside = 0;    ///< outside the range of AttachSettings::range
  std::atomic<uint64_t> replays = 0;    ///< the part of `launches` in replays of CUDA graphs
  std::array<uint64_t, 2> reserved{};
};
static_assert(sizeof(KernelCounters) == 64);

// --- PID.N.records: RecordHeader, zero padding to kRecordsOffset, then the profile buffer

inline constexpr uint32_t kRecordsOffset = 4096;

enum class RecordState : uint32_t {
  Launched = 0, ///< the twin was launched; the records have not arrived
  Arrived = 1,  ///< the buffer is complete
  Failed = 2,   ///< the kernel or the copy failed; `result` is the driver's error
};

struct RecordHeader {
  uint32_t magic = kRecordMagic;
  uint32_t version = kFileVersion;
  std::atomic<RecordState> state = RecordState::Launched;
  int32_t result = 0;
  uint32_t process = 0;
  uint32_t kernel = 0;
  uint32_t twin = 0;   ///< Twin::twin
  uint32_t device = 0; ///< ordinal in the process
  uint64_t launch = 0; ///< number of the launch, as --launch counts
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  std::array<uint32_t, 3> cluster{1, 1, 1};
  uint32_t dynamicSharedBytes = 0;
  uint64_t stream = 0;      ///< the user's handle, which identifies the stream
  uint64_t thread = 0;      ///< id of the launching thread in the operating system
  uint64_t launchBegin = 0; ///< CLOCK_MONOTONIC_RAW before the driver's launch function [ns] ...
  uint64_t launchEnd = 0;   ///< ... and after it
  uint64_t hostCost = 0;    ///< host time of the chosen launch beyond the launch itself [ns]
  uint64_t blockBytes = 0;  ///< of the profile buffer for each CTA that recorded
  uint64_t recordedCtas = 0;
  int32_t registers = 0, originalRegisters = 0;   ///< per thread
  int32_t localBytes = 0, originalLocalBytes = 0; ///< per thread
  /// CTAs of this launch that the device can run at the same time; 0: unknown.
  uint64_t residentCtas = 0, originalResidentCtas = 0;
  int32_t smClockKHz = 0; ///< highest clock rate of the SMs; 0: unknown
  std::array<char, 64> deviceName{};
};
static_assert(sizeof(RecordHeader) <= kRecordsOffset);

} // namespace pstudio::attach
