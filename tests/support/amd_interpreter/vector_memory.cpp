// SPDX-License-Identifier: Apache-2.0
// Global, flat, scratch and buffer memory of lanes.
#include <optional>
#include <string>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"
#include "tests/support/amd_interpreter/memory_access.h"

namespace pstudio::test::amdgpu {
namespace {

enum class Space : uint8_t { Global, Flat, Scratch, Buffer };

constexpr NamedFormat kLoads[] = {
    {"b32", {4}},
    {"dword", {4}},
    {"b64", {8}},
    {"dwordx2", {8}},
    {"b96", {12}},
    {"dwordx3", {12}},
    {"b128", {16}},
    {"dwordx4", {16}},
    {"u8", {1}},
    {"ubyte", {1}},
    {"i8", {1, true}},
    {"sbyte", {1, true}},
    {"u16", {2}},
    {"ushort", {2}},
    {"i16", {2, true}},
    {"sshort", {2, true}},
    {"d16_b16", {2, false, RegisterPart::Low}},
    {"short_d16", {2, false, RegisterPart::Low}},
    {"d16_hi_b16", {2, false, RegisterPart::High}},
    {"short_d16_hi", {2, false, RegisterPart::High}},
    {"d16_u8", {1, false, RegisterPart::Low}},
    {"ubyte_d16", {1, false, RegisterPart::Low}},
    {"d16_i8", {1, true, RegisterPart::Low}},
    {"sbyte_d16", {1, true, RegisterPart::Low}},
    {"d16_hi_u8", {1, false, RegisterPart::High}},
    {"ubyte_d16_hi", {1, false, RegisterPart::High}},
    {"d16_hi_i8", {1, true, RegisterPart::High}},
    {"sbyte_d16_hi", {1, true, RegisterPart::High}},
};
constexpr NamedFormat kStores[] = {
    {"b32", {4}},
    {"dword", {4}},
    {"b64", {8}},
    {"dwordx2", {8}},
    {"b96", {12}},
    {"dwordx3", {12}},
    {"b128", {16}},
    {"dwordx4", {16}},
    {"b8", {1}},
    {"byte", {1}},
    {"b16", {2}},
    {"short", {2}},
    {"d16_hi_b8", {1, false, RegisterPart::High}},
    {"byte_d16_hi", {1, false, RegisterPart::High}},
    {"d16_hi_b16", {2, false, RegisterPart::High}},
    {"short_d16_hi", {2, false, RegisterPart::High}},
};

template <size_t N>
const NamedFormat *formatNamed(const NamedFormat (&formats)[N], std::string_view suffix) {
  for (const NamedFormat &named : formats)
    if (named.name == suffix)
      return &named;
  return nullptr;
}

/// The operands of a memory instruction.
struct AccessOperands {
  const Operand *address = nullptr;
  const Operand *base = nullptr;   ///< scalar base, or the descriptor of a buffer
  const Operand *offset = nullptr; ///< scalar offset of a buffer
  const Operand *data = nullptr;
};

bool isScalarBase(const Operand &operand) {
  return operand.kind == Operand::Kind::Scalar || operand.kind == Operand::Kind::Off;
}

/// Buffers: [data,] address, descriptor, scalar offset. Others: loads and atomic operations with a
/// result have it first, then address, data, base.
std::optional<AccessOperands> operandsOf(const Instruction &instruction, Space space,
                                         bool hasResult, bool hasData) {
  const auto &operands = instruction.operands;
  AccessOperands access;
  size_t at = hasResult ? 1 : 0;
  if (space == Space::Buffer) {
    at = instruction.modifiers.loadsToLds ? 0 : 1;
    if (operands.size() < at + 3)
      return std::nullopt;
    access.data = &operands[0];
    access.address = &operands[at];
    access.base = &operands[at + 1];
    access.offset = &operands[at + 2];
    return access;
  }
  if (operands.size() < at + 1 + hasData)
    return std::nullopt;
  access.address = &operands[at++];
  access.data = hasData ? &operands[at++] : &operands[0];
  if (at < operands.size() && isScalarBase(operands[at]))
    access.base = &operands[at];
  return access;
}

uint64_t lane64(Wave &wave, const Operand &operand, uint32_t lane) {
  const uint32_t *low = wave.lanesOf(operand);
  const uint32_t *high = wave.lanesOf(operand, 1);
  return low && high ? low[lane] | uint64_t(high[lane]) << 32 : 0;
}
uint32_t lane32(Wave &wave, const Operand &operand, uint32_t lane) {
  const uint32_t *low = wave.lanesOf(operand);
  return low ? low[lane] : 0;
}

std::byte *scratchLane(Wave &wave, const Instruction &instruction, const AccessOperands &access,
                       uint32_t lane, size_t bytes) {
  uint64_t address = static_cast<uint64_t>(instruction.modifiers.offset);
  if (access.address->isVector())
    address += lane32(wave, *access.address, lane);
  if (access.base && access.base->kind == Operand::Kind::Scalar)
    address += wave.scalar32(*access.base);
  return scratchBytes(wave, lane, address, bytes);
}

/// Null without a failure where the access is out of the buffer: such loads return 0 and such
/// stores have no effect.
std::byte *bufferLane(Wave &wave, const Instruction &instruction, const AccessOperands &access,
                      uint32_t lane, size_t bytes, StoredBy storedBy) {
  const uint16_t descriptor = access.base->index;
  const uint64_t base = wave.wide(descriptor) & 0xffff'ffff'ffff;
  const uint32_t stride = wave.scalars[descriptor + 1] >> 16 & 0x3fff;
  const uint64_t records = wave.scalars[descriptor + 2];
  const Modifiers &modifiers = instruction.modifiers;
  uint64_t offset = static_cast<uint64_t>(modifiers.offset);
  uint64_t index = 0;
  Operand address = *access.address;
  if (modifiers.addsIndex) {
    index = lane32(wave, address, lane);
    ++address.index;
  }
  if (modifiers.addsOffset)
    offset += lane32(wave, address, lane);
  const uint64_t scalar = wave.scalar32(*access.offset);
  const bool isInside = stride == 0 ? scalar + offset + bytes <= records
                                    : index < records && offset + bytes <= stride;
  if (!isInside)
    return nullptr;
  return globalBytes(wave, lane, base + scalar + offset + index * stride, bytes, storedBy);
}

template <Space kSpace>
std::byte *bytesOfLane(Wave &wave, const Instruction &instruction, const AccessOperands &access,
                       uint32_t lane, size_t bytes, StoredBy storedBy) {
  if constexpr (kSpace == Space::Scratch)
    return scratchLane(wave, instruction, access, lane, bytes);
  if constexpr (kSpace == Space::Buffer)
    return bufferLane(wave, instruction, access, lane, bytes, storedBy);
  const bool hasBase = access.base && access.base->kind == Operand::Kind::Scalar;
  uint64_t address = hasBase ? wave.scalar64(*access.base) + lane32(wave, *access.address, lane)
                             : lane64(wave, *access.address, lane);
  address += static_cast<uint64_t>(instruction.modifiers.offset);
  return kSpace == Space::Flat ? flatBytes(wave, lane, address, bytes, storedBy)
                               : globalBytes(wave, lane, address, bytes, storedBy);
}

template <class Function> void forActiveLanes(Wave &wave, Function function) {
  for (uint64_t left = wave.exec(); left != 0 && wave.state != WaveState::Failed; left &= left - 1)
    function(static_cast<uint32_t>(std::countr_zero(left)));
}

/// The registers of `operand` for a value of `bytes`; false after a failure.
bool registersOf(Wave &wave, const Operand &operand, size_t bytes,
                 std::array<uint32_t *, 4> &registers) {
  for (size_t i = 0; i * 4 < bytes; ++i)
    if (!(registers[i] = wave.lanesOf(operand, static_cast<uint32_t>(i))))
      return false;
  return true;
}

template <Space kSpace> void issueLoad(Wave &wave, const Operand *destination) {
  wave.waits.issue(Counter::Vector, PendingKind::VectorMemory, destination);
  if (kSpace == Space::Flat)
    wave.waits.issue(Counter::LdsAndScalar, PendingKind::Lds, destination);
}
Counter counterOfStores(const Wave &wave) {
  return wave.machine->chip.countsStores ? Counter::Store : Counter::Vector;
}
template <Space kSpace> void issueStore(Wave &wave) {
  wave.waits.issue(counterOfStores(wave), PendingKind::VectorMemory, nullptr);
  if (kSpace == Space::Flat)
    wave.waits.issue(Counter::LdsAndScalar, PendingKind::Lds, nullptr);
}

const MemoryFormat &formatOf(const Instruction &instruction, bool isLoad) {
  static constexpr MemoryFormat kWord{4};
  const std::string_view name = instruction.name;
  const size_t begin = name.find(isLoad ? "_load_" : "_store_");
  const std::string_view suffix = name.substr(begin + (isLoad ? 6 : 7));
  const NamedFormat *named = isLoad ? formatNamed(kLoads, suffix) : formatNamed(kStores, suffix);
  return named ? named->format : kWord;
}

/// buffer_load ... lds: lane i writes to M0 + offset + 4 * i of the local data share.
void loadToLds(Wave &wave, const Instruction &instruction, const AccessOperands &access,
               const MemoryFormat &format) {
  const uint64_t base = wave.scalars[kM0] + static_cast<uint64_t>(instruction.modifiers.offset);
  forActiveLanes(wave, [&](uint32_t lane) {
    const std::byte *from = bufferLane(wave, instruction, access, lane, format.bytes, std::nullopt);
    std::byte *to = ldsBytes(wave, lane, base + 4 * lane, format.bytes, Counter::Vector);
    if (to && from)
      std::memcpy(to, from, format.bytes);
    else if (to)
      std::memset(to, 0, format.bytes);
  });
  issueLoad<Space::Buffer>(wave, nullptr);
}

template <Space kSpace> void loadMemory(Wave &wave, const Instruction &instruction) {
  const Operand *to = instruction.modifiers.loadsToLds ? nullptr : &instruction.operands[0];
  if (usesPending(wave, instruction, to, Counter::Vector, PendingKind::VectorMemory))
    return;
  const auto access = operandsOf(instruction, kSpace, true, false);
  if (!access)
    return wave.fail("fewer operands than expected");
  const MemoryFormat &format = formatOf(instruction, true);
  if (!to)
    return loadToLds(wave, instruction, *access, format);
  std::array<uint32_t *, 4> registers{};
  if (!registersOf(wave, *to, format.bytes, registers))
    return;
  // The address may be in registers that the load overwrites: all lanes are found first.
  Lanes<const std::byte *> from{};
  forActiveLanes(wave, [&](uint32_t lane) {
    from[lane] = bytesOfLane<kSpace>(wave, instruction, *access, lane, format.bytes, std::nullopt);
  });
  static constexpr std::array<std::byte, 16> kZeros{};
  forActiveLanes(wave, [&](uint32_t lane) {
    loadLane(from[lane] ? from[lane] : kZeros.data(), format, registers.data(), lane);
  });
  issueLoad<kSpace>(wave, to);
}

template <Space kSpace> void storeMemory(Wave &wave, const Instruction &instruction) {
  if (usesPending(wave, instruction, nullptr, Counter::Vector, PendingKind::VectorMemory))
    return;
  const auto access = operandsOf(instruction, kSpace, false, true);
  if (!access)
    return wave.fail("fewer operands than expected");
  const MemoryFormat &format = formatOf(instruction, false);
  std::array<uint32_t *, 4> registers{};
  if (!registersOf(wave, *access->data, format.bytes, registers))
    return;
  const Counter counter = counterOfStores(wave);
  forActiveLanes(wave, [&](uint32_t lane) {
    if (std::byte *to =
            bytesOfLane<kSpace>(wave, instruction, *access, lane, format.bytes, counter))
      storeLane(to, format, registers.data(), lane);
  });
  issueStore<kSpace>(wave);
}

const std::map<std::string, NamedAtomic, std::less<>> &atomics() {
  static const auto table = [] {
    std::map<std::string, NamedAtomic, std::less<>> made;
    forEachAtomic([](const NamedAtomic &atomic,
                     void *to) { (*static_cast<decltype(made) *>(to))[atomic.name] = atomic; },
                  &made);
    return made;
  }();
  return table;
}

template <Space kSpace> void atomicMemory(Wave &wave, const Instruction &instruction) {
  const bool hasResult = instruction.modifiers.returnsOld;
  if (usesPending(wave, instruction, hasResult ? &instruction.operands[0] : nullptr,
                  Counter::Vector, PendingKind::VectorMemory))
    return;
  const auto access = operandsOf(instruction, kSpace, hasResult, true);
  const NamedAtomic &atomic =
      atomics().find(instruction.name.substr(instruction.name.find("_atomic_") + 8))->second;
  const uint32_t words = atomic.bytes / 4u;
  std::array<uint32_t *, 4> data{}, result{};
  if (!access || !registersOf(wave, *access->data, atomic.bytes * (1u + atomic.compares), data) ||
      (hasResult && !registersOf(wave, instruction.operands[0], atomic.bytes, result)))
    return wave.fail("fewer operands than expected");
  const Counter counter = hasResult ? Counter::Vector : counterOfStores(wave);
  const auto value = [&](uint32_t first, uint32_t lane) {
    return data[first][lane] | (words == 2 ? uint64_t(data[first + 1][lane]) << 32 : 0);
  };
  forActiveLanes(wave, [&](uint32_t lane) {
    std::byte *at = bytesOfLane<kSpace>(wave, instruction, *access, lane, atomic.bytes, counter);
    if (!at)
      return;
    // The source comes first, then the value to compare.
    const uint64_t old = atomic.apply(at, value(0, lane), atomic.compares ? value(words, lane) : 0);
    for (uint32_t i = 0; hasResult && i < words; ++i)
      result[i][lane] = static_cast<uint32_t>(old >> (32 * i));
  });
  hasResult ? issueLoad<kSpace>(wave, &instruction.operands[0]) : issueStore<kSpace>(wave);
}

template <Space kSpace> void addSpace(InstructionTable &table, const std::string &prefix) {
  for (const NamedFormat &named : kLoads)
    table[prefix + "_load_" + named.name] = &loadMemory<kSpace>;
  for (const NamedFormat &named : kStores)
    table[prefix + "_store_" + named.name] = &storeMemory<kSpace>;
  if (kSpace != Space::Scratch)
    for (const auto &[name, atomic] : atomics())
      table[prefix + "_atomic_" + name] = &atomicMemory<kSpace>;
}

} // namespace

void addVectorMemory(InstructionTable &table) {
  addSpace<Space::Global>(table, "global");
  addSpace<Space::Flat>(table, "flat");
  addSpace<Space::Scratch>(table, "scratch");
  addSpace<Space::Buffer>(table, "buffer");
}

} // namespace pstudio::test::amdgpu
