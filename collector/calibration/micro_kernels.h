// SPDX-License-Identifier: Apache-2.0
// Small kernels whose only purpose is to be measured, as MLIR text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/queues/async_site.h"

namespace pstudio::calibration {

/// Warps of the largest CTA.
inline constexpr uint32_t kMaxWarps = 32;
/// Words that a micro-kernel stores to its first argument: begin and end of the measured part in
/// cycles, by the first lane of each warp.
inline constexpr uint32_t kOuterClockWords = 2 * kMaxWarps;
/// Elements of the second argument, which takes the results of the chains, one for each thread.
inline constexpr uint32_t kSinkElements = 32 * kMaxWarps;

/// A module with one kernel that takes
///   0  memref<kOuterClockWords x i64>   64-bit clocks around the measured part
///   1  memref<kSinkElements x f32>      results, so that the compiler removes no arithmetic
///   2  i32                              iterations of the measured part, if it has any; >= 1
///   3  f32                              a number that is unknown to the compiler
/// and is launched as one CTA of whole warps, which start the measured part together.
struct MicroKernel {
  std::string text;
  std::string function;
};

/// Dependencies between the instructions of a chain.
enum class Work : uint8_t {
  Dependent,   ///< each fused multiply-add waits for the previous one
  Independent, ///< four such chains side by side: they fill the issue slots of waits
};

/// A loop in inline PTX with `steps` instructions per turn. The loop is a basic block of its own,
/// so no assembler can move its instructions across a record.
struct Chain {
  Work work = Work::Dependent;
  uint32_t steps = 8;
};

/// `count` scopes "empty" in a row, straight-line code.
MicroKernel emptyScopes(uint32_t count);
/// A loop around one scope "empty".
MicroKernel emptyScopesInLoop();
/// A loop of three records per iteration: a scope "part" and the start of an event in it, each
/// after `steps` instructions of a dependent chain. With `recorded` false there are no records; the
/// rest of the code is equal.
MicroKernel threeRecordsInLoop(uint32_t steps, bool recorded);
/// Kind of a recorded value.
enum class RecordedValue : uint8_t {
  SameInAllLanes, ///< i32, uniform at compile time: all lanes store it
  OfOneLane,      ///< i32, of the lowest lane
  WideOfOneLane,  ///< 64 bits
};
/// `count` values "value" in a row, straight-line code.
MicroKernel recordedValues(uint32_t count, RecordedValue value);
/// `count` scopes "empty wait", each around a wait while no copy is in flight.
MicroKernel emptyWaits(uint32_t count);
/// `count` scopes "region" in a row, each around one chain of `iterations` turns, and one scope
/// "all" around all. With `recordsInside` false the scopes "region" are missing; the rest of the
/// code is equal.
MicroKernel chainRegions(uint32_t count, const Chain &chain, bool recordsInside);
/// "empty wait cp.async": name of the scope, and of the fact of a launch, for waits for a queue.
std::string emptyWaitName(analysis::AsyncQueue queue);
/// 16 scopes emptyWaitName() in a row for each of the queues, each around a wait without a pending
/// operation: a complete phase, or a barrier that only one warp uses. Queues of NVIDIA GPUs; at
/// most 15 warps. The records are those of the mode async, with other names.
MicroKernel emptyQueueWaits(std::span<const analysis::AsyncQueue> queues);
/// As chainRegions, but each region is `steps` instructions of a dependent chain without a loop,
/// which the assembler may interleave with the records.
MicroKernel straightRegions(uint32_t count, uint32_t steps, bool recordsInside);
/// All measurements of a calibration, in one kernel:
///   "empty"          32 scopes in a row
///   "empty wait"     16 scopes in a row
///   "few", "many"    a scope around kFewChains, kManyChains dependent chains of `iterations` turns
///   "region"         kRegions scopes in a row, each around one such chain
///   "straight few", "straight many", "straight region"  the same around chains without a loop
///   "empty in loop"  a scope in a loop of `iterations`
///   "plain"          a scope around a loop of `iterations` independent chains
///   "recorded"       the same with a scope "work" around each chain
/// Between scopes it is straight-line code up to "empty in loop".
MicroKernel calibrationKernel();
inline constexpr uint32_t kCalibrationIterations = 16; ///< argument 2 of calibrationKernel()
inline constexpr uint32_t kFewChains = 2;
inline constexpr uint32_t kManyChains = 6;
inline constexpr uint32_t kRegions = 8;

} // namespace pstudio::calibration
