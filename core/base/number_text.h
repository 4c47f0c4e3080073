// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them in sentences: thousands separated, no exponents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pstudio {

/// A comma before each three of the digits, which are nothing but digits: "12288" is "12,288".
std::string groupedDigits(std::string digits);

/// "12,288".
std::string countText(uint64_t count);
/// "1 access", "12,288 accesses".
std::string countText(uint64_t count, std::string_view one, std::string_view many);

/// At least `digits` (1 to 15) significant ones, no decimals that are zero, no fewer digits than
/// the whole part has: with 4 "12,288", "4.5", "0.03125". What is beyond 1e15 or below 1e-4, and
/// what is no number, is as printf's %g has it.
std::string significantText(double value, int digits);

} // namespace pstudio
