// SPDX-License-Identifier: Apache-2.0
// Matrix products of waves: WMMA of gfx11 and MFMA of gfx9 with one block. Layouts are those of the
// "AMD matrix instruction calculator" and of the ISA documents. Sums are computed in double
// precision and rounded once; the hardware's order of additions is not documented.
#include <string>
#include <vector>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

enum class Element : uint8_t { F16, Bf16, F32, F64, I8, U8, I32 };

constexpr uint32_t bitsOf(Element element) {
  switch (element) {
  case Element::I8:
  case Element::U8:
    return 8;
  case Element::F16:
  case Element::Bf16:
    return 16;
  case Element::F64:
    return 64;
  default:
    return 32;
  }
}

/// Element `index` of a lane's registers, which begin at `operand`; a constant operand has the same
/// value everywhere.
double elementOf(Wave &wave, const Operand &operand, Element element, uint32_t lane,
                 uint32_t index) {
  const uint32_t bits = bitsOf(element);
  const uint32_t part = index * bits / 32;
  if (!operand.isVector()) {
    const uint64_t constant = constantBits(wave, operand, bits / 8, element != Element::I32);
    if (element == Element::Bf16 && constant != 0)
      wave.fail("a constant of type bf16 is not supported");
    return element == Element::I32   ? double(int32_t(constant))
           : element == Element::F64 ? std::bit_cast<double>(constant)
           : element == Element::F16 ? double(std::bit_cast<Half>(uint16_t(constant)))
                                     : double(std::bit_cast<float>(uint32_t(constant)));
  }
  const uint32_t *low = wave.lanesOf(operand, part);
  if (!low)
    return 0;
  const uint32_t word = low[lane] >> (bits < 32 ? index * bits % 32 : 0);
  switch (element) {
  case Element::F16:
    return double(std::bit_cast<Half>(uint16_t(word)));
  case Element::Bf16:
    return double(std::bit_cast<float>(word << 16));
  case Element::I8:
    return double(int8_t(word));
  case Element::U8:
    return double(uint8_t(word));
  case Element::I32:
    return double(int32_t(word));
  case Element::F32:
    return double(std::bit_cast<float>(word));
  case Element::F64:
    break;
  }
  const uint32_t *high = wave.lanesOf(operand, part + 1);
  return high ? std::bit_cast<double>(word | uint64_t(high[lane]) << 32) : 0;
}

/// Bits of a sum; integers wrap.
uint64_t sumBits(Element element, double sum) {
  switch (element) {
  case Element::F16:
    return std::bit_cast<uint16_t>(Half(sum));
  case Element::Bf16: {
    const auto bits = std::bit_cast<uint32_t>(float(sum));
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  }
  case Element::F64:
    return std::bit_cast<uint64_t>(sum);
  case Element::F32:
    return std::bit_cast<uint32_t>(float(sum));
  default:
    return uint32_t(int64_t(sum));
  }
}

/// Rows and columns of the result with their sum over k.
struct Product {
  uint32_t extent; ///< rows and columns
  uint32_t depth;
};

/// A and B of MFMA: lane l has row or column l % extent, and depth / (lanes / extent) successive k.
double mfmaFactor(Wave &wave, const Operand &operand, Element element, const Product &product,
                  uint32_t line, uint32_t k) {
  const uint32_t groups = wave.lanes() / product.extent;
  const uint32_t perLane = product.depth / groups;
  return elementOf(wave, operand, element, line + product.extent * (k / perLane), k % perLane);
}

/// The row of element `index` of a lane of the result.
uint32_t mfmaRow(const Product &product, Element result, uint32_t lane, uint32_t index) {
  const uint32_t group = lane / product.extent;
  if (result == Element::F64)
    return group + 4 * index;
  return product.extent == 32 ? 8 * (index / 4) + 4 * group + index % 4 : 4 * group + index;
}

