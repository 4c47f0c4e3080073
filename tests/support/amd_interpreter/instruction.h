// SPDX-License-Identifier: Apache-2.0
// A decoded instruction of an AMD GPU: name, operands and modifiers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pstudio::test::amdgpu {

struct Wave;
struct Instruction;

/// Executes one instruction of a wave. A failure is stored in the wave (Wave::fail()).
using Execute = void (*)(Wave &, const Instruction &);

/// Numbers of scalar registers as gfx9 encodes them. gfx11 has M0 at 125 and the null register at
/// 124; the interpreter has one numbering for both, because operands come from names.
inline constexpr uint16_t kVcc = 106;
inline constexpr uint16_t kFirstTrap = 108;
inline constexpr uint16_t kM0 = 124;
inline constexpr uint16_t kNull = 125;
inline constexpr uint16_t kExec = 126;
inline constexpr uint16_t kScc = 128;

/// One operand. `-|v[2:3]|` is Vector, index 2, count 2, negated and absolute.
struct Operand {
  enum class Kind : uint8_t { Vector, Accumulator, Scalar, Integer, Float, Off, Word };
  Kind kind = Kind::Word;
  uint16_t index = 0; ///< of the first register
  uint16_t count = 1; ///< registers of 32 bits
  bool isNegated = false;
  bool isAbsolute = false;
  bool isSignExtended = false; ///< sext() of an SDWA operand
  bool isHigh = false;         ///< the upper half of a register of 16-bit operations (v1.h)
  int64_t integer = 0;         ///< Integer
  double number = 0;           ///< Float
  std::string word;            ///< Word: anything else, for example hwreg(HW_REG_HW_ID, 8, 4)

  bool isVector() const { return kind == Kind::Vector || kind == Kind::Accumulator; }
  bool isRegister() const { return isVector() || kind == Kind::Scalar; }
};

/// Permutation of lanes of a DPP operand.
struct DppControl {
  enum class Kind : uint8_t {
    None,
    QuadPermute,
    RowShiftLeft,
    RowShiftRight,
    RowRotate,
    RowMirror,
    RowHalfMirror,
    RowShare,
    RowXmask,
    RowNewBroadcast,
    RowBroadcast15,
    RowBroadcast31,
    WaveShiftRight,
    Dpp8
  };
  Kind kind = Kind::None;
  uint8_t amount = 0;
  std::array<uint8_t, 8> lanes{}; ///< QuadPermute, Dpp8
  uint8_t rowMask = 15;
  uint8_t bankMask = 15;
  bool isBounded = false;       ///< lanes without a source read 0
  bool fetchesInactive = false; ///< fi: lanes that are not active are sources, too
};

/// Flags and numbers that follow the operands.
struct Modifiers {
  bool clamps = false;
  float outputFactor = 1; ///< mul:2, mul:4, div:2
  int64_t offset = 0;
  uint32_t offset0 = 0;
  uint32_t offset1 = 0;
  bool returnsOld = false;                       ///< glc or sc0 of an atomic operation
  bool addsIndex = false;                        ///< idxen
  bool addsOffset = false;                       ///< offen
  bool loadsToLds = false;                       ///< lds
  std::array<uint8_t, 4> select{};               ///< op_sel
  std::array<uint8_t, 4> selectHigh{1, 1, 1, 1}; ///< op_sel_hi
  std::array<uint8_t, 4> negateLow{};            ///< neg_lo
  std::array<uint8_t, 4> negateHigh{};           ///< neg_hi
  std::map<std::string, std::string> selections; ///< of SDWA: src0_sel -> BYTE_1
  DppControl dpp;
};

struct Instruction {
  std::string text;     ///< as the disassembler prints it
  std::string mnemonic; ///< with its suffix
  std::string name;     ///< without _e32, _e64, _dpp, _sdwa
  uint32_t bytes = 0;
  std::vector<Operand> operands;
  Modifiers modifiers;
  Execute execute = nullptr; ///< null: not supported
  /// Its registers must have been waited for. Memory instructions check that themselves.
  bool checksOperands = true;
  std::unique_ptr<Instruction> second; ///< of a pair (v_dual_*)

  const Operand *operand(size_t index) const {
    return index < operands.size() ? &operands[index] : nullptr;
  }
};

} // namespace pstudio::test::amdgpu
