// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {
namespace {

constexpr std::array<MemoryInfo, kMemories> kInfo{{
    {"in", ValueType::I32, 4, false},
    {"float_in", ValueType::F32, 4, false},
    {"wide_in", ValueType::I64, 8, false},
    {"byte_in", ValueType::I32, 1, false},
    {"out", ValueType::I32, 4, false},
    {"float_out", ValueType::F32, 4, false},
    {"wide_out", ValueType::I64, 8, false},
    {"counters", ValueType::I32, 4, false},
    {"wide_counters", ValueType::I64, 8, false},
    {"float_counters", ValueType::F32, 4, false},
    {"warp_counters", ValueType::I32, 4, false},
    {"tile", ValueType::I32, 4, true},
    {"scratch", ValueType::I32, 4, true},
    {"tile_counters", ValueType::I32, 4, true},
}};

} // namespace

const MemoryInfo &memoryInfo(Memory memory) {
  return kInfo[static_cast<size_t>(memory)];
}

int64_t elementCount(const Kernel &kernel, Memory memory) {
  const int64_t threads = kernel.threads();
  switch (memory) {
  case Memory::In:
  case Memory::FloatIn:
  case Memory::WideIn:
  case Memory::ByteIn:
    return kInputElements;
  case Memory::Out:
  case Memory::FloatOut:
  case Memory::WideOut:
    return threads * kernel.ctas() * kSlots;
  case Memory::WarpCounters:
    return int64_t{kernel.warps()} * kernel.ctas() * kSlots;
  case Memory::Tile:
  case Memory::Scratch:
    return threads;
  case Memory::Counters:
  case Memory::WideCounters:
  case Memory::FloatCounters:
  case Memory::TileCounters:
    break;
  }
  return kCounters;
}

ValueType operandType(Operation operation) {
  switch (operation) {
  case Operation::WideAdd:
  case Operation::WideMul:
  case Operation::WideXor:
  case Operation::ToNarrow:
    return ValueType::I64;
  case Operation::FloatAdd:
  case Operation::FloatSub:
  case Operation::FloatHalf:
  case Operation::FromFloat:
    return ValueType::F32;
  default:
    return ValueType::I32;
  }
}

ValueType resultType(Operation operation) {
  switch (operation) {
  case Operation::ToWide:
    return ValueType::I64;
  case Operation::ToFloat:
    return ValueType::F32;
  case Operation::ToNarrow:
  case Operation::FromFloat:
    return ValueType::I32;
  default:
    return operandType(operation);
  }
}

} // namespace pstudio::test
