// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/micro_launch.h"

#include <array>
#include <bit>
#include <cstring>

namespace pstudio::calibration {
namespace {

/// No clock has this value, so a word that was never stored is detected.
constexpr std::byte kPoison{0xff};
/// Argument 3: keeps the chains at a fixed, normal number.
constexpr float kNumber = 0.5f;

} // namespace

Result<MicroLaunch> MicroLaunch::prepare(MeasuringDevice &device, const MicroKernel &kernel,
                                         const InstrumentationMode &mode, uint32_t warps,
                                         RecordLanes lanes) {
  KernelSetup setup;
  setup.mode = mode;
  setup.block = {32 * warps, 1, 1};
  setup.lanes = lanes;
  PSTUDIO_TRY_ASSIGN(RecordingKernel built,
                     RecordingKernel::build(device, kernel.text, kernel.function, setup));
  PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer clocks,
                     device.makeFilled(kOuterClockWords * sizeof(uint64_t), kPoison, "the clocks"));
  PSTUDIO_TRY_ASSIGN(
      cuda::DeviceBuffer sink,
      device.makeFilled(kSinkElements * sizeof(float), kPoison, "the results of the chains"));
  return MicroLaunch(std::move(built), std::move(clocks), std::move(sink), warps);
}

Result<MicroResult> MicroLaunch::run(MeasuringDevice &device, uint32_t iterations) {
  PSTUDIO_TRY(m_kernel.clearRecords(device));
  PSTUDIO_TRY(device.stream.fill(m_clocks, kPoison));
  const std::array<uint64_t, 4> arguments{m_clocks.address(), m_sink.address(), iterations,
                                          std::bit_cast<uint32_t>(kNumber)};
  PSTUDIO_TRY(m_kernel.launch(device, arguments));
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> block, m_kernel.readRecords(device));
  MicroResult result;
  if (!block.empty()) {
    PSTUDIO_TRY_ASSIGN(result.units, readBlock(block, operations()));
  }
  PSTUDIO_TRY_ASSIGN(result.outerCycles, readOuterCycles(device));
  return result;
}

Result<std::vector<double>> MicroLaunch::readOuterCycles(MeasuringDevice &device) const {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> bytes, device.read(m_clocks));
  std::array<uint64_t, kOuterClockWords> words{};
  std::memcpy(words.data(), bytes.data(), sizeof words);
  std::vector<double> cycles;
  for (uint32_t warp = 0; warp < m_warps; ++warp) {
    const uint64_t begin = words[2 * warp];
    const uint64_t end = words[2 * warp + 1];
    if (begin == UINT64_MAX || end <= begin)
      return fail(ErrorCode::WrongResult,
                  "warp " + std::to_string(warp) + " of a micro-kernel did not store its clocks");
    cycles.push_back(static_cast<double>(end - begin));
  }
  return cycles;
}

} // namespace pstudio::calibration
