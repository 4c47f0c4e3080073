// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

/// The lane that lane `i` reads; -1 if there is none.
int dppSource(const DppControl &dpp, int i) {
  const int row = i & ~15;
  const int at = i & 15;
  switch (dpp.kind) {
  case DppControl::Kind::QuadPermute:
    return (i & ~3) + dpp.lanes[i & 3];
  case DppControl::Kind::RowShiftLeft:
    return at + dpp.amount > 15 ? -1 : i + dpp.amount;
  case DppControl::Kind::RowShiftRight:
    return at < dpp.amount ? -1 : i - dpp.amount;
  case DppControl::Kind::RowRotate:
    return row + ((at - dpp.amount) & 15);
  case DppControl::Kind::RowMirror:
    return row + 15 - at;
  case DppControl::Kind::RowHalfMirror:
    return (i & ~7) + 7 - (i & 7);
  case DppControl::Kind::RowShare:
  case DppControl::Kind::RowNewBroadcast:
    return row + dpp.amount;
  case DppControl::Kind::RowXmask:
    return row + (at ^ dpp.amount);
  case DppControl::Kind::RowBroadcast15:
    return row == 0 ? -1 : row - 1;
  case DppControl::Kind::RowBroadcast31:
    return i < 32 ? -1 : 31;
  case DppControl::Kind::WaveShiftRight:
    return i - 1;
  case DppControl::Kind::Dpp8:
    return (i & ~7) + dpp.lanes[i & 7];
  case DppControl::Kind::None:
    break;
  }
  return i;
}

/// Applies DPP to the first source. A lane whose source is not active reads 0; lanes without a
/// source are not written unless bound_ctrl is set (writtenLanes()).
void permute(const Wave &wave, const DppControl &dpp, Lanes<uint32_t> &words) {
  const Lanes<uint32_t> before = words;
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const int from = dppSource(dpp, int(i));
    const bool isActive = from >= 0 && (dpp.fetchesInactive || (wave.exec() >> from & 1));
    words[i] = isActive ? before[from] : 0;
  }
}

uint32_t selected(uint32_t word, const std::string &selection, bool isSignExtended) {
  const uint32_t index = static_cast<uint32_t>(selection.back() - '0');
  if (selection.starts_with("BYTE_")) {
    const uint32_t byte = word >> (8 * index) & 0xff;
    return isSignExtended ? static_cast<uint32_t>(static_cast<int8_t>(byte)) : byte;
  }
  if (selection.starts_with("WORD_")) {
    const uint32_t half = word >> (16 * index) & 0xffff;
    return isSignExtended ? static_cast<uint32_t>(static_cast<int16_t>(half)) : half;
  }
  return word;
}

const std::string *selectionOf(const Instruction &instruction, const char *key) {
  const auto &selections = instruction.modifiers.selections;
  if (selections.empty())
    return nullptr;
  const auto found = selections.find(key);
  return found == selections.end() || found->second == "DWORD" ? nullptr : &found->second;
}

uint32_t mergedSelection(uint32_t old, uint32_t value, const std::string &selection,
                         const Instruction &instruction) {
  const bool isByte = selection.starts_with("BYTE_");
  const uint32_t bits = isByte ? 8 : 16;
  const uint32_t shift = bits * static_cast<uint32_t>(selection.back() - '0');
  const uint32_t mask = ((1u << bits) - 1) << shift;
  const auto unused = instruction.modifiers.selections.find("dst_unused");
  const bool preserves =
      unused != instruction.modifiers.selections.end() && unused->second == "UNUSED_PRESERVE";
  return ((value << shift) & mask) | (preserves ? old & ~mask : 0);
}

/// Bits 16 to 31 of the register of a 16-bit result stay. On gfx9 this is so for the instructions
/// with three sources; all others set these bits to 0.
bool keepsUpperHalf(const Wave &wave, const Instruction &instruction) {
  if (wave.machine->chip.keepsUpperHalf)
    return true;
  const std::string_view name = instruction.name;
  return name == "v_fma_f16" || name == "v_mad_u16" || name == "v_mad_i16" ||
         name.starts_with("v_min3_") || name.starts_with("v_max3_") || name.starts_with("v_med3_");
}

} // namespace

