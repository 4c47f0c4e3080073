// SPDX-License-Identifier: Apache-2.0
// The local data share: DS instructions, including permutations of lanes.
#include <map>
#include <string>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"
#include "tests/support/amd_interpreter/memory_access.h"

namespace pstudio::test::amdgpu {
namespace {

template <class Function> void forLdsLanes(Wave &wave, Function function) {
  for (uint64_t left = wave.exec(); left != 0 && wave.state != WaveState::Failed; left &= left - 1)
    function(static_cast<uint32_t>(std::countr_zero(left)));
}

bool ldsPending(Wave &wave, const Instruction &instruction, const Operand *destination) {
  return usesPending(wave, instruction, destination, Counter::LdsAndScalar, PendingKind::Lds);
}

void issueLds(Wave &wave, const Operand *destination) {
  wave.waits.issue(Counter::LdsAndScalar, PendingKind::Lds, destination);
}

bool ldsRegisters(Wave &wave, const Operand &operand, uint32_t first, size_t bytes,
                  std::array<uint32_t *, 4> &registers) {
  for (size_t i = 0; i * 4 < bytes; ++i)
    if (!(registers[i] = wave.lanesOf(operand, static_cast<uint32_t>(first + i))))
      return false;
  return true;
}

uint64_t ldsAddress(const uint32_t *addresses, uint32_t lane, uint64_t offset) {
  return static_cast<uint32_t>(addresses[lane] + offset);
}

template <MemoryFormat kFormat> void ldsLoad(Wave &wave, const Instruction &instruction) {
  const Operand &to = instruction.operands[0];
  std::array<uint32_t *, 4> registers{};
  const uint32_t *addresses = wave.lanesOf(instruction.operands[1]);
  if (ldsPending(wave, instruction, &to) || !addresses ||
      !ldsRegisters(wave, to, 0, kFormat.bytes, registers))
    return;
  forLdsLanes(wave, [&](uint32_t lane) {
    const uint64_t address =
        ldsAddress(addresses, lane, static_cast<uint64_t>(instruction.modifiers.offset));
    if (const std::byte *from = ldsBytes(wave, lane, address, kFormat.bytes, std::nullopt))
      loadLane(from, kFormat, registers.data(), lane);
  });
  issueLds(wave, &to);
}

template <MemoryFormat kFormat> void ldsStore(Wave &wave, const Instruction &instruction) {
  std::array<uint32_t *, 4> registers{};
  const uint32_t *addresses = wave.lanesOf(instruction.operands[0]);
  if (ldsPending(wave, instruction, nullptr) || !addresses ||
      !ldsRegisters(wave, instruction.operands[1], 0, kFormat.bytes, registers))
    return;
  forLdsLanes(wave, [&](uint32_t lane) {
    const uint64_t address =
        ldsAddress(addresses, lane, static_cast<uint64_t>(instruction.modifiers.offset));
    if (std::byte *to = ldsBytes(wave, lane, address, kFormat.bytes, Counter::LdsAndScalar))
      storeLane(to, kFormat, registers.data(), lane);
  });
  issueLds(wave, nullptr);
}

/// ds_load_2addr: two elements at offset0 and offset1, which count elements, or 64 elements.
template <uint8_t kBytes, uint32_t kStride>
void ldsLoadTwo(Wave &wave, const Instruction &instruction) {
  const Operand &to = instruction.operands[0];
  const uint32_t *addresses = wave.lanesOf(instruction.operands[1]);
  std::array<uint32_t *, 4> registers{};
  if (ldsPending(wave, instruction, &to) || !addresses ||
      !ldsRegisters(wave, to, 0, 2 * kBytes, registers))
    return;
  Lanes<uint32_t> from{};
  std::copy_n(addresses, wave.lanes(), from.begin());
  const Modifiers &modifiers = instruction.modifiers;
  for (const uint32_t half : {0u, 1u})
    forLdsLanes(wave, [&](uint32_t lane) {
      const uint64_t offset =
          uint64_t(half ? modifiers.offset1 : modifiers.offset0) * kBytes * kStride;
      if (const std::byte *bytes =
              ldsBytes(wave, lane, ldsAddress(from.data(), lane, offset), kBytes, std::nullopt))
        loadLane(bytes, {kBytes}, registers.data() + half * kBytes / 4, lane);
    });
  issueLds(wave, &to);
}

template <uint8_t kBytes, uint32_t kStride>
void ldsStoreTwo(Wave &wave, const Instruction &instruction) {
  const uint32_t *addresses = wave.lanesOf(instruction.operands[0]);
  if (ldsPending(wave, instruction, nullptr) || !addresses)
    return;
  const Modifiers &modifiers = instruction.modifiers;
  for (const uint32_t half : {0u, 1u}) {
    std::array<uint32_t *, 4> registers{};
    if (!ldsRegisters(wave, instruction.operands[1 + half], 0, kBytes, registers))
      return;
    forLdsLanes(wave, [&](uint32_t lane) {
      const uint64_t offset =
          uint64_t(half ? modifiers.offset1 : modifiers.offset0) * kBytes * kStride;
      if (std::byte *bytes = ldsBytes(wave, lane, ldsAddress(addresses, lane, offset), kBytes,
                                      Counter::LdsAndScalar))
        storeLane(bytes, {kBytes}, registers.data(), lane);
    });
  }
  issueLds(wave, nullptr);
}

/// ds_bpermute: each lane reads the value of the lane with the number address / 4; 0 if that lane
/// is not active. ds_permute: each lane writes its value to that lane.
template <bool kIsBackward> void permuteLanes(Wave &wave, const Instruction &instruction) {
  if (ldsPending(wave, instruction, &instruction.operands[0]))
    return;
  Lanes<uint32_t> addresses{}, values{}, results{};
  readLanes(wave, instruction, 0, instruction.operands[1], addresses);
  readLanes(wave, instruction, 1, instruction.operands[2], values);
  const auto offset = static_cast<uint32_t>(instruction.modifiers.offset);
  forLdsLanes(wave, [&](uint32_t lane) {
    // Rows of 32 lanes are separate on gfx10 and later; waves of 32 lanes have one.
    const uint32_t other = (addresses[lane] + offset) / 4 & (wave.lanes() - 1);
    if (!kIsBackward)
      results[other] = values[lane];
    else if (wave.exec() >> other & 1)
      results[lane] = values[other];
  });
  writeLanes(wave, instruction, instruction.operands[0], results);
  issueLds(wave, &instruction.operands[0]);
}

/// ds_swizzle with the offset's bit 15: lanes of four by two bits each; otherwise masks and, or,
/// xor of 5 bits for 32 lanes.
void swizzleLanes(Wave &wave, const Instruction &instruction) {
  if (ldsPending(wave, instruction, &instruction.operands[0]))
    return;
  for (const Operand &operand : instruction.operands)
    if (operand.kind == Operand::Kind::Word)
      return wave.fail("swizzle pattern " + operand.word + " is not supported");
  Lanes<uint32_t> values{}, results{};
  readLanes(wave, instruction, 0, instruction.operands[1], values);
  const auto offset = static_cast<uint32_t>(instruction.modifiers.offset);
  if ((offset & 0x8000) && (offset & 0x7f00))
    return wave.fail("swizzle pattern " + std::to_string(offset) + " is not supported");
  forLdsLanes(wave, [&](uint32_t lane) {
    uint32_t from = 0;
    if (offset & 0x8000)
      from = (lane & ~3u) | (offset >> (2 * (lane & 3)) & 3);
    else
      from = (lane & 32) |
             ((((lane & 31) & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31));
    if (wave.exec() >> from & 1)
      results[lane] = values[from];
  });
  writeLanes(wave, instruction, instruction.operands[0], results);
  issueLds(wave, &instruction.operands[0]);
}

const std::map<std::string, NamedAtomic, std::less<>> &ldsAtomics() {
  static const auto table = [] {
    std::map<std::string, NamedAtomic, std::less<>> made;
    forEachAtomic([](const NamedAtomic &atomic,
                     void *to) { (*static_cast<decltype(made) *>(to))[atomic.name] = atomic; },
                  &made);
    return made;
  }();
  return table;
}

/// `ds_add_u32 address, data` and `ds_add_rtn_u32 result, address, data`. Comparing operations:
/// gfx9 names the value to compare first, gfx11 the source first.
template <bool kHasResult> void ldsAtomic(Wave &wave, const Instruction &instruction) {
  const Operand *to = kHasResult ? &instruction.operands[0] : nullptr;
  if (ldsPending(wave, instruction, to))
    return;
  std::string name = instruction.name.substr(3);
  if (const size_t at = name.find("_rtn"); at != name.npos)
    name.erase(at, 4);
  const bool isOldOrder = name.starts_with("cmpst_") && !name.starts_with("cmpstore");
  if (name.starts_with("cmpst"))
    name = "cmpswap" + name.substr(name.find("_b"));
  if (name.starts_with("wrxchg") || name.starts_with("storexchg"))
    name = "swap" + name.substr(name.find("_b"));
  const auto found = ldsAtomics().find(name);
  if (found == ldsAtomics().end())
    return wave.fail("the atomic operation is not supported");
  const NamedAtomic &atomic = found->second;
  const size_t first = kHasResult ? 1 : 0;
  const uint32_t *addresses = wave.lanesOf(instruction.operands[first]);
  std::array<uint32_t *, 4> data{}, other{}, result{};
  if (!addresses || !ldsRegisters(wave, instruction.operands[first + 1], 0, atomic.bytes, data) ||
      (atomic.compares &&
       !ldsRegisters(wave, instruction.operands[first + 2], 0, atomic.bytes, other)) ||
      (to && !ldsRegisters(wave, *to, 0, atomic.bytes, result)))
    return;
  const auto value = [&](const std::array<uint32_t *, 4> &from, uint32_t lane) -> uint64_t {
    return from[0] ? from[0][lane] | (from[1] ? uint64_t(from[1][lane]) << 32 : 0) : 0;
  };
  forLdsLanes(wave, [&](uint32_t lane) {
    std::byte *at =
        ldsBytes(wave, lane, ldsAddress(addresses, lane, uint64_t(instruction.modifiers.offset)),
                 atomic.bytes, Counter::LdsAndScalar);
    if (!at)
      return;
    const uint64_t a = value(data, lane), b = value(other, lane);
    const uint64_t old = isOldOrder ? atomic.apply(at, b, a) : atomic.apply(at, a, b);
    for (uint32_t i = 0; to && i < atomic.bytes / 4u; ++i)
      result[i][lane] = static_cast<uint32_t>(old >> (32 * i));
  });
  issueLds(wave, to);
}

template <MemoryFormat kFormat>
void addLdsLoad(InstructionTable &table, const std::string &suffix) {
  table["ds_load_" + suffix] = &ldsLoad<kFormat>;
  table["ds_read_" + suffix] = &ldsLoad<kFormat>;
}
template <MemoryFormat kFormat>
void addLdsStore(InstructionTable &table, const std::string &suffix) {
  table["ds_store_" + suffix] = &ldsStore<kFormat>;
  table["ds_write_" + suffix] = &ldsStore<kFormat>;
}

void addAccesses(InstructionTable &table) {
  addLdsLoad<MemoryFormat{4}>(table, "b32");
  addLdsLoad<MemoryFormat{8}>(table, "b64");
  addLdsLoad<MemoryFormat{12}>(table, "b96");
  addLdsLoad<MemoryFormat{16}>(table, "b128");
  addLdsLoad<MemoryFormat{1}>(table, "u8");
  addLdsLoad<MemoryFormat{1, true}>(table, "i8");
  addLdsLoad<MemoryFormat{2}>(table, "u16");
  addLdsLoad<MemoryFormat{2, true}>(table, "i16");
  addLdsLoad<MemoryFormat{1, false, RegisterPart::Low}>(table, "u8_d16");
  addLdsLoad<MemoryFormat{1, false, RegisterPart::High}>(table, "u8_d16_hi");
  addLdsLoad<MemoryFormat{2, false, RegisterPart::Low}>(table, "u16_d16");
  addLdsLoad<MemoryFormat{2, false, RegisterPart::High}>(table, "u16_d16_hi");
  addLdsStore<MemoryFormat{4}>(table, "b32");
  addLdsStore<MemoryFormat{8}>(table, "b64");
  addLdsStore<MemoryFormat{12}>(table, "b96");
  addLdsStore<MemoryFormat{16}>(table, "b128");
  addLdsStore<MemoryFormat{1}>(table, "b8");
  addLdsStore<MemoryFormat{2}>(table, "b16");
  addLdsStore<MemoryFormat{2, false, RegisterPart::High}>(table, "b16_d16_hi");
  for (const auto &[name, execute] :
       {std::pair<const char *, Execute>{"ds_load_2addr_b32", &ldsLoadTwo<4, 1>},
        {"ds_read2_b32", &ldsLoadTwo<4, 1>},
        {"ds_load_2addr_b64", &ldsLoadTwo<8, 1>},
        {"ds_read2_b64", &ldsLoadTwo<8, 1>},
        {"ds_load_2addr_stride64_b32", &ldsLoadTwo<4, 64>},
        {"ds_read2st64_b32", &ldsLoadTwo<4, 64>},
        {"ds_load_2addr_stride64_b64", &ldsLoadTwo<8, 64>},
        {"ds_read2st64_b64", &ldsLoadTwo<8, 64>},
        {"ds_store_2addr_b32", &ldsStoreTwo<4, 1>},
        {"ds_write2_b32", &ldsStoreTwo<4, 1>},
        {"ds_store_2addr_b64", &ldsStoreTwo<8, 1>},
        {"ds_write2_b64", &ldsStoreTwo<8, 1>},
        {"ds_store_2addr_stride64_b32", &ldsStoreTwo<4, 64>},
        {"ds_write2st64_b32", &ldsStoreTwo<4, 64>},
        {"ds_store_2addr_stride64_b64", &ldsStoreTwo<8, 64>},
        {"ds_write2st64_b64", &ldsStoreTwo<8, 64>}})
    table[name] = execute;
}

} // namespace

void addLds(InstructionTable &table) {
  addAccesses(table);
  table["ds_bpermute_b32"] = &permuteLanes<true>;
  table["ds_permute_b32"] = &permuteLanes<false>;
  table["ds_swizzle_b32"] = &swizzleLanes;
  for (const auto &[name, atomic] : ldsAtomics()) {
    const size_t type = name.rfind('_');
    if (type == name.npos || name.ends_with("_x2"))
      continue;
    table["ds_" + name] = &ldsAtomic<false>;
    table["ds_" + name.substr(0, type) + "_rtn" + name.substr(type)] = &ldsAtomic<true>;
  }
  for (const std::string type : {"_b32", "_b64"}) {
    for (const char *name : {"ds_cmpst", "ds_cmpstore"}) {
      table[name + type] = &ldsAtomic<false>;
      table[std::string(name) + "_rtn" + type] = &ldsAtomic<true>;
    }
    for (const char *name : {"ds_wrxchg_rtn", "ds_storexchg_rtn"})
      table[name + type] = &ldsAtomic<true>;
  }
}

} // namespace pstudio::test::amdgpu
