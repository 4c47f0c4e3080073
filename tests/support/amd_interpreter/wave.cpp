// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/wave.h"

#include <bit>
#include <cstring>

namespace pstudio::test::amdgpu {

Chip chipNamed(const std::string &name) {
  const bool isGfx9 = name.starts_with("gfx9");
  return {name, isGfx9 ? 64u : 32u, !isGfx9, !isGfx9};
}

void Wave::fail(std::string reason) {
  if (state == WaveState::Failed)
    return;
  state = WaveState::Failed;
  failure = std::move(reason);
}

void Wave::reachBarrier() {
  state = WaveState::AtBarrier;
  std::array<uint64_t, kCounters> complete{};
  for (size_t i = 0; i < kCounters; ++i)
    complete[i] = waits.completed(Counter(i));
  completeAtBarriers.push_back(complete);
}

void Wave::setMask(uint16_t index, uint64_t value) {
  if (index == kNull)
    return;
  if (lanes() == 64)
    setWide(index, value);
  else
    scalars[index] = static_cast<uint32_t>(value);
}

uint32_t *Wave::lanesOf(const Operand &operand, uint32_t part) {
  std::vector<uint32_t> &file = operand.kind == Operand::Kind::Accumulator ? accumulators : vectors;
  const size_t at = size_t(operand.index + part) * lanes();
  if (!operand.isVector() || at >= file.size()) {
    fail("a vector register that the kernel does not have");
    return nullptr;
  }
  return file.data() + at;
}

uint32_t Wave::scalar32(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::Scalar:
    return operand.index == kScc ? scc : operand.index == kNull ? 0 : scalars[operand.index];
  case Operand::Kind::Integer:
    return static_cast<uint32_t>(operand.integer);
  case Operand::Kind::Float:
    return std::bit_cast<uint32_t>(static_cast<float>(operand.number));
  default:
    return static_cast<uint32_t>(scalar64(operand));
  }
}

uint64_t Wave::scalar64(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::Scalar:
    if (operand.index == kNull || operand.index == kScc)
      return scalar32(operand);
    return operand.count == 1 ? scalars[operand.index] : wide(operand.index);
  case Operand::Kind::Integer:
    return static_cast<uint64_t>(operand.integer);
  case Operand::Kind::Float:
    return std::bit_cast<uint64_t>(operand.number);
  case Operand::Kind::Word:
    if (operand.word == "src_shared_base")
      return uint64_t(kSharedAperture) << 32;
    if (operand.word == "src_private_base")
      return uint64_t(kPrivateAperture) << 32;
    if (operand.word == "vccz" || operand.word == "src_vccz")
      return mask(kVcc) == 0;
    if (operand.word == "execz" || operand.word == "src_execz")
      return exec() == 0;
    [[fallthrough]];
  default:
    fail("operand " + operand.word + " is not supported");
    return 0;
  }
}

void Wave::setScalar32(const Operand &operand, uint32_t value) {
  if (operand.kind != Operand::Kind::Scalar)
    return fail("the destination is no scalar register");
  if (operand.index == kScc)
    scc = value & 1;
  else if (operand.index != kNull)
    scalars[operand.index] = value;
}

void Wave::setScalar64(const Operand &operand, uint64_t value) {
  if (operand.kind != Operand::Kind::Scalar)
    return fail("the destination is no scalar register");
  if (operand.index != kNull)
    setWide(operand.index, value);
}

void fillWithPattern(Wave &wave, uint32_t vectorRegisters, uint64_t seed) {
  uint64_t state = seed * 0x9e3779b97f4a7c15 + 0x1234567;
  const auto next = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state >> 32) | 0x80000000u;
  };
  wave.vectors.resize(size_t(vectorRegisters) * wave.lanes());
  wave.accumulators.resize(wave.lanes() == 64 ? wave.vectors.size() : 0);
  for (uint32_t &value : wave.vectors)
    value = next();
  for (uint32_t &value : wave.accumulators)
    value = next();
  for (uint32_t &value : wave.scalars)
    value = next();
  wave.scalars[kNull] = 0;
  for (std::byte &value : wave.scratch)
    value = static_cast<std::byte>(next());
}

} // namespace pstudio::test::amdgpu
