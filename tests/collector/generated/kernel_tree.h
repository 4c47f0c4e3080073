// SPDX-License-Identifier: Apache-2.0
// A generated kernel as a tree of statements: the source of its texts and of its expected results.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pstudio::test {

enum class ValueType : uint8_t { I32, I64, F32 };

/// A value that a statement reads. All but variables and f32 constants are i32.
struct Operand {
  enum class Kind : uint8_t {
    Variable, ///< of the function
    Constant,
    Thread, ///< linear id in the CTA
    Lane,   ///< of its warp
    Cta,    ///< linear id in the grid
    Global, ///< linear id in the grid
    Length, ///< the scalar argument `n`, Kernel::length
  };
  Kind kind = Kind::Constant;
  int64_t value = 0; ///< the constant, or the index of the variable
};

/// (a & mask) compared with b; signed but for Below. A mask of 0 stands for all bits.
struct Condition {
  enum class Predicate : uint8_t { Equal, NotEqual, Less, AtLeast, Below };
  Predicate predicate = Predicate::Equal;
  Operand a;
  int64_t mask = 0;
  Operand b;
};

enum class Operation : uint8_t {
  Copy, // i32 from here
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  ShiftLeft,  ///< by a constant below 32
  ShiftRight, ///< likewise, zeros come in
  Min,        ///< signed
  Max,        ///< signed
  Quotient,   ///< unsigned, by a constant above 0
  ToWide,     ///< i32 to i64, with its sign
  WideAdd,    // i64 from here
  WideMul,    ///< of i64
  WideXor,    ///< of i64
  ToNarrow,   ///< the low half of an i64
  ToFloat,    ///< (a & 1023) to f32
  FloatAdd,   ///< f32, the sum held between -65536 and 65536
  FloatSub,   ///< likewise
  FloatHalf,  ///< a / 2
  FromFloat,  ///< f32 to i32, towards zero
};

/// The memory of a kernel. The index of an element is a function of the statement and the thread
/// (README.md, "Addresses"), so that no two threads race.
enum class Memory : uint8_t {
  In,            ///< i32, read only
  FloatIn,       ///< f32, read only, whole numbers
  WideIn,        ///< i64, read only
  ByteIn,        ///< i8, read only
  Out,           ///< i32, kSlots a thread
  FloatOut,      ///< f32, likewise
  WideOut,       ///< i64, likewise
  Counters,      ///< i32, for atomics of all threads
  WideCounters,  ///< i64, likewise
  FloatCounters, ///< f32, likewise, whole numbers
  WarpCounters,  ///< i32, kSlots a warp, for atomics whose result is used
  Tile,          ///< shared, i32, one element a thread, read by others between barriers
  Scratch,       ///< shared, i32, one element a thread, its own
  TileCounters,  ///< shared, i32, for atomics of a CTA between barriers
};
inline constexpr size_t kMemories = 14;
inline constexpr size_t kArguments = 11; ///< the memories from In to WarpCounters are arguments

inline constexpr int64_t kInputElements = 1024; ///< of the inputs
inline constexpr int64_t kSlots = 8;            ///< elements of a thread or warp
inline constexpr int64_t kCounters = 16;        ///< elements of the counters of all kinds

enum class AtomicOperation : uint8_t { Add, Max, Min, And, Or, Xor };
enum class ShuffleKind : uint8_t { Xor, Up, Down, Index };
enum class VoteKind : uint8_t { Ballot, Any, All };

struct Statement {
  enum class Kind : uint8_t {
    Assign,     ///< variable = operation(a, b)
    Load,       ///< variable = sum of `elements` elements of `memory`, by a, slot or shift
    Store,      ///< memory = a
    Atomic,     ///< memory = atomic(memory, a); with hasResult the variable is the value before
    Shuffle,    ///< variable = a of another lane, or a itself where that lane is not in the mask c
    Vote,       ///< variable = vote of the condition among the lanes of the mask c
    ActiveMask, ///< variable = lanes that are here
    Barrier,    ///< of the CTA
    Call,       ///< variable = functions[function](a, b)
    Scope,      ///< an annotation around the body
    If,         ///< body, or otherwise
    Loop,       ///< `counter` iterations: see testsAtEnd
    Break,
    Continue,
    Return,
  };
  Kind kind = Kind::Assign;
  uint32_t line = 0; ///< the line of the statement in debug information; unique in the kernel
  uint32_t variable = 0;
  Operation operation = Operation::Copy;
  Operand a, b, c;
  Condition condition;

  Memory memory = Memory::In;
  int64_t slot = 0;      ///< of a memory with slots
  int64_t shift = 0;     ///< of the tile: the element of the thread that far after this one
  uint32_t elements = 1; ///< 1, 2 or 4
  AtomicOperation atomic = AtomicOperation::Add;
  bool hasResult = false;

  ShuffleKind shuffle = ShuffleKind::Xor;
  uint32_t distance = 0; ///< of the shuffle, or the lane
  uint32_t width = 32;   ///< of the shuffle's segments: 8, 16, 32
  VoteKind vote = VoteKind::Ballot;
  uint32_t function = 0;

  /// Loop: false: { prelude; if (!condition) leave; body; ++variable }, true: { body; ++variable;
  /// prelude } while (condition). The variable begins with 0. Continue goes to ++variable.
  bool testsAtEnd = false;
  std::vector<Statement> prelude;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
};

/// Functions but the first one have two i32 parameters, variables 0 and 1, and return variable 0.
struct Function {
  std::vector<ValueType> variables; ///< all begin as 0
  std::vector<Statement> body;
};

struct Kernel {
  uint64_t seed = 0;
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{32, 1, 1};
  int64_t length = 0;              ///< the value of the scalar argument
  bool isSlotMajor = false;        ///< where the slots of a thread are: README.md, "Addresses"
  std::vector<Function> functions; ///< the first one is the kernel

  uint32_t threads() const { return block[0] * block[1] * block[2]; } ///< of a CTA
  uint32_t ctas() const { return grid[0] * grid[1] * grid[2]; }
  uint32_t warps() const { return (threads() + 31) / 32; } ///< of a CTA
};

/// Facts of a memory that no kernel changes.
struct MemoryInfo {
  const char *name;
  ValueType type;
  uint32_t bytes; ///< of an element
  bool isShared;
};
const MemoryInfo &memoryInfo(Memory memory);
inline const MemoryInfo &memoryInfo(size_t memory) {
  return memoryInfo(static_cast<Memory>(memory));
}
/// Elements of the memory in a launch; of shared memory, in a CTA.
int64_t elementCount(const Kernel &kernel, Memory memory);

/// The type of what the operation takes and makes.
ValueType operandType(Operation operation);
ValueType resultType(Operation operation);

/// The tree as text, in the form of C.
std::string treeText(const Kernel &kernel);

} // namespace pstudio::test
