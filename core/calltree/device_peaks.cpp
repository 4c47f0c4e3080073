// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/device_peaks.h"

#include <algorithm>
#include <array>

namespace pstudio::calltree {
namespace {

constexpr double kHertzPerKilohertz = 1e3;

/// Matrix units of 8 bits: a fixed rate, or operations of each SM (or CU) in a cycle.
struct Peak {
  std::string_view type, arch;
  double flops = 0;         ///< a second; 0: it depends on SMs and clock
  double flopsPerCycle = 0; ///< of each SM
  double bytes = 0;         ///< a second; 0: it depends on bus and clock
};

constexpr std::array kPeaks{
    Peak{"CUDA", "80", 624e12, 0, 0},
    Peak{"CUDA", "89", 330.3e12, 0, 0},
    // 1513 Tflop/s of 114 SMs at 1755 MHz (H100 PCIe).
    Peak{"CUDA", "90", 0, 1513e12 / 114 / 1755e6, 0},
    Peak{"CUDA", "100", 0, 16384, 0},
    Peak{"HIP", "gfx90a", 0, 1024, 3.2e12}, // of int8, it has no fp8
    Peak{"HIP", "gfx942", 0, 4096, 5.3e12},
    Peak{"HIP", "gfx950", 0, 8192, 8.0e12},
};

std::optional<double> number(const DeviceProperties &device, const char *name) {
  const auto found = device.find(name);
  if (found == device.end())
    return std::nullopt;
  if (const auto *whole = std::get_if<int64_t>(&found->second))
    return static_cast<double>(*whole);
  if (const auto *real = std::get_if<double>(&found->second))
    return *real;
  return std::nullopt;
}

const Peak *peakOf(std::string_view type, const DeviceProperties &device) {
  const auto arch = device.find("arch");
  const auto *name = arch == device.end() ? nullptr : std::get_if<std::string>(&arch->second);
  if (!name)
    return nullptr;
  const auto found = std::ranges::find_if(
      kPeaks, [&](const Peak &peak) { return peak.type == type && peak.arch == *name; });
  return found == kPeaks.end() ? nullptr : &*found;
}

} // namespace

std::optional<double> peakFlops(std::string_view type, const DeviceProperties &device, int bits) {
  const Peak *peak = peakOf(type, device);
  if (!peak)
    return std::nullopt;
  if (peak->flops > 0)
    return peak->flops / (bits / 8.0);
  const std::optional<double> sms = number(device, "num_sms");
  const std::optional<double> clock = number(device, "clock_rate");
  if (!sms || !clock)
    return std::nullopt;
  return peak->flopsPerCycle * *sms * *clock * kHertzPerKilohertz / (bits / 8.0);
}

std::optional<double> peakBytes(std::string_view type, const DeviceProperties &device) {
  if (type == "HIP") {
    const Peak *peak = peakOf(type, device);
    return peak ? std::optional(peak->bytes) : std::nullopt;
  }
  const std::optional<double> width = number(device, "bus_width");
  const std::optional<double> clock = number(device, "memory_clock_rate");
  if (type != "CUDA" || !width || !clock)
    return std::nullopt;
  return 2 * *width * *clock * kHertzPerKilohertz / 8; // two transfers a cycle
}

} // namespace pstudio::calltree
