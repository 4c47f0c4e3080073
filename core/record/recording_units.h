// SPDX-License-Identifier: Apache-2.0
// The recording units of a launch: the sampled warps and CTAs, and the warps that a unit stands
// for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/id_ranges.h"
#include "core/record/record_layout.h"

namespace pstudio::record {

/// The part of a launch that records. Empty sets mean all.
struct Sampling {
  IdRanges warps;     ///< linear ids within a CTA
  IdRanges ctas;      ///< linear ids, x + gridX * (y + gridY * z); others have no block
  uint32_t every = 1; ///< loops record each n-th iteration, the first one included; >= 1
  /// Ids of the memory accesses that follow the iterations of a loop; all others are recorded each
  /// time. None: unknown.
  std::optional<IdRanges> iteratedAccesses = {};
  /// "warps 0,4-7; CTAs 0-15; every 4th iteration"; empty if everything is recorded.
  std::string describe() const;
  bool operator==(const Sampling &) const = default;
};

/// Warps of which one unit is made: 1 for Thread and Warp, 0 for Cta: all of them.
uint32_t warpsPerUnit(Granularity granularity);

/// The units of a CTA in order of their index. Each stands for a lane or for neighbouring warps;
/// its records are made by the first sampled one of those. Units without a sampled warp do not
/// exist.
class RecordingUnits {
public:
  /// For CTAs of `threads` >= 1 threads in warps of `lanesPerWarp` >= 1; `sampled` is empty for
  /// all.
  RecordingUnits(Granularity granularity, uint32_t threads, uint32_t lanesPerWarp,
                 const IdRanges &sampled = {});

  uint32_t count() const;
  /// The warps that make records, ascending: one per unit, or of Thread one per `lanesPerWarp`
  /// units.
  const std::vector<uint32_t> &recorders() const { return m_recorders; }
  /// True if warp i makes the records of unit i (with Thread: thread i) for all warps of the CTA.
  bool isPlain() const;

  /// The number of a unit if all were sampled: of a thread, a warp, a group of warps.
  uint32_t number(uint32_t unit) const;
  /// "thread 37", "warp 3", "warps 4-7", "warp group 1", "warp groups 2-3", "whole CTA".
  std::string name(uint32_t unit) const;

private:
  Granularity m_granularity;
  uint32_t m_threads;
  uint32_t m_lanes;
  uint32_t m_warps;
  std::vector<uint32_t> m_recorders;
};

/// The name of number `number` among the units of CTAs of `warps` warps; 0: unknown.
std::string unitName(Granularity granularity, uint32_t number, uint32_t warps = 0);

} // namespace pstudio::record
