// SPDX-License-Identifier: Apache-2.0
// Initial values of buffers.
#include <algorithm>
#include <cmath>

#include "core/run/host_buffer.h"
#include "core/run/npy.h"

namespace pstudio {
namespace {

/// Output `index` of the SplitMix64 generator: a bijective mix of a counter, so any element can be
/// made alone.
uint64_t splitMix64(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double uniform(const RandomInit &init, uint64_t index) {
  const double unit = std::ldexp(static_cast<double>(splitMix64(init.seed, index) >> 11), -53);
  // Two statements: within one the compiler may fuse them, and the last bit would depend on the
  // machine.
  const double offset = unit * (init.high - init.low);
  const double value = init.low + offset;
  return value < init.high ? value : std::nextafter(init.high, init.low);
}

void fill(HostBuffer &buffer, const ZerosInit &) {}

void fill(HostBuffer &buffer, const IotaInit &) {
  for (uint64_t i = 0; i < buffer.elementCount(); ++i)
    buffer.setInteger(i, static_cast<int64_t>(i));
}

void fill(HostBuffer &buffer, const RandomInit &init) {
  const bool floating = dtypeIsFloating(buffer.dtype());
  for (uint64_t i = 0; i < buffer.elementCount(); ++i) {
    const double value = uniform(init, i);
    buffer.set(i, floating ? value : std::floor(value));
  }
}

Result<HostBuffer> loadFile(const BufferArgument &argument, const FileInit &init) {
  PSTUDIO_TRY_ASSIGN(HostBuffer file, readNpy(init.npy));
  const DType expected = argument.dtype == DType::BF16 ? DType::F32 : argument.dtype;
  if (file.dtype() != expected || !std::ranges::equal(file.shape(), argument.shape))
    return fail(ErrorCode::InvalidInput,
                "the file contains " + describeShape(file.dtype(), file.shape()) +
                    ", the specification requires " + describeShape(expected, argument.shape),
                init.npy.string());
  if (argument.dtype != DType::BF16)
    return file;
  PSTUDIO_TRY_ASSIGN(HostBuffer rounded, HostBuffer::make(argument.dtype, argument.shape));
  for (uint64_t i = 0; i < file.elementCount(); ++i)
    rounded.set(i, file.at(i));
  return rounded;
}

} // namespace

Result<HostBuffer> makeHostBuffer(const BufferArgument &argument) {
  if (const auto *file = std::get_if<FileInit>(&argument.init))
    return loadFile(argument, *file);
  PSTUDIO_TRY_ASSIGN(HostBuffer buffer, HostBuffer::make(argument.dtype, argument.shape));
  std::visit(
      [&buffer](const auto &init) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(init)>, FileInit>)
          fill(buffer, init);
      },
      argument.init);
  return buffer;
}

} // namespace pstudio