bool hasOtherModifier(Wave &wave, const Instruction &instruction, size_t operands) {
  const Operand *more = instruction.operand(operands);
  if (!more || more->kind != Operand::Kind::Word)
    return false;
  wave.fail("modifier " + more->word + " is not supported");
  return true;
}

void readWords(Wave &wave, const Instruction &instruction, size_t source, const Operand &operand,
               Lanes<uint32_t> &low, Lanes<uint32_t> *high) {
  const auto read = [&](uint32_t part, Lanes<uint32_t> &to) {
    if (const uint32_t *from = wave.lanesOf(operand, part))
      std::copy_n(from, wave.lanes(), to.begin());
    if (source == 0 && instruction.modifiers.dpp.kind != DppControl::Kind::None)
      permute(wave, instruction.modifiers.dpp, to);
  };
  read(0, low);
  if (high)
    read(1, *high);
  if (source > 1)
    return;
  if (const auto *selection = selectionOf(instruction, source == 0 ? "src0_sel" : "src1_sel"))
    for (uint32_t i = 0; i < wave.lanes(); ++i)
      low[i] = selected(low[i], *selection, operand.isSignExtended);
}

uint64_t constantBits(Wave &wave, const Operand &operand, size_t bytes, bool isFloating) {
  if (bytes <= 2 && operand.kind == Operand::Kind::Float)
    return std::bit_cast<uint16_t>(static_cast<Half>(operand.number));
  if (bytes <= 4)
    return wave.scalar32(operand);
  // A literal of 32 bits is the upper half of a double.
  const bool isLiteral =
      operand.kind == Operand::Kind::Integer && (operand.integer < -16 || operand.integer > 64);
  if (isFloating && isLiteral)
    return static_cast<uint64_t>(operand.integer) << 32;
  return wave.scalar64(operand);
}

uint64_t writtenLanes(const Wave &wave, const Instruction &instruction) {
  uint64_t written = wave.exec();
  const DppControl &dpp = instruction.modifiers.dpp;
  if (dpp.kind == DppControl::Kind::None)
    return written;
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const bool isMasked = !(dpp.rowMask >> (i / 16 & 3) & 1) || !(dpp.bankMask >> (i / 4 & 3) & 1);
    const int from = dppSource(dpp, int(i));
    // DPP8 has no bounds: a source that is not active is 0.
    const bool isBounded = dpp.isBounded || dpp.kind == DppControl::Kind::Dpp8;
    const bool hasSource = from >= 0 && (dpp.fetchesInactive || (wave.exec() >> from & 1));
    if (isMasked || (!hasSource && !isBounded))
      written &= ~(uint64_t(1) << i);
  }
  return written;
}

void writeWords(Wave &wave, const Instruction &instruction, const Operand &operand, uint32_t part,
                const Lanes<uint32_t> &words) {
  if (operand.kind == Operand::Kind::Scalar) // v_readfirstlane and its like
    return wave.fail("a vector result has a scalar destination");
  uint32_t *to = wave.lanesOf(operand, part);
  if (!to)
    return;
  const uint64_t written = writtenLanes(wave, instruction);
  const std::string *selection = selectionOf(instruction, "dst_sel");
  for (uint32_t i = 0; i < wave.lanes(); ++i)
    if (written >> i & 1)
      to[i] = selection ? mergedSelection(to[i], words[i], *selection, instruction) : words[i];
}

void writeHalves(Wave &wave, const Instruction &instruction, const Operand &operand,
                 const Lanes<uint16_t> &halves) {
  const uint32_t *old = wave.lanesOf(operand);
  if (!old)
    return;
  const bool isHigh = instruction.modifiers.select[3] != 0 || operand.isHigh;
  const bool keeps = keepsUpperHalf(wave, instruction);
  Lanes<uint32_t> words{};
  for (uint32_t i = 0; i < wave.lanes(); ++i)
    words[i] = isHigh ? (old[i] & 0xffff) | uint32_t(halves[i]) << 16
                      : halves[i] | (keeps ? old[i] & 0xffff0000 : 0);
  writeWords(wave, instruction, operand, 0, words);
}

} // namespace pstudio::test::amdgpu
