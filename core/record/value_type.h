// SPDX-License-Identifier: Apache-2.0
// The types of recorded values, and the conversion of a record's bits to a number.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio::record {

/// Type of the bits of a value record. Narrower integers are recorded as I32.
enum class ValueType : uint8_t { I32, I64, F16, BF16, F32, F64 };

/// Names of the types, by number.
inline constexpr std::array<std::string_view, 6> kValueTypeNames{"i32",  "i64", "f16",
                                                                 "bf16", "f32", "f64"};
std::string_view nameOf(ValueType type);
/// The type of this name; none for another text.
std::optional<ValueType> valueTypeOf(std::string_view name);

/// The number that `bits` represent: integers are signed, types of fewer than 64 bits use the low
/// bits. Exact but for I64 beyond 2^53, which becomes the nearest double (isExact()).
double numberOf(ValueType type, uint64_t bits);
/// False if numberOf() had to round.
bool isExact(ValueType type, uint64_t bits);

} // namespace pstudio::record
