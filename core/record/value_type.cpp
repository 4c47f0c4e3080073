// SPDX-License-Identifier: Apache-2.0
#include "core/record/value_type.h"

#include <bit>

#include "core/base/half_float.h"

namespace pstudio::record {

std::string_view nameOf(ValueType type) {
  return kValueTypeNames[static_cast<size_t>(type)];
}

std::optional<ValueType> valueTypeOf(std::string_view name) {
  for (size_t i = 0; i < kValueTypeNames.size(); ++i)
    if (kValueTypeNames[i] == name)
      return static_cast<ValueType>(i);
  return std::nullopt;
}

double numberOf(ValueType type, uint64_t bits) {
  switch (type) {
  case ValueType::I32:
    return static_cast<int32_t>(static_cast<uint32_t>(bits));
  case ValueType::I64:
    return static_cast<double>(static_cast<int64_t>(bits));
  case ValueType::F16:
    return decodeF16(static_cast<uint16_t>(bits));
  case ValueType::BF16:
    return decodeBF16(static_cast<uint16_t>(bits));
  case ValueType::F32:
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  case ValueType::F64:
    return std::bit_cast<double>(bits);
  }
  return 0;
}

bool isExact(ValueType type, uint64_t bits) {
  if (type != ValueType::I64)
    return true;
  const auto value = static_cast<int64_t>(bits);
  const uint64_t magnitude = value < 0 ? ~bits + 1 : bits;
  // A double represents a number exactly if its set bits span at most 53 bits.
  return magnitude == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= 53;
}

} // namespace pstudio::record