template <Element kFactor, Element kSum, uint32_t kExtent, uint32_t kDepth>
void mfma(Wave &wave, const Instruction &instruction) {
  static constexpr Product kProduct{kExtent, kDepth};
  for (const Operand &operand : instruction.operands)
    if (operand.kind == Operand::Kind::Word)
      return wave.fail("modifier " + operand.word + " is not supported");
  const Operand &to = instruction.operands[0];
  const uint32_t perLane = kExtent * kExtent / wave.lanes();
  std::vector<uint64_t> sums(size_t(perLane) * wave.lanes());
  for (uint32_t lane = 0; lane < wave.lanes(); ++lane)
    for (uint32_t index = 0; index < perLane; ++index) {
      const uint32_t row = mfmaRow(kProduct, kSum, lane, index);
      double sum = elementOf(wave, instruction.operands[3], kSum, lane, index);
      for (uint32_t k = 0; k < kDepth; ++k)
        sum += mfmaFactor(wave, instruction.operands[1], kFactor, kProduct, row, k) *
               mfmaFactor(wave, instruction.operands[2], kFactor, kProduct, lane % kExtent, k);
      sums[size_t(lane) * perLane + index] = sumBits(kSum, sum);
    }
  // MFMA ignores EXEC.
  constexpr uint32_t kWords = bitsOf(kSum) / 32;
  for (uint32_t index = 0; index < perLane * kWords; ++index)
    if (uint32_t *lanes = wave.lanesOf(to, index))
      for (uint32_t lane = 0; lane < wave.lanes(); ++lane)
        lanes[lane] =
            uint32_t(sums[size_t(lane) * perLane + index / kWords] >> (32 * (index % kWords)));
}

/// WMMA with 32 lanes: lane l has row or column l % 16 with all 16 k; element i of the result is
/// row 2 i + l / 16, column l % 16. Results of 16 bits fill the half that op_sel selects.
template <Element kFactor, Element kSum> void wmma(Wave &wave, const Instruction &instruction) {
  const Modifiers &modifiers = instruction.modifiers;
  if (hasOtherModifier(wave, instruction, 4))
    return;
  if (kSum == Element::I32 && modifiers.clamps)
    return wave.fail("clamp of an integer result is not supported");
  const Modifiers plain;
  if (kFactor != Element::U8 &&
      (modifiers.negateLow != plain.negateLow || modifiers.negateHigh != plain.negateHigh))
    return wave.fail("neg_lo and neg_hi of a matrix product are not supported");
  const auto factorOf = [&](size_t source) {
    return kFactor != Element::U8        ? kFactor
           : modifiers.negateLow[source] ? Element::I8
                                         : Element::U8;
  };
  const bool isNarrow = bitsOf(kSum) == 16;
  const uint32_t half = isNarrow && modifiers.select[2] ? 1 : 0;
  std::array<std::array<uint64_t, 8>, 32> sums{};
  for (uint32_t lane = 0; lane < 32; ++lane)
    for (uint32_t index = 0; index < 8; ++index) {
      const uint32_t row = 2 * index + lane / 16;
      double sum =
          elementOf(wave, instruction.operands[3], kSum, lane, isNarrow ? 2 * index + half : index);
      for (uint32_t k = 0; k < 16; ++k)
        sum += elementOf(wave, instruction.operands[1], factorOf(0), row, k) *
               elementOf(wave, instruction.operands[2], factorOf(1), lane % 16, k);
      sums[lane][index] = sumBits(kSum, sum);
    }
  for (uint32_t index = 0; index < 8; ++index)
    if (uint32_t *lanes = wave.lanesOf(instruction.operands[0], index))
      for (uint32_t lane = 0; lane < 32; ++lane) {
        const auto value = uint32_t(sums[lane][index]);
        lanes[lane] = !isNarrow ? value
                      : half    ? (lanes[lane] & 0xffff) | value << 16
                                : (lanes[lane] & 0xffff0000) | value;
      }
}

} // namespace

void addMatrix(InstructionTable &table) {
  using enum Element;
  table["v_wmma_f32_16x16x16_f16"] = &wmma<F16, F32>;
  table["v_wmma_f32_16x16x16_bf16"] = &wmma<Bf16, F32>;
  table["v_wmma_f16_16x16x16_f16"] = &wmma<F16, F16>;
  table["v_wmma_bf16_16x16x16_bf16"] = &wmma<Bf16, Bf16>;
  table["v_wmma_i32_16x16x16_iu8"] = &wmma<U8, I32>;
  table["v_mfma_f32_32x32x2_f32"] = &mfma<F32, F32, 32, 2>;
  table["v_mfma_f32_16x16x4_f32"] = &mfma<F32, F32, 16, 4>;
  table["v_mfma_f32_32x32x8_f16"] = &mfma<F16, F32, 32, 8>;
  table["v_mfma_f32_16x16x16_f16"] = &mfma<F16, F32, 16, 16>;
  table["v_mfma_f32_32x32x8_bf16"] = &mfma<Bf16, F32, 32, 8>;
  table["v_mfma_f32_16x16x16_bf16"] = &mfma<Bf16, F32, 16, 16>;
  table["v_mfma_i32_32x32x16_i8"] = &mfma<I8, I32, 32, 16>;
  table["v_mfma_i32_16x16x32_i8"] = &mfma<I8, I32, 16, 32>;
  table["v_mfma_f64_16x16x4_f64"] = &mfma<F64, F64, 16, 4>;
}

} // namespace pstudio::test::amdgpu
