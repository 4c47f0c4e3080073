// SPDX-License-Identifier: Apache-2.0
#include "core/summary/residency.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/summary/launch_facts.h"
#include "core/trace/arg_names.h"

namespace pstudio::summary {
namespace {

constexpr uint64_t kLanes = 32, kRegisterUnit = 256, kReservedShared = 1024;
/// An SM has four partitions with registers of their own.
constexpr uint64_t kPartitions = 4, kRegistersOfPartition = 16384;
constexpr uint64_t kKiB = 1024;
/// Of a CTA and a thread: a file may state any number.
constexpr uint64_t kMostThreads = 1024, kMostRegisters = 255, kMostShared = uint64_t{1} << 30;

/// Limits of an SM.
struct SmLimits {
  std::string_view capability;
  uint64_t threads, ctas;
  uint64_t shared; ///< [KiB]
};
constexpr std::array<SmLimits, 11> kSmLimits{{{"7.0", 2048, 32, 96},
                                              {"7.5", 1024, 16, 64},
                                              {"8.0", 2048, 32, 164},
                                              {"8.6", 1536, 16, 100},
                                              {"8.7", 1536, 16, 164},
                                              {"8.9", 1536, 24, 100},
                                              {"9.0", 2048, 32, 228},
                                              {"10.0", 2048, 32, 228},
                                              {"10.3", 2048, 32, 228},
                                              {"12.0", 1536, 24, 100},
                                              {"12.1", 1536, 24, 100}}};

const SmLimits *limitsOf(const Trace &trace, const Launch &launch) {
  const Arg *arg = factOf(trace, launch, "device.computeCapability");
  if (arg == nullptr || arg->type != ArgType::String)
    return nullptr;
  const auto found =
      std::ranges::find(kSmLimits, trace.string(arg->stringValue), &SmLimits::capability);
  return found == kSmLimits.end() ? nullptr : &*found;
}

constexpr uint64_t roundedUp(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Of a CTA, with the records that it contains.
std::optional<uint64_t> sharedBytesOf(const Trace &trace, const Launch &launch) {
  auto shared = wholeFact(trace, launch, "kernel.sharedBytes");
  if (!shared)
    shared = wholeFact(trace, launch, kSharedMemoryArg);
  else if (*shared <= kMostShared && launch.dynamicSharedBytes <= kMostShared)
    *shared += launch.dynamicSharedBytes;
  else
    return std::nullopt;
  return shared && *shared <= 2 * kMostShared ? shared : std::nullopt;
}

/// The lowest of the limits.
std::optional<Residency> calculated(const Trace &trace, const Launch &launch) {
  const SmLimits *limits = limitsOf(trace, launch);
  uint64_t threads = 1; // each extent is at most kMostThreads
  for (const uint32_t extent : launch.block)
    threads *= std::min<uint64_t>(extent, kMostThreads + 1);
  const auto registers = wholeFact(trace, launch, "kernel.registers");
  const auto shared = sharedBytesOf(trace, launch);
  if (limits == nullptr || threads == 0 || threads > kMostThreads || !registers ||
      *registers == 0 || *registers > kMostRegisters || !shared)
    return std::nullopt;
  const uint64_t warps = (threads + kLanes - 1) / kLanes;
  Residency residency{static_cast<uint32_t>(limits->ctas), "CTAs", 0};
  const auto limit = [&residency](uint64_t ctas, std::string_view by) {
    if (ctas < residency.ctasPerSm)
      residency = {static_cast<uint32_t>(ctas), by, 0};
  };
  limit(limits->threads / (warps * kLanes), "threads");
  const uint64_t ofWarp = roundedUp(*registers * kLanes, kRegisterUnit);
  limit(kRegistersOfPartition / ofWarp * kPartitions / warps, "registers");
  const uint64_t reserved = limits->capability.starts_with("7.") ? 0 : kReservedShared;
  if (*shared + reserved > 0)
    limit(limits->shared * kKiB / (*shared + reserved), "shared memory");
  return residency.ctasPerSm == 0 ? std::nullopt : std::optional(residency);
}

/// Of the whole device.
std::optional<Residency> reported(const Trace &trace, const Launch &launch, uint64_t sms) {
  const auto resident = wholeFact(trace, launch, "launch.residentCtas");
  if (!resident || *resident < sms || *resident / sms > UINT32_MAX)
    return std::nullopt;
  return Residency{static_cast<uint32_t>(*resident / sms), {}, 0};
}

} // namespace

std::optional<Residency> residencyOf(const Trace &trace, const Launch &launch) {
  const auto sms = wholeFact(trace, launch, "device.sms");
  const uint64_t ctas = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  if (!sms || *sms == 0 || ctas == 0)
    return std::nullopt;
  std::optional<Residency> residency = reported(trace, launch, *sms);
  if (!residency)
    residency = calculated(trace, launch);
  if (residency)
    residency->waves = static_cast<double>(ctas) /
                       (static_cast<double>(*sms) * static_cast<double>(residency->ctasPerSm));
  return residency;
}

} // namespace pstudio::summary
